"""What an option of the floor is, to the engine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from table_controller.rulebooks.model import Rulebook
from table_controller.table import Case, Change, Table
from table_controller.vocabulary.events import FloorRuled

Effect: TypeAlias = Callable[[Table, Case, FloorRuled, Rulebook], Change]
"""What an option does: the table, the case that offered it, the ruling, the book."""


def unchanged(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The option leaves all as it is."""
    del case, event, book
    return Change(table)
