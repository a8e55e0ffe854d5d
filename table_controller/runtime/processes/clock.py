"""The monotonic clock of a table's processes, which a demonstration may run faster.

Every process of one table must agree on the clock: they are started with the same `ClockRate`.
Monotonic time is one per machine and boot, so two processes that share a rate read the same time.
"""

from __future__ import annotations

import time
from typing import Final

from msgspec import Struct

SLOWEST: Final = 0.01
FASTEST: Final = 1000.0
"""Bounds of a clock's speed: beyond them a demonstration is a mistake in the arguments."""


class ClockRate(Struct, frozen=True):
    """Table seconds per real second, counted from the monotonic instant `origin_s`."""

    speed: float = 1.0
    origin_s: float = 0.0

    def __post_init__(self) -> None:
        if not SLOWEST <= self.speed <= FASTEST:
            raise ValueError(f"clock speed {self.speed} is not between {SLOWEST} and {FASTEST}")

    @classmethod
    def from_now(cls, speed: float) -> ClockRate:
        """A clock that begins at the present monotonic time."""
        return cls(speed, time.monotonic())

    def now_s(self) -> float:
        """Table time in seconds."""
        return self.origin_s + (time.monotonic() - self.origin_s) * self.speed

    def real_s(self, table_s: float) -> float:
        """How many real seconds `table_s` table seconds last."""
        return table_s / self.speed

    def argument(self) -> str:
        """The clock as a command-line argument: ``SPEED@ORIGIN``."""
        return f"{self.speed!r}@{self.origin_s!r}"

    @classmethod
    def parse(cls, text: str) -> ClockRate:
        """Read `argument`; raise `ValueError` for anything else."""
        speed, at, origin = text.partition("@")
        return cls(float(speed), float(origin) if at else 0.0)
