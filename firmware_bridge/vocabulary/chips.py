"""Chips as counts per denomination: ``((1000, 2), (100, 5))`` is two 1000s and five 100s.

Largest denomination first, each denomination once, no zero counts: so equal chips
are equal tuples. A difference between two lots of chips may hold negative counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Final, TypeAlias

Chips: TypeAlias = tuple[tuple[int, int], ...]
"""(denomination, count) pairs, highest denomination first."""

NO_CHIPS: Chips = ()


def chips_of(pairs: Iterable[tuple[int, int]]) -> Chips:
    """Bring (denomination, count) pairs into the one normal form, adding up repeats."""
    counts: dict[int, int] = {}
    for denomination, count in pairs:
        counts[denomination] = counts.get(denomination, 0) + count
    return tuple(sorted(((d, n) for d, n in counts.items() if n), reverse=True))


def total_chips(chips: Chips) -> int:
    """Value of `chips` in chips of one."""
    return sum([denomination * count for denomination, count in chips])


def add_chips(left: Chips, right: Chips) -> Chips:
    """Both lots together."""
    if not left:
        return right
    if not right:
        return left
    return chips_of((*left, *right))


def subtract_chips(left: Chips, right: Chips) -> Chips:
    """What `left` has more than `right`; counts are negative where it has less."""
    if not right:
        return left
    return chips_of((*left, *((denomination, -count) for denomination, count in right)))


def holds_chips(left: Chips, right: Chips) -> bool:
    """Whether every chip of `right` is among `left`."""
    return all(count >= 0 for _, count in subtract_chips(left, right))


def fewest_chips(amount_chips: int, denominations: Sequence[int]) -> Chips:
    """The fewest chips that make `amount_chips`, taking the largest denomination first.

    Raises `ValueError` if the denominations cannot make the amount. Largest-first is the
    fewest for every ladder in which each denomination divides the next or nearly so, as
    poker denominations do.
    """
    left, picked = amount_chips, []
    for denomination in sorted(denominations, reverse=True):
        count, left = divmod(left, denomination)
        if count:
            picked.append((denomination, count))
    if left or amount_chips < 0:
        raise ValueError(f"{amount_chips} cannot be made of chips of {sorted(denominations)}")
    return tuple(picked)


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


def parse_chips(text: str) -> Chips:
    """Read ``1000 2x500``: single chips and ``COUNTxDENOMINATION``, separated by spaces."""
    pairs: list[tuple[int, int]] = []
    for word in text.split():
        count_text, x, denomination_text = word.rpartition("x")
        numbers = (count_text if x else "1", denomination_text)
        if not all(number.isascii() and number.isdigit() and int(number) > 0 for number in numbers):
            raise ValueError(f"{word!r} is not a chip: write 1000, or 2x500 for two of 500")
        pairs.append((int(numbers[1]), int(numbers[0])))
    return chips_of(pairs)


def format_chips(chips: Chips) -> str:
    """Write chips as `parse_chips` reads them."""
    return " ".join(f"{count}x{denomination}" if count != 1 else str(denomination) for denomination, count in chips)
