"""The disk refuses, at every single call of a hand: the table hears of it at once, and the hand is finished."""

from __future__ import annotations

import contextlib
import errno
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from uuid import UUID

import pytest
from support.counting import counted
from support.one_hand import BOOK, HEADER, entries_of
from support.simulated_disk import PAGE_BYTES, SECTOR_BYTES, Fault, SimulatedDisk, SimulatedFile, disk_of

from table_controller.controller.controller import Controller
from table_controller.controller.recovery import recover
from table_controller.journal.journal import Journal, JournalFailed, entries, verify
from table_controller.journal.records import OVERHEAD_BYTES
from table_controller.journal.rescue import rescue
from table_controller.journal.reserve import AHEAD_BYTES, LOW_WATER_BYTES, Reserve
from table_controller.journal.storage import POSIX
from table_controller.session.state import Session
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Input, Record, decode_record

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SEED = int(os.environ.get("CARDSPEAK_SEED", "1"))
BOOT = UUID(int=7)
LOG = Path("/j.log")


@cache
def records() -> tuple[Record, ...]:
    return tuple(decode_record(entry.payload) for entry in entries_of(1))


def opened() -> TableOpened:
    (event,) = (applied.event for applied in records()[0].applied_events)
    assert isinstance(event, TableOpened)
    return event


def inputs(after: int) -> Iterator[tuple[Input, float]]:
    """What comes behind so many records."""
    yield from ((record.cause, record.at_s) for record in records()[after:] if record.cause is not None)


@dataclass
class Evening:
    """A controller on a bad disk; somebody starts it again when it stops."""

    disk: SimulatedDisk
    power_goes: random.Random | None = None
    alarms: list[int] = field(default_factory=list)
    """At which call of the disk the controller said that it cannot go on."""
    starts: int = 0

    def play(self) -> Session:
        """The hand to its end; at most three starts."""
        while True:
            self.starts += 1
            assert self.starts <= 3
            try:
                return self.play_on()
            except (JournalFailed, OSError):
                self.alarms.append(len(self.disk.calls))
                self.stop()

    def play_on(self) -> Session:
        controller = self.start()
        for cause, at_s in inputs(controller.journal.last_sequence):
            record = controller.accept(cause, at_s)
            assert isinstance(record, Record)
        controller.journal.close()
        return controller.session

    def start(self) -> Controller:
        if LOG not in self.disk.names:
            return Controller.begin(self.create(), BOOK, opened(), lambda: 0)
        journal = Journal.open(LOG, boot_id=BOOT, storage=self.disk)
        if journal.last_sequence == 0:
            return Controller.begin(journal, BOOK, opened(), lambda: 0)
        return Controller(journal, BOOK, recover(journal, BOOK, self.disk).session, lambda: 0)

    def create(self) -> Journal:
        return Journal.create(LOG, HEADER, boot_id=BOOT, storage=self.disk)

    def stop(self) -> None:
        """The process ends, and sometimes the power too; nothing on the disk is damaged."""
        calls = self.disk.calls
        if self.power_goes is not None:
            self.disk = self.disk.a_power_cut(self.power_goes.choice((SECTOR_BYTES, PAGE_BYTES)), self.power_goes)
        else:
            self.disk = self.disk.restarted()
        self.disk.calls = calls
        if LOG in self.disk.names:
            assert verify(LOG, self.disk).damage == ""


@cache
def undisturbed() -> tuple[Session, tuple[str, ...]]:
    evening = Evening(SimulatedDisk())
    return evening.play(), tuple(evening.disk.calls)


def check_whole(evening: Evening, session: Session) -> None:
    assert session == undisturbed()[0]
    assert [entry.payload for entry in entries(LOG, storage=evening.disk)] == [
        entry.payload for entry in entries_of(1)
    ], "no record lost, none twice"
    assert verify(LOG, evening.disk).damage == ""


def play_with(number: int, fault: Fault, *, power: bool = False) -> None:
    """One evening on which the call `number` of the disk fails."""
    rng = random.Random(f"{SEED}-{number}") if power else None  # noqa: S311  # told again by its seed
    evening = Evening(SimulatedDisk(), rng)
    evening.disk.plan[number] = fault
    session = evening.play()
    check_whole(evening, session)
    failed = undisturbed()[1][number - 1]
    harmless = fault == "short" or failed == "reserve"
    assert len(evening.alarms) == (0 if harmless else 1), f"{failed}, call {number}"
    # At once: what follows the failing call is letting go, not one more record.
    assert all(at - number <= 2 for at in evening.alarms), f"{failed}, call {number}"


@pytest.mark.parametrize("power", [False, True])
@pytest.mark.parametrize("fault", [errno.EIO, errno.ENOSPC, "short"])
def test_a_fault_at_every_call_stops_the_table_at_once_and_the_hand_is_finished(fault: Fault, *, power: bool) -> None:
    calls = undisturbed()[1]
    assert len(calls) > 200
    tried = range(1, len(calls) + 1, 1 if SOAK else 10)
    for number in tried:
        play_with(number, fault, power=power)
    counted(len(tried), f"disk faults in a hand ({fault if isinstance(fault, str) else errno.errorcode[fault]})")


def test_a_journal_that_ignored_a_failed_sync_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nobody hears of the error."""
    sync = SimulatedFile.fdatasync

    def deaf(file: SimulatedFile) -> None:
        with contextlib.suppress(OSError):
            sync(file)

    monkeypatch.setattr(SimulatedFile, "fdatasync", deaf)
    number = len(undisturbed()[1]) // 2
    number += undisturbed()[1][number:].index("fdatasync") + 1
    with pytest.raises(AssertionError, match="fdatasync, call"):
        play_with(number, errno.EIO)


# The disk is full.


def test_a_hand_is_finished_on_a_full_disk_and_a_new_one_refused() -> None:
    disk = SimulatedDisk(64 << 20, remembers=False)
    journal = Journal.create(LOG, HEADER, boot_id=BOOT, storage=disk)
    payloads = [entry.payload for entry in entries_of(1)]
    events = sum(len(record.applied_events) for record in records())
    assert (journal.trouble(), journal.room_for_a_hand()) == ("", True)
    for payload in payloads[:30]:
        journal.append(payload, 0, 0)
    disk.fill()
    assert journal.trouble().startswith("disk-full free_bytes=0 reserve_bytes="), "said before it hurts"
    for payload in payloads[30:]:
        journal.append(payload, 0, 0)
    hands = 0
    while journal.room_for_a_hand():
        hands += 1
        for payload in payloads:
            journal.append(payload, 0, 0)
    assert hands > 10, "what is set aside beyond the low-water mark is used"
    assert journal.trouble().startswith("no-reserve reason=No space left on device")
    # Below it no hand begins; the one under way has room for a thousand events and more.
    finished = 0
    with pytest.raises(JournalFailed, match="No space left"):  # noqa: PT012 - nobody counts how many fit
        while True:
            for payload in payloads:
                journal.append(payload, 0, 0)
            finished += events
    assert finished >= 1_000
    assert journal.trouble().startswith("journal-failed")
    assert not journal.room_for_a_hand()
    last = journal.last_sequence
    journal.close()
    assert verify(LOG, disk).records == last
    disk.capacity_bytes *= 3
    again = Journal.open(LOG, boot_id=BOOT, storage=disk)
    assert (again.trouble(), again.room_for_a_hand(), again.last_sequence) == ("", True, last)
    again.close()


def test_room_comes_back_when_the_disk_has_some_again() -> None:
    disk = SimulatedDisk(capacity_bytes=1 << 20)
    journal = Journal.create(LOG, HEADER, boot_id=BOOT, storage=disk)
    assert not journal.room_for_a_hand()
    disk.capacity_bytes = 64 << 20
    assert journal.room_for_a_hand()
    assert journal.trouble() == ""
    journal.close()


@dataclass
class Plain:
    """A file where the file system sets nothing aside."""

    free: int

    def reserve(self, end_bytes: int) -> bool:
        del end_bytes
        return False

    def free_bytes(self) -> int:
        if self.free < 0:
            raise OSError(errno.EIO, "Input/output error")
        return self.free


def test_where_nothing_can_be_set_aside_the_free_space_decides() -> None:
    file = Plain(AHEAD_BYTES * 9)
    reserve = Reserve(file)  # type: ignore[arg-type]  # only what a reserve asks of a file
    reserve.keep(100)
    assert (reserve.room_for_a_hand(100), reserve.trouble(100)) == (True, "")
    for free in (LOW_WATER_BYTES - 1, -1):
        file.free = free
        assert not reserve.room_for_a_hand(100)
        assert reserve.trouble(100).startswith("disk-full")


def test_a_real_file_keeps_its_length_when_space_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "j.log"
    journal = Journal.create(path, HEADER, boot_id=BOOT)
    size = path.stat().st_size
    assert size < 1000
    if not journal._reserve._promised:  # the story for such a disk is the one above; a soak does not count this one
        pytest.skip("this file system sets no space aside")
    assert path.stat().st_blocks * 512 >= AHEAD_BYTES
    journal.append(b"x" * 5000, 0, 0)
    assert path.stat().st_size == size + 5000 + OVERHEAD_BYTES
    journal.close()
    file = POSIX.open(path)
    with pytest.raises(OSError, match=r"j\.log"):
        file.reserve(1 << 60)
    assert file.reserve(10)
    file.close()


def test_a_disk_that_never_writes_this_file_again_is_left_behind_with_a_rescue() -> None:
    """The file has a bad place for good: what verifies goes on elsewhere, and the hand with it."""
    disk = SimulatedDisk()
    evening = Evening(disk)
    controller = evening.start()
    for cause, at_s in list(inputs(1))[:40]:
        controller.accept(cause, at_s)
    disk.plan["fdatasync"] = errno.EIO
    cause, at_s = list(inputs(1))[40]
    with pytest.raises(JournalFailed):
        controller.accept(cause, at_s)
    controller.journal.close()
    with pytest.raises(OSError, match="Input/output"):
        Journal.open(LOG, boot_id=BOOT, storage=disk)
    better = disk_of({LOG: bytes(disk.names[LOG].live[:-50]), Path("/j.log.head"): b""})
    better.names[LOG].live[3000] ^= 1
    found = rescue(LOG, Path("/new.log"), epoch="NEXT", now_ns=1, storage=better)
    better.replace(Path("/new.log"), LOG)
    assert 0 < found.records < 41
    assert Evening(better).play().table == undisturbed()[0].table
