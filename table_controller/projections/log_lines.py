"""What happened at the table as lines for displays: the plain log, and the story beside the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from table_controller.vocabulary.events import EVENTS, ChipsMovedByKey, Event, FloorRuled, PenaltyGiven, is_implied
from table_controller.vocabulary.outcomes import OUTCOMES
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import LogLine


def lines_of_events(applied_events: Iterable[AppliedEvent], at_s: float) -> tuple[LogLine, ...]:
    """What happened as lines for the plain log, in order: every outcome and finding, and some events."""
    told: list[LogLine] = []
    for applied in applied_events:
        said = [EVENTS.to_object(applied.event)] if _is_said(applied.event) else []
        objects: list[dict[str, Any]] = [*said, *(OUTCOMES.to_object(outcome) for outcome in applied.outcomes)]
        objects += [{"is": "Finding", **msgspec.to_builtins(finding)} for finding in applied.findings]
        told += [LogLine(applied.number, at_s, what) for what in objects]
    return tuple(told)


def _is_said(event: Event) -> bool:
    """Whether the event itself is a line: what the floor decides, and chips that are taken to have moved as was due."""
    return isinstance(event, FloorRuled | PenaltyGiven) or (isinstance(event, ChipsMovedByKey) and is_implied(event))
