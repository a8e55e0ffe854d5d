"""What a terminal shows that is too small for the table."""

from __future__ import annotations

from display.screen import themes
from display.screen.geometry import Box
from display.screen.paint import Line, wrap
from display.screen.placing import put
from display.widgets.painted import Painted
from display.wording.wording import Wording


class TooSmall(Painted):
    """Says how large the terminal must be."""

    def draw(self, words: Wording, columns: int, rows: int) -> None:
        """Fill the terminal with the one sentence."""
        put(self, Box(0, 0, columns, rows))
        text = words.say("note.small", columns=str(columns), rows=str(rows))
        lines: list[Line] = [[(row, themes.WARN)] for row in wrap(text, max(1, columns))]
        self.paint(lines[:rows])
