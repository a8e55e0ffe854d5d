"""The sensors of one node: what lies in the world becomes what the node's zones show."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

from firmware_bridge.simulator.clock import Scheduler
from firmware_bridge.simulator.physics import CardZone, Physics, TagReading
from firmware_bridge.simulator.trays import ExactZone, WeighedZone
from firmware_bridge.simulator.world import Tag, World, WorldError, button_place
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.zones import CARD_KINDS, PUCK, RACK, STUB, Zone, seat_zone, zone_kind, zone_seat


class Outfit(Struct, frozen=True):
    """What one node senses: its zones in the order of its inventory, its wired buttons, the chips in play."""

    zones: tuple[Zone, ...]
    denominations: tuple[int, ...]
    buttons: tuple[str, ...] = ()


class Sensors:
    """All sensors of one node, live in the world; a zone that is off shows nothing and says so."""

    def __init__(
        self,
        world: World,
        outfit: Outfit,
        physics: Physics,
        scheduler: Scheduler,
        rng: random.Random,
        on_change: Callable[[Zone], None],
        on_press: Callable[[str], None],
    ) -> None:
        self._world, self.outfit, self._physics = world, outfit, physics
        self._scheduler, self._rng, self._on_change = scheduler, rng, on_change
        self.misses: Counter[str] = Counter()
        """Reads that antennas missed, see `CardZone`."""
        self._cards: dict[Zone, CardZone] = {}
        self._chips: dict[Zone, ExactZone[Chips]] = {}
        self._rack: WeighedZone | None = None
        self._puck: ExactZone[int | None] | None = None
        self._allin: dict[Zone, ExactZone[bool]] = {}
        self._off: set[Zone] = set()
        self._hears: dict[Zone, tuple[tuple[Zone, ...], float]] = {}
        for zone in outfit.zones:
            self._fit(zone)
        for button in outfit.buttons:
            world.watchers.watch(button_place(button), partial(on_press, button))

    def cards(self, zone: Zone) -> tuple[TagReading, ...]:
        """The tags that `zone` lists now."""
        return self._cards[zone].listed()

    def scan_s(self, zone: Zone) -> float:
        """Seconds between two scans of `zone`."""
        if zone in self._cards:
            return self._cards[zone].antenna.scan_s
        kind = zone_kind(zone)
        return self._physics.thing_scan_s if kind in {"puck", "allin"} else self._physics.chip_scan_s

    def set_scan_s(self, zone: Zone, scan_s: float, *, trays: bool = False) -> None:
        """Scan `zone` every `scan_s` seconds from now on; without `trays`, trays and switches keep their own time."""
        if zone in self._cards:
            self._cards[zone].set_scan_s(scan_s)
        elif trays and zone in self._chips:
            self._chips[zone].scan_s = scan_s

    def overhear(self, zone: Zone, near: tuple[Zone, ...], chance: float) -> None:
        """Let the antenna of `zone` read what lies at `near` too, each scan with `chance`; none ends it."""
        self.need(zone)
        watched = self._hears.get(zone, ((), 0.0))[0]
        for place in near:
            if place not in (*watched, *self._overheard(zone)):
                self._world.watchers.watch(place, partial(self._reach, zone))
        # Places stay watched when the fault ends; then they are out of reach.
        self._hears[zone] = (tuple(dict.fromkeys((*watched, *near))), chance if near else 0.0)
        self._reach(zone)

    def chips(self, zone: Zone) -> Chips:
        """The chips that `zone` shows."""
        return self._chips[zone].shown

    def grams(self) -> tuple[float, ...]:
        """What the tubes of the rack weigh, in the order of the denominations."""
        return self._rack.shown if self._rack is not None else ()

    @property
    def puck(self) -> int | None:
        """The seat whose puck sensor sees the puck."""
        return self._puck.shown if self._puck is not None else None

    @property
    def allin(self) -> tuple[int, ...]:
        """Seats of this node whose all-in button is seen down."""
        return tuple(
            zone_seat(zone) or 0 for zone, button in self._allin.items() if button.shown and zone not in self._off
        )

    def is_off(self, zone: Zone) -> bool:
        """Whether the sensor of `zone` is dead."""
        return zone in self._off

    def set_off(self, zone: Zone, off: bool) -> None:
        """Kill the sensor of `zone`, or bring it back to life with an empty memory."""
        self.need(zone)
        if off == (zone in self._off):
            return
        if off:
            self._off.add(zone)
            if zone in self._cards:
                self._cards[zone].forget()
        else:
            self._off.discard(zone)
            self._look_again(zone)
        self._on_change(zone)

    def need(self, zone: Zone) -> None:
        """Raise `WorldError` unless this node senses `zone`."""
        if zone not in self.outfit.zones:
            raise WorldError(f"this node has no zone {zone}: it has {', '.join(self.outfit.zones)}")

    def restart(self) -> None:
        """Start over as all sensors of a node do after a reboot."""
        for zone in self.outfit.zones:
            if zone in self._cards:
                self._cards[zone].forget()
            self._look_again(zone)

    def _fit(self, zone: Zone) -> None:
        """Build the sensor of `zone` and let the world stir it."""
        world, kind, changed = self._world, zone_kind(zone), partial(self._on_change, zone)
        made = (self._scheduler, self._rng, changed)
        if kind in CARD_KINDS:
            self._cards[zone] = CardZone(self._physics.antenna(zone), *made, self.misses)
            for place in (zone, *self._overheard(zone)):
                world.watchers.watch(place, partial(self._reach, zone))
            self._reach(zone)
            return
        stirred: ExactZone[Chips] | ExactZone[int | None] | ExactZone[bool] | WeighedZone
        if zone == RACK:
            look = partial(world.chips.at, zone)
            stirred = self._rack = WeighedZone(look, self.outfit.denominations, self._physics, *made)
        elif zone == PUCK:
            stirred = self._puck = ExactZone(lambda: world.things.puck, self._physics.thing_scan_s, *made)
        elif kind == "allin":
            seat = zone_seat(zone)
            stirred = ExactZone(lambda: seat in world.things.allin, self._physics.thing_scan_s, *made)
            self._allin[zone] = stirred
        else:
            stirred = self._chips[zone] = ExactZone(partial(world.chips.at, zone), self._physics.chip_scan_s, *made)
        world.watchers.watch(zone, stirred.stir)

    def _look_again(self, zone: Zone) -> None:
        if zone in self._cards:
            self._reach(zone)
        elif zone == RACK and self._rack is not None:
            self._rack.restart()
        elif zone == PUCK and self._puck is not None:
            self._puck.restart()
        elif zone in self._allin:
            self._allin[zone].restart()
        elif zone in self._chips:
            self._chips[zone].restart()

    def _overheard(self, zone: Zone) -> Sequence[Zone]:
        """The neighbouring seats whose cards this antenna may read by mistake.

        The dealer sits between the last seat and the first: those are no neighbours.
        """
        seat = zone_seat(zone)
        if zone_kind(zone) != "seat" or seat is None or not self._physics.antenna(zone).bleed:
            return ()
        return [seat_zone(near) for near in (seat - 1, seat + 1) if 1 <= near <= self._world.seats]

    def _reach(self, zone: Zone) -> None:
        """Tell the antenna of `zone` what lies within its reach, and how well."""
        if zone in self._off:
            return
        antenna, cards = self._physics.antenna(zone), self._world.cards
        pile = cards.pile(zone)
        if zone == STUB:
            # A packet of a riffle falls every tenth of a second: what lies deep in it is left out, not drawn 50 times.
            pile = pile[-len(antenna.reach) :]
        top = len(pile) - 1
        chances: dict[Tag, float] = {tag: antenna.read_chance(top - place) for place, tag in enumerate(pile)}
        for near in self._overheard(zone):
            for tag in cards.pile(near):
                chances.setdefault(tag, antenna.bleed)
        places, chance = self._hears.get(zone, ((), 0.0))
        for near in places if chance else ():
            for tag in cards.pile(near)[-len(antenna.reach) :]:
                chances[tag] = max(chances.get(tag, 0.0), chance)
        self._cards[zone].reach(chances)
