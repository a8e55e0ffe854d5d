"""The next moment that a table waits for: whoever runs it says then that time has passed."""

from __future__ import annotations

from table_controller.machines import clocks, showing
from table_controller.table import Table


def deadline_s(table: Table, now_s: float) -> float | None:
    """When a clock or the time to show a hand is over, None if the table waits for no moment."""
    moments = (clocks.deadline_s(table.time, now_s), showing.deadline_s(table.hand.showing, now_s))
    return min((moment for moment in moments if moment is not None), default=None)
