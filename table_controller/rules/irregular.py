"""Acts that no rule judges yet: named with their facts, under the book's discretion rule."""

from __future__ import annotations

from table_controller.findings import Finding
from table_controller.rulebooks.model import Rulebook
from table_controller.table import Unread


def unread(what: Unread, book: Rulebook) -> Finding:
    """The finding ``irregular``: what plain play could not read, for the floor to know of."""
    return Finding("irregular", what.seat, book.discretion, (("cause", what.cause), *what.facts))
