"""The small file that outlives the process: up to where the broker acknowledged, and connection numbers.

Written beside, synced, renamed and the directory synced. It is written now and then, not at each
acknowledgement: after a crash a few messages are sent twice, which consumers expect, and none is left out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from table_controller.broadcast.outbox import START, Position
from table_controller.journal_storage import POSIX, Storage, replace_file

CONNS_AT_ONCE: Final = 1000
"""Connection numbers reserved by one write, so that a broker that comes and goes wears out no disk."""


@dataclass(frozen=True, slots=True)
class Mark:
    """`epoch` names the journal that `position` counts in; numbers up to `conn` may have been used."""

    epoch: str
    position: Position = START
    conn: int = 0


class MarkFile:
    """One table's mark on disk."""

    def __init__(self, path: Path, epoch: str, storage: Storage = POSIX) -> None:
        self._path, self._storage = path, storage
        self._saved = self._load(epoch)
        self._next_conn = self._saved.conn + 1

    def _load(self, epoch: str) -> Mark:
        """The saved mark; of another epoch only its connection numbers count, and a broken file counts as none."""
        if not self._storage.exists(self._path):
            return Mark(epoch)
        file = self._storage.open(self._path, writable=False)
        try:
            saved = msgspec.json.decode(file.read(0, file.size_bytes()), type=Mark)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return Mark(epoch)
        finally:
            file.close()
        return saved if saved.epoch == epoch else Mark(epoch, conn=saved.conn)

    @property
    def position(self) -> Position:
        """Where delivery goes on."""
        return self._saved.position

    def save(self, position: Position) -> None:
        """Remember a new position; nothing is written if it is the old one. Raises `OSError`."""
        if position != self._saved.position:
            self._write(replace(self._saved, position=position))

    def next_conn(self) -> int:
        """A connection number above all that were used before, in this process and earlier ones. Raises `OSError`."""
        number, self._next_conn = self._next_conn, self._next_conn + 1
        if number > self._saved.conn:
            self._write(replace(self._saved, conn=number + CONNS_AT_ONCE - 1))
        return number

    def _write(self, mark: Mark) -> None:
        replace_file(self._path, msgspec.json.encode(mark), self._storage)
        self._saved = mark
