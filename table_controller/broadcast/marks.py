"""The small file that outlives the process: up to where the broker acknowledged, and connection numbers.

Written beside, synced, renamed and the directory synced. It is written now and then, not at each
acknowledgement: after a crash a few messages are sent twice, which consumers expect, and none is left out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.outbox import START, Position
from table_controller.journal.storage import POSIX, Storage, replace_file

DELAYED_MARK: Final = "mqtt-delayed.mark"
MARK: Final = "mqtt.mark"
"""Its name in a table's state folder, beside the journal."""

CONNS_AT_ONCE: Final = 1000
"""Connection numbers reserved by one write, so that a broker that comes and goes wears out no disk."""


class Mark(Struct, frozen=True):
    """`epoch` names the journal that `position` counts in; numbers up to `conn` may have been used."""

    epoch: str
    position: Position = START
    conn: int = 0


def read_mark(path: Path, storage: Storage = POSIX) -> Mark | None:
    """The mark on disk, None if there is none or it cannot be read as one. Raises `OSError`."""
    if not storage.exists(path):
        return None
    file = storage.open(path, writable=False)
    try:
        return msgspec.json.decode(file.read(0, file.size_bytes()), type=Mark)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    finally:
        file.close()


def outrun(mark: Mark | None, epoch: str, live_n: int) -> str:
    """Why a journal of `epoch` whose last public message is `live_n` must not go on in its epoch; empty if it may.

    A disk that lied about a sync may come back with a journal that is sound and too short. Numbers that
    recorders have already would then be given to other events: the same number twice, and nobody sees it.
    """
    if mark is None or mark.epoch != epoch or mark.position[0] <= live_n:
        return ""
    return f"messages up to {mark.position[0]} of epoch {epoch} were published, and it knows of {live_n}"


class MarkFile:
    """One table's mark on disk."""

    def __init__(self, path: Path, epoch: str, storage: Storage = POSIX) -> None:
        self._path, self._storage = path, storage
        self._saved = self._load(epoch)
        self._next_conn = self._saved.conn + 1

    def _load(self, epoch: str) -> Mark:
        """The saved mark; of another epoch only its connection numbers count, and a broken file counts as none."""
        saved = read_mark(self._path, self._storage)
        if saved is None:
            return Mark(epoch)
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
