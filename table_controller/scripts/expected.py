"""What a table script expects at a line: one frozen value a line, holding what must be true.

`line` counts in the file, from 1. Amounts are whole chips, seats are numbers.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from table_controller.vocabulary.outcomes import ActKind
from table_controller.vocabulary.views import Choice


class ExpectTurn(Struct, frozen=True):
    """``expect turn SEAT``; None for ``none``."""

    line: int
    seat: int | None


class ExpectAmount(Struct, frozen=True):
    """``expect to-call N``, ``min-raise-to N``, ``max-raise-to N``, ``pot N``."""

    line: int
    what: Literal["to-call", "min-raise-to", "max-raise-to", "pot"]
    chips: int


class ExpectMay(Struct, frozen=True):
    """``expect may fold call raise``."""

    line: int
    choices: frozenset[Choice]


class ExpectAction(Struct, frozen=True):
    """``expect action SEAT KIND [N]``; N is the seat's total for the round."""

    line: int
    seat: int
    kind: ActKind
    to_chips: int | None = None


class ExpectSeatAmount(Struct, frozen=True):
    """``expect returns|owes|stack|wins SEAT N``."""

    line: int
    what: Literal["returns", "owes", "stack", "wins"]
    seat: int
    chips: int


class ExpectFinding(Struct, frozen=True):
    """``expect finding TOPIC [seat N] [ref REF]``."""

    line: int
    topic: str
    seat: int | None = None
    ref: str | None = None


class ExpectNoFinding(Struct, frozen=True):
    """``expect no finding [TOPIC]``."""

    line: int
    topic: str | None = None


class ExpectOption(Struct, frozen=True):
    """``expect option NAME``."""

    line: int
    option: str


class ExpectDeal(Struct, frozen=True):
    """``expect misdeal``, ``expect void``, ``expect no misdeal``."""

    line: int
    what: Literal["misdeal", "void", "no misdeal"]


class ExpectStreet(Struct, frozen=True):
    """``expect street preflop``."""

    line: int
    street: str


class ExpectLive(Struct, frozen=True):
    """``expect live SEAT``, ``expect dead SEAT``."""

    line: int
    seat: int
    live: bool


class ExpectPots(Struct, frozen=True):
    """``expect pots 2100 2000``: main pot first."""

    line: int
    chips: tuple[int, ...]


class ExpectShowsFirst(Struct, frozen=True):
    """``expect shows-first SEAT``."""

    line: int
    seat: int


class ExpectTables(Struct, frozen=True):
    """``expect tables SEAT…``: who must table now."""

    line: int
    seats: frozenset[int]


class ExpectNext(Struct, frozen=True):
    """``expect next TEXT``: the dealer's next act as a code."""

    line: int
    text: str


class ExpectClock(Struct, frozen=True):
    """``expect clock SECONDS [counted SECONDS]``, ``expect clock none``: what is left of the clock, rounded up."""

    line: int
    left_s: int | None
    counted_s: int | None = None


class ExpectPlace(Struct, frozen=True):
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
