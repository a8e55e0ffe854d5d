"""The middle of the table: street, board and pots."""

from __future__ import annotations

from display.screen import themes
from display.screen.paint import Line, cells
from display.widgets.board import board_lines
from display.widgets.painted import Painted
from display.widgets.pots import drawn_pots, pot_lines
from display.wording.wording import Wording
from table_controller.vocabulary.views import TableView


class Middle(Painted):
    """Board and pots, centred on the felt."""

    def draw(self, view: TableView, words: Wording, width: int, height: int, *, large: bool) -> None:
        """Show the middle of `view` on `width` x `height` cells; a `large` one has the pots three rows high."""
        self.paint(middle_lines(view, words, width, height, large=large))


def middle_lines(view: TableView, words: Wording, width: int, height: int, *, large: bool = False) -> list[Line]:
    """Street, board and pots as `height` lines."""
    board = board_lines(view, height // 3, width)
    street: list[Line] = [[(words.street(view.street, view), themes.QUIET)]]
    gap: list[Line] = [[]] if height - len(board) - len(street) > len(view.pots) + 1 else []
    room = height - len(board) - len(street) - (len(gap) if board else 0)
    drawn = drawn_pots(view, words, width) if large else []
    drawn = drawn if len(drawn) + max(1, len(view.pots)) <= room else []
    pots = [*drawn, *pot_lines(view, words, width, max(1, room - len(drawn)))]
    lines = [*street, *board, *(gap if board and pots else []), *pots][:height]
    above = (height - len(lines)) // 2
    return [*([] for _ in range(above)), *(_centred(line, width) for line in lines)]


def _centred(line: Line, width: int) -> Line:
    return [(" " * ((width - cells(line)) // 2), ""), *line]
