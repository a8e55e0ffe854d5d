"""Cards of a hand that go from hand to hand: to a seat, from a seat, back into the deck."""

from __future__ import annotations

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BURN, MUCK, STUB, seat_zone
from table_controller.game.queries import burn_due, dealt_to, held_by, stand_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal.deal_rulings import cards_of_a_hand
from table_controller.game.rules.showdown import dead_hands, tabling
from table_controller.game.state.betting import is_live
from table_controller.game.state.custody import moved, where
from table_controller.game.state.hand import DEAL, dealt_on
from table_controller.game.state.table import Change, Table
from table_controller.game.steps.deal import boards, face_up
from table_controller.game.steps.floor.ruled_acts import dead_hand
from table_controller.vocabulary.events import CardBurned, CardStrayed


def taken_aside(table: Table, event: CardStrayed, book: Rulebook) -> Change | None:
    """What a card is that left its seat, or the deck where it was put back; None if that puts no deal right."""
    hand, amiss = table.hand, table.hand.amiss
    if hand.fate == "misdeal":
        return Change(replace(table, cards=moved(table.cards, event.handle, event.zone)))
    if (faced := face_up.went(table, event, book)) is not None:
        return faced
    lay = where(table.cards, event.handle)
    if event.handle in amiss.aside:
        if event.handle in amiss.returned and (lay, event.zone) == (STUB, BURN):
            return boards.on_burned(table, CardBurned(event.handle, event.at_s, event.at_s), book)
        still_there = event.handle in amiss.returned and lay == STUB and _is_of_a_seat(table, event)
        return Change(table) if still_there or event.zone in (lay, STUB, BURN, MUCK) else None
    seat = next((one.seat for one in hand.dealt if one.handle == event.handle), None)
    if seat is None or event.zone != BURN or lay != seat_zone(seat):
        return None
    own = [one.handle for one in hand.dealt if one.seat == seat]
    if other := [handle for handle in own if handle in hand.exposed and handle in amiss.aside]:
        return Change(_the_other_one(table, other[-1], event.handle))
    if other := [handle for handle in own if handle in hand.exposed and seat in amiss.later]:
        return Change(_burned_already(table, other[-1], event.handle))
    held = held_by(table, seat)
    if burn_due(table) and held > cards_of_a_hand(table) and (seat, held) in amiss.accepted:
        back = face_up.taken(table, event.handle, STUB)  # the card too many went back on the deck after all
        return boards.on_burned(back, CardBurned(event.handle, event.at_s, event.at_s), book)
    return None


def _is_of_a_seat(table: Table, event: CardStrayed) -> bool:
    """Whether the card lies at the seat that it was dealt to."""
    return any(one.handle == event.handle and event.zone == seat_zone(one.seat) for one in table.hand.dealt)


def _the_other_one(table: Table, taken_for: Handle, handle: Handle) -> Table:
    """Not the card that was taken for the exposed one lay face up, but the other: they change places."""
    there = where(table.cards, handle) or BURN
    cards = moved(moved(table.cards, taken_for, there), handle, BURN)
    hand, amiss = table.hand, table.hand.amiss
    aside = tuple(handle if one == taken_for else one for one in amiss.aside)
    exposed = tuple(handle if one == taken_for else one for one in hand.exposed)
    return replace(table, cards=cards, hand=replace(hand, exposed=exposed, amiss=replace(amiss, aside=aside)))


def _burned_already(table: Table, taken_for: Handle, handle: Handle) -> Table:
    """The other card of the seat lay face up, and lies at the burn before its replacement came."""
    exposed = tuple(handle if one == taken_for else one for one in table.hand.exposed)
    return face_up.taken(replace(table, hand=replace(table.hand, exposed=exposed)), handle, BURN)


def at_a_seat(table: Table, event: CardStrayed, book: Rulebook) -> Change | None:
    """What a card that came to a seat from elsewhere means, custody done; None if no rule speaks of it."""
    to_seat = next((seat for seat in table.hand.seats if event.zone == seat_zone(seat)), None)
    if to_seat is None:
        return None
    own = next((dealt.seat for dealt in table.hand.dealt if dealt.handle == event.handle), None)
    if own is not None and event.zone == seat_zone(own) and is_live(stand_of(table, own)):
        return Change(table)  # the dealer gave it back
    if own is not None and table.hand.phase == DEAL and dealt_to(table, own) > dealt_to(table, to_seat):
        return Change(replace(table, hand=dealt_on(table.hand, event.handle, to_seat)))  # one too many went on
    given = dead_hands.giver(table, event.handle, event.zone)
    if given is None:
        return None
    seat, whole = given
    found = dead_hands.given_to_another(seat, to_seat, whole, book)
    if not found and whole:
        return Change(table, findings=(tabling.given_away(seat, to_seat, book),))
    if not found:
        return None
    change = Change(table, findings=found)
    if not whole:
        return change
    asked = tuple(case for case in table.cases if not (case.seat == seat and case.finding.topic == "dead-hand"))
    return change.then(dead_hand(replace(table, cases=asked), seat, book))
