"""What a ruling of the floor does to the deal, the deck and the board. `rulings` lists the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.hand import DEAL
from table_controller.game.state.table import Case, Change, Table
from table_controller.game.steps.deal import dealing, deck, repairs
from table_controller.game.steps.floor import chip_rulings, deal_options
from table_controller.game.steps.floor.option import Effect, during_the_hand
from table_controller.game.steps.flow import refunds, voiding
from table_controller.game.steps.showdown import awarding
from table_controller.game.steps.table import clock, levels, penalties, protesting
from table_controller.vocabulary.events import FloorRuled


def _misdeal(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case, event
    return voiding.misdeal(table, book)


def _void(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case, event, book
    return refunds.void(table)


def _replace_card(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """An exposed card is replaced when all have theirs, and so is a boxed one in the deal; else it is passed over."""
    del event, book
    if case.finding.topic == "exposed-card":
        return Change(table if case.seat is None else dealing.replaced_by_ruling(table, case.seat))
    if case.seat is None or table.hand.phase != DEAL:
        return Change(table)
    return Change(deck.replaced_later(table, case.seat))


EFFECTS: Final[Mapping[str, Effect]] = {
    "misdeal": _misdeal,
    "void-hand": _void,
    **{
        name: during_the_hand(effect)
        for name, effect in {"replace-card": _replace_card, **repairs.EFFECTS, **deal_options.EFFECTS}.items()
    },
    **chip_rulings.EFFECTS,
    **clock.EFFECTS,
    **levels.EFFECTS,
    **penalties.EFFECTS,
    **awarding.EFFECTS,
    **protesting.EFFECTS,
}
"""Options about deal, deck and board by name."""
