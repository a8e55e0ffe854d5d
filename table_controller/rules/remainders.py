"""What an aggressive act may not leave behind."""

from __future__ import annotations

from dataclasses import replace

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, finding
from table_controller.rules.readings import Acts
from table_controller.table import Table


@behaviour(None)
def less_than_a_big_blind(table: Table, seat: int, act: Acts, book: Rulebook) -> Acts | None:
    """A bet or raise that would leave less than a big blind is all-in; calls are exempt."""
    if act.kind not in ("bet", "raise"):
        return None
    rule = book.aggressor_min_remainder
    total = table.betting.stands[seat - 1].bet_chips + table.ledger[seat - 1].stack_chips
    left = total - act.to_chips
    if rule.value != "bb" or not 0 < left < table.level.big_blind_chips:
        return None
    found = finding("forced-all-in-remainder", seat, rule.cite, (("left_chips", left), ("as_chips", total)))
    return replace(act, to_chips=total, findings=(*act.findings, found))
