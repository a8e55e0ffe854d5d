"""Cards that moved or became known: custody follows always, the hand only where the card is due."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.observations import Handle
from firmware_bridge.requests import NameCards
from firmware_bridge.zones import BOARD, BURN, MUCK, seat_zone
from table_controller.events import (
    CardBoarded,
    CardBurned,
    CardDealt,
    CardIdentified,
    CardShown,
    CardsMucked,
    CardStrayed,
    HandTabled,
)
from table_controller.machines.betting import is_live
from table_controller.machines.custody import lying, moved, named, names, where
from table_controller.machines.hand import DEAL, IDLE, SETTLED, SHOWDOWN
from table_controller.outcomes import BoardNamed
from table_controller.queries import board_due, burn_due, has_tabled, street_due, variant_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.steps.acts import deal_done, open_first_street, open_street, show_known, try_award
from table_controller.steps.exposing import on_exposed, on_named
from table_controller.steps.words import fold
from table_controller.table import Change, Table, Unread


def on_dealt(table: Table, event: CardDealt, book: Rulebook) -> Change:
    """A card came to a seat; the last one of the deal opens the first street.

    A card that was said to be dealt to another seat was dealt to this one: that reading is corrected.
    """
    seat, zone = event.seat, seat_zone(event.seat)
    first = variant_of(table).first
    lay, seats = where(table.cards, event.handle), [str(seat_zone(other)) for other in table.hand.seats]
    wrong: list[Unread] = []
    if table.hand.phase != DEAL:
        wrong.append(Unread("card-outside-deal", seat))
    elif seat not in table.hand.seats:
        wrong.append(Unread("card-to-empty-seat", seat))
    elif lay is not None and (lay == zone or lay not in seats):
        wrong.append(Unread("card-not-from-deck", seat))
    elif len(lying(table.cards, zone)) >= first.down + first.up:
        wrong.append(Unread("card-too-many", seat))
    if event.exposed:
        wrong.append(Unread("card-exposed", seat))
    dealt = replace(table, cards=moved(table.cards, event.handle, zone))
    change = Change(dealt, unread=tuple(wrong))
    return change.then(open_first_street(dealt, book)) if deal_done(dealt) else change


def on_burned(table: Table, event: CardBurned, book: Rulebook) -> Change:
    """A card went to the burn pile."""
    del book
    due = burn_due(table)
    burned = replace(
        table,
        cards=moved(table.cards, event.handle, BURN),
        hand=replace(table.hand, burns=table.hand.burns + 1),
    )
    passed_over = bool(table.betting.held) and who_acts(table) is not None  # that is a finding of its own
    return Change(burned, unread=() if due or passed_over else (Unread("burn-not-due"),))


def on_boarded(table: Table, event: CardBoarded, book: Rulebook) -> Change:
    """A card came to the board; the last one of a street opens it."""
    street, missing = street_due(table), board_due(table)
    seen = where(table.cards, event.handle)
    placed = replace(table, cards=moved(table.cards, event.handle, BOARD))
    if event.handle in table.hand.board:
        return Change(placed)  # it moved and came back
    if seen is not None:
        return Change(placed, unread=(Unread("card-not-from-deck", None, (("from", seen),)),))
    if any(case.finding.topic == "skipped-player" for case in table.cases):
        return Change(placed)  # dealt over a skipped player: the burn before it said so
    if street is None or missing <= 0:
        return Change(placed, unread=(Unread("board-card-not-due"),))
    wrong = (Unread("no-burn"),) if burn_due(table) else ()
    board = (*table.hand.board, event.handle)
    placed = replace(placed, hand=replace(table.hand, board=board))
    change = Change(placed, unread=wrong)
    if missing > 1:
        return change
    count = next(entry.board for entry in variant_of(table).streets if entry.name == street)
    asked = Change(placed, requests=(NameCards(board[-count:], "board"),))
    return change.then(asked).then(open_street(placed, street, book))


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


def on_strayed(table: Table, event: CardStrayed, book: Rulebook) -> Change:
    """A card lies where the hand has no use for it: custody follows."""
    del book
    facts = (("zone", event.zone),)
    strayed = replace(table, cards=moved(table.cards, event.handle, event.zone))
    regular = table.hand.phase in (IDLE, SETTLED)
    return Change(strayed, unread=() if regular else (Unread("card-strayed", None, facts),))


def on_tabled(table: Table, event: HandTabled, book: Rulebook) -> Change:
    """A player turned up the whole hand: the bridge is asked for its cards."""
    seat, hand = event.seat, table.hand
    held = lying(table.cards, seat_zone(seat))
    if has_tabled(table, seat):
        return Change(table)
    live = hand.phase not in (IDLE, DEAL) and is_live(table.betting.stands[seat - 1])
    if not live or not held:
        return Change(table, unread=(Unread("nothing-to-table", seat),))
    tabled = (*hand.tabled[: seat - 1], held, *hand.tabled[seat:])
    shown = replace(table, hand=replace(hand, tabled=tabled))
    wrong: tuple[Unread, ...] = ()
    first = variant_of(table).first
    if len(held) != first.down + first.up:
        wrong = (Unread("wrong-card-count", seat, (("cards", len(held)),)),)
    request = NameCards(held, "exposed" if who_acts(table) else "tabled")
    change = Change(shown, requests=(request,), unread=wrong)
    change = change.then(on_exposed(change.table, seat, book))
    return _shown_known(change, book)


def on_shown(table: Table, event: CardShown, book: Rulebook) -> Change:
    """One card was turned up: at the showdown a player may, before it nobody should."""
    del book
    if table.hand.phase in (SHOWDOWN, SETTLED) and not event.by_dealer:
        return Change(table)
    facts = (("card", event.card),) if event.card else ()
    return Change(table, unread=(Unread("card-exposed", event.seat, facts),))


def on_identified(table: Table, event: CardIdentified, book: Rulebook) -> Change:
    """The bridge named a public card."""
    if where(table.cards, event.handle) is None:
        return Change(table, unread=(Unread("unknown-handle"),))
    if (known := names(table.cards, (event.handle,))) is not None:
        wrong = () if known == (event.card,) else (Unread("card-renamed", None, (("card", event.card),)),)
        return Change(table, unread=wrong)
    table = replace(table, cards=named(table.cards, event.handle, event.card))
    return _shown_known(_announce_board(table), book)


def _shown_known(change: Change, book: Rulebook) -> Change:
    """Hands that have become known are announced, and one shown instead of an act is judged."""
    known = change.then(show_known(change.table, book))
    return known.then(on_named(change.table, known.table, book))


def _announce_board(table: Table) -> Change:
    """Announce the board cards that became known, once none before them is unknown."""
    hand = table.hand
    new: tuple[Handle, ...] = hand.board[hand.named :]
    cards = names(table.cards, new) if new else None
    if not cards:
        return Change(table)
    return Change(replace(table, hand=replace(hand, named=len(hand.board))), (BoardNamed(cards),))
