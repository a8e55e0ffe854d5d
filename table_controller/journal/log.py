"""What the controller asks of a journal, and the journal in memory that simulated time uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol
from uuid import UUID

from msgspec import Struct

from table_controller.journal.records import Entry, Header


class JournalFailed(RuntimeError):
    """The journal takes no more records, because an earlier write or sync failed, or it is closed."""


class Recovery(Struct, frozen=True):
    """What opening found: whole records, bytes of a torn tail that were cut, and the sequence they had begun.

    `head_known` is False if the head file was missing or unreadable, so that only the log itself was checked.
    """

    records: int
    cut_bytes: int = 0
    cut_sequence: int | None = None
    head_known: bool = True


class Log(Protocol):
    """A journal as the controller uses it: on disk, or in memory for simulated time."""

    @property
    def header(self) -> Header:
        """What the log says of itself."""

    @property
    def recovery(self) -> Recovery:
        """What opening found."""

    @property
    def last_sequence(self) -> int:
        """The sequence of the last record; 0 in a fresh log."""

    def append(self, payload: bytes, mono_ns: int, wall_ns: int) -> Entry:
        """Make `payload` durable; only then return."""

    def entries(self, first: int = 1) -> Iterator[Entry]:
        """The records from sequence `first` on."""

    def room_for_a_hand(self) -> bool:
        """Whether a whole hand is sure to find room: if not, begin none."""

    def trouble(self) -> str:
        """What a person should see to, as a code with facts; empty if all is well."""

    def close(self) -> None:
        """Let go; twice is once."""


class MemoryJournal:
    """A journal for simulated time and tests: the same face, no disk, nothing survives the process."""

    def __init__(self, header: Header, *, boot_id: UUID) -> None:
        self._header, self._boot_id = header, boot_id
        self._entries: list[Entry] = []
        self._closed = False

    @property
    def header(self) -> Header:
        """What it was made with."""
        return self._header

    @property
    def recovery(self) -> Recovery:
        """Nothing is ever found."""
        return Recovery(0)

    @property
    def last_sequence(self) -> int:
        """The sequence of the last record; 0 in a fresh journal."""
        return len(self._entries)

    def append(self, payload: bytes, mono_ns: int, wall_ns: int) -> Entry:
        """Keep one record."""
        if self._closed:
            raise JournalFailed("the journal in memory takes no more records: it is closed")
        entry = Entry(len(self._entries) + 1, self._boot_id, mono_ns, wall_ns, payload)
        self._entries.append(entry)
        return entry

    def entries(self, first: int = 1) -> Iterator[Entry]:
        """The records from sequence `first` on."""
        yield from self._entries[max(first, 1) - 1 :]

    def room_for_a_hand(self) -> bool:
        """Memory has room."""
        return True

    def trouble(self) -> str:
        """Closed is all that can be wrong."""
        return "closed" if self._closed else ""

    def close(self) -> None:
        """Refuse further records."""
        self._closed = True
