"""What is wrong with a card or the deck: the rules judge it, and the deal or the hand becomes what they say."""

from __future__ import annotations

from typing import assert_never

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import zone_seat
from table_controller.game.queries import deal_due
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import decks
from table_controller.game.rules.deal.decks import Fouled
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.table import Change, Table, Unexplained
from table_controller.game.steps.deal import dealing
from table_controller.game.steps.flow import refunds, voiding
from table_controller.vocabulary.events import BoxedCardFound, DeckCounted, StrangeCardFound


def on_strange(table: Table, event: StrangeCardFound, book: Rulebook) -> Change:
    """A card lies on the table that no card of the deck in play can be.

    Between hands a second deck is no wonder; a tag of no deck at all is named, for it must be gone before the deal.
    """
    seat = zone_seat(event.zone)
    seat = seat if seat is not None and seat <= table.setup.seats else None
    if table.hand.phase == IDLE and event.kind == "foreign":
        return Change(table, unexplained=(Unexplained("strange-card", seat, (("kind", event.kind),)),))
    facts = () if seat is not None else (("zone", event.zone),)
    return _fouled(table, decks.strange(table, event.kind, seat, facts, book), book)


def on_counted(table: Table, event: DeckCounted, book: Rulebook) -> Change:
    """The deck was counted; between hands a lack is for the dealer to know of before the next deal."""
    fouled = decks.counted(table, len(event.missing), book)
    if fouled is None and event.missing and table.hand.phase in (IDLE, SETTLED) and not table.hand.fate:
        return Change(table, unexplained=(Unexplained("cards-missing", None, (("missing", len(event.missing)),)),))
    return _fouled(table, fouled, book)


def on_boxed(table: Table, event: BoxedCardFound, book: Rulebook) -> Change:
    """A card lay face up in the deck: who is due it gets another one, at once or after the round."""
    found, seat = decks.face_up(table, event.seat, book), event.seat
    lies = None if seat is None else came_last(table, seat)
    if lies is not None:
        table = dealing.lay_face_up(table, lies)
    if decks.is_dealt_to(table, seat, book) and seat is not None:
        table = replaced_later(table, seat)
    return Change(table, findings=() if found is None else (found,))


def came_last(table: Table, seat: int) -> Handle | None:
    """The last card of the deal so far, if it came to the seat and another one is due the next."""
    hand = table.hand
    if hand.phase != DEAL or hand.fate or not hand.dealt or hand.dealt[-1].seat != seat or deal_due(table) == seat:
        return None
    return hand.dealt[-1].handle


def replaced_later(table: Table, seat: int) -> Table:
    """The seat gets a card for the one that lay face up, once the others have theirs: it lies there, or never came."""
    amiss, exposed = table.hand.amiss, table.hand.exposed
    own = (one.handle for one in table.hand.dealt if one.seat == seat and one.handle not in amiss.aside)
    if seat not in amiss.later and any(handle in exposed for handle in own):
        return dealing.one_more_later(table, seat)
    return replace(table, hand=replace(table.hand, boxed=(*table.hand.boxed, seat)))


def _fouled(table: Table, fouled: Fouled | None, book: Rulebook) -> Change:
    if fouled is None:
        return Change(table)
    change = Change(table, findings=(fouled.finding,))
    match fouled.remedy:
        case "misdeal":
            return change.then(voiding.misdeal(table, book))
        case "void":
            return change.then(refunds.void(table))
        case "floor":
            return change
        case _:
            assert_never(fouled.remedy)
