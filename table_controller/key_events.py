"""What the dealer says of cards and chips that no sensor sees; and how sensors come to see what was said.

Part of the vocabulary of `events`. Cards that only keys have told lie in the books under handles of their own
(`is_told`); the bridge is never asked about those. When a reader comes to see such a card, it is recognised: its
own handle takes the place of the told one, and nothing is counted twice. `implied` says that nobody pressed a key:
it follows from what was seen next, and where it happened no sensor is alive.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from firmware_bridge.vocabulary.observations import Handle

Way: TypeAlias = Literal["in", "back", "won"]
"""Chips that a seat owed went in, chips that it had coming went back to it, a pot that it won was pushed to it."""

_TOLD: Final = "told-"


def told_handle(number: int, at: int) -> Handle:
    """The handle of the card `at` (from 0) of those that event `number` tells of."""
    return Handle(f"{_TOLD}{number}-{at}")


def is_told(handle: Handle) -> bool:
    """Whether only keys have told of the card."""
    return handle.startswith(_TOLD)


@dataclass(frozen=True, slots=True)
class Move:
    """Chips of one seat, by value: which ones they were nobody has seen."""

    way: Way
    seat: int
    chips: int


@dataclass(frozen=True, slots=True)
class CardsDealtByKey:
    """Cards came off the deck to these seats, in this order."""

    cards: tuple[tuple[int, Handle], ...]
    at_s: float
    implied: bool = False


@dataclass(frozen=True, slots=True)
class BoardByKey:
    """A card was burned, if `burned` is one, and then these came to the board."""

    burned: Handle | None
    cards: tuple[Handle, ...]
    at_s: float
    implied: bool = False


@dataclass(frozen=True, slots=True)
class ChipsMovedByKey:
    """Chips went where they were due; of what is not due any more, nothing moves."""

    moves: tuple[Move, ...]
    at_s: float
    implied: bool = False


@dataclass(frozen=True, slots=True)
class CardRecognised:
    """A reader sees a card that keys had told of: `handle` is the one that lies in the books as `told`."""

    told: Handle
    handle: Handle
    at_s: float


@dataclass(frozen=True, slots=True)
class TraysOutOfSight:
    """No tray sees the stacks or bets of these seats, `pot`: nor the pot; their chips follow the words from now on."""

    seats: tuple[int, ...]
    pot: bool
    at_s: float


ByKey: TypeAlias = CardsDealtByKey | BoardByKey | ChipsMovedByKey
"""One key that stands for several events of the table; undone, nothing of it remains."""


def is_implied(event: object) -> bool:
    """Whether nobody pressed a key for the event: then nobody can take it back."""
    return isinstance(event, ByKey) and event.implied


KeyEvent: TypeAlias = ByKey | CardRecognised | TraysOutOfSight
