"""One key of an answer: what is typed then, or the answer, or why the key was not taken."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec import Struct

from display.keys.modes import Reads
from display.keys.pad import Answer, Local
from firmware_bridge.vocabulary.cards import RANKS, SUITS, Card

DIGITS: Final = frozenset("0123456789")
LINES: Final = "1234567890abcdefghijklmnopqrstuvwxyz"
"""The keys of numbered lines: the tenth is 0 and letters follow, should a list be that long."""


class Typed(Struct, frozen=True):
    """The key belongs to the answer, and more may come."""

    text: str


class Answered(Struct, frozen=True):
    """The question is answered."""

    answer: Answer


Reading: TypeAlias = Typed | Answered | Local


def seat_of(digit: str) -> int:
    """The seat of a digit: 0 is seat 10."""
    return int(digit) or 10


def read(reads: Reads, typed: str, key: str, lines: tuple[str, ...]) -> Reading:
    """What `key` does to an answer of which `typed` stands there; `lines` are the choices of a choice."""
    if key == "backspace":
        return Typed(typed[:-1])
    if key == "enter" and not typed and reads.enter != "needs":
        return Answered(None)
    match reads.kind:
        case "seat":
            return Answered(seat_of(key)) if key in DIGITS else "unknown-key"
        case "choice":
            return _choice(key, lines)
        case "amount":
            return _amount(reads, typed, key)
        case "text":
            return _text(reads, typed, key)
        case "card":
            return _cards(reads, typed, key)
        case "seat-cards":
            return _seat_cards(reads, typed, key)
        case "pin":
            return _pin(reads, typed, key)
        case "look":
            return Answered(None) if key == "enter" else "unknown-key"


def _choice(key: str, lines: tuple[str, ...]) -> Reading:
    """The number of a line."""
    at = LINES.find(key) if len(key) == 1 else -1
    if at < 0:
        return "unknown-key"
    return Answered(lines[at]) if at < len(lines) else "no-line"


def _amount(reads: Reads, typed: str, key: str) -> Reading:
    """Digits of an amount, without zeros before it; a lone zero is none, where there may be none.

    Elsewhere it stands there, so that Enter can say why it is no answer.
    """
    if key == "enter":
        return "not-all" if not typed else Answered(int(typed)) if int(typed) else "not-zero"
    if key not in DIGITS:
        return "unknown-key"
    digits = (typed + key).lstrip("0")[: reads.most]
    return Typed(digits or ("0" if reads.enter == "needs" else ""))


def _pin(reads: Reads, typed: str, key: str) -> Reading:
    """Digits, the zeros before the others too."""
    if key == "enter":
        return Answered(typed) if typed else "not-all"
    return Typed((typed + key)[: reads.most]) if key in DIGITS else "unknown-key"


def _text(reads: Reads, typed: str, key: str) -> Reading:
    if key == "enter":
        return Answered(typed) if typed.strip() else "not-all"
    return Typed((typed + key)[: reads.most]) if len(key) == 1 and key.isprintable() else "unknown-key"


def _cards(reads: Reads, typed: str, key: str) -> Reading:
    """Rank and suit of each card, upper or lower case."""
    cards = tuple(Card(typed[at : at + 2]) for at in range(0, len(typed) - 1, 2))
    if key == "enter":
        return Answered(cards) if cards and len(typed) % 2 == 0 else "not-all"
    if len(typed) % 2:
        return _suit(typed, key, cards)
    return _rank(typed, key) if len(cards) < reads.most else "unknown-key"


def _seat_cards(reads: Reads, typed: str, key: str) -> Reading:
    """Seat, rank and suit of each card."""
    dealt = tuple((seat_of(typed[at]), Card(typed[at + 1 : at + 3])) for at in range(0, len(typed) - 2, 3))
    if key == "enter":
        return Answered(dealt) if dealt and len(typed) % 3 == 0 else "not-all"
    match len(typed) % 3:
        case 0:
            return Typed(typed + key) if key in DIGITS and len(dealt) < reads.most else "unknown-key"
        case 1:
            return _rank(typed, key)
        case _:
            return _suit(typed, key, tuple(card for _, card in dealt))


def _rank(typed: str, key: str) -> Reading:
    return Typed(typed + key.upper()) if len(key) == 1 and key.upper() in RANKS else "no-card"


def _suit(typed: str, key: str, before: tuple[Card, ...]) -> Reading:
    suit = key.lower()
    if len(key) != 1 or suit not in SUITS:
        return "no-card"
    return "card-twice" if Card(typed[-1] + suit) in before else Typed(typed + suit)
