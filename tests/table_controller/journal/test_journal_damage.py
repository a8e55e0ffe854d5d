"""Every truncation and every flipped bit: detected, or recovered to the exact prefix; never anything else."""

from __future__ import annotations

import os
from pathlib import Path
from uuid import UUID

import pytest
from support.counting import counted
from support.one_hand import HEADER, entries_of
from support.simulated_disk import SimulatedDisk, disk_of

from table_controller.journal.journal import Journal, JournalDamaged, entries, verify
from table_controller.journal.records import OVERHEAD_BYTES, SLOT_BYTES

BOOT = UUID(int=7)
LOG, HEAD = Path("/j.log"), Path("/j.log.head")

soak = os.environ.get("CARDSPEAK_SOAK") == "1"


class Sample:
    """The first 12 kB of a real hand's journal on a disk, its bytes, and where each record ends."""

    def __init__(self) -> None:
        disk = SimulatedDisk()
        journal = Journal.create(LOG, HEADER, boot_id=BOOT, storage=disk)
        self.ends, self.payloads = [journal._last.end], [entry.payload for entry in entries_of(1)]
        for payload in self.payloads:
            journal.append(payload, 1, 2)
            self.ends.append(journal._last.end)
            if self.ends[-1] >= 12_000:
                break
        del self.payloads[len(self.ends) - 1 :]
        journal.close()
        self.log, self.head = bytes(disk.names[LOG].live), bytes(disk.names[HEAD].live)

    def disk(self, log: bytes, head: bytes | None) -> SimulatedDisk:
        return disk_of({LOG: log} if head is None else {LOG: log, HEAD: head})

    def recover(self, log: bytes, head: bytes | None) -> list[bytes]:
        disk = self.disk(log, head)
        try:
            journal = Journal.open(LOG, boot_id=BOOT, storage=disk)
        except JournalDamaged:
            assert disk.names[LOG].live == log, "a damaged journal is left as it was found"
            raise
        try:
            kept = [entry.payload for entry in journal.entries()]
            assert len(disk.names[LOG].live) == self.ends[len(kept)], "the tail is cut"
            return kept
        finally:
            journal.close()


@pytest.fixture(scope="module")
def sample() -> Sample:
    return Sample()


def flipped(content: bytes, bit: int) -> bytes:
    bent = bytearray(content)
    bent[bit // 8] ^= 1 << bit % 8
    return bytes(bent)


def some(count: int) -> range:
    """All of so many cases, or every ninth, so that each byte and each of its bits has its turn."""
    return range(count) if soak else range(0, count, 9)


def test_every_truncation_of_a_log_without_its_head_gives_the_exact_prefix(sample: Sample) -> None:
    assert 12_000 <= len(sample.log) < 13_000
    sizes = [*some(len(sample.log)), *sample.ends]
    for size in sizes:
        if size < sample.ends[0]:
            with pytest.raises(JournalDamaged):
                sample.recover(sample.log[:size], None)
            continue
        whole = sum(end <= size for end in sample.ends) - 1
        assert sample.recover(sample.log[:size], None) == sample.payloads[:whole], size
    counted(len(sizes), "truncations of a journal without its head file")


def test_every_truncation_below_what_was_acknowledged_is_said(sample: Sample) -> None:
    sizes = [*some(len(sample.log)), *sample.ends[:-1]]
    for size in sizes:
        with pytest.raises(JournalDamaged):
            sample.recover(sample.log[:size], sample.head)
    assert sample.recover(sample.log, sample.head) == sample.payloads
    counted(len(sizes), "truncations of a journal with its head file")


def test_every_flipped_bit_is_detected_while_the_head_is_there(sample: Sample) -> None:
    bits = some(len(sample.log) * 8)
    for bit in bits:
        with pytest.raises(JournalDamaged) as damaged:
            sample.recover(flipped(sample.log, bit), sample.head)
        assert sample.ends[damaged.value.verified] <= bit // 8 or damaged.value.sequence == 0
    counted(len(bits), "flipped bits of a journal with its head file")


def test_without_a_head_a_flipped_bit_is_detected_or_cuts_only_the_last_record(sample: Sample) -> None:
    bits = some(len(sample.log) * 8)
    for bit in bits:
        if bit // 8 < sample.ends[-2]:
            with pytest.raises(JournalDamaged):
                sample.recover(flipped(sample.log, bit), None)
        else:
            assert sample.recover(flipped(sample.log, bit), None) == sample.payloads[:-1]
    counted(len(bits), "flipped bits of a journal without its head file")


def test_every_flipped_bit_of_the_head_is_harmless(sample: Sample) -> None:
    bits = [bit for bit in some(len(sample.head) * 8) if soak or bit // 8 % SLOT_BYTES < 128]
    for bit in bits:
        assert sample.recover(sample.log, flipped(sample.head, bit)) == sample.payloads


def test_a_record_left_out_or_moved_is_detected(sample: Sample) -> None:
    first, second, third = sample.ends[3], sample.ends[4], sample.ends[5]
    left_out = sample.log[:first] + sample.log[second:]
    swapped = sample.log[:first] + sample.log[second:third] + sample.log[first:second] + sample.log[third:]
    doubled = sample.log[:second] + sample.log[first:]
    for forged in (left_out, swapped, doubled):
        with pytest.raises(JournalDamaged, match=r"record [45] "):
            sample.recover(forged, None)


def test_a_record_changed_with_its_checksum_put_right_breaks_the_chain(tmp_path: Path) -> None:
    """A forger who recomputes one CRC is still seen, by the record after."""
    honest, forged = tmp_path / "honest.log", tmp_path / "forged.log"
    for path, third in ((honest, b"true"), (forged, b"fals")):
        journal = Journal.create(path, HEADER, boot_id=BOOT)
        for payload in (b"one.", b"two.", third, b"four"):
            journal.append(payload, 1, 2)
        journal.close()
    size = OVERHEAD_BYTES + 4
    mixed = forged.read_bytes()[:-size] + honest.read_bytes()[-size:]
    forged.write_bytes(mixed)
    with pytest.raises(JournalDamaged, match="chain"):
        Journal.open(forged, boot_id=BOOT)


def test_a_tail_longer_than_a_record_is_no_torn_write(sample: Sample) -> None:
    with pytest.raises(JournalDamaged, match="more follows"):
        sample.recover(sample.log + bytes(2 << 20), None)


def test_a_torn_write_over_the_end_is_cut_and_counted(sample: Sample) -> None:
    torn = sample.log + sample.log[sample.ends[-2] : -3]
    disk, count = sample.disk(torn, sample.head), len(sample.payloads)
    report = verify(LOG, disk)
    assert (report.records, report.tail_bytes, report.damage) == (count, len(torn) - len(sample.log), "")
    journal = Journal.open(LOG, boot_id=BOOT, storage=disk)
    assert (journal.recovery.cut_bytes, journal.recovery.cut_sequence) == (len(torn) - len(sample.log), count + 1)
    journal.close()


def test_verify_names_the_place_and_how_much_is_sound(sample: Sample) -> None:
    disk = sample.disk(flipped(sample.log, 8 * (sample.ends[10] + 70)), sample.head)
    report = verify(LOG, disk)
    assert f"at byte {sample.ends[10]}, record 11" in report.damage
    assert "records 1 to 10 verify" in report.damage
    assert report.records == 10
    with pytest.raises(JournalDamaged):
        list(entries(LOG, storage=disk))


def test_a_reader_that_trusted_checksums_only_would_be_caught(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: without the look behind a bad record, damage in the middle would be cut away as a tail."""
    monkeypatch.setattr("table_controller.journal.scan.whole_record_after", lambda _data, _offset: None)
    assert sample.recover(flipped(sample.log, 8 * (sample.ends[20] + 70)), None) == sample.payloads[:20]
