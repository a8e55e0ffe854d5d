"""The few things that the journal asks of a disk, behind an interface that a simulated disk can fill.

Nothing here repeats a failed write or sync: after a failed sync the kernel may call pages clean
that never reached the disk, so a second sync that succeeds proves nothing.
"""

from __future__ import annotations

import contextlib
import ctypes
import errno
import fcntl
import os
from pathlib import Path
from typing import Final, Protocol
from uuid import UUID

_KEEP_SIZE: Final = 1
"""FALLOC_FL_KEEP_SIZE of fallocate(2): blocks are set aside, the file's length stays."""

_CANNOT: Final = (errno.EOPNOTSUPP, errno.ENOSYS)


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

    def reserve(self, end_bytes: int) -> bool:
        """Set disk space aside for the file up to `end_bytes`; its length stays.

        False where the file system cannot promise that. Raises `OSError` if there is no space.
        """

    def free_bytes(self) -> int:
        """Space that is left on the file's disk."""

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

    def remove(self, path: Path) -> None:
        """Take the file of this name away."""

    def fsync_dir(self, path: Path) -> None:
        """Return only when the names in the directory `path` are on the disk."""


def _fallocate(descriptor: int, mode: int, offset: int, size_bytes: int) -> int:
    """fallocate(2) with 64-bit offsets, also where the C library has 32-bit ones by default."""
    library = ctypes.CDLL(None, use_errno=True)
    call = library.fallocate64 if hasattr(library, "fallocate64") else library.fallocate
    call.argtypes = (ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64)
    result: int = call(descriptor, mode, offset, size_bytes)
    return result


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

    def reserve(self, end_bytes: int) -> bool:
        """Set disk space aside with fallocate(2), which Python does not offer without a change of length."""
        size_bytes = self.size_bytes()
        if end_bytes <= size_bytes:
            return True
        failed = _fallocate(self._fd, _KEEP_SIZE, size_bytes, end_bytes - size_bytes)
        problem = ctypes.get_errno() if failed else 0
        if problem in _CANNOT:
            return False
        if problem:
            raise OSError(problem, os.strerror(problem), str(self._path))
        return True

    def free_bytes(self) -> int:
        """Space that is left on the file's disk for programs without privileges."""
        disk = os.fstatvfs(self._fd)
        return disk.f_bavail * disk.f_frsize

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

    def remove(self, path: Path) -> None:
        """Take the file of this name away."""
        path.unlink()

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

    Written beside it, synced, renamed, and the directory synced. Raises `OSError`; on a full disk
    what was begun is taken away again.
    """
    beside = path.with_name(path.name + ".new")
    file = storage.open(beside, create=True)
    try:
        file.truncate(0)
        write_whole(file, 0, content)
        file.fdatasync()
    except OSError:
        with contextlib.suppress(OSError):
            storage.remove(beside)
        raise
    finally:
        file.close()
    storage.replace(beside, path)
    storage.fsync_dir(path.parent)


def read_boot_id() -> UUID:
    """The kernel's name for the present boot of the machine; monotonic times compare only within one boot."""
    return UUID(Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip())
