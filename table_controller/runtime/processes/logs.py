"""Logs that a technician can use: one line a cause, with its time, its level and the process that says it.

A child writes to its error stream, which is a file that its parent opened. The parent keeps that file short, and writes
a log of its own: when which child began and ended, and of what.
"""

from __future__ import annotations

import contextlib
import logging
import signal
import sys
import time
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Final

from firmware_bridge.secrets.faults import kind_of, told_of
from firmware_bridge.vocabulary.untrusted import clean_text

MOST_BYTES: Final = 1 << 20
"""A log that is longer becomes the old one, ``NAME.log.1``; the one before it goes."""

LONGEST_LINE: Final = 2000
"""Characters of a line; a traceback is many lines, each of them short."""


SUPERVISOR: Final = logging.getLogger("cardspeak.supervisor")
"""Takes a line for each start and end of a child; it goes nowhere before `supervisors_log`."""
SUPERVISOR.propagate = False
SUPERVISOR.addHandler(logging.NullHandler())


class _Lines(logging.Formatter):
    """``2026-11-26T19:04:05.123Z WARNING controller: …``, in UTC; no text of others can make it two lines."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self, process: str) -> None:
        super().__init__(f"%(asctime)s %(levelname)s {process}: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # of the base class
        """One line of it."""
        record.message = clean_text(record.message, LONGEST_LINE)
        return super().formatMessage(record)


class _LinesWithoutMessages(_Lines):
    """The same in a process that holds tags: of an exception its kind and its place, whoever logs it."""

    def format(self, record: logging.LogRecord) -> str:
        """A record whose exceptions say nothing."""
        told = logging.makeLogRecord(record.__dict__)
        told.exc_text = None  # another handler may have written it whole
        told.msg = _unsaid(record.msg)
        if isinstance(record.args, tuple):
            told.args = tuple(_unsaid(one) for one in record.args)
        return super().format(told)

    def formatException(self, ei: object) -> str:  # noqa: N802  # of the base class
        """Kind and place."""
        fault = ei[1] if isinstance(ei, tuple) else None
        return told_of(fault) if isinstance(fault, BaseException) else ""


def _unsaid(value: object) -> object:
    return kind_of(value) if isinstance(value, BaseException) else value


def log_to_stderr(process: str, *, tags: bool = False) -> None:
    """Let everything that this process logs go to its error stream; where it holds `tags`, no exception's message."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_LinesWithoutMessages(process) if tags else _Lines(process))
    _begin(logging.getLogger(), handler)
    logging.captureWarnings(capture=True)


def supervisors_log(path: Path) -> None:
    """Let the process that starts the others write its log there; where the file cannot be written, none."""
    try:
        path.touch(mode=0o600)
        handler: logging.Handler = RotatingFileHandler(path, maxBytes=MOST_BYTES, backupCount=1, encoding="utf-8")
    except OSError:
        handler = logging.NullHandler()
    handler.setFormatter(_Lines("supervisor"))
    _begin(SUPERVISOR, handler)


def _begin(log: logging.Logger, handler: logging.Handler) -> None:
    logging.raiseExceptions = False  # a disk that is full is no reason to say so at every line
    for old in tuple(log.handlers):
        log.removeHandler(old)
        old.close()
    log.addHandler(handler)
    log.setLevel(logging.INFO)


def keep_short(path: Path, most_bytes: int = MOST_BYTES) -> None:
    """Make a log that has grown long the old one, under the hands of the child that writes to it.

    Its content is copied and the file cut to nothing: the child's stream appends, and so goes on at the beginning. A
    line that is written in between is lost.
    """
    with contextlib.suppress(OSError):
        if path.stat().st_size <= most_bytes:
            return
        old = path.with_name(f"{path.name}.1")
        old.touch(mode=0o600)
        old.write_bytes(path.read_bytes()[-most_bytes:])
        with path.open("r+b") as log:
            log.truncate(0)


def how_it_ended(status: int) -> str:
    """An exit status in words: ``killed by SIGKILL``, ``ended with 2``."""
    if status >= 0:
        return f"ended with {status}"
    try:
        return f"killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"killed by signal {-status}"
