"""Spots for equities: hands on a board; and what pokerkit's own ranking makes of them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from pokerkit import Card as PokerkitCard
from pokerkit import StandardHighHand

from firmware_bridge.vocabulary.cards import DECK, Card, parse_cards
from table_controller.broadcast.equities import Spot


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_cards(text))


def spot(*hands: str, board: str = "", dead: str = "") -> Spot:
    return Spot("NT", tuple(enumerate(map(cards, hands), 1)), cards(board), frozenset(cards(dead)))


def random_spot(chance: random.Random, board: int) -> Spot:
    """Two to four hands and up to four dead cards."""
    players, dead = chance.randint(2, 4), 2 * chance.randint(0, 2)
    deck = chance.sample(DECK, 2 * players + board + dead)
    hands = tuple((seat, (deck[2 * seat], deck[2 * seat + 1])) for seat in range(players))
    return Spot("NT", hands, tuple(deck[2 * players : 2 * players + board]), frozenset(deck[2 * players + board :]))


def by_pokerkit(one: Spot) -> list[Fraction]:
    """Each hand's share by walking the boards with pokerkit's own ranking."""
    gone = {card for _, hand in one.hands for card in hand} | set(one.board) | one.dead
    left = [card for card in DECK if card not in gone]
    shares, boards = [Fraction(0)] * len(one.hands), 0
    for more in combinations(left, 5 - len(one.board)):
        made = [
            StandardHighHand.from_game(of_pokerkit(hand), of_pokerkit((*one.board, *more))) for _, hand in one.hands
        ]
        best = max(made)
        winners = [at for at, hand in enumerate(made) if hand == best]
        boards += 1
        for at in winners:
            shares[at] += Fraction(1, len(winners))
    return [share / boards for share in shares]


def of_pokerkit(some: Sequence[Card]) -> list[PokerkitCard]:
    return list(PokerkitCard.parse("".join(some)))
