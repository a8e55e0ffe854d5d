"""What is done with chips between hands, and what the trays count: a chip race, the count at a hand's end.

Part of the vocabulary of `events`. Chips that are bet, gathered and pushed are told by `events` itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.vocabulary.cards import Card


@dataclass(frozen=True, slots=True)
class ChipsRaced:
    """A denomination leaves play by a chip race (the dealer's key).

    `drawn` are the cards in the order in which they were dealt, each with its seat; of several cards of a seat
    the best may stand for all.
    """

    denomination: int
    drawn: tuple[tuple[int, Card], ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class TraysCounted:
    """What the trays hold as a hand is put away: the stacks that are in sight and at rest, as (seat, chips) pairs.

    `middle_chips` lie in front of the seats and in the pot; None where a tray is out of sight or not at rest, so
    that no sum of the table can be made.
    """

    stacks: tuple[tuple[int, int], ...]
    middle_chips: int | None
    at_s: float


ChipEvent: TypeAlias = ChipsRaced | TraysCounted
