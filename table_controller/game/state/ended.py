"""The last hand that was settled, kept until the next one is: what a protest about it is judged by."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

PerSeat: TypeAlias = tuple[tuple[int, int], ...]
"""Chips by seat."""


class Ended(Struct, frozen=True):
    """Hand `number`, settled at `at_s`: what each seat put in and what it won. `in_break`: a break had begun."""

    number: int = 0
    at_s: float = 0.0
    put: PerSeat = ()
    won: PerSeat = ()
    in_break: bool = False


NO_ENDED = Ended()
"""Before the first hand is settled."""
