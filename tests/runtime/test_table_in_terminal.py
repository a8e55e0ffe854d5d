"""The demonstration in a real terminal, and the simulated table at its prompt, as people use them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PATIENCE_S = 60.0
STATUS = re.compile(r"^status=(\d+)$", re.MULTILINE)
PYTHON = f"{sys.executable} -m table_controller.runtime"


class Terminal:
    """A tmux session of its own server, so that no other session is disturbed."""

    def __init__(self, program: str, folder: Path, command: str, columns: int, rows: int) -> None:
        self._tmux = [program, "-S", str(folder / "tmux.sock"), "-f", "/dev/null"]
        size = ["-x", str(columns), "-y", str(rows)]
        environment = {**os.environ, "TMPDIR": str(folder), "TERM": "xterm-256color"}
        line = f"{command}; echo status=$?; exec cat"
        subprocess.run([*self._tmux, "new-session", "-d", *size, line], check=True, env=environment)

    def text(self) -> str:
        return subprocess.run([*self._tmux, "capture-pane", "-p"], check=True, capture_output=True, text=True).stdout

    def keys(self, *keys: str) -> None:
        subprocess.run([*self._tmux, "send-keys", *keys], check=True)

    def until(self, what: Callable[[str], bool], why: str) -> str:
        tick, until_s = threading.Event(), time.monotonic() + PATIENCE_S
        while time.monotonic() < until_s:
            text = self.text()
            if what(text):
                return text
            tick.wait(0.1)
        raise AssertionError(f"{why}; the terminal shows:\n{self.text()}")

    def status(self) -> str:
        """The exit status of the program, once it has ended."""
        text = self.until(lambda text: STATUS.search(text) is not None, "the program ends")
        return str(STATUS.findall(text)[-1])

    def close(self) -> None:
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)


@pytest.fixture
def terminal(tmux_program: str, tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def make(command: str, columns: int = 100, rows: int = 34) -> Terminal:
        opened.append(Terminal(tmux_program, tmp_path, command, columns, rows))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


@pytest.mark.terminal
@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (200, 50)])
def test_the_dealers_screen_shows_the_hands_pauses_and_leaves(
    terminal: Callable[..., Terminal], columns: int, rows: int
) -> None:
    screen = terminal(f"{PYTHON} demo --broker off --speed 5", columns, rows)
    text = screen.until(lambda text: "Preflop" in text or "preflop" in text, "the first hand is dealt")
    assert "Hand 1" in text
    assert "Chiara" in text
    assert "simulated" in text
    screen.keys("p")
    screen.until(lambda text: "PAUSED" in text, "the pause is shown")
    screen.keys("p")
    screen.until(lambda text: "PAUSED" not in text and "500 raise" in text, "the hand goes on")
    screen.keys("q")
    assert screen.status() == "0", "leaving ends everything"


@pytest.mark.terminal
def test_the_simulated_table_tells_its_ports_and_is_moved_by_hand(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    config = tmp_path / "table.toml"
    config.write_text((Path(__file__).parents[2] / "config" / "table.toml").read_text(), encoding="utf-8")
    table = terminal(f"{PYTHON} simulate --config {config}")
    text = table.until(lambda text: "table>" in text, "a prompt")
    told = text.partition("seats-1-4")[2]
    assert "centre" in told, "each node's port is told before anything is asked"
    table.keys("card 3 Ah", "Enter")
    text = table.until(lambda text: "0.35 s" in text, "a card flies to seat 3")
    assert "error:" not in text
    table.keys("3: pushes 99", "Enter")
    table.until(lambda text: "error:" in text, "chips that do not exist are refused with a reason")
    table.keys("quit", "Enter")
    assert table.status() == "0", "quit ends it"
