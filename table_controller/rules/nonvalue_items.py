"""Things without a denomination put forward as a bet: bounty chips, time-bank cards."""

from __future__ import annotations

from typing import Final

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.rules.readings import Leaves, Reading
from table_controller.table import Table
from table_controller.vocabulary.events import Declared

ITEMS: Final = ("bounty", "time bank", "time-bank")
"""Words by which the dealer keys such a thing."""


@behaviour(None)
def put_forward(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """Such a thing in front of the seat to act: a call or an all-in; in silence it may also be no act at all."""
    del table
    if event.word != "other" or not any(item in event.text.lower() for item in ITEMS):
        return None
    rule = book.nonvalue_items
    match rule.value:
        case "house_policy_or_rule_1":
            options: tuple[str, ...] = ("call", "all-in")
        case None:
            options = ("call", "all-in", "take-back")
    return Leaves((finding("nonvalue-chips", event.seat, rule.cite, (), options),))
