"""Where things stand in a TOML file: the line of a key, and of each line inside a string.

`tomllib` gives values without their places; a script's complaints must name lines of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

_LONG_QUOTES: Final = ('"""', "'''")
_SHORT_ESCAPES: Final = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", "e": "\x1b", '"': '"', "\\": "\\"}
_HEX_ESCAPES: Final = {"x": 2, "u": 4, "U": 8}


def key_line(text: str, key: str, outside: range = range(0)) -> int:
    """The line on which top-level `key` is given; 1 if it cannot be found.

    Lines of `outside` (the body of the script) are passed over.
    """
    name = re.escape(key)
    pattern = re.compile(rf"""\s*(?:\[\s*)?(?:{name}|"{name}"|'{name}')\s*(?:[=\].])""")
    for number, line in enumerate(text.splitlines(), start=1):
        if number not in outside and pattern.match(line):
            return number
    return 1


def string_lines(text: str, key: str, value: str) -> list[int]:
    """For each line of the string `value` of `key`, the line of the file that it stands on.

    Raises `ValueError` if no string of that key has that value, which only a key written in an
    unusual way can bring about.
    """
    opening = re.compile(rf"""^[ \t]*(?:{key}|"{key}"|'{key}')[ \t]*=[ \t]*(\"\"\"|'''|"|')""", re.MULTILINE)
    for found in opening.finditer(text):
        lines = _lines_if_equal(text, found.end(), found[1], value)
        if lines is not None:
            return lines
    raise ValueError(f"cannot find where {key} stands: write {key} = on a line of its own")


def _lines_if_equal(text: str, start: int, quote: str, value: str) -> list[int] | None:
    """Walk `value` and its source side by side; None if the source says something else."""
    if quote in _LONG_QUOTES and text.startswith("\n", start):
        start += 1  # TOML drops a newline right after three quotes
    basic = quote[0] == '"'
    if text.startswith(value, start) and not (basic and "\\" in value):  # nearly always: the source is the value
        first = text.count("\n", 0, start) + 1
        return list(range(first, first + value.count("\n") + (value[-1:] not in ("", "\n"))))
    lines: list[int] = []
    at_line_start = True
    characters = _characters(text, start, basic=basic)
    for wanted, (character, line) in zip(value, characters, strict=False):
        if character != wanted:
            return None
        if at_line_start:
            lines.append(line)
        at_line_start = character == "\n"
    return lines


def _characters(text: str, at: int, *, basic: bool) -> Iterator[tuple[str, int]]:
    """Each character that the string holds, with the line of the file that it stands on."""
    line = text.count("\n", 0, at) + 1
    while at < len(text):
        character, end = _decode(text, at) if basic and text[at] == "\\" else (text[at], at + 1)
        if character:
            yield character, line
        line += text.count("\n", at, end)
        at = end


def _decode(text: str, at: int) -> tuple[str, int]:
    """The character that the backslash at `at` stands for (or none), and where its source ends."""
    escape = text[at + 1 : at + 2]
    if escape in _HEX_ESCAPES:
        end = at + 2 + _HEX_ESCAPES[escape]
        return chr(int(text[at + 2 : end], 16)), end
    if escape in _SHORT_ESCAPES:
        return _SHORT_ESCAPES[escape], at + 2
    # A backslash at the end of a line swallows the newline and all blanks after it.
    return "", len(text) - len(text[at + 1 :].lstrip())
