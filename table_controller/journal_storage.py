"""The few things that the journal asks of a disk, behind an interface that a simulated disk can fill.

Nothing here repeats a failed write or sync: after a failed sync the kernel may call pages clean
that never reached the disk, so a second sync that succeeds proves nothing.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path
from typing import Protocol
from uuid import UUID


class JournalLocked(RuntimeError):
    """Another program holds the journal: says which file."""


class StorageFile(Protocol):
    """One open file, read and written at byte offsets."""

    def size_bytes(self) -> int:
        """How long the file is now."""

    def read(self, offset: int, size_bytes: int) -> bytes:
        """Up to `size_bytes` from `offset`; shorter only at the end of the file."""

    def write(self, offset: int, data: bytes) -> int:
        """Write at `offset`; the number of bytes taken may be smaller than `data`."""

    def fdatasync(self) -> None:
        """Return only when what was written is on the disk; raise `OSError` if that is in doubt."""

    def truncate(self, size_bytes: int) -> None:
        """Cut the file to `size_bytes`."""

    def lock(self) -> None:
        """Become the one writer, until `close`; raise `JournalLocked` if there is one."""

    def close(self) -> None:
        """Let go of the file and of its lock; twice is once."""


class Storage(Protocol):
    """Files by path."""

    def exists(self, path: Path) -> bool:
        """Whether a file of this name is there."""

    def open(self, path: Path, *, create: bool = False, writable: bool = True) -> StorageFile:
        """Open a file, private to its owner; with `create`, make it if it is missing."""

    def replace(self, source: Path, target: Path) -> None:
        """Give `source` the name `target`, in one step."""

    def fsync_dir(self, path: Path) -> None:
        """Return only when the names in the directory `path` are on the disk."""


class PosixFile:
    """A file of the operating system."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor: int | None = descriptor

    @property
    def _fd(self) -> int:
        if self._descriptor is None:
            raise ValueError(f"{self._path} is closed")
        return self._descriptor

    def size_bytes(self) -> int:
        """How long the file is now."""
        return os.fstat(self._fd).st_size

    def read(self, offset: int, size_bytes: int) -> bytes:
        """Up to `size_bytes` from `offset`; shorter only at the end of the file."""
        pieces: list[bytes] = []
        while size_bytes > 0:
            piece = os.pread(self._fd, size_bytes, offset)
            if not piece:
                break
            pieces.append(piece)
            offset, size_bytes = offset + len(piece), size_bytes - len(piece)
        return b"".join(pieces)

    def write(self, offset: int, data: bytes) -> int:
        """Write at `offset`; the number of bytes taken may be smaller than `data`."""
        return os.pwrite(self._fd, data, offset)

    def fdatasync(self) -> None:
        """Return only when what was written is on the disk."""
        os.fdatasync(self._fd)

    def truncate(self, size_bytes: int) -> None:
        """Cut the file to `size_bytes`."""
        os.ftruncate(self._fd, size_bytes)

    def lock(self) -> None:
        """Become the one writer: an advisory lock that ends with this open file, also when killed."""
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise JournalLocked(f"{self._path} is in use by another controller; stop that one first") from None

    def close(self) -> None:
        """Let go of the file and of its lock; twice is once."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)


class PosixStorage:
    """The disk of this machine; files are made with mode 0600."""

    def exists(self, path: Path) -> bool:
        """Whether a file of this name is there."""
        return path.exists()

    def open(self, path: Path, *, create: bool = False, writable: bool = True) -> StorageFile:
        """Open a file, private to its owner; with `create`, make it if it is missing."""
        flags = (os.O_RDWR if writable else os.O_RDONLY) | os.O_CLOEXEC | (os.O_CREAT if create else 0)
        return PosixFile(path, os.open(path, flags, 0o600))

    def replace(self, source: Path, target: Path) -> None:
        """Give `source` the name `target`, in one step."""
        source.replace(target)

    def fsync_dir(self, path: Path) -> None:
        """Return only when the names in the directory `path` are on the disk."""
        descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


POSIX = PosixStorage()


def write_whole(file: StorageFile, offset: int, data: bytes) -> None:
    """Write all of `data`, going on after short writes; raise `OSError` if the disk takes nothing more."""
    while data:
        taken = file.write(offset, data)
        if taken <= 0:
            raise OSError(f"the disk took 0 of {len(data)} bytes")
        offset, data = offset + taken, data[taken:]


def replace_file(path: Path, content: bytes, storage: Storage = POSIX) -> None:
    """Put a small file in place so that after a power cut it is the old one or the new one, never half.

    Written beside it, synced, renamed, and the directory synced. Raises `OSError`.
    """
    beside = path.with_name(path.name + ".new")
    file = storage.open(beside, create=True)
    try:
        file.truncate(0)
        write_whole(file, 0, content)
        file.fdatasync()
    finally:
        file.close()
    storage.replace(beside, path)
    storage.fsync_dir(path.parent)


def read_boot_id() -> UUID:
    """The kernel's name for the present boot of the machine; monotonic times compare only within one boot."""
    return UUID(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
