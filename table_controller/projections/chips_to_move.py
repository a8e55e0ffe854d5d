"""Chips that must still move, by denomination: what a dealer's hand picks up, and what must be changed first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from types import MappingProxyType
from typing import Final

from firmware_bridge.vocabulary.chips import (
    NO_CHIPS,
    Chips,
    add_chips,
    fewest_chips,
    picked,
    subtract_chips,
    total_chips,
)
from table_controller.game.queries import awards_due, owing, returned_with_the_pot, returns_due, to_bring
from table_controller.game.state.table import Table
from table_controller.vocabulary.views import DueView

NO_PURSES: Final[Mapping[int, Chips]] = MappingProxyType({})


def chips_to_move(table: Table, purses: Mapping[int, Chips] = NO_PURSES) -> tuple[DueView, ...]:
    """What goes back, what the pots still owe, what is still owed and brought, each in the order in which it is done.

    Only chips that a tray sees are named: those in front, in the pot, or in the stacks of `purses`, by seat.
    """
    in_play, board, blind = table.setup.denominations, table.chips, table.tray_coverage
    pot = NO_CHIPS if blind.pot else board.pot
    middle = reduce(add_chips, (bet for at, bet in enumerate(board.bets, 1) if at not in blind.seats), pot)
    together, back = returned_with_the_pot(table), dict(returns_due(table))
    with_it_chips = 0 if together is None else back.pop(together)
    dues = [
        _from(
            NO_CHIPS if seat in blind.seats else board.bets[seat - 1],
            DueView(seat, "return", chips, NO_CHIPS),
            in_play,
            middle,
        )
        for seat, chips in back.items()
    ]
    for seat, won_chips in awards_due(table):
        chips = won_chips + with_it_chips if seat == together else won_chips
        dues.append(_from(pot, DueView(seat, "push", chips, NO_CHIPS), in_play, middle))
    dues += [
        DueView(seat, "owe", chips, picked(purses.get(seat, NO_CHIPS), chips) or NO_CHIPS)
        for seat, chips in owing(table)
    ]
    dues += [DueView(seat, "bring", chips, NO_CHIPS) for seat, chips in to_bring(table)]
    return tuple(dues)


def _from(lies: Chips, due: DueView, in_play: Sequence[int], middle: Chips) -> DueView:
    """The due with its chips out of those that lie there, the smallest chip changed that will do, if one must be.

    It is changed out of what lies in the `middle`, in front of whomever, if that will do; else out of the tray. Where
    not so many lie there no chips are named, nor where what lies there is known by its worth only.
    """
    if in_play and any(value not in in_play for value, _ in lies):
        return due
    exact = picked(lies, due.chips)
    if exact is not None:
        return DueView(due.seat, due.kind, due.chips, exact)
    if total_chips(lies) < due.chips:
        return due
    known = not in_play or all(value in in_play for value, _ in middle)
    for value, _ in reversed(lies) if known else ():
        if (pieces := picked(subtract_chips(middle, ((value, 1),)), due.chips)) is not None:
            return DueView(due.seat, due.kind, due.chips, pieces, value)
    for value, _ in reversed(lies):
        change = _fewest(value, [smaller for smaller in in_play if smaller < value])
        changed = add_chips(subtract_chips(lies, ((value, 1),)), change) if change else NO_CHIPS
        if change and (pieces := picked(changed, due.chips)) is not None:
            return DueView(due.seat, due.kind, due.chips, pieces, value)
    return DueView(due.seat, due.kind, due.chips, _fewest(due.chips, in_play), lies[0][0])


def _fewest(amount_chips: int, denominations: Sequence[int]) -> Chips:
    try:
        return fewest_chips(amount_chips, denominations)
    except ValueError:
        return NO_CHIPS
