"""Which rules look at which event.

Two places where a rule may stand. A *reader* says what a seat's event amounts to before the state
changes: readers of an event type are asked in order, the first that answers counts, and plain play is
the last. A *judge* looks at what nobody could read and returns findings; it is found by event type and
phase, and `irregular` answers for whatever no rule claims.
"""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Final, TypeAlias

from table_controller.events import ChipsPushed, Declared, Event
from table_controller.findings import Finding
from table_controller.rulebooks.model import Rulebook
from table_controller.rules import irregular, plain
from table_controller.rules.readings import Reading
from table_controller.table import Change, Table, Unread

PushReader: TypeAlias = Callable[[Table, ChipsPushed, Rulebook], Reading | None]
WordReader: TypeAlias = Callable[[Table, Declared, Rulebook], Reading | None]
Judge: TypeAlias = Callable[[Table, Event, Table, Unread, Rulebook], tuple[Finding, ...]]

PUSH_READERS: Final[tuple[PushReader, ...]] = ()
"""Rules that read silent chips before plain play does."""

WORD_READERS: Final[tuple[WordReader, ...]] = ()
"""Rules that read words before plain play does."""

JUDGES: Final = MappingProxyType[tuple[type[Event], str], tuple[Judge, ...]]({})
"""Rules by event type and phase of the hand before it."""


def read_push(table: Table, event: ChipsPushed, book: Rulebook) -> Reading:
    """What the pushed chips amount to."""
    for reader in PUSH_READERS:
        if (reading := reader(table, event, book)) is not None:
            return reading
    return plain.read_push(table, event)


def read_word(table: Table, event: Declared, book: Rulebook) -> Reading:
    """What the word amounts to."""
    for reader in WORD_READERS:
        if (reading := reader(table, event, book)) is not None:
            return reading
    return plain.read_word(table, event)


def judge(before: Table, event: Event, change: Change, book: Rulebook) -> tuple[Finding, ...]:
    """All findings on an event."""
    findings: list[Finding] = []
    for what in change.unread:
        judges = JUDGES.get((type(event), before.hand.phase), ())
        judged = [finding for rule in judges for finding in rule(before, event, change.table, what, book)]
        findings.extend(judged or [irregular.unread(what, book)])
    return tuple(findings)
