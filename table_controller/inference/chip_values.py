"""Chips of which only the value is known: which ones they may have been."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips, chips_of, fewest_chips, subtract_chips, total_chips


def chips_worth(value: int, lots: Iterable[Chips]) -> Chips:
    """A change by `value` in chips such as lie in `lots`; in chips of one where those cannot make it."""
    denominations = {denomination for lot in lots for denomination, _ in lot}
    try:
        chips = fewest_chips(abs(value), sorted(denominations))
    except ValueError:  # only its value is known
        chips = ((1, abs(value)),)
    return chips if value > 0 else subtract_chips(NO_CHIPS, chips)


def without_value(change: Chips, value: int, lie: Chips = NO_CHIPS) -> Chips:
    """What came, or went where it is negative, without as much as `value` of it: whole chips, the largest first.

    Where no chips of the change make the value, the rest is in chips such as came, went or now `lie` there.
    """
    sign, left, kept = (1 if value > 0 else -1), abs(value), change
    for denomination, count in change:
        taken = min(max(0, count * sign), left // denomination)
        left -= taken * denomination
        kept = subtract_chips(kept, chips_of([(denomination, sign * taken)]))
    return chips_worth(total_chips(change) - value, (change, lie)) if left else kept
