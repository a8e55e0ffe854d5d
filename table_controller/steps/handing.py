"""Cards of a hand that come to a seat: given back there by the dealer, or given away by the player."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.vocabulary.zones import seat_zone
from table_controller.machines.betting import is_live
from table_controller.queries import stand_of
from table_controller.rulebooks.model import Rulebook
from table_controller.rules import dead_hands
from table_controller.steps.ruled_acts import dead_hand
from table_controller.table import Change, Table
from table_controller.vocabulary.events import CardStrayed


def at_a_seat(table: Table, event: CardStrayed, book: Rulebook) -> Change | None:
    """What a card that came to a seat from elsewhere means, custody done; None if no rule speaks of it."""
    to_seat = next((seat for seat in table.hand.seats if event.zone == seat_zone(seat)), None)
    if to_seat is None:
        return None
    own = next((dealt.seat for dealt in table.hand.dealt if dealt.handle == event.handle), None)
    if own is not None and event.zone == seat_zone(own) and is_live(stand_of(table, own)):
        return Change(table)  # the dealer gave it back
    given = dead_hands.giver(table, event.handle, event.zone)
    if given is None:
        return None
    seat, whole = given
    found = dead_hands.given_to_another(seat, to_seat, whole, book)
    if not found:
        return None
    change = Change(table, findings=found)
    if not whole:
        return change
    asked = tuple(case for case in table.cases if not (case.seat == seat and case.finding.topic == "dead-hand"))
    return change.then(dead_hand(replace(table, cases=asked), seat, book))
