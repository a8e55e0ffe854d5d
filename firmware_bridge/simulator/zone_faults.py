"""Faults of sensors by name: what lies between a zone and what its node says of it.

| fault          | what the node says of the zone                                                  |
|----------------|---------------------------------------------------------------------------------|
| `off`          | nothing: its reader is dead                                                      |
| `intermittent` | nothing for a moment, again and again: a loose contact                           |
| `stuck`        | what it showed when the fault began, whatever has changed since: a ghost         |
| `delayed`      | every change, but late                                                           |
| `slow`         | what its scans find, but it scans seldom                                         |
| `garbage`      | one tag that does not exist, or chips of a random number                         |
| `wrong`        | the cards of the zone next to it as well as its own                              |
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Final

from firmware_bridge.simulator.clock import Scheduler, Timer
from firmware_bridge.simulator.sensing import Sensors
from firmware_bridge.simulator.world import Tag, WorldError
from firmware_bridge.vocabulary.zones import BOARD, BURN, CARD_KINDS, MUCK, STUB, Zone, seat_zone, zone_kind, zone_seat

ZONE_FAULTS: Final = ("off", "stuck", "garbage", "wrong", "slow", "delayed", "intermittent")

SLOWER: Final = 6
"""How many times longer the scans of a slow zone take."""
DELAY_S: Final = (0.2, 1.2)
"""Between these a delayed zone tells of a change."""
CONTACT_S: Final = (0.1, 0.6)
"""Between these a loose contact holds, or does not."""
WRONG_CHANCE: Final = 0.4
"""Chance that one scan of a zone reads a card that lies in the zone next to it."""
_MOST_CHIPS: Final = 40
_TAG_BYTES: Final = 8

_NEXT_TO: Final = {BOARD: (BURN,), BURN: (BOARD,), MUCK: (BURN,), STUB: (MUCK,)}


def fits(fault: str, zone: Zone) -> bool:
    """Whether the sensor of `zone` can have this fault: only antennas read tags, only scanned zones scan slowly."""
    kind = zone_kind(zone)
    match fault:
        case "wrong":
            return kind in CARD_KINDS
        case "garbage" | "slow":
            return kind in CARD_KINDS or kind in {"bet", "stack", "pot"}
        case _:
            return kind != "allin"


def next_to(zone: Zone, seats: int) -> tuple[Zone, ...]:
    """The card zones whose cards the antenna of `zone` may read by mistake."""
    seat = zone_seat(zone)
    if seat is None:
        return _NEXT_TO.get(zone, ())
    return tuple(seat_zone(near) for near in (seat - 1, seat + 1) if 1 <= near <= seats)


class ZoneFaults:
    """The sensors' faults of one node; `show` puts what a zone shows into the node's messages."""

    def __init__(
        self, sensors: Sensors, seats: int, scheduler: Scheduler, rng: random.Random, show: Callable[[Zone], None]
    ) -> None:
        self._sensors, self._seats, self._scheduler, self._rng, self._show = sensors, seats, scheduler, rng, show
        self._on: set[tuple[Zone, str]] = set()
        self._contacts: dict[Zone, Timer] = {}
        self._ghost_tags: dict[Zone, Tag] = {}
        self._scan_s: dict[Zone, float] = {}

    def has(self, zone: Zone, fault: str) -> bool:
        """Whether that fault is on at `zone`."""
        return (zone, fault) in self._on

    def set(self, zone: Zone, fault: str, *, on: bool) -> bool:
        """Begin or end a fault; say whether that is a change. Raise `WorldError` for one that cannot be."""
        if fault not in ZONE_FAULTS:
            raise WorldError(f"no zone fault {fault!r}: this table can play {', '.join(ZONE_FAULTS)}")
        self._sensors.need(zone)
        if on and not fits(fault, zone):
            raise WorldError(f"the sensor of {zone} cannot have the fault {fault!r}")
        if on == self.has(zone, fault):
            return False
        (self._on.add if on else self._on.discard)((zone, fault))
        self._change(zone, fault, on=on)
        return True

    def lets_through(self, zone: Zone) -> bool:
        """Whether what changed at `zone` may be told now; a delayed zone tells it by itself later."""
        if not self._on or self.has(zone, "off"):
            return True  # a dead reader says so at once, whatever else it has
        if self.has(zone, "delayed"):
            self._scheduler.call_after(self._rng.uniform(*DELAY_S), partial(self._tell_late, zone))
            return False
        return not self.has(zone, "stuck")

    def ghost_tag(self, zone: Zone) -> Tag | None:
        """The tag that `zone` reads though it does not exist."""
        return self._ghost_tags.get(zone)

    def ghost_counts(self, zone: Zone, counts: tuple[int, ...]) -> tuple[int, ...]:
        """What a chip zone says instead of its true counts."""
        if not self.has(zone, "garbage"):
            return counts
        return tuple(self._rng.randrange(_MOST_CHIPS) for _ in counts)

    def _change(self, zone: Zone, fault: str, *, on: bool) -> None:
        sensors = self._sensors
        match fault:
            case "off":
                sensors.set_off(zone, on)
            case "intermittent":
                self._loose_contact(zone)
            case "slow":
                self._scan_s.setdefault(zone, sensors.scan_s(zone))
                sensors.set_scan_s(zone, self._scan_s[zone] * (SLOWER if on else 1), trays=True)
            case "wrong":
                near = next_to(zone, self._seats) if on else ()
                sensors.overhear(zone, near, WRONG_CHANCE)
            case "garbage":
                if on and zone_kind(zone) in CARD_KINDS:
                    self._ghost_tags[zone] = self._rng.randbytes(_TAG_BYTES)
                else:
                    self._ghost_tags.pop(zone, None)
                self._show(zone)
            case _:  # stuck and delayed: when they end, the zone says what it shows by then
                if not on:
                    self._show(zone)

    def _tell_late(self, zone: Zone) -> None:
        if not self.has(zone, "stuck"):
            self._show(zone)

    def _loose_contact(self, zone: Zone) -> None:
        """Break the contact, or close it, and do so again later while the fault lasts."""
        timer = self._contacts.pop(zone, None)
        if timer is not None:
            timer.cancel()
        loose = self.has(zone, "intermittent")
        if not self.has(zone, "off"):
            self._sensors.set_off(zone, loose and not self._sensors.is_off(zone))
        if loose:
            wait_s = self._rng.uniform(*CONTACT_S)
            self._contacts[zone] = self._scheduler.call_after(wait_s, partial(self._loose_contact, zone))
