"""A deck on a terminal: suits down, ranks across, and in each place how often the card was read."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from display.printed.paper import Column, Paper, tabled
from firmware_bridge.vocabulary.cards import Card

RANKS: Final = "AKQJT98765432"
SUITS: Final = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}


def grid(missing: Collection[Card], twice: Sequence[Card], paper: Paper) -> list[str]:
    """The deck: a dot for a card that is there once, else how often; `twice` names a card for each copy too many."""
    there = "." if paper.ascii_only else "·"
    suits = Column("", [suit if paper.ascii_only else sign for suit, sign in SUITS.items()], left=True)

    def told(card: Card) -> str:
        return "0" if card in missing else str(1 + twice.count(card)) if card in twice else there

    ranks = [Column(rank, [told(Card(rank + suit)) for suit in SUITS]) for rank in RANKS]
    legend = [f"{there} there"] + ["0 missing"] * bool(missing) + ["2 there twice"] * bool(twice)
    return [*tabled(suits, ranks, paper), "   ".join(legend)]
