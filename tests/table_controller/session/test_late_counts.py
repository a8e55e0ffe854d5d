"""Trays that are out as a hand is put away: what lies in them is counted once they are back, before the next hand."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from table_controller.vocabulary.commands import Confirm, Rule
from table_controller.vocabulary.events import TraysCounted

FOLDED = (*(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "sweep", "pay 3", "wait 1", "muck 3")


def differences(evening: Evening) -> list[tuple[int, int]]:
    """The seats that hold less than they should, each with what it lacks."""
    return [(one.seat, one.expected_chips - one.counted_chips) for one in evening.view.miscounts]


def counts(evening: Evening) -> int:
    """How often trays were counted since the hand was put away."""
    return sum(isinstance(one.event, TraysCounted) for one in evening.session.happened)


@pytest.fixture
def over() -> Evening:
    """All have folded to seat 3, who has the pot; the cards are in the muck."""
    evening = Evening()
    evening.do(*FOLDED)
    return evening


def put_away_without_trays(evening: Evening) -> None:
    for prompt in evening.view.prompts:
        evening.key(Confirm(prompt.prompt, "ignore"))
    evening.do("unplug seats-1-4", "gather", "wait 1")
    assert evening.view.street == "idle"


def test_what_is_missing_where_trays_were_out_is_said_as_they_are_back(over: Evening) -> None:
    over.do("take 4 500", "wait 5")
    put_away_without_trays(over)
    assert differences(over) == []
    over.do("plug seats-1-4", "wait 3")
    assert differences(over) == [(4, 500)]
    over.key(Rule("accept-count"))
    assert differences(over) == []
    assert over.view.seats[3].stack_chips == 9_500


def test_with_nothing_missing_nothing_is_said(over: Evening) -> None:
    put_away_without_trays(over)
    over.do("plug seats-1-4", "wait 3")
    assert differences(over) == []
    assert counts(over) == 1


def test_it_is_one_case_with_what_was_counted_before(over: Evening) -> None:
    over.do("take 4 500", "take 5 100", "wait 5")
    put_away_without_trays(over)
    assert differences(over) == [(5, 100)]
    over.do("plug seats-1-4", "wait 3")
    assert differences(over) == [(5, 100), (4, 500)]
    over.key(Rule("accept-count"))
    assert [one.stack_chips for one in over.view.seats] == [10_000, 9_950, 10_050, 9_500, 9_900, 10_000]


def test_who_has_lost_all_that_he_had_is_out_before_the_next_hand(over: Evening) -> None:
    over.do("take 4", "wait 5")
    put_away_without_trays(over)
    over.do("plug seats-1-4", "wait 3")
    over.key(Rule("accept-count"))
    over.do("shuffle", "wait 1")
    assert over.view.street == "deal"
    assert 4 not in [one.seat for one in over.view.seats if one.stack_chips]


def test_stacks_that_were_counted_are_not_counted_again(over: Evening) -> None:
    over.do("gather", "wait 1", "unplug seats-1-4", "wait 1", "plug seats-1-4", "wait 3")
    assert counts(over) == 0


def test_chips_that_went_while_the_tray_was_out_are_asked_about_first(over: Evening) -> None:
    over.do("unplug seats-1-4", "gather", "take 4 500", "wait 1", "plug seats-1-4", "wait 3")
    assert differences(over) == []
    (asked,) = over.view.prompts
    over.key(Confirm(asked.prompt, "ignore"))
    assert differences(over) == [(4, 500)]


def open_counts(evening: Evening) -> list[str]:
    """The findings of the count that wait for somebody's word."""
    return [one.topic for one in evening.view.findings if one.open and one.topic == "chip-handling"]


def test_where_the_missing_chips_are_put_back_nobody_has_to_say_so(over: Evening) -> None:
    """It said "the trays count otherwise" until somebody answered, though they did not any more."""
    over.do("take 4 500", "take 5 100", "wait 5", "gather", "wait 2")
    assert differences(over) == [(4, 500), (5, 100)]
    assert len(open_counts(over)) == 1
    over.do("buy 4 500", "wait 12")
    assert differences(over) == [(5, 100)], "one of the two is not enough"
    assert len(open_counts(over)) == 1
    over.do("buy 5 100", "wait 12")
    assert differences(over) == []
    assert open_counts(over) == []
    assert over.view.prompts == ()
    assert [one.stack_chips for one in over.view.seats] == [10_000, 9_950, 10_050, 10_000, 10_000, 10_000]
