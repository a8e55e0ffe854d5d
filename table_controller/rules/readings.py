"""What an act amounts to: the answer of a reader to an event of a seat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from table_controller.outcomes import ActKind
from table_controller.table import Unread


@dataclass(frozen=True, slots=True)
class Acts:
    """The event is this act; `to_chips` is the seat's total for the round."""

    kind: ActKind
    to_chips: int = 0


@dataclass(frozen=True, slots=True)
class Announces:
    """The event says what comes but not how much: the chips will tell."""

    word: Literal["bet", "raise"]


@dataclass(frozen=True, slots=True)
class Pays:
    """The event changes no act: chips that were owed or go back as change, a word that repeats an act."""


Reading: TypeAlias = Acts | Announces | Pays | Unread

PAYS = Pays()
