"""A journal that is damaged in the middle: refused, and what verifies goes on under another name."""

from __future__ import annotations

import errno
from pathlib import Path
from uuid import UUID

import pytest
from support.one_hand import BOOK, HEADER, entries_of
from support.simulated_disk import SimulatedDisk, SimulatedFile, disk_of

from table_controller.controller.controller import Controller
from table_controller.controller.recovery import recover
from table_controller.journal.journal import Journal, JournalDamaged, JournalLocked, entries, verify
from table_controller.journal.rescue import NothingToRescue, default_target, rescue
from table_controller.runtime.cli.journal_tools import BAD, OK, UNREADABLE
from table_controller.runtime.cli.rescue_tool import rescue as rescue_tool

BOOT, LATER = UUID(int=7), UUID(int=8)
LOG, TARGET = Path("/j.log"), Path("/j.log.rescued")


def written(path: Path, disk: SimulatedDisk | None = None) -> list[int]:
    """Journal one hand; where each record ends."""
    storage = {} if disk is None else {"storage": disk}
    journal = Journal.create(path, HEADER, boot_id=BOOT, **storage)  # type: ignore[arg-type]  # one keyword or none
    ends = [journal._last.end]
    for entry in entries_of(1):
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
        ends.append(journal._last.end)
    journal.close()
    return ends


def a_hand() -> tuple[SimulatedDisk, list[int]]:
    disk = SimulatedDisk()
    return disk, written(LOG, disk)


def test_the_prefix_becomes_a_journal_of_a_new_epoch_and_the_hand_goes_on() -> None:
    disk, ends = a_hand()
    disk.names[LOG].live[ends[40] + 90] ^= 4
    before = bytes(disk.names[LOG].live)
    with pytest.raises(JournalDamaged, match=r"cardspeak journal rescue /j\.log"):
        Journal.open(LOG, boot_id=BOOT, storage=disk)
    found = rescue(LOG, TARGET, epoch="NEXT", now_ns=5, storage=disk)
    assert (found.records, found.lost) == (40, len(entries_of(1)) - 40)
    assert "a whole record follows" in found.reason
    assert bytes(disk.names[LOG].live) == before, "the damaged file is only read"
    # After a power cut it is there, and it is a journal like any other.
    again = Journal.open(TARGET, boot_id=LATER, storage=disk.crash())
    assert (again.header.epoch, again.header.created_ns) == ("NEXT", 5)
    assert (again.header.engine, again.header.rulebook_hash) == (HEADER.engine, HEADER.rulebook_hash)
    kept = [(entry.sequence, entry.boot_id, entry.mono_ns, entry.payload) for entry in again.entries()]
    assert kept == [(entry.sequence, BOOT, entry.mono_ns, entry.payload) for entry in entries_of(1)[:40]]
    controller = Controller(again, BOOK, recover(again, BOOK).session, lambda: 0)
    assert controller.view(1.0).epoch == "NEXT"
    again.append(entries_of(1)[40].payload, 0, 0)


@pytest.mark.parametrize("number", [1, 7, 40, -1])
def test_damage_anywhere_keeps_all_before_it(number: int) -> None:
    disk, ends = a_hand()
    records = len(entries_of(1))
    at = number % (records + 1)
    disk.names[LOG].live[ends[at] - 5] ^= 128
    found = rescue(LOG, TARGET, epoch="NEXT", now_ns=5, storage=disk)
    assert (found.records, found.lost) == (at - 1, records - at + 1)
    assert [entry.payload for entry in entries(TARGET, storage=disk)] == [
        entry.payload for entry in entries_of(1)[: at - 1]
    ]


def test_a_block_that_the_disk_cannot_read_ends_the_prefix(monkeypatch: pytest.MonkeyPatch) -> None:
    disk, ends = a_hand()
    read = SimulatedFile.read

    def bad_block(file: SimulatedFile, offset: int, size_bytes: int) -> bytes:
        if offset <= 3 * 4096 < offset + size_bytes and file.inode is disk.names[LOG]:
            raise OSError(errno.EIO, "Input/output error")
        return read(file, offset, size_bytes)

    monkeypatch.setattr(SimulatedFile, "read", bad_block)
    found = rescue(LOG, TARGET, epoch="NEXT", now_ns=5, storage=disk)
    assert found.records == sum(end <= 3 * 4096 for end in ends) - 1
    assert found.reason == "the disk cannot read byte 12288: Input/output error"


def test_without_its_first_record_nothing_can_be_rescued() -> None:
    disk, _ = a_hand()
    disk.names[LOG].live[90] ^= 4
    with pytest.raises(JournalDamaged, match=r"nothing to rescue.*move it and what lies beside it away"):
        rescue(LOG, TARGET, epoch="NEXT", now_ns=5, storage=disk)
    assert TARGET not in disk.names


def test_a_sound_journal_or_a_torn_tail_needs_no_rescue() -> None:
    disk, ends = a_hand()
    with pytest.raises(NothingToRescue, match=f"{len(entries_of(1))} records"):
        rescue(LOG, TARGET, epoch="NEXT", now_ns=5, storage=disk)
    torn = disk_of({LOG: bytes(disk.names[LOG].live[: ends[9] - 3])})
    with pytest.raises(NothingToRescue):
        rescue(LOG, TARGET, epoch="NEXT", now_ns=5, storage=torn)


def test_a_journal_at_work_or_a_file_in_the_way_is_left_alone() -> None:
    disk, ends = a_hand()
    journal = Journal.open(LOG, boot_id=BOOT, storage=disk)
    with pytest.raises(JournalLocked):
        rescue(LOG, TARGET, epoch="NEXT", now_ns=5, storage=disk)
    journal.close()
    disk.names[LOG].live[ends[3] + 40] ^= 1
    rescue(LOG, TARGET, epoch="NEXT", now_ns=5, storage=disk)
    with pytest.raises(FileExistsError, match="move it away"):
        rescue(LOG, TARGET, epoch="NEXT", now_ns=5, storage=disk)


def test_the_tool_says_what_is_kept_what_is_lost_and_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    assert rescue_tool(path)[0] == UNREADABLE
    ends = written(path)
    assert rescue_tool(path) == (OK, f"{path} verifies, {len(entries_of(1))} records: there is nothing to rescue")
    content = bytearray(path.read_bytes())
    content[ends[50] + 30] ^= 1
    path.write_bytes(content)
    status, text = rescue_tool(path)
    assert status == OK
    assert f"50 records are now {default_target(path)}, epoch " in text
    assert f"; {len(entries_of(1)) - 50} acknowledged records behind it are lost." in text
    assert "The table stands in hand 1 (" in text
    assert f"mv {path} {path}.damaged && mv {path}.rescued {path}" in text
    # As told: the head file of the damaged one may stay where it is.
    path.rename(tmp_path / "table.journal.damaged")
    default_target(path).rename(path)
    assert (verify(path).records, verify(path).damage) == (50, "")
    Journal.open(path, boot_id=BOOT).close()
    content[5] ^= 1
    path.write_bytes(content)
    assert rescue_tool(path)[0] == BAD
