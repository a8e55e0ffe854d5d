"""Tables on a terminal or in a pipe: as wide as it is, in the signs that it has, and without a colour.

Nothing here may steer a terminal: what comes from outside passes through `boundary`, and colours are left out, because
the command line writes no escape code (`cli.guarded`). A cell is text as it stands, never markup.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Final, TextIO

from msgspec import Struct
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from display.wording import boundary

LEAST_COLUMNS: Final = 40
"""A terminal that says that it is narrower gets lines of this width, which it breaks itself."""

_PIECES: Final = re.compile(r"\s+|_*[^\s_.]*\.*")

_LINES: Final = box.HORIZONTALS
_ASCII_LINES: Final = box.Box(str(_LINES).replace("─", "-"), ascii=True)


class Paper(Struct, frozen=True):
    """What is written on: how wide it is, and whether it has ASCII signs only."""

    columns: int = 80
    ascii_only: bool = False

    def name(self, name: str) -> str:
        """A player's name as it may be shown here."""
        return self.text(boundary.clean_name(name))

    def text(self, text: str, max_cells: int = boundary.TEXT_CELLS) -> str:
        """Other text as it may be shown here, a question mark for each sign that is not there."""
        shown = boundary.clean(text, max_cells)
        return shown.encode("ascii", "replace").decode("ascii") if self.ascii_only else shown


PAPER: Final = Paper()
"""What is written on where nobody says otherwise."""


class Column(Struct, frozen=True):
    """One column of a table: its title, a cell a row, and what stands below the line."""

    title: str
    cells: Sequence[str]
    foot: str = ""
    left: bool = False


def paper_of(stream: TextIO) -> Paper:
    """What can be written on a stream. A pipe is 80 columns wide, unless ``COLUMNS`` says otherwise."""
    wide = shutil.get_terminal_size().columns
    return Paper(max(wide, LEAST_COLUMNS), not (stream.encoding or "").lower().startswith("utf"))


def tabled(first: Column, columns: Sequence[Column], paper: Paper, *, apart: bool = False) -> list[str]:
    """The lines of a table; where not all columns find room, one below the other, each with the first column.

    `apart` draws lines between rows, of which each may have several lines, and none between columns.
    """
    tables = [
        _lines(_table((first, *some), paper, apart=apart), paper)
        for some in _fitting(first, columns, paper, apart=apart)
    ]
    between = [""] if apart else []
    return [line for at, table in enumerate(tables) for line in (*(between if at else []), *table)]


def broken(text: str, columns: int) -> str:
    """Each line of a text in lines of at most so many columns: broken between words, behind ``.`` and before ``_``."""
    return "\n".join(line.rstrip() for whole in text.split("\n") for line in _broken_line(whole, columns))


def _broken_line(text: str, columns: int) -> list[str]:
    lines = [""]
    for piece in _PIECES.findall(text):
        if len((lines[-1] + piece).rstrip()) > columns and lines[-1]:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    return lines


def _fitting(first: Column, columns: Sequence[Column], paper: Paper, *, apart: bool) -> Iterator[Sequence[Column]]:
    """The columns in groups that are as wide as there is room."""
    group: list[Column] = []
    for column in columns:
        if group and _width((first, *group, column), paper, apart=apart) > paper.columns:
            yield group
            group = []
        group.append(column)
    yield group


def _width(columns: Sequence[Column], paper: Paper, *, apart: bool) -> int:
    console = _console(paper)
    return console.measure(
        _table(columns, paper, apart=apart), options=console.options.update(max_width=1 << 16)
    ).maximum


def _table(columns: Sequence[Column], paper: Paper, *, apart: bool) -> Table:
    if apart:
        lines = _ASCII_LINES if paper.ascii_only else _LINES
        table = Table(box=lines, show_lines=True, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
    else:
        table = Table(box=box.ASCII if paper.ascii_only else box.ROUNDED, show_footer=any(one.foot for one in columns))
    for column in columns:
        table.add_column(
            Text(column.title), Text(column.foot), justify="left" if column.left else "right", overflow="fold"
        )
    for row in zip(*(column.cells for column in columns), strict=True):
        table.add_row(*map(Text, row))
    return table


def _lines(table: Table, paper: Paper) -> list[str]:
    console = _console(paper)
    console.print(table)
    written = console.file
    return [line.rstrip() for line in written.getvalue().splitlines()] if isinstance(written, StringIO) else []


def _console(paper: Paper) -> Console:
    """A console that writes text and nothing else, whatever the environment says of colours."""
    return Console(file=StringIO(), width=paper.columns, color_system=None, force_terminal=False, _environ={})
