"""What a hand makes, as it is said at a table: a pair of aces, sevens full of kings, a straight to the nine.

The engine names the kind of hand; which cards make it is read off the cards that lie face up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final

from display.wording.wording import Wording
from firmware_bridge.vocabulary.cards import RANKS, SUITS, Card

_IN_A_ROW: Final = 5
_LOW_ACE: Final = "A" + RANKS[: RANKS.index("A")]
"""The ranks as a straight to the five counts them."""
_SEVERAL: Final = {
    "One pair": (2,),
    "Two pair": (2, 2),
    "Three of a kind": (3,),
    "Full house": (3, 2),
    "Four of a kind": (4,),
}
"""How many of a rank each part of a hand takes."""
_LOW, _BADUGI = "Low", "Badugi"
_STUD_WITH_LOWS: Final = ("FR", "F7S/8")
"""Games in which a hand of five cards is one that was turned up before it had all, and the ace is low."""
_CARDS_OF_A_BADUGI: Final = 4
"""Of other ranks and suits; a hand with fewer is beaten by each that has them."""
_OF_THE_HAND: Final = 2
"""So many cards are played of a hand of Omaha, which has more; in hold'em any may be."""


def that_play(label: str, hand: Sequence[Card], board: Sequence[Card] = (), variant: str = "") -> tuple[Card, ...]:
    """Those of a hand and the board that can be played for a hand of this kind; of a low the five, the highest first.

    In Omaha two of the hand and three of the board play, in a badugi cards of other ranks and suits; in other games
    any, in stud the one card that is everybody's too. None if they do not make such a hand.
    """
    if 0 < len(board) < _IN_A_ROW - _OF_THE_HAND:
        hand, board = (*hand, *board), ()
    if label == _BADUGI:
        return _badugi(hand)
    if label == _LOW:
        return _low(hand, board, variant)
    if len(hand) <= _OF_THE_HAND or not board:
        return (*hand, *board)
    making = [five for five in _two_and_three(hand, board) if ranks_of(label, five)]
    return max(making, key=lambda five: _heights(ranks_of(label, five) + _ordered(label, five)), default=())


def _two_and_three(hand: Sequence[Card], board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    for own in combinations(hand, _OF_THE_HAND):
        for three in combinations(board, _IN_A_ROW - _OF_THE_HAND):
            yield (*own, *three)


def _low(hand: Sequence[Card], board: Sequence[Card], variant: str) -> tuple[Card, ...]:
    """The lowest five of other ranks; a hand of five is one of deuce to seven, where the ace is high, but in stud."""
    if len(hand) == _IN_A_ROW and not board and variant not in _STUD_WITH_LOWS:
        return tuple(sorted(hand, key=lambda card: RANKS.index(card[0]), reverse=True))
    fives = _two_and_three(hand, board) if board else combinations(hand, _IN_A_ROW)
    distinct = [_lowest_last(five) for five in fives if len({card[0] for card in five}) == _IN_A_ROW]
    return min(distinct, key=lambda five: [_LOW_ACE.index(card[0]) for card in five], default=())


def _badugi(hand: Sequence[Card]) -> tuple[Card, ...]:
    """The most cards of other ranks and suits, of as many the lowest."""
    for count in range(len(hand), 0, -1):
        apart = [
            _lowest_last(some)
            for some in combinations(hand, count)
            if len({card[0] for card in some}) == len({card[1] for card in some}) == count
        ]
        if apart:
            return min(apart, key=lambda some: [_LOW_ACE.index(card[0]) for card in some])
    return ()


def _lowest_last(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda card: _LOW_ACE.index(card[0]), reverse=True))


def _heights(ranks: str) -> list[int]:
    return [RANKS.index(rank) for rank in ranks]


def is_short(label: str, cards: Sequence[Card]) -> bool:
    """Whether these are the cards of a badugi that is none, of fewer than four."""
    return label == _BADUGI and 0 < len(ranks_of(label, cards)) < _CARDS_OF_A_BADUGI


def needs_its_ranks(label: str, cards: Sequence[Card]) -> bool:
    """Whether the kind alone says too little: of a low, which every hand is, and of a badugi that is none."""
    return label == _LOW or is_short(label, cards)


def made(label: str, cards: Iterable[Card], words: Wording, *, brief: bool = False) -> str:
    """The hand of this kind that `cards` make, `brief` for a small place; its kind alone where they do not show it.

    `cards` are those that play: all of a hand of hold'em with the board, of others as `that_play` has them.
    """
    cards = tuple(cards)
    ranks = ranks_of(label, cards)
    if is_short(label, cards):
        return words.say(f"made{'-short' if brief else ''}.Badugi-{len(ranks)}", ranks="-".join(ranks))
    if ranks and label in (_LOW, _BADUGI):
        return words.say(f"made-brief.{label}" if brief else f"made.{label}", ranks="-".join(ranks))
    if not ranks:
        return words.code("rank" if brief else "rank-long", label)
    first, last = ranks[0], ranks[-1]
    return words.say(
        f"made-brief.{label}" if brief else f"made.{label}",
        first=words.say(f"ranks-of.{first}"),
        last=words.say(f"ranks-of.{last}"),
        to=words.say(f"rank-to.{first}"),
        high=words.say(f"rank-of.{first}"),
    )


def made_against(label: str, cards: Sequence[Card], others: Iterable[Sequence[Card]], words: Wording) -> str:
    """The hand that `cards` make, with the kicker by which it beats the best of the `others` that make the same.

    In a flush it is the next card that decides: all five are the hand.
    """
    said, rank = made(label, cards, words), _kicker(label, cards, others)
    beside = "made.with-next" if label == "Flush" else "made.with-kicker"
    return words.say(beside, made=said, rank=words.say(f"rank-of.{rank}")) if rank else said


def _kicker(label: str, cards: Sequence[Card], others: Iterable[Sequence[Card]]) -> str:
    """The rank of the first card beside the combination that the best other hand has less; empty if none decides."""
    combination, mine = ranks_of(label, cards), _ordered(label, cards)
    same = [_ordered(label, other) for other in others if ranks_of(label, other) == combination]
    best = max(same, key=lambda ranks: [RANKS.index(rank) for rank in ranks], default=mine)
    return next((own for own, their in zip(mine, best, strict=False) if own != their), "")


def _ordered(label: str, cards: Sequence[Card]) -> str:
    """The ranks of the best five, those of the combination first; none of a hand that has no cards beside it."""
    ranks = [card[0] for card in cards]
    if label == "Flush":
        ranks = max(([card[0] for card in cards if card[1] == suit] for suit in SUITS), key=len)
    elif label != "High card" and label not in _SEVERAL:
        return ""
    named = ranks_of(label, cards)
    counts = _SEVERAL.get(label, ())
    combination = "".join(rank * count for rank, count in zip(named, counts, strict=False))
    beside = sorted(ranks, key=RANKS.index, reverse=True)
    for rank in combination:
        beside.remove(rank)
    return (combination + "".join(beside))[:_IN_A_ROW]


def ranks_of(label: str, cards: Sequence[Card]) -> str:
    """The ranks that name a hand of this kind, the weightiest first; empty if these cards do not make one."""
    ranks = [card[0] for card in cards]
    match label:
        case "Low":
            return "".join(ranks) if len(ranks) == _IN_A_ROW else ""
        case "Badugi":
            return "".join(ranks)
        case "High card":
            return _highest(ranks)
        case "Straight":
            return _top_of_a_row(ranks)
        case "Flush" | "Straight flush":
            of_suit = [[card[0] for card in cards if card[1] == suit] for suit in SUITS]
            own = next((ranks for ranks in of_suit if len(ranks) >= _IN_A_ROW), [])
            return _highest(own) if label == "Flush" else _top_of_a_row(own)
        case _:
            return _of_several(ranks, _SEVERAL.get(label, ()))


def _of_several(ranks: Sequence[str], parts: Sequence[int]) -> str:
    found, counts = "", Counter(ranks)
    for part in parts:
        best = _highest([rank for rank, count in counts.items() if count >= part and rank not in found])
        if not best:
            return ""
        found += best
    return found


def _top_of_a_row(ranks: Sequence[str]) -> str:
    there = set(ranks)
    for order in (RANKS, _LOW_ACE):
        for top in range(len(order) - 1, _IN_A_ROW - 2, -1):
            if there >= set(order[top - _IN_A_ROW + 1 : top + 1]):
                return order[top]
    return ""


def _highest(ranks: Sequence[str]) -> str:
    return max(ranks, key=RANKS.index, default="")
