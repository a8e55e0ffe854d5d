"""What a ruling of the floor does to the deal, the deck and the board. `rulings` lists the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from table_controller.events import FloorRuled
from table_controller.rulebooks.model import Rulebook
from table_controller.steps import voiding
from table_controller.steps.ruled_acts import Effect
from table_controller.table import Case, Change, Table


def _misdeal(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case, event
    return voiding.misdeal(table, book)


def _void(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case, event, book
    return voiding.void(table)


EFFECTS: Final[Mapping[str, Effect]] = {"misdeal": _misdeal, "void-hand": _void}
"""Options about deal, deck and board by name."""
