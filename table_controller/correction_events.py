"""What was otherwise than the table has it, as somebody put it right; and undone readings that stand again.

Part of the vocabulary of `events`. A correction of a bet, a card, a word or an act of the hand names an earlier event
by its `number` in the journal: the engine sees that event otherwise, in its place, when the hand is folded again
(`refold`), without the rulings that it makes `moot`: those whose case is no more. A correction of a stack, or of who
sits where, is true from now on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips

BettingWord: TypeAlias = Literal["raise", "bet", "number", "call", "all-in"]
"""A word that says what chips mean which come after it."""


@dataclass(frozen=True, slots=True)
class Redone:
    """Readings, words and rulings that were undone stand again, by their event numbers in the journal."""

    numbers: tuple[int, ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class StackCorrected:
    """The stack of a seat was counted by people: these chips stand there, whatever the game believed."""

    seat: int
    chips: Chips
    at_s: float


@dataclass(frozen=True, slots=True)
class BetCorrected:
    """The act that event `number` made was really one to this total of the seat for the round."""

    seat: int
    to_chips: int
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class CardCorrected:
    """The public card that event `number` named is really this one; `place` is ``board:2`` or ``seat:3:1``."""

    place: str
    card: Card
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatCorrected:
    """What event `number` tells of one seat was another's; `number` 0: the player sits there, between hands."""

    wrong_seat: int
    right_seat: int
    number: int
    at_s: float
    moot: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WordCorrected:
    """The seat had said a word before the chips of event `number` were put forward, as ``Declared`` tells words."""

    seat: int
    word: BettingWord
    amount_chips: int | None
    number: int
    at_s: float
    text: str = ""
    moot: tuple[int, ...] = ()


CorrectionEvent: TypeAlias = Redone | StackCorrected | BetCorrected | CardCorrected | SeatCorrected | WordCorrected
