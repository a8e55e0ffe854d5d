"""How sure the table is of each stack, and since when: a count of chips is worth what its tray says of it now.

| the stack is | because                                                                                           |
|--------------|---------------------------------------------------------------------------------------------------|
| ``seen``     | its tray is heard and still, and shows what the books have                                        |
| ``moving``   | its chips have just moved, and nobody knows yet what that was; or they will, and its tray has     |
|              | still to show it, as of a pot that was won and is not pushed yet                                  |
| ``books``    | no tray tells it: out of order, or there is none, or chips may have moved while nobody looked     |
| ``differs``  | its tray shows other chips than the books have, and that explains itself no more                  |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.zones import stack_zone
from table_controller.game.queries import behind_chips, without_uncontested
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.ledger import balance_chips, owes_chips
from table_controller.game.state.table import Table
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.differences import off_chips
from table_controller.vocabulary.views import StackSure


class UnseenStack(Struct, frozen=True):
    """A stack that is not seen now: why, and when it was last; None for never since its player sits there."""

    seat: int
    sure: StackSure
    last_s: float | None


Doubtful: TypeAlias = tuple[UnseenStack, ...]
"""The stacks that are not seen now, by seat."""


def unsure(doubtful: Doubtful) -> tuple[tuple[int, StackSure], ...]:
    """The stacks that are not seen, and not only because their chips are on their way."""
    return tuple([(one.seat, one.sure) for one in doubtful if one.sure != "moving"])


def sureness(table: Table, flow: ChipFlow, seat: int) -> tuple[StackSure, int]:
    """How sure the stack of a player is, and how many chips more than the books its tray shows where it differs."""
    zone = stack_zone(seat)
    if zone not in flow.lies or zone in flow.unseen or zone in flow.gaps:
        return "books", 0
    if zone in flow.adrift or zone in flow.told or seat in table.recount or _is_on_its_way(table, seat):
        return "moving", 0
    off = off_chips(flow, zone, behind_chips(table, seat))
    return ("differs", off) if off else ("seen", 0)


def _is_on_its_way(table: Table, seat: int) -> bool:
    """Whether a part of the stack as it is told lies elsewhere: in the pot, in front of the player, or not there yet.

    A stack is told with what it has won and with what goes back to it, and in a hand with what it owes.
    """
    money, over = without_uncontested(table)[seat - 1], table.hand.phase in (IDLE, SETTLED)
    told_more_chips = 0 if over else owes_chips(money)
    return told_more_chips != -balance_chips(table.ledger[seat - 1])


def doubtful(then: Table, before: Doubtful, table: Table, flow: ChipFlow, at_s: float) -> Doubtful:
    """Which stacks are not seen any more at the moment `at_s`; `then` and `before` is how it was until now."""
    last = {one.seat: one.last_s for one in before}
    return tuple(_doubtful(then, last, table, flow, at_s)) if table.setup.seats else ()


def is_as_it_was(then: Table, table: Table) -> bool:
    """Whether the books say of all stacks what they said."""
    books = table.ledger == then.ledger and table.aside == then.aside
    hand = table.hand.phase == then.hand.phase and table.betting == then.betting
    return books and hand and table.players == then.players and table.recount == then.recount


def _doubtful(
    then: Table, before: Mapping[int, float | None], table: Table, flow: ChipFlow, at_s: float
) -> Iterator[UnseenStack]:
    for seat, player in enumerate(table.players, 1):
        if player is None or (sure := sureness(table, flow, seat)[0]) == "seen":
            continue
        sat = then.players[seat - 1] if seat <= len(then.players) else None
        same = sat is not None and sat.name == player.name
        yield UnseenStack(seat, sure, before.get(seat, at_s) if same else None)
