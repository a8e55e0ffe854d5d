"""The count at a hand's end as a screen shows it: the stacks whose trays differ, while the case is open."""

from __future__ import annotations

from collections.abc import Iterator

from table_controller.rules.chip_handling import COUNT
from table_controller.table import Case, Table
from table_controller.vocabulary.findings import Fact
from table_controller.vocabulary.views import MiscountView


def miscounts_of(table: Table) -> tuple[MiscountView, ...]:
    """The differences of the newest open count, by seat; none if trays and game agree."""
    counts = [case for case in table.cases if case.finding.topic == COUNT]
    return tuple(MiscountView(*each) for each in differences(counts[-1])) if counts else ()


def differences(case: Case) -> Iterator[tuple[int, int, int]]:
    """Seat, expected and counted chips of each stack that a count case is about."""
    names = ("count_seat", "expected_chips", "counted_chips")
    numbers = [_number(fact) for fact in case.finding.facts if fact[0] in names]
    yield from zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)


def _number(fact: Fact) -> int:
    return int(fact[1])
