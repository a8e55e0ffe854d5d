"""Players who leave their seat and come back."""

from __future__ import annotations

from dataclasses import replace

from table_controller.deck_events import PlayerCameBack, PlayerWentAway
from table_controller.rulebooks.model import Rulebook
from table_controller.table import Change, Table


def on_went(table: Table, event: PlayerWentAway, book: Rulebook) -> Change:
    """The seat's player is away."""
    del book
    return Change(replace(table, away=tuple(sorted({*table.away, event.seat}))))


def on_back(table: Table, event: PlayerCameBack, book: Rulebook) -> Change:
    """The seat's player is there again."""
    del book
    return Change(replace(table, away=tuple(seat for seat in table.away if seat != event.seat)))
