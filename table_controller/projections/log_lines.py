"""What happened at the table as lines for displays: the plain log, and the story beside the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from table_controller.vocabulary.events import EVENTS, FloorRuled
from table_controller.vocabulary.outcomes import OUTCOMES
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import LogLine


def lines_of_events(applied_events: Iterable[AppliedEvent], at_s: float) -> tuple[LogLine, ...]:
    """What happened as lines for the plain log: every ruling of the floor, outcome and finding, in order."""
    told: list[LogLine] = []
    for applied in applied_events:
        ruled = [EVENTS.to_object(applied.event)] if isinstance(applied.event, FloorRuled) else []
        objects: list[dict[str, Any]] = [*ruled, *(OUTCOMES.to_object(outcome) for outcome in applied.outcomes)]
        objects += [{"is": "Finding", **msgspec.to_builtins(finding)} for finding in applied.findings]
        told += [LogLine(applied.number, at_s, what) for what in objects]
    return tuple(told)
