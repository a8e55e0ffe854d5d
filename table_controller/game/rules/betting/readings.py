"""What an act amounts to: the answer of a reader to an event of a seat."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from table_controller.game.state.betting import By
from table_controller.game.state.table import Unexplained
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import ActKind


class Acts(Struct, frozen=True):
    """The event is this act of the seat to act; `to_chips` is the seat's total for the round.

    `findings` say which rule made it so, where the act is not what it looks like.
    """

    kind: ActKind
    to_chips: int = 0
    findings: tuple[Finding, ...] = ()
    by: By = "chips"


class Announces(Struct, frozen=True):
    """The event says what comes but not how much: the chips will tell.

    With `motions` 1 they must come in one motion.
    """

    word: Literal["bet", "raise"]
    findings: tuple[Finding, ...] = ()
    motions: int = 0


class Holds(Struct, frozen=True):
    """The seat acted out of turn: the act waits for its turn, its chips lie loose in front."""

    kind: ActKind
    to_chips: int
    findings: tuple[Finding, ...]
    by: By = "chips"


class Adds(Struct, frozen=True):
    """More chips beside an act that waits for its turn: they lie loose and are no part of it."""

    more_chips: int
    findings: tuple[Finding, ...] = ()


class FoldsEarly(Struct, frozen=True):
    """The seat gave up its hand although it was not its turn: it is out of the hand now."""

    findings: tuple[Finding, ...]
    by: By = "word"


class Leaves(Struct, frozen=True):
    """Nothing is ruled: the chips lie loose where they lie, `findings` say what must be done or decided."""

    findings: tuple[Finding, ...]


class Amends(Struct, frozen=True):
    """The last act of the seat counts as another one: `to_chips` is its new total for the round."""

    kind: ActKind
    to_chips: int
    findings: tuple[Finding, ...]


class Pays(Struct, frozen=True):
    """The event changes no act: chips that were owed or go back as change, a word that repeats an act."""

    findings: tuple[Finding, ...] = ()


Reading: TypeAlias = Acts | Announces | Holds | Adds | FoldsEarly | Leaves | Amends | Pays | Unexplained

PAYS = Pays()
