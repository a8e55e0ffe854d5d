"""The screen as a process of its own on a real terminal: a pty reads every byte that it sends."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

from table_controller.vocabulary.commands import COMMANDS, Command, Say
from table_controller.vocabulary.views import FEED, SeatView, TableView

PROGRAM = "import sys; from display.run import run_screen_sync; sys.exit(run_screen_sync(sys.argv[1], demo=False))"
NAMES = ("\x1b[31;77mAnna", "\x1b]52;c;cm0=\x07Bo", "\x9b4711mCy", "x[/]y", "李小龍")


class Terminal:
    """A pty of 80x24 with the screen on it."""

    def __init__(self, socket: Path) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(socket)], stdin=slave, stdout=slave, stderr=slave, env=environment
        )
        os.close(slave)
        self.seen = b""

    async def until(self, wanted: bytes) -> None:
        """Read until the terminal has seen `wanted`."""
        loop = asyncio.get_running_loop()
        while wanted not in self.seen:
            self.seen += await loop.run_in_executor(None, os.read, self.master, 65536)

    async def end(self) -> int:
        """Read what is left; the process's exit status."""
        loop = asyncio.get_running_loop()
        while chunk := await loop.run_in_executor(None, self._read):
            self.seen += chunk
        os.close(self.master)
        return await loop.run_in_executor(None, self.process.wait)

    def _read(self) -> bytes:
        try:
            return os.read(self.master, 65536)
        except OSError:  # how Linux says that the other side of a pty is closed
            return b""


def test_a_hand_on_a_real_terminal(
    tmp_path: Path, make_table: Callable[..., TableView], serve: Callable[..., AbstractAsyncContextManager[None]]
) -> None:
    view = make_table(seats=tuple(SeatView(at, name, "in", 900, 0, 2) for at, name in enumerate(NAMES, 1)))
    got: list[Command] = []

    async def controller(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(FEED.encode(view))
        while line := await reader.readline():
            got.append(COMMANDS.decode(line))

    async def story() -> tuple[Terminal, int]:
        async with serve(tmp_path / "s", controller):
            terminal = Terminal(tmp_path / "s")
            await terminal.until("李小龍".encode())
            os.write(terminal.master, b"e3cq\r")
            return terminal, await terminal.end()

    terminal, status = asyncio.run(story())
    assert status == 0
    assert got == [Say("check", seat=3)]
    for shown in (b"[31;77mAnna", b"]52;c;cm0=Bo", b"4711mCy", b"x[/]y"):
        assert shown in terminal.seen
    for steering in (b"\x1b[31;77m", b"\x1b]52", "\x9b".encode(), b"cm0=\x07"):
        assert steering not in terminal.seen
