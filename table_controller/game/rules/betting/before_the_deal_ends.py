"""Bets made while cards are still being dealt."""

from __future__ import annotations

from firmware_bridge.vocabulary.chips import total_chips
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting.readings import Leaves, Pays, Reading
from table_controller.game.state.hand import DEAL
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import ChipsPushed, Declared
from table_controller.vocabulary.findings import Fact

SLUG = "before_the_deal_ends.too_early"


@behaviour(None)
def too_early(table: Table, event: ChipsPushed | Declared, book: Rulebook) -> Reading | None:
    """A bet before everyone has all cards binds nobody: chips go back, words do not count.

    Only where the book prints it; elsewhere there is no action to take, and the floor is told so.
    """
    if table.hand.phase != DEAL or event.seat not in table.hand.seats or SLUG not in book.cites:
        return None
    rule = cite(book, SLUG)
    if isinstance(event, ChipsPushed):
        more = total_chips(event.chips) - owes_chips(table.ledger[event.seat - 1])
        facts: tuple[Fact, ...] = (("pushed_chips", more),)
        return Pays((finding("out-of-turn", event.seat, rule, facts),)) if more > 0 else None
    if event.word in ("fold", "other"):
        return None
    facts = (("word", event.word),)
    if event.amount_chips is not None:
        facts = (*facts, ("said_chips", event.amount_chips))
    return Leaves((finding("out-of-turn", event.seat, rule, facts),))
