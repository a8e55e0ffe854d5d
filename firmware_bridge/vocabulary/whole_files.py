"""Small files that are there whole or not at all: settings, logins, PINs, decks, what a display was told to wear."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path

PRIVATE = 0o600
"""Its owner alone reads and writes it."""


def write_whole(path: Path, content: bytes, mode: int = PRIVATE, check: Callable[[Path], object] | None = None) -> None:
    """Put `content` in place so that even after a power cut `path` is the old file or the new one, never half.

    Written beside it under a name of its own, synced, renamed, and the folder synced. `check` is given the new file
    before it takes the old one's place, and raises what it finds wrong. Raises `OSError`; whatever fails, nothing is
    left behind and the old file stands.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode), "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        if check is not None:
            check(beside)
        beside.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
