"""What an antenna under the felt reads: scans that miss, piles that hide, neighbours that overhear.

An antenna scans every `scan_s` seconds. Each tag it can reach is read or missed in each scan, by chance
and independently. Simulating every scan would cost thousands of draws a second, so `CardZone` draws runs
instead: how many scans in a row read a tag, then how many miss it. Both are geometric, so the result has
exactly the distribution of the scan-by-scan one (a test compares them), and a zone at rest costs nothing
between two runs. A physical change redraws only the tags it touches, from the run they are in.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from msgspec import Struct, field

from firmware_bridge.simulator.clock import Scheduler, Timer
from firmware_bridge.simulator.world import Tag
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import Zone, zone_kind

NEVER: Final = 1 << 62
"""A scan that does not come."""

LIES_WELL: Final = 0.5
"""A tag with less than this chance is hidden in a pile: that it is not read is no fault."""


class Antenna(Struct, frozen=True):
    """One card antenna; times in seconds, chances from 0 to 1 for one scan."""

    scan_s: float = 0.1
    miss: float = 0.02
    """Chance to miss a tag that lies well."""
    reach: tuple[float, ...] = (1.0, 1.0, 0.5, 0.0005)
    """How much of its chance a tag keeps by its depth in the pile, top first; deeper ones keep the last."""
    bleed: float = 0.0
    """Chance to read a tag of the neighbouring seat."""
    notice_scans: int = 3
    """Misses in a row after which the node reports at once that a tag is not read."""
    drop_scans: int = 12
    """Misses in a row after which the node no longer lists the tag."""

    def __post_init__(self) -> None:
        if not (self.scan_s > 0 and self.reach and 1 <= self.notice_scans <= self.drop_scans):
            raise ValueError(f"an antenna scans, reaches at least one card, and notices before it drops: {self}")
        if not all(0 <= chance <= 1 for chance in (self.miss, self.bleed, *self.reach)):
            raise ValueError(f"chances lie between 0 and 1: {self}")

    def read_chance(self, depth: int) -> float:
        """Chance that one scan reads the tag `depth` cards below the top of the pile."""
        return (1.0 - self.miss) * self.reach[min(depth, len(self.reach) - 1)]


SEAT_ANTENNA: Final = Antenna(scan_s=0.08, reach=(1.0, 0.99, 0.9, 0.85), bleed=5e-5)
"""Hole cards lie nearly one on the other; four of a hand, or seven, are fanned."""
BOARD_ANTENNA: Final = Antenna(scan_s=0.1, reach=(1.0,))
"""Board cards lie side by side over one long antenna."""
PILE_ANTENNA: Final = Antenna(scan_s=0.1)
"""Burn and muck: two cards of a pile are read, a third poorly, more hardly ever."""
STUB_ANTENNA: Final = Antenna(scan_s=0.1, drop_scans=5)
"""As a pile; the top cards of a riffle come and go, so its node is quick to forget them."""


class Physics(Struct, frozen=True):
    """All sensors of a table, per kind, with single zones made different in `zones`."""

    seat: Antenna = SEAT_ANTENNA
    board: Antenna = BOARD_ANTENNA
    pile: Antenna = PILE_ANTENNA
    stub: Antenna = STUB_ANTENNA
    zones: Mapping[Zone, Antenna] = field(default_factory=dict)
    chip_scan_s: float = 0.1
    """How often trays and chip antennas are read."""
    thing_scan_s: float = 0.05
    """How often the puck, the all-in buttons and the wired buttons are read."""
    scale_settle_s: float = 0.5
    """How long a load cell must be quiet before its weight counts."""
    chip_mass_g: float = 11.5
    chip_spread_g: float = 0.15
    """Standard deviation of a chip's mass within one set."""
    scale_noise_g: float = 0.05
    """Standard deviation of one settled weight, electrical noise and creep together."""

    def antenna(self, zone: Zone) -> Antenna:
        """The antenna under `zone`."""
        named = self.zones.get(zone)
        if named is not None:
            return named
        return {"seat": self.seat, "up": self.seat, "board": self.board, "stub": self.stub}.get(
            zone_kind(zone), self.pile
        )

    def with_miss(self, miss: float) -> Physics:
        """The same table with another chance of a missed read everywhere."""
        zones = {zone: replace(antenna, miss=miss) for zone, antenna in self.zones.items()}
        seat, board = replace(self.seat, miss=miss), replace(self.board, miss=miss)
        pile, stub = replace(self.pile, miss=miss), replace(self.stub, miss=miss)
        return replace(self, seat=seat, board=board, pile=pile, stub=stub, zones=zones)


_CLEAR_SEAT: Final = replace(SEAT_ANTENNA, bleed=0.0, reach=(1.0,))
PERFECT: Final = Physics(seat=_CLEAR_SEAT, chip_spread_g=0.0, scale_noise_g=0.0).with_miss(0.0)
"""No misses, no bleed, no noise; piles still hide what lies deep in them."""


class TagReading(NamedTuple):
    """One tag that a zone lists; times in table seconds.

    `after_s` is the last scan without it, `by_s` the first with it; `unread_scans` counts the
    misses in a row up to now, once they are as many as the antenna notices.
    """

    tag: Tag
    after_s: float
    by_s: float
    unread_scans: int


class _Tag:
    """One tag within reach: it is read up to scan `miss_from`, missed up to scan `read_at`, then read again."""

    __slots__ = ("after_s", "by_s", "chance", "listed", "miss_from", "read_at", "wake")

    def __init__(self, chance: float, scan: int) -> None:
        self.chance = chance
        self.listed = False
        self.after_s = self.by_s = 0.0
        self.miss_from = self.read_at = self.wake = scan


def run_length(rng: random.Random, chance: float) -> int:
    """How many scans in a row something of this chance happens, `NEVER` if it does not end."""
    if chance <= 0.0:
        return 0
    if chance >= 1.0:
        return NEVER
    return min(NEVER, int(math.log(1.0 - rng.random()) / math.log(chance)))


class CardZone:
    """One antenna at work: told what lies within its reach, it knows what its node lists."""

    def __init__(
        self,
        antenna: Antenna,
        scheduler: Scheduler,
        rng: random.Random,
        on_change: Callable[[], None],
        counts: Counter[str] | None = None,
    ) -> None:
        """`counts` takes misses of tags that lie well: each as ``miss``, runs that the node told as ``miss-told``."""
        self.antenna = antenna
        self._scheduler, self._rng, self._on_change = scheduler, rng, on_change
        self._phase_s = scheduler.now_s - rng.random() * antenna.scan_s
        self._tags: dict[Tag, _Tag] = {}
        self._timer: Timer | None = None
        self._wake = NEVER
        self._counts = Counter[str]() if counts is None else counts

    def reach(self, chances: Mapping[Tag, float]) -> None:
        """From now on these tags lie within reach, each with its chance to be read by one scan."""
        scan = self._last_scan() + 1
        for tag, state in list(self._tags.items()):
            chance = chances.get(tag, 0.0)
            if chance != state.chance:
                self._redraw(tag, state, chance, scan)
        for tag, chance in chances.items():
            if tag not in self._tags and chance > 0.0:
                state = self._tags[tag] = _Tag(chance, scan)
                state.read_at = state.wake = self._after(scan, 1.0 - chance)
        self._schedule()

    def listed(self) -> tuple[TagReading, ...]:
        """What the node lists now, in the order in which the tags came within reach."""
        last, notice_scans = self._last_scan(), self.antenna.notice_scans
        readings: list[TagReading] = []
        for tag, state in self._tags.items():
            if state.listed:
                unread = last - state.miss_from + 1
                readings.append(TagReading(tag, state.after_s, state.by_s, unread if unread >= notice_scans else 0))
        return tuple(readings)

    def set_scan_s(self, scan_s: float) -> None:
        """Scan every `scan_s` seconds from the latest scan on."""
        last = self._last_scan()
        self._phase_s = self._time_s(last) - last * scan_s
        self.antenna = replace(self.antenna, scan_s=scan_s)
        self._wake = NEVER
        self._schedule()

    def forget(self) -> None:
        """Start over as a reader does when it is switched on: nothing listed, nothing within reach."""
        self._tags.clear()
        self._schedule()

    def _last_scan(self) -> int:
        return math.floor((self._scheduler.now_s - self._phase_s) / self.antenna.scan_s + 1e-9)

    def _time_s(self, scan: int) -> float:
        return self._phase_s + scan * self.antenna.scan_s

    def _after(self, scan: int, chance: float) -> int:
        return min(NEVER, scan + run_length(self._rng, chance))

    def _redraw(self, tag: Tag, state: _Tag, chance: float, scan: int) -> None:
        """The chance changes before `scan`: the run under way goes on from what it is, with the new chance."""
        state.chance = chance
        if state.listed:
            if state.miss_from >= scan:  # it was being read: until when now?
                state.miss_from = self._after(scan, chance)
                state.read_at = self._after(min(NEVER, state.miss_from + 1), 1.0 - chance)
            else:
                state.read_at = self._after(scan, 1.0 - chance)
            self._plan(state, scan)
        elif chance > 0.0:
            state.read_at = state.wake = self._after(scan, 1.0 - chance)
        else:
            del self._tags[tag]

    def _plan(self, state: _Tag, scan: int) -> None:
        """Set the next scan, `scan` or later, that changes what is listed or ends the run of a listed tag."""
        for misses in (self.antenna.notice_scans, self.antenna.drop_scans):
            at = state.miss_from + misses - 1
            if scan <= at < state.read_at:
                state.wake = at
                return
        state.wake = state.read_at

    def _wake_up(self) -> None:
        """A scan at which something happens has come."""
        scan, changed = self._wake, False
        for tag, state in list(self._tags.items()):
            if state.wake <= scan:
                changed |= self._pass(tag, state, scan)
        self._schedule()
        if changed:
            self._on_change()

    def _pass(self, tag: Tag, state: _Tag, scan: int) -> bool:
        """Take `state` through this scan; say whether the node has news."""
        antenna = self.antenna
        if scan < state.read_at:  # one miss more, and it is the third or the last
            news = True
            if scan - state.miss_from + 1 >= antenna.drop_scans:
                state.listed = False
                state.wake = state.read_at
                if state.chance <= 0.0:
                    del self._tags[tag]
                return news
            self._plan(state, scan + 1)
            return news
        missed = scan - state.miss_from if state.listed else 0
        news = not state.listed or missed >= antenna.notice_scans
        if missed and state.chance >= LIES_WELL:
            self._counts["miss"] += missed
            if missed >= antenna.notice_scans:
                self._counts["miss-told"] += 1
        if not state.listed:
            state.listed, state.after_s, state.by_s = True, self._time_s(scan - 1), self._time_s(scan)
        state.miss_from = self._after(scan + 1, state.chance)
        state.read_at = self._after(min(NEVER, state.miss_from + 1), 1.0 - state.chance)
        self._plan(state, scan + 1)
        return news

    def _schedule(self) -> None:
        wake = min((state.wake for state in self._tags.values()), default=NEVER)
        if wake == self._wake and self._timer is not None and self._timer.waiting:
            return
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._wake = wake
        if wake < NEVER:
            self._timer = self._scheduler.call_at(self._time_s(wake), self._wake_up)
