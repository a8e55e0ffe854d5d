"""A card that lies face up in the deck: passed over for the next one, or dealt and replaced after the round."""

from __future__ import annotations

from typing import Final

from table_controller.machines.hand import DEAL, IDLE, SETTLED
from table_controller.queries import variant_of
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.table import Table
from table_controller.vocabulary.findings import Finding

BOXED: Final = "boxed-card"


@behaviour(None)
def face_up(table: Table, seat: int | None, book: Rulebook) -> Finding | None:
    """A boxed card, due to `seat` if not to the board or to nobody; nothing of a hand between two hands.

    The floor may have the deal done again as long as no board card is out. Where the book is silent it may also do
    as other books do.
    """
    phase = table.hand.phase
    if phase in (IDLE, SETTLED) or table.hand.fate:
        return None
    rule = book.boxed_card
    again = ("misdeal",) if phase in (DEAL, variant_of(table).first.name) else ()
    match rule.value:
        case "replace":
            return finding(BOXED, seat, rule.cite)
        case "floor":
            return finding(BOXED, seat, rule.cite, (), (*again, "play-on"))
        case None:
            return finding(BOXED, seat, rule.cite, (), ("replace-card", *again, "play-on"))


@behaviour(False)
def is_dealt_to(table: Table, seat: int | None, book: Rulebook) -> bool:
    """Whether the card counts as the one due to `seat`, and is replaced once the round of the deal is over."""
    due = table.hand.phase == DEAL and seat in table.hand.seats
    return due and book.boxed_card.value == "replace"
