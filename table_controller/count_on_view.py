"""The count at a hand's end as a screen shows it: the stacks whose trays differ, while the case is open."""

from __future__ import annotations

from table_controller.game.rules.table.chip_handling import COUNT, differences
from table_controller.game.state.table import Table
from table_controller.vocabulary.views import MiscountView


def miscounts_of(table: Table) -> tuple[MiscountView, ...]:
    """The differences of the newest open count, by seat; none if trays and game agree."""
    counts = [case for case in table.cases if case.finding.topic == COUNT]
    return tuple(MiscountView(*each) for each in differences(counts[-1])) if counts else ()
