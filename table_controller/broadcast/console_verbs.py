"""What consoles may ask for: one verb a row, with who may, on what state, and the command of the table that it is.

A new verb is a class with what it carries and a row of `VERBS`; rights, document and tests follow.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from firmware_bridge.vocabulary.cards import DECK
from firmware_bridge.vocabulary.signed_commands import ConsoleRole
from table_controller.game.steps.floor.option import ARGUMENTS
from table_controller.vocabulary.commands import (
    AnnounceLevel,
    AskClock,
    Command,
    Decided,
    GivePenalty,
    MuteBuzzer,
    Rule,
    SeatPlayer,
    TellTable,
    UnseatPlayer,
)

MOST_CHIPS: Final = 10**12
MOST_DELAY_S: Final = 24 * 3600

SeatNumber = Annotated[int, Meta(ge=1, le=10, description="Number of a seat, clockwise from the dealer's left.")]
ChipAmount = Annotated[int, Meta(ge=0, le=MOST_CHIPS, description="An amount, in chips of one.")]
Name = Annotated[str, Meta(max_length=120)]


class AskedRule(Struct, frozen=True, forbid_unknown_fields=True):
    """The floor's choice in an open case."""

    option: Annotated[Name, Meta(description="One of the `options` of the finding.")]
    case: Annotated[int, Meta(ge=1, description="The `case` of the finding in `state`.")]
    arguments: Annotated[
        dict[Name, Name],
        Meta(max_length=8, description="What the choice needs besides, by name, such as `seat`."),
    ] = msgspec.field(default_factory=dict)
    reason: Annotated[Name, Meta(description="Why, in the floor's own words.")] = ""


class AskedPenalty(Struct, frozen=True, forbid_unknown_fields=True):
    """A penalty of so many hands and rounds; 0 of both is a warning."""

    seat: SeatNumber
    hands: Annotated[int, Meta(ge=0, le=100, description="Hands that the player sits out.")] = 0
    rounds: Annotated[int, Meta(ge=0, le=10, description="Rounds that the player sits out.")] = 0


class AskedLevel(Struct, frozen=True, forbid_unknown_fields=True):
    """Blinds and ante from the next hand on."""

    small_blind_chips: ChipAmount
    big_blind_chips: Annotated[int, Meta(ge=1, le=MOST_CHIPS, description="The big blind, in chips of one.")]
    ante_chips: ChipAmount = 0


class AskedTell(Struct, frozen=True, forbid_unknown_fields=True):
    """What the room tells the table."""

    what: Annotated[
        Literal["bubble", "bubble-over", "new-dealer", "break", "break-over", "break-due", "level-due"],
        Meta(description="Hand for hand and its end, another dealer, a break, or that a break or level is due."),
    ]
    in_s: Annotated[int, Meta(ge=0, le=24 * 3600, description="In how many seconds what is due comes.")] = 0


class AskedClock(Struct, frozen=True, forbid_unknown_fields=True):
    """The floor calls the clock on the player to act."""


class AskedSeat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player sits down between hands."""

    seat: SeatNumber
    name: Annotated[str, Meta(min_length=1, max_length=120, description="The player's name.")]
    stack_chips: ChipAmount
    entry: Annotated[
        Literal["new", "moved"], Meta(description="Whether the player is new in the tournament, or was moved here.")
    ] = "new"


class AskedUnseat(Struct, frozen=True, forbid_unknown_fields=True):
    """A player leaves the seat between hands."""

    seat: SeatNumber


class AskedMute(Struct, frozen=True, forbid_unknown_fields=True):
    """The panel's buzzer is silent until the next hand, or sounds again."""

    muted: Annotated[bool, Meta(description="Whether it is to be silent.")] = True


class AskedDelay(Struct, frozen=True, forbid_unknown_fields=True):
    """How long after its end the hidden cards of a hand are released, from the next hand on.

    It holds until the bridge is started anew; then what the settings say holds again.
    """

    delay_s: Annotated[int, Meta(ge=0, le=MOST_DELAY_S, description="Seconds after the end of the hand.")]


class Verb(Struct, frozen=True):
    """One row: who may, what it carries, which state it must have been decided on, and what it is to the table.

    `command` None: the bridge does it, and looks at the signature again. It raises `ValueError` for what none can mean.
    `holds`: from when on it holds, where that is not at once.
    """

    roles: tuple[ConsoleRole, ...]
    kind: type[Struct]
    on: Decided
    command: Callable[[Any], Command] | None
    holds: str = ""


def _rule(asked: AskedRule) -> Rule:
    """A case is named by its number at the table, which outlives the findings of a hand.

    Raise `ValueError` for an argument that the option does not take, or whose value is none.
    """
    takes = ARGUMENTS.get(asked.option, ())
    for name, value in asked.arguments.items():
        if name not in takes:
            told = f"{asked.option} takes {' and '.join(takes) or 'no arguments'}"
            raise ValueError(f"arguments.{name}: there is no such argument, {told}")
        if name != "card" and not (value.isascii() and value.isdigit()):
            raise ValueError(f"arguments.{name}: must be a whole number in digits, as text")
        if name == "card" and value not in DECK:
            raise ValueError("arguments.card: must be a card, such as Ah")
    arguments = asked.arguments | {"case": str(asked.case)}
    return Rule(asked.option, tuple(arguments.items()), "floor", asked.reason)


def _level(asked: AskedLevel) -> AnnounceLevel:
    return AnnounceLevel(asked.small_blind_chips, asked.big_blind_chips, asked.ante_chips)


VERBS: Final[Mapping[str, Verb]] = {
    "rule": Verb(("floor",), AskedRule, "moment", _rule),
    "penalty": Verb(("floor",), AskedPenalty, "hand", lambda asked: GivePenalty(asked.seat, asked.hands, asked.rounds)),
    "level": Verb(("floor",), AskedLevel, "hand", _level, "from the next hand that has not begun"),
    "tell": Verb(("floor",), AskedTell, "hand", lambda asked: TellTable(asked.what, asked.in_s)),
    "clock": Verb(("floor",), AskedClock, "moment", lambda _asked: AskClock()),
    "seat": Verb(
        ("floor",),
        AskedSeat,
        "hand",
        lambda asked: SeatPlayer(asked.seat, asked.name, asked.stack_chips, asked.entry),
    ),
    "unseat": Verb(("floor",), AskedUnseat, "hand", lambda asked: UnseatPlayer(asked.seat)),
    "delay": Verb(("producer",), AskedDelay, "hand", None, "from the next hand on"),
    "mute": Verb(("technician",), AskedMute, "hand", lambda asked: MuteBuzzer(asked.muted)),
}
"""By the last level of the topic."""


def verbs_of(role: str) -> tuple[str, ...]:
    """What a role may ask for."""
    return tuple(name for name, verb in VERBS.items() if role in verb.roles)
