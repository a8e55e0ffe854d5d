"""A bet is counted against the stack that is to pay it: what is known to lie there, or has come, is no missing chip."""

from __future__ import annotations

from support.felt_prompt import Evening

from table_controller.vocabulary.commands import FoundChips, Rule, Say

ALL_IN = "4: pushes 5000 1000 5x500 13x100 8x25"


def not_there(evening: Evening) -> list[int | None]:
    """The seats whose bets are said to have no chips."""
    return [one.seat for one in evening.view.findings if one.open and one.topic == "chip-handling"]


def found_after_an_all_in() -> Evening:
    """Seat 4 is all-in; 300 more came to light in his hand, and the floor counts them in."""
    evening = Evening()
    evening.key(Say("all-in", seat=4))
    evening.do(ALL_IN, "wait 2")
    evening.key(FoundChips(4, ((100, 3),)))
    evening.key(Rule("counts"))
    return evening


def test_keyed_hidden_chips_pay_the_bet_that_they_are_counted_into_before_a_tray_shows_them() -> None:
    evening = found_after_an_all_in()
    assert not_there(evening) == []
    evening.do("buy 4 3x100", "wait 3")
    assert not_there(evening) == []
    evening.do("4: pushes 3x100", "wait 2")
    assert not_there(evening) == []
    assert evening.view.seats[3].bet_chips == 10_300


def test_chips_that_are_missing_are_said_and_as_soon_as_they_come_no_more() -> None:
    evening = Evening()
    evening.key(Say("all-in", seat=4))
    evening.do("take 4 500", "wait 12")
    assert not_there(evening) == [4]
    evening.do("buy 4 1000", "wait 1")
    assert not_there(evening) == []
