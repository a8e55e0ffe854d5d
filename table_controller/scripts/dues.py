"""Chips that the next act asks for, and the change that must be made first: lines that scripts mostly leave unsaid."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.zones import POT, bet_zone
from table_controller.game import queries
from table_controller.game.next_act import next_of_play
from table_controller.scripts import acts
from table_controller.scripts.ladder import make_chips
from table_controller.scripts.table_driver import StepError, TableDriver

MAKE_CHANGE: Final = "make-change"
"""The dealer's next act where the pot must be changed before a part of it can be pushed."""


def return_to(stage: TableDriver, seat: int) -> None:
    """Give a seat back what is due to it."""
    chips = dict(queries.returns_due(stage.player.table)).get(seat)
    if chips is None:
        raise StepError(f"no chips go back to seat {seat}")
    stage.take_back(seat, stage.purses.part(bet_zone(seat), chips))


def push_to(stage: TableDriver, seat: int) -> None:
    """Push to a seat what it has won."""
    chips = _award_chips(stage, seat)
    stage.clear_bets()
    stage.push_pot(seat, chips)


def change_due(stage: TableDriver) -> int | None:
    """The seat whose part of the pots cannot be pushed before chips of the pot are changed, None if none is next."""
    act = next_of_play(stage.player.table)
    return act.seat if act.code == MAKE_CHANGE else None


def make_change(stage: TableDriver, seat: int) -> None:
    """Change chips of the pot so that the part of the seat can be pushed."""
    if change_due(stage) != seat:
        raise StepError(f"no change has to be made for seat {seat}")
    chips = _award_chips(stage, seat)
    stage.clear_bets()
    change = stage.purses.change(POT, make_chips(chips, stage.purses.denominations))
    if change is not None:
        stage.player.do(acts.MakeChange(POT, change))


def _award_chips(stage: TableDriver, seat: int) -> int:
    """What is still to be pushed to a seat."""
    table = stage.player.table
    chips = dict(queries.awards_due(table)).get(seat)
    if chips is None:
        raise StepError(f"no pot is to be pushed to seat {seat}")
    return chips
