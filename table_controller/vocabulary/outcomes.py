"""What the engine made of the events: the facts that screens, logs and overlays tell.

Every outcome is public knowledge. Outcomes are journalled beside the events that caused them.
"""

from __future__ import annotations

from typing import ClassVar, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.lines import Vocabulary

Half: TypeAlias = Literal["", "high", "low"]
"""A half of a pot that high and low hands share, or the whole of one."""

ActKind: TypeAlias = Literal["fold", "check", "call", "bet", "raise", "all-in"]


class HandBegan(Struct, frozen=True):
    """A hand begins: its number, button and blinds (`small_blind` None: dead small blind).

    `stacks` are (seat, chips) of those dealt in, before any forced bet.
    """

    hand: int
    button: int
    small_blind: int | None
    big_blind: int
    seats: tuple[int, ...]
    stacks: tuple[tuple[int, int], ...] = ()


class ForcedBetPosted(Struct, frozen=True):
    """A seat's ante or blind is in; `chips` may be less than due when it is the seat's last."""

    seat: int
    kind: Literal["ante", "small-blind", "big-blind", "bring-in"]
    chips: int


class ActRuled(Struct, frozen=True):
    """A seat's act counts as this; `to_chips` is the seat's total for the round, `all_in` if nothing is behind."""

    seat: int
    kind: ActKind
    to_chips: int
    all_in: bool


class StreetOpened(Struct, frozen=True):
    """A street's cards are out: ``preflop``, ``flop``, ``turn``, ``river``, or ``showdown``."""

    street: str


class BoardNamed(Struct, frozen=True):
    """Board cards became known, in the order dealt."""

    cards: tuple[Card, ...]


class BetReturned(Struct, frozen=True):
    """The part of a seat's bet that nobody matched goes back."""

    seat: int
    chips: int


class HandShown(Struct, frozen=True):
    """A seat's tabled hand became known; `label` is its rank with the present board, such as ``Full house``.

    `low` is what it makes for the low half of the pot, empty where there is none or it makes nothing for it.
    """

    seat: int
    cards: tuple[Card, ...]
    label: str
    low: str = ""


class CardsDrawn(Struct, frozen=True):
    """A seat has discarded so many cards in a draw, all in all; 0 if it stands pat."""

    seat: int
    count: int


class PotAwarded(Struct, frozen=True):
    """A pot (0 is the main pot) or a share of it goes to a seat; `label` is the rank it won with, if it was shown.

    `half` is which half of the pot it is of, where high and low hands share it.
    """

    pot: int
    seat: int
    chips: int
    label: str = ""
    half: Half = ""
    LATER: ClassVar = frozenset({"half"})


class HandSettled(Struct, frozen=True):
    """The hand is over: final stacks of every seat; told again if the floor gives found chips away afterwards."""

    hand: int
    stacks: tuple[tuple[int, int], ...]


class DealVoided(Struct, frozen=True):
    """A misdeal: the deal does not count and is done again."""

    hand: int


class HandVoided(Struct, frozen=True):
    """The hand does not count: all bets went back."""

    hand: int


class Corrected(Struct, frozen=True):
    """What people put right: the stack, bet, card, seat or word of a seat; what it was before and what it is.

    A corrected stack makes the chips of the table more, or fewer, by `chips` - `before_chips`; a corrected bet is a
    total for the round, a seat's correction has the other seat in `to_seat`. `before` and `now` are cards, or a word.
    A check that came in time was said before cards, or before a bet where `before` is ``bet``. `place` is that of a
    card. Outcomes that are told again after it stand for those that they put right.
    """

    what: Literal["stack", "bet", "card", "seat", "word"]
    seat: int | None
    before_chips: int = 0
    chips: int = 0
    before: str = ""
    now: str = ""
    place: str = ""
    to_seat: int | None = None


Outcome: TypeAlias = (
    HandBegan
    | ForcedBetPosted
    | ActRuled
    | StreetOpened
    | BoardNamed
    | BetReturned
    | HandShown
    | CardsDrawn
    | PotAwarded
    | HandSettled
    | DealVoided
    | HandVoided
    | Corrected
)

OUTCOMES: Vocabulary[Outcome] = Vocabulary(
    "outcomes",
    1,
    HandBegan,
    ForcedBetPosted,
    ActRuled,
    StreetOpened,
    BoardNamed,
    BetReturned,
    HandShown,
    CardsDrawn,
    PotAwarded,
    HandSettled,
    DealVoided,
    HandVoided,
    Corrected,
)
