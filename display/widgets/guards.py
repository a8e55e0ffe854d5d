"""Keys that would hit what the dealer cannot mean: under a count or page that lies there, before a question is read."""

from __future__ import annotations

from typing import Final

from display.keys.cases import options
from display.keys.menus import ACTS, MENU_KEY
from display.keys.reading import DIGITS
from display.widgets.shown import Shown
from table_controller.vocabulary.views import TableView

UNREAD_S: Final = 0.7
"""For so long after a question has appeared no key answers it: the finger was on its way to something else."""

_OVER_A_PAGE: Final = frozenset(ACTS[code].key for code in ("explain", "history", "help", "language", "theme"))
"""Keys that do nothing to the hand and are seen to work with a page over the table."""


def only_closes(shown: Shown, key: str) -> bool:
    """Whether the key closes the count and does nothing else: what lies under it cannot be seen.

    The menu, the count's own key, and the floor's choice where there is one do what they always do.
    """
    if not shown.counting or shown.pad.mode != "idle":
        return False
    return key not in {MENU_KEY, "M"} and not _chooses(shown, key)


def passes(shown: Shown, key: str) -> bool:
    """Whether a key that is none of a page's own does what it always does, though the page lies over the table."""
    return key == MENU_KEY or key in _OVER_A_PAGE or _chooses(shown, key)


def _chooses(shown: Shown, key: str) -> bool:
    return key == "o" and bool(options(shown.view))


def too_soon(shown: Shown, key: str, since_s: float) -> bool:
    """Whether the key would answer a question that has stood there for `since_s` only."""
    answers = shown.pad.mode == "idle" and (key in DIGITS or key == "enter")
    return answers and first_question(shown.view) != "" and since_s < UNREAD_S


def first_question(view: TableView | None) -> str:
    """The question that answers are for now, empty if there is none."""
    return view.prompts[0].prompt if view is not None and view.prompts else ""
