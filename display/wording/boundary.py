"""The one function through which untrusted text passes before a screen or a log shows it.

Player names, reasons told by nodes and whatever else other programs wrote may hold control bytes,
text that runs backwards, letters without width. Textual and Rich pass escape codes on to the terminal,
so nothing of the kind may reach them. `clean` decides what may be shown; `guard` is the same filter
for whole lines that the display composed itself, a last net under it.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

from rich.cells import cell_len

NAME_CELLS: Final = 24
"""Longest player name on a screen, in terminal cells."""

TEXT_CELLS: Final = 160
"""Longest other text from outside, in terminal cells."""

ELLIPSIS: Final = "…"

_MARKS_IN_A_ROW: Final = 2
"""Combining marks kept on one letter: enough for Vietnamese and pointed Hebrew, too few to cover other lines."""

_READ_PER_CELL: Final = 16
"""Characters looked at for each cell asked for, so that a hostile megabyte costs nothing."""

_UNSURE_WIDTH: Final = (
    (0x115F, 0x1160),  # Hangul fillers: letters that draw nothing
    (0x17B4, 0x17B5),  # Khmer vowels that draw nothing
    (0x2800, 0x2800),  # the empty Braille pattern
    (0x3164, 0x3164),  # Hangul filler
    (0xFFA0, 0xFFA0),  # half-width Hangul filler
    (0x034F, 0x034F),  # the mark that joins and draws nothing
    (0xFE00, 0xFE0F),  # variation selectors change the width of the sign before them
    (0x1F1E6, 0x1F1FF),  # halves of flags: one terminal counts 1 cell, another 2
    (0x1F3FB, 0x1F3FF),  # skin tones: drawn alone or melted into the sign before them
    (0xE0100, 0xE01EF),  # more variation selectors
)


@lru_cache(maxsize=4096)
def clean(text: str, max_cells: int = TEXT_CELLS) -> str:
    """`text` with nothing in it but visible signs and single spaces, at most `max_cells` wide.

    Normal form NFC. Control and format characters (C0, C1, ESC, bidi, zero-width), surrogates, private and
    unassigned code points are dropped, white space of any kind becomes one space, and marks are bounded.
    What is too long ends in an ellipsis. Cleaning twice changes nothing.
    """
    shown = unicodedata.normalize("NFC", " ".join(_visible(text[: max_cells * _READ_PER_CELL]).split()))
    return shorten(shown, max_cells)


def clean_name(name: str) -> str:
    """A player's name, fit to be shown."""
    return clean(name, NAME_CELLS)


@lru_cache(maxsize=4096)
def guard(line: str) -> str:
    """A composed line without any character that could steer a terminal; spaces stay as they are."""
    if line.isascii() and line.isprintable():
        return line
    return "".join(" " if char == "\t" else char for char in line if char == "\t" or _kind(char)[0] != "C")


def guard_lines(text: str) -> str:
    """`guard` for a text of several lines: their ends are kept."""
    return "\n".join(guard(line) for line in text.split("\n"))


def shorten(text: str, max_cells: int) -> str:
    """`text` cut to `max_cells` cells, the cut marked with an ellipsis."""
    if cell_len(text) <= max_cells:
        return text
    kept, cells = "", 0
    for char in text:
        cells += cell_len(char)
        if cells > max_cells - 1:
            break
        kept += char
    return kept.rstrip() + ELLIPSIS if max_cells > 0 else ""


def _visible(text: str) -> str:
    """The visible characters of `text`, white space turned to spaces."""
    kept: list[str] = []
    marks = _MARKS_IN_A_ROW  # a mark needs a letter to stand on
    for char in unicodedata.normalize("NFC", text):
        kind = _kind(char)
        if kind[0] == "M":
            marks += 1
            if marks <= _MARKS_IN_A_ROW:
                kept.append(char)
            continue
        if kind[0] == "Z" or char in "\t\n\v\f\r\x85":
            kept.append(" ")
            marks = _MARKS_IN_A_ROW
        elif kind[0] != "C":
            kept.append(char)
            marks = 0
    return "".join(kept)


def _kind(char: str) -> str:
    """General category of `char`; signs that terminals disagree about count as control characters."""
    point = ord(char)
    if any(low <= point <= high for low, high in _UNSURE_WIDTH):
        return "Cf"
    return unicodedata.category(char)
