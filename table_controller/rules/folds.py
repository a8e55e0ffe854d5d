"""Folds that nobody asked for: with nothing to call."""

from __future__ import annotations

from typing import Final

from table_controller.findings import Finding
from table_controller.machines.hand import is_street
from table_controller.queries import variant_of
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.table import Table

MAY_BE_PENALISED: Final = ("penalty", "warning", "no-penalty")
"""What the floor may do about manners; play goes on meanwhile."""


@behaviour(())
def not_facing_a_bet(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A fold with nothing to call binds, and may be penalised."""
    if not is_street(table.hand.phase) or variant_of(table).street(table.hand.phase) is None:
        return ()
    if table.betting.level_chips > table.betting.stands[seat - 1].bet_chips:
        return ()
    rule = book.fold_not_facing_bet
    facts = (("street", table.hand.phase),)
    return (finding("nonstandard-fold", seat, rule.cite, facts, MAY_BE_PENALISED, stops_play=False),)
