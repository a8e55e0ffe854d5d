"""What must be shown to win: all cards of the hand, unless it is the last live one."""

from __future__ import annotations

from table_controller.queries import live_seats
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour
from table_controller.table import Table


@behaviour(())
def waits_for(table: Table, book: Rulebook) -> tuple[int, ...]:
    """Live seats that have not shown all their cards: no pot is awarded before they have, or have discarded."""
    del book
    return tuple(seat for seat in live_seats(table) if seat not in table.hand.shown)


@behaviour(False)
def last_live_hand(book: Rulebook) -> bool:
    """Whether the last live hand takes the pot unseen: so in every book that speaks of it, and nobody can beat it."""
    del book
    return True
