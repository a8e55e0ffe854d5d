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
_LABEL: Final = 15
_SEAT_LABEL: Final = 9
_STACK: Final = 12
_TOP: Final = 2
"""Rows of the title."""


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
    lines: list[Line] = [fit(inner, title, title[:1]), []]
    game = [field for field in form.fields if not field.name.startswith("players.")]
    names = [field for field in form.fields if field.name.endswith(".name")]
    stacks = {field.name: field for field in form.fields if field.name.endswith(".stack_chips")}
    right = inner - _LEFT - 2
    targets = []
    for row in range(max(len(game), len(names))):
        line: Line = []
        if row < len(game):
            field = game[row]
            line += _cell(form, field, words.say(f"setup.{field.name}"), _LABEL, _LEFT, words)
            targets.append((Box(1, _TOP + row, _LEFT, 1), field.name))
        line.append((" " * (_LEFT + 2 - cells(line)), ""))
        if row < len(names):
            seat = names[row].name.split(".")[1]
            stack = stacks[f"players.{seat}.stack_chips"]
            line += _cell(
                form, names[row], words.say("seat.nameless", seat=int(seat)), _SEAT_LABEL, right - _STACK, words
            )
            line += _cell(form, stack, "", 0, _STACK, words)
            x = 1 + _LEFT + 2
            targets.append((Box(x, _TOP + row, right - _STACK, 1), names[row].name))
            targets.append((Box(x + right - _STACK, _TOP + row, _STACK, 1), stack.name))
        lines.append(line)
    lines.append([])
    lines += told_below(form, words, inner)
    return [[(" ", ""), *line] for line in lines[:rows]], tuple(targets)


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
    """Label and value on exactly `width` cells: marked where the dealer is, and where something is wrong."""
    here = form.fields[form.at].name == field.name
    wrong = form.fault_of(field.name) is not None
    mark = "▸" if here else "!" if wrong else " "
    style = themes.WARN if wrong else themes.STRONG if here else themes.PLAIN
    head = boundary.shorten(name, label_width - 1) if label_width else ""
    head += " " * (label_width - cells([(head, "")]))
    room = width - label_width - 3
    value = value_text(field, words)
    value = _end_of(value, room) if here and field.kind != "choice" else boundary.shorten(value, room)
    if here:
        value += "◂▸" if field.kind == "choice" and cells([(value, "")]) <= room - 1 else "_"
    pad = " " * (width - label_width - 1 - cells([(value, "")]))
    return [(mark, themes.KEY if here else style), (head, themes.QUIET), (value, style), (pad, "")]


def _end_of(text: str, room: int) -> str:
    """The end of a text that is too long, for there it is typed on."""
    if cells([(text, "")]) <= room:
        return text
    while cells([(text, "")]) > room - 1:
        text = text[1:]
    return boundary.ELLIPSIS + text
