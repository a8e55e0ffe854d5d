"""A line chart in signs of a terminal: lines in Braille dots or ASCII dots, each known by a sign of its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from display.printed.paper import Paper

SEVERAL: Final = "*"
"""Where the signs of several lines meet."""

_BRAILLE: Final = 0x2800
_DOTS: Final = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The dots of a Braille sign by row and column."""

_SIGN_EVERY: Final = 8
"""Cells from one sign of a line to its next."""


class Line(Struct, frozen=True):
    """One line: the sign that marks it, and its points from the left to the right, None where there is none."""

    sign: str
    points: Sequence[int | None]


def drawn(lines: Sequence[Line], rows: int, ends: tuple[str, str], paper: Paper) -> list[str]:
    """The lines over a scale from 0 to their highest point, all points equally far apart, as wide as the paper.

    `ends` stand below the first and the last point.
    """
    top = max((point for line in lines for point in line.points if point), default=1)
    labels = {0: f"{top:,}", (rows - 1) // 2: f"{round(top * (1 - (rows - 1) // 2 / (rows - 1))):,}", rows - 1: "0"}
    wide = max(map(len, labels.values()))
    columns = paper.columns - wide - 2
    dots = (1, 1) if paper.ascii_only else (2, 4)
    cells: dict[tuple[int, int], int] = {}
    signs: dict[tuple[int, int], str] = {}
    for line in lines:
        for x, y in _path(line.points, top, columns * dots[0] - 1, rows * dots[1] - 1):
            at = (x // dots[0], y // dots[1])
            cells[at] = cells.get(at, 0) | _DOTS[y % dots[1]][x % dots[0]]
        for x, y in _marks(line.points, top, columns - 1, rows - 1):
            signs[x, y] = line.sign if signs.get((x, y), line.sign) == line.sign else SEVERAL
    first, last = ends
    below = f"{'':{wide}}  {first}{last:>{columns - len(first)}}"
    lit = {at: "." if paper.ascii_only else chr(_BRAILLE + lit_dots) for at, lit_dots in cells.items()} | signs
    axis = "|" if paper.ascii_only else "│"
    return [
        *(
            f"{labels.get(y, ''):>{wide}} {axis}{''.join(lit.get((x, y), ' ') for x in range(columns))}".rstrip()
            for y in range(rows)
        ),
        below,
    ]


def _path(points: Sequence[int | None], top: int, right: int, bottom: int) -> Iterator[tuple[int, int]]:
    """The dots of a line without a gap: a steep part is as many dots high as it climbs."""
    last: tuple[int, int] | None = None
    for number, point in enumerate(points):
        if point is None:
            last = None
            continue
        x, y = _at(number, len(points), point, top, right, bottom)
        x0, y0 = last or (x, y)
        for step in range(x0, x + 1):
            here = y0 + (y - y0) * (step - x0) / max(1, x - x0)
            after = y0 + (y - y0) * (min(step + 1, x) - x0) / max(1, x - x0)
            yield from ((step, between) for between in range(*_ordered(round(here), round(after))))
        last = x, y


def _ordered(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other) + 1


def _marks(points: Sequence[int | None], top: int, right: int, bottom: int) -> Iterator[tuple[int, int]]:
    """Where the sign of a line stands: at the first and the last point, and at some on the way."""
    there = [(number, point) for number, point in enumerate(points) if point is not None]
    last_x = -_SIGN_EVERY
    for number, point in there:
        x, y = _at(number, len(points), point, top, right, bottom)
        if x - last_x >= _SIGN_EVERY or number == there[-1][0]:
            yield x, y
            last_x = x


def _at(number: int, count: int, point: int, top: int, right: int, bottom: int) -> tuple[int, int]:
    return round(number * right / max(1, count - 1)), round((1 - point / top) * bottom)
