"""Change that the dealer makes of the pot: for what was swept a moment ago, and for chips that no act explains."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from table_controller.vocabulary.commands import Say
from table_controller.vocabulary.views import NextAct, plainly


@pytest.fixture
def evening() -> Evening:
    return Evening()


def on_screen(evening: Evening) -> NextAct:
    return plainly(evening.view).next


def pushed_otherwise(evening: Evening) -> bool:
    return any(("cause", "pot-pushed") in one.facts for one in evening.view.findings)


def test_chips_bought_between_two_rounds_are_no_part_of_the_next_bet(evening: Evening) -> None:
    evening.do("4: pushes 5x100", "5: mucks", "6: mucks", "1: pushes 500", "2: mucks", "3: mucks", "sweep", "wait 2")
    evening.do("1: pushes 5x100", "wait 2")
    assert (on_screen(evening).code, on_screen(evening).chips) == ("return-chips", 500)
    evening.do("sweep", "wait 2")
    assert (on_screen(evening).code, on_screen(evening).chips) == ("push-pot", 500)
    evening.do("pay 1 500", "wait 1")
    assert not pushed_otherwise(evening)
    evening.do("burn", "board 3")
    evening.key(Say("check"))
    evening.do("1: pushes 3x100", "wait 3")
    assert evening.acts() == {4: ("check", 0), 1: ("bet", 300)}
    assert [(seat.owes_chips, seat.loose_chips) for seat in evening.view.seats if seat.seat == 1] == [(0, 0)]
    assert evening.view.seats[0].stack_chips == 9_200


def test_the_dealer_may_pay_before_he_draws_the_chips_in(evening: Evening) -> None:
    evening.do("4: pushes 5x100", "5: mucks", "6: mucks", "1: pushes 500", "2: mucks", "3: mucks", "sweep", "wait 2")
    evening.do("1: pushes 5x100", "wait 2", "pay 1 500", "wait 2")
    assert on_screen(evening).code == "gather-bets"
    evening.do("sweep", "wait 2")
    assert on_screen(evening).code == "burn"
    assert not pushed_otherwise(evening)


def test_a_push_of_more_than_lies_loose_is_still_told(evening: Evening) -> None:
    evening.do("4: pushes 5x100", "5: mucks", "6: mucks", "1: pushes 500", "2: mucks", "3: mucks", "sweep", "wait 2")
    evening.do("1: pushes 3x100", "wait 2", "pay 1 500", "wait 2")
    assert pushed_otherwise(evening)


@pytest.mark.parametrize("pause_s", [0.05, 0.1, 0.3, 0.7, 1.5])
@pytest.mark.parametrize("change", ["2x100", "100 4x25"])
def test_change_is_paid_out_of_a_sweep_however_soon(evening: Evening, pause_s: float, change: str) -> None:
    third = "3: mucks" if change == "2x100" else "3: pushes 4x25 100"
    evening.do("4: pushes 3x100", "5: mucks", "6: pushes 500", "1: mucks", "2: mucks", third, "wait 2")
    evening.do("sweep", f"pay 6 {change}", pause_s=pause_s)
    evening.do("wait 4")
    assert evening.view.prompts == ()
    assert on_screen(evening).code == "burn"
    assert [seat.stack_chips for seat in evening.view.seats if seat.seat in (4, 6)] == [9_700, 9_700]


def test_chips_that_another_one_takes_out_of_a_sweep_are_told(evening: Evening) -> None:
    """Planted: the same movement to a seat that has no change coming."""
    evening.do("4: pushes 3x100", "5: mucks", "6: pushes 3x100", "1: mucks", "2: mucks", "3: mucks", "wait 2")
    evening.do("sweep", "pay 5 2x100", pause_s=0.1)
    evening.do("wait 4")
    assert pushed_otherwise(evening)
