"""A small secret file that survives a kill and a power cut: two slots, written in turn, that only its owner can read.

Each slot is a line with the SHA-256 of the rest, then JSON, then zeros. They are written in place, so a full disk
keeps nothing back (where a file system does not copy what it overwrites), and after a power cut the other slot still
holds the write before: of two good ones the later counts. A file that is not there yet, or not its owner's alone, is
put in place whole (written beside, synced, renamed, the folder synced). What stands in it appears in no error and in no
log.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final, Generic, TypeVar

from firmware_bridge.secrets.faults import why_of
from firmware_bridge.vocabulary.whole_files import OTHERS, rights_trouble, write_whole

T = TypeVar("T")
SLOTS: Final = 2


class SlotFile(Generic[T]):
    """One file of one writer. `what` names its content in the log, ``handles``; `say` takes lines for the log.

    `read` makes the content and the number of its write of a slot's JSON, None where it cannot; `write` is its inverse.
    """

    def __init__(
        self,
        path: Path,
        slot_bytes: int,
        what: str,
        say: Callable[[str], None],
        read: Callable[[bytes], tuple[int, T] | None],
        write: Callable[[T, int], bytes],
    ) -> None:
        self.path, self._slot_bytes, self._what, self._say = path, slot_bytes, what, say
        self._read, self._write = read, write
        self._failing = False
        self._written, self._slot = 0, 0

    def load(self) -> T | None:
        """What an earlier process left, None if there is nothing that can be used: others must not know of it."""
        begins = f"beginning with new {self._what}"
        try:
            if wrong := rights_trouble(self.path):
                self._say(f"{self.path}: {wrong}; {begins}")
                return None
            with self.path.open("rb") as file:
                content = file.read(SLOTS * self._slot_bytes + 1)
        except FileNotFoundError:
            self._say(f"{self.path}: no {self._what} from before, beginning anew")
            return None
        except OSError as problem:
            self._say(f"{self.path}: cannot be read ({why_of(problem)}), {begins}")
            return None
        starts = range(0, SLOTS * self._slot_bytes, self._slot_bytes)
        slots = [self._decoded(content[at : at + self._slot_bytes]) for at in starts]
        good = [(slot, *found) for slot, found in enumerate(slots) if found is not None]
        if not good or len(content) > SLOTS * self._slot_bytes:
            self._say(f"{self.path}: is damaged, {begins}")
            return None
        self._slot, self._written, found = max(good, key=lambda one: one[1])
        return found

    def save(self, kept: T) -> bool:
        """Write and return when the disk has it; False, said once, if the disk refuses."""
        slot, written = (self._slot + 1) % SLOTS, self._written + 1
        try:
            content = self.encoded(kept, written)
            if not self._overwritten(slot * self._slot_bytes, content):
                write_whole(self.path, content.ljust(SLOTS * self._slot_bytes, b"\0"))
                slot = 0
        except OSError as problem:
            if not self._failing:
                self._say(f"{self.path}: {self._what} cannot be kept ({why_of(problem)}); a restart would lose them")
            self._failing = True
            return False
        if self._failing:
            self._say(f"{self.path}: {self._what} are kept again")
        self._failing = False
        self._slot, self._written = slot, written
        return True

    def encoded(self, kept: T, written: int) -> bytes:
        """A slot's bytes; raises `OSError` (EFBIG) for more than one holds."""
        body = self._write(kept, written)
        content = hashlib.sha256(body).hexdigest().encode() + b"\n" + body
        if len(content) > self._slot_bytes:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        return content.ljust(self._slot_bytes, b"\0")

    def _decoded(self, content: bytes) -> tuple[int, T] | None:
        """The number of the write that a slot holds, and what it holds; None for any other bytes."""
        digest, _, body = content.rstrip(b"\0").partition(b"\n")
        return self._read(body) if hashlib.sha256(body).hexdigest().encode() == digest else None

    def _overwritten(self, offset: int, content: bytes) -> bool:
        """Whether there is a file of two slots that is its owner's alone; then the disk has `content` at `offset`."""
        try:
            descriptor = os.open(self.path, os.O_WRONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            return False
        with os.fdopen(descriptor, "wb", buffering=0) as out:
            found = os.fstat(descriptor)
            whole = found.st_size == SLOTS * self._slot_bytes
            if not stat.S_ISREG(found.st_mode) or found.st_mode & OTHERS or not whole:
                return False
            out.seek(offset)
            while content:
                content = content[out.write(content) or 0 :]
            os.fsync(descriptor)
        return True
