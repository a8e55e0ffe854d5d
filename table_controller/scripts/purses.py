"""Chips as they lie in a script's world: stacks, bets and pot by denomination.

The engine counts value; hands move chips. Before a motion the zone must hold the very chips that
move, so change is made at equal value where it does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from firmware_bridge.vocabulary.chips import Chips, add_chips, chips_of, holds_chips, subtract_chips, total_chips
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone, zone_kind, zone_seat
from table_controller.scripts.ladder import make_chips

_SPARE_STEPS = 2
"""How many times the next denomination a stack keeps in small chips, if it is deep enough."""


class ChipsError(ValueError):
    """Chips cannot move: the zone does not hold that much."""


class Purses:
    """Chips of every zone in play."""

    def __init__(self, denominations: tuple[int, ...]) -> None:
        self.denominations = denominations
        self._lying: dict[Zone, Chips] = {}

    def copied(self) -> Purses:
        """The same chips in a book of its own."""
        twin = Purses(self.denominations)
        twin._lying = dict(self._lying)
        return twin

    def seat(self, seat: int, stack_chips: int) -> Chips:
        """A stack as a player builds it: small chips for change, the rest in large ones."""
        chips = working_stack(stack_chips, self.denominations)
        self._lying[stack_zone(seat)] = chips
        return chips

    def empty(self, seat: int) -> None:
        """A player takes the stack away."""
        self._lying.pop(stack_zone(seat), None)

    def lying(self, zone: Zone) -> Chips:
        """The chips in a zone."""
        return self._lying.get(zone, ())

    def change(self, zone: Zone, wanted: Chips) -> Chips | None:
        """Make the zone hold `wanted` at equal value: its new chips, or None if it holds them already.

        Raises `ChipsError` if the zone is worth less.
        """
        lying = self.lying(zone)
        if holds_chips(lying, wanted):
            return None
        left = total_chips(lying) - total_chips(wanted)
        if left < 0:
            raise ChipsError(f"{total_chips(lying)} chips lie {_where(zone)}, not {total_chips(wanted)}")
        chips = add_chips(wanted, working_stack(left, self.denominations))
        self._lying[zone] = chips
        return chips

    def move(self, source: Zone, target: Zone, chips: Chips) -> None:
        """Chips go from one zone to another; `source` must hold them."""
        self._lying[source] = subtract_chips(self.lying(source), chips)
        self._lying[target] = add_chips(self.lying(target), chips)

    def found(self, seat: int, chips: Chips) -> None:
        """Chips that were out of sight join a stack."""
        self._lying[stack_zone(seat)] = add_chips(self.lying(stack_zone(seat)), chips)

    def restack(self, seat: int, chips: Chips) -> None:
        """A stack is exchanged, filled or cut: these chips stand there now."""
        self._lying[stack_zone(seat)] = chips

    def lose(self, seat: int, chips: Chips) -> None:
        """Chips of a stack are gone; it must hold them."""
        self._lying[stack_zone(seat)] = subtract_chips(self.lying(stack_zone(seat)), chips)

    def part(self, zone: Zone, amount_chips: int) -> Chips:
        """Chips of that value, of those that lie in the zone if they make it."""
        left, part = amount_chips, []
        for denomination, count in self.lying(zone):
            taken = min(count, left // denomination)
            if taken:
                part.append((denomination, taken))
                left -= taken * denomination
        return make_chips(amount_chips, self.denominations) if left else tuple(part)

    def bets(self, seats: Iterable[int]) -> list[tuple[int, Chips]]:
        """Seats with chips in front, and those chips."""
        return [(seat, self.lying(bet_zone(seat))) for seat in seats if self.lying(bet_zone(seat))]

    def pot(self) -> Chips:
        """The chips in the pot."""
        return self.lying(POT)


def working_stack(amount_chips: int, denominations: tuple[int, ...]) -> Chips:
    """Chips of `amount_chips` with enough small ones to make change, as players stack them."""
    left, pairs = amount_chips, []
    ladder = sorted(denominations)
    for low, high in pairwise(ladder):
        count = (left % high) // low
        spare = _SPARE_STEPS * (high // low) if high % low == 0 else 0
        count += spare if (count + spare) * low * 2 <= left else 0
        pairs.append((low, count))
        left -= low * count
    return add_chips(chips_of(pairs), make_chips(left, denominations)) if left else chips_of(pairs)


_PLACES: Final = {"stack": "behind seat", "bet": "in front of seat"}


def _where(zone: Zone) -> str:
    """A zone as people name it."""
    kind, seat = zone_kind(zone), zone_seat(zone)
    return f"in the {kind}" if seat is None else f"{_PLACES.get(kind, kind)} {seat}"
