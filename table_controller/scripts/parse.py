"""Read a table script: the whole grammar of `hardware_docs/table-script.md`, complaints with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.whole_files import read_setting
from table_controller.scripts import steps
from table_controller.scripts.header import Header, parse_toml
from table_controller.scripts.parse_expect import parse_expectation
from table_controller.scripts.parse_player import parse_player
from table_controller.scripts.parse_table import TABLE_STEPS
from table_controller.scripts.unreadable import UnreadableError
from table_controller.scripts.words import Words, split_words


class Script(Struct, frozen=True):
    """A table script: where it was read, what stands above the steps, the steps in order, their lines as written."""

    path: str
    header: Header
    steps: tuple[steps.Step, ...]
    texts: tuple[tuple[int, str], ...] = ()

    def text_of(self, line: int) -> str:
        """What stands on a line, comment and blanks taken off."""
        return dict(self.texts).get(line, "")


def read_script(path: Path) -> Script:
    """Read a script file; raise `UnreadableError` with file, line and reason."""
    return parse_script(str(path), _read(path))


def read_lines(path: Path) -> tuple[Header, list[tuple[int, str]]]:
    """The header of a script file, and its lines unread, each with its place in the file; raise `UnreadableError`."""
    header, body = parse_toml(str(path), _read(path))
    return _seated(header, list(_readable(body))), body


def _readable(body: list[tuple[int, str]]) -> Iterator[steps.Step]:
    for number, line in body:
        try:
            step = parse_line(line, number)
        except ValueError:
            continue
        if step is not None:
            yield step


def _read(path: Path) -> str:
    try:
        return read_setting(path)
    except OSError as problem:
        raise UnreadableError(str(path), 1, f"cannot be opened: {problem.strerror}") from None
    except UnicodeDecodeError as problem:
        line = problem.object.count(b"\n", 0, problem.start) + 1
        raise UnreadableError(str(path), line, "is not UTF-8 text") from None


def parse_script(path: str, text: str) -> Script:
    """Read the text of a script file; `path` stands in complaints."""
    header, body = parse_toml(path, text)
    lines: list[steps.Step] = []
    for number, line in body:
        try:
            step = parse_line(line, number)
        except ValueError as problem:
            raise UnreadableError(path, number, f"{line.strip()!r}: {problem}") from None
        if step is not None:
            lines.append(step)
    texts = tuple((number, " ".join(split_words(line))) for number, line in body if line.strip())
    return Script(path, _seated(header, lines), tuple(lines), texts)


def parse_line(text: str, number: int = 1) -> steps.Step | None:
    """One line of a script, None if it is empty or a comment; raise `ValueError` for what it does not mean."""
    every = split_words(text)
    if not every:
        return None
    first, words = every[0], Words(every[1:])
    step: steps.Step
    if first == "expect":
        step = parse_expectation(number, words)
    elif ":" in first:
        seat, _, joined = first.partition(":")
        words = Words([joined, *every[1:]] if joined else every[1:])
        step = parse_player(number, seat, words)
    elif first in TABLE_STEPS:
        step = TABLE_STEPS[first](number, words)
    else:
        raise ValueError(f"{first!r} is not a step; lines begin with expect, SEAT: or {', '.join(TABLE_STEPS)}")
    words.end()
    return step


def _seated(header: Header, lines: list[steps.Step]) -> Header:
    """A table whose size the header leaves open has room for everyone who sits down later."""
    if any(key == "seats" for key, _ in header.lines):
        return header
    return replace(header, seats=max(header.seats, *(step.seat for step in lines if isinstance(step, steps.Sit)), 1))
