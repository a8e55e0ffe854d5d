"""Cards in the muck: given up by their player, or taken in by the dealer."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.zones import MUCK, seat_zone
from table_controller.deck_events import HandTaken
from table_controller.events import CardsMucked
from table_controller.machines.betting import is_live
from table_controller.machines.custody import lying, moved
from table_controller.machines.hand import IDLE, SETTLED, SHOWDOWN
from table_controller.queries import has_tabled
from table_controller.rulebooks.model import Rulebook
from table_controller.steps.acts import try_award
from table_controller.steps.words import fold
from table_controller.table import Change, Table, Unread


def lay(table: Table, event: CardsMucked) -> Table:
    """The cards in the muck, with no act made of it."""
    cards = table.cards
    for handle in event.handles:
        cards = moved(cards, handle, MUCK)
    return replace(table, cards=cards)


def on_mucked(table: Table, event: CardsMucked, book: Rulebook) -> Change:
    """Cards lie in the muck: the whole hand of the seat to act is a fold, at the showdown a hand not shown."""
    held = lying(table.cards, seat_zone(event.seat)) if event.seat else ()
    mucked = lay(table, event)
    seat = event.seat
    if seat is None or table.hand.phase in (IDLE, SETTLED):
        return Change(mucked)
    if not is_live(table.betting.stands[seat - 1]) or has_tabled(table, seat):
        return Change(mucked)
    if not held or not set(held) <= set(event.handles):
        return Change(mucked, unread=(Unread("part-of-hand-mucked", seat),))
    if table.hand.phase != SHOWDOWN:
        return fold(mucked, seat, book, "cards")
    if table.hand.betting_over or table.betting.stands[seat - 1].status == "all-in":
        return Change(mucked, unread=(Unread("all-in-hand-mucked", seat),))
    stands = table.betting.stands
    discarded = (*stands[: seat - 1], replace(stands[seat - 1], status="mucked"), *stands[seat:])
    mucked = replace(mucked, betting=replace(table.betting, stands=discarded))
    return try_award(mucked, book)


def on_taken(table: Table, event: HandTaken, book: Rulebook) -> Change:
    """The dealer took a hand in by mistake."""
    del book
    return Change(table, unread=(Unread("hand-taken", event.seat),))
