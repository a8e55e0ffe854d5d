"""A second copy of a journal on another disk, or a stick: written behind it, read back, and missed when it fails.

    append ─▶ the journal's disk (acknowledged) ─▶ … half a second later, by a thread: the mirror's disk

The mirror never holds up the table. What it lacks is caught up with as soon as its disk takes it: a stick that was
pulled out is gone on with where it ended. A file in its place that is no beginning of this journal is another table's,
or of another epoch; it is moved aside, never written over.
"""

from __future__ import annotations

import errno
import logging
import threading
from pathlib import Path
from typing import Final

from table_controller.journal.journal import Journal
from table_controller.journal.storage import POSIX, Storage, StorageFile, write_whole

LOG: Final = logging.getLogger(__name__)

EVERY_S: Final = 0.5
"""How often it is looked whether the journal has grown."""

LAST_S: Final = 2.0
"""So long the end of a table waits for its last records to be copied: the next start does it else."""

CHUNK_BYTES: Final = 1 << 18
"""So much is copied and read back at once."""

FAILED: Final = "no-mirror"
"""The code of its trouble."""


class Mirror:
    """One copy of one journal, whose file is only read. `trouble` is a code with facts, empty if all is well."""

    def __init__(self, journal: Journal, copy: Path, storage: Storage = POSIX, elsewhere: Storage = POSIX) -> None:
        self._journal, self._copy, self._storage, self._elsewhere = journal, copy, storage, elsewhere
        self._source: StorageFile | None = None
        self._target: StorageFile | None = None
        self._copied = 0
        self._reason = ""
        self._ends = threading.Event()
        self._thread = threading.Thread(target=self._run, name="journal-mirror", daemon=True)
        self.trouble = ""

    def start(self) -> None:
        """Follow the journal from now on."""
        self._thread.start()

    def stop(self) -> None:
        """Copy what is still missing, and end; a disk that hangs is not waited for. Only after `start`."""
        self._ends.set()
        self._thread.join(LAST_S)
        if not self._thread.is_alive():
            self._let_go()

    def _run(self) -> None:
        self.catch_up()
        while not self._ends.wait(EVERY_S):
            self.catch_up()
        self.catch_up()

    def catch_up(self) -> None:
        """Copy what the journal has more than the copy; a disk that refuses is asked again the next time."""
        end = self._journal.last.end
        try:
            source, target = self._files(end)
            while self._copied < end:
                data = source.read(self._copied, min(CHUNK_BYTES, end - self._copied))
                _write_and_read_back(target, self._copied, data)
                self._copied += len(data)
        except OSError as problem:
            self._let_go()
            reason = problem.strerror or str(problem)
            self.trouble = f"{FAILED} reason={reason.replace(' ', '-')} bytes={end - self._copied}"
            self._log(reason)
        else:
            self.trouble = ""
            self._log("")

    def _log(self, reason: str) -> None:
        """Say once why the copy is not kept up, and when it is whole again."""
        if reason == self._reason:
            return
        self._reason = reason
        if reason:
            LOG.warning("the second copy of the journal, %s, is not kept up: %s", self._copy, reason)
        else:
            LOG.info("the second copy of the journal, %s, is whole again", self._copy)

    def _files(self, end: int) -> tuple[StorageFile, StorageFile]:
        """Both files, the copy cut to what it has of this journal."""
        if self._source is not None and self._target is not None:
            return self._source, self._target
        source = self._source = self._storage.open(self._journal.path, writable=False)
        target = self._target = self._elsewhere.open(self._copy, create=True)  # kept at once: what fails now closes it
        self._copied = min(target.size_bytes(), end)
        if not _are_alike(source, target, self._copied):
            target.close()
            self._elsewhere.replace(self._copy, self._aside())
            target = self._target = self._elsewhere.open(self._copy, create=True)
            self._copied = 0
        target.truncate(self._copied)
        self._elsewhere.fsync_dir(self._copy.parent)
        return source, target

    def _aside(self) -> Path:
        """A name beside the copy that nothing has yet."""
        number = 1
        while self._elsewhere.exists(path := self._copy.with_name(f"{self._copy.name}.{number}")):
            number += 1
        return path

    def _let_go(self) -> None:
        for file in (self._source, self._target):
            if file is not None:
                file.close()
        self._source = self._target = None


def _write_and_read_back(target: StorageFile, at: int, data: bytes) -> None:
    """Put `data` on the disk; raise `OSError` unless it is there."""
    write_whole(target, at, data)
    target.fdatasync()
    if not data or target.read(at, len(data)) != data:
        raise OSError(errno.EIO, "what was written is not what is read")


def _are_alike(left: StorageFile, right: StorageFile, size_bytes: int) -> bool:
    """Whether both begin with the same bytes."""
    places = range(0, size_bytes, CHUNK_BYTES)
    return all(
        left.read(at, min(CHUNK_BYTES, size_bytes - at)) == right.read(at, min(CHUNK_BYTES, size_bytes - at))
        for at in places
    )
