"""What a table script expects at a line: one frozen value a line, holding what must be true.

`line` counts in the file, from 1. Amounts are whole chips, seats are numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.vocabulary.outcomes import ActKind
from table_controller.vocabulary.views import Choice


@dataclass(frozen=True, slots=True)
class ExpectTurn:
    """``expect turn SEAT``; None for ``none``."""

    line: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class ExpectAmount:
    """``expect to-call N``, ``min-raise-to N``, ``max-raise-to N``, ``pot N``."""

    line: int
    what: Literal["to-call", "min-raise-to", "max-raise-to", "pot"]
    chips: int


@dataclass(frozen=True, slots=True)
class ExpectMay:
    """``expect may fold call raise``."""

    line: int
    choices: frozenset[Choice]


@dataclass(frozen=True, slots=True)
class ExpectAction:
    """``expect action SEAT KIND [N]``; N is the seat's total for the round."""

    line: int
    seat: int
    kind: ActKind
    to_chips: int | None = None


@dataclass(frozen=True, slots=True)
class ExpectSeatAmount:
    """``expect returns|owes|stack|wins SEAT N``."""

    line: int
    what: Literal["returns", "owes", "stack", "wins"]
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class ExpectFinding:
    """``expect finding TOPIC [seat N] [ref REF]``."""

    line: int
    topic: str
    seat: int | None = None
    ref: str | None = None


@dataclass(frozen=True, slots=True)
class ExpectNoFinding:
    """``expect no finding [TOPIC]``."""

    line: int
    topic: str | None = None


@dataclass(frozen=True, slots=True)
class ExpectOption:
    """``expect option NAME``."""

    line: int
    option: str


@dataclass(frozen=True, slots=True)
class ExpectDeal:
    """``expect misdeal``, ``expect void``, ``expect no misdeal``."""

    line: int
    what: Literal["misdeal", "void", "no misdeal"]


@dataclass(frozen=True, slots=True)
class ExpectStreet:
    """``expect street preflop``."""

    line: int
    street: str


@dataclass(frozen=True, slots=True)
class ExpectLive:
    """``expect live SEAT``, ``expect dead SEAT``."""

    line: int
    seat: int
    live: bool


@dataclass(frozen=True, slots=True)
class ExpectPots:
    """``expect pots 2100 2000``: main pot first."""

    line: int
    chips: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ExpectShowsFirst:
    """``expect shows-first SEAT``."""

    line: int
    seat: int


@dataclass(frozen=True, slots=True)
class ExpectTables:
    """``expect tables SEAT…``: who must table now."""

    line: int
    seats: frozenset[int]


@dataclass(frozen=True, slots=True)
class ExpectNext:
    """``expect next TEXT``: the dealer's next act as a code."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ExpectClock:
    """``expect clock SECONDS [counted SECONDS]``, ``expect clock none``: what is left of the clock, rounded up."""

    line: int
    left_s: int | None
    counted_s: int | None = None


@dataclass(frozen=True, slots=True)
class ExpectPlace:
    """``expect button SEAT``, ``small-blind SEAT|none``, ``big-blind SEAT``."""

    line: int
    what: Literal["button", "small-blind", "big-blind"]
    seat: int | None


Expectation: TypeAlias = (
    ExpectTurn
    | ExpectAmount
    | ExpectMay
    | ExpectAction
    | ExpectSeatAmount
    | ExpectFinding
    | ExpectNoFinding
    | ExpectOption
    | ExpectDeal
    | ExpectStreet
    | ExpectLive
    | ExpectPots
    | ExpectShowsFirst
    | ExpectTables
    | ExpectNext
    | ExpectPlace
    | ExpectClock
)
