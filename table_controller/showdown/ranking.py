"""Ranks hands from tabled cards, by pokerkit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from firmware_bridge.cards import Card
from table_controller.games import HandKind

_LEAST_CARDS = 5


@dataclass(frozen=True, slots=True, order=True)
class Ranked:
    """How strong a hand is: higher beats lower, equal ties; `label` is for people, ``Full house``."""

    strength: int
    label: str


@lru_cache(maxsize=4096)
def rank(kind: HandKind, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Ranked | None:
    """The best hand of these cards; None while fewer than five are known, or if a name is there twice."""
    cards = (*hole, *board)
    if len(cards) < _LEAST_CARDS or len(set(cards)) != len(cards):
        return None
    best = _hand_type(kind).from_game_or_none("".join(hole), "".join(board))
    if best is None:
        return None
    label = str(best.entry.label.value)
    return Ranked(int(best.entry.index), label)


@cache
def _hand_type(kind: HandKind) -> Any:
    """The pokerkit type of a kind of hand, imported when first needed: the import takes 0.4 s."""
    from pokerkit import hands

    if kind != "high":
        raise NotImplementedError(f"hands of kind {kind} are not ranked yet")  # games.PLAYED keeps them out
    return hands.StandardHighHand
