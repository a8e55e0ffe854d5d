"""Every truncation and every flipped bit: detected, or recovered to the exact prefix; never anything else."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from table_controller.journal import Header, Journal, JournalDamaged, entries, verify
from table_controller.journal_records import OVERHEAD_BYTES

BOOT = UUID(int=7)
PAYLOADS = [f'{{"at_s": {number}.5, "hand": 3, "happenings": []}}'.encode() * (1 + number % 3) for number in range(40)]

soak = os.environ.get("CARDSPEAK_SOAK") == "1"


class Sample:
    """A small journal on disk, its bytes, and where each record ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        journal = Journal.create(path, Header("e", "1", "h", 1), boot_id=BOOT)
        self.ends = [path.stat().st_size]
        for payload in PAYLOADS:
            journal.append(payload, 1, 2)
            self.ends.append(path.stat().st_size)
        journal.close()
        self.log = path.read_bytes()
        self.head_path = path.with_name(path.name + ".head")
        self.head = self.head_path.read_bytes()

    def put(self, log: bytes, head: bytes | None) -> None:
        self.path.write_bytes(log)
        self.head_path.unlink(missing_ok=True)
        if head is not None:
            self.head_path.write_bytes(head)

    def recover(self) -> list[bytes]:
        journal = Journal.open(self.path, boot_id=BOOT)
        try:
            return [entry.payload for entry in journal.entries()]
        finally:
            journal.close()


@pytest.fixture(scope="module")
def sample() -> Iterator[Sample]:
    # Real files, in memory where the system has such a place: thousands of syncs need no disk.
    memory = Path("/dev/shm")  # noqa: S108 - a fresh directory is made in it
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as directory:
        yield Sample(Path(directory) / "j.log")


def some(count: int, step: int) -> Iterator[int]:
    return iter(range(count)) if soak else iter(range(0, count, step))


def test_every_truncation_of_a_log_without_its_head_gives_the_exact_prefix(sample: Sample) -> None:
    for size in [*some(len(sample.log), 13), *sample.ends]:
        sample.put(sample.log[:size], None)
        if size < sample.ends[0]:
            with pytest.raises(JournalDamaged):
                sample.recover()
            continue
        whole = sum(end <= size for end in sample.ends) - 1
        assert sample.recover() == PAYLOADS[:whole], size
        assert sample.path.stat().st_size == sample.ends[whole], "the tail is cut"


def test_every_truncation_below_what_was_acknowledged_is_said(sample: Sample) -> None:
    for size in [*some(len(sample.log), 29), *sample.ends[:-1]]:
        sample.put(sample.log[:size], sample.head)
        with pytest.raises(JournalDamaged):
            sample.recover()
    sample.put(sample.log, sample.head)
    assert sample.recover() == PAYLOADS


def test_every_flipped_bit_is_detected_while_the_head_is_there(sample: Sample) -> None:
    for bit in some(len(sample.log) * 8, 53):
        flipped = bytearray(sample.log)
        flipped[bit // 8] ^= 1 << bit % 8
        sample.put(bytes(flipped), sample.head)
        with pytest.raises(JournalDamaged) as damaged:
            sample.recover()
        assert sample.ends[damaged.value.verified] <= bit // 8 or damaged.value.sequence == 0
        assert bytes(flipped) == sample.path.read_bytes(), "a damaged journal is left as it was found"


def test_without_a_head_a_flipped_bit_is_detected_or_cuts_only_the_last_record(sample: Sample) -> None:
    for bit in some(len(sample.log) * 8, 97):
        flipped = bytearray(sample.log)
        flipped[bit // 8] ^= 1 << bit % 8
        sample.put(bytes(flipped), None)
        if bit // 8 < sample.ends[-2]:
            with pytest.raises(JournalDamaged):
                sample.recover()
        else:
            assert sample.recover() == PAYLOADS[:-1]


def test_every_flipped_bit_of_the_head_is_harmless(sample: Sample) -> None:
    for bit in some(len(sample.head) * 8, 101):
        flipped = bytearray(sample.head)
        flipped[bit // 8] ^= 1 << bit % 8
        sample.put(sample.log, bytes(flipped))
        assert sample.recover() == PAYLOADS


def test_a_record_left_out_or_moved_is_detected(sample: Sample) -> None:
    first, second, third = sample.ends[3], sample.ends[4], sample.ends[5]
    left_out = sample.log[:first] + sample.log[second:]
    swapped = sample.log[:first] + sample.log[second:third] + sample.log[first:second] + sample.log[third:]
    doubled = sample.log[:second] + sample.log[first:]
    for forged in (left_out, swapped, doubled):
        sample.put(forged, None)
        with pytest.raises(JournalDamaged, match=r"record [45] "):
            sample.recover()


def test_a_record_changed_with_its_checksum_put_right_breaks_the_chain(tmp_path: Path) -> None:
    """A forger who recomputes one CRC is still seen, by the record after."""
    honest, forged = tmp_path / "honest.log", tmp_path / "forged.log"
    for path, third in ((honest, b"true"), (forged, b"fals")):
        journal = Journal.create(path, Header("e", "1", "h", 1), boot_id=BOOT)
        for payload in (b"one.", b"two.", third, b"four"):
            journal.append(payload, 1, 2)
        journal.close()
    size = OVERHEAD_BYTES + 4
    mixed = forged.read_bytes()[:-size] + honest.read_bytes()[-size:]
    forged.write_bytes(mixed)
    with pytest.raises(JournalDamaged, match="chain"):
        Journal.open(forged, boot_id=BOOT)


def test_a_tail_longer_than_a_record_is_no_torn_write(sample: Sample) -> None:
    sample.put(sample.log + bytes(2 << 20), None)
    with pytest.raises(JournalDamaged, match="more follows"):
        sample.recover()


def test_a_torn_write_over_the_end_is_cut_and_counted(sample: Sample) -> None:
    torn = sample.log + sample.log[sample.ends[-2] : -3]
    sample.put(torn, sample.head)
    report = verify(sample.path)
    assert (report.records, report.tail_bytes, report.damage) == (40, len(torn) - len(sample.log), "")
    journal = Journal.open(sample.path, boot_id=BOOT)
    assert (journal.recovery.cut_bytes, journal.recovery.cut_sequence) == (len(torn) - len(sample.log), 41)
    journal.close()


def test_verify_names_the_place_and_how_much_is_sound(sample: Sample) -> None:
    flipped = bytearray(sample.log)
    flipped[sample.ends[10] + 70] ^= 4
    sample.put(bytes(flipped), sample.head)
    report = verify(sample.path)
    assert f"at byte {sample.ends[10]}, record 11" in report.damage
    assert "records 1 to 10 verify" in report.damage
    assert report.records == 10
    with pytest.raises(JournalDamaged):
        list(entries(sample.path))


def test_a_reader_that_trusted_checksums_only_would_be_caught(sample: Sample, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: without the look behind a bad record, damage in the middle would be cut away as a tail."""
    monkeypatch.setattr("table_controller.journal_scan.whole_record_after", lambda _data, _offset: None)
    flipped = bytearray(sample.log)
    flipped[sample.ends[20] + 70] ^= 4
    sample.put(bytes(flipped), None)
    assert sample.recover() == PAYLOADS[:20]
