"""What the dealer keys of a hand that no sensor sees: cards, faces, chips and the button.

Part of the vocabulary of `commands`. With all sensors dead these, with the words, deal a whole hand. Where a sensor
lives, what it sees and what is keyed are one thing: see `key_events`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.vocabulary.cards import Card


@dataclass(frozen=True, slots=True)
class Done:
    """The dealer has done the next act as the screen names it.

    Shuffled, a card dealt or burned, chips put in, given back or pushed, a hand turned up whose cards can be read.
    `act`, `seat` and `chips` are that act: once it is another one, the key is refused. Without `act` it is any.
    """

    act: str = ""
    seat: int | None = None
    chips: int = 0


@dataclass(frozen=True, slots=True)
class MarkDealt:
    """The blinds are in and every seat has its cards; with `seat`, one card came to that seat."""

    seat: int | None = None


@dataclass(frozen=True, slots=True)
class MarkBoard:
    """These cards came to the board, in this order; the burn before them too, if no reader watches the burn."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShowCards:
    """A seat turned up its hand, and these are its cards, for no reader can name them."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class MarkButton:
    """The dealer button was put down at a seat."""

    seat: int


HandCommand: TypeAlias = Done | MarkDealt | MarkBoard | ShowCards | MarkButton
