"""The bridge's own small store: what its vault must not forget, in one file that only its owner can read.

The file is a line with the SHA-256 of the rest, then JSON. It is put in place whole (written beside, synced,
renamed, the folder synced), so after a power cut it is the old one or the new one. A file that is damaged or
missing is no reason to stop: the bridge begins with new handles, says so, and the controller asks about
the cards on the felt. The file holds tag ids: they appear in no error and in no log.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware_bridge.secrets import private
from firmware_bridge.secrets.vault import Kept, Memory
from firmware_bridge.vocabulary.observations import Handle

FORMAT: Final = 1
MAX_BYTES: Final = 1 << 20
"""Far more than 104 cards take: a longer file is not ours."""


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


class HandleStore:
    """One file, written by one bridge. `say` takes lines for the log."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self.path, self._say = path, say
        self._failing = False

    def load(self) -> Memory | None:
        """What an earlier process left, None if there is nothing that can be used: others must not know of it."""
        try:
            if wrong := private.trouble(self.path):
                self._say(f"{self.path}: {wrong}; beginning with new handles")
                return None
            with self.path.open("rb") as file:
                content = file.read(MAX_BYTES + 1)
        except FileNotFoundError:
            self._say(f"{self.path}: no handles from before, beginning anew")
            return None
        except OSError as problem:
            self._say(f"{self.path}: cannot be read ({problem.strerror}), beginning with new handles")
            return None
        memory = _decoded(content)
        if memory is None:
            self._say(f"{self.path}: is damaged, beginning with new handles")
        else:
            self._say(f"{self.path}: {len(memory.cards)} handles from before, {memory.shuffles} shuffles")
        return memory

    def save(self, memory: Memory) -> bool:
        """Put `memory` in place and return when the disk has it; False, said once, if the disk refuses."""
        try:
            _put_in_place(self.path, _encoded(memory))
        except OSError as problem:
            if not self._failing:
                self._say(f"{self.path}: handles cannot be kept ({problem.strerror}); a restart would lose them")
            self._failing = True
            return False
        if self._failing:
            self._say(f"{self.path}: handles are kept again")
        self._failing = False
        return True


def _encoded(memory: Memory) -> bytes:
    cards = tuple(_Card(kept.tag.hex(), kept.handle, kept.lay_at) for kept in memory.cards)
    body = msgspec.json.encode(_File(FORMAT, memory.deck, memory.hand, memory.shuffles, cards))
    return hashlib.sha256(body).hexdigest().encode() + b"\n" + body


def _decoded(content: bytes) -> Memory | None:
    """The memory that a file holds; None for any other bytes."""
    digest, _, body = content.partition(b"\n")
    if len(content) > MAX_BYTES or hashlib.sha256(body).hexdigest().encode() != digest:
        return None
    try:
        file = msgspec.json.decode(body, type=_File)
        cards = tuple(Kept(bytes.fromhex(card.tag), Handle(card.handle), card.lay_at) for card in file.cards)
    except (msgspec.DecodeError, ValueError):
        return None
    return Memory(file.deck, file.hand, file.shuffles, cards) if file.format == FORMAT else None


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
