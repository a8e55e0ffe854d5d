"""What a journal file holds that can be trusted: scanning, damage, the head file, the report of `verify`."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from table_controller.journal.records import (
    MAX_PAYLOAD_BYTES,
    NO_RECORD,
    OVERHEAD_BYTES,
    SLOT_BYTES,
    Acknowledged,
    Bad,
    Entry,
    Header,
    Verified,
    decode_header,
    decode_slot,
    read_record,
    whole_record_after,
)
from table_controller.journal.storage import POSIX, Storage


class JournalDamaged(RuntimeError):
    """The log does not verify: where, why, and how much of it does.

    `verified` counts the whole records before the damage, the header not among them. `copy` is the second copy that
    the table's settings name, where whoever raises it knows of one.
    """

    def __init__(self, path: Path, offset: int, sequence: int, reason: str, copy: Path | None = None) -> None:
        self.path, self.offset, self.sequence, self.reason = path, offset, sequence, reason
        self.verified = max(sequence - 1, 0)
        found = f"records 1 to {self.verified} verify" if self.verified else "no record before it verifies"
        super().__init__(
            f"journal {path} is damaged at byte {offset}, record {sequence} ({reason}); {found}. "
            f"{_way_on(path, sequence, copy)}"
        )

    def with_copy(self, copy: Path | None) -> JournalDamaged:
        """The same damage, with the advice to take the second copy that the settings name."""
        return JournalDamaged(self.path, self.offset, self.sequence, self.reason, copy)


def rescue_command(path: Path, copy: Path | None = None) -> str:
    """What is typed to make a sound journal of the one at `path`, or of its second `copy` if more of that verifies."""
    words = ("cardspeak", "journal", "rescue", str(path), *(() if copy is None else ("--mirror", str(copy))))
    return shlex.join(words)


def _way_on(path: Path, sequence: int, copy: Path | None) -> str:
    """What to do with a journal whose first bad record is `sequence`."""
    if copy is not None:
        return (
            f"Leave the file as it is. The settings name a second copy, {copy}. With its disk or stick in place: "
            f"{rescue_command(path, copy)} copies what verifies of the one that has more of it into a new epoch"
        )
    if sequence == 0:
        return (
            f"Not even its first record can be read. If a second copy is kept ([journal] mirror in the table's "
            f"settings): {rescue_command(path, Path('COPY'))}. Without one: move it and what lies beside it away to "
            f"begin a new epoch"
        )
    return f"Leave the file as it is. To go on: {rescue_command(path)} copies what verifies into a new epoch"


class Report(Struct, frozen=True):
    """What `verify` found, without changing anything; `damage` is empty for a sound journal."""

    path: Path
    header: Header | None
    records: int
    tail_bytes: int
    head_known: bool
    last_hash: str
    damage: str


class Scan(Struct, frozen=True):
    """The verified part of a file: where each record ends, and what stands behind the last."""

    records: tuple[Verified, ...]
    bad: Bad | None
    size: int

    @property
    def last(self) -> Verified:
        """The newest whole record."""
        return self.records[-1]

    @property
    def start_of_last(self) -> int:
        """Where the newest whole record begins."""
        return self.records[-2].end if len(self.records) > 1 else 0


def scan_log(path: Path, data: bytes) -> Scan:
    """Read records until the end or the first bad one; `JournalDamaged` unless that is a torn tail."""
    scan = scan_on(path, data, None)
    if not scan.records:
        raise JournalDamaged(path, 0, 0, "the file is empty")
    return scan


def scan_on(path: Path, data: bytes, after: Verified | None) -> Scan:
    """As `scan_log`, of the `data` that stands behind the record `after` in its file; ends count from there."""
    records, bad = scan_prefix(data, after)
    if bad is not None:
        _refuse_damage(path, data, bad)
    return Scan(records, bad, len(data))


def scan_prefix(data: bytes, after: Verified | None = None) -> tuple[tuple[Verified, ...], Bad | None]:
    """The records that verify up to the first that does not, whatever follows it."""
    first, previous = (after.entry.sequence + 1, after.digest) if after is not None else (0, NO_RECORD)
    records: list[Verified] = []
    offset = 0
    while offset < len(data):
        found = read_record(data, offset, first + len(records), previous)
        if isinstance(found, Bad):
            return tuple(records), found
        records.append(found)
        offset, previous = found.end, found.digest
    return tuple(records), None


def _refuse_damage(path: Path, data: bytes, bad: Bad) -> None:
    """Raise `JournalDamaged` unless what begins at `bad` can be the torn write of one record."""
    if bad.sequence == 0:
        raise JournalDamaged(path, bad.offset, 0, f"header: {bad.reason}")
    if bad.reason == "chain" or bad.reason.startswith("sequence"):
        raise JournalDamaged(path, bad.offset, bad.sequence, bad.reason)
    whole_at = whole_record_after(data, bad.offset)
    if whole_at is not None:
        raise JournalDamaged(path, bad.offset, bad.sequence, f"{bad.reason}; a whole record follows at byte {whole_at}")
    if len(data) - bad.offset > OVERHEAD_BYTES + MAX_PAYLOAD_BYTES:
        raise JournalDamaged(path, bad.offset, bad.sequence, f"{bad.reason}; more follows than one record can hold")


def check_head(path: Path, scan: Scan, head: Acknowledged | None) -> None:
    """Raise `JournalDamaged` if more was acknowledged than the log holds, or something else was."""
    if head is None:
        return
    if head.sequence > scan.last.entry.sequence:
        raise JournalDamaged(
            path, scan.last.end, scan.last.entry.sequence + 1, f"records up to {head.sequence} were acknowledged"
        )
    if scan.records[head.sequence].digest != head.digest:
        raise JournalDamaged(
            path, scan.records[head.sequence - 1].end, head.sequence, "another record was acknowledged here"
        )


def read_head(path: Path, storage: Storage, first_digest: bytes) -> Acknowledged | None:
    """The newer good slot of the head file, if it belongs to this log."""
    beside = head_path(path)
    if not storage.exists(beside):
        return None
    file = storage.open(beside, writable=False)
    try:
        slots = [decode_slot(file.read(at, SLOT_BYTES)) for at in (0, SLOT_BYTES)]
    finally:
        file.close()
    good = [slot for slot in slots if slot is not None and slot.first_digest == first_digest]
    return max(good, key=lambda slot: slot.sequence, default=None)


def head_path(path: Path) -> Path:
    """Where the head file of a journal lies."""
    return path.with_name(path.name + ".head")


def _read_all(path: Path, storage: Storage) -> bytes:
    file = storage.open(path, writable=False)
    try:
        return file.read(0, file.size_bytes())
    finally:
        file.close()


def header_of(path: Path, first: Verified) -> Header:
    """What the first record says; `JournalDamaged` if it says nothing."""
    try:
        return decode_header(first.entry)
    except ValueError as problem:
        raise JournalDamaged(path, 0, 0, str(problem)) from None


def entries(path: Path, first: int = 1, storage: Storage = POSIX) -> Iterator[Entry]:
    """The verified records of a journal from sequence `first`, also while its writer is at work.

    An unfinished record at the end is left out; `JournalDamaged` if anything before it does not verify.
    """
    scan = scan_log(path, _read_all(path, storage))
    yield from (record.entry for record in scan.records[max(first, 1) :])


def digests(path: Path, storage: Storage = POSIX) -> dict[int, str]:
    """The hash of each record by its sequence, hexadecimal; raise `JournalDamaged` where they do not verify."""
    scan = scan_log(path, _read_all(path, storage))
    return {record.entry.sequence: record.digest.hex() for record in scan.records}


def verify(path: Path, storage: Storage = POSIX) -> Report:
    """Check every record, the chain and the head file; change nothing. Raises `OSError` if it cannot be read."""
    data = _read_all(path, storage)
    scan = Scan((), None, len(data))
    header, head, damage = None, None, ""
    try:
        scan = scan_log(path, data)
        header = header_of(path, scan.records[0])
        head = read_head(path, storage, scan.records[0].digest)
        check_head(path, scan, head)
    except JournalDamaged as problem:
        damage = str(problem)
        if not scan.records:
            return Report(path, header, problem.verified, 0, head_known=False, last_hash="", damage=damage)
    tail_bytes = scan.size - scan.last.end
    records = scan.last.entry.sequence
    return Report(path, header, records, tail_bytes, head is not None, scan.last.digest.hex(), damage)
