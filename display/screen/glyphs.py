"""Text three rows high, for a screen on a wall: letters and digits drawn in half cells.

Each letter is five dots high; above them one row is left for accents. Letters that the table below does not have (a
name in another script) are drawn by nobody: then the text stands there in the size of the terminal.
"""

from __future__ import annotations

import unicodedata
from typing import Final

ROWS: Final = 3
"""Rows of the terminal that a drawn text takes."""

_DOTS: Final = 5
_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}
_ACCENTS: Final = {"\u0300": "#..", "\u0301": "..#", "\u0303": "##.", "\u0308": "#.#", "\u0302": ".#."}
"""Grave, acute, tilde, diaeresis and circumflex, in the row above a letter."""

_SHAPES: Final = """
A .##.|#..#|####|#..#|#..#   B ###.|#..#|###.|#..#|###.   C .###|#...|#...|#...|.###
D ###.|#..#|#..#|#..#|###.   E ###|#..|##.|#..|###        F ###|#..|##.|#..|#..
G .###|#...|#.##|#..#|.###   H #..#|#..#|####|#..#|#..#   I #|#|#|#|#
J ..#|..#|..#|#.#|.#.        K #..#|#.#.|##..|#.#.|#..#   L #..|#..|#..|#..|###
M #...#|##.##|#.#.#|#...#|#...#   N #..#|##.#|#.##|#..#|#..#   O .##.|#..#|#..#|#..#|.##.
P ###.|#..#|###.|#...|#...   Q .##.|#..#|#..#|#.##|.###   R ###.|#..#|###.|#.#.|#..#
S .###|#...|.##.|...#|###.   T ###|.#.|.#.|.#.|.#.        U #..#|#..#|#..#|#..#|.##.
V #...#|#...#|.#.#.|.#.#.|..#..   W #...#|#...#|#.#.#|##.##|#...#   X #.#|#.#|.#.|#.#|#.#
Y #.#|#.#|.#.|.#.|.#.        Z ####|...#|.##.|#...|####
0 ###|#.#|#.#|#.#|###   1 .#.|##.|.#.|.#.|###   2 ###|..#|###|#..|###   3 ###|..#|.##|..#|###
4 #.#|#.#|###|..#|..#   5 ###|#..|###|..#|###   6 ###|#..|###|#.#|###   7 ###|..#|..#|.#.|.#.
8 ###|#.#|###|#.#|###   9 ###|#.#|###|..#|###
, .|.|.|#|#   . .|.|.|.|#   : .|#|.|#|.   - ...|...|###|...|...   + ...|.#.|###|.#.|...
/ ..#|..#|.#.|#..|#..   ( .#|#.|#.|#.|.#   ) #.|.#|.#|.#|#.   ' #|#|.|.|.   ! #|#|#|.|#
? ###|..#|.##|...|.#.   ¿ .#.|...|##.|#..|###   ♥ .#.#.|#####|#####|.###.|..#..   ♦ ..#..|.###.|#####|.###.|..#..
♠ ..#..|.###.|#####|#####|..#..   ♣ .###.|.###.|#####|##.##|..#..
; .|#|.|#|#   · .|.|#|.|.   = ...|###|...|###|...
"""
_PARTS: Final = _SHAPES.split()
_LETTERS: Final = {
    " ": ("..",) * _DOTS,
    "\u00a0": ("..",) * _DOTS,
    **{sign: tuple(rows.split("|")) for sign, rows in zip(_PARTS[::2], _PARTS[1::2], strict=True)},
}


def glyphs(text: str) -> tuple[str, ...] | None:
    """The `ROWS` rows of a text in capitals, all equally wide; None where a letter cannot be drawn."""
    dots = [""] * (_DOTS + 1)
    for number, letter in enumerate(text.upper()):
        drawn = _drawn(letter)
        if drawn is None:
            return None
        dots = [row + ("." if number else "") + more for row, more in zip(dots, drawn, strict=True)]
    pairs = zip(dots[::2], dots[1::2], strict=True)
    return tuple(
        "".join(_HALVES[above == "#", below == "#"] for above, below in zip(upper, lower, strict=True))
        for upper, lower in pairs
    )


def _drawn(letter: str) -> tuple[str, ...] | None:
    """The dots of one letter, its accent above it."""
    parts = unicodedata.normalize("NFD", letter)
    base, marks = parts[0], parts[1:]
    shape = _LETTERS.get(base)
    if shape is None or len(marks) > 1 or any(mark not in _ACCENTS for mark in marks):
        return None
    wide = len(shape[0])
    above = _ACCENTS[marks[0]].center(wide, ".")[:wide] if marks else "." * wide
    return (above, *shape)
