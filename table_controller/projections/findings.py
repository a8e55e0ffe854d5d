"""Findings of the hand under way as a screen shows them: newest first, open until the floor has chosen."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.table import Case
from table_controller.vocabulary.events import AllInButtonPlaced, FloorRuled
from table_controller.vocabulary.record import Happening
from table_controller.vocabulary.views import FindingView

SHOWN: Final = 6
"""As many findings as a dealer can read at a glance; the rest are in the journal and the history."""


def finding_views(happened: Iterable[Happening], undone: frozenset[int]) -> tuple[FindingView, ...]:
    """The latest findings, numbered as in the hand; a ruling closes those before it.

    The reminder of a seat's all-in button goes as soon as the button lies there.
    """
    views: list[FindingView] = []
    closed_up_to = 0
    reminded: dict[int, set[int]] = {}
    obeyed: set[int] = set()
    for happening in happened:
        if isinstance(happening.event, AllInButtonPlaced) and happening.event.down:
            obeyed |= reminded.pop(happening.event.seat, set())
        for at, finding in enumerate(happening.findings, start=len(views) + 1):
            if finding.topic == "all-in-buttons" and finding.seat is not None:
                reminded.setdefault(finding.seat, set()).add(at)
        if isinstance(happening.event, FloorRuled) and happening.number not in undone:
            closed_up_to = len(views)
            views = _ruled(views, happening.event.option)
        views += [
            FindingView(
                number=len(views) + at,
                topic=finding.topic,
                seat=finding.seat,
                cite=finding.cite,
                facts=finding.facts,
                options=tuple(option.name for option in finding.options),
                open=bool(finding.options),
            )
            for at, finding in enumerate(happening.findings, start=1)
        ]
    shown = [_closed(view) if view.number <= closed_up_to else view for view in views if view.number not in obeyed]
    return tuple(reversed(shown[-SHOWN:]))


def _closed(view: FindingView) -> FindingView:
    return replace(view, open=False)


def _ruled(views: list[FindingView], option: str) -> list[FindingView]:
    """The finding that the floor chose of, the newest that offers it, says so; else, above the rule, the newest one."""
    waiting = [at for at, view in enumerate(views) if view.options and not view.ruled]
    at = next((at for at in reversed(waiting) if option in views[at].options), waiting[-1] if waiting else None)
    return views if at is None else [*views[:at], replace(views[at], ruled=option), *views[at + 1 :]]


def is_of(found: FindingView, case: Case) -> bool:
    """Whether a finding that is shown is the one that made the case."""
    what = case.finding
    named = tuple(option.name for option in what.options)
    return (found.topic, found.seat, found.cite, found.facts, found.options) == (
        what.topic,
        what.seat,
        what.cite,
        what.facts,
        named,
    )
