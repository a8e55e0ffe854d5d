"""A disk in memory that forgets what a real one may forget, and fails when it is told to.

Nothing is durable until it is synced. Between two syncs each block of a file may reach the disk at any
time in any of the states it went through, so after a power cut writes are lost, torn at a block's edge, or there
while an earlier one is not. A new name or a rename is durable only when the directory was synced. After
a failed sync the blocks count as clean, as Linux does it: a later sync does not save them.
"""

from __future__ import annotations

import errno
import itertools
import os
import random
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from table_controller.journal.storage import JournalLocked, StorageFile

SECTOR_BYTES = 512
PAGE_BYTES = 4096


@dataclass
class Inode:
    """One file: what programs see, and what it went through since the last sync (first of all the durable)."""

    live: bytearray = field(default_factory=bytearray)
    history: list[bytes] = field(default_factory=lambda: [b""])
    dirty: set[int] = field(default_factory=set)
    allocated: set[int] = field(default_factory=set)
    locked: bool = False
    remembers: bool = True
    """Without, a long file is quick to write, and no power may go."""

    def changed(self, start: int, end: int) -> None:
        """Note that the bytes from `start` to `end` are news."""
        self.dirty.update(range(start // PAGE_BYTES, -(-end // PAGE_BYTES)))
        if self.remembers:
            self.history.append(bytes(self.live))

    def synced(self) -> None:
        """What is dirty is on the disk; what a failed sync left clean may be there or not."""
        if not self.remembers:
            return
        size = len(self.live)
        base = bytearray(self.history[0][:size].ljust(size, b"\0"))
        for page in self.dirty:
            part = slice(page * PAGE_BYTES, (page + 1) * PAGE_BYTES)
            base[part] = self.live[part]
        self.dirty.clear()
        self.history = [bytes(base)] if base == self.live else [bytes(base), bytes(self.live)]

    def blocks(self, block_bytes: int) -> list[list[bytes]]:
        """For each block, the contents that may be on the disk after a power cut."""
        longest = max(map(len, self.history))
        return [
            list(dict.fromkeys(state[at : at + block_bytes].ljust(block_bytes, b"\0") for state in self.history))
            for at in range(0, longest, block_bytes)
        ]

    def sizes(self) -> list[int]:
        """The lengths that the file may have after a power cut."""
        return list(dict.fromkeys(map(len, self.history)))

    def after_power_cut(self, block_bytes: int) -> Iterator[bytes]:
        """Every content that the disk may hold, each once."""
        seen = set()
        blocks = self.blocks(block_bytes)
        for size in self.sizes():
            for chosen in itertools.product(*blocks[: -(-size // block_bytes)]):
                content = b"".join(chosen)[:size]
                if content not in seen:
                    seen.add(content)
                    yield content

    def one_after_power_cut(self, block_bytes: int, rng: random.Random, junk: bytes) -> bytes:
        """One content that the disk may hold; blocks that never were on it may hold `junk` of an earlier file."""
        size = rng.choice(self.sizes())
        content = bytearray()
        for at, choices in enumerate(self.blocks(block_bytes)):
            fresh = at * block_bytes >= len(self.history[0]) and junk and rng.random() < 0.3
            start = rng.randrange(len(junk)) if fresh else 0
            content += (junk[start:] + junk)[:block_bytes].ljust(block_bytes, b"\0") if fresh else rng.choice(choices)
        return bytes(content[:size])


@dataclass(frozen=True)
class Named:
    """A name given to a file, its own or that of `source`."""

    path: Path
    inode: Inode
    source: Path | None = None


@dataclass
class SimulatedFile:
    """An open file; like a real one it stays the same file when it is renamed."""

    disk: SimulatedDisk
    inode: Inode
    holds: bool = False

    def size_bytes(self) -> int:
        return len(self.inode.live)

    def read(self, offset: int, size_bytes: int) -> bytes:
        self.disk.call("read")
        return bytes(self.inode.live[offset : offset + size_bytes])

    def write(self, offset: int, data: bytes) -> int:
        fault = self.disk.fault_of("write")
        if fault is not None:
            # Of a failing write a part may have got through.
            data = data[: len(data) // 2 or fault == "short"]
        taken = self.disk.allocate(self.inode, offset, len(data))
        if data and not taken:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        live = self.inode.live
        live.extend(bytes(max(offset + taken - len(live), 0)))
        live[offset : offset + taken] = data[:taken]
        self.inode.changed(offset, offset + taken)
        if isinstance(fault, int):
            raise OSError(fault, os.strerror(fault))
        return taken

    def fdatasync(self) -> None:
        fault = self.disk.fault_of("fdatasync")
        if isinstance(fault, int):
            self.inode.dirty.clear()
            raise OSError(fault, os.strerror(fault))
        if not self.disk.lies:
            self.inode.synced()

    def truncate(self, size_bytes: int) -> None:
        self.disk.call("truncate")
        old = len(self.inode.live)
        del self.inode.live[size_bytes:]
        self.inode.allocated = {page for page in self.inode.allocated if page * PAGE_BYTES < size_bytes}
        self.inode.changed(size_bytes // PAGE_BYTES * PAGE_BYTES, old)

    def reserve(self, end_bytes: int) -> bool:
        self.disk.call("reserve")
        start = len(self.inode.live)
        if self.disk.allocate(self.inode, start, end_bytes - start) < end_bytes - start:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return True

    def free_bytes(self) -> int:
        return self.disk.free_bytes()

    def lock(self) -> None:
        if self.inode.locked:
            raise JournalLocked("in use")
        self.inode.locked = self.holds = True

    def close(self) -> None:
        if self.holds:
            self.inode.locked = self.holds = False


Fault = int | str
"""An error number, or ``short``: a write takes only half."""


class SimulatedDisk:
    """The storage interface over memory. `plan` tells what fails: the number of the call (`calls`), or its name."""

    def __init__(self, capacity_bytes: int = 1 << 40, *, remembers: bool = True) -> None:
        self.remembers = remembers
        self.names: dict[Path, Inode] = {}
        self.durable_names: dict[Path, Inode] = {}
        self.namings: list[Named] = []
        self.capacity_bytes = capacity_bytes
        self.lies = False
        """Syncs return and do nothing: planted."""
        self.calls: list[str] = []
        self.plan: dict[int | str, Fault] = {}
        self.watch: Callable[[], None] | None = None
        """Called before each call: the moment at which the power may go."""

    # Failing.

    def fault_of(self, name: str) -> Fault | None:
        """Count a call, and say how it fails."""
        if self.watch is not None:
            self.watch()
        self.calls.append(name)
        return self.plan.get(len(self.calls), self.plan.get(name))

    def call(self, name: str) -> None:
        fault = self.fault_of(name)
        if isinstance(fault, int):
            raise OSError(fault, os.strerror(fault))

    def used_bytes(self) -> int:
        return sum(len(inode.allocated) for inode in self.names.values()) * PAGE_BYTES

    def free_bytes(self) -> int:
        return max(self.capacity_bytes - self.used_bytes(), 0)

    def fill(self) -> None:
        """Somebody else takes what is free."""
        self.capacity_bytes = self.used_bytes()

    def allocate(self, inode: Inode, offset: int, size: int) -> int:
        """Take pages for some bytes of a file; the number of bytes that there is room for."""
        wanted = range(offset // PAGE_BYTES, -(-(offset + size) // PAGE_BYTES))
        lacking = [page for page in wanted if page not in inode.allocated]
        fitting = lacking[: self.free_bytes() // PAGE_BYTES] if lacking else lacking
        inode.allocated.update(fitting)
        if len(fitting) == len(lacking):
            return size
        return max(lacking[len(fitting)] * PAGE_BYTES - offset, 0)

    # The storage interface.

    def exists(self, path: Path) -> bool:
        return path in self.names

    def open(self, path: Path, *, create: bool = False, writable: bool = True) -> StorageFile:
        del writable
        self.call("open")
        if path not in self.names:
            if not create:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
            self.names[path] = Inode(remembers=self.remembers)
            self.namings.append(Named(path, self.names[path]))
        return SimulatedFile(self, self.names[path])

    def replace(self, source: Path, target: Path) -> None:
        self.call("replace")
        self.names[target] = self.names.pop(source)
        self.namings.append(Named(target, self.names[target], source))

    def remove(self, path: Path) -> None:
        self.call("remove")
        del self.names[path]  # comes back after a power cut: the directory is not synced

    def fsync_dir(self, path: Path) -> None:
        del path
        self.call("fsync_dir")
        if not self.lies:
            self.durable_names = dict(self.names)
            self.namings.clear()

    # The power goes.

    def restarted(self) -> SimulatedDisk:
        """The same disk for the next process, as after a kill: nothing is lost, locks are."""
        disk = SimulatedDisk(self.capacity_bytes)
        disk.names, disk.durable_names, disk.namings = self.names, self.durable_names, self.namings
        for inode in self.names.values():
            inode.locked = False
        return disk

    def names_after_power_cut(self) -> Iterator[dict[Path, Inode]]:
        """Every directory that the disk may hold: each name since the last sync of it is there or not."""
        for kept in itertools.product((False, True), repeat=len(self.namings)):
            names = dict(self.durable_names)
            for naming, there in zip(self.namings, kept, strict=True):
                if there:
                    names[naming.path] = naming.inode
                    if naming.source is not None:
                        names.pop(naming.source, None)
            yield names

    def power_cuts(self, block_bytes: int, seen_as: Callable[[Path, bytes], Hashable]) -> Iterator[SimulatedDisk]:
        """Every state after a power cut now, but for those whose files are all `seen_as` the same."""
        seen = set()
        for names in self.names_after_power_cut():
            contents = []
            for path, inode in names.items():
                distinct = {seen_as(path, content): content for content in inode.after_power_cut(block_bytes)}
                contents.append(list(distinct.items()))
            for chosen in itertools.product(*contents):
                key = tuple((path, how) for path, (how, _) in zip(names, chosen, strict=True))
                if key not in seen:
                    seen.add(key)
                    yield disk_of({path: content for path, (_, content) in zip(names, chosen, strict=True)})

    def a_power_cut(self, block_bytes: int, rng: random.Random, junk: bytes = b"") -> SimulatedDisk:
        """One state after a power cut now."""
        names = rng.choice(list(self.names_after_power_cut()))
        return disk_of({path: inode.one_after_power_cut(block_bytes, rng, junk) for path, inode in names.items()})

    def crash(self) -> SimulatedDisk:
        """The power cut that loses most: only what was synced is there."""
        return disk_of({path: inode.history[0] for path, inode in self.durable_names.items()})


def disk_of(contents: Mapping[Path, bytes]) -> SimulatedDisk:
    """A disk on which these files lie, all durable."""
    disk = SimulatedDisk()
    for path, content in contents.items():
        inode = Inode(bytearray(content), [content])
        disk.allocate(inode, 0, len(content))
        disk.names[path] = inode
    disk.durable_names = dict(disk.names)
    return disk
