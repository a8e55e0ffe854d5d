"""While it is asked what a seat pushed unseen, what it pushes in sight is not judged: both are one amount.

Seat 5 faces a raise to 2,000 and puts in 500 while its readers are down, then more.
"""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from firmware_bridge.vocabulary.chips import total_chips
from table_controller.controller.snapshots import decode_state, encode_state
from table_controller.vocabulary.commands import Confirm, Undo
from table_controller.vocabulary.events import ChipsPushed

RAISED = ["4: pushes 1000 2x500", "wait 1"]
PARTLY_UNSEEN = [*RAISED, "unplug seats-5-7", "wait 2", "5: pushes 500", "wait 2", "plug seats-5-7"]
QUESTION = "gap-chips:bet:5:from:stack:5=500"


@pytest.fixture
def evening() -> Evening:
    evening = Evening()
    evening.do(*PARTLY_UNSEEN, "wait 6")
    assert [one.prompt for one in evening.view.prompts] == [QUESTION]
    return evening


def judged(evening: Evening) -> list[tuple[str, object]]:
    """What was said of an amount of seat 5."""
    found = [one for one in evening.view.findings if one.seat == 5 and one.topic != "multiple-chips"]
    return [(one.topic, dict(one.facts).get("pushed_chips")) for one in found]


def in_front(evening: Evening) -> int:
    """What the books have in front of seat 5."""
    return total_chips(evening.session.table.chips.bets[4])


def test_the_rest_of_a_call_is_no_undercall(evening: Evening) -> None:
    evening.do("5: pushes 1000 500", "wait 2")
    assert judged(evening) == []
    assert [one.prompt for one in evening.view.prompts] == [QUESTION], "it is asked of what nobody saw"
    evening.key(Confirm(QUESTION, "yes"))
    assert judged(evening) == []
    assert evening.acts()[5] == ("call", 2000)
    assert in_front(evening) == 2000
    assert evening.view.differences == ()


def test_an_all_in_behind_a_button_that_nobody_saw_come_needs_no_more() -> None:
    """The dealer was told to give the button to a player whose button the question on the screen was about."""
    evening = Evening()
    evening.do(*RAISED, "unplug seats-5-7", "wait 2", "allin 5", "wait 2", "plug seats-5-7", "wait 4")
    (question,) = evening.view.prompts
    assert question.prompt == "gap-allin:5"
    evening.do("5: pushes 5000 1000 5x500 13x100 8x25", "wait 2")
    assert evening.acts().get(5) is None, "it waits"
    evening.key(Confirm(question.prompt, "yes"))
    assert evening.acts()[5] == ("raise", 10_000)
    assert [one.topic for one in evening.view.findings if one.topic == "all-in-buttons"] == []


def test_an_undercall_is_judged_once_and_whole(evening: Evening) -> None:
    evening.do("5: pushes 4x100", "wait 2")
    assert judged(evening) == []
    evening.key(Confirm(QUESTION, "yes"))
    assert judged(evening) == [("undercall", 900)]
    assert len(evening.session.table.cases) == 1


def test_of_chips_that_were_not_pushed_only_the_seen_ones_are_judged(evening: Evening) -> None:
    evening.do("5: pushes 4x100", "wait 2")
    evening.key(Confirm(QUESTION, "no"))
    assert judged(evening) == [("undercall", 400)]
    assert [(one.place, one.chips) for one in evening.view.differences] == [("behind", -500), ("front", 500)]


def test_chips_that_go_back_in_the_meantime_are_no_part_of_it(evening: Evening) -> None:
    evening.do("5: pushes 4x100", "wait 2", "5: pulls 3x100", "wait 2")
    evening.key(Confirm(QUESTION, "yes"))
    assert judged(evening) == [("undercall", 600)]
    assert in_front(evening) == 600


def test_once_the_unseen_chips_have_gone_back_the_others_are_judged(evening: Evening) -> None:
    evening.do("5: pushes 4x100", "wait 2", "5: pulls 500", "wait 2")
    assert evening.view.prompts == ()
    assert judged(evening) == [("undercall", 400)]


def test_who_acts_past_him_is_told_after_it(evening: Evening) -> None:
    evening.do("5: pushes 1000 500", "wait 1", "6: pushes 1000 2x500", "wait 2")
    evening.key(Confirm(QUESTION, "yes"))
    assert evening.blamed() == []
    assert (evening.acts()[5], evening.acts()[6]) == (("call", 2000), ("call", 2000))


def test_the_answer_is_taken_back_with_all_that_came_of_it(evening: Evening) -> None:
    evening.do("5: pushes 4x100", "wait 2")
    evening.key(Confirm(QUESTION, "yes"))
    evening.key(Undo(1))
    assert judged(evening) == []
    assert not evening.session.inference.waiting


def test_the_bet_is_drawn_in_with_what_was_seen_of_it(evening: Evening) -> None:
    evening.do("5: pushes 4x100", "wait 2", "sweep", "wait 6")
    assert not evening.session.inference.waiting
    told = [one.event for one in evening.session.happened if isinstance(one.event, ChipsPushed)]
    assert [total_chips(one.chips) for one in told if one.seat == 5] == [400]


def test_a_snapshot_keeps_what_waits(evening: Evening) -> None:
    evening.do("5: pushes 4x100", "wait 2")
    assert [total_chips(push.chips) for push in evening.session.inference.waiting] == [400]
    assert decode_state(encode_state(evening.session)).inference == evening.session.inference
