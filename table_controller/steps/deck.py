"""A card or a deck that is not as it should be."""

from __future__ import annotations

from firmware_bridge.zones import zone_seat
from table_controller.deck_events import BoxedCardFound, DeckCounted, StrangeCardFound
from table_controller.rulebooks.model import Rulebook
from table_controller.table import Change, Table, Unread


def on_strange(table: Table, event: StrangeCardFound, book: Rulebook) -> Change:
    """A card lies on the table that no card of the deck in play can be."""
    del book
    return Change(table, unread=(Unread("strange-card", zone_seat(event.zone), (("kind", event.kind),)),))


def on_boxed(table: Table, event: BoxedCardFound, book: Rulebook) -> Change:
    """A card lay face up in the deck."""
    del book
    return Change(table, unread=(Unread("boxed-card", event.seat),))


def on_counted(table: Table, event: DeckCounted, book: Rulebook) -> Change:
    """The deck was counted."""
    del book
    if not event.missing:
        return Change(table)
    return Change(table, unread=(Unread("cards-missing", None, (("missing", len(event.missing)),)),))
