"""Lines of styled text, measured in terminal cells, and the one way from them to the terminal.

A line is a list of (text, role) pieces, roles being those of `themes`. Whoever composes one offers the fullest form
first and shorter forms after it: `fit` takes the first that has room, so no amount is ever cut in the middle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rich.cells import cell_len

from display.wording import boundary

Piece: TypeAlias = tuple[str, str]
Line: TypeAlias = list[Piece]
Row: TypeAlias = tuple[Piece, ...]
"""A line that is fit for the terminal."""


def cells(line: Sequence[Piece]) -> int:
    """Width of a line in terminal cells."""
    return sum(cell_len(text) for text, _ in line)


def spread(left: Line, right: Line, width: int) -> Line | None:
    """`left` at the left, `right` at the right end of `width` cells; None if they do not both fit."""
    gap = width - cells(left) - cells(right)
    if gap < (1 if left and right else 0):
        return None
    return [*left, (" " * gap, ""), *right]


def part(line: Line, begin: int, end: int) -> Line:
    """The cells of a line from `begin` up to `end`; its signs are all one cell wide."""
    cut: Line = []
    for text, style in line:
        cut += [(piece, style)] if (piece := text[max(0, begin) : max(0, end)]) else []
        begin, end = begin - len(text), end - len(text)
    return cut


def fit(width: int, *forms: Line | None) -> Line:
    """The first form that fits into `width` cells; if none does, the last one, shortened with an ellipsis."""
    known = [form for form in forms if form is not None]
    for form in known:
        if cells(form) <= width:
            return form
    return _shortened(known[-1], width) if known else []


def join(parts: Iterable[Line], gap: str) -> Line:
    """Lines put one after the other with `gap` between them."""
    joined: Line = []
    for part in parts:
        if part:
            joined += [(gap, ""), *part] if joined else part
    return joined


def flow(parts: Iterable[Line], width: int, gap: str = "  ") -> list[Line]:
    """Parts laid one after the other, with a new line wherever the next part has no room."""
    lines: list[Line] = []
    for part in parts:
        whole = part if cells(part) <= width else _shortened(part, width)
        if lines and cells(lines[-1]) + len(gap) + cells(whole) <= width:
            lines[-1] = [*lines[-1], (gap, ""), *whole]
        else:
            lines.append(list(whole))
    return lines


def wrap(text: str, width: int) -> list[str]:
    """`text` broken between words into lines of at most `width` cells."""
    lines: list[str] = []
    for word in text.split():
        piece = boundary.shorten(word, width)
        if lines and cell_len(lines[-1]) + 1 + cell_len(piece) <= width:
            lines[-1] += f" {piece}"
        else:
            lines.append(piece)
    return lines


def guarded(line: Sequence[Piece]) -> Row:
    """A line as it may go to the terminal: no control character passes."""
    return tuple((boundary.guard(text), role) for text, role in line)


def _shortened(line: Line, width: int) -> Line:
    kept: Line = []
    room = width
    for text, style in line:
        piece = boundary.shorten(text, room)
        kept.append((piece, style))
        room -= cell_len(piece)
        if piece != text or room <= 0:
            break
    return kept
