"""Ranks hands from tabled cards, by pokerkit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from operator import attrgetter
from typing import Any, Final

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.cards import DECK, RANKS, SUITS, Card
from table_controller.game.variants import HandKind

_FIVE: Final = 5
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


def warm_up(kind: HandKind = "high") -> None:
    """Import pokerkit and rank all 7462 kinds of five cards: 0.3 s that nobody should wait for at a showdown."""
    for ranks, suited in _all_fives():
        _five(kind, ranks, suited)


def told(kind: HandKind = "high") -> bytes:
    """What `warm_up` finds out, for another process to `learn`: there pokerkit and its 15 MB are not needed."""
    return msgspec.json.encode([_five(kind, ranks, suited) for ranks, suited in _all_fives()])


def learn(ranked: bytes, kind: HandKind = "high") -> None:
    """Take what another process has `told`. Raises `ValueError` for anything else, and then nothing is taken."""
    try:
        hands = msgspec.json.decode(ranked, type=tuple[Ranked, ...])
    except UnicodeDecodeError as problem:
        raise ValueError(f"these are no ranked hands: {problem}") from None
    fives = tuple(_all_fives())
    if len(hands) != len(fives):
        raise ValueError(f"{len(hands)} ranked hands of {len(fives)}")
    _known.update(((kind, *five), hand) for five, hand in zip(fives, hands, strict=True))


def _all_fives() -> Iterator[tuple[tuple[str, ...], bool]]:
    """Ranks of five cards, lowest first, and whether they are of one suit: all that there are."""
    yield from ((five, False) for five in combinations_with_replacement(RANKS, _FIVE) if five[0] != five[-1])
    yield from ((five, True) for five in combinations(RANKS, _FIVE))


_known: Final[dict[tuple[HandKind, tuple[str, ...], bool], Ranked]] = {}
"""What pokerkit said of five cards: the same whoever asked it, so it may be learned from elsewhere."""


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
    if label == "Straight flush" and set(ranks) == set(_ROYAL):
        label = "Royal flush"
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
