"""What a terminal shows that is too small for the table."""

from __future__ import annotations

from display import palette
from display.geometry import Box
from display.paint import Line, wrap
from display.placing import put
from display.widgets.painted import Painted
from display.wording import Wording


class TooSmall(Painted):
    """Says how large the terminal must be."""

    def draw(self, words: Wording, columns: int, rows: int) -> None:
        """Fill the terminal with the one sentence."""
        put(self, Box(0, 0, columns, rows))
        text = words.say("note.small", columns=str(columns), rows=str(rows))
        lines: list[Line] = [[(row, palette.WARN)] for row in wrap(text, max(1, columns))]
        self.paint(lines[:rows])
