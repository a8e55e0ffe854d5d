"""Spots for equities: hands on a board; and what pokerkit's own ranking makes of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from pokerkit import Card as PokerkitCard
from pokerkit import OmahaEightOrBetterLowHand, OmahaHoldemHand, StandardHighHand
from pokerkit.hands import Hand

from firmware_bridge.vocabulary.cards import DECK, Card, parse_cards
from table_controller.broadcast.equities import Spot
from table_controller.game.variants import VARIANTS


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def spot(*hands: str, board: str = "", dead: str = "") -> Spot:
    return Spot("NT", tuple(enumerate(map(cards, hands), 1)), cards(board), frozenset(cards(dead)))


def random_spot(chance: random.Random, board: int, variant: str = "NT") -> Spot:
    """Two to four hands and up to four dead cards."""
    players, dead, size = chance.randint(2, 4), 2 * chance.randint(0, 2), VARIANTS[variant].first.down
    deck = chance.sample(DECK, size * players + board + dead)
    hands = tuple((seat, tuple(deck[size * seat : size * (seat + 1)])) for seat in range(players))
    used = size * players
    return Spot(variant, hands, tuple(deck[used : used + board]), frozenset(deck[used + board :]))


def by_pokerkit(one: Spot) -> list[Fraction]:
    """Each hand's share by walking the boards with pokerkit's own ranking; of halves the low one, if there is a low."""
    variant = VARIANTS[one.variant]
    high: type[Hand] = StandardHighHand if variant.hole_used is None else OmahaHoldemHand
    gone = {card for _, hand in one.hands for card in hand} | set(one.board) | one.dead
    left = [card for card in DECK if card not in gone]
    shares, boards = [Fraction(0)] * len(one.hands), 0
    for more in combinations(left, 5 - len(one.board)):
        lots = [_winners(one, high, more)]
        if len(variant.kinds) > 1 and (low := _winners(one, OmahaEightOrBetterLowHand, more)):
            lots.append(low)
        boards += 1
        for winners in lots:
            for at in winners:
                shares[at] += Fraction(1, len(winners) * len(lots))
    return [share / boards for share in shares]


def _winners(one: Spot, kind: type[Hand], more: tuple[Card, ...]) -> list[int]:
    """The places of the best hands of a kind; none if nobody has one."""
    made: dict[int, Hand] = {}
    for at, (_, hand) in enumerate(one.hands):
        ranked = kind.from_game_or_none(of_pokerkit(hand), of_pokerkit((*one.board, *more)))
        if ranked is not None:
            made[at] = ranked
    return [at for at, hand in made.items() if hand == max(made.values())]


def of_pokerkit(some: Sequence[Card]) -> list[PokerkitCard]:
    return list(PokerkitCard.parse("".join(some)))
