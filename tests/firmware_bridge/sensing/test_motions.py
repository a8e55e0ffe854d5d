"""Chips move in one motion at a time, counted or weighed, and doubt is said instead of rounded."""

from __future__ import annotations

import os
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.sensing.motions import Motions, Settling, weigh
from firmware_bridge.vocabulary.chips import Chips, chips_of
from firmware_bridge.vocabulary.observations import ChipsMoved, ZoneSeen
from firmware_bridge.vocabulary.zones import POT, RACK, Zone, bet_zone, stack_zone

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
BET, STACK = bet_zone(3), stack_zone(3)
MASS = {1000: 11.5, 500: 11.5, 100: 11.0}
WEIGHED = Settling(mass_g=MASS)


def counted(motions: Motions, zone: Zone, chips: Chips, at_s: float) -> list[ZoneSeen]:
    return motions.look(zone, chips, None, 1.0, at_s)


def weighed(motions: Motions, grams: dict[int, float], at_s: float) -> list[ZoneSeen]:
    return motions.look(RACK, None, tuple(grams.items()), 1.0, at_s)


def settle(motions: Motions) -> list[ChipsMoved | ZoneSeen]:
    """Let time pass until nothing is under way."""
    told: list[ChipsMoved | ZoneSeen] = []
    while (wake_s := motions.next_wake_s) is not None:
        assert motions.tick(wake_s - 0.001) == []
        told += motions.tick(wake_s)
    return told


def test_three_chips_dropped_one_after_the_other_are_one_motion() -> None:
    motions = Motions(Settling())
    assert counted(motions, BET, (), 0.0) == [ZoneSeen(BET, "ok", 0.0)]
    for count, at_s in ((1, 5.0), (2, 5.3), (3, 5.6)):
        assert counted(motions, BET, ((100, count),), at_s) == []
        assert motions.tick(at_s + 0.29) == []
    assert settle(motions) == [ChipsMoved(BET, (), ((100, 3),), 5.0, 5.6)]
    assert motions.lie() == ((BET, ((100, 3),)),)


def test_a_pause_longer_than_the_settle_window_makes_two_motions() -> None:
    motions = Motions(Settling())
    counted(motions, BET, (), 0.0)
    counted(motions, BET, ((100, 1),), 5.0)
    first = settle(motions)
    counted(motions, BET, ((100, 2),), 5.5)
    assert first == [ChipsMoved(BET, (), ((100, 1),), 5.0, 5.0)]
    assert settle(motions) == [ChipsMoved(BET, ((100, 1),), ((100, 2),), 5.5, 5.5)]


def test_chips_lifted_and_put_back_are_no_motion() -> None:
    motions = Motions(Settling())
    lot = ((500, 2), (100, 7))
    counted(motions, STACK, lot, 0.0)
    counted(motions, STACK, ((100, 7),), 1.0)
    counted(motions, STACK, lot, 1.2)
    assert settle(motions) == []


def test_two_zones_settle_each_in_its_own_time() -> None:
    motions = Motions(Settling())
    counted(motions, STACK, ((100, 5),), 0.0)
    counted(motions, BET, (), 0.0)
    counted(motions, STACK, ((100, 3),), 1.0)
    counted(motions, BET, ((100, 2),), 1.3)
    assert [move.at_s for move in settle(motions)] == [1.0, 1.3]


def test_what_a_zone_showed_while_out_of_sight_is_not_a_motion() -> None:
    motions = Motions(Settling())
    counted(motions, POT, ((100, 5),), 0.0)
    counted(motions, POT, ((100, 6),), 1.0)
    assert motions.lose([POT, BET]) == [POT]
    assert motions.next_wake_s is None
    assert motions.lie() == ()
    assert counted(motions, POT, ((100, 9),), 2.0) == [ZoneSeen(POT, "ok", 2.0)]
    assert settle(motions) == []


@pytest.mark.parametrize(
    ("grams", "chips", "confidence"),
    [
        ({1000: 0.0}, (), 1.0),
        ({1000: 23.0, 100: 33.0}, ((1000, 2), (100, 3)), 1.0),
        ({1000: 23.0 + 0.25 * 5.75}, ((1000, 2),), 0.75),
        ({1000: 11.5 * 2 + 11.5 * 0.34}, ((1000, 2),), 0.32),
        ({1000: 11.5 * 2 + 11.5 * 0.36}, None, 0.0),  # a finger on the tray
        ({1000: 11.5 * 2 - 11.5 * 0.36}, None, 0.0),
        ({1000: -11.5}, None, 0.0),  # a tray without its tube
        ({25: 20.0}, None, 0.0),  # nobody said what a 25 weighs
        (None, None, 0.0),
    ],
)
def test_grams_become_whole_chips_or_a_doubt(grams: dict[int, float] | None, chips: Chips, confidence: float) -> None:
    reading = weigh(tuple(grams.items()) if grams is not None else None, 1.0, WEIGHED)
    assert reading.chips == chips
    assert reading.confidence == pytest.approx(confidence)


def test_a_finger_on_the_tray_hides_the_zone_only_if_it_stays() -> None:
    motions = Motions(WEIGHED)
    assert weighed(motions, {1000: 115.0}, 0.0) == [ZoneSeen(RACK, "ok", 0.0)]
    weighed(motions, {1000: 97.0}, 1.0)
    weighed(motions, {1000: 92.1}, 1.2)  # lifted again: two chips fewer
    (moved,) = settle(motions)
    assert isinstance(moved, ChipsMoved)
    assert (moved.lay, moved.lie) == (((1000, 10),), ((1000, 8),))
    assert moved.confidence == pytest.approx(1 - 0.1 / 5.75)
    weighed(motions, {1000: 97.0}, 5.0)
    assert settle(motions) == [ZoneSeen(RACK, "unknown", 5.0)]
    assert motions.lie() == ()
    weighed(motions, {1000: 98.0}, 6.0)
    assert settle(motions) == []
    weighed(motions, {1000: 80.5}, 7.0)
    ok, moved = settle(motions)
    assert ok == ZoneSeen(RACK, "ok", 7.0)
    assert isinstance(moved, ChipsMoved)
    assert (moved.lay, moved.lie, moved.began_s) == (((1000, 8),), ((1000, 7),), 7.0)


def test_a_mass_that_is_no_mass_is_refused() -> None:
    with pytest.raises(ValueError, match="the mass of a 100 chip is 0 g: it must be above 0"):
        Motions(Settling(mass_g={100: 0}))


lots = st.lists(st.lists(st.tuples(st.sampled_from([25, 100, 500]), st.integers(1, 9)), max_size=3), max_size=12)
gaps = st.lists(st.sampled_from([0.1, 0.3, 0.39, 0.5, 2.0]), min_size=12, max_size=12)


@given(lots, gaps)
def test_motions_of_a_zone_join_up_from_first_to_last(lots: list[list[tuple[int, int]]], gaps: list[float]) -> None:
    motions = Motions(Settling())
    counted(motions, BET, (), 0.0)
    now_s, told = 0.0, list[ChipsMoved | ZoneSeen]()
    lies: Chips = ()
    for pairs, gap_s in zip(lots, gaps, strict=False):
        now_s += gap_s
        told += motions.tick(now_s)
        counted(motions, BET, chips_of(pairs), now_s)
    told += settle(motions)
    for move in told:
        assert isinstance(move, ChipsMoved)
        assert move.lay == lies != move.lie
        assert move.began_s <= move.at_s
        lies = move.lie
    assert lies == (chips_of(lots[-1]) if lots else ())


def story_in_grams(noise_g: float, moves: int, seed: int) -> int:
    """Wrong counts when chips of uneven mass move in and out of a noisy tray."""
    rng = random.Random(seed)  # noqa: S311  # a test's noise
    motions, wrong = Motions(WEIGHED), 0
    tube = [rng.gauss(MASS[1000], 0.15) for _ in range(15)]
    now_s = 0.0
    weighed(motions, {1000: sum(tube)}, now_s)
    for _ in range(moves):
        for _ in range(rng.randint(1, 3)):  # a hand in the tray
            now_s += 0.1
            weighed(motions, {1000: sum(tube) + rng.uniform(-5, 60)}, now_s)
        tube = [rng.gauss(MASS[1000], 0.15) for _ in range(rng.randint(0, 20))]
        now_s += 0.1
        weighed(motions, {1000: sum(tube) + rng.gauss(0, noise_g)}, now_s)
        settle(motions)
        now_s += 1.0
        wrong += motions.lie() != ((RACK, ((1000, len(tube)),) if tube else ()),)
    return wrong


def test_a_noisy_tray_is_counted_right() -> None:
    assert story_in_grams(0.24, 5000 if SOAK else 500, seed=1) == 0


def test_a_tray_too_noisy_to_count_is_caught() -> None:
    assert story_in_grams(6.0, 200, seed=1) > 0
