"""The board: named cards face up, cards not yet named as backs."""

from __future__ import annotations

from typing import Final

from display.screen import glyphs, themes
from display.screen.paint import Line, join
from display.wording.wording import face
from table_controller.vocabulary.views import TableView

SIZES = ((5, 12), (3, 6), (1, 4))
"""Rows and columns of a card, largest first; on the largest, rank and suit are drawn."""

_DRAWN: Final = SIZES[0][0]


def board_lines(view: TableView, rows: int, columns: int) -> list[Line]:
    """The board's cards as large as `rows` x `columns` cells allow; nothing before the flop."""
    count = max(view.board_count, len(view.board))
    if count == 0:
        return []
    high, wide = next((size for size in SIZES if size[0] <= rows and count * (size[1] + 1) <= columns), SIZES[-1])
    if high == _DRAWN:
        cut = [(_drawn(card), themes.FACES.get(card[-1:], themes.PLAIN)) for card in view.board]
        cut += [(("", "", "▒▒", "", ""), themes.BACK)] * (count - len(view.board))
        return [join(([(rows_of[row].center(wide), style)] for rows_of, style in cut), " ") for row in range(high)]
    cards: list[tuple[str, str]] = [(face(card), themes.FACES.get(card[-1:], themes.PLAIN)) for card in view.board]
    cards += [("▒▒", themes.BACK)] * (count - len(cards))
    middle = join(([(text.center(wide), style)] for text, style in cards), " ")
    blank = join(([(" " * wide, style)] for _, style in cards), " ")
    return [middle if row == high // 2 else blank for row in range(high)]


def _drawn(card: str) -> tuple[str, ...]:
    """The rows of a large card: its rank and its suit three rows high."""
    told = face(card)
    rows = glyphs.glyphs(told)
    return ("", *rows, "") if rows is not None else ("", "", told, "", "")
