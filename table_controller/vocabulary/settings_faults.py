"""What is wrong with a file of settings, for whoever edits it: where it stands, and what is wanted there."""

from __future__ import annotations

import re
import tomllib
from typing import Final

import msgspec
from msgspec.inspect import LiteralType, Metadata, type_info
from msgspec.structs import fields

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
}
_PLACE: Final = re.compile(r" - at (`key` in )?`(?:key in )?\$\.?(.*)`$")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_KIND: Final = re.compile(r"Expected `(.*)`, got `(.*)`")
_BOUND: Final = re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) (.*)")
_LENGTH: Final = re.compile(r"Expected `(str|array|object)` of length (>=|<=) (\d+)")
_WORD: Final = re.compile(r"Invalid enum value (.*)")
_PATTERN: Final = re.compile(r"Expected `str` matching regex '(.*)'")
_BOUNDS: Final = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
TOPIC_LEVEL: Final = r"^[a-z0-9-]{1,32}$"
"""A name that stands in MQTT topics."""
_WRITTEN: Final = {
    TOPIC_LEVEL: "be 1 to 32 small letters from a to z, digits and hyphens, for it stands in MQTT topics",
    r"^[A-Za-z0-9_-]+$": "be letters from a to z or A to Z, digits, hyphens and underscores",
    r"^[A-Z]{3}$": "be three capital letters, such as EUR",
}
"""The patterns of texts in words."""
_LINE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")


def settings_fault(
    problem: tomllib.TOMLDecodeError | UnicodeDecodeError | msgspec.ValidationError,
    *,
    a_name: str = "setting",
    wanted: type[msgspec.Struct] | None = None,
) -> str:
    """The fault in one line without its file: ``line 3, column 9: is not TOML: …``, ``game.seats: is text …``.

    The same for what else has names and values, such as the words of a command line; `a_name` is what a name is there.
    Where it is `wanted` as a Struct, the words that a place takes are named.
    """
    if isinstance(problem, UnicodeDecodeError):
        return "is not UTF-8 text"
    if isinstance(problem, tomllib.TOMLDecodeError):
        return _no_toml(str(problem))
    said, place = str(problem), ""
    if found := _PLACE.search(said):
        said, place = said[: found.start()], f"a name in {found[2]}" if found[1] else found[2]
    if unknown := _UNKNOWN.fullmatch(said):
        return f"{_joined(place, unknown[1])}: there is no such {a_name}"
    if missing := _MISSING.fullmatch(said):
        return f"{_joined(place, missing[1])}: is missing"
    if kind := _KIND.fullmatch(said):
        return f"{place or 'the file'}: is {_named(kind[2])}, but it must be {_named(kind[1])}"
    if bound := _BOUND.fullmatch(said):
        return f"{place}: must be {_BOUNDS[bound[1]]} {bound[2]}"
    if length := _LENGTH.fullmatch(said):
        return f"{place}: must {_length(length)}"
    if pattern := _PATTERN.fullmatch(said):
        return f"{place}: must {_WRITTEN.get(pattern[1], f'match {pattern[1]}')}"
    if word := _WORD.fullmatch(said):
        return f"{place}: {word[1]} is none of {', '.join(_words(wanted, place)) or 'the words that it takes'}"
    return f"{place}: {said}" if place else said


def _no_toml(said: str) -> str:
    reason = _LINE.sub("", said).removesuffix(" (at end of document)")
    reason = reason[:1].lower() + reason[1:]
    if found := _LINE.search(said):
        return f"line {found[1]}, column {found[2]}: is not TOML: {reason}"
    return f"at its end: is not TOML: {reason}"


def _joined(place: str, key: str) -> str:
    return f"{place}.{key}" if place else key


def _named(kinds: str) -> str:
    """The kinds in words; that a setting may be left out is not written with a value."""
    return " or ".join(_KINDS.get(kind, kind) for kind in kinds.split(" | ") if kind != "null")


def _length(found: re.Match[str]) -> str:
    """How long it must be, in words."""
    kind, bound, count = found.groups()
    one, many = ("character", "characters") if kind == "str" else ("entry", "entries")
    return f"{'be' if kind == 'str' else 'have'} {count} {one if count == '1' else many} {_BOUNDS[bound]}"


def _words(wanted: type[msgspec.Struct] | None, place: str) -> tuple[str, ...]:
    """The words that a field of this kind takes; none where that cannot be said."""
    found = None if wanted is None else next((one for one in fields(wanted) if one.encode_name == place), None)
    kind = None if found is None else type_info(found.type)
    while isinstance(kind, Metadata):
        kind = kind.type
    return tuple(map(str, kind.values)) if isinstance(kind, LiteralType) else ()
