"""The table's memory: an append-only log that is on the disk before anything is shown or sent.

`append` returns only after write and fdatasync. On opening, a torn last record (a write that a
power cut interrupted, never acknowledged) is cut and reported; anything else that does not verify
raises `JournalDamaged` and is never skipped. A flipped bit in the last acknowledged record looks like a
torn write, so a small head file beside the log remembers how far it was acknowledged. The head is
written after each sync of the log and synced itself only now and then: after a power cut it may
say less than the log holds, never more, so it raises no false alarm.

Any error while writing is fatal for the open file: `append` refuses from then on, and a fresh `open`
finds out what the disk kept. A disk that fills up is no such error for a while: space for a hand is set
aside ahead (`journal_reserve`), and `room_for_a_hand` says when a new one must not begin.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Self
from uuid import UUID

from firmware_bridge.vocabulary.values import replace
from table_controller.journal.log import JournalFailed, Log, MemoryJournal, Recovery
from table_controller.journal.records import (
    SLOT_BYTES,
    Acknowledged,
    Entry,
    Header,
    Verified,
    encode_header,
    encode_record,
    encode_slot,
)
from table_controller.journal.reserve import Reserve
from table_controller.journal.scan import (
    JournalDamaged,
    Report,
    Scan,
    check_head,
    entries,
    head_path,
    header_of,
    read_head,
    scan_log,
    scan_on,
    verify,
)
from table_controller.journal.storage import POSIX, JournalLocked, Storage, StorageFile, write_whole

__all__ = [
    "Entry",
    "Header",
    "Journal",
    "JournalDamaged",
    "JournalFailed",
    "JournalLocked",
    "Log",
    "MemoryJournal",
    "Recovery",
    "Report",
    "entries",
    "verify",
]

MARK_EVERY: Final = 256
"""Records between two whose place is remembered, so that reading may begin anywhere without reading all."""

HEAD_SYNC_EVERY: Final = 64
"""Appends between two syncs of the head file; its own sync is only a second opinion."""


def _refuse_existing(path: Path, storage: Storage) -> None:
    if storage.exists(path):
        raise FileExistsError(f"{path} is a journal already; open it, or give the new epoch another name")


class Journal:
    """The log on disk, with this process as its only writer. Use `create` or `open`."""

    def __init__(self, path: Path, file: StorageFile, head: StorageFile, boot_id: UUID, scan: Scan) -> None:
        self._path, self._file, self._head, self._boot_id = path, file, head, boot_id
        self._header = header_of(path, scan.records[0])
        self._first_digest = scan.records[0].digest
        self._last = replace(scan.last, entry=replace(scan.last.entry, payload=b""))
        self._marks = [replace(mark, entry=replace(mark.entry, payload=b"")) for mark in scan.records[::MARK_EVERY]]
        self._reserve = Reserve(file)
        self._failure = ""
        self._closed = False
        self._recovery = Recovery(self.last_sequence)

    @classmethod
    def create(cls, path: Path, header: Header, *, boot_id: UUID, mono_ns: int = 0, storage: Storage = POSIX) -> Self:
        """Start a new journal at `path`, which must not exist; its name and header are on the disk on return.

        Raises `FileExistsError`, `JournalLocked`, `OSError`.
        """
        first = encode_header(header, boot_id, mono_ns)
        beside = path.with_name(path.name + ".new")
        file = storage.open(beside, create=True)
        try:
            file.lock()
            _refuse_existing(path, storage)
            file.truncate(0)
            write_whole(file, 0, first)
            file.fdatasync()
            storage.replace(beside, path)
            head = storage.open(head_path(path), create=True)
        except BaseException:
            file.close()
            raise
        journal = cls(path, file, head, boot_id, scan_log(path, first))
        journal._start_head(storage)
        return journal

    @classmethod
    def open(cls, path: Path, *, boot_id: UUID, storage: Storage = POSIX) -> Self:
        """Go on with the journal at `path`; see `recovery` for what was found.

        Raises `FileNotFoundError`, `JournalLocked`, `JournalDamaged`, `OSError`.
        """
        file = storage.open(path)
        try:
            file.lock()
            scan = scan_log(path, file.read(0, file.size_bytes()))
            known = read_head(path, storage, scan.records[0].digest)
            check_head(path, scan, known)
            if scan.bad is not None:
                file.truncate(scan.last.end)
            # A record that was never acknowledged may be only in memory, and after a failed sync the kernel may
            # call its pages clean: written once more, they are dirty again.
            start, last = scan.start_of_last, scan.last
            write_whole(file, start, file.read(start, last.end - start))
            file.fdatasync()
            head = storage.open(head_path(path), create=True)
        except BaseException:
            file.close()
            raise
        journal = cls(path, file, head, boot_id, scan)
        cut = scan.size - scan.last.end
        journal._recovery = Recovery(
            journal.last_sequence, cut, journal.last_sequence + 1 if cut else None, known is not None
        )
        journal._start_head(storage)
        return journal

    def _start_head(self, storage: Storage) -> None:
        """Bring both slots up to date and make the names durable; close everything if that fails."""
        try:
            for slot in (0, 1):
                write_whole(self._head, slot * SLOT_BYTES, self._slot())
            self._head.fdatasync()
            storage.fsync_dir(self._path.parent)
            self._reserve.keep(self._last.end)
        except BaseException:
            self._head.close()
            self._file.close()
            raise

    def _slot(self) -> bytes:
        last = self._last
        return encode_slot(Acknowledged(last.entry.sequence, last.end, last.digest, self._first_digest))

    @property
    def header(self) -> Header:
        """What the first record says."""
        return self._header

    @property
    def recovery(self) -> Recovery:
        """What opening found."""
        return self._recovery

    @property
    def last_sequence(self) -> int:
        """The sequence of the last acknowledged record; 0 in a fresh journal."""
        return self._last.entry.sequence

    @property
    def last(self) -> Verified:
        """The last acknowledged record without its payload: where it ends, and its hash, which stands for all of it."""
        return self._last

    @property
    def boot_id(self) -> UUID:
        """The boot of the machine in which this process writes."""
        return self._boot_id

    @property
    def path(self) -> Path:
        """The file."""
        return self._path

    def append(self, payload: bytes, mono_ns: int, wall_ns: int) -> Entry:
        """Write one record and return when the disk has it.

        Raises `JournalFailed` if the disk refuses, now or since an earlier append: the table must stop
        acknowledging. Raises `ValueError` for a payload that is too long; the journal goes on.
        """
        if self._failure:
            raise JournalFailed(f"journal {self._path} takes no more records: {self._failure}")
        entry = Entry(self.last_sequence + 1, self._boot_id, mono_ns, wall_ns, payload)
        record = encode_record(entry, self._last.digest)
        start = self._last.end
        try:
            write_whole(self._file, start, record)
            self._file.fdatasync()
            digest = hashlib.sha256(record).digest()
            self._last = Verified(replace(entry, payload=b""), start + len(record), digest)
            if entry.sequence % MARK_EVERY == 0:
                self._marks.append(self._last)
            self._reserve.keep(self._last.end)
            write_whole(self._head, (entry.sequence % 2) * SLOT_BYTES, self._slot())
            if entry.sequence % HEAD_SYNC_EVERY == 0:
                self._head.fdatasync()
        except OSError as problem:
            self._failure = f"{problem} at record {entry.sequence}"
            raise JournalFailed(
                f"journal {self._path} takes no more records: {self._failure}; "
                "check the disk, then start the controller again: opening finds what was kept"
            ) from problem
        return entry

    def entries(self, first: int = 1) -> Iterator[Entry]:
        """The acknowledged records from sequence `first` on, read back from the file; those before are not read."""
        first = max(first, 1)
        if first <= self.last_sequence:
            yield from (found.entry for found in self._read_on(first - 1) if found.entry.sequence >= first)

    def digest_of(self, sequence: int) -> str:
        """The SHA-256 of one record: it stands for that record and all before. `ValueError` if there is none."""
        if not 0 <= sequence <= self.last_sequence:
            raise ValueError(f"journal {self._path} has no record {sequence}, its last is {self.last_sequence}")
        if sequence == self.last_sequence:
            return self._last.digest.hex()
        return next(found.digest for found in self._read_on(sequence) if found.entry.sequence == sequence).hex()

    def _read_on(self, sequence: int) -> tuple[Verified, ...]:
        """A remembered record at or before `sequence`, without its payload, and all that follow it."""
        mark = self._marks[sequence // MARK_EVERY]
        data = self._file.read(mark.end, self._last.end - mark.end)
        return (mark, *scan_on(self._path, data, mark).records)

    def room_for_a_hand(self) -> bool:
        """Whether a whole hand is sure to find room on the disk: if not, begin none."""
        return not self._failure and self._reserve.room_for_a_hand(self._last.end)

    def trouble(self) -> str:
        """What a person should see to, as a code with facts; empty if all is well."""
        return f"journal-failed reason={self._failure}" if self._failure else self._reserve.trouble(self._last.end)

    def close(self) -> None:
        """Sync the head file and let go of the lock; twice is once."""
        if self._closed:
            return
        self._closed = True
        try:
            if not self._failure:
                self._head.fdatasync()
        finally:
            self._failure = self._failure or "it is closed"
            self._head.close()
            self._file.close()
