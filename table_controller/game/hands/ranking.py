"""Ranks hands from tabled cards, by pokerkit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement
from operator import attrgetter
from typing import Any, Final

from msgspec import Struct

from firmware_bridge.vocabulary.cards import DECK, RANKS, SUITS, Card
from table_controller.game.variants import HandKind, Variant

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

_SHORT: Final = (*LABELS[:5], "Full house", "Flush", *LABELS[7:])
"""Without the low cards a flush is made more rarely than a full house."""

_ORDER: Final[Mapping[HandKind, Sequence[str]]] = {"high": LABELS, "high-short": _SHORT}

LOW_LABELS: Final[Mapping[HandKind, str]] = {"low-8": "Low", "low-a5": "Low", "low-27": "Low", "badugi": "Badugi"}
"""What a hand is called that wins by being low."""

_OF_A_RANK: Final = {
    (2, 1, 1, 1): "One pair",
    (2, 2, 1): "Two pair",
    (3, 1, 1): "Three of a kind",
    (3, 2): "Full house",
    (4, 1): "Four of a kind",
}

_LOWEST: Final[Mapping[HandKind, str]] = {"high": "2", "high-short": "6"}
"""The card above the ace where the ace is low."""

_BLIND_TO_SUITS: Final = frozenset[HandKind]({"low-8", "low-a5"})
"""Flushes (and straights) do not count against a hand."""

_ACE_LOW: Final = frozenset[HandKind]({"low-8", "low-a5", "badugi"})
"""An ace is the lowest card."""

_WORSE_SUITED: Final = frozenset[HandKind]({"low-27"})
"""Five of one suit are worse than the same ranks in several."""

_CLASSES: Final[Mapping[HandKind, str]] = {
    "high": "StandardHighHand",
    "high-short": "ShortDeckHoldemHand",
    "low-8": "EightOrBetterLowHand",
    "low-a5": "RegularLowHand",
    "low-27": "StandardLowHand",
    "badugi": "BadugiHand",
}
"""Which of pokerkit's hands it is."""

NONE: Final = -1
"""In place of a strength: these cards make no hand of the kind."""

_MOST: Final = 10_000
"""More than there are hands of any kind: the lowest index of a low is its highest strength."""

_STEP: Final = 10_000
"""More than all the hands of one kind."""

_HEIGHT: Final = {card: RANKS.index(card[0]) for card in DECK}


class Ranked(Struct, frozen=True, order=True):
    """How strong a hand is: higher beats lower, equal ties; `label` is for people, ``Full house``.

    `made` orders hands by their combination alone, without the cards beside it. Of a low hand, too, the higher strength
    wins: it is that of the better low.
    """

    strength: int
    label: str
    made: int = 0


_STRENGTH: Final = attrgetter("strength")


@lru_cache(maxsize=4096)
def rank(
    kind: HandKind, hole: tuple[Card, ...], board: tuple[Card, ...], hole_used: int | None = None
) -> Ranked | None:
    """The best hand of these cards, with just `hole_used` of the hole cards, or any of them.

    None while too few are known, if a name is there twice, and of a low if none is low enough.
    """
    if len({*hole, *board}) != len(hole) + len(board):
        return None
    if kind == "badugi":
        return max(filter(None, map(_badugi, _subsets((*hole, *board)))), key=_STRENGTH, default=None)
    if hole_used is not None or kind in _WORSE_SUITED:
        made = [_of(kind, five) for five in _fives(hole, board, hole_used)]
        return max(filter(None, made), key=_STRENGTH, default=None)
    return _best_of_all(kind, (*hole, *board))


def rank_in(variant: Variant, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Ranked | None:
    """What these cards make in the game, of its two kinds of hands the first; None as in `rank`."""
    return rank(variant.kinds[0], hole, board, variant.hole_used)


def rank_low(variant: Variant, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Ranked | None:
    """What these cards make for the low half of the pot; None where there is none, or no hand for it."""
    return rank(variant.kinds[1], hole, board, variant.hole_used) if len(variant.kinds) > 1 else None


def _best_of_all(kind: HandKind, known: tuple[Card, ...]) -> Ranked | None:
    """The best of any five: ranks first, and then those of the one suit of which five may be there."""
    cards = sorted(known, key=_HEIGHT.__getitem__)
    if len(cards) < _FIVE:
        return None
    ranks, suits = [card[0] for card in cards], [card[1] for card in cards]
    made = [_five(kind, five, False) for five in set(combinations(ranks, _FIVE))]
    if kind not in _BLIND_TO_SUITS and max(map(suits.count, SUITS)) >= _FIVE:
        own = [card[0] for card in cards if suits.count(card[1]) >= _FIVE]
        made += [_five(kind, five, True) for five in combinations(own, _FIVE)]
    return max(filter(None, made), key=_STRENGTH, default=None)


@lru_cache(maxsize=64)
def best_five(
    kind: HandKind, hole: tuple[Card, ...], board: tuple[Card, ...], hole_used: int | None = None
) -> tuple[Card, ...]:
    """The five cards that are the best hand of these, highest first; empty where there is none. Of a badugi its four.

    In a low for which an ace is low, it stands last. Of several that are equally good it is that of the higher suits,
    by which odd chips go in stud; clubs, diamonds, hearts, spades rank as they are spelled.
    """
    best = rank(kind, hole, board, hole_used)
    if best is None:
        return ()
    if kind == "badugi":
        hands = [some for some in _subsets((*hole, *board)) if _badugi(some) == best]
    else:
        hands = [five for five in _fives(hole, board, hole_used) if _of(kind, five) == best]
    height = _height_low if kind in _ACE_LOW else _height

    def place(card: Card) -> tuple[int, str]:
        return height(card), card[1]

    return max((tuple(sorted(cards, key=place, reverse=True)) for cards in hands), key=lambda one: [*map(place, one)])


def _height(card: Card) -> int:
    return _HEIGHT[card]


def _height_low(card: Card) -> int:
    return -1 if card[0] == "A" else _HEIGHT[card]


def _fives(hole: tuple[Card, ...], board: tuple[Card, ...], hole_used: int | None) -> Iterator[tuple[Card, ...]]:
    """Every five of these cards that may be a hand."""
    if hole_used is None:
        yield from combinations((*hole, *board), _FIVE)
        return
    for own in combinations(hole, hole_used):
        for others in combinations(board, _FIVE - hole_used):
            yield (*own, *others)


def _of(kind: HandKind, five: tuple[Card, ...]) -> Ranked | None:
    cards = sorted(five, key=_HEIGHT.__getitem__)
    suited = kind not in _BLIND_TO_SUITS and len({card[1] for card in cards}) == 1
    return _five(kind, tuple([card[0] for card in cards]), suited)


def _subsets(cards: tuple[Card, ...]) -> Iterator[tuple[Card, ...]]:
    """Every choice of these cards in which no rank and no suit is there twice."""
    for count in range(1, len(SUITS) + 1):
        for some in combinations(cards, count):
            if len({card[0] for card in some}) == len({card[1] for card in some}) == count:
                yield some


def learn(strengths: Sequence[int], kind: HandKind = "high") -> None:
    """Know all hands of a kind beforehand: `strengths` are what pokerkit `told` of them.

    Raises `ValueError` for more or fewer of them than there are, and then nothing is known.
    """
    every = tuple(_every(kind))
    if len(strengths) != len(every):
        raise ValueError(f"{len(strengths)} strengths of {len(every)} hands")
    for (ranks, suited), strength in zip(every, strengths, strict=True):
        _known[kind, ranks, suited] = _ranked(kind, ranks, suited, strength) if strength != NONE else None


def told(kind: HandKind = "high") -> tuple[int, ...]:
    """The strengths of all hands of a kind, asked of pokerkit one by one: unsuited first, then suited."""
    asked = (_asked(kind, ranks, suited) for ranks, suited in _every(kind))
    return tuple(ranked.strength if ranked else NONE for ranked in asked)


def _every(kind: HandKind) -> Iterator[tuple[tuple[str, ...], bool]]:
    """Ranks of a hand, lowest first, and whether its cards are of one suit: all that there are of the kind."""
    if kind == "badugi":
        for count in range(1, len(SUITS) + 1):
            yield from ((ranks, False) for ranks in combinations(RANKS, count))
        return
    yield from ((five, False) for five in combinations_with_replacement(RANKS, _FIVE) if five[0] != five[-1])
    if kind not in _BLIND_TO_SUITS:
        yield from ((five, True) for five in combinations(RANKS, _FIVE))


_known: Final[dict[tuple[HandKind, tuple[str, ...], bool], Ranked | None]] = {}
"""What pokerkit said of the cards of a hand."""


def _five(kind: HandKind, ranks: tuple[str, ...], suited: bool) -> Ranked | None:
    """What cards of these ranks, lowest first, make by pokerkit: there are so few that each is asked for once."""
    key = (kind, ranks, suited)
    try:
        return _known[key]
    except KeyError:
        ranked = _known[key] = _asked(kind, ranks, suited)
        return ranked


def _badugi(cards: tuple[Card, ...]) -> Ranked | None:
    return _five("badugi", tuple([card[0] for card in sorted(cards, key=_HEIGHT.__getitem__)]), False)


def _asked(kind: HandKind, ranks: tuple[str, ...], suited: bool) -> Ranked | None:
    lookup, low, cards = _lookup(kind)
    # four of a rank stand side by side, so no card is there twice
    hand = [cards[rank + suit] for rank, suit in zip(ranks, "ccccc" if suited else "cdhsc", strict=False)]
    if not lookup.has_entry(hand):
        return None
    strength = int(lookup.get_entry(hand).index)
    return _ranked(kind, ranks, suited, _MOST - strength if low else strength)


def _ranked(kind: HandKind, ranks: tuple[str, ...], suited: bool, strength: int) -> Ranked:
    if kind in LOW_LABELS:
        return Ranked(strength, LOW_LABELS[kind], strength)
    label = _label(kind, ranks, suited)
    return Ranked(strength, label, _ORDER[kind].index(label) * _STEP + _combination(ranks, label, strength))


def _label(kind: HandKind, ranks: Sequence[str], suited: bool) -> str:
    """What five cards make, lowest first."""
    counts = tuple(sorted(Counter(ranks).values(), reverse=True))
    if counts != (1,) * _FIVE:
        return _OF_A_RANK[counts]
    heights = [RANKS.index(rank) for rank in ranks]
    wheel = heights[:-1] == list(range(heights[0], heights[0] + _FIVE - 1)) and ranks[-1] == "A"
    straight = heights[-1] - heights[0] == _FIVE - 1 or (wheel and ranks[0] == _LOWEST[kind])
    if suited and straight:
        return "Royal flush" if tuple(ranks) == _ROYAL else "Straight flush"
    return "Flush" if suited else "Straight" if straight else "High card"


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
def _lookup(kind: HandKind) -> tuple[Any, bool, dict[str, Any]]:
    """Pokerkit's table of a kind of hand, whether its lowest wins, and its cards by name.

    Imported when first needed, which takes 0.25 s.
    """
    from pokerkit import hands, utilities

    made = getattr(hands, _CLASSES[kind])
    return made.lookup, made.low, {card: next(iter(utilities.Card.parse(card))) for card in DECK}
