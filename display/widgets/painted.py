"""What every part of the screen is painted with: rows of styled text, of which a change costs those that changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import zip_longest

from rich.segment import Segment
from rich.style import Style as Ink
from textual.geometry import Region
from textual.strip import Strip
from textual.style import Style
from textual.widget import Widget

from display.screen import themes
from display.screen.paint import Piece, Row, guarded
from display.widgets.themed import Themed


class Painted(Widget):
    """Shows the rows that it was given last, cut at its edge. Its size is given to it: no text is ever laid out."""

    rows: tuple[Row, ...] = ()

    def paint(self, lines: Iterable[Sequence[Piece]]) -> None:
        """Show `lines`; only rows that differ from those before are painted again."""
        before, self.rows = self.rows, tuple(guarded(line) for line in lines)
        changed = [y for y, (was, now) in enumerate(zip_longest(before, self.rows)) if was != now]
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        """Textual asks for a row that is to be painted."""
        theme = self.app.worn if isinstance(self.app, Themed) else themes.DEFAULT
        ground, row = self.visual_style, self.rows[y] if y < len(self.rows) else ()
        segments = [Segment(text, _ink(ground, theme.look(role))) for text, role in row]
        return Strip(segments).adjust_cell_length(self.size.width, _ink(ground, ""))


@lru_cache(maxsize=1024)
def _ink(ground: Style, look: str) -> Ink:
    """What Rich makes of a look on the ground of a widget."""
    return (ground + Style.parse(look)).rich_style
