"""Checks a PHH file strictly: fields, their types and lengths, and the hand act by act, of which nothing is repaired.

Sources: the format's specification (fields and their TOML types, action notation) and, where that is silent, what its
published files do. Players count from 1, left of the button; of two the first has the big blind, and blinds and antes
stand small blind first. A bet that nobody can match is the bettor's again. A fault says what is wrong, where, and what
to do. What real tables do beyond the format stands in fields of ours:

| field           | means                                                                                       |
| --------------- | ------------------------------------------------------------------------------------------- |
| `_irregular`    | numbers of actions, from 1, whose size the rules forbid and which stood all the same        |
| `_odd_chips`    | for each player, how much more (less) he got than an equal part of pots that were shared    |

A game that `PhhPlay` cannot play yet is one fault, and its fields are checked all the same.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import time
from decimal import Decimal
from typing import Any, Final

from msgspec import Struct

from table_controller.game.variants import VARIANTS, Variant, not_played
from table_controller.histories.phh import (
    BetTo,
    BoardDealt,
    BroughtIn,
    CheckedOrCalled,
    Folded,
    HoleDealt,
    PhhAct,
    ShowedOrMucked,
    StoodPatOrDiscarded,
    parse_act,
)
from table_controller.histories.phh_play import Amount, NotSo, PhhPlay, ends_of, shared_by


class Fault(Struct, frozen=True):
    """What is wrong with a file: `where` is a field, or ``actions 7``; `what` says it, and `do` what to do."""

    where: str
    what: str
    do: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}; {self.do}"


def check_text(text: str) -> tuple[Fault, ...]:
    """All that is wrong with the text of a file; the hand itself is only played if its fields are right."""
    try:
        fields = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        return (Fault("file", f"is no TOML: {problem}", "write it as TOML"),)
    return check_fields(fields) or check_play(fields)


def impossible(text: str) -> Fault | None:
    """Why the text of a file tells no hand that can be; None for no TOML, and for a game that we do not know.

    A bet of another size may have stood, and stacks that come out otherwise are for a comparison to tell.
    """
    try:
        fields = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, RecursionError):
        return None
    if faults := check_fields(fields):
        return None if faults[0].where == "variant" else faults[0]
    played = check_play(fields, sizes=False)
    return next((fault for fault in played if fault.where not in ("variant", "finishing_stacks")), None)


# The fields.

_REQUIRED: Final = ("variant", "antes", "starting_stacks", "actions")
_PER_PLAYER: Final = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings", "seats",
                      "players", "time_banks", "_odd_chips")  # fmt: skip


def _is_number(value: object) -> bool:
    return isinstance(value, int | Decimal) and not isinstance(value, bool) and Decimal(value).is_finite()


def _is_amount(value: object) -> bool:
    return _is_number(value) and value >= 0  # type: ignore[operator]  # it is a number


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_count(value: object) -> bool:
    return type(value) is int and value > 0


def _up_to(most: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and 1 <= value <= most


def _all(holds: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(map(holds, value))


_AMOUNT: Final = (_is_amount, "a number that is not negative")
_SIZE: Final = (lambda value: _is_amount(value) and value != 0, "a number above 0")
_AMOUNTS: Final = (_all(_is_amount), "an array of numbers that are not negative")
_TEXT: Final = (_is_text, "a string")
_COUNT: Final = (_is_count, "a whole number above 0")

_TYPES: Final[Mapping[str, tuple[Callable[[object], bool], str]]] = {
    "variant": _TEXT,
    "ante_trimming_status": (lambda value: isinstance(value, bool), "true or false"),
    "antes": _AMOUNTS,
    "blinds_or_straddles": (_all(_is_number), "an array of numbers"),
    **dict.fromkeys(("bring_in", "small_bet", "big_bet", "min_bet"), _SIZE),
    "starting_stacks": (_all(lambda value: _is_amount(value) and value != 0), "an array of numbers above 0"),
    "actions": (_all(_is_text), "an array of strings"),
    **dict.fromkeys(
        ("author", "event", "url", "venue", "address", "city", "region", "postal_code", "country", "time_zone"), _TEXT
    ),
    **dict.fromkeys(("time_zone_abbreviation", "currency", "currency_symbol"), _TEXT),
    "time": (lambda value: isinstance(value, time) and value.tzinfo is None, "a local time"),
    "day": (_up_to(31), "a day of a month"),
    "month": (_up_to(12), "a month, 1 to 12"),
    "year": _COUNT,
    "hand": (lambda value: _is_text(value) or type(value) is int, "a string or a whole number"),
    "level": _COUNT,
    "seats": (_all(_is_count), "an array of whole numbers above 0"),
    "seat_count": _COUNT,
    "table": (lambda value: _is_text(value) or type(value) is int, "a string or a whole number"),
    "players": (_all(_is_text), "an array of strings"),
    "finishing_stacks": _AMOUNTS,
    "winnings": _AMOUNTS,
    "time_limit": _AMOUNT,
    "time_banks": _AMOUNTS,
    "_irregular": (_all(_is_count), "an array of numbers of actions, from 1"),
    "_odd_chips": (_all(_is_number), "an array of numbers"),
}


def required(variant: Variant) -> tuple[str, ...]:
    """The fields that a hand of this game must have."""
    forced = "blinds_or_straddles" if variant.forced == "blinds" else "bring_in"
    sizes = ("small_bet", "big_bet") if variant.betting == "fixed-limit" else ("min_bet",)
    return (*_REQUIRED, forced, *sizes)


def check_fields(fields: Mapping[str, Any]) -> tuple[Fault, ...]:
    """What is wrong with names, types and lengths."""
    code = fields.get("variant")
    variant = VARIANTS.get(code) if isinstance(code, str) else None
    if variant is None:
        return (Fault("variant", f"{code!r} is no game", f"write one of {', '.join(VARIANTS)}"),)
    faults = [Fault(name, "is missing", "write it") for name in required(variant) if name not in fields]
    for name, value in fields.items():
        if name in _TYPES:
            holds, kind = _TYPES[name]
            faults += [] if holds(value) else [Fault(name, f"is not {kind}", f"write {kind}")]
        elif not name.startswith("_"):
            faults.append(Fault(name, "is no field of the format", f"leave it out, or call it _{name}"))
    return tuple(faults) or _lengths(fields)


def _lengths(fields: Mapping[str, Any]) -> tuple[Fault, ...]:
    players = len(fields["starting_stacks"])
    faults = [
        Fault(name, f"{len(fields[name])} entries for {players} players", "write one for each player")
        for name in _PER_PLAYER
        if name in fields and len(fields[name]) != players
    ]
    if players < 2:  # noqa: PLR2004 - the smallest hand
        faults.append(Fault("starting_stacks", "a hand has two players at least", "name them all"))
    seats, count = fields.get("seats", []), fields.get("seat_count")
    if len(set(seats)) != len(seats):
        faults.append(Fault("seats", "two players have one seat", "give each a seat of its own"))
    if count is not None and players > count:
        faults.append(Fault("seat_count", f"{count} seats for {players} players", "put it right"))
    if beyond := [number for number in fields.get("_irregular", ()) if number > len(fields["actions"])]:
        faults.append(Fault("_irregular", f"there is no action {beyond[0]}", "name the actions from 1"))
    if "bring_in" in fields and VARIANTS[fields["variant"]].forced != "bring-in":
        faults.append(Fault("bring_in", "this game has none", "leave it out"))
    if count is not None and seats and max(seats) > count:
        faults.append(Fault("seats", f"seat {max(seats)} of a table of {count}", "put seat_count right"))
    return tuple(faults)


# The play.


def play_of(fields: Mapping[str, Any]) -> PhhPlay:
    """The hand before its first card, forced bets in, out of fields that were checked."""
    variant = VARIANTS[fields["variant"]]
    sizes = (fields["small_bet"], fields["big_bet"]) if "small_bet" in fields else (fields["min_bet"],) * 2
    stacks = fields["starting_stacks"]
    return PhhPlay(
        variant,
        stacks=stacks,
        antes=fields["antes"],
        blinds=fields.get("blinds_or_straddles") or [0] * len(stacks),
        bring_in=fields.get("bring_in", 0),
        sizes=sizes,
        trims_antes=fields.get("ante_trimming_status", False),
    )


def check_play(fields: Mapping[str, Any], *, sizes: bool = True) -> tuple[Fault, ...]:
    """What is wrong with the hand itself: the first act that cannot be, or stacks that it does not end with.

    Without `sizes` any bet stands that its player can pay.
    """
    if (why := not_played(fields["variant"])) is not None:
        return (Fault("variant", f"cannot be checked: {why}", "wait for a release that plays it"),)
    play, irregular = play_of(fields), frozenset(fields.get("_irregular", ()))
    for number, text in enumerate(fields["actions"], 1):
        where = f"actions {number}"
        if not (words := text.partition("#")[0].split()):
            continue
        try:
            do_act(play, parse_act(words, play.players), irregular=number in irregular if sizes else None)
        except (ValueError, IndexError) as problem:
            advice = problem.do if isinstance(problem, NotSo) else "put the action right"
            return (Fault(where, f"{text!r}: {problem}", advice),)
    try:
        ends = ends_of(play)
    except NotSo as problem:
        return (Fault("actions", str(problem), problem.do),)
    return _stacks(play, ends, fields)


def do_act(play: PhhPlay, act: PhhAct, *, irregular: bool | None = False) -> None:
    """The act on this hand; raise `NotSo` if it cannot be."""
    match act:
        case HoleDealt(player, cards):
            play.deal(player, cards)
        case BoardDealt(cards):
            play.board_comes(cards)
        case Folded(player):
            play.fold(player)
        case CheckedOrCalled(player):
            play.call(player)
        case BetTo(player, to_chips):
            play.bet(player, to_chips, irregular=irregular)
        case BroughtIn(player):
            play.bring_in(player)
        case StoodPatOrDiscarded(player, cards):
            play.discard(player, cards)
        case ShowedOrMucked(player, cards):
            play.show(player, cards)


def _stacks(play: PhhPlay, ends: Sequence[Amount], fields: Mapping[str, Any]) -> tuple[Fault, ...]:
    odd: Sequence[Amount] = fields.get("_odd_chips", [0] * play.players)
    shared = shared_by(play)
    if sum(odd) or any(chips and at not in shared for at, chips in enumerate(odd)):
        what = "gives chips to who shares no pot, or not all that it takes from others"
        return (Fault("_odd_chips", what, "put it right, or leave it out"),)
    ends = [end + chips for end, chips in zip(ends, odd, strict=True)]
    written = fields.get("finishing_stacks", ends)
    return tuple(
        Fault("finishing_stacks", f"p{at}: {told} is written, the hand ends with {end}", "put stacks or actions right")
        for at, (told, end) in enumerate(zip(written, ends, strict=True), 1)
        if told != end
    )
