"""Sensed places on the table, named ``kind`` or ``kind:seat``.

Card zones: ``seat:3`` (in front of the player, where hole cards lie), ``up:3`` (before
them, where a stud player's up-cards lie), ``board``, ``burn``, ``muck``, ``stub``. Chip
zones: ``stack:3`` (the player's own chips), ``bet:3`` (chips pushed forward), ``pot``,
``rack`` (the dealer's tray). Others: ``puck`` (the dealer button's seat), ``allin:3`` (the
all-in button).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NewType

Zone = NewType("Zone", str)
"""A sensed place, for example ``Zone("seat:3")`` or ``Zone("board")``."""

MAX_SEATS: Final = 10
"""Places at the largest table (tda-2019 deals at most ten-handed)."""

SEAT_KINDS: Final = frozenset({"seat", "up", "stack", "bet", "allin"})
TABLE_KINDS: Final = frozenset({"board", "burn", "muck", "stub", "pot", "rack", "puck"})
CARD_KINDS: Final = frozenset({"seat", "up", "board", "burn", "muck", "stub"})
CHIP_KINDS: Final = frozenset({"stack", "bet", "pot", "rack"})

UP: Final = "up"
"""The kind of zone in which cards lie face up before a seat."""

BOARD: Final = Zone("board")
BURN: Final = Zone("burn")
MUCK: Final = Zone("muck")
STUB: Final = Zone("stub")
POT: Final = Zone("pot")
RACK: Final = Zone("rack")
PUCK: Final = Zone("puck")


@lru_cache(maxsize=64)
def seat_zone(seat: int) -> Zone:
    """Where the hole cards of `seat` lie."""
    return Zone(f"seat:{seat}")


def up_zone(seat: int) -> Zone:
    """Where the up-cards of `seat` lie in stud, for all to see."""
    return Zone(f"up:{seat}")


def stack_zone(seat: int) -> Zone:
    """Where the chips that `seat` has not bet stand."""
    return Zone(f"stack:{seat}")


def bet_zone(seat: int) -> Zone:
    """Where the chips that `seat` has pushed forward lie until they are gathered."""
    return Zone(f"bet:{seat}")


def allin_zone(seat: int) -> Zone:
    """Where the all-in button of `seat` is put down."""
    return Zone(f"allin:{seat}")


def zone_kind(zone: Zone) -> str:
    """The part before the colon: ``seat`` for ``seat:3``, ``board`` for ``board``."""
    return zone.partition(":")[0]


def zone_seat(zone: Zone) -> int | None:
    """The seat of a seat's zone, ``None`` for a zone of the table."""
    number = zone.partition(":")[2]
    return int(number) if number else None


def parse_zone(text: str) -> Zone:
    """Read a zone name; raise `ValueError` that lists the kinds."""
    kind, colon, number = text.partition(":")
    if kind in TABLE_KINDS and not colon:
        return Zone(text)
    if kind in SEAT_KINDS and number.isascii() and number.isdigit() and 1 <= int(number) <= MAX_SEATS:
        return Zone(f"{kind}:{int(number)}")
    raise ValueError(
        f"{text!r} is not a zone: use {', '.join(sorted(TABLE_KINDS))}, or one of "
        f"{', '.join(sorted(SEAT_KINDS))} with a seat from 1 to {MAX_SEATS}, like seat:3"
    )
