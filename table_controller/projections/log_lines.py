"""What happened at the table as lines for displays: the plain log, and the story beside the screen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from table_controller.vocabulary.outcomes import OUTCOMES
from table_controller.vocabulary.record import Happening
from table_controller.vocabulary.views import Told


def told_of_happenings(happenings: Iterable[Happening], at_s: float) -> tuple[Told, ...]:
    """What happened as lines for the plain log: every outcome and finding, in order."""
    told: list[Told] = []
    for happening in happenings:
        objects: list[dict[str, Any]] = [OUTCOMES.to_object(outcome) for outcome in happening.outcomes]
        objects += [{"is": "Finding", **msgspec.to_builtins(finding)} for finding in happening.findings]
        told += [Told(happening.number, at_s, what) for what in objects]
    return tuple(told)
