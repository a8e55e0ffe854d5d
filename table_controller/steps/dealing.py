"""Cards that come to seats, and cards that the dealer turns up on the way or later."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.zones import seat_zone
from table_controller.events import CardDealt, CardShown
from table_controller.findings import Fact
from table_controller.machines.custody import lying, moved, where
from table_controller.machines.hand import DEAL, SETTLED, SHOWDOWN, Arrival
from table_controller.queries import variant_of
from table_controller.rulebooks.model import Rulebook
from table_controller.steps.acts import deal_done, open_first_street
from table_controller.table import Change, Table, Unread


def on_dealt(table: Table, event: CardDealt, book: Rulebook) -> Change:
    """A card came to a seat; the last one of the deal opens the first street.

    A card that was said to be dealt to another seat was dealt to this one: that reading is corrected.
    """
    seat, zone = event.seat, seat_zone(event.seat)
    first = variant_of(table).first
    lay, seats = where(table.cards, event.handle), [str(seat_zone(other)) for other in table.hand.seats]
    wrong: list[Unread] = []
    if table.hand.phase != DEAL or table.hand.fate:
        wrong.append(Unread("card-outside-deal", seat))
    elif seat not in table.hand.seats:
        wrong.append(Unread("card-to-empty-seat", seat))
    elif lay is not None and (lay == zone or lay not in seats):
        wrong.append(Unread("card-not-from-deck", seat))
    elif len(lying(table.cards, zone)) >= first.down + first.up:
        wrong.append(Unread("card-too-many", seat))
    arrival = Arrival(event.handle, seat, event.after_s, event.by_s)
    hand = replace(table.hand, dealt=(*table.hand.dealt, arrival))
    dealt = replace(table, cards=moved(table.cards, event.handle, zone), hand=hand)
    change = Change(dealt, unread=tuple(wrong))
    if event.exposed:
        change = change.then(_exposed(dealt, seat, ()))
        dealt = change.table
    return change.then(open_first_street(dealt, book)) if deal_done(dealt) else change


def on_shown(table: Table, event: CardShown, book: Rulebook) -> Change:
    """One card was turned up: at the showdown a player may, before it nobody should."""
    del book
    if table.hand.phase in (SHOWDOWN, SETTLED) and not event.by_dealer:
        return Change(table)
    return _exposed(table, event.seat, (("card", event.card),) if event.card else ())


def _exposed(table: Table, seat: int, facts: tuple[Fact, ...]) -> Change:
    """A card of the seat lies face up: the last that came to it, and not yet turned up."""
    down = [handle for handle in lying(table.cards, seat_zone(seat)) if handle not in table.hand.exposed]
    hand = replace(table.hand, exposed=(*table.hand.exposed, *down[-1:]))
    return Change(replace(table, hand=hand), unread=(Unread("card-exposed", seat, facts),))
