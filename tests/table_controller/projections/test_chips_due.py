"""Chips to give back or still owed, by denomination: a hand can pick up just these, or knows what to change."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.robot import Robot

from firmware_bridge.vocabulary.chips import Chips, chips_of, holds_chips, picked, total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.ledger import SeatChips
from table_controller.projections.chips_to_move import chips_to_move
from table_controller.vocabulary.views import DueView

LADDERS = ((25, 100, 500, 1000), (5, 25, 100, 500), (100, 200, 500, 1000))


@st.composite
def lots(draw: st.DrawFn) -> tuple[Chips, int]:
    ladder = draw(st.sampled_from(LADDERS))
    lies = chips_of((value, draw(st.integers(0, 4))) for value in ladder)
    return lies, draw(st.integers(0, 100)) * ladder[0]


@given(lots())
def test_the_very_chips_are_picked_whenever_they_are_there(lot: tuple[Chips, int]) -> None:
    lies, amount_chips = lot
    pieces = picked(lies, amount_chips)
    sums = {
        sum(count * value for count, (value, _) in zip(counts, lies, strict=True))
        for counts in product(*(range(count + 1) for _, count in lies))
    }
    assert (pieces is not None) == (amount_chips in sums)
    if pieces is not None:
        assert total_chips(pieces) == amount_chips
        assert holds_chips(lies, pieces)


@pytest.mark.parametrize(
    ("pushed", "due"),
    [
        (((500, 1),), DueView(3, "return", 100, ((100, 1),), 500)),
        (((1000, 1),), DueView(3, "return", 600, ((500, 1), (100, 1)), 1000)),
    ],
)
def test_change_of_a_call_is_named_with_the_chip_to_change(pushed: Chips, due: DueView) -> None:
    robot = Robot().open({1: 5000, 2: 5000, 3: 5000, 4: 5000}, (50, 100), button=4)
    robot.deal()
    robot.push(3, ((100, 4),))
    robot.push(4, pushed)
    dues = [one for one in chips_to_move(robot.table) if one.kind == "return"]
    assert [DueView(3, one.kind, one.chips, one.pieces, one.change_chips) for one in dues] == [due]


def test_a_bet_that_nobody_called_goes_back_as_it_lies_and_the_pot_follows() -> None:
    robot = Robot().open({1: 5000, 2: 5000, 3: 5000}, (50, 100), button=3)
    robot.deal()
    robot.push(3, ((500, 1), (100, 1)))
    robot.act("fold")
    robot.act("fold")
    back, push = chips_to_move(robot.table)
    assert (back.kind, back.seat, back.chips, back.pieces, back.change_chips) == ("return", 3, 500, ((500, 1),), 0)
    assert (push.kind, push.seat, push.chips) == ("push", 3, 250)


@pytest.mark.parametrize(
    ("purse", "pieces"),
    [
        (((500, 9), (100, 9), (25, 9)), ((500, 1), (100, 1), (25, 1))),
        (((500, 1), (25, 9)), ((500, 1), (25, 5))),
        (((1000, 1), (500, 1)), ()),
        ((), ()),
    ],
)
def test_what_is_owed_is_told_in_chips_that_the_player_has(purse: Chips, pieces: Chips) -> None:
    """Four chips of 100 were named, and the stack had none."""
    robot = Robot().open({1: 5000, 2: 5000, 3: 5000}, (50, 100), button=3)
    robot.deal()
    robot.say(3, "raise", 625)
    assert chips_to_move(robot.table, {3: purse}) == (DueView(3, "owe", 625, pieces),)
    assert chips_to_move(robot.table) == (DueView(3, "owe", 625, ()),), "no tray tells of it"


def test_without_chips_that_make_the_amount_nothing_is_made_up() -> None:
    robot = Robot(denominations=(100,)).open({1: 5000, 2: 5000, 3: 5000}, (100, 200), button=3)
    robot.deal()
    robot.say(3, "raise", 450)
    assert chips_to_move(robot.table)[0].pieces == ()


def test_chips_known_by_their_worth_only_are_not_named() -> None:
    """What came unseen was booked as 800 chips of 1."""
    robot = Robot().open({1: 3000, 2: 3000, 3: 3000}, (50, 100), button=1, seats=3)
    robot.deal()
    table = robot.table
    ledger = (SeatChips(2_000, 100, 0, 1_000), *table.ledger[1:])
    board = replace(table.chips, bets=(((100, 2), (1, 800)), *table.chips.bets[1:]))
    known = replace(table.setup, denominations=(100, 500, 1000))
    there = replace(table, ledger=ledger, chips=board, setup=known)
    (due,) = [one for one in chips_to_move(there) if one.kind == "return"]
    assert (due.chips, due.pieces) == (900, ())
