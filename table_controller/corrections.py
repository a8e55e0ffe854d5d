"""What people put right: redo, and corrections of a stack, bet, card, seat or word; and what one would do.

Part of the vocabulary of `commands`. Each correction is one event of the journal and is undone like any other word.
A correction that cannot be meant is refused with a code that says why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from table_controller.correction_events import BettingWord


@dataclass(frozen=True, slots=True)
class Redo:
    """Let the last `steps` undone interpretations stand again, in the order in which they were made.

    A new interpretation, word or ruling after an undo clears what can be redone.
    """

    steps: int = 1


@dataclass(frozen=True, slots=True)
class CorrectStack:
    """These chips, as people counted them, stand in the stack of a seat now."""

    seat: int
    chips: Chips


@dataclass(frozen=True, slots=True)
class CorrectBet:
    """The last act of a seat, of this round if it made one, was really to this total for its round."""

    seat: int
    to_chips: int


@dataclass(frozen=True, slots=True)
class CorrectCard:
    """A public card is really another one; `place` is ``board:2`` or ``seat:3:1``, each counted from 1."""

    place: str
    card: Card


@dataclass(frozen=True, slots=True)
class CorrectSeat:
    """The last act or chips told of `wrong_seat` were those of `right_seat`; between hands the player sits there.

    Between hands two players change places if both seats are taken.
    """

    wrong_seat: int
    right_seat: int


@dataclass(frozen=True, slots=True)
class CorrectWord:
    """A seat had said this before the silent chips of its last act: a word that is keyed late, not one said late."""

    seat: int
    word: BettingWord
    amount_chips: int | None = None


@dataclass(frozen=True, slots=True)
class Preview:
    """Show what a command would change; nothing happens. `asked` is the command as a line of the vocabulary.

    Empty: no preview is wanted any more.
    """

    asked: str = ""


Correction: TypeAlias = Redo | CorrectStack | CorrectBet | CorrectCard | CorrectSeat | CorrectWord
