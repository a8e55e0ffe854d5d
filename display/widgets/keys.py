"""The bottom line: the keys worth pressing now."""

from __future__ import annotations

from textual.widgets import Static

from display import palette
from display.keypad import offered
from display.paint import Line, cells, content, join
from display.shown import Shown
from display.wording import Wording

_ALWAYS = 2
"""The last two keys, help and leave, are always shown."""


class KeyLine(Static):
    """Keys and what they do."""

    def draw(self, shown: Shown, words: Wording, width: int) -> None:
        """Show as many keys as fit."""
        self.update(content([key_line(shown, words, width)]), layout=False)


def key_line(shown: Shown, words: Wording, width: int) -> Line:
    """Whole keys only: the first ones, and always the last two."""
    keys: list[Line] = []
    for key, code in offered(shown.pad, shown.view):
        name = words.say("key.resume" if code == "key.pause" and shown.paused else code)
        keys.append([(key, palette.KEY), (f" {name}", palette.QUIET)])
    ends = keys[-_ALWAYS:]
    kept: list[Line] = []
    for key_piece in keys[:-_ALWAYS]:
        if cells(join([*kept, key_piece, *ends], "  ")) > width - 2:
            break
        kept.append(key_piece)
    return [(" ", ""), *join([*kept, *ends], "  ")]
