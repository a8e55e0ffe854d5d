"""Rebuys: announced before a hand they are played with, and must be bought."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import Declared
from table_controller.vocabulary.findings import Finding

ANNOUNCED: Final = "rebuys.announced"
WORDS: Final = ("rebuy", "re-buy")
ADD_ON: Final = ("add-on", "addon")
"""Chips more for whoever wants them, at a break: no book prints a rule for it, so the floor allows it or not."""
MOST_DIGITS: Final = 10
"""No amount of chips has as many."""


class Rebuy(Struct, frozen=True):
    """Chips that a player has announced to buy; `counts`: he has them from now on."""

    finding: Finding
    chips: int
    counts: bool


@behaviour(None)
def announced(table: Table, event: Declared, book: Rulebook) -> Rebuy | None:
    """``rebuy`` between two hands, from a player below a starting stack: in silence the floor allows it or not.

    A figure after the word is the amount; else it is the largest starting stack of the table. An ``add-on`` is for
    stacks of any size. Said while a hand is under way it waits for the end of it, and is said again then.
    """
    words = event.text.lower().split()
    player = table.players[event.seat - 1]
    if not words or words[0] not in (*WORDS, *ADD_ON) or player is None or player.leaving:
        return None
    if table.hand.phase not in (IDLE, SETTLED):
        cause = (("cause", "hand-under-way"),)
        rule = cite(book, ANNOUNCED) if ANNOUNCED in book.cites else book.discretion
        return Rebuy(finding("rebuy", event.seat, rule, cause), 0, counts=False)
    adds, short = words[0] in ADD_ON, table.ledger[event.seat - 1].stack_chips < table.setup.buy_in_chips
    if not (adds or short):
        return None
    said = words[-1] if words[-1].isascii() and words[-1].isdigit() and len(words[-1]) < MOST_DIGITS else ""
    chips = int(said or 0) or table.setup.buy_in_chips
    facts = (("rebuy_chips", chips),)
    if ANNOUNCED in book.cites and not adds:
        return Rebuy(finding("rebuy", event.seat, cite(book, ANNOUNCED), facts), chips, counts=True)
    options = ("allow-rebuy", "no-rebuy")
    return Rebuy(finding("rebuy", event.seat, book.discretion, facts, options, stops_play=False), chips, counts=False)
