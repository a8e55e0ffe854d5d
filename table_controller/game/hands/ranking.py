"""Ranks hands from tabled cards, by pokerkit."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct

from firmware_bridge.vocabulary.cards import DECK, RANKS, SUITS, Card
from table_controller.game.variants import HandKind

_FIVE: Final = 5
_ROYAL: Final = tuple("TJQKA")

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

_FIRST: Final = (0, 1277, 4137, 4995, 5853, 5863, 7140, 7296, 7452, 7461)
"""The weakest strength of each label: there are 1277 hands that are a high card alone, 2860 pairs, 858 two pairs, …"""

_STEP: Final = 10_000
"""More than all the hands of one kind."""

_HEIGHT: Final = {card: RANKS.index(card[0]) for card in DECK}


class Ranked(Struct, frozen=True, order=True):
    """How strong a hand is: higher beats lower, equal ties; `label` is for people, ``Full house``.

    `made` orders hands by their combination alone, without the cards beside it.
    """

    strength: int
    label: str
    made: int = 0


_STRENGTH: Final = attrgetter("strength")


@lru_cache(maxsize=4096)
def rank(kind: HandKind, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Ranked | None:
    """The best hand of these cards; None while fewer than five are known, or if a name is there twice."""
    cards = sorted((*hole, *board), key=_HEIGHT.__getitem__)
    if len(cards) < _FIVE or len(set(cards)) != len(cards):
        return None
    ranks, suits = [card[0] for card in cards], [card[1] for card in cards]
    best = max([_five(kind, five, False) for five in set(combinations(ranks, _FIVE))], key=_STRENGTH)
    if max(map(suits.count, SUITS)) < _FIVE:
        return best
    own = [card[0] for card in cards if suits.count(card[1]) >= _FIVE]
    return max([best, *(_five(kind, five, True) for five in combinations(own, _FIVE))], key=_STRENGTH)


@lru_cache(maxsize=64)
def best_five(kind: HandKind, hole: tuple[Card, ...], board: tuple[Card, ...]) -> tuple[Card, ...]:
    """The five cards that are the best hand of these, highest first; empty where there is none."""
    best = rank(kind, hole, board)
    cards = sorted((*hole, *board), key=_HEIGHT.__getitem__, reverse=True)
    fives = combinations(cards, _FIVE) if best is not None else ()
    return next((five for five in fives if rank(kind, five, ()) == best), ())


def learn(strengths: Sequence[int], kind: HandKind = "high") -> None:
    """Know all kinds of five cards beforehand: `strengths` are what pokerkit `told` of them.

    Raises `ValueError` for more or fewer of them than there are, and then nothing is known.
    """
    fives = tuple(_all_fives())
    if len(strengths) != len(fives):
        raise ValueError(f"{len(strengths)} strengths of {len(fives)} hands")
    for (ranks, suited), strength in zip(fives, strengths, strict=True):
        _known[kind, ranks, suited] = _ranked(ranks, LABELS[bisect_right(_FIRST, strength) - 1], strength)


def told(kind: HandKind = "high") -> tuple[int, ...]:
    """The strengths of all kinds of five cards, asked of pokerkit one by one: unsuited first, then suited."""
    return tuple(_asked(kind, ranks, suited).strength for ranks, suited in _all_fives())


def _all_fives() -> Iterator[tuple[tuple[str, ...], bool]]:
    """Ranks of five cards, lowest first, and whether they are of one suit: all that there are."""
    yield from ((five, False) for five in combinations_with_replacement(RANKS, _FIVE) if five[0] != five[-1])
    yield from ((five, True) for five in combinations(RANKS, _FIVE))


_known: Final[dict[tuple[HandKind, tuple[str, ...], bool], Ranked]] = {}
"""What pokerkit said of five cards."""


def _five(kind: HandKind, ranks: tuple[str, ...], suited: bool) -> Ranked:
    """What five cards of these ranks, lowest first, make by pokerkit: there are so few that each is asked for once."""
    key = (kind, ranks, suited)
    ranked = _known.get(key)
    if ranked is None:
        ranked = _known[key] = _asked(kind, ranks, suited)
    return ranked


def _asked(kind: HandKind, ranks: tuple[str, ...], suited: bool) -> Ranked:
    lookup, cards = _lookup(kind)
    # four of a rank stand side by side, so no card is there twice
    entry = lookup.get_entry(
        [cards[rank + suit] for rank, suit in zip(ranks, "ccccc" if suited else "cdhsc", strict=True)]
    )
    label, strength = str(entry.label.value), int(entry.index)
    return _ranked(ranks, "Royal flush" if label == "Straight flush" and ranks == _ROYAL else label, strength)


def _ranked(ranks: tuple[str, ...], label: str, strength: int) -> Ranked:
    return Ranked(strength, label, LABELS.index(label) * _STEP + _combination(ranks, label, strength))


def _combination(ranks: Sequence[str], label: str, strength: int) -> int:
    """The rank of pairs, threes and fours, or of the highest card; other kinds are a combination of all five."""
    counts = Counter(RANKS.index(rank) for rank in ranks)
    if label == "High card":
        return max(counts)
    several = sorted(((count, rank) for rank, count in counts.items() if count > 1), reverse=True)
    value = 0
    for _, rank in several:
        value = value * len(RANKS) + rank
    return value if several else strength


@cache
def _lookup(kind: HandKind) -> tuple[Any, dict[str, Any]]:
    """Pokerkit's table of a kind of hand, and its cards by name; imported when first needed, which takes 0.25 s."""
    from pokerkit import hands, utilities

    if kind != "high":
        raise NotImplementedError(f"hands of kind {kind} are not ranked yet")  # variants.PLAYED keeps them out
    return hands.StandardHighHand.lookup, {card: next(iter(utilities.Card.parse(card))) for card in DECK}
