"""What is wrong with a card or a deck, and who comes and goes: mostly told by the dealer, for no antenna sees it.

Part of the vocabulary of `events`. None of these names a hidden card: that a card is foreign or there twice is
known, which one of a hand it is, is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.zones import Zone

Strangeness: TypeAlias = Literal["foreign", "other-deck", "duplicate"]
"""Of no registered deck, of a registered deck that is not in play, or a second card of one name."""

Conduct: TypeAlias = Literal["device", "cards-off", "review"]
"""What the dealer saw of a player: uses a telephone or the like, carries the cards off the table; or that others ask
for a look of the floor at this player's hand."""

Turn: TypeAlias = Literal[
    "bubble",
    "bubble-over",
    "new-dealer",
    "shuffler",
    "button-draw",
    "break",
    "break-over",
    "break-due",
    "level-due",
]
"""What changes around the table: play is hand for hand, or no more; another dealer sits down; the button of the
shuffling machine is pressed for the next hand; the first button is drawn for, a card face up to each player."""


@dataclass(frozen=True, slots=True)
class StrangeCardFound:
    """A card lies in a zone that no card of the deck in play can be."""

    zone: Zone
    kind: Strangeness
    at_s: float


@dataclass(frozen=True, slots=True)
class BoxedCardFound:
    """A card lay face up in the deck (the dealer's key); it was due to `seat`, None if not to a seat."""

    seat: int | None
    card: Card | None
    at_s: float


@dataclass(frozen=True, slots=True)
class DeckCounted:
    """The deck was counted, and these cards are not in it."""

    missing: tuple[Card, ...]
    at_s: float


@dataclass(frozen=True, slots=True)
class HandTaken:
    """The dealer took the cards of a seat into the muck, and its player had not given them up (the dealer's key).

    It may come before the cards are seen there or right after.
    """

    seat: int
    at_s: float


@dataclass(frozen=True, slots=True)
class PlayerWentAway:
    """A player left the seat and will come back; `near`: he stands beside it."""

    seat: int
    at_s: float
    near: bool = False


@dataclass(frozen=True, slots=True)
class PlayerCameBack:
    """A player who was away sits at the seat again."""

    seat: int
    at_s: float


@dataclass(frozen=True, slots=True)
class ConductSeen:
    """What no antenna sees of a player (the dealer's key)."""

    seat: int
    what: Conduct
    at_s: float


@dataclass(frozen=True, slots=True)
class TableTold:
    """What the room tells the table; a break or a level that is due comes `in_s` seconds from now."""

    what: Turn
    at_s: float
    in_s: int = 0


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """The floor gave a penalty of so many hands and rounds, the next ones; 0 of both is a warning."""

    seat: int
    hands: int
    at_s: float
    rounds: int = 0


PlayerEvent: TypeAlias = HandTaken | PlayerWentAway | PlayerCameBack | ConductSeen | TableTold | PenaltyGiven
DeckEvent: TypeAlias = StrangeCardFound | BoxedCardFound | DeckCounted | PlayerEvent
