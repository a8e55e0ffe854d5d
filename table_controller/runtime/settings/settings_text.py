"""Changed values in the text of a settings file: line by line, so that its comments and its order stay.

What cannot be kept is told: the comments of players who are no longer there. A file that is written otherwise than one
key a line is written anew, and then every comment of it is lost.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from firmware_bridge.vocabulary.untrusted import read_toml

_TABLE: Final = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_.-]+)\s*\]\]?\s*(#.*)?$")
_KEY: Final = re.compile(r"^(\s*)([A-Za-z0-9_-]+)(\s*=\s*)(.*)$")
_COMMENT: Final = re.compile(r"#.*")

Document = dict[str, Any]


class Edited(Struct, frozen=True):
    """The new text, and the comments of the old one that are not in it."""

    text: str
    lost: tuple[str, ...] = ()


def edited(text: str, wanted: Document) -> Edited:
    """`text` with the values of `wanted`, a whole document whose tables are `game`, `screen`, `players` and others.

    Values of other tables, and keys that `wanted` leaves out, stay as they are.
    """
    new = _in_place(text, wanted)
    if new is None or not _says(new, wanted):
        new = whole(wanted)
    kept = {comment.strip() for comment in _comments(new)}
    return Edited(new, tuple(comment for comment in _comments(text) if comment.strip() not in kept))


def whole(wanted: Document) -> str:
    """The document as a text of its own: one key a line, players last."""
    lines = [f"{key} = {value_text(value)}" for key, value in wanted.items() if not _is_table(value)]
    for name, table in wanted.items():
        if isinstance(table, dict):
            lines += ["", f"[{name}]", *(f"{key} = {value_text(value)}" for key, value in table.items())]
    for player in wanted.get("players", []):
        lines += _player_lines(player)
    return "\n".join(lines).lstrip("\n") + "\n"


def value_text(value: object) -> str:
    """A value as TOML writes it: texts, numbers, yes and no, lists of them."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(value_text, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {value_text(one)}' for key, one in value.items())} }}"
    return repr(value)


def _in_place(text: str, wanted: Document) -> str | None:
    """The text with lines changed, put in and taken out; None if it is not written one key a line."""
    try:
        was = read_toml(text)
    except tomllib.TOMLDecodeError:
        return None
    blocks = _blocks(text)
    players: Mapping[int, Document] = {player["seat"]: player for player in wanted.get("players", [])}
    old: Iterator[Document] = iter(was.get("players", []))
    seen: set[int] = set()
    out: list[str] = []
    for name, lines in blocks:
        if name == "players":
            seat = next(old, Document()).get("seat")
            if isinstance(seat, int) and seat in players and seat not in seen:
                seen.add(seat)
                out += _changed(lines, players[seat])
            continue
        out += _changed(lines, _flat(wanted if not name else wanted.get(name, {})))
    named = {name for name, _ in blocks}
    for name, table in wanted.items():
        if isinstance(table, dict) and name not in named:
            out += ["", f"[{name}]", *(f"{key} = {value_text(value)}" for key, value in table.items())]
    while out and not out[-1].strip():
        out.pop()
    for seat, player in players.items():
        out += [] if seat in seen else _player_lines(player)
    return "\n".join(out) + "\n"


def _blocks(text: str) -> list[tuple[str, list[str]]]:
    """The lines of each table, its head first; those above the first one under the empty name."""
    blocks: list[tuple[str, list[str]]] = [("", [])]
    for line in text.splitlines():
        if found := _TABLE.match(line):
            blocks.append((found[2], []))
        blocks[-1][1].append(line)
    return blocks


def _changed(lines: list[str], wanted: Mapping[str, Any]) -> list[str]:
    """The lines of a table with its values as wanted; keys that were not there come at its end."""
    out, there = [], set()
    for line in lines:
        found = _KEY.match(line)
        if found and found[2] in wanted:
            there.add(found[2])
            line = _with_value(found, wanted[found[2]])  # noqa: PLW2901 - the line is what is written
        out.append(line)
    more = [f"{key} = {value_text(value)}" for key, value in wanted.items() if key not in there]
    last = max((at for at, line in enumerate(out, 1) if line.strip()), default=0)
    return [*out[:last], *more, *out[last:]]


def _with_value(found: re.Match[str], value: object) -> str:
    """A line with another value, its comment kept; the same line if the value is the same."""
    for cut in (*(one.start() for one in re.finditer("#", found[4])), len(found[4])):
        try:
            was = read_toml(f"x = {found[4][:cut]}")["x"]
        except tomllib.TOMLDecodeError:
            continue  # that sign stands in a text
        if was == (list(value) if isinstance(value, tuple) else value):
            return found[0]
        comment = found[4][cut:]
        return f"{found[1]}{found[2]}{found[3]}{value_text(value)}{f' {comment}' if comment else ''}"
    return found[0]


def _says(text: str, wanted: Document) -> bool:
    """Whether a text means just what is wanted."""
    try:
        told = read_toml(text)
    except tomllib.TOMLDecodeError:
        return False
    return bool(told == json.loads(json.dumps(wanted)))


def _flat(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if not _is_table(value)}


def _is_table(value: object) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _player_lines(player: Document) -> list[str]:
    return ["", "[[players]]", *(f"{key} = {value_text(value)}" for key, value in player.items())]


def _comments(text: str) -> list[str]:
    """Every comment, without those signs that stand in a text."""
    found = []
    for line in text.splitlines():
        bare = re.sub(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'', lambda one: " " * len(one[0]), line)
        if comment := _COMMENT.search(bare):
            found.append(line[comment.start() :])
    return found
