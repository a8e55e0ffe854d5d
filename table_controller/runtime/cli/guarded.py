"""What the command line writes to a terminal: our own sentences, and in them names that other people chose.

A player, a key of a settings file, a file, a node may be called anything, an escape code too.
`display.wording.boundary` says what of it is shown. Files and pipes get every sign as it is: there nothing obeys it.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import unicodedata
from collections.abc import Iterable
from typing import Any, TextIO, cast

from display.wording import boundary


class GuardedStream:
    """A text stream that writes nothing which could steer a terminal; everything else is the stream's own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write what may be seen of `text`; counts as all of it."""
        self._stream.write(boundary.guard_lines(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """`write` each."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def guard_terminal() -> None:
    """Let nothing of this process steer the terminal any more, tracebacks included.

    The dealer's screen draws past it, with what it has cleaned itself.
    """
    if sys.stdout.isatty():
        sys.stdout = cast(TextIO, GuardedStream(sys.stdout))
    if sys.stderr.isatty():
        sys.stderr = cast(TextIO, GuardedStream(sys.stderr))


class LossyLog:
    """A text stream into the file that is open as `fd`, that loses what cannot be written: a full disk stops no table.

    Nothing is kept back to be written later, so that nothing fails again as the process ends.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd

    def write(self, text: str) -> int:
        """Write as much of `text` as goes in; counts as all of it."""
        with contextlib.suppress(OSError):
            os.write(self._fd, text.encode("utf-8", "backslashreplace"))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """`write` each."""
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        """Nothing: all of it was written."""

    def fileno(self) -> int:
        """The file it writes to."""
        return self._fd

    def isatty(self) -> bool:
        """A log is no terminal."""
        return False


def lose_what_cannot_be_logged() -> None:
    """Let the standard error stream of a process that `supervise` started be a log that may fail without harm."""
    if not sys.stderr.isatty():
        sys.stderr = cast(TextIO, LossyLog(sys.stderr.fileno()))


def log_what_can_be_logged(process: str, *, tags: bool = False) -> None:
    """The same, and what is logged goes there: each line with its time, its level and the name of the process.

    Of a process that holds `tags` no exception says more than its kind and its place.
    """
    from table_controller.runtime.processes.logs import log_to_stderr

    lose_what_cannot_be_logged()
    log_to_stderr(process, tags=tags)


def write_what_can_be_shown() -> None:
    """A stream whose encoding lacks a sign (ASCII has no dot between words) gets a question mark for it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def steering(words: Iterable[str]) -> str:
    """The first of the words typed that would steer a terminal that shows it, as far as it can be shown; or nothing.

    The parser of the command line shows words in its own colours, so they are looked at before it.
    """
    for word in words:
        if any(unicodedata.category(sign) in ("Cc", "Cs") or sign in _BIDI for sign in word):
            return boundary.clean(word) or "?"
    return ""


_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Signs that turn the direction of writing."""
