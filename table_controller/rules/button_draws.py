"""The draw for the first button: a card for each player, face up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.cards import Card, drawn_height
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.vocabulary.findings import Finding

BUTTON_DRAW: Final = "button-draw"
SLUG: Final = "button_draws.highest_card"


@behaviour(None)
def highest_card(cards: Mapping[int, Card], book: Rulebook) -> int | None:
    """The seat that drew the highest card, suits breaking ties; None where the book prints no such draw."""
    if SLUG not in book.cites or not cards:
        return None
    return max(cards, key=lambda seat: drawn_height(cards[seat]))


@behaviour(())
def laid_elsewhere(drawn_seat: int, puck: int, book: Rulebook) -> tuple[Finding, ...]:
    """The button is put down at another seat than the one that drew it."""
    if puck == drawn_seat:
        return ()
    return (finding(BUTTON_DRAW, puck, cite(book, SLUG), (("due_seat", drawn_seat),)),)
