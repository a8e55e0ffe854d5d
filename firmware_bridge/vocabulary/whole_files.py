"""Small files that are written and read whole or not at all: settings, logins, PINs, decks, what a display shall wear.

Table scripts and hand histories of others are read the same way.

And whether one is its owner's alone: no secret is read from where others may look, or have written.

Whatever a setting names is opened. A device such as ``/dev/zero`` has no end and would fill the machine's memory; a
pipe that nobody writes into would be waited for. So only a regular file is read (or a link to one), up to
`LARGEST_BYTES`. Editors of Windows begin a file with a byte order mark: it is no part of the text.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from firmware_bridge.vocabulary.untrusted import read_toml

PRIVATE = 0o600
"""Its owner alone reads and writes it."""
OTHERS = 0o077
"""What group and world may do."""
LARGEST_BYTES: Final = 1 << 20
"""Of a file; a deck takes 2,000 bytes, the longest book of rules a tenth of this."""


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


class UnusableFileError(OSError):
    """What is there is no file of settings: `strerror` says what it is and what to do, with nothing of its content."""

    def __init__(self, why: str) -> None:
        super().__init__(errno.EINVAL, why)

    def __str__(self) -> str:
        """The reason alone."""
        return str(self.strerror)


def read_setting_bytes(path: Path) -> bytes:
    """All that stands in a file; raise `UnusableFileError` for one that is none or too large, else `OSError`."""
    _check_kind(path.stat().st_mode)  # before it is opened: to open some devices is to start them
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC), "rb") as file:
        _check_kind(os.fstat(file.fileno()).st_mode)
        content = file.read(LARGEST_BYTES + 1)
    if len(content) > LARGEST_BYTES:
        raise UnusableFileError(
            f"it is larger than {LARGEST_BYTES:,} bytes, the most that is read of such a file: shorten it, or name "
            f"another"
        )
    return content


def read_setting(path: Path) -> str:
    """The text of a file, its lines ended by newlines alone; raises `UnicodeDecodeError`, too."""
    return read_setting_bytes(path).decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def read_setting_toml(path: Path) -> dict[str, Any]:
    """The document in a file; raises `tomllib.TOMLDecodeError`, too."""
    return read_toml(read_setting(path))


def _check_kind(mode: int) -> None:
    """Raise `OSError` for all that is no regular file."""
    if stat.S_ISREG(mode):
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    kind = "a pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"
    raise UnusableFileError(f"it is {kind} and not a regular file: put a file there, or name another")
