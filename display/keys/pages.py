"""A page over the table, the history or a rule explained: how it opens, how keys leaf in it, what closes it.

The keys lie on a pad of digits too: 2 and 8 leaf down and up, 4 and 6 go to the finding before and after. Any other
key only closes the page: what lies under it cannot be seen. Those that `guards.passes` names do what they always do.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import AskHistory, Asking, Explain
from table_controller.vocabulary.views import ExplainedView, HistoryView, TableView

DOWN: Final = frozenset({"down", "pagedown", "2", "3"})
UP: Final = frozenset({"up", "pageup", "8", "9"})
BEFORE: Final = frozenset({"left", "4"})
AFTER: Final = frozenset({"right", "6"})
CLOSING: Final = frozenset({"escape", "backspace"})

AT_A_TIME: Final = 8
"""Hands that are asked for together."""


class Page(Struct, frozen=True):
    """What lies there, and the leaf of it that is seen, from 0."""

    what: HistoryView | ExplainedView
    leaf: int = 0


class Leafed(Struct, frozen=True):
    """What a key did to a page: the page now, None if it is closed, and a question for the controller."""

    page: Page | None
    ask: Asking | None = None


Turned: TypeAlias = Leafed | None
"""None: the key is none of the page's."""


def opened(page: Page | None, heard: HistoryView | ExplainedView) -> Page:
    """The page after an answer of the controller: a new one, or older hands put behind those that are there."""
    if isinstance(heard, HistoryView) and heard.before_hand and page is not None:
        shown = page.what
        if isinstance(shown, HistoryView) and shown.hands and shown.hands[-1].hand == heard.before_hand:
            return replace(page, what=replace(heard, hands=(*shown.hands, *heard.hands), before_hand=shown.before_hand))
    return Page(heard)


def leafed(page: Page, key: str, leaves: int) -> Turned:
    """What `key` does to a page of so many leaves; the last leaf of a history that goes on asks for more of it."""
    if key in CLOSING:
        return Leafed(None)
    if key in UP:
        return Leafed(replace(page, leaf=max(0, page.leaf - 1)))
    if key in DOWN:
        leaf = min(page.leaf + 1, leaves - 1)
        near_the_end = leaf >= leaves - 2
        return Leafed(replace(page, leaf=leaf), _older(page) if near_the_end else None)
    if isinstance(page.what, ExplainedView) and key in BEFORE | AFTER:
        number = page.what.number + (1 if key in AFTER else -1)
        return Leafed(page, Explain(number) if 1 <= number <= page.what.count else None)
    return None


def _older(page: Page) -> AskHistory | None:
    what = page.what
    if not isinstance(what, HistoryView) or not what.more or not what.hands:
        return None
    return AskHistory(what.hands[-1].hand, AT_A_TIME)


def wants_a_look(before: TableView | None, view: TableView) -> bool:
    """Whether something has come that the dealer must see: a question or an open case that was not there."""
    if before is None:
        return False
    asked = {prompt.prompt for prompt in before.prompts}
    cases = {(found.topic, found.seat, found.number) for found in before.findings if found.open}
    new_case = any(found.open and (found.topic, found.seat, found.number) not in cases for found in view.findings)
    return new_case or any(prompt.prompt not in asked for prompt in view.prompts)
