"""A simulated node: the sensors of some zones behind the firmware's own session, on its own clock.

The protocol is not imitated here: `firmware_bridge.node.session` is what a real node runs.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections import Counter
from typing import Final, Protocol

from msgspec import Struct

from firmware_bridge.node.session import NodeEnd
from firmware_bridge.simulator.clock import Scheduler, Timer
from firmware_bridge.simulator.foreign import in_other_schema
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.simulator.sensing import Outfit, Sensors
from firmware_bridge.simulator.world import World
from firmware_bridge.simulator.zone_faults import ZoneFaults
from firmware_bridge.vocabulary.zones import CARD_KINDS, PUCK, RACK, Zone, zone_kind
from firmware_bridge.wire import message_specs as specs

FIRMWARE: Final = "simulated"
_MAX_CARDS: Final = 10
"""What one antenna is said to read at once, in the inventory of a node."""


class Line(Protocol):
    """The node's end of a serial line."""

    def to_host(self, data: bytes) -> None:
        """Send whole frames."""


class NodeClock(Struct, frozen=True):
    """A node's microseconds: `offset_us` when the table's time was `start_s`, from then `drift_ppm` millionths fast."""

    start_s: float
    offset_us: int
    drift_ppm: float = 0.0

    def us(self, table_s: float) -> int:
        """The node's clock at a moment of the table, never below 0."""
        return max(0, self.offset_us + math.floor((table_s - self.start_s) * (1e6 + self.drift_ppm) + 1e-3))

    def table_s(self, clock_us: int) -> float:
        """The moment of the table at which the node's clock shows `clock_us`."""
        return self.start_s + (clock_us - self.offset_us) / (1e6 + self.drift_ppm)


class SimulatedNode:
    """One node with its zones, its session and its line."""

    def __init__(
        self,
        name: str,
        outfit: Outfit,
        world: World,
        physics: Physics,
        scheduler: Scheduler,
        rng: random.Random,
        line: Line,
    ) -> None:
        self.name, self.outfit, self.line = name, outfit, line
        self.lamps: set[str] = set()
        """Lamps of the wired buttons that are lit."""
        self._scheduler, self._rng = scheduler, rng
        self._sensors = Sensors(world, outfit, physics, scheduler, rng, self._zone_changed, self._pressed)
        self.fault_counts: Counter[str] = self._sensors.misses
        """How often each fault of a zone was begun, and reads missed (`CardZone`)."""
        self._faults = ZoneFaults(self._sensors, world.seats, scheduler, rng, self._zone_shows)
        self._doubtful: set[Zone] = set()
        self._foreign = False
        self._first_words = self._earlier_words = b""
        self._timer: Timer | None = None
        self.clock = NodeClock(scheduler.now_s, rng.randrange(10_000_000, 3_600_000_000))
        self._start(specs.RESET_POWER)

    def receive(self, data: bytes) -> None:
        """Take bytes from the host."""
        self._end.receive(data, self.clock.us(self._scheduler.now_s))
        self._flush()

    def reboot(self, reset_cause: int = specs.RESET_WATCHDOG) -> None:
        """Lose everything but the wiring: a new boot id, a clock that starts again, sensors without memory."""
        self._sensors.restart()
        self._earlier_words = self._first_words
        self.clock = NodeClock(self._scheduler.now_s, self._rng.randrange(100_000, 900_000))
        self._start(reset_cause)

    def set_drift(self, drift_ppm: float) -> None:
        """Let the node's clock run that many millionths fast from now on, without a step."""
        now_s = self._scheduler.now_s
        self.clock = NodeClock(now_s, self.clock.us(now_s), drift_ppm)
        self._flush()

    def step_clock(self, step_us: int) -> None:
        """Let the node's clock jump, back at most to where it stood at the node's start."""
        now_s = self._scheduler.now_s
        earliest_us = self.clock.us(now_s) - self.clock.us(self._booted_s)
        now_us = max(self.clock.us(now_s) + step_us, earliest_us)
        self.clock = NodeClock(now_s, now_us, self.clock.drift_ppm)
        self._flush()

    def set_schema(self, *, foreign: bool) -> None:
        """Start again with firmware of another schema, or with the right one."""
        self._foreign = foreign
        self.reboot(specs.RESET_SOFT)

    def repeat_earlier_hello(self) -> None:
        """Say the hello of the boot before this one once more: a frame that was long under way."""
        if self._earlier_words:
            self.line.to_host(self._earlier_words)

    def set_fault(self, zone: Zone, fault: str, *, on: bool) -> None:
        """Begin or end a fault of `ZONE_FAULTS` at `zone`; raise `WorldError` for one that this node cannot play."""
        if self._faults.set(zone, fault, on=on) and on:
            self.fault_counts[fault] += 1

    def _start(self, reset_cause: int) -> None:
        now_s = self._scheduler.now_s
        self.boot_id = self._rng.getrandbits(32)
        unique_id = hashlib.sha256(f"cards-speak simulated node {self.name}".encode()).digest()[:8]
        identity = (self.name, unique_id, self.boot_id, FIRMWARE, reset_cause, True)
        inventory = tuple(self._inventory(zone) for zone in self.outfit.zones)
        self._end = NodeEnd(identity, inventory, self.outfit.buttons, self.clock.us(now_s))
        self._booted_s = now_s
        self._first_words = b""
        self.lamps.clear()
        self._doubtful.clear()
        for zone in self.outfit.zones:
            self._show(zone)
        if self._timer is not None:
            self._timer.cancel()
        # Not at once: whoever built the table may still set faults and listen.
        self._timer = self._scheduler.call_at(now_s, self._timer_runs)

    def _inventory(self, zone: Zone) -> tuple[str, int, int, int, tuple[int, ...]]:
        kind, scan_ms = zone_kind(zone), round(self._sensors.scan_s(zone) * 1000)
        if kind in CARD_KINDS:
            return zone, specs.CARDS_ZONE, scan_ms, _MAX_CARDS, ()
        if zone == PUCK:
            return zone, specs.PUCK_ZONE, scan_ms, 0, ()
        if kind == "allin":
            return zone, specs.ALLIN_ZONE, scan_ms, 0, ()
        return zone, specs.GRAMS_ZONE if zone == RACK else specs.COUNTS_ZONE, scan_ms, 0, self.outfit.denominations

    def _show(self, zone: Zone) -> None:
        """Put what the sensor of `zone` shows into the session's contents."""
        contents, kind, sensors = self._end.contents, zone_kind(zone), self._sensors
        if sensors.is_off(zone) and kind != "allin":
            if zone == PUCK:
                contents.set_puck(specs.PUCK_UNSENSED)
            else:
                contents.lose(zone)
        elif kind in CARD_KINDS:
            self._show_cards(zone)
        elif zone == RACK:
            contents.set_grams(zone, tuple(round(100 * tube_g) for tube_g in sensors.grams()))
        elif zone == PUCK:
            contents.set_puck(sensors.puck or specs.PUCK_NOWHERE)
        elif kind == "allin":
            contents.set_allin(sensors.allin)
        else:
            lie = dict(sensors.chips(zone))
            counts = tuple([lie.get(denomination, 0) for denomination in self.outfit.denominations])
            contents.set_counts(zone, self._faults.ghost_counts(zone, counts))

    def _show_cards(self, zone: Zone) -> None:
        us, booted_s = self.clock.us, self._booted_s
        doubt = False
        tags: list[tuple[bytes, int | None, int, int]] = []
        for tag, after_s, by_s, unread_scans in self._sensors.cards(zone):
            doubt |= unread_scans > 0
            # A scan before the node's start is no scan: then nothing says when the card came.
            tags.append((tag, us(after_s) if after_s >= booted_s else None, us(by_s), unread_scans))
        ghost = self._faults.ghost_tag(zone)
        if ghost is not None:
            tags.append((ghost, None, us(booted_s), 0))
        self._end.contents.set_cards(zone, tuple(tags))
        if doubt:
            self._doubtful.add(zone)
        else:
            self._doubtful.discard(zone)

    def _zone_changed(self, zone: Zone) -> None:
        if self._faults.lets_through(zone):
            self._zone_shows(zone)

    def _zone_shows(self, zone: Zone) -> None:
        self._show(zone)
        self._tick()

    def _pressed(self, button: str) -> None:
        self._end.contents.press(button)
        self._tick()

    def _timer_runs(self) -> None:
        self._timer = None
        self._tick()

    def _tick(self) -> None:
        """Bring the counts of tags in doubt up to date, and send what is due."""
        for zone in sorted(self._doubtful):
            if not self._faults.has(zone, "stuck"):
                self._show_cards(zone)
        self._end.tick(self.clock.us(self._scheduler.now_s))
        self._flush()

    def _flush(self) -> None:
        data = self._end.outgoing()
        if data:
            self._first_words = self._first_words or data
            self.line.to_host(in_other_schema(data) if self._foreign else data)
        for action in self._end.actions():
            self._act(*action)
        wake_s = self.clock.table_s(self._end.next_wake_us()) + 1e-6
        if self._timer is not None and self._timer.waiting:
            if self._timer.at_s <= wake_s:
                return  # it finds nothing to do then, and is set anew: cheaper than to cancel it with every frame
            self._timer.cancel()
        self._timer = self._scheduler.call_at(wake_s, self._timer_runs)

    def _act(self, what: str, *details: object) -> None:
        """Do what the session asks of the board; a simulated one has lamps but no buzzer."""
        match what, *details:
            case "lamp", str(name), bool(lit):
                (self.lamps.add if lit else self.lamps.discard)(name)
            case ("safe",):
                self.lamps.clear()
            case "scan", str(zone), int(period_ms):
                self._sensors.set_scan_s(Zone(zone), period_ms / 1000)
            case _:
                pass
