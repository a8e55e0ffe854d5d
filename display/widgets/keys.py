"""The bottom line: the keys worth pressing now."""

from __future__ import annotations

from textual.widgets import Static

from display import palette
from display.keypad import offered, seldom
from display.paint import Line, cells, content, join
from display.shown import Shown
from display.wording import Wording

_LAST = frozenset({"u", "p", "?", "q"})
"""Undo, pause, help and leave are always shown; a key that is asked for just now gives way to none of them."""


class KeyLine(Static):
    """Keys and what they do."""

    def draw(self, shown: Shown, words: Wording, width: int) -> None:
        """Show as many keys as fit."""
        self.update(content([key_line(shown, words, width)]), layout=False)


def key_line(shown: Shown, words: Wording, width: int) -> Line:
    """Whole keys only: the first ones and always the last ones; seldom ones where room is left."""
    firsts: list[Line] = []
    ends: list[Line] = []
    for key, code in offered(shown.pad, shown.view):
        name = words.say("key.resume" if code == "key.pause" and shown.paused else code)
        (ends if shown.pad.mode == "idle" and key in _LAST else firsts).append(_key(key, name))
    if shown.pad.mode != "idle":
        firsts, ends = firsts[:-2], firsts[-2:]
    more = [_key(key, words.say(code)) for key, code in seldom(shown.pad, shown.view)]
    kept: list[Line] = []
    for piece in (*firsts, *more):
        if cells(join([*kept, piece, *ends], "  ")) > width - 2:
            break
        kept.append(piece)
    return [(" ", ""), *join([*kept, *ends], "  ")]


def _key(key: str, name: str) -> Line:
    return [(key, palette.KEY), (f" {name}", palette.QUIET)]
