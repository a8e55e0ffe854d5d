"""The last row of the form: its keys, each a target for a finger."""

from __future__ import annotations

from typing import Final

from textual.events import Click

from display.screen import themes
from display.screen.geometry import Box
from display.screen.paint import Line, cells
from display.setup.form import Form
from display.widgets.painted import Painted
from display.widgets.touch import Target, touched
from display.wording.wording import Wording

_KEYS: Final = (("F2", "f2", "setup.key.save"), ("Esc", "escape", "setup.key.cancel"))
_MORE: Final = (
    ("↑↓", "down", "setup.key.move"),
    ("←→", "right", "setup.key.choose"),
    ("Del", "delete", "setup.key.empty"),
)
_DONE: Final = (("Esc", "escape", "setup.key.leave"),)


class Foot(Painted):
    """Save, cancel, and how to move."""

    targets: tuple[Target, ...] = ()

    def draw(self, form: Form, words: Wording, width: int) -> None:
        """Show the keys on one row of `width` cells: whole ones only."""
        line, self.targets = foot_line(form, words, width)
        self.paint([line])

    def on_click(self, click: Click) -> None:
        """A touch is the key that is shown there."""
        if message := touched(self.targets, click.x, click.y):
            self.post_message(message)


def foot_line(form: Form, words: Wording, width: int) -> tuple[Line, tuple[Target, ...]]:
    """The keys, and where a touch stands for each."""
    line: Line = []
    targets = []
    for shown, key, code in _DONE if form.saved is not None else (*_KEYS, *_MORE):
        piece: Line = [(" ", ""), (shown, themes.KEY), (f" {words.say(code)} ", themes.PLAIN)]
        if cells([*line, *piece]) > width:
            break
        targets.append(Target(Box(cells(line), 0, cells(piece), 1), key))
        line += piece
    return line, tuple(targets)
