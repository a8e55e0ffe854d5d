"""Chips of a script: which are in play, which make an amount, which speak for themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.vocabulary.chips import Chips, holds_chips, total_chips
from firmware_bridge.vocabulary.zones import stack_zone
from table_controller.scripts.ladder import STANDARD, chips_for, default_ladder, fitting_ladder, make_chips
from table_controller.scripts.purses import ChipsError, Purses, working_stack

LADDERS = st.sampled_from([(25, 100, 500, 1000, 5000), (1, 5, 25, 100), (100, 500), (5, 20, 25, 100), STANDARD])


def test_the_default_ladder_breaks_the_blinds() -> None:
    assert default_ladder(100, [10000], [100, 200]) == (25, 100, 500, 1000, 5000)
    assert default_ladder(50, [10000], [50, 100]) == (25, 100, 500, 1000, 5000)
    assert default_ladder(1, [200], [1, 2]) == (1, 5, 25, 100)
    assert default_ladder(1000, [60000], [1000, 2000])[0] == 500


def test_the_default_ladder_makes_every_amount_that_is_named() -> None:
    assert default_ladder(100, [10000], [100, 200, 610])[0] == 5
    assert default_ladder(100, [10000, 503], [100, 200])[0] == 1


@given(st.lists(st.integers(1, 10**6), min_size=1, max_size=8), st.sampled_from([(100, 500), (25, 100, 500), (1000,)]))
def test_a_fitting_ladder_makes_every_amount(amounts: list[int], ladder: tuple[int, ...]) -> None:
    fitted = fitting_ladder(ladder, amounts)
    assert set(ladder) <= set(fitted)
    for amount in amounts:
        if amount % min(ladder):
            assert total_chips(make_chips(amount, fitted)) == amount
            assert all(denomination in fitted for denomination, _ in make_chips(amount, fitted))


@given(st.integers(0, 10**6), LADDERS)
def test_any_amount_can_be_made(amount: int, ladder: tuple[int, ...]) -> None:
    assert total_chips(make_chips(amount, ladder)) == amount
    assert total_chips(working_stack(amount, ladder)) == amount
    assert all(count > 0 for _, count in working_stack(amount, ladder))


def _is_raise(chips: Chips, call_chips: int) -> bool:
    """tda-2019 44 and 45-A: more than one chip, and not all of them needed for the call."""
    count = sum(number for _, number in chips)
    smallest = min(denomination for denomination, _ in chips)
    return count > 1 and total_chips(chips) - smallest >= call_chips


@given(st.integers(0, 5000), st.integers(1, 5000), LADDERS)
def test_silent_raises_are_no_calls(call: int, more: int, ladder: tuple[int, ...]) -> None:
    add = call + more
    chips, spoken = chips_for(
        add,
        call_chips=call,
        least_chips=add,
        raising=True,
        all_in=False,
        silent=True,
        denominations=ladder,
    )
    assert total_chips(chips) == add
    assert spoken or _is_raise(chips, call)


@given(st.integers(0, 5000), st.integers(1, 5000))
def test_full_raises_need_no_word_where_there_are_chips_of_one(call: int, more: int) -> None:
    add = call + max(more, call, 2)
    _, spoken = chips_for(
        add, call_chips=call, least_chips=add, raising=True, all_in=False, silent=True, denominations=STANDARD
    )
    assert not spoken


def _word(add: int, *, call: int, least: int, all_in: bool = False, silent: bool = True) -> tuple[Chips, bool]:
    return chips_for(
        add,
        call_chips=call,
        least_chips=least,
        raising=add > call,
        all_in=all_in,
        silent=silent,
        denominations=(25, 100, 500, 1000, 5000),
    )


def test_the_word_is_keyed_only_where_chips_alone_say_something_else() -> None:
    assert _word(1000, call=200, least=400) == (((500, 2),), False)  # one 1000 would be an overchip
    assert _word(200, call=200, least=400) == (((100, 2),), False)
    assert _word(300, call=200, least=400) == (((100, 3),), True)  # short of a raise
    assert _word(300, call=200, least=400, all_in=True) == (((100, 3),), False)
    assert _word(1000, call=200, least=400, silent=False) == (((1000, 1),), True)


def test_change_is_made_at_equal_value() -> None:
    purses = Purses((25, 100, 500, 1000))
    chips = purses.seat(3, 2000)
    assert total_chips(chips) == 2000
    zone = stack_zone(3)
    changed = purses.change(zone, ((100, 18),))
    assert changed is not None
    assert total_chips(changed) == 2000
    assert holds_chips(purses.lying(zone), ((100, 18),))
    assert purses.change(zone, ((100, 18),)) is None
    with pytest.raises(ChipsError, match="2000 chips lie behind seat 3, not 5000"):
        purses.change(zone, ((5000, 1),))
