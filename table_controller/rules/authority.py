"""The floor above the technical rules: the interest of the game may ask for what the rule of a case does not offer."""

from __future__ import annotations

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.table import Case
from table_controller.vocabulary.findings import Finding


@behaviour(None)
def overrules(case: Case, option: str, book: Rulebook) -> Finding | None:
    """The floor chose what the rule does not offer: that holds, under the rule that puts fairness first."""
    facts = (("option", option), ("over", case.finding.cite.ref))
    return finding("authority", case.seat, cite(book, "authority.overrules"), facts)
