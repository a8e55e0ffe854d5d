"""What time has to do with a hand: somebody asks for the clock, and a moment comes that the table waited for.

Part of the vocabulary of `events`. Times are monotonic seconds; no clock is read inside the engine.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class ClockAsked:
    """A player asked for the clock on the player to act (the dealer's key); `seat` None: the floor calls it itself."""

    seat: int | None
    at_s: float


@dataclass(frozen=True, slots=True)
class TimePassed:
    """A deadline of the table was reached: told by whoever runs the table, once its own clock says so."""

    at_s: float


TimeEvent: TypeAlias = ClockAsked | TimePassed
