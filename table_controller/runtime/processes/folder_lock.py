"""One table in a state folder: whoever starts a table's processes holds the folder's lock for as long as it lives.

The journal has a lock of its own, but that is its controller's: while no controller holds it, two starts would both go
on, and each would write over the other's files. This one is the supervisor's. The kernel frees it with the process,
however that ends, and no child inherits it; the number in the file is read only while somebody holds the lock.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from table_controller.runtime.cli.usage import UsageError
from table_controller.runtime.processes.places import Places

LOCK: Final = "supervisor.lock"
"""The file in the state folder."""

_LONGEST_NUMBER: Final = 20
_UNKNOWN: Final = "unknown"


@contextlib.contextmanager
def only_table_in(state: Path) -> Iterator[None]:
    """Hold the lock of a state folder, which is there, as long as the body lasts; it changes nothing else in it.

    Raises `UsageError` at once if another process holds it, and `OSError` where nothing can be locked.
    """
    descriptor = os.open(state / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(runs_already(state, _holder(descriptor))) from None
        with contextlib.suppress(OSError):  # on a full disk it is held all the same, by a process that nobody can name
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def runs_already(state: Path, process: int | None) -> str:
    """What is said to who starts a second table in a folder: whose it is, and what to do; None: nobody can be named."""
    return (
        f"a table runs in {state} already (process {_UNKNOWN if process is None else process}). To see it: cardspeak "
        f"screen --socket {Places(state).display}; for another table: cardspeak run --state FOLDER"
    )


def _holder(descriptor: int) -> int | None:
    """The process that holds the lock, by what it wrote; None if it could not write."""
    written = os.pread(descriptor, _LONGEST_NUMBER, 0).strip()
    return int(written) if written.isdigit() else None
