"""Burns and board cards: custody follows always, the hand only where the card is due."""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.requests import NameCards
from firmware_bridge.zones import BOARD, BURN
from table_controller.events import CardBoarded, CardBurned
from table_controller.machines.custody import moved, where
from table_controller.queries import board_due, burn_due, street_due, variant_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.steps.acts import open_street
from table_controller.table import Change, Table, Unread


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
