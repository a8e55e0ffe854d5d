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
