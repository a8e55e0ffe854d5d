"""Hands that move chips: in front of a seat and back, into the pot, to a winner, to the bank for change."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain

from firmware_bridge.simulator.clock import Scheduler
from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.world import AIR, BANK, Place, World, WorldError
from firmware_bridge.vocabulary.chips import (
    NO_CHIPS,
    Chips,
    add_chips,
    chips_of,
    fewest_chips,
    format_chips,
    holds_chips,
    total_chips,
)
from firmware_bridge.vocabulary.zones import POT, Zone, bet_zone, stack_zone


class ChipHands:
    """The players' and the dealer's hands on the chips; amounts always as chips of real denominations."""

    def __init__(self, world: World, scheduler: Scheduler, timing: Timing, denominations: Sequence[int]) -> None:
        self._world, self._scheduler, self._timing = world, scheduler, timing
        self._denominations = tuple(denominations)

    def push(self, seat: int, chips: Chips) -> float:
        """`chips` go forward from the stack of `seat` in one motion."""
        return self._seat_move(seat, chips, stack_zone(seat), bet_zone(seat))

    def take_back(self, seat: int, chips: Chips) -> float:
        """`chips` in front of `seat` go back to its stack: pulled by the player, or returned by the dealer."""
        return self._seat_move(seat, chips, bet_zone(seat), stack_zone(seat))

    def knock_over(self, seat: int, chips: Chips) -> float:
        """`chips` of the stack of `seat` fall beside its tray, sensed by nothing, until they are stacked again."""
        return self._seat_move(seat, chips, stack_zone(seat), stack_zone(seat), self._timing.restack_s)

    def gather_bets(self, seats: Sequence[int] | None = None) -> float:
        """The dealer sweeps the bets of `seats` (all seats if `None`) into the pot."""
        chosen = range(1, self._world.seats + 1) if seats is None else seats
        for seat in chosen:
            self._world.things.need_seat(seat)
        chips = self._world.chips
        bets = [bet_zone(seat) for seat in chosen if chips.at(bet_zone(seat))]
        if not bets:
            raise WorldError("there are no bets to gather")
        taken: list[Chips] = []

        def sweep(zone: Zone) -> None:
            lot = chips.at(zone)
            chips.move(lot, zone, AIR)
            taken.append(lot)

        at_s, step_s = self._scheduler.now_s, 0.5 * self._timing.sweep_s / len(bets)
        for zone in bets:
            self._scheduler.call_at(at_s, partial(sweep, zone))
            at_s += step_s
        done_s = self._scheduler.now_s + self._timing.sweep_s
        self._scheduler.call_at(done_s, lambda: chips.move(chips_of(chain.from_iterable(taken)), AIR, POT))
        return done_s

    def push_pot(self, seat: int, chips: Chips | None = None) -> float:
        """The pot, or `chips` of it, goes to the stack of `seat`."""
        self._world.things.need_seat(seat)
        lot = self._world.chips.at(POT) if chips is None else chips
        if not lot:
            raise WorldError("there is nothing in the pot to push")
        return self._carry(lot, POT, stack_zone(seat), self._timing.sweep_s)

    def carry(self, chips: Chips, source: Place, target: Place) -> float:
        """`chips` go from any place to any other: chips in the wrong place, a buy-in from the rack."""
        return self._carry(chips, source, target, self._timing.chips_s)

    def change(self, place: Place, out: Chips, back: Chips, partner: Place = BANK) -> float:
        """`out` at `place` is changed for `back`, of equal worth, with the bank or another place."""
        self._need_in_play(back)
        self._world.chips.swap(place, out, back, partner)
        return self._scheduler.now_s

    def provide(self, place: Place, wanted: Chips) -> float:
        """Change is made with the bank, unseen, so that `place` holds `wanted`; nothing happens if it does already."""
        self._need_in_play(wanted)
        lies = self._world.chips.at(place)
        if not holds_chips(lies, wanted):
            out, back = change_for(lies, wanted, self._denominations, place)
            self._world.chips.swap(place, out, back)
        return self._scheduler.now_s

    def buy_in(self, seat: int, chips: Chips) -> float:
        """The bank gives `chips` to the stack of `seat`."""
        self._world.things.need_seat(seat)
        self._need_in_play(chips)
        self._world.chips.move(chips, BANK, stack_zone(seat))
        return self._scheduler.now_s

    def cash_out(self, seat: int) -> float:
        """All chips of `seat`, stack and bet, go back to the bank."""
        self._world.things.need_seat(seat)
        for zone in (stack_zone(seat), bet_zone(seat)):
            self._world.chips.move(self._world.chips.at(zone), zone, BANK)
        return self._scheduler.now_s

    def _need_in_play(self, chips: Chips) -> None:
        for denomination, _ in chips:
            if denomination not in self._denominations:
                ladder = ", ".join(map(str, sorted(self._denominations)))
                raise WorldError(f"a chip of {denomination} is not in play here: there are {ladder}")

    def _seat_move(self, seat: int, chips: Chips, source: Zone, target: Zone, lasts_s: float | None = None) -> float:
        self._world.things.need_seat(seat)
        if not chips:
            raise WorldError(f"no chips to move at seat {seat}: name at least one")
        return self._carry(chips, source, target, self._timing.chips_s if lasts_s is None else lasts_s)

    def _carry(self, chips: Chips, source: Place, target: Place, lasts_s: float) -> float:
        self._world.chips.move(chips, source, AIR)
        done_s = self._scheduler.now_s + lasts_s
        self._scheduler.call_at(done_s, lambda: self._world.chips.move(chips, AIR, target))
        return done_s


def change_for(lies: Chips, wanted: Chips, denominations: Sequence[int], place: Place) -> tuple[Chips, Chips]:
    """What to give out of `lies` and what to get back so that `wanted` is there: the fewest worth of chips is touched.

    Chips that are not wanted are given up from the smallest that suffices; the rest of their worth
    comes back in the fewest chips. Raises `WorldError` if `lies` is worth too little or the
    denominations cannot make the rest.
    """
    if total_chips(lies) < total_chips(wanted):
        raise WorldError(f"{place} is worth {total_chips(lies)}: it cannot hold {format_chips(wanted)}")
    spare, missing = dict(lies), dict(wanted)
    for denomination, count in wanted:
        kept = min(count, spare.get(denomination, 0))
        spare[denomination] = spare.get(denomination, 0) - kept
        missing[denomination] -= kept
    left_chips = total_chips(chips_of(missing.items()))
    out: list[tuple[int, int]] = []
    for denomination, count in sorted(spare.items(), reverse=True):
        given = min(count, left_chips // denomination)
        spare[denomination] -= given
        left_chips -= given * denomination
        out.append((denomination, given))
    rest = NO_CHIPS
    if left_chips:
        # Every chip still spare is worth more than what is left: the smallest of them is broken.
        broken = min(denomination for denomination, count in spare.items() if count)
        out.append((broken, 1))
        try:
            rest = fewest_chips(broken - left_chips, denominations)
        except ValueError as problem:
            raise WorldError(f"no change for {format_chips(wanted)} at {place}: {problem}") from None
    return chips_of(out), add_chips(chips_of(missing.items()), rest)
