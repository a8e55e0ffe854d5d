"""The frozen product of the machines, and what one step makes of it.

The game's belief (`hand`, `betting`, `ledger`) and the physical truth (`cards`, `chips`, `puck`,
`buttons`) stand side by side; most irregularities are the difference between the two.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct, field

from firmware_bridge.vocabulary.requests import Request
from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.betting import NO_ROUND, Round
from table_controller.game.state.button import NO_COURSE, ButtonHistory, Positions
from table_controller.game.state.chip_custody import NO_BOARD, ChipBoard
from table_controller.game.state.clocks import NO_TIME, Timing
from table_controller.game.state.custody import Cards
from table_controller.game.state.ended import NO_ENDED, Ended
from table_controller.game.state.hand import NO_HAND, Hand
from table_controller.game.state.ledger import Ledger
from table_controller.game.state.panel import NO_PANEL, Panel
from table_controller.game.state.rotation import ONE_GAME, Rotation
from table_controller.game.state.seats import Players
from table_controller.game.state.tray_coverage import ALL_IN_SIGHT, TrayCoverage
from table_controller.vocabulary.events import DueWhat
from table_controller.vocabulary.findings import Fact, Finding
from table_controller.vocabulary.outcomes import Outcome


class Setup(Struct, frozen=True):
    """What a table is opened with; `seats` is 0 before it is opened.

    `variant` is the game of the hand, or of the coming one between hands; `ante_mode` is of games with blinds.
    `buy_in_chips` is the largest starting stack. `language` is the code of the language that displays speak unless told
    otherwise, empty if none was chosen.
    """

    rulebook: str = ""
    variant: str = "NT"
    seats: int = 0
    denominations: tuple[int, ...] = ()
    ante_mode: Literal["all", "bb"] = "all"
    house: tuple[tuple[str, str], ...] = ()
    buy_in_chips: int = 0
    language: str = ""


class Level(Struct, frozen=True):
    """Blinds and ante; in limit games the small and the big bet too, in stud the bring-in."""

    small_blind_chips: int = 0
    big_blind_chips: int = 0
    ante_chips: int = 0
    small_bet_chips: int = 0
    big_bet_chips: int = 0
    bring_in_chips: int = 0


UNSET, NO_LEVEL = Setup(), Level()


class Case(Struct, frozen=True):
    """A finding that waits for the floor: `seat` is whose act it is about, `number` tells it from the others.

    `phase` is where the hand stood when it arose, empty in a journal of an engine before 21. `player` is the name of
    who sat there then: he may have gone since.
    """

    number: int
    finding: Finding
    phase: str = ""
    player: str = ""

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


class Penalty(Struct, frozen=True):
    """Hands that a seat sits out, or a warning where `hands` is 0: given by the floor; `served` of them are over.

    `rounds`: the hands are those of so many rounds, counted by the players who are left. `given_in` is the hand in
    which it was given to a player who has not missed that hand yet.
    """

    seat: int
    hands: int
    served: int = 0
    rounds: int = 0
    given_in: int = 0


class Begun(Struct, frozen=True):
    """How the hand stands to its level: `level` of a hand that began before its riffle, `old` the level before.

    `old` is None where the hand before had the same. `told`: the blinds of the old level lie there, and it was said.
    """

    level: Level | None = None
    old: Level | None = None
    told: bool = False


NOT_BEGUN = Begun()
"""Nothing has begun the coming hand, and the level is not a new one."""


Fate: TypeAlias = Literal["kept", "winner", "winner-covered"]
"""Whose found chips are if their seat loses: its own, the winner's, or the winner's as far as he had as much behind."""


class Hidden(Struct, frozen=True):
    """Chips of an all-in seat that came to light and are no part of its bet."""

    seat: int
    chips: int
    fate: Fate


class Asking(Struct, frozen=True):
    """A seat was given the count of seat `about` when `after_deeds` acts of the round were made."""

    seat: int
    about: int
    after_acts: int


class Due(Struct, frozen=True):
    """The room has said that a break or a level is due, and when."""

    what: DueWhat
    at_s: float


class Table(Struct, frozen=True):
    """The whole table after an event.

    `level` is that of the hand, `coming` one announced for the next. `positions` are button and blinds
    of the hand under way, or of the coming one while `hand` is idle; `last_positions` are those of the
    hand before, from which the button goes on, and `course` is what else it goes by.
    `buttons` are the seats with an all-in button in front, `declared_all_in` those that said so in this hand,
    `early` those that acted out of turn in it, `away` those whose players are not at the table, `near` those of
    them that stand beside their chair. `bubble`: play is hand for hand. `time` is that of the seat to act.
    `begun` tells what has begun the hand, and at which level. `panel`: whether the floor is called, the buzzer mute.
    `blind` says whose chips no tray sees.
    `raced` are denominations that are out of play, `recount` seats whose stacks are about to be exchanged, filled or
    cut, `aside` found chips that wait for the next hand, as (seat, chips).
    `rotation` says which games take turns, if they do.
    `ended` is the last hand that was settled. `on_break`: a break has begun; `change_due_s` is when the next break or
    level is due, as the room told it; `due` says which, as long as it has not come.
    `cases` are open with the floor, oldest first; `case_n` numbers the last one that was opened.
    """

    setup: Setup = UNSET
    players: Players = ()
    level: Level = NO_LEVEL
    coming: Level | None = None
    positions: Positions | None = None
    last_positions: Positions | None = None
    first_button: int = 1
    course: ButtonHistory = NO_COURSE
    hand: Hand = NO_HAND
    betting: Round = NO_ROUND
    ledger: Ledger = ()
    cards: Cards = ()
    chips: ChipBoard = NO_BOARD
    puck: int | None = None
    buttons: tuple[int, ...] = ()
    cases: tuple[Case, ...] = ()
    case_n: int = 0
    penalties: tuple[Penalty, ...] = ()
    declared_all_in: tuple[int, ...] = ()
    early: tuple[int, ...] = ()
    hidden: tuple[Hidden, ...] = ()
    asked: tuple[Asking, ...] = ()
    away: tuple[int, ...] = ()
    near: tuple[int, ...] = ()
    bubble: bool = False
    ended: Ended = NO_ENDED
    on_break: bool = False
    change_due_s: float | None = None
    due: tuple[Due, ...] = ()
    raced: tuple[int, ...] = ()
    recount: tuple[int, ...] = ()
    aside: tuple[tuple[int, int], ...] = ()
    time: Timing = NO_TIME
    begun: Begun = NOT_BEGUN
    panel: Panel = NO_PANEL
    tray_coverage: TrayCoverage = ALL_IN_SIGHT
    rotation: Rotation = ONE_GAME


NEW_TABLE = Table()
"""A table before `TableOpened`."""


def with_case(table: Table, case: Case) -> Table:
    """The table with a case that stays open in its place after all: its ruling named what is not there."""
    return replace(table, cases=tuple(sorted((*table.cases, case), key=lambda one: one.number)))


def without_case(table: Table, case: Case) -> Table:
    """The table with a case closed."""
    return replace(table, cases=tuple(other for other in table.cases if other.number != case.number))


class Unexplained(Struct, frozen=True):
    """Something that happened and that plain play has no reading for: `cause` is a code."""

    cause: str
    seat: int | None = None
    facts: tuple[Fact, ...] = ()


class Change(Struct, frozen=True):
    """What one event did before any rule looked at it."""

    table: Table
    outcomes: tuple[Outcome, ...] = ()
    requests: tuple[Request, ...] = ()
    unexplained: tuple[Unexplained, ...] = ()
    findings: tuple[Finding, ...] = ()

    def then(self, more: Change) -> Change:
        """Both changes: this one followed by one that was made on its table."""
        return Change(
            more.table,
            self.outcomes + more.outcomes,
            self.requests + more.requests,
            self.unexplained + more.unexplained,
            self.findings + more.findings,
        )

    def told(self, findings: tuple[Finding, ...]) -> Change:
        """The change with more findings."""
        return replace(self, findings=self.findings + findings) if findings else self


class Step(Struct, frozen=True):
    """The answer of the engine to one event."""

    table: Table
    outcomes: tuple[Outcome, ...] = field(default=())
    findings: tuple[Finding, ...] = field(default=())
    requests: tuple[Request, ...] = field(default=())


def without_due(table: Table, what: DueWhat) -> Table:
    """The table once the break or the level that was due has come."""
    left = tuple(one for one in table.due if one.what != what)
    return table if len(left) == len(table.due) else replace(table, due=left)
