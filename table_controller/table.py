"""The frozen product of the machines, and what one step makes of it.

The game's belief (`hand`, `betting`, `ledger`) and the physical truth (`cards`, `chips`, `puck`,
`buttons`) stand side by side; most irregularities are the difference between the two.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from firmware_bridge.requests import Request
from table_controller.findings import Fact, Finding
from table_controller.machines.betting import NO_ROUND, Round
from table_controller.machines.button import Positions
from table_controller.machines.chip_custody import NO_BOARD, ChipBoard
from table_controller.machines.custody import Cards
from table_controller.machines.hand import NO_HAND, Hand
from table_controller.machines.ledger import Ledger
from table_controller.machines.seats import Players
from table_controller.outcomes import Outcome


@dataclass(frozen=True, slots=True)
class Setup:
    """What does not change while the table is open; `seats` is 0 before it is opened."""

    rulebook: str = ""
    variant: str = "NT"
    seats: int = 0
    denominations: tuple[int, ...] = ()
    ante_mode: Literal["all", "bb"] = "all"
    house: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Level:
    """Blinds and ante; in limit games the small and the big bet too."""

    small_blind_chips: int = 0
    big_blind_chips: int = 0
    ante_chips: int = 0
    small_bet_chips: int = 0
    big_bet_chips: int = 0


UNSET, NO_LEVEL = Setup(), Level()


@dataclass(frozen=True, slots=True)
class Case:
    """A finding that waits for the floor: `seat` is whose act it is about, `number` tells it from the others."""

    number: int
    finding: Finding

    @property
    def seat(self) -> int | None:
        """Whose act the case is about."""
        return self.finding.seat

    def fact(self, name: str, default: int = 0) -> int:
        """A number among the facts of the case."""
        found = dict(self.finding.facts).get(name, default)
        return found if isinstance(found, int) else default

    def word(self, name: str) -> str:
        """A code among the facts of the case, empty if it is not there."""
        return str(dict(self.finding.facts).get(name, ""))


@dataclass(frozen=True, slots=True)
class Penalty:
    """Hands that a seat sits out, or a warning where `hands` is 0: given by the floor; `served` of them are over."""

    seat: int
    hands: int
    served: int = 0


Fate: TypeAlias = Literal["kept", "winner", "winner-covered"]
"""Whose found chips are if their seat loses: its own, the winner's, or the winner's as far as he had as much behind."""


@dataclass(frozen=True, slots=True)
class Hidden:
    """Chips of an all-in seat that came to light and are no part of its bet."""

    seat: int
    chips: int
    fate: Fate


@dataclass(frozen=True, slots=True)
class Asking:
    """A seat was given the count of seat `about` when `after_deeds` acts of the round were made."""

    seat: int
    about: int
    after_deeds: int


@dataclass(frozen=True, slots=True)
class Table:
    """The whole table after an event.

    `level` is that of the hand, `coming` one announced for the next. `positions` are button and blinds
    of the hand under way, or of the coming one while `hand` is idle; `last_positions` are those of the
    hand before. `buttons` are the seats with an all-in button in front, `declared_all_in` those that said so in this
    hand, `early` those that acted out of turn in it, `away` those whose players are not at the table, `near` those of
    them that stand beside their chair. `bubble`: play is hand for hand.
    `cases` are open with the floor, oldest first.
    """

    setup: Setup = UNSET
    players: Players = ()
    level: Level = NO_LEVEL
    coming: Level | None = None
    positions: Positions | None = None
    last_positions: Positions | None = None
    first_button: int = 1
    hand: Hand = NO_HAND
    betting: Round = NO_ROUND
    ledger: Ledger = ()
    cards: Cards = ()
    chips: ChipBoard = NO_BOARD
    puck: int | None = None
    buttons: tuple[int, ...] = ()
    cases: tuple[Case, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    declared_all_in: tuple[int, ...] = ()
    early: tuple[int, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    asked: tuple[Asking, ...] = ()
    away: tuple[int, ...] = ()
    near: tuple[int, ...] = ()
    bubble: bool = False


NEW_TABLE = Table()
"""A table before `TableOpened`."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Something that happened and that plain play has no reading for: `cause` is a code."""

    cause: str
    seat: int | None = None
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class Change:
    """What one event did before any rule looked at it."""

    table: Table
    outcomes: tuple[Outcome, ...] = ()
    requests: tuple[Request, ...] = ()
    unread: tuple[Unread, ...] = ()
    findings: tuple[Finding, ...] = ()

    def then(self, more: Change) -> Change:
        """Both changes: this one followed by one that was made on its table."""
        return Change(
            more.table,
            (*self.outcomes, *more.outcomes),
            (*self.requests, *more.requests),
            (*self.unread, *more.unread),
            (*self.findings, *more.findings),
        )


@dataclass(frozen=True, slots=True)
class Step:
    """The answer of the engine to one event."""

    table: Table
    outcomes: tuple[Outcome, ...] = field(default=())
    findings: tuple[Finding, ...] = field(default=())
    requests: tuple[Request, ...] = field(default=())
