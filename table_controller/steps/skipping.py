"""Acts past a skipped player become binding: they enter the round in the order made, and the turn stays with him."""

from __future__ import annotations

from dataclasses import replace

from table_controller.machines.betting import with_act
from table_controller.machines.ledger import commit, put
from table_controller.outcomes import ActKind, ActRuled, Outcome
from table_controller.table import Change, Table


def bind(table: Table) -> Change:
    """The table with every act that was held in force; whose turn it is does not change."""
    actor, outcomes = table.betting.actor, list[Outcome]()
    for held in table.betting.held:
        stand, money = table.betting.stands[held.seat - 1], table.ledger[held.seat - 1]
        called = held.kind == "call"
        wanted = max(held.to_chips, table.betting.level_chips if called else 0)
        to = min(wanted, stand.bet_chips + money.stack_chips)
        kind: ActKind = "call" if held.kind in ("bet", "raise") and to <= table.betting.level_chips else held.kind
        paid = commit(money, to - stand.bet_chips)
        betting = with_act(table.betting, held.seat, kind, to, not paid.stack_chips, held.by)
        outcomes.append(ActRuled(held.seat, kind, to, all_in=not paid.stack_chips))
        table = replace(table, betting=replace(betting, actor=actor), ledger=put(table.ledger, held.seat, paid))
    return Change(table, tuple(outcomes))
