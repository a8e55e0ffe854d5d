"""The pots of one hand with each seat's part in every one of them, beside the chips that its hands moved.

Pure: it reads a table of that hand, best the last one before its chips were put in order for the next. The pots come
out of what every seat has in them, the chips out of what was seen or keyed to move: where the two differ, a seat owes
chips or has some coming, and that is what a dispute is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from table_controller.game.state.hand import Share
from table_controller.game.state.ledger import SeatChips, owes_chips, returns_chips
from table_controller.game.state.pots import Pot, pots_of
from table_controller.game.state.table import Table


class Part(Struct, frozen=True):
    """One seat's part in a hand, in chips: moved to the middle, bet by the rulings, won and pushed to it.

    `by_pot` splits what it bet, main pot first; `owes_chips` are still to come from it, `returns_chips` to go back.
    Change that it was given out of the pot is no part of what it moved there.
    """

    seat: int
    moved_chips: int
    bet_chips: int
    by_pot: tuple[int, ...]
    won_chips: int
    pushed_chips: int
    owes_chips: int
    returns_chips: int


class RebuiltPots(Struct, frozen=True):
    """The pots, main pot first, who had a part in them, and who won what of which (0 is the main pot)."""

    pots: tuple[Pot, ...]
    parts: tuple[Part, ...]
    shares: tuple[Share, ...]


def rebuilt(table: Table) -> RebuiltPots:
    """The pots of the hand on this table; without parts if nobody had chips in them."""
    pots = pots_of(table.ledger, table.betting.stands)
    caps = _caps(table, pots)
    parts = tuple(
        _part(seat, money, caps) for seat, money in enumerate(table.ledger, 1) if money.committed_chips or _moved(money)
    )
    return RebuiltPots(pots, parts, table.hand.shares)


def _caps(table: Table, pots: Sequence[Pot]) -> tuple[int, ...]:
    """Up to how many chips of a seat go into each pot and those below it: the last one takes all that is left."""
    bets = [money.committed_chips - money.dead_chips for money in table.ledger]
    closed = [
        max((bets[seat - 1] for seat in pot.seats if seat not in above.seats), default=0)
        for pot, above in pairwise(pots)
    ]
    return (*closed, max(bets, default=0)) if pots else ()


def _part(seat: int, money: SeatChips, caps: Sequence[int]) -> Part:
    bet, below = money.committed_chips - money.dead_chips, 0
    by_pot: list[int] = []
    for cap in caps:
        by_pot.append(min(bet, cap) - min(bet, below))
        below = cap
    if by_pot:
        by_pot[0] += money.dead_chips  # paid for all, bet by nobody: the main pot's
    return Part(
        seat,
        _moved(money),
        money.committed_chips,
        tuple(by_pot),
        money.won_chips,
        min(money.received_chips, money.won_chips),
        owes_chips(money),
        returns_chips(money),
    )


def _moved(money: SeatChips) -> int:
    """What lies in the middle of the seat's chips, or lay there: of what it was given, what it won came first."""
    return money.pushed_chips - max(0, money.received_chips - money.won_chips)
