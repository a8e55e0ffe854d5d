"""Chip zones: from counts or grams to motions, one motion a settle window.

Chips move in a hand's breadth of time: lifted, slid, dropped in twos and threes. All changes of
one zone that follow each other within `settle_s` are one motion, told once, when the zone rests.
Chips that lie as they lay before are no motion, whatever happened between.

Weighed chips are counted per tube, one denomination each. A rest that is more than `most_residual`
of a chip is not rounded: a wrong chip, a finger or a tilted tray. If the zone rests like that it is
out of sight (``unknown``) until it rests clean. Source of the numbers: measured chip masses spread by
about 1 %, so a tube of 40 counts right with the mean mass of its own set.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import TypeAlias

from msgspec import Struct, field

from firmware_bridge.vocabulary.chips import Chips, chips_of
from firmware_bridge.vocabulary.observations import ChipsMoved, ZoneSeen
from firmware_bridge.vocabulary.zones import Zone

Grams: TypeAlias = Sequence[tuple[int, float]]
"""(denomination, grams) for each tube of a weighed zone."""


class Settling(Struct, frozen=True):
    """How chip zones are read.

    `grace_s` is how long a change may be under way from the node: the host waits that much longer
    than `settle_s` before it calls a zone quiet. `mass_g` is the mean mass of one chip per denomination,
    learnt from at least 20 chips of this set.
    """

    settle_s: float = 0.4
    grace_s: float = 0.03
    most_residual: float = 0.35
    mass_g: Mapping[int, float] = field(default_factory=lambda: MappingProxyType({}))


class Reading(Struct, frozen=True):
    """What a chip zone shows at one moment: `chips` None where it cannot be told."""

    chips: Chips | None
    confidence: float


class _Lot:
    """One chip zone: the chips at the last rest, the reading now, and the motion under way."""

    __slots__ = ("began_s", "changed_s", "now", "rest", "shown", "trusted")

    def __init__(self) -> None:
        self.rest: Chips | None = None
        self.now = Reading(None, 0.0)
        self.shown: object = None
        self.began_s: float | None = None
        self.changed_s = 0.0
        self.trusted = False


class Motions:
    """Every chip zone of the table."""

    __slots__ = ("_lots", "_settling", "_wake_s")

    def __init__(self, settling: Settling) -> None:
        for denomination, mass_g in settling.mass_g.items():
            if not mass_g > 0:
                raise ValueError(f"the mass of a {denomination} chip is {mass_g} g: it must be above 0")
        self._settling = settling
        self._lots: dict[Zone, _Lot] = {}
        self._wake_s: float | None = None

    @property
    def next_wake_s(self) -> float | None:
        """When the next zone may have come to rest; None while all rest."""
        return self._wake_s

    def lie(self) -> tuple[tuple[Zone, Chips], ...]:
        """The chips of every zone in sight, as of its last rest."""
        return tuple((zone, lot.rest) for zone, lot in self._lots.items() if lot.trusted and lot.rest is not None)

    def lose(self, zones: Iterable[Zone]) -> list[Zone]:
        """These zones are out of sight, and so is what they did since their last rest; answers which were in sight."""
        lost = []
        for zone in zones:
            lot = self._lots.pop(zone, None)
            if lot is not None and lot.trusted:
                lost.append(zone)
        self._plan()
        return lost

    def look(
        self, zone: Zone, counts: Chips | None, grams: Grams | None, confidence: float, at_s: float
    ) -> list[ZoneSeen]:
        """Take what `zone` shows at `at_s`; answers ZoneSeen when it comes into sight.

        The first clean content of a zone is where it starts from, not a motion.
        """
        shown = counts if counts is not None else grams
        lot = self._lots.get(zone)
        if lot is not None and shown == lot.shown:
            return []
        if lot is None:
            lot = self._lots[zone] = _Lot()
        lot.shown = shown
        now = Reading(counts, confidence) if counts is not None else weigh(grams, confidence, self._settling)
        if lot.rest is None:
            lot.now = now
            return self._start(lot, zone, at_s)
        if now.chips != lot.now.chips:
            lot.began_s = at_s if lot.began_s is None else lot.began_s
            lot.changed_s = at_s
            self._plan()
        lot.now = now
        return []

    def tick(self, now_s: float) -> list[ChipsMoved | ZoneSeen]:
        """Tell the motions of zones that have been quiet long enough."""
        if self._wake_s is None or now_s < self._wake_s:
            return []
        told: list[ChipsMoved | ZoneSeen] = []
        for zone, lot in self._lots.items():
            if lot.began_s is not None and now_s >= self._quiet_s(lot):
                told += self._settle(zone, lot)
        self._plan()
        return told

    def _start(self, lot: _Lot, zone: Zone, at_s: float) -> list[ZoneSeen]:
        if lot.now.chips is None:
            return []
        lot.rest, lot.trusted = lot.now.chips, True
        return [ZoneSeen(zone, "ok", at_s)]

    def _settle(self, zone: Zone, lot: _Lot) -> list[ChipsMoved | ZoneSeen]:
        began_s, lay = lot.began_s, lot.rest
        lot.began_s = None
        if lot.now.chips is None:
            was_trusted, lot.trusted = lot.trusted, False
            return [ZoneSeen(zone, "unknown", lot.changed_s)] if was_trusted else []
        told: list[ChipsMoved | ZoneSeen] = []
        if not lot.trusted:
            lot.trusted = True
            told.append(ZoneSeen(zone, "ok", lot.changed_s))
        if lay is not None and began_s is not None and lot.now.chips != lay:
            lot.rest = lot.now.chips
            told.append(ChipsMoved(zone, lay, lot.rest, began_s, lot.changed_s, lot.now.confidence))
        return told

    def _quiet_s(self, lot: _Lot) -> float:
        return lot.changed_s + self._settling.settle_s + self._settling.grace_s

    def _plan(self) -> None:
        waiting = [self._quiet_s(lot) for lot in self._lots.values() if lot.began_s is not None]
        self._wake_s = min(waiting, default=None)


def weigh(grams: Grams | None, confidence: float, settling: Settling) -> Reading:
    """Count weighed chips: whole chips per tube, or `chips` None where a tube is too far from whole.

    Confidence is 1 less |residual| / (half a chip), of the worst tube, and never more than the sensor's own.
    """
    if grams is None:
        return Reading(None, 0.0)
    counts = []
    for denomination, weight_g in grams:
        mass_g = settling.mass_g.get(denomination)
        if mass_g is None:
            return Reading(None, 0.0)
        count = round(weight_g / mass_g)
        residual_g = abs(weight_g - count * mass_g)
        if residual_g > settling.most_residual * mass_g or count < 0:
            return Reading(None, 0.0)
        confidence = min(confidence, 1 - residual_g / (mass_g / 2))
        counts.append((denomination, count))
    return Reading(chips_of(counts), confidence)
