"""What an act amounts to: the answer of a reader to an event of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.game.state.betting import By
from table_controller.game.state.table import Unread
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActKind


@dataclass(frozen=True, slots=True)
class Acts:
    """The event is this act of the seat to act; `to_chips` is the seat's total for the round.

    `findings` say which rule made it so, where the act is not what it looks like.
    """

    kind: ActKind
    to_chips: int = 0
    findings: tuple[Finding, ...] = ()
    by: By = "chips"


@dataclass(frozen=True, slots=True)
class Announces:
    """The event says what comes but not how much: the chips will tell.

    With `motions` 1 they must come in one motion.
    """

    word: Literal["bet", "raise"]
    findings: tuple[Finding, ...] = ()
    motions: int = 0


@dataclass(frozen=True, slots=True)
class Holds:
    """The seat acted out of turn: the act waits for its turn, its chips lie loose in front."""

    kind: ActKind
    to_chips: int
    findings: tuple[Finding, ...]
    by: By = "chips"


@dataclass(frozen=True, slots=True)
class FoldsEarly:
    """The seat gave up its hand although it was not its turn: it is out of the hand now."""

    findings: tuple[Finding, ...]
    by: By = "word"


@dataclass(frozen=True, slots=True)
class Leaves:
    """Nothing is ruled: the chips lie loose where they lie, `findings` say what must be done or decided."""

    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Amends:
    """The last act of the seat counts as another one: `to_chips` is its new total for the round."""

    kind: ActKind
    to_chips: int
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Pays:
    """The event changes no act: chips that were owed or go back as change, a word that repeats an act."""

    findings: tuple[Finding, ...] = ()


Reading: TypeAlias = Acts | Announces | Holds | FoldsEarly | Leaves | Amends | Pays | Unread

PAYS = Pays()
