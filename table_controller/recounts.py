"""Which stacks are about to hold something else, and how much: for steps and inference."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_bridge.vocabulary.zones import Zone, stack_zone
from table_controller.machines.ledger import balance_chips
from table_controller.table import Table


def behind_chips(table: Table, seat: int) -> int:
    """What lies in a seat's stack by the ledger: without what is still to be pushed there or to come from there."""
    money = table.ledger[seat - 1]
    aside = sum(chips for at, chips in table.aside if at == seat)
    return money.stack_chips - balance_chips(money) + aside


def recounts(table: Table) -> Mapping[Zone, int]:
    """The stacks that are to be exchanged, filled or cut, with what they hold then."""
    return {stack_zone(seat): behind_chips(table, seat) for seat in table.recount}
