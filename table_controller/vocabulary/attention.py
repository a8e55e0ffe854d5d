"""What of a view needs somebody's look, and how badly: for the panel's lamp and buzzer, and whoever else points there.

| severity   | it is there while                                                    |
| ---------- | -------------------------------------------------------------------- |
| `called`   | the dealer has called the floor, and the floor has not ruled         |
| `stop`     | an open case stops play, or the next act is to call the floor        |
| `trouble`  | a node, or the journal's disk, is not well, or a zone cannot be seen |
| `finding`  | a case is open, and play goes on                                     |
| `note`     | the latest finding of the hand leaves nothing to choose              |
| `question` | a question stands on the screen                                      |

A broker that is gone is none of these: no hand needs one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from table_controller.vocabulary.views import FindingView, TableView

Severity: TypeAlias = Literal["called", "stop", "trouble", "finding", "note", "question"]
Need: TypeAlias = tuple[Severity, str]
"""Why somebody should look, and a word that tells this occasion from another of the same severity."""


def needs_of(view: TableView) -> tuple[Need, ...]:
    """All that needs a look, the worst first; empty while all is well."""
    return tuple(_needs(view))


def _needs(view: TableView) -> Iterator[Need]:
    if view.floor_called:
        yield "called", "floor"
    stops = [found for found in view.findings if found.open and found.stops_play]
    for found in stops:
        yield "stop", _occasion(view, found)
    if not stops and view.next.code in ("call-floor", "no-cards"):
        yield "stop", f"hand {view.hand}"
    for node in view.nodes:
        if node.status != "ready" or node.unknown_zones:
            yield "trouble", f"{node.node} {node.status}"
    for found in view.findings:
        if found.open and not found.stops_play:
            yield "finding", _occasion(view, found)
    if view.findings and not view.findings[0].open:
        yield "note", _occasion(view, view.findings[0])
    for prompt in view.prompts:
        yield "question", prompt.prompt


def _occasion(view: TableView, found: FindingView) -> str:
    return f"hand {view.hand} {found.number} {found.topic}"
