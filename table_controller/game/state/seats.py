"""Who sits where.

| from     | event       | to       | why                                                                    |
|----------|-------------|----------|------------------------------------------------------------------------|
| empty    | sits        | taken    | a player may sit at any time; cards come with the next hand            |
| taken    | leaves      | leaving  | a place keeps its name until the hand's pots are pushed                |
| leaving  | put away    | empty    | only then does the button move, over places that are really empty      |
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace

Entry: TypeAlias = Literal["", "new", "moved"]
"""How a player came who was not dealt in yet: newly into the tournament, or from a broken table."""


class Player(Struct, frozen=True):
    """A player in a seat; `leaving` from standing up until the hand is put away, `entry` until first dealt in."""

    seat: int
    name: str
    leaving: bool = False
    entry: Entry = ""


Players: TypeAlias = tuple[Player | None, ...]
"""One entry per place, seat 1 first."""


@lru_cache(maxsize=256)
def clockwise(seats: int, after: int) -> tuple[int, ...]:
    """All seats of a table of `seats`, from the left of `after` round to `after` itself."""
    return tuple((after + step) % seats + 1 for step in range(seats))


def sit(players: Players, seat: int, name: str, entry: Entry = "") -> Players:
    """The players with one more."""
    return (*players[: seat - 1], Player(seat, name, entry=entry), *players[seat:])


def dealt_in(players: Players, seats: tuple[int, ...]) -> Players:
    """The players, those in `seats` being newcomers no more."""
    if not any(player is not None and player.entry for player in players):
        return players
    return tuple(
        replace(player, entry="") if player is not None and player.seat in seats else player for player in players
    )


def leave(players: Players, seat: int) -> Players:
    """The players with one about to go."""
    player = players[seat - 1]
    return players if player is None else (*players[: seat - 1], replace(player, leaving=True), *players[seat:])


def clear(players: Players) -> Players:
    """The players without those who were leaving."""
    return tuple(None if player is not None and player.leaving else player for player in players)
