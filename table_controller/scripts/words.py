"""One line of a script as words, taken one after the other with a clear complaint for a wrong one."""

from __future__ import annotations

import re
from typing import Final, Literal, TypeVar

from firmware_bridge.vocabulary.cards import Card, parse_card, parse_cards
from firmware_bridge.vocabulary.chips import Chips, parse_chips
from firmware_bridge.vocabulary.zones import MAX_SEATS

T = TypeVar("T", bound=str)

_WORD: Final = re.compile(r"""\s*(?:(#.*)|("[^"]*")|([^\s"#][^\s"]*))""")
_SLUG: Final = re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*")


def split_words(text: str) -> list[str]:
    """The words of a line; a quoted text is one word with its quotes, `#` starts a comment."""
    words, at = [], 0
    while text[at:].strip():
        found = _WORD.match(text, at)
        if found is None:
            raise ValueError('a quote is not closed: words stand between two ", like says "raise 800"')
        if found[1]:
            break
        words.append(found[2] or found[3])
        at = found.end()
    return words


class Words:
    """The words of a line, from first to last; every method raises `ValueError` saying what should stand there."""

    def __init__(self, words: list[str]) -> None:
        self._words, self._at = words, 0

    def next(self, what: str) -> str:
        """The next word, which must be there; `what` says what it should be."""
        if self._at >= len(self._words):
            raise ValueError(f"{what} is missing at the end")
        self._at += 1
        return self._words[self._at - 1]

    def peek(self) -> str:
        """The next word without taking it, empty at the end."""
        return self._words[self._at] if self._at < len(self._words) else ""

    def took(self, word: str) -> bool:
        """Take the next word if it is `word`."""
        here = self.peek() == word
        self._at += here
        return here

    def rest(self, what: str) -> list[str]:
        """All words that are left, at least one."""
        words = [self.next(what)]
        while self.peek():
            words.append(self.next(what))
        return words

    def end(self) -> None:
        """No word may be left."""
        if self.peek():
            raise ValueError(f"{' '.join(self._words[self._at :])!r} is too much on this line")

    def number(self, what: str, *, least: int = 0) -> int:
        """A whole number."""
        word = self.next(what)
        if not (word.isascii() and word.isdigit()) or int(word) < least:
            raise ValueError(f"{what} must be a whole number{f' from {least}' if least else ''}, not {word!r}")
        return int(word)

    def seat(self) -> int:
        """A seat of the largest table."""
        return read_seat(self.next("a seat"))

    def seat_or_none(self) -> int | None:
        """A seat, or the word ``none``."""
        return None if self.took("none") else self.seat()

    def card(self) -> Card:
        """One card."""
        return parse_card(self.next("a card"))

    def cards(self) -> tuple[Card, ...]:
        """The cards that are left on the line, none at its end."""
        return parse_cards("".join(self.rest("cards"))) if self.peek() else ()

    def chips(self) -> Chips:
        """The chips that are left on the line, at least one."""
        return parse_chips(" ".join(self.rest("chips, like 1000 2x500,")))

    def one_of(self, what: str, known: tuple[T, ...]) -> T:
        """A word of a list."""
        word = self.next(what)
        for choice in known:
            if choice == word:
                return choice
        raise ValueError(f"{what} is one of {', '.join(known)}, not {word!r}")


def read_slug(word: str, what: str) -> str:
    """A name of small letters, digits and dashes; `what` says of what."""
    if not _SLUG.fullmatch(word):
        raise ValueError(f"{what} must be a name like out-of-turn, not {word!r}")
    return word


def read_seat(word: str) -> int:
    """A seat number; raise `ValueError` for anything else."""
    if not (word.isascii() and word.isdigit() and 1 <= int(word) <= MAX_SEATS):
        raise ValueError(f"{word!r} is not a seat from 1 to {MAX_SEATS}")
    return int(word)


Spoken = tuple[
    Literal["fold", "check", "call", "bet", "raise", "number", "all-in", "pot", "other"],
    int | None,
]


def read_spoken(text: str) -> Spoken:
    """What a player said: the word it counts as and its amount; any other words are ``other``."""
    words = text.lower().split()
    amount = int(words[-1]) if words and words[-1].isascii() and words[-1].isdigit() else None
    match [*words[: len(words) - (amount is not None)]]:
        case ["fold" | "check" | "call" | "all-in" | "pot" as word] if amount is None:
            return word, None
        case ["all", "in"] if amount is None:
            return "all-in", None
        case ["bet"]:
            return "bet", amount
        case ["raise"] | ["raise", "to"] if amount is not None:
            return "raise", amount
        case ["raise"]:
            return "raise", None
        case [] if amount is not None:
            return "number", amount
        case _:
            return "other", None
