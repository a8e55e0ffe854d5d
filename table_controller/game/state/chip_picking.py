"""Which chips of those that lie there make an amount."""

from __future__ import annotations

from math import gcd
from typing import Final

from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips, chips_of

_FEWER: Final = 4
"""So many fewer chips of a denomination than fit are tried: enough for ladders such as 200 and 500."""


def picked(lies: Chips, amount_chips: int) -> Chips | None:
    """Chips among `lies` that make the amount exactly, large ones first; None if no such chips are there."""
    if not amount_chips:
        return NO_CHIPS
    left = [(value, count) for value, count in lies if value > 0 and count > 0]
    if amount_chips < 0 or not left or sum(value * count for value, count in left) < amount_chips:
        return None
    if amount_chips % gcd(*(value for value, _ in left)):
        return None
    (value, count), rest = left[0], tuple(left[1:])
    most = min(count, amount_chips // value)
    for taken in range(most, max(-1, most - 1 - _FEWER), -1):
        more = picked(rest, amount_chips - taken * value)
        if more is not None:
            return chips_of([(value, taken), *more])
    return None
