"""Steps of a table script about what people do besides playing, one frozen value a line. Part of `steps`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.deck_events import Conduct, Turn


@dataclass(frozen=True, slots=True)
class Told:
    """``bubble [over]``, ``new dealer``, ``shuffler``, ``break [over]``, ``break in N``, ``level in N``."""

    line: int
    what: Turn
    in_s: int = 0


@dataclass(frozen=True, slots=True)
class CallsTime:
    """``clock``: the floor calls time on the player to act, without being asked."""

    line: int


@dataclass(frozen=True, slots=True)
class Gathers:
    """``gather SEAT``: the dealer draws what lies in front of the seat into the pot, the round over or not."""

    line: int
    seat: int


@dataclass(frozen=True, slots=True)
class Presence:
    """``3: away [near]``, ``3: back``, ``3: clock``; `near`: up, but beside the chair."""

    line: int
    seat: int
    what: Literal["away", "back", "clock"]
    near: bool = False


@dataclass(frozen=True, slots=True)
class Behaves:
    """``3: uses device``, ``3: hides cards``."""

    line: int
    seat: int
    what: Conduct


@dataclass(frozen=True, slots=True)
class GivesCards:
    """``3: gives cards to 4``."""

    line: int
    seat: int
    to_seat: int


@dataclass(frozen=True, slots=True)
class Asks:
    """``3: asks to see 2``, ``3: asks count 2``, ``3: asks review 2``."""

    line: int
    seat: int
    what: Literal["to see", "count", "review"]
    of_seat: int


Conducts: TypeAlias = Presence | Asks | Behaves | GivesCards
"""What a player does that is no act of the betting."""
