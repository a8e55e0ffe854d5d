"""Small files that are there whole or not at all: settings, logins, PINs, decks, what a display was told to wear.

And whether one is its owner's alone: no secret is read from where others may look, or have written.
"""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path

PRIVATE = 0o600
"""Its owner alone reads and writes it."""
OTHERS = 0o077
"""What group and world may do."""


def rights_trouble(path: Path) -> str:
    """What is wrong with the rights of `path`, with the command that puts them right; "" if they are its owner's.

    Raises `OSError` if there is no such path.
    """
    if not path.stat().st_mode & OTHERS:
        return ""
    return f"others may read or change it: chmod {'700' if path.is_dir() else '600'} {path}"


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
