"""What a tabled hand is worth: the ten kinds, each above the next, and the cards beside equal combinations.

A hand of a kind that the book does not print would be worth nothing at the showdown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from table_controller.game.hands.ranking import Ranked
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour

_KICKERS: Final = 10_000
"""More than there are strengths of five cards."""


def strength_of(ranked: Ranked, book: Rulebook) -> int:
    """How strong the hand is by the book: higher wins, equal shares. Of a low hand each card counts."""
    if ranked.label not in KINDS:
        return ranked.strength
    if not KINDS[ranked.label](book):
        return 0
    return ranked.made * _KICKERS + (ranked.strength if kickers_decide(book) else 0)


@behaviour(False)
def kickers_decide(book: Rulebook) -> bool:
    """Of two equal combinations the one with the higher card beside it wins, within the best five cards."""
    del book
    return True


@behaviour(False)
def royal_flush(book: Rulebook) -> bool:
    """Ten to ace of one suit."""
    del book
    return True


@behaviour(False)
def straight_flush(book: Rulebook) -> bool:
    """Five in sequence of one suit."""
    del book
    return True


@behaviour(False)
def four_of_a_kind(book: Rulebook) -> bool:
    """Four of one rank."""
    del book
    return True


@behaviour(False)
def full_house(book: Rulebook) -> bool:
    """Three of one rank and two of another."""
    del book
    return True


@behaviour(False)
def flush(book: Rulebook) -> bool:
    """Five of one suit."""
    del book
    return True


@behaviour(False)
def straight(book: Rulebook) -> bool:
    """Five in sequence; the ace stands above the king or below the deuce."""
    del book
    return True


@behaviour(False)
def three_of_a_kind(book: Rulebook) -> bool:
    """Three of one rank."""
    del book
    return True


@behaviour(False)
def two_pair(book: Rulebook) -> bool:
    """Two of one rank and two of another."""
    del book
    return True


@behaviour(False)
def one_pair(book: Rulebook) -> bool:
    """Two of one rank."""
    del book
    return True


@behaviour(False)
def high_card(book: Rulebook) -> bool:
    """None of these: the ace is the highest card, the deuce the lowest."""
    del book
    return True


KINDS: Final[Mapping[str, Callable[[Rulebook], bool]]] = MappingProxyType(
    {
        "Royal flush": royal_flush,
        "Straight flush": straight_flush,
        "Four of a kind": four_of_a_kind,
        "Full house": full_house,
        "Flush": flush,
        "Straight": straight,
        "Three of a kind": three_of_a_kind,
        "Two pair": two_pair,
        "One pair": one_pair,
        "High card": high_card,
    }
)
"""The behaviour of each kind of hand, by its label."""
