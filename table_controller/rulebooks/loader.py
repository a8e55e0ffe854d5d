"""Reads a manifest strictly: every policy once, none unknown, each with its rule.

A fault names file, table and key, because the reader of the message edits that file. The text is
an argument, so that the loader does no I/O; `shipped.py` reads the manifests of the package.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal, get_args, get_origin, get_type_hints

from table_controller.findings import Citation, Ruled
from table_controller.rulebooks.model import Rulebook

HOUSE = "house"
"""The book that a house rule cites."""

_HEADER = ("book", "title", "discretion")


class ManifestError(ValueError):
    """A manifest or a house rule cannot be taken: says file, table and key."""


def load_rulebook(text: str, file: str) -> Rulebook:
    """Read the manifest `text`; `file` is its name in messages. Raises `ManifestError`."""
    tables = _parse(text, file)
    hints = get_type_hints(Rulebook)
    _same_keys(tables, hints, f"{file}: top level")
    header = {key: _text(tables[key], f"{file}: top level: {key}") for key in _HEADER}
    discretion = Citation(header["book"], header["discretion"])
    groups = {
        name: _group(kind, tables[name], f"{file}: [{name}]", discretion)
        for name, kind in hints.items()
        if name not in _HEADER
    }
    return Rulebook(book=header["book"], title=header["title"], discretion=discretion, **groups)


def with_house(book: Rulebook, house: Iterable[tuple[str, str]]) -> Rulebook:
    """The book with house rules laid over it, each citing ``house:<key>``.

    Values are text as in a table script: ``true``, ``25``, or a member's name. Raises
    `ManifestError` for an unknown key or value.
    """
    for key, text in house:
        table, _, name = key.partition(".")
        if key not in policy_keys():
            known = ", ".join(policy_keys())
            raise ManifestError(f"house rule {key!r}: no such policy; policies are {known}")
        group = getattr(book, table)
        ruled = get_type_hints(type(group))[name]
        value = _checked(_literal(text), ruled, f"house rule {key}")
        changed: Any = replace(group, **{name: Ruled(value, Citation(HOUSE, key))})
        book = replace(book, **{table: changed})
    return book


def policy_keys() -> tuple[str, ...]:
    """All policy keys, dotted, in the order of the model."""
    groups = {name: kind for name, kind in get_type_hints(Rulebook).items() if is_dataclass(kind)}
    return tuple(
        f"{table}.{field.name}" for table, kind in groups.items() if table not in _HEADER for field in fields(kind)
    )


def _parse(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        place = re.search(r"at line (\d+)", str(problem))
        where = _place(text, int(place[1])) if place else "at the end of the file"
        raise ManifestError(f"{file}: {where}: {problem}") from None


def _place(text: str, line: int) -> str:
    """Which table and key stand at `line`, for messages about text that is no valid TOML."""
    lines = text.splitlines()[:line]
    key = lines[-1].partition("=")[0].strip() if lines else ""
    headers = [entry.strip() for entry in lines if entry.strip().startswith("[")]
    return f"{headers[-1] if headers else 'top level'}: {key}"


def _group(kind: Any, table: Any, where: str, discretion: Citation) -> Any:
    if not isinstance(table, dict):
        raise ManifestError(f"{where}: must be a table of policies")
    hints = get_type_hints(kind)
    _same_keys(table, hints, where)
    return kind(**{key: _ruled(table[key], hints[key], f"{where} {key}", discretion) for key in hints})


def _ruled(entry: Any, hint: Any, where: str, discretion: Citation) -> Ruled[Any]:
    if entry == {"silent": True}:
        return Ruled(_checked(None, hint, where), discretion)
    if not isinstance(entry, dict) or set(entry) != {"value", "ref"}:
        raise ManifestError(f'{where}: write {{ value = …, ref = "45-A" }} or {{ silent = true }}')
    value = _checked(entry["value"], hint, where)
    return Ruled(value, Citation(discretion.book, _text(entry["ref"], f"{where}: ref")))


def _checked(value: Any, hint: Any, where: str) -> Any:
    """`value` if the policy's type, the argument of `Ruled[…]`, admits it."""
    members = _members(get_args(hint)[0])
    if any(_admits(member, value) for member in members):
        return value
    choices = ", ".join(getattr(member, "__name__", repr(member)) for member in members if member is not type(None))
    raise ManifestError(f"{where}: {value!r} is not an answer here; it may be {choices}")


def _members(hint: Any) -> list[Any]:
    """Types and literal values that a hint admits, unions and literals taken apart."""
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    arguments = get_args(hint)
    return [member for argument in arguments for member in _members(argument)] if arguments else [hint]


def _admits(member: Any, value: Any) -> bool:
    if isinstance(member, type):
        return type(value) is member  # so that True is no number
    return type(value) is type(member) and bool(value == member)


def _literal(text: str) -> bool | int | str:
    if text in {"true", "false"}:
        return text == "true"
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def _same_keys(table: Mapping[str, Any], wanted: Iterable[str], where: str) -> None:
    wanted = set(wanted)
    if unknown := sorted(set(table) - wanted):
        raise ManifestError(f"{where}: unknown key {', '.join(unknown)}")
    if missing := sorted(wanted - set(table)):
        raise ManifestError(f"{where}: missing key {', '.join(missing)}")


def _text(value: Any, where: str) -> str:
    if not isinstance(value, str) or not value:
        raise ManifestError(f"{where}: must be text")
    return value
