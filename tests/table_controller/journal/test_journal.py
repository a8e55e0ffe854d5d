"""The journal as its writer knows it: what it returns is on the disk, and it says so when it is not."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest
from support.simulated_disk import PAGE_BYTES, SimulatedDisk

from table_controller.journal.journal import (
    Header,
    Journal,
    JournalDamaged,
    JournalFailed,
    JournalLocked,
    Log,
    MemoryJournal,
    entries,
    verify,
)
from table_controller.journal.records import MAX_PAYLOAD_BYTES, OVERHEAD_BYTES
from table_controller.journal.storage import POSIX, Storage, read_boot_id, replace_file

BOOT = UUID("01234567-89ab-cdef-0123-456789abcdef")
HEADER = Header("01J9ZK7Q", "0.1.0", "b" * 64, 1_700_000_000_000_000_000)


def new(path: Path, storage: Storage = POSIX) -> Journal:
    return Journal.create(path, HEADER, boot_id=BOOT, storage=storage)


def fill(log: Log, count: int) -> list[bytes]:
    payloads = [
        f'{{"hand": {number}}}'.encode() for number in range(log.last_sequence + 1, log.last_sequence + count + 1)
    ]
    for payload in payloads:
        log.append(payload, 5 * log.last_sequence, 7)
    return payloads


@pytest.fixture(params=["disk", "memory"])
def log(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Log]:
    opened: Log = new(tmp_path / "j.log") if request.param == "disk" else MemoryJournal(HEADER, boot_id=BOOT)
    yield opened
    opened.close()


def test_what_went_in_comes_out_in_order(log: Log) -> None:
    payloads = fill(log, 30)
    read = list(log.entries())
    assert [entry.payload for entry in read] == payloads
    assert [entry.sequence for entry in read] == list(range(1, 31))
    assert {entry.boot_id for entry in read} == {BOOT}
    assert [entry.mono_ns for entry in read][:3] == [0, 5, 10]
    assert [entry.sequence for entry in log.entries(29)] == [29, 30]
    assert log.header == HEADER


def test_a_closed_log_refuses(log: Log) -> None:
    log.close()
    log.close()
    with pytest.raises(JournalFailed, match="closed"):
        log.append(b"late", 0, 0)


def test_it_goes_on_after_it_was_closed(tmp_path: Path) -> None:
    path = tmp_path / "j.log"
    with_first = new(path)
    payloads = fill(with_first, 5)
    with_first.close()
    again = Journal.open(path, boot_id=BOOT)
    assert (again.recovery.records, again.recovery.cut_bytes, again.recovery.head_known) == (5, 0, True)
    payloads += fill(again, 5)
    again.close()
    assert [entry.payload for entry in entries(path)] == payloads
    report = verify(path)
    assert (report.records, report.damage, report.tail_bytes, report.head_known) == (10, "", 0, True)
    assert len(report.last_hash) == 64


def test_a_reader_beside_the_writer_sees_whole_records_only(tmp_path: Path) -> None:
    path = tmp_path / "j.log"
    journal = new(path)
    fill(journal, 3)
    with path.open("ab") as file:
        file.write(b"\xffCSJ half a record")
    assert [entry.sequence for entry in entries(path)] == [1, 2, 3]
    journal.close()


def test_its_files_are_private(tmp_path: Path) -> None:
    new(tmp_path / "j.log").close()
    assert {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {
        "j.log": 0o600,
        "j.log.head": 0o600,
    }


def test_an_existing_journal_is_never_begun_anew(tmp_path: Path) -> None:
    path = tmp_path / "j.log"
    journal = new(path)
    fill(journal, 2)
    with pytest.raises(FileExistsError, match=r"open it"):
        new(path)
    journal.close()
    with pytest.raises(FileExistsError):
        new(path)
    assert verify(path).records == 2


def test_a_second_writer_is_refused_until_the_first_lets_go(tmp_path: Path) -> None:
    path = tmp_path / "j.log"
    journal = new(path)
    with pytest.raises(JournalLocked, match="in use"):
        Journal.open(path, boot_id=BOOT)
    script = (
        "import sys\nfrom pathlib import Path\nfrom uuid import UUID\n"
        "from table_controller.journal.journal import Journal\n"
        "Journal.open(Path(sys.argv[1]), boot_id=UUID(int=1))\n"
    )
    other = subprocess.run([sys.executable, "-c", script, str(path)], capture_output=True, text=True, check=False)
    assert "JournalLocked" in other.stderr
    journal.close()
    Journal.open(path, boot_id=BOOT).close()


def test_a_missing_journal_is_said(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Journal.open(tmp_path / "none.log", boot_id=BOOT)


def test_a_payload_beyond_reason_is_refused_and_the_journal_goes_on(tmp_path: Path) -> None:
    journal = new(tmp_path / "j.log")
    with pytest.raises(ValueError, match="longer than"):
        journal.append(bytes(MAX_PAYLOAD_BYTES + 1), 0, 0)
    fill(journal, 1)
    journal.close()
    assert verify(tmp_path / "j.log").records == 1


def test_short_writes_are_finished() -> None:
    disk = SimulatedDisk()
    disk.plan["write"] = "short"
    journal = new(Path("/j.log"), disk)
    payloads = fill(journal, 10)
    assert [entry.payload for entry in entries(Path("/j.log"), storage=disk)] == payloads


def test_every_acknowledged_record_survives_a_power_cut() -> None:
    disk = SimulatedDisk()
    journal = new(Path("/j.log"), disk)
    for count in range(20):
        after = Journal.open(Path("/j.log"), boot_id=BOOT, storage=disk.crash())
        assert after.last_sequence == count
        fill(journal, 1)


def test_a_journal_that_did_not_sync_would_be_caught() -> None:
    """Planted: fdatasync that does nothing loses what was acknowledged, and the test above would see it."""
    disk = SimulatedDisk()
    journal = new(Path("/j.log"), disk)
    disk.lies = True
    fill(journal, 3)
    assert Journal.open(Path("/j.log"), boot_id=BOOT, storage=disk.crash()).last_sequence == 0


@pytest.mark.parametrize("code", [errno.EIO, errno.ENOSPC])
@pytest.mark.parametrize("call", ["write", "fdatasync"])
def test_after_a_disk_error_nothing_more_is_taken(code: int, call: str) -> None:
    disk = SimulatedDisk()
    journal = new(Path("/j.log"), disk)
    payloads = fill(journal, 4)

    disk.plan[call] = code
    with pytest.raises(JournalFailed, match=os.strerror(code)):
        journal.append(b"lost", 0, 0)
    # The disk is well again, but nobody knows what it kept: the file stays closed to this writer.
    disk.plan.clear()
    with pytest.raises(JournalFailed, match="record 5"):
        journal.append(b"next", 0, 0)
    journal.close()
    kept = [entry.payload for entry in entries(Path("/j.log"), storage=disk.crash())]
    assert kept == payloads


def test_a_disk_that_fills_in_the_middle_of_a_record_leaves_a_tail_that_is_cut() -> None:
    disk = SimulatedDisk(capacity_bytes=4 * PAGE_BYTES)  # two for the head file, and no room to set any aside
    journal = new(Path("/j.log"), disk)
    assert not journal.room_for_a_hand()
    payloads = []
    with pytest.raises(JournalFailed, match="No space left"):  # noqa: PT012 - nobody counts how many fit
        while True:
            payloads += fill(journal, 1)
    journal.close()
    disk.capacity_bytes *= 2
    again = Journal.open(Path("/j.log"), boot_id=BOOT, storage=disk)
    assert again.recovery.cut_sequence == len(payloads) + 1
    assert 0 < again.recovery.cut_bytes < OVERHEAD_BYTES + 20
    payloads += fill(again, 2)
    assert [entry.payload for entry in again.entries()] == payloads


def test_a_half_made_journal_is_not_there_under_its_name(tmp_path: Path) -> None:
    """A crash while creating leaves only the file beside; creating again works."""
    (tmp_path / "j.log.new").write_bytes(b"half a header")
    journal = new(tmp_path / "j.log")
    fill(journal, 1)
    journal.close()
    assert verify(tmp_path / "j.log").records == 1


def test_the_head_of_an_older_journal_is_no_alarm(tmp_path: Path) -> None:
    first = new(tmp_path / "j.log")
    fill(first, 9)
    first.close()
    (tmp_path / "j.log").rename(tmp_path / "old.log")
    old_head = (tmp_path / "j.log.head").read_bytes()
    second = Journal.create(tmp_path / "j.log", HEADER, boot_id=UUID(int=9))
    fill(second, 2)
    second.close()
    (tmp_path / "j.log.head").write_bytes(old_head)
    again = Journal.open(tmp_path / "j.log", boot_id=BOOT)
    assert (again.last_sequence, again.recovery.head_known) == (2, False)
    again.close()


def test_a_killed_writer_loses_nothing_that_it_had_acknowledged(tmp_path: Path) -> None:
    path = tmp_path / "j.log"
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom uuid import UUID\n"
        "from table_controller.journal.journal import *\n"
        "journal = Journal.create(Path(sys.argv[1]), Header('e', '1', 'h', 1), boot_id=UUID(int=1))\n"
        "while True:\n os.write(1, b'%d\\n' % journal.append(b'x' * 300, 0, 0).sequence)\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        acknowledged = [int(writer.stdout.readline()) for _ in range(200)]
        writer.kill()
        acknowledged += [int(line) for line in writer.stdout.read().split()]
    journal = Journal.open(path, boot_id=BOOT)
    assert journal.last_sequence - acknowledged[-1] in {0, 1}
    journal.close()


def test_replacing_a_small_file_leaves_the_old_or_the_new() -> None:
    disk = SimulatedDisk()
    replace_file(Path("/mark"), b"old", disk)
    assert disk.crash().names[Path("/mark")].live == b"old"
    replace_file(Path("/mark"), b"new and longer", disk)
    kept = disk.crash().names
    assert [(path, bytes(inode.live)) for path, inode in kept.items()] == [(Path("/mark"), b"new and longer")]


def test_replacing_a_small_file_on_a_full_disk_leaves_the_old_one_and_no_rubbish() -> None:
    disk = SimulatedDisk(capacity_bytes=PAGE_BYTES)
    replace_file(Path("/mark"), b"old", disk)
    with pytest.raises(OSError, match="No space left"):
        replace_file(Path("/mark"), b"new", disk)
    assert [(path, bytes(inode.live)) for path, inode in disk.names.items()] == [(Path("/mark"), b"old")]


def test_the_boot_id_is_one_and_stays() -> None:
    assert read_boot_id() == read_boot_id()


def test_damage_in_the_first_record_says_that_nothing_verifies(tmp_path: Path) -> None:
    path = tmp_path / "j.log"
    new(path).close()
    content = bytearray(path.read_bytes())
    content[90] ^= 1
    path.write_bytes(content)
    with pytest.raises(JournalDamaged, match="no record before it verifies") as damaged:
        Journal.open(path, boot_id=BOOT)
    assert (damaged.value.offset, damaged.value.sequence, damaged.value.verified) == (0, 0, 0)
