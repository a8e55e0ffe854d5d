"""Playing cards as two characters, rank then suit: ``Ah``, ``Td``, ``2c``.

A card is a plain string so that it travels through JSON, TOML scripts and
MQTT payloads without conversion; `parse_card` is the one place that decides
what is a card.
"""

from __future__ import annotations

from typing import Final, NewType

Card = NewType("Card", str)
"""A card of the standard 52-card deck, for example ``Card("Ah")``."""

RANKS: Final = "23456789TJQKA"
"""Ranks from low to high."""

SUITS: Final = "cdhs"
"""Suits from low to high, the order that breaks ties for a bring-in or a draw for the button."""

DECK: Final[tuple[Card, ...]] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
"""The 52 cards, clubs first, each suit from two to ace."""

_KNOWN: Final = frozenset(DECK)


def drawn_height(card: Card) -> tuple[int, int]:
    """How high a card is that is drawn for the button or a chip: its rank, then its suit."""
    return RANKS.index(card[0]), SUITS.index(card[1])


def parse_card(text: str) -> Card:
    """Read one card such as ``Ah``; raise `ValueError` saying what a card looks like."""
    card = Card(text)
    if card not in _KNOWN:
        raise ValueError(f"{text!r} is not a card: write rank ({RANKS}) and suit ({SUITS}), like Ah")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards written without spaces, ``AhTd2c``; raise `ValueError` for bad or repeated ones."""
    if len(text) % 2:
        raise ValueError(f"{text!r} is not a row of cards: each card is two characters, like AhTd")
    cards = tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))
    if len(set(cards)) != len(cards):
        raise ValueError(f"{text!r} names a card twice")
    return cards
