"""The form on the screen: the game at the left, the seats at the right, what is wrong under them."""

from __future__ import annotations

from typing import Final

from textual.events import Click
from textual.message import Message

from display.languages import LANGUAGES
from display.screen import themes
from display.screen.geometry import Box
from display.screen.paint import Line, cells, fit, wrap
from display.setup.form import Fault, Field, Form
from display.widgets.painted import Painted
from display.wording import boundary
from display.wording.wording import Wording

_LEFT: Final = 38
"""Cells of the game on the smallest screen."""
_MORE: Final = 18
"""So many more at most on a wide one."""
_LABEL: Final = 15
_SEAT_LABEL: Final = 10
_NAME: Final = 40
"""Cells of a name's field, if there are so many."""
_STACK: Final = 12
_GAP: Final = 4
"""Cells between the game and the players."""
_TOP: Final = 3
"""Rows of the title, and of the headings."""
_FOOT: Final = 3
"""Rows for what is wrong that a form does not take for itself."""


class FieldTouched(Message):
    """A field was touched."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.field = name


class FormSheet(Painted):
    """Title, fields and faults."""

    targets: tuple[tuple[Box, str], ...] = ()

    def draw(self, form: Form, path: str, words: Wording, width: int, rows: int) -> None:
        """Show the form on `width` x `rows` cells."""
        lines, self.targets = sheet_lines(form, path, words, width, rows)
        self.paint(lines)

    def on_click(self, click: Click) -> None:
        """A touch goes to the field."""
        cell = Box(click.x, click.y, 1, 1)
        for box, name in self.targets:
            if box.overlaps(cell):
                self.post_message(FieldTouched(name))
                return


def sheet_lines(
    form: Form, path: str, words: Wording, width: int, rows: int
) -> tuple[list[Line], tuple[tuple[Box, str], ...]]:
    """The lines of the form, and where each field lies."""
    inner = width - 2
    title: Line = [(words.say("setup.title"), themes.STRONG), ("  ", ""), (boundary.clean(path), themes.QUIET)]
    game = [field for field in form.fields if not field.name.startswith("players.")]
    names = [field for field in form.fields if field.name.endswith(".name")]
    stacks = {field.name: field for field in form.fields if field.name.endswith(".stack_chips")}
    left = _LEFT + min(_MORE, max(0, inner - 78) // 3)
    name_width = min(inner - left - _GAP - _STACK, _SEAT_LABEL + _NAME)
    places = max(len(game), len(names))
    step = 2 if rows >= _TOP + 2 * places + _FOOT else 1  # a row between two fields, where the room has it
    lines: list[Line] = [fit(inner, title, title[:1]), [], _headings(words, left, name_width)]
    targets = []
    for place in range(places):
        line: Line = []
        row = len(lines)
        if place < len(game):
            field = game[place]
            line += _cell(form, field, words.say(f"setup.{field.name}"), _LABEL, left, words)
            targets.append((Box(1, row, left, 1), field.name))
        line.append((" " * (left + _GAP - cells(line)), ""))
        if place < len(names):
            name = names[place]
            seat = name.name.split(".")[1]
            stack = stacks[f"players.{seat}.stack_chips"]
            line += _cell(form, name, words.say("seat.nameless", seat=int(seat)), _SEAT_LABEL, name_width, words)
            line += _cell(form, stack, "", 0, _STACK, words)
            x = 1 + left + _GAP
            targets.append((Box(x, row, name_width, 1), name.name))
            targets.append((Box(x + name_width, row, _STACK, 1), stack.name))
        lines += [line] + [[]] * (step - 1)
    lines.append([])
    lines += told_below(form, words, inner)
    return [[(" ", ""), *line] for line in lines[:rows]], tuple(targets)


def _headings(words: Wording, left: int, name_width: int) -> Line:
    """What the columns are about."""
    game, name = words.say("setup.game"), words.say("setup.players.name")
    line: Line = [(" ", ""), (game, themes.STRONG), (" " * (left + _GAP - cells([(game, "")]) - 1), "")]
    line += [(" " * (_SEAT_LABEL + 1), ""), (name, themes.QUIET)]
    line.append((" " * (left + _GAP + name_width + 1 - cells(line)), ""))
    return [*line, (words.say("setup.players.stack_chips"), themes.QUIET)]


def told_below(form: Form, words: Wording, width: int) -> list[Line]:
    """What is wrong, the field that is open first; or how the form ended."""
    if form.saved is not None:
        told: list[Line] = [[(row, themes.STRONG)] for row in wrap(words.say("setup.saved"), width)]
        if form.saved.lost:
            told += [[(row, themes.WARN)] for row in wrap(words.say("setup.lost"), width)]
            told += [[("  ", ""), (boundary.clean(text, width - 2), themes.QUIET)] for text in form.saved.lost]
        return told
    if form.leaving:
        return [[(row, themes.WARN)] for row in wrap(words.say("setup.leaving"), width)]
    here = form.fields[form.at].name
    faults = sorted(form.faults, key=lambda fault: fault.field != here)
    return [[(row, themes.WARN)] for fault in faults for row in wrap(f"! {fault_text(fault, words)}", width)]


def fault_text(fault: Fault, words: Wording) -> str:
    """What is wrong with which field, and what to do."""
    said = words.say(f"setup.wrong.{fault.code}", **dict(fault.facts))
    if not fault.field:
        return said
    return words.say("setup.wrong", field=label(fault.field, words), problem=said)


def label(name: str, words: Wording) -> str:
    """A field as people call it."""
    if name.startswith("players."):
        _, seat, what = name.split(".")
        return f"{words.say('seat.nameless', seat=int(seat))}, {words.say(f'setup.players.{what}')}"
    return words.say(f"setup.{name}")


def value_text(field: Field, words: Wording) -> str:
    """The value of a field as it may be shown: codes in words, what was typed without what could steer a terminal."""
    match field.name:
        case "game.rulebook":
            return words.code("book", field.text)
        case "screen.language":
            return LANGUAGES.get(field.text, boundary.clean(field.text))
        case "screen.theme":
            return words.code("theme", field.text)
        case _ if field.kind == "amount" and field.text.isascii() and field.text.isdigit():
            return words.amount(int(field.text))
        case _:
            return boundary.clean(field.text)


def _cell(form: Form, field: Field, name: str, label_width: int, width: int, words: Wording) -> Line:
    """Label and field on exactly `width` cells: marked where the dealer is, and where something is wrong.

    The field is as wide as it looks; a choice has an arrow at each end while the dealer is there.
    """
    here = form.fields[form.at].name == field.name
    wrong = form.fault_of(field.name) is not None
    mark = "▸" if here else "!" if wrong else " "
    head = boundary.shorten(name, label_width - 1) if label_width else ""
    head += " " * (label_width - cells([(head, "")]))
    room = width - label_width - 2
    value = value_text(field, words)
    if here and field.kind == "choice":
        value = f"◂ {boundary.shorten(value, room - 4)} ▸"
    elif here:
        value = _end_of(value, room - 1) + "_"
    else:
        value = boundary.shorten(value, room)
    value += " " * (room - cells([(value, "")]))
    style = themes.FIELD_HERE if here else themes.FIELD_WRONG if wrong else themes.FIELD
    return [(mark, themes.KEY if here else themes.WARN), (head, themes.QUIET), (value, style), (" ", "")]


def _end_of(text: str, room: int) -> str:
    """The end of a text that is too long, for there it is typed on."""
    if cells([(text, "")]) <= room:
        return text
    while cells([(text, "")]) > room - 1:
        text = text[1:]
    return boundary.ELLIPSIS + text
