"""The header of a table script: the game, the seats, the chips, and where the steps stand."""

from __future__ import annotations

import re
import tomllib
from typing import Any, Final, Literal

from msgspec import Struct

from firmware_bridge.vocabulary.untrusted import read_toml
from firmware_bridge.vocabulary.zones import MAX_SEATS
from table_controller.game import variants
from table_controller.game.rulebooks.known import known_books, known_rulebook, shelf, why_not
from table_controller.game.rulebooks.loader import house_pairs, with_house
from table_controller.game.rulebooks.strict import ManifestError
from table_controller.scripts.toml_lines import key_line, string_lines
from table_controller.scripts.unreadable import UnreadableError

VARIANTS: Final = tuple(variants.VARIANTS)
"""PHH codes of games, and PT and PO/8; which of them can be played, `variants` knows."""

_KEYS: Final = (
    "title",
    "rulebook",
    "refs",
    "variant",
    "blinds",
    "bets",
    "bring_in",
    "ante",
    "ante_mode",
    "button",
    "seats",
    "stacks",
    "chips",
    "house",
    "script",
)
_REQUIRED: Final = ("title", "rulebook", "variant", "stacks")


class Header(Struct, frozen=True):
    """What stands above the steps. `chips` is None where the script names none, `ante_mode` likewise.

    `lines` holds (key, line in the file), for complaints about the header.
    """

    title: str
    rulebook: str
    variant: str
    button: int
    seats: int
    stacks: tuple[tuple[int, int], ...]
    small_blind_chips: int = 0
    big_blind_chips: int = 0
    small_bet_chips: int = 0
    big_bet_chips: int = 0
    bring_in_chips: int = 0
    ante_chips: int = 0
    ante_mode: Literal["all", "bb"] | None = None
    chips: tuple[int, ...] | None = None
    refs: tuple[str, ...] = ()
    house: tuple[tuple[str, str], ...] = ()
    lines: tuple[tuple[str, int], ...] = ()

    def line_of(self, key: str) -> int:
        """The line of the file on which `key` stands, 1 if it does not."""
        return dict(self.lines).get(key, 1)


class _Reader:
    """Takes values out of a TOML table, complaining with the line of the key."""

    def __init__(self, path: str, text: str, values: dict[str, Any], body: range) -> None:
        self.path, self.text, self.values, self.body = path, text, values, body

    def line(self, key: str) -> int:
        return key_line(self.text, key, self.body)

    def fail(self, key: str, reason: str) -> UnreadableError:
        return UnreadableError(self.path, self.line(key), f"{key}: {reason}")

    def text_of(self, key: str, known: tuple[str, ...] = ()) -> str:
        value = self.values.get(key, "")
        if not isinstance(value, str):
            raise self.fail(key, f"must be text in quotes, not {value!r}")
        if known and value not in known:
            raise self.fail(key, f"{value!r} is not known; use one of {', '.join(known)}")
        return value

    def number(self, key: str, *, least: int = 0, most: int | None = None, default: int = 0) -> int:
        value = self.values.get(key, default)
        if not _is_whole(value) or value < least or (most is not None and value > most):
            span = f"from {least}" + ("" if most is None else f" to {most}")
            raise self.fail(key, f"must be a whole number {span}, not {value!r}")
        return int(value)

    def numbers(self, key: str, count: int | None, least: int, what: str) -> tuple[int, ...]:
        value = self.values.get(key, [])
        good = isinstance(value, list) and all(_is_whole(n) and n >= least for n in value)
        if not good or (count is not None and len(value) != count) or not value:
            raise self.fail(key, f"must be {what}, not {value!r}")
        return tuple(value)


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def parse_toml(path: str, text: str) -> tuple[Header, list[tuple[int, str]]]:
    """Read a script file: its header, and the lines of its script with their places in the file.

    Raises `UnreadableError` naming file, line and reason.
    """
    values = _load(path, text)
    body = _body(path, text, values)
    rows = [number for number, _ in body]
    reader = _Reader(path, text, values, range(min(rows), max(rows) + 1) if rows else range(0))
    return _checked(reader, _KEYS), body


def parse_header(path: str, text: str) -> Header:
    """Read a header that stands alone, without ``script``; raises `UnreadableError`, its lines counted in `text`."""
    keys = tuple(key for key in _KEYS if key != "script")
    return _checked(_Reader(path, text, _load(path, text), range(0)), keys)


def _checked(reader: _Reader, keys: tuple[str, ...]) -> Header:
    """The header that the values make, if these keys and no others stand there."""
    for key in reader.values:
        if key not in keys:
            raise reader.fail(key, f"is not a key of a table script; the keys are {', '.join(keys)}")
    stud = "bring_in" in reader.values
    required = (*_REQUIRED, *(() if stud else ("blinds", "button")))
    for key in required:
        if key not in reader.values:
            raise UnreadableError(reader.path, 1, f"{key}: is missing")
    return _header(reader, stud=stud)


def _load(path: str, text: str) -> dict[str, Any]:
    try:
        return read_toml(text)
    except tomllib.TOMLDecodeError as problem:
        place = re.search(r"\(at line (\d+), column \d+\)", str(problem))
        line = int(place[1]) if place else len(text.splitlines()) or 1
        reason = re.sub(r" \(at .*\)$", "", str(problem))
        raise UnreadableError(path, line, f"not TOML: {reason}") from None


def _body(path: str, text: str, values: dict[str, Any]) -> list[tuple[int, str]]:
    if "script" not in values:
        raise UnreadableError(path, 1, "script: is missing")
    script = values["script"]
    if not isinstance(script, str):
        raise UnreadableError(path, key_line(text, "script"), 'script: must be text between """ and """')
    try:
        lines = string_lines(text, "script", script)
    except ValueError as problem:
        raise UnreadableError(path, key_line(text, "script"), str(problem)) from None
    return list(zip(lines, script.split("\n"), strict=False))


def _header(reader: _Reader, *, stud: bool) -> Header:
    stacks = _stacks(reader)
    seats = reader.number("seats", least=max(seat for seat, _ in stacks), most=MAX_SEATS, default=stacks[-1][0])
    small, big = (0, 0) if stud else reader.numbers("blinds", 2, 0, "small and big blind, like [100, 200]")
    if not stud and (big <= 0 or small > big):
        raise reader.fail(
            "blinds", f"the big blind must be above nothing and not below the small one, not {[small, big]}"
        )
    bets = reader.numbers("bets", 2, 1, "small and big bet, like [200, 400]") if "bets" in reader.values else (0, 0)
    mode = reader.text_of("ante_mode", ("all", "bb")) if "ante_mode" in reader.values else None
    return Header(
        title=reader.text_of("title"),
        rulebook=_rulebook(reader),
        variant=reader.text_of("variant", VARIANTS),
        button=reader.number("button", least=1, most=seats, default=stacks[0][0]),
        seats=seats,
        stacks=stacks,
        small_blind_chips=small,
        big_blind_chips=big,
        small_bet_chips=bets[0],
        big_bet_chips=bets[1],
        bring_in_chips=reader.number("bring_in"),
        ante_chips=reader.number("ante"),
        ante_mode="bb" if mode == "bb" else "all" if mode == "all" else None,
        chips=_chips(reader),
        refs=_refs(reader),
        house=_house(reader),
        lines=tuple((key, reader.line(key)) for key in reader.values),
    )


def _rulebook(reader: _Reader) -> str:
    """The id of a rulebook that is known here: a shipped one, or one's own."""
    named = reader.values.get("rulebook")
    if isinstance(named, str) and named in shelf().texts and (why := why_not(named)):
        raise reader.fail("rulebook", why)
    return reader.text_of("rulebook", known_books())


def _stacks(reader: _Reader) -> tuple[tuple[int, int], ...]:
    value = reader.values["stacks"]
    if not isinstance(value, dict) or len(value) < 2:  # noqa: PLR2004 - poker takes two
        raise reader.fail("stacks", "must name two seats or more with their chips, like { 1 = 10000, 2 = 10000 }")
    stacks: dict[int, int] = {}
    for seat, chips in value.items():
        if not (seat.isascii() and seat.isdigit() and 1 <= int(seat) <= MAX_SEATS and int(seat) not in stacks):
            raise reader.fail("stacks", f"{seat!r} is not a seat from 1 to {MAX_SEATS}")
        if not _is_whole(chips) or chips <= 0:
            raise reader.fail("stacks", f"seat {seat} must have a whole number of chips, not {chips!r}")
        stacks[int(seat)] = chips
    return tuple(sorted(stacks.items()))


def _chips(reader: _Reader) -> tuple[int, ...] | None:
    if "chips" not in reader.values:
        return None
    chips = reader.numbers("chips", None, 1, "denominations, like [25, 100, 500]")
    if len(set(chips)) != len(chips):
        raise reader.fail("chips", "names a denomination twice")
    return tuple(sorted(chips))


def _refs(reader: _Reader) -> tuple[str, ...]:
    refs = reader.values.get("refs", [])
    if not isinstance(refs, list) or not all(isinstance(ref, str) for ref in refs):
        raise reader.fail("refs", f'must be rules as printed, like ["45-A"], not {refs!r}')
    return tuple(refs)


def _house(reader: _Reader) -> tuple[tuple[str, str], ...]:
    house = reader.values.get("house", {})
    if not isinstance(house, dict):
        raise reader.fail(
            "house", f'must be keys and values, like {{ "undercall.tiny_chip" = "complete" }}, not {house!r}'
        )
    pairs = house_pairs(house)
    try:
        with_house(known_rulebook(_rulebook(reader)), pairs)
    except ManifestError as problem:
        raise reader.fail("house", str(problem)) from None
    return pairs
