"""Drawn runs behave as scans that miss: against formulas, and against a table simulated scan by scan."""

from __future__ import annotations

import math
import os
import random
from collections.abc import Callable, Sequence

import pytest

from firmware_bridge.simulator import physics
from firmware_bridge.simulator.clock import Scheduler
from firmware_bridge.simulator.physics import PERFECT, Antenna, CardZone, Physics
from firmware_bridge.vocabulary.zones import BOARD, BURN, STUB, seat_zone

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
TAG = b"\xe0\x04\x01tag00"
SIGMAS = 5.0


def lot(full: int) -> int:
    return full if SOAK else full // 10


def seeded(seed: int) -> random.Random:
    return random.Random(seed)  # noqa: S311  # draws of a simulation, not secrets


class Watched:
    """One antenna on its own clock, with the tags that it lists and how often one was dropped."""

    def __init__(self, antenna: Antenna, seed: int) -> None:
        self.scheduler = Scheduler()
        self.drops = self.news = 0
        self._listed: set[bytes] = set()
        self.zone = CardZone(antenna, self.scheduler, seeded(seed), self._changed)

    def _changed(self) -> None:
        self.news += 1
        listed = {reading.tag for reading in self.zone.listed()}
        self.drops += len(self._listed - listed)
        self._listed = listed


def check_false_departures(miss: float, drop_scans: int, scans: int) -> None:
    """A run of exactly `drop_scans` misses ends in a drop: (1 - p) * p**k for each scan."""
    antenna = Antenna(scan_s=0.1, miss=miss, notice_scans=1, drop_scans=drop_scans)
    drops = 0
    tags = {bytes([number]) * 8: antenna.read_chance(0) for number in range(5)}
    watched = Watched(antenna, 1)
    watched.zone.reach(tags)
    watched.scheduler.run_until(scans * antenna.scan_s)
    drops = watched.drops
    expected = len(tags) * scans * (1 - miss) * miss**drop_scans
    assert abs(drops - expected) < SIGMAS * math.sqrt(expected) + 1, (drops, expected)


@pytest.mark.parametrize(("miss", "drop_scans"), [(0.3, 2), (0.3, 4), (0.5, 5), (0.1, 2), (0.02, 1)])
def test_false_departures_come_as_often_as_the_formula_says(miss: float, drop_scans: int) -> None:
    check_false_departures(miss, drop_scans, lot(100_000))


def test_five_percent_misses_and_three_scans_lose_a_card_every_thirteen_minutes() -> None:
    """The figure that rules out short debouncing: p = 5 %, k = 3, ten scans a second."""
    antenna = Antenna(scan_s=0.1, miss=0.05, notice_scans=3, drop_scans=3)
    hours = lot(20)
    watched = Watched(antenna, 2)
    watched.zone.reach({TAG: antenna.read_chance(0)})
    watched.scheduler.run_until(hours * 3600)
    minutes_apart = hours * 60 / watched.drops
    assert 13 * (1 - SIGMAS / math.sqrt(watched.drops)) < minutes_apart < 15 * (1 + SIGMAS / math.sqrt(watched.drops))


def test_physics_that_misses_once_too_often_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = physics.run_length
    monkeypatch.setattr(physics, "run_length", lambda rng, chance: honest(rng, chance) + (chance < 0.5))
    with pytest.raises(AssertionError):
        check_false_departures(0.3, 4, lot(100_000))


# One tag's life: (scans, chance) in turn, as it is dealt, buried, freed and taken away.
LIFE: Sequence[tuple[int, float]] = ((10, 0.35), (25, 0.95), (20, 0.3), (15, 0.9), (12, 0.0))
NOTICE, DROP = 2, 4


def scan_by_scan(rng: random.Random) -> list[tuple[bool, int]]:
    """Listed or not, and misses in a row as reported, after each scan: the naive way, one draw a scan."""
    told: list[tuple[bool, int]] = []
    listed, misses = False, 0
    for scans, chance in LIFE:
        for _ in range(scans):
            if rng.random() < chance:
                listed, misses = True, 0
            else:
                misses += 1
                listed = listed and misses < DROP
            told.append((listed, misses if listed and misses >= NOTICE else 0))
    return told


def by_events(seed: int) -> list[tuple[bool, int]]:
    """The same life with drawn runs, looked at after each scan."""
    scheduler = Scheduler()
    zone = CardZone(Antenna(1.0, notice_scans=NOTICE, drop_scans=DROP), scheduler, seeded(seed), lambda: None)
    zone._phase_s = 0.5
    told: list[tuple[bool, int]] = []
    now_s = 0
    for scans, chance in LIFE:
        zone.reach({TAG: chance} if chance else {})
        for _ in range(scans):
            now_s += 1
            scheduler.run_until(float(now_s))
            readings = zone.listed()
            told.append((bool(readings), readings[0].unread_scans if readings else 0))
    return told


def differences(events: Callable[[int], list[tuple[bool, int]]], trials: int) -> list[float]:
    """For each scan and each thing reported, by how many sigmas the two ways differ."""
    rng = seeded(7)
    naive, drawn = [scan_by_scan(rng) for _ in range(trials)], [events(seed) for seed in range(trials)]
    apart: list[float] = []
    for scan in range(sum(scans for scans, _ in LIFE)):
        for what in ((True, 0), (True, 2), (True, 3), (False, 0)):
            one, other = (sum(life[scan] == what for life in lives) / trials for lives in (naive, drawn))
            spread = math.sqrt(max((one * (1 - one) + other * (1 - other)) / trials, 1 / trials**2))
            apart.append(abs(one - other) / spread)
    return apart


def test_drawn_runs_are_the_scan_by_scan_table_in_distribution() -> None:
    apart = differences(by_events, lot(20_000))
    assert max(apart) < SIGMAS
    assert sum(apart) / len(apart) < 1.0  # of |N(0, 1)| the mean is 0.8, and many scans are certain


def test_runs_that_forget_the_misses_so_far_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: after a physical change the run under way begins anew."""
    honest = CardZone._redraw

    def forgetful(self: CardZone, tag: bytes, state: physics._Tag, chance: float, scan: int) -> None:
        if state.listed:
            state.miss_from = max(state.miss_from, scan)
        honest(self, tag, state, chance, scan)

    monkeypatch.setattr(CardZone, "_redraw", forgetful)
    assert max(differences(by_events, lot(20_000))) > SIGMAS


def test_an_arrival_lies_between_the_last_scan_without_and_the_first_with() -> None:
    watched = Watched(Antenna(scan_s=0.1, miss=0.4), 3)
    waits: list[float] = []
    for number in range(lot(5000)):
        tag = number.to_bytes(8, "big")
        landed_s = watched.scheduler.now_s
        watched.zone.reach({tag: 0.6})
        while not any(reading.tag == tag for reading in watched.zone.listed()):
            assert watched.scheduler.run_next()
        reading = next(reading for reading in watched.zone.listed() if reading.tag == tag)
        assert reading.by_s == pytest.approx(watched.scheduler.now_s)
        assert reading.by_s - reading.after_s == pytest.approx(0.1)
        assert reading.by_s >= landed_s
        waits.append(reading.by_s - landed_s)
        watched.scheduler.run_until(watched.scheduler.now_s + 0.037)
    # A first scan comes within one period, and each miss (0.4) costs one more: 0.4 / 0.6 periods on average.
    mean_s = sum(waits) / len(waits)
    assert 0.067 < mean_s < 0.067 + 0.1


def test_a_card_taken_away_is_noticed_after_three_scans_and_dropped_after_twelve() -> None:
    watched = Watched(Antenna(scan_s=0.1, miss=0.0), 4)
    watched.zone.reach({TAG: 1.0})
    watched.scheduler.run_until(1.0)
    assert [reading.unread_scans for reading in watched.zone.listed()] == [0]
    watched.zone.reach({})
    told: list[tuple[float, tuple[int, ...]]] = []
    while watched.scheduler.run_next():
        told.append((watched.scheduler.now_s - 1.0, tuple(one.unread_scans for one in watched.zone.listed())))
    (noticed_s, noticed), (dropped_s, dropped) = told
    assert (noticed, dropped) == ((3,), ())
    assert 0.2 <= noticed_s <= 0.3
    assert dropped_s - noticed_s == pytest.approx(0.9)


def test_a_zone_at_rest_costs_nothing_and_a_new_period_keeps_what_was_seen() -> None:
    watched = Watched(Antenna(scan_s=0.1, miss=0.0), 5)
    watched.zone.reach({TAG: 1.0})
    watched.scheduler.run_until(1.0)
    before = watched.zone.listed()
    assert watched.scheduler.next_s is None
    watched.zone.set_scan_s(0.5)
    assert watched.zone.listed() == before
    watched.zone.reach({})
    watched.scheduler.run_until(60.0)
    assert watched.zone.listed() == ()
    watched.zone.reach({TAG: 1.0})
    watched.scheduler.run_until(61.0)
    (reading,) = watched.zone.listed()
    assert reading.by_s - reading.after_s == pytest.approx(0.5)
    watched.zone.forget()
    assert watched.zone.listed() == ()
    assert watched.scheduler.next_s is None


def test_piles_hide_what_lies_deep_and_single_zones_may_differ() -> None:
    table = Physics(zones={seat_zone(3): Antenna(miss=0.5)})
    chances = [table.antenna(BURN).read_chance(depth) for depth in range(6)]
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == chances[1] == pytest.approx(0.98)
    assert chances[2] == pytest.approx(0.49)
    assert chances[5] < 0.001
    assert [table.antenna(BOARD).read_chance(depth) for depth in range(5)] == [pytest.approx(0.98)] * 5
    assert table.antenna(seat_zone(3)).read_chance(0) == 0.5
    assert table.antenna(seat_zone(2)).read_chance(1) > 0.9
    assert table.antenna(STUB).drop_scans < table.antenna(BURN).drop_scans
    assert PERFECT.antenna(seat_zone(2)).read_chance(1) == 1.0
    noisy = table.with_miss(0.05)
    assert noisy.antenna(BOARD).miss == noisy.antenna(seat_zone(3)).miss == 0.05


@pytest.mark.parametrize("wrong", [{"miss": 1.5}, {"scan_s": 0.0}, {"reach": ()}, {"notice_scans": 5, "drop_scans": 4}])
def test_an_antenna_that_cannot_be_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=r"chances lie|an antenna scans"):
        Antenna(**wrong)  # type: ignore[arg-type]  # wrong on purpose
