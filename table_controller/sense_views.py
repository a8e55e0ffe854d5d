"""Read models of what the table's sensors see, and of what a dealer must know of a seat beside its hand.

All of it is public: counts and states, never which card. `views.TableView` holds them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from firmware_bridge.vocabulary.chips import Chips

SeatReads: TypeAlias = Literal["none", "one", "some", "both", "all", "too-many", "unreadable", "foreign"]
"""What the antenna of a seat reads: ``one`` and ``both`` of a hand of two, ``some`` and ``all`` of a larger one.

``unreadable``: its reader is silent. ``foreign``: a card lies there that the deck in play cannot have.
"""


@dataclass(frozen=True, slots=True)
class SenseView:
    """What is read at a seat now: `cards` of the `due` that a whole hand has at this time of it."""

    seat: int
    reads: SeatReads
    cards: int
    due: int


@dataclass(frozen=True, slots=True)
class SilentView:
    """A node that nothing is heard of: `silent_s` seconds of the table since its last word when the view was made."""

    node: str
    silent_s: float


@dataclass(frozen=True, slots=True)
class CountView:
    """A seat's stack as the game believes it, and as its tray counts it; `counted` None: no tray tells it now."""

    seat: int
    expected_chips: int
    counted: Chips | None


@dataclass(frozen=True, slots=True)
class AbsenceView:
    """A player who is not at the table; `near`: who stands beside the chair."""

    seat: int
    near: bool


@dataclass(frozen=True, slots=True)
class PenaltyView:
    """A seat that sits out `hands` hands more."""

    seat: int
    hands: int


@dataclass(frozen=True, slots=True)
class LevelView:
    """A level that was announced for the next hand."""

    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int
