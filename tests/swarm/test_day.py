"""A day at one table with all faults on: nothing is lost, nothing grows, every snapshot is the table.

Players think as people do, and whoever has lost everything buys in again, so it stays one table. The journal is a file;
after every record the session folded from it must be the live one (`support.guard`), and at every snapshot the session
read back from the disk, too.
"""

from __future__ import annotations

import gc
import mmap
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TextIO
from uuid import UUID

import pytest
from support.counting import counted, noted
from support.evening import Evening, Story, whence
from support.guard import Broken, FiledJournal
from support.one_hand import BOOK, HEADER

from firmware_bridge.simulator.profiles import KINDS, STORM
from firmware_bridge.vocabulary.values import replace
from table_controller.controller import snapshots
from table_controller.controller.recovery import recover
from table_controller.controller.snapshots import SnapshotKeeper, read_snapshot, snapshot_path
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.session.state import Session
from table_controller.vocabulary.record import Record

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
DAY_H: Final = 24.0 if SOAK else 2.4
SEED: Final = 1001
HOUR_S: Final = 3600.0
THINK_S: Final = 24.0
"""Players think up to so long: about thirty hands an hour, as at a real table."""
DAYTIME: Final = replace(STORM, spread_s=120.0)
SNAPSHOT_EVERY: Final = 400
LOOKS: Final = 24
BOOT: Final = UUID(int=24)
GROWS_KIB: Final = 6 * 1024
"""What the allocator of Python may take and keep in a day without anything growing at the table."""


@dataclass
class Day:
    """What came of a day, hour by hour."""

    story: Story
    evening: Evening
    journal: FiledJournal
    snapshots: int = 0
    bought_in: int = 0
    resident_kib: list[int] = field(default_factory=list)
    open_files: list[int] = field(default_factory=list)

    def look(self) -> None:
        """Note memory and open files now."""
        gc.collect()
        self.resident_kib.append(resident())
        self.open_files.append(len(os.listdir("/proc/self/fd")))  # noqa: PTH208 - names only

    def grew(self) -> list[str]:
        """What is not flat, from the end of the first third on."""
        third = len(self.resident_kib) // 3
        grown = []
        if self.resident_kib[-1] > max(self.resident_kib[: third + 1]) + GROWS_KIB:
            grown.append(f"memory: {self.resident_kib} KiB")
        if self.open_files[-1] > self.open_files[0]:
            grown.append(f"open files: {self.open_files}")
        return grown


def play_day(
    folder: Path,
    hours: float,
    *,
    spoil: Callable[[OneProcess], None] | None = None,
    bend: Callable[[Session], Session] = lambda session: session,
) -> Day:
    """Play at one table for so long. `spoil` and `bend` (what the snapshots get) plant failures."""
    journal = FiledJournal.create(folder / "day.journal", HEADER, boot_id=BOOT)
    evening = Evening(SEED, DAYTIME, spoil, THINK_S, journal)
    day = Day(evening.story, evening, journal)
    gc.collect()
    gc.freeze()  # what other tests left is not looked through again at every look
    try:
        evening.open()
        keep_snapshots(day, bend)
        day.look()
        while evening.now_s < hours * HOUR_S:
            day.story.hands += 1
            evening.hand()
            day.bought_in += evening.buy_in()
            if evening.now_s >= len(day.resident_kib) * hours * HOUR_S / LOOKS:
                day.look()
        day.look()
    except AssertionError as problem:
        raise Broken(f"seed {SEED}, {whence()}, hand {day.story.hands}: {problem}") from problem
    finally:
        gc.unfreeze()
    evening.close()
    return day


def keep_snapshots(day: Day, bend: Callable[[Session], Session]) -> None:
    """Have snapshots taken as the controller's process does, and read each one back."""
    journal, process = day.journal, day.evening.process
    keeper = SnapshotKeeper(journal)
    guarded = process.on_record
    assert guarded is not None

    def watch(record: Record) -> None:
        guarded(record)
        before = keeper._taken
        session = process.controller.session
        keeper.offer(bend(session), record)
        if keeper._taken != before:
            if read_snapshot(journal) != (journal.last_sequence, session) or recover(journal, BOOK).session != session:
                raise Broken(f"the snapshot at record {journal.last_sequence} is not the live table")
            day.snapshots += 1

    process.on_record = watch


def resident() -> int:
    """This process's memory now, in KiB."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise AssertionError("no VmRSS in /proc/self/status")


@pytest.fixture(autouse=True)
def _snapshots_often_and_no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "SNAPSHOT_EVERY", SNAPSHOT_EVERY)
    monkeypatch.setattr(os, "fdatasync", lambda _: None)
    monkeypatch.setattr(os, "fsync", lambda _: None)


@pytest.mark.timeout(3600)
def test_a_day_at_one_table_with_all_faults_on(tmp_path: Path) -> None:
    began_s = time.perf_counter()
    day = play_day(tmp_path, DAY_H)
    spent_s = time.perf_counter() - began_s
    story, played_s = day.story, day.story.table_s
    live = day.evening.process.controller.session
    snapshot_path(day.journal.path).unlink()
    assert recover(day.journal, BOOK).session == live, "replayed from the first record, the day is the live table"
    warm = len(day.resident_kib) // 3
    in_kib, in_files = (
        ", ".join(str(samples[at]) for at in (0, warm, -1)) for samples in (day.resident_kib, day.open_files)
    )
    lines = (
        f"{played_s / HOUR_S:.2f} h, {len(live.table.players)} players, {story.hands} hands, {story.records} records",
        f"{day.bought_in} bought in again, {day.snapshots} snapshots equal to the live table, {story.prompts} prompts",
        f"measured: {spent_s:.0f} s of wall time, {played_s / spent_s:.0f} times as fast as real time",
        f"measured: memory {in_kib} KiB and {in_files} open files at the start, after a third and at the end",
        f"seed {SEED}, {whence()}",
        *story.tally.lines(),
    )
    print("", *lines, sep="\n")  # noqa: T201 - for the soak's page
    assert day.grew() == []
    assert day.snapshots > DAY_H
    if SOAK:
        assert set(story.tally.injected) == set(KINDS), "every kind of fault struck"
    counted(story.records, "records after which everything was checked")
    noted(day.snapshots, "snapshots equal to the live table")
    noted(round(played_s), "seconds of table time with all faults on")


def test_the_same_seed_is_the_same_day(tmp_path: Path) -> None:
    digests = []
    for name in ("first", "again"):
        (tmp_path / name).mkdir()
        digests.append(play_day(tmp_path / name, 0.1).story.digest)
    assert digests[0] == digests[1]


def test_a_snapshot_that_is_not_the_table_is_caught(tmp_path: Path) -> None:
    with pytest.raises(Broken, match=rf"seed {SEED}, commit .*the snapshot at record \d+ is not the live table"):
        play_day(tmp_path, 1.0, bend=lambda session: replace(session, events=session.events + 7))


def test_what_grows_is_caught(tmp_path: Path) -> None:
    kept: list[mmap.mmap | TextIO] = []

    def leak(process: OneProcess) -> None:
        accept = process.controller.accept

        def leaking(*arguments: object) -> object:
            page = mmap.mmap(-1, 1 << 16)  # not of the heap: what other tests freed there could hold it
            page.write(bytes(1 << 16))
            kept.append(page)
            if len(kept) % 500 == 0:
                kept.append(os.fdopen(os.open(os.devnull, os.O_RDONLY)))
            return accept(*arguments)  # type: ignore[arg-type]

        process.controller.accept = leaking  # type: ignore[method-assign, assignment]

    day = play_day(tmp_path, 0.5, spoil=leak)
    for one in kept:
        one.close()
    assert [what.partition(":")[0] for what in day.grew()] == ["memory", "open files"]
