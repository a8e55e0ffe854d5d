"""When the deck is changed for another one."""

from __future__ import annotations

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.vocabulary.findings import Finding


@behaviour(())
def at_a_new_level(book: Rulebook) -> tuple[Finding, ...]:
    """The coming hand is the first of a level: the dealer is reminded, where the book names that moment."""
    rule = book.cites.get("deck_changes.at_a_new_level")
    return () if rule is None else (finding("deck-change", None, rule),)
