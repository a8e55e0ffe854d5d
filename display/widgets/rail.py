"""The table itself, drawn under the seats: wood around felt. Decoration only; it says nothing."""

from __future__ import annotations

from functools import lru_cache

from display.screen import themes
from display.screen.geometry import Box
from display.screen.paint import Line
from display.widgets.painted import Painted

_ROUNDNESS = 3.2
"""Exponent of the superellipse: 2 is an ellipse, more is squarer."""


_INSET = (5, 2)
"""Columns and rows between the oval and the edge, so that the seats lie across the rail."""


class Rail(Painted):
    """An oval of felt in a rail of wood; on a small screen all is felt."""

    def draw(self, columns: int, rows: int, *, oval: bool) -> list[Line]:
        """Fill `columns` x `rows` cells, and return the rows of the picture."""
        lines = rail_lines(columns, rows, oval=oval)
        self.paint(lines)
        return lines


@lru_cache(maxsize=8)
def rail_lines(columns: int, rows: int, *, oval: bool) -> list[Line]:
    """The rows of the picture; each is exactly `columns` wide."""
    if not oval:
        return [[(" " * columns, themes.FELT)]] * rows
    box = Box(_INSET[0], _INSET[1], columns - 2 * _INSET[0], rows - 2 * _INSET[1])
    wood = [_reach(box, row, 0) for row in range(rows)]
    felt = [_reach(box, row, 1) for row in range(rows)]
    return [_row(columns, box, outer, inner) for outer, inner in zip(wood, felt, strict=True)]


def _reach(oval: Box, row: int, rim: int) -> int:
    """Half the width of the oval in a row, `rim` cells further in; 0 outside."""
    half_height = oval.height / 2 - rim
    half_width = oval.width / 2 - 2 * rim
    if half_height <= 0 or half_width <= 0:
        return 0
    off = abs(row + 0.5 - (oval.y + oval.height / 2)) / half_height
    return 0 if off >= 1 else round(half_width * (1 - off**_ROUNDNESS) ** (1 / _ROUNDNESS))


def _row(columns: int, oval: Box, outer: int, inner: int) -> Line:
    centre = oval.x + oval.width // 2
    edges = (centre - outer, centre - inner, centre + inner, centre + outer, columns)
    styles = (themes.NIGHT, themes.RAIL, themes.FELT, themes.RAIL, themes.NIGHT)
    line: Line = []
    at = 0
    for edge, style in zip(edges, styles, strict=True):
        if edge > at:
            line.append((" " * (edge - at), style))
            at = edge
    return line
