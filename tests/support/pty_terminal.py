"""A program on a pty of a fixed size: every byte that it sends to its terminal is read, and kept."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Self

_ENOUGH = 1 << 20
ROOT = Path(__file__).resolve().parents[2]


@contextlib.contextmanager
def _ctrl_c_heard() -> Iterator[None]:
    """A shell ignores Ctrl-C for what it runs in the background, and children inherit that; a terminal's do not."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class PtyTerminal:
    """`words` run on a terminal of their own; `seen` is all that it was sent."""

    def __init__(
        self, words: Sequence[str], *, columns: int = 80, rows: int = 24, more: Mapping[str, str] | None = None
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.before = termios.tcgetattr(slave)
        environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor", "PYTHONPATH": str(ROOT)}
        environment |= {"COLUMNS": str(columns), "LINES": str(rows), **(more or {})}
        with _ctrl_c_heard():
            self.process = subprocess.Popen(
                list(words), stdin=slave, stdout=slave, stderr=slave, env=environment, start_new_session=True
            )
        os.close(slave)
        self.seen = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:  # the test failed: nothing may outlive it
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    async def until(self, wanted: bytes, start: int = 0) -> None:
        """Read until the terminal has been sent `wanted` after the first `start` bytes."""
        while self.seen.find(wanted, start) < 0:
            start = max(start, len(self.seen) - len(wanted))
            chunk = await asyncio.to_thread(self._read)
            assert chunk, f"the program ended before it sent {wanted!r}: ...{self.seen[-2000:]!r}"
            self.seen += chunk

    def type(self, keys: str) -> None:
        """What the person at the terminal types."""
        os.write(self.master, keys.encode())

    async def end(self) -> int:
        """Read what is left; the program's exit status."""
        while chunk := await asyncio.to_thread(self._read):
            self.seen += chunk
        os.close(self.master)
        return await asyncio.to_thread(self.process.wait)

    def modes(self) -> list[object]:
        """How the terminal treats keys now."""
        return termios.tcgetattr(self.master)

    def children(self) -> list[int]:
        """Process ids of the program's children."""
        pid = self.process.pid
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]

    def _read(self) -> bytes:
        """What is there, at least one byte; nothing at the end. A pty gives it in pieces of a page."""
        read = b""
        try:
            while not read or select.select([self.master], [], [], 0)[0]:
                piece = os.read(self.master, 1 << 16)
                read += piece
                if not piece or len(read) > _ENOUGH:
                    break
        except OSError:  # how Linux says that the other side of a pty is closed
            pass
        return read


def cardspeak(*words: str) -> list[str]:
    """The command line of ``cardspeak``."""
    return [sys.executable, "-m", "table_controller.runtime", *words]
