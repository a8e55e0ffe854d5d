"""What the cards that lie face up say in stud: who brings it in, and who speaks first on the later streets.

Suits rank clubs, diamonds, hearts, spades, and settle what ranks leave equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from firmware_bridge.vocabulary.cards import RANKS, Card

_SUITS: Final = "cdhs"
_LOW_RANKS: Final = "A" + RANKS.replace("A", "")
"""Where the ace is low."""


def brings_in(doors: Mapping[int, Card], *, low_wins: bool) -> int | None:
    """The seat of the lowest door card by suit, in razz of the highest, the ace being low there; None without any."""
    if low_wins:
        return max(doors, key=lambda seat: _by_suit(doors[seat], _LOW_RANKS), default=None)
    return min(doors, key=lambda seat: _by_suit(doors[seat], RANKS), default=None)


def speaks_first(boards: Mapping[int, Sequence[Card]], *, low_wins: bool) -> int | None:
    """The seat that shows the best hand, in razz the lowest; of equal ones that of the highest card by suit."""
    if low_wins:
        return max(boards, key=lambda seat: (_lowness(boards[seat]), _top(boards[seat], _LOW_RANKS)), default=None)
    return max(boards, key=lambda seat: (_shape(boards[seat], RANKS), _top(boards[seat], RANKS)), default=None)


def by_top_card(hands: Mapping[int, Sequence[Card]], *, low: bool) -> tuple[int, ...]:
    """The seats in order of the highest card of their hands, suits deciding; the ace is `low` where low hands win."""
    ranks = _LOW_RANKS if low else RANKS
    return tuple(sorted(hands, key=lambda seat: _top(hands[seat], ranks), reverse=True))


def _by_suit(card: Card, ranks: str) -> tuple[int, int]:
    return ranks.index(card[0]), _SUITS.index(card[1])


def _top(cards: Sequence[Card], ranks: str) -> tuple[int, int]:
    return max(_by_suit(card, ranks) for card in cards)


def _shape(cards: Sequence[Card], ranks: str) -> tuple[list[int], list[int]]:
    """How often each rank lies there, most often first, and these ranks, the higher first of equals.

    So two pairs of low cards are more than one of high ones.
    """
    counts = Counter(ranks.index(card[0]) for card in cards)
    ordered = sorted(((count, rank) for rank, count in counts.items()), reverse=True)
    return [count for count, _ in ordered], [rank for _, rank in ordered]


def _lowness(cards: Sequence[Card]) -> tuple[list[int], list[int]]:
    """The same turned round: the lower the better."""
    counts, heights = _shape(cards, _LOW_RANKS)
    return [-count for count in counts], [-rank for rank in heights]
