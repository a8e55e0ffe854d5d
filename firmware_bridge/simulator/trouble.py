"""Faults that befall a simulated table while it plays: drawn from one seed, begun, ended and noted.

Whoever plays says when a hand begins (`hand_began`); what is due in that hand is then laid out over its
time. The same profile, seed and moments give the same faults. What the host saw of them it must say itself:
`Tally` keeps both sides.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass
from functools import partial
from typing import Final

from firmware_bridge.simulator.profiles import MISS, FaultProfile
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.simulator.zone_faults import ZONE_FAULTS, fits
from firmware_bridge.vocabulary.tally import Tally
from firmware_bridge.vocabulary.zones import Zone

LASTS_S: Final[dict[str, tuple[float, float]]] = {
    "off": (0.5, 4.0),
    "stuck": (0.5, 3.0),
    "garbage": (0.1, 0.3),
    "wrong": (0.5, 2.0),
    "slow": (2.0, 6.0),
    "delayed": (2.0, 6.0),
    "intermittent": (1.0, 4.0),
    "stall": (0.1, 1.8),
    "unplug": (0.5, 5.0),
    "replug-elsewhere": (0.5, 5.0),
    "wrong-schema": (2.0, 6.0),
    "clock-drift": (5.0, 20.0),
    "stale-boot": (0.6, 1.5),
}
"""How long an occasion lasts, at least and at most; one that is not here is over at once."""

CLOCK_STEP_US: Final = (-3_000_000, 5_000_000)
DRIFT_PPM: Final = 150.0


@dataclass(slots=True, eq=False)
class Occasion:
    """One fault that befell a node, at `zone` or as a whole; `ended_s` is None while it lasts."""

    kind: str
    node: str
    zone: Zone | None
    began_s: float
    ended_s: float | None = None
    seen: bool = False


class Trouble:
    """The faults of one table."""

    def __init__(self, table: SimulatedTable, profile: FaultProfile, seed: int) -> None:
        self.table, self.profile = table, profile
        self.tally = Tally(Counter(dict.fromkeys(profile.kinds, 0)))
        self.open: list[Occasion] = []
        """Occasions under way, and those that are over and not yet known to be healed."""
        self._rng = random.Random(f"trouble/{seed}")
        self._ports = 0
        for fault, chance in profile.frames:
            table.set_link_fault(fault, chance, both_ways=True)

    @property
    def under_way(self) -> tuple[Occasion, ...]:
        """The occasions that last now."""
        return tuple(occasion for occasion in self.open if occasion.ended_s is None)

    def hand_began(self) -> None:
        """Lay out what is due in the hand that begins now."""
        for kind, times in self.profile.occasions:
            number = int(times) + (self._rng.random() < times % 1)
            for _ in range(number):
                self.table.scheduler.call_after(
                    self._rng.uniform(0.0, self.profile.spread_s), partial(self.strike, kind)
                )

    def strike(self, kind: str, node: str | None = None, zone: Zone | None = None) -> Occasion | None:
        """Let a fault befall a node, any if left out; None if everything it could befall is in trouble already."""
        found = self._target(kind, node, zone)
        if found is None:
            return None
        name, place = found
        occasion = Occasion(kind, name, place, self.table.now_s)
        self.open.append(occasion)
        self.tally.injected[kind] += 1
        self._begin(occasion)
        lasts = LASTS_S.get(kind)
        if lasts is None:
            occasion.ended_s = self.table.now_s
        else:
            self.table.scheduler.call_after(self._rng.uniform(*lasts), partial(self._end, occasion))
        return occasion

    def count_frames(self) -> None:
        """Bring the numbers of missed reads and struck frames up to date."""
        counts = self.table.fault_counts()
        for kind in (fault for fault, _ in self.profile.frames):
            self.tally.injected[kind] = counts.get(kind, 0)
        if self.profile.miss:
            self.tally.injected[MISS] = counts.get("miss", 0)
            self.tally.seen[MISS] = self.tally.healed[MISS] = counts.get("miss-told", 0)

    def _target(self, kind: str, node: str | None, zone: Zone | None) -> tuple[str, Zone | None] | None:
        """A node, and for a sensor's fault one of its zones, that are in no trouble."""
        struck = {occasion.node for occasion in self.under_way if occasion.zone is None}
        nodes = [name for name in self.table.nodes if name not in struck and node in (None, name)]
        if kind not in ZONE_FAULTS:
            return (self._rng.choice(nodes), None) if nodes else None
        busy = {occasion.zone for occasion in self.under_way}
        places = [
            (name, place)
            for name in nodes
            for place in self.table.nodes[name].outfit.zones
            if fits(kind, place) and place not in busy and zone in (None, place)
        ]
        return self._rng.choice(places) if places else None

    def _begin(self, occasion: Occasion) -> None:
        node, wire = self.table.nodes[occasion.node], self.table.wires[occasion.node]
        if occasion.zone is not None:
            node.set_fault(occasion.zone, occasion.kind, on=True)
            return
        match occasion.kind:
            case "stall":
                wire.stall(self._rng.uniform(*LASTS_S["stall"]))
            case "unplug" | "replug-elsewhere":
                wire.unplug()
            case "reboot" | "stale-boot":
                node.reboot()
            case "clock-step":
                node.step_clock(self._rng.randint(*CLOCK_STEP_US))
            case "clock-drift":
                node.set_drift(self._rng.choice((-DRIFT_PPM, DRIFT_PPM)))
            case "wrong-schema":
                node.set_schema(foreign=True)
            case _:
                raise AssertionError(occasion.kind)

    def _end(self, occasion: Occasion) -> None:
        node, wire = self.table.nodes[occasion.node], self.table.wires[occasion.node]
        occasion.ended_s = self.table.now_s
        if occasion.zone is not None:
            node.set_fault(occasion.zone, occasion.kind, on=False)
            return
        match occasion.kind:
            case "unplug":
                self._plug_in(occasion, wire.port)
            case "replug-elsewhere":
                self._ports += 1
                self._plug_in(occasion, f"{occasion.node}@{self._ports}")
            case "clock-drift":
                node.set_drift(0.0)
            case "wrong-schema":
                node.set_schema(foreign=False)
            case "stale-boot":
                node.repeat_earlier_hello()
            case _:  # a stall ends by itself
                pass

    def _plug_in(self, occasion: Occasion, port: str) -> None:
        """Put the plug in again: half of the nodes take their power from it, and start anew."""
        if self._rng.random() < 1 / 2:
            self.table.nodes[occasion.node].reboot(0)
        self.table.wires[occasion.node].replug(port)
