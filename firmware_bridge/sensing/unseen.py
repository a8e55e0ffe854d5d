"""Cards of a deck that no antenna has read for many hands: the deck may lack them.

A card comes to the felt in a hand with a chance of a fifth or more, and passes the stub antenna in most shuffles; in a
hundred hands each of 52 has been read. How many have not is a hint that the deck be counted. Which ones stays here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.vocabulary.cards import DECK, Card

HANDS: Final = 100
"""So long a card must not have been read: heads up, with nothing read at the stub, one card in 10^8 waits so long."""


class Unseen:
    """Counts hands by deck since each of its cards was read."""

    __slots__ = ("_book", "_hands", "_limit", "_now", "_read_in", "_told")

    def __init__(self, book: DeckBook, hands: int = HANDS) -> None:
        self._book, self._limit = book, hands
        self._now: dict[str, set[Card]] = defaultdict(set)
        self._hands: Counter[str] = Counter()
        self._read_in: dict[tuple[str, Card], int] = {}
        self._told: Counter[str] = Counter()

    def __repr__(self) -> str:
        """How many decks were played; never a card."""
        return f"Unseen({len(self._hands)} decks)"

    @property
    def hands(self) -> int:
        """How many hands a card must not have been read in."""
        return self._limit

    def read(self, tag: bytes) -> None:
        """An antenna read this tag."""
        if (registered := self._book.find(tag)) is not None:
            self._now[registered.deck].add(registered.card)

    def hand_over(self) -> int:
        """A hand is over: how many cards of its deck have not been read for so long, 0 if no more than was told."""
        if not self._now:
            return 0
        deck = max(self._now, key=lambda name: len(self._now[name]))
        hand = self._hands[deck] = self._hands[deck] + 1
        for card in self._now[deck]:
            self._read_in[deck, card] = hand
        self._now.clear()
        lacking = sum(hand - self._read_in.get((deck, card), 0) >= self._limit for card in DECK)
        more, self._told[deck] = lacking > self._told[deck], lacking
        return lacking if more else 0
