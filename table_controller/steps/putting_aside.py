"""Cards of a seat that the dealer takes from it to put the deal right: the exposed one, the one too many.

The game may be ahead of the dealer's hands (a replaced card counts as burned when its replacement comes) or behind
them; which of two cards it was that lay face up, the antennas tell only when it is moved.
"""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.zones import BURN, STUB, seat_zone
from table_controller.machines.custody import moved, where
from table_controller.rulebooks.model import Rulebook
from table_controller.steps import boards
from table_controller.table import Change, Table
from table_controller.vocabulary.events import CardBurned, CardStrayed


def taken_aside(table: Table, event: CardStrayed, book: Rulebook) -> Change | None:
    """What a card is that left its seat, or the deck where it was put back; None if that puts no deal right."""
    hand, amiss = table.hand, table.hand.amiss
    if hand.fate == "misdeal":
        return Change(replace(table, cards=moved(table.cards, event.handle, event.zone)))
    lay = where(table.cards, event.handle)
    if event.handle in amiss.aside:
        if event.handle in amiss.returned and (lay, event.zone) == (STUB, BURN):
            return boards.on_burned(table, CardBurned(event.handle, event.at_s, event.at_s), book)
        return Change(table) if event.zone in (lay, STUB, BURN) else None
    seat = next((one.seat for one in hand.dealt if one.handle == event.handle), None)
    if seat is None or event.zone != BURN or lay != seat_zone(seat):
        return None
    own = [one.handle for one in hand.dealt if one.seat == seat]
    if face_up := [handle for handle in own if handle in hand.exposed and handle in amiss.aside]:
        return Change(_the_other_one(table, face_up[-1], event.handle))
    if face_up := [handle for handle in own if handle in hand.exposed and seat in amiss.later]:
        return Change(_burned_already(table, face_up[-1], event.handle))
    return None


def _the_other_one(table: Table, taken_for: Handle, handle: Handle) -> Table:
    """Not the card that was taken for the exposed one lay face up, but the other: they change places."""
    there = where(table.cards, handle) or BURN
    cards = moved(moved(table.cards, taken_for, there), handle, BURN)
    hand, amiss = table.hand, table.hand.amiss
    aside = tuple(handle if one == taken_for else one for one in amiss.aside)
    exposed = tuple(handle if one == taken_for else one for one in hand.exposed)
    return replace(table, cards=cards, hand=replace(hand, exposed=exposed, amiss=replace(amiss, aside=aside)))


def _burned_already(table: Table, taken_for: Handle, handle: Handle) -> Table:
    """The exposed card lies at the burn before its replacement came."""
    hand, amiss = table.hand, table.hand.amiss
    exposed = tuple(handle if one == taken_for else one for one in hand.exposed)
    burned = replace(hand, exposed=exposed, burns=hand.burns + 1, amiss=replace(amiss, aside=(*amiss.aside, handle)))
    return replace(table, cards=moved(table.cards, handle, BURN), hand=burned)
