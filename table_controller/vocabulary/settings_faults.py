"""What is wrong with a file of settings, for whoever edits it: where it stands, and what is wanted there."""

from __future__ import annotations

import re
import tomllib
from typing import Final

import msgspec

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "text in quotes",
    "bool": "true or false",
    "array": "a list in [ ]",
    "object": "a table",
}
_PLACE: Final = re.compile(r" - at `(?:key in )?\$\.?(.*)`$")
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`")
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_KIND: Final = re.compile(r"Expected `(.*)`, got `(.*)`")
_BOUND: Final = re.compile(r"Expected `(?:int|float)` (>=|<=|>|<) (.*)")
_WORD: Final = re.compile(r"Invalid enum value (.*)")
_BOUNDS: Final = {">=": "at least", "<=": "at most", ">": "more than", "<": "less than"}
_LINE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")


def settings_fault(
    problem: tomllib.TOMLDecodeError | UnicodeDecodeError | msgspec.ValidationError, *, a_name: str = "setting"
) -> str:
    """The fault in one line without its file: ``line 3, column 9: is not TOML: …``, ``game.seats: is text …``.

    The same for what else has names and values, such as the words of a command line; `a_name` is what a name is there.
    """
    if isinstance(problem, UnicodeDecodeError):
        return "is not UTF-8 text"
    if isinstance(problem, tomllib.TOMLDecodeError):
        return _no_toml(str(problem))
    said, place = str(problem), ""
    if found := _PLACE.search(said):
        said, place = said[: found.start()], found[1]
    if unknown := _UNKNOWN.fullmatch(said):
        return f"{_joined(place, unknown[1])}: there is no such {a_name}"
    if missing := _MISSING.fullmatch(said):
        return f"{_joined(place, missing[1])}: is missing"
    if kind := _KIND.fullmatch(said):
        return f"{place or 'the file'}: is {_named(kind[2])}, but it must be {_named(kind[1])}"
    if bound := _BOUND.fullmatch(said):
        return f"{place}: must be {_BOUNDS[bound[1]]} {bound[2]}"
    if word := _WORD.fullmatch(said):
        return f"{place}: {word[1]} is none of the words that it takes"
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
