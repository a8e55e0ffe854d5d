"""The bridge's own small store: what its vault must not forget, in one file that only its owner can read.

The file is two slots, each a line with the SHA-256 of the rest, then JSON, then zeros. They are written in turn, in
place, so a full disk keeps nothing back (where a file system does not copy what it overwrites), and after a power cut
the other slot still holds the write before: of two good ones the later counts. A file that is not
there yet, or not its owner's alone, is put in place whole (written beside, synced, renamed, the folder synced). One
that is damaged or missing is no reason to stop: the bridge begins with new handles, says so, and the controller asks
about the cards on the felt. The file holds tag ids: they appear in no error and in no log.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware_bridge.secrets import private
from firmware_bridge.secrets.vault import Kept, Memory
from firmware_bridge.vocabulary.observations import Handle

FORMAT: Final = 2
ONE_SLOT: Final = 1
"""The format before: one slot, of the file's length, that was never written in place. It is read, too."""
SLOTS: Final = 2
SLOT_BYTES: Final = 1 << 16
"""Far more than 104 cards take (11 kB)."""


class _Card(Struct, frozen=True):
    tag: str
    handle: str
    lay_at: tuple[str, ...]


class _File(Struct, frozen=True):
    format: int
    deck: str | None
    hand: int | None
    shuffles: int
    cards: tuple[_Card, ...]
    written: int = 0
    """The number of this write, from 1: of two slots the later one counts."""


class HandleStore:
    """One file, written by one bridge. `say` takes lines for the log."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self.path, self._say = path, say
        self._failing = False
        self._written, self._slot = 0, 0

    def load(self) -> Memory | None:
        """What an earlier process left, None if there is nothing that can be used: others must not know of it."""
        try:
            if wrong := private.trouble(self.path):
                self._say(f"{self.path}: {wrong}; beginning with new handles")
                return None
            with self.path.open("rb") as file:
                content = file.read(SLOTS * SLOT_BYTES + 1)
        except FileNotFoundError:
            self._say(f"{self.path}: no handles from before, beginning anew")
            return None
        except OSError as problem:
            self._say(f"{self.path}: cannot be read ({problem.strerror}), beginning with new handles")
            return None
        slots = [_decoded(content[at : at + SLOT_BYTES]) for at in range(0, SLOTS * SLOT_BYTES, SLOT_BYTES)]
        good = [(slot, *found) for slot, found in enumerate(slots) if found is not None]
        if not good or len(content) > SLOTS * SLOT_BYTES:
            self._say(f"{self.path}: is damaged, beginning with new handles")
            return None
        self._slot, self._written, memory = max(good, key=lambda one: one[1])
        self._say(f"{self.path}: {len(memory.cards)} handles from before, {memory.shuffles} shuffles")
        return memory

    def save(self, memory: Memory) -> bool:
        """Write `memory` and return when the disk has it; False, said once, if the disk refuses."""
        slot, written = (self._slot + 1) % SLOTS, self._written + 1
        try:
            content = _encoded(memory, written)
            if not _overwritten(self.path, slot * SLOT_BYTES, content):
                _put_in_place(self.path, content.ljust(SLOTS * SLOT_BYTES, b"\0"))
                slot = 0
        except OSError as problem:
            if not self._failing:
                self._say(f"{self.path}: handles cannot be kept ({problem.strerror}); a restart would lose them")
            self._failing = True
            return False
        if self._failing:
            self._say(f"{self.path}: handles are kept again")
        self._failing = False
        self._slot, self._written = slot, written
        return True


def _encoded(memory: Memory, written: int) -> bytes:
    """A slot's bytes; raises `OSError` (EFBIG) for more than one holds."""
    cards = tuple(_Card(kept.tag.hex(), kept.handle, kept.lay_at) for kept in memory.cards)
    body = msgspec.json.encode(_File(FORMAT, memory.deck, memory.hand, memory.shuffles, cards, written))
    content = hashlib.sha256(body).hexdigest().encode() + b"\n" + body
    if len(content) > SLOT_BYTES:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content.ljust(SLOT_BYTES, b"\0")


def _decoded(content: bytes) -> tuple[int, Memory] | None:
    """The number of the write that a slot holds, and the memory; None for any other bytes."""
    digest, _, body = content.rstrip(b"\0").partition(b"\n")
    if hashlib.sha256(body).hexdigest().encode() != digest:
        return None
    try:
        file = msgspec.json.decode(body, type=_File)
        cards = tuple(Kept(bytes.fromhex(card.tag), Handle(card.handle), card.lay_at) for card in file.cards)
    except (msgspec.DecodeError, ValueError):
        return None
    if file.format not in (ONE_SLOT, FORMAT):
        return None
    return file.written, Memory(file.deck, file.hand, file.shuffles, cards)


def _overwritten(path: Path, offset: int, content: bytes) -> bool:
    """Whether `path` is a file of two slots that is its owner's alone; then the disk has `content` at `offset`."""
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return False
    with os.fdopen(descriptor, "wb", buffering=0) as out:
        found = os.fstat(descriptor)
        if not stat.S_ISREG(found.st_mode) or found.st_mode & private.OTHERS or found.st_size != SLOTS * SLOT_BYTES:
            return False
        out.seek(offset)
        while content:
            content = content[out.write(content) or 0 :]
        os.fsync(descriptor)
    return True


def _put_in_place(path: Path, content: bytes) -> None:
    beside = path.with_name(path.name + ".new")
    with contextlib.suppress(FileNotFoundError):
        beside.unlink()
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(path)
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
