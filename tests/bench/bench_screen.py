"""From an event in the journal to the changed screen: a real journal, a real socket, a real terminal of 120x40.

Run it: ``python -m bench.bench_screen``. The controller's service runs in this process, the dealer's screen is a
process of its own on a pseudo-terminal that another thread reads. A player raises to an amount that was never on the
screen before, and takes it back, many times: noted is the time from the return of the record's fdatasync until the
terminal has the amount. The floor is one line through a Unix socket and one write to a terminal, there and back.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import re
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path

from bench.bench_latency import row
from support.no_broker import NoBroker
from support.script_text import script_text

from firmware_bridge.simulator.table import SimulatedTable
from table_controller.controller.controller import Controller
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.journal.journal import Header, Journal
from table_controller.journal.storage import read_boot_id
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.controller_service import ControllerService
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.commands import Say, Undo
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Record

COLUMNS, ROWS = 120, 40
ROUNDS = 400
BOOK = "tda-2019"
LOWEST_CHIPS = 1_000
PATIENCE_S = 20.0
VIEW_BYTES = 4_000
PROGRAM = "import sys; from display.run import run_screen_sync; sys.exit(run_screen_sync(sys.argv[1], demo=False))"
_ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]")


class Timed(Controller):
    """Notes when the last record was on the disk."""

    written_s = 0.0

    def _write(self, record: Record) -> None:
        super()._write(record)
        self.written_s = time.perf_counter()


class Watched:
    """A terminal with the screen on it: a thread reads it and notes when what it waits for has come."""

    def __init__(self, command: list[str]) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": str(COLUMNS), "LINES": str(ROWS)}
        self._process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, env=environment)
        os.close(slave)
        self._come = threading.Condition()
        self._wanted, self._seen, self._at_s = b"", b"", 0.0
        threading.Thread(target=self._read, daemon=True).start()

    def expect(self, wanted: str) -> None:
        """From now on wait for this text."""
        with self._come:
            self._wanted, self._seen, self._at_s = wanted.encode(), b"", 0.0

    def came_s(self) -> float:
        """When the text had come, on the clock of `time.perf_counter`; `TimeoutError` if it never does."""
        with self._come:
            if not self._come.wait_for(lambda: self._at_s, PATIENCE_S):
                raise TimeoutError(f"the terminal never showed {self._wanted!r}")
            return self._at_s

    def type(self, keys: bytes) -> None:
        """Send keys to the screen."""
        os.write(self._master, keys)

    def end(self) -> None:
        """Leave the screen."""
        self.type(b"q\r")
        self._process.wait(PATIENCE_S)

    def _read(self) -> None:
        while True:
            try:
                data = os.read(self._master, 65536)
            except OSError:
                return
            now_s = time.perf_counter()
            with self._come:
                self._seen += data
                if not self._at_s and self._wanted and self._wanted in _ESCAPE.sub(b"", self._seen):
                    self._at_s = now_s
                    self._come.notify_all()


def controller_at(path: Path) -> Timed:
    """A controller whose journal is a real file, on the flop of a hand with seat 2 to act."""
    journal = Journal.create(path, Header("BENCH", "bench", "bench", time.time_ns()), boot_id=read_boot_id())
    made: list[OneProcess] = []

    def wire_up(table: SimulatedTable, opened: TableOpened, book: Rulebook) -> OneProcess:
        made.append(OneProcess(table, opened, book, journal))
        return made[0]

    stacks = dict.fromkeys((1, 2, 3), 1_000_000)
    script = parse_script("bench.toml", script_text("bench", "deal\nto flop", stacks))
    played = play(script, lambda _: HardwarePlayer(package_rulebook(BOOK), wire_up=wire_up))
    assert played.failure is None, played.failure
    flop = made[0].controller
    return Timed(flop.journal, flop.book, flop.session, time.time_ns)


async def measure(folder: Path) -> tuple[list[float], list[float]]:
    """Milliseconds from the record on the disk to the screen, and of the floor."""
    controller = controller_at(folder / "bench.journal")
    service = ControllerService(controller, NoBroker(), ClockRate())
    serving = asyncio.create_task(service.serve(folder / "no-bridge", folder / "display"))
    screen = Watched([sys.executable, "-c", PROGRAM, str(folder / "display")])
    screen.expect("Seat 2")
    await asyncio.to_thread(screen.came_s)
    taken_ms: list[float] = []
    for number in range(ROUNDS):
        chips = LOWEST_CHIPS + 7 * number
        screen.expect(f"{chips:,}")
        refused = service.take(Say("bet", None, chips))
        assert refused is None, refused
        taken_ms.append((await asyncio.to_thread(screen.came_s) - controller.written_s) * 1e3)
        assert service.take(Undo()) is None
    await asyncio.to_thread(screen.end)
    serving.cancel()
    await asyncio.gather(serving, return_exceptions=True)
    return taken_ms, await asyncio.to_thread(floor_ms)


def floor_ms() -> list[float]:
    """One line of a view's size through a Unix socket, and one write to a terminal that a thread reads."""
    here, there = socket.socketpair(socket.AF_UNIX)
    master, slave = pty.openpty()
    line, taken = b"x" * VIEW_BYTES, []
    for _ in range(ROUNDS):
        began_s = time.perf_counter()
        here.sendall(line)
        left = VIEW_BYTES
        while left:
            left -= len(there.recv(left))
        os.write(slave, b"changed")
        os.read(master, 64)
        taken.append((time.perf_counter() - began_s) * 1e3)
    for end in (master, slave):
        os.close(end)
    here.close()
    there.close()
    return taken


def main() -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory(prefix="cardspeak-bench-") as name:
        taken, floor = asyncio.run(measure(Path(name)))
    print(f"from an event in the journal to the changed screen ({COLUMNS}x{ROWS}, a process of its own)")
    print(row("to the bytes on the terminal", taken))
    print(row("floor: a view through a socket, a terminal write", floor))
    print(f"  screen p50 is {statistics.median(taken) / statistics.median(floor):.0f} times the floor")


if __name__ == "__main__":
    main()
