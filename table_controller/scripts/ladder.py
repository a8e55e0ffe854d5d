"""Which denominations are in play, and which chips make an amount."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Final

from firmware_bridge.vocabulary.chips import Chips, fewest_chips, total_chips

STANDARD: Final = (1, 5, 25, 100, 500, 1000, 5000, 25000, 100_000, 500_000, 1_000_000, 5_000_000, 25_000_000)
"""Denominations of tournament chips; each divides the next."""


def default_ladder(
    small_blind_chips: int, stacks_chips: Iterable[int], amounts_chips: Iterable[int]
) -> tuple[int, ...]:
    """Denominations in play where the script names none.

    The lowest is at most half a small blind, so that the blinds can be broken as at a real table
    (25 for 100/200), and lower still where one of `amounts_chips` needs it. The highest is the
    largest of which the deepest stack holds two.
    """
    stacks = tuple(stacks_chips)
    unit = gcd(*stacks, *amounts_chips)
    lowest = max(d for d in STANDARD if d == 1 or (unit % d == 0 and 2 * d <= small_blind_chips))
    return tuple(d for d in STANDARD if d == lowest or lowest < d <= max(stacks, default=0) // 2)


def fitting_ladder(denominations: Iterable[int], amounts_chips: Iterable[int]) -> tuple[int, ...]:
    """`denominations`, and below them the standard ones that `amounts_chips` need to exist."""
    ladder = set(denominations)
    unit = gcd(*amounts_chips)
    if ladder and unit % min(ladder):
        lowest = max(d for d in STANDARD if unit % d == 0)
        ladder.update(d for d in STANDARD if lowest <= d < min(ladder))
    return tuple(sorted(ladder))


def make_chips(amount_chips: int, denominations: Sequence[int]) -> Chips:
    """The fewest chips that make an amount, lower standard ones added where the ladder cannot make it."""
    try:
        return fewest_chips(amount_chips, denominations)
    except ValueError:
        lower = [d for d in STANDARD if d < max(denominations, default=0)]
        return fewest_chips(amount_chips, sorted({*denominations, *lower}))


def is_plainly_a_raise(chips: Chips, call_chips: int) -> bool:
    """Whether silent chips can be no call: more than one, and without one of the smallest still the call."""
    return sum(count for _, count in chips) > 1 and total_chips(chips) - chips[-1][0] >= call_chips


def chips_for(
    add_chips: int,
    *,
    call_chips: int,
    least_chips: int,
    raising: bool,
    all_in: bool,
    silent: bool,
    denominations: Sequence[int],
) -> tuple[Chips, bool]:
    """The chips that a plain bet, call or raise goes in with, and whether it needs its word.

    `add_chips` go in now, `call_chips` of them would be a call, `least_chips` is the least to add for a full bet or
    raise. Spoken (`silent` False), the fewest chips do. A silent raise must not be taken for
    a call (tda-2019 44, 45-A): more than one chip, of which all but the smallest still make the
    call; where no such chips exist, or the raise is short of a full one, the word is needed. An
    all-in needs none: its button lies beside the chips.
    """
    fewest = make_chips(add_chips, denominations)
    if not silent:
        return fewest, True
    if not raising or all_in:
        return fewest, False
    if add_chips < least_chips:
        return fewest, True
    for top in sorted(denominations, reverse=True):
        try:
            chips = fewest_chips(add_chips, [d for d in denominations if d <= top])
        except ValueError:
            break
        if is_plainly_a_raise(chips, call_chips):
            return chips, False
    return fewest, True
