"""Ranks hands from tabled cards, by pokerkit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any, Final

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from table_controller.game.variants import HandKind

_LEAST_CARDS = 5
_RANKS: Final = "23456789TJQKA"
_ROYAL: Final = "TJQKA"

LABELS: Final = (
    "High card",
    "One pair",
    "Two pair",
    "Three of a kind",
    "Straight",
    "Flush",
    "Full house",
    "Four of a kind",
    "Straight flush",
    "Royal flush",
)
"""The kinds of hands, lowest first."""

_STEP: Final = 10_000
"""More than all the hands of one kind."""


class Ranked(Struct, frozen=True, order=True):
    """How strong a hand is: higher beats lower, equal ties; `label` is for people, ``Full house``.

    `made` orders hands by their combination alone, without the cards beside it.
    """

    strength: int
    label: str
    made: int = 0


@lru_cache(maxsize=4096)
def rank(kind: HandKind, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Ranked | None:
    """The best hand of these cards; None while fewer than five are known, or if a name is there twice."""
    cards = (*hole, *board)
    if len(cards) < _LEAST_CARDS or len(set(cards)) != len(cards):
        return None
    best = _hand_type(kind).from_game_or_none("".join(hole), "".join(board))
    if best is None:
        return None
    ranks = [str(card.rank.value) for card in best.cards]
    label = str(best.entry.label.value)
    if label == "Straight flush" and set(ranks) == set(_ROYAL):
        label = "Royal flush"
    strength = int(best.entry.index)
    return Ranked(strength, label, LABELS.index(label) * _STEP + _combination(ranks, label, strength))


def _combination(ranks: Sequence[str], label: str, strength: int) -> int:
    """The rank of pairs, threes and fours, or of the highest card; other kinds are a combination of all five."""
    counts = Counter(_RANKS.index(rank) for rank in ranks)
    if label == "High card":
        return max(counts)
    several = sorted(((count, rank) for rank, count in counts.items() if count > 1), reverse=True)
    value = 0
    for _, rank in several:
        value = value * len(_RANKS) + rank
    return value if several else strength


@cache
def _hand_type(kind: HandKind) -> Any:
    """The pokerkit type of a kind of hand, imported when first needed: the import takes 0.4 s."""
    from pokerkit import hands

    if kind != "high":
        raise NotImplementedError(f"hands of kind {kind} are not ranked yet")  # games.PLAYED keeps them out
    return hands.StandardHighHand
