"""The menu of all that can be keyed, or the lines of a choice: numbered, and each line a target for a finger."""

from __future__ import annotations

from typing import Final

from textual.events import Click

from display.keys.hints import MenuLine, menu_lines
from display.screen import themes
from display.screen.geometry import Box
from display.screen.paint import Line, fit, spread
from display.widgets.asking import asked, placed
from display.widgets.look import look_lines, look_rows
from display.widgets.painted import Painted
from display.widgets.shown import Shown
from display.widgets.touch import Target, touched
from display.wording.wording import Wording

_TALLEST: Final = 3
"""Rows of a line where there is room for them: about as high as a finger is broad."""

_NARROWEST: Final = 36
"""Columns of a line beside another one."""

_LEAST: Final = 26
"""The same where the lines have no room otherwise."""


class Menu(Painted):
    """In the place of the panel, while there is something to choose."""

    targets: tuple[Target, ...] = ()

    def draw(self, shown: Shown, words: Wording, width: int, rows: int) -> None:
        """Show all lines on `width` x `rows` cells."""
        if shown.pad.held is not None:
            drawn, self.targets = look_lines(shown, words, width, rows), ()
        else:
            drawn, self.targets = menu_picture(shown, words, width, rows)
        self.paint(drawn)

    def on_click(self, click: Click) -> None:
        """A touch is the key of the line."""
        if message := touched(self.targets, click.x, click.y):
            self.post_message(message)


def menu_rows(shown: Shown, words: Wording, width: int) -> int:
    """The rows that the menu, or what a command would change, would like to have; 0 while there is none of them."""
    if shown.pad.held is not None:
        return look_rows(shown, words, width)
    count = len(menu_lines(shown.pad, shown.view))
    across = _most_across(width)
    return 1 + -(-count // across) * (_TALLEST if across == 1 else _TALLEST - 1) if count else 0


def menu_picture(shown: Shown, words: Wording, width: int, rows: int) -> tuple[list[Line], tuple[Target, ...]]:
    """The title and the numbered lines, as high as `rows` allow, and where a touch chooses each."""
    lines = menu_lines(shown.pad, shown.view)
    most = _most_across(width)
    if not _high(len(lines), most, rows):  # as many games as there are have room beside each other only
        most = max(most, width // _LEAST)
    across = max(range(1, most + 1), key=lambda count: (_high(len(lines), count, rows), -count))
    down = max(1, -(-len(lines) // across))
    high = max(1, _high(len(lines), across, rows))
    column = (width - 1) // across
    drawn: list[Line] = [[] for _ in range(1 + high * down)]
    title: Line = (
        [(_title(shown, words), themes.STRONG)] if shown.pad.mode == "menu" else asked(shown, words, width - 2)
    )
    drawn[0] = fit(width - 1, [(" ", ""), *title])
    targets = []
    for number, line in enumerate(lines):
        x, y = 1 + number // down * column, 1 + number % down * high
        targets.append(Target(Box(x, y, column - 1, high), line.key))
        at = y + (high - 1) // 2
        drawn[at] = [*drawn[at], (" ", ""), *_written(line, shown, words, column - 1)]
    return drawn, tuple(targets)


def _high(count: int, across: int, rows: int) -> int:
    """Rows of each of `count` lines, if so many stand side by side; 0 if they have no room."""
    return min(_TALLEST, (rows - 1) // max(1, -(-count // across)))


def _most_across(width: int) -> int:
    return max(1, width // (_NARROWEST + 2))


def _title(shown: Shown, words: Wording) -> str:
    return words.say(f"menu.{shown.pad.menu}" if shown.pad.menu else "menu.title")


def _written(line: MenuLine, shown: Shown, words: Wording, width: int) -> Line:
    """Number and words, and at the right the key that does the same without the menu; exactly `width` cells."""
    text = placed(line.code, shown.view, words) if line.group == "place" else words.code(line.group, line.code)
    named: Line = [(f"{line.key} ", themes.KEY), (text, themes.PLAIN)]
    shortcut: Line = [(line.shortcut, themes.QUIET)] if line.shortcut else []
    whole = spread(named, shortcut, width)
    return whole or fit(width, spread(named, [], width), named)
