"""Sensors that are not card antennas: chips read or weighed, the puck, the buttons.

Each is read in scans like a card antenna and shows a change at its next scan. Chips with tags and
switches are read exactly; a load cell waits until its tube is quiet and is never quite right.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar

from firmware_bridge.simulator.clock import Scheduler, Timer
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips

T = TypeVar("T")

Tubes: TypeAlias = tuple[float, ...]
"""Grams in each tube of a rack, in the order of its denominations."""


class ExactZone(Generic[T]):
    """A sensor that shows what is there, as of its last scan after a change."""

    def __init__(
        self,
        look: Callable[[], T],
        scan_s: float,
        scheduler: Scheduler,
        rng: random.Random,
        on_change: Callable[[], None],
    ) -> None:
        self._look = look
        self.scan_s = scan_s
        """Seconds from one scan to the next."""
        self._scheduler, self._on_change = scheduler, on_change
        self._phase_s = scheduler.now_s - rng.random() * scan_s
        self._timer: Timer | None = None
        self.shown: T = look()
        """What the node reports."""

    def stir(self) -> None:
        """Something has changed there: the next scan will see it."""
        if self._timer is None or not self._timer.waiting:
            scans = math.floor((self._scheduler.now_s - self._phase_s) / self.scan_s + 1e-9) + 1
            self._timer = self._scheduler.call_at(self._phase_s + scans * self.scan_s, self._scan)

    def restart(self) -> None:
        """Start over as a sensor does when it is switched on."""
        self.stir()

    def _scan(self) -> None:
        seen = self._look()
        if seen != self.shown:
            self.shown = seen
            self._on_change()


class WeighedZone:
    """Load cells under the tubes of a rack: grams per denomination, once a tube has been quiet."""

    def __init__(
        self,
        look: Callable[[], Chips],
        denominations: tuple[int, ...],
        physics: Physics,
        scheduler: Scheduler,
        rng: random.Random,
        on_change: Callable[[], None],
    ) -> None:
        self._look, self._denominations, self._physics = look, denominations, physics
        self._scheduler, self._rng, self._on_change = scheduler, rng, on_change
        self._timer: Timer | None = None
        self._lies: Chips = NO_CHIPS
        self._uneven_g = dict.fromkeys(denominations, 0.0)
        self.shown: Tubes = (0.0,) * len(denominations)
        """What the node reports: grams, in the order of the denominations."""
        self._weigh()

    def stir(self) -> None:
        """A chip came or went, or a finger touched: the cells count again when they have been quiet."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._scheduler.call_after(self._physics.scale_settle_s, self._settle)

    def restart(self) -> None:
        """Start over as the scales do when they are switched on."""
        self.stir()

    def _settle(self) -> None:
        if self._weigh():
            self._on_change()

    def _weigh(self) -> bool:
        """Weigh all tubes whose chips changed; say whether any did."""
        before, now = dict(self._lies), dict(self._look())
        tubes = list(self.shown)
        for place, denomination in enumerate(self._denominations):
            count = now.get(denomination, 0)
            moved = count - before.get(denomination, 0)
            if not moved:
                continue
            # No two chips weigh the same: what a tube is off by wanders with every chip that comes or goes.
            wander_g = self._rng.gauss(0.0, self._physics.chip_spread_g * math.sqrt(abs(moved)))
            self._uneven_g[denomination] = self._uneven_g[denomination] + wander_g if count else 0.0
            weight_g = count * self._physics.chip_mass_g + self._uneven_g[denomination]
            tubes[place] = weight_g + self._rng.gauss(0.0, self._physics.scale_noise_g)
        changed = tuple(tubes) != self.shown
        self.shown, self._lies = tuple(tubes), tuple(now.items())
        return changed
