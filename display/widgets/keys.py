"""The bottom line: the keys worth pressing now, each of them a target for a finger."""

from __future__ import annotations

from msgspec import Struct
from textual.events import Click

from display.keys.hints import SHOWN, each_key, offered, seldom
from display.keys.menus import MENU_KEY
from display.screen import themes
from display.screen.geometry import Box
from display.screen.paint import Line, cells, join
from display.widgets.painted import Painted
from display.widgets.shown import Shown
from display.widgets.touch import Target, touched
from display.wording.wording import Wording

_LAST = (MENU_KEY, "u", "p", "?")
"""Menu, undo, pause and help are always shown; a key that is asked for just now gives way to none of them."""

_NICE = ("y", "q")
"""Redo and leave stand there too where the others leave room; the menu and the help have them."""

_GAP = 2
"""Cells between two keys; half of them belong to the target at each side, so that the shortest has three."""


class _Piece(Struct, frozen=True):
    """One hint as it stands on the line: its keys, and what they do."""

    keys: tuple[tuple[str, str], ...]
    name: str

    def line(self) -> Line:
        shown = "  ".join(label for label, _ in self.keys)
        return [(shown, themes.KEY), (f" {self.name}", themes.QUIET)]

    def targets(self, x: int, rows: int) -> tuple[Target, ...]:
        """Each key with the half gaps around it; the name belongs to the last one."""
        found = []
        for number, (label, key) in enumerate(self.keys):
            last = number == len(self.keys) - 1
            width = cells([(label, "")]) + (1 + cells([(self.name, "")]) if last else 0)
            found.append(Target(Box(x - 1, 0, width + _GAP, rows), key))
            x += width + _GAP
        return tuple(found)


class KeyLine(Painted):
    """Keys and what they do."""

    targets: tuple[Target, ...] = ()

    def draw(self, shown: Shown, words: Wording, width: int, rows: int) -> None:
        """Show as many keys as fit, in the middle of the rows: all of them are their targets."""
        line, self.targets = key_line(shown, words, width, rows)
        self.paint([*([[]] * ((rows - 1) // 2)), line])

    def on_click(self, click: Click) -> None:
        """A touch is the key that is shown there."""
        if message := touched(self.targets, click.x, click.y):
            self.post_message(message)


def key_line(shown: Shown, words: Wording, width: int, rows: int = 1) -> tuple[Line, tuple[Target, ...]]:
    """Whole keys only, with their targets: the first ones and always the last ones; seldom ones where room is left."""
    hints = offered(shown.pad, shown.view, demo=shown.demo)
    idle = shown.pad.mode == "idle"
    pieces = [(key, _piece(key, code, shown, words)) for key, code in hints]
    ends = [piece for number, (key, piece) in enumerate(pieces) if (key in _LAST if idle else number >= len(hints) - 2)]
    nice = [piece for key, piece in pieces if idle and key in _NICE]
    firsts = [piece for _, piece in pieces if piece not in ends and piece not in nice]
    more = [_piece(key, code, shown, words) for key, code in seldom(shown.pad, shown.view)]
    kept = _that_fit(firsts, [*ends, *nice], width)
    if len(kept) == len(firsts):
        ends += nice
    else:
        kept = _that_fit(firsts, ends, width)
    if len(kept) == len(firsts):
        kept = _that_fit([*firsts, *more], ends, width)
    targets: list[Target] = []
    x = 1
    for piece in (*kept, *ends):
        targets += piece.targets(x, rows)
        x += cells(piece.line()) + _GAP
    return [(" ", ""), *join([piece.line() for piece in (*kept, *ends)], " " * _GAP)], tuple(targets)


def _that_fit(pieces: list[_Piece], ends: list[_Piece], width: int) -> list[_Piece]:
    """As many of `pieces`, from the first on, as stand on the line with the `ends`."""
    count = len(pieces)
    while count and cells(join([piece.line() for piece in (*pieces[:count], *ends)], " " * _GAP)) > width - 2:
        count -= 1
    return pieces[:count]


def _piece(hint: str, code: str, shown: Shown, words: Wording) -> _Piece:
    name = words.say("key.resume" if code == "key.pause" and shown.paused else code)
    keys = each_key(hint)
    if len(keys) == 1:
        label = words.code("named", hint) if hint in {"enter", "back"} else SHOWN.get(hint, hint)
        return _Piece(((label, keys[0]),), name)
    return _Piece(tuple((key.upper(), key) for key in keys), name)
