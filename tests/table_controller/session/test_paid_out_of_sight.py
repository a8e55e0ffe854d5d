"""Chips that go where one tray of their way is out of sight: what is owed or due says what they are."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from table_controller.vocabulary.commands import Confirm, Rule
from table_controller.vocabulary.views import plainly

PAID = "pay 1 8x100 2x25"
ALL = "1: pushes 5000 1000 5x500 13x100 8x25"


@pytest.fixture
def evening() -> Evening:
    """Seats 1 and 3 have 400 each in front, the small blind is dead; nothing is drawn in yet."""
    evening = Evening()
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: pushes 4x100", "2: mucks", "3: pushes 3x100", "wait 2")
    return evening


def given_to_seat_1(evening: Evening) -> None:
    evening.key(Rule("pot-to-seat", (("seat", "1"),)))
    evening.do("wait 1")


def paid(evening: Evening) -> bool:
    """Whether the pot is with seat 1, nothing is asked that "yes" does not settle, and nothing differs."""
    while evening.view.prompts:
        prompt = evening.view.prompts[0]
        assert "yes" in prompt.answers, prompt
        evening.key(Confirm(prompt.prompt, "yes"))
        evening.do("wait 2")
    stacks = [seat.stack_chips for seat in evening.view.seats if seat.seat <= 3]
    assert (stacks, evening.view.differences) == ([10_450, 9_950, 9_600], ())
    return plainly(evening.view).next.code == "new-hand"


@pytest.mark.parametrize(
    ("off", "on"),
    [("unplug centre", "plug centre"), ("fault pot off", "fault pot ok"), ("fault bet:1 off", "fault bet:1 ok")],
)
@pytest.mark.parametrize("order", ["sweep give pay on", "give sweep pay on", "give sweep on pay", "sweep on give pay"])
def test_a_pot_that_the_floor_gives_is_paid_once(evening: Evening, off: str, on: str, order: str) -> None:
    evening.do(off, "wait 3")
    for step in order.split():
        match step:
            case "give":
                given_to_seat_1(evening)
            case "on":
                evening.do(on, "wait 5")
            case "sweep":
                evening.do("sweep", "wait 2")
            case _:
                evening.do(PAID, "wait 4")
    assert paid(evening)


def test_the_wrong_stack_is_asked_about(evening: Evening) -> None:
    """Planted: the same chips go to a seat that has nothing coming."""
    evening.do("fault pot off", "wait 3", "sweep", "wait 2")
    given_to_seat_1(evening)
    evening.do("pay 3 8x100 2x25", "wait 4", "fault pot ok", "wait 5")
    assert evening.view.prompts
    assert evening.view.next.code == "push-pot"


@pytest.mark.parametrize("pushed", [(ALL,), ("1: pushes 5000 1000", "1: pushes 5x500 13x100 8x25")])
def test_an_all_in_is_owed_until_the_tray_in_front_shows_it(pushed: tuple[str, ...]) -> None:
    evening = Evening()
    evening.do("4: mucks", "5: mucks", "6: mucks", "fault stack:1 off", "wait 8", "allin 1", "wait 3")
    assert evening.view.seats[0].owes_chips == 10_000
    evening.do(*pushed, "wait 3")
    first = evening.view.seats[0]
    assert (first.status, first.owes_chips, evening.view.prompts) == ("all-in", 0, ())
    evening.do("fault stack:1 ok", "wait 5")
    assert (evening.view.prompts, evening.view.differences) == ((), ())


@pytest.mark.parametrize("back", ["before", "after", "never"])
def test_what_goes_back_of_a_bet_out_of_sight_is_seen_at_the_stack(back: str) -> None:
    """It stood "to be returned" for the rest of the hand."""
    evening = Evening()
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: pushes 1000 9x100", "wait 2", "fault bet:1 off", "2: mucks")
    evening.do("3: mucks", "wait 2", "1: pulls 1000 8x100", "wait 3")
    assert plainly(evening.view).next.code == "gather-bets"
    evening.do(*(["fault bet:1 ok", "wait 4"] if back == "before" else []), "sweep", "wait 2", "pay 1", "wait 3")
    evening.do(*(["fault bet:1 ok", "wait 4"] if back == "after" else []))
    assert (evening.view.prompts, evening.view.differences) == ((), ())
    assert [seat.stack_chips for seat in evening.view.seats if seat.seat <= 3] == [10_150, 9_950, 9_900]


def test_other_chips_than_are_due_back_are_not_taken_for_them() -> None:
    """Planted: he takes a chip too few, and the dealer is told what is still to be returned."""
    evening = Evening()
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: pushes 1000 9x100", "wait 2", "fault bet:1 off", "2: mucks")
    evening.do("3: mucks", "wait 2", "1: pulls 1000 7x100", "wait 3")
    assert plainly(evening.view).next.code != "gather-bets"
