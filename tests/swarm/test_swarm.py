"""Seeds upon seeds of random play under random faults, and hours of it under all of them at once.

After every record: no chip made or lost, every card in one place, the journal replays to the live state. A red run
prints its seed; the same seed plays the same table again, record for record.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from support.counting import counted
from support.evening import Story, faults_of, play_evening
from support.guard import Broken

from firmware_bridge.simulator.profiles import KINDS, STORM
from firmware_bridge.simulator.trouble import Tally
from table_controller.machines import chip_custody
from table_controller.machines.chip_custody import ChipBoard
from table_controller.runtime.one_process import OneProcess

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SEEDS = 300 if SOAK else 30
PARTS = 3
HANDS = 2
DAY_H = 24.0 if SOAK else 2.4
THINK_S = 24.0
"""Players think up to so long: about thirty hands an hour, as at a real table."""
DAYTIME = replace(STORM, spread_s=120.0)
DAYS = 2
HOUR_S = 3600.0
GIVEN_UP_AT_MOST = 0.03
"""Under a storm a hand may come to where regular play knows no way on: a floor would be called."""


@pytest.mark.parametrize("part", range(PARTS))
def test_random_play_under_random_faults(part: int) -> None:
    hands, given_up, tally = 0, Counter[str](), Tally()
    for seed in range(part, SEEDS, PARTS):
        story = play_evening(seed, HANDS)
        hands += story.hands
        given_up.update(f"seed {seed}: {why}" for why in story.given_up.elements())
        tally.add(story.tally)
    say(f"{hands} hands, given up: {dict(given_up) or 'none'}", *tally.lines())
    assert sum(given_up.values()) <= max(1, GIVEN_UP_AT_MOST * hands)
    counted(hands, "random hands under random faults")


@pytest.mark.parametrize("day", range(DAYS))
def test_hours_of_play_with_all_faults_on(day: int) -> None:
    played, hands, given_up, tables, tally = 0.0, 0, Counter[str](), 0, Tally()
    resident_kib, open_files, began_s = [], [], time.process_time()
    while played < DAY_H / DAYS * HOUR_S:
        story = play_evening(1000 * (day + 1) + tables, 30, DAYTIME, think_s=THINK_S)
        tables, hands, played = tables + 1, hands + story.hands, played + story.table_s
        given_up.update(story.given_up)
        tally.add(story.tally)
        gc.collect()
        resident_kib.append(resident())
        open_files.append(len(os.listdir("/proc/self/fd")))  # noqa: PTH208 - names only
    spent_s = time.process_time() - began_s
    say(
        f"{played / HOUR_S:.2f} h at {tables} tables, {hands} hands, {played / spent_s:.0f} times real time",
        f"given up: {dict(given_up) or 'none'}",
        f"memory {resident_kib[0]} KiB after the first table, {resident_kib[-1]} KiB at the end, most ever "
        f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss} KiB; open files {open_files[0]}, {open_files[-1]}",
        *tally.lines(),
    )
    assert set(tally.injected) == set(KINDS)
    assert sum(given_up.values()) <= max(2, 3 * GIVEN_UP_AT_MOST * hands)
    assert open_files[-1] <= open_files[0]
    warm = resident_kib[len(resident_kib) // 3]
    assert resident_kib[-1] <= 1.15 * warm + 8192
    counted(round(played), "seconds of table time with all faults on")


def resident() -> int:
    """This process's memory now, in KiB."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS in /proc/self/status")


def say(*lines: str) -> None:
    sys.stdout.write("\n" + "\n".join(lines) + "\n")


def essence(story: Story) -> tuple[object, ...]:
    return story.digest, story.records, story.hands, story.table_s, tuple(story.tally.lines())


def test_a_seed_plays_the_same_table_again() -> None:
    assert essence(play_evening(5, 2, STORM)) == essence(play_evening(5, 2, STORM))
    assert essence(play_evening(5, 2, STORM)) != essence(play_evening(6, 2, STORM))
    assert len({faults_of(seed).kinds for seed in range(20)}) > 10


def _loses_chips(board: ChipBoard, seat: int, chips: tuple[tuple[int, int], ...], denominations: object) -> ChipBoard:
    """The books forget what a gathered bet was worth."""
    del seat, chips, denominations
    return ChipBoard(board.stacks, ((),) * len(board.bets), board.pot, board.brought_chips, board.found_chips)


def test_a_planted_loss_of_chips_is_caught_with_its_seed_and_again_at_the_same_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chip_custody, "gathered", _loses_chips)
    first, again = (caught(4) for _ in range(2))
    assert first == again
    assert first.startswith("seed 4, faults ")
    assert "chips lie there" in first


def caught(seed: int) -> str:
    with pytest.raises(Broken) as problem:
        play_evening(seed, 3)
    return str(problem.value)


def _drops_a_record(process: OneProcess) -> None:
    """The twentieth record of the journal is lost on its way to whoever replays it."""
    journal = process.controller.journal
    append = journal.append
    count = iter(range(1, 1_000_000))

    def forgetful(payload: bytes, mono_ns: int, wall_ns: int) -> object:
        entry = append(payload, mono_ns, wall_ns)
        if next(count) == 20:
            journal.waiting.clear()  # type: ignore[attr-defined]  # the swarm's own journal
        return entry

    journal.append = forgetful  # type: ignore[method-assign, assignment]


def _loses_a_card(process: OneProcess) -> None:
    """A card of the deck is in two piles of the felt."""
    cards = process.table.world.cards
    process.table.scheduler.call_at(10.0, lambda: cards._piles["dealer"].append(cards.pile("dealer")[0]))


def test_a_lost_record_and_a_doubled_card_are_caught() -> None:
    with pytest.raises(Broken, match=r"seed 1, .*the journal folds to another desk"):
        play_evening(1, 2, spoil=_drops_a_record)
    with pytest.raises(Broken, match=r"seed 2, .*cards, but"):
        play_evening(2, 2, spoil=_loses_a_card)
