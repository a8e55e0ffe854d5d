"""The hand: its phases, its board, its showdown.

| from         | to           | when                                     | why                                    |
| ------------ | ------------ | ---------------------------------------- | -------------------------------------- |
| idle         | deal         | first riffle                             | the riffle starts the hand             |
| deal         | first street | every seat dealt in has its cards        | a missing blind is owed, stops no deal |
| a street     | next street  | betting over, the next cards all out     |                                        |
| last street  | showdown     | betting over                             |                                        |
| any of these | settled      | one live hand, or all tabled, full board | cards speak                            |
| settled      | idle         | put away                                 | the button moves on                    |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from firmware_bridge.observations import Handle
from table_controller.games import Variant

IDLE, DEAL, SHOWDOWN, SETTLED = "idle", "deal", "showdown", "settled"


@dataclass(frozen=True, slots=True)
class Share:
    """A pot or a part of it, awarded; in the order in which the pots are pushed."""

    pot: int
    seat: int
    chips: int


Fate: TypeAlias = Literal["", "misdeal", "void"]
"""Whether the deal or the hand counts: ``misdeal`` until it is dealt again, ``void`` for good."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A card of the deal as it came to a seat, between `after_s` and `by_s`: order is known only without overlap."""

    handle: Handle
    seat: int
    after_s: float
    by_s: float


@dataclass(frozen=True, slots=True)
class Hand:
    """The hand under way, or the last one.

    `seats` were dealt in. `board` holds the cards that count, `named` how many of them are announced.
    `burns` are the cards burned since the last street. `tabled` has one entry per place: the handles
    that its owner turned up. `shown` are the seats whose tabled hand is known. `dealt` are the cards that came to
    seats, in the order in which they were noticed, `exposed` those that the dealer turned up, `replays` the misdeals.
    `boxed` are the seats that were due a card that lay face up in the deck, one entry a card.
    """

    number: int = 0
    phase: str = IDLE
    seats: tuple[int, ...] = ()
    board: tuple[Handle, ...] = ()
    named: int = 0
    burns: int = 0
    betting_over: bool = False
    tabled: tuple[tuple[Handle, ...], ...] = ()
    shown: tuple[int, ...] = ()
    shares: tuple[Share, ...] = ()
    fate: Fate = ""
    replays: int = 0
    dealt: tuple[Arrival, ...] = ()
    exposed: tuple[Handle, ...] = ()
    boxed: tuple[int, ...] = ()


NO_HAND = Hand()
"""Before the first hand."""


def following(phase: str, variant: Variant) -> tuple[str, ...]:
    """The phases that may come after `phase`: the table above for one variant."""
    streets = [street.name for street in variant.streets]
    if phase == IDLE:
        return (DEAL,)
    if phase == DEAL:
        return (streets[0],)
    if phase == SHOWDOWN:
        return (SETTLED,)
    if phase == SETTLED:
        return (IDLE,)
    return (variant.after(phase).name if variant.after(phase) else SHOWDOWN, SETTLED)  # type: ignore[union-attr]


def is_street(phase: str) -> bool:
    """Whether bets may be made in this phase."""
    return phase not in (IDLE, DEAL, SHOWDOWN, SETTLED)
