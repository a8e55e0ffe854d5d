"""The page of keys, over the table; any key closes it."""

from __future__ import annotations

from typing import Final

from textual.widgets import Static

from display import palette
from display.paint import Line, content, fit
from display.wording import Wording

KEYS: Final = ("c", "k", "b", "r", "n", "a", "f", "w", "e", "t", "m", "h", "s", "digits", "o", "u", "p", "q")


class Help(Static):
    """What every key does."""

    def draw(self, words: Wording, width: int, rows: int) -> None:
        """Show the page on `width` x `rows` cells."""
        self.update(content(help_lines(words, width)[:rows]), layout=False)


def help_lines(words: Wording, width: int) -> list[Line]:
    """One line for each key."""
    head: Line = [(f" {words.say('help.title')}", palette.STRONG), (f"   {words.say('key.close')}", palette.QUIET)]
    keys: list[Line] = [
        [(f" {'1-9' if key == 'digits' else key:>4}  ", palette.KEY), (words.say(f"help.{key}"), palette.PLAIN)]
        for key in KEYS
    ]
    notes: list[Line] = [[(f" {words.say(f'help.{note}')}", palette.QUIET)] for note in ("sensed", "marks")]
    return [fit(width, line) for line in (head, *keys, *notes)]
