"""The demonstration in a real terminal, and the simulated table at its prompt, as people use them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

PATIENCE_S = 60.0
STATUS = re.compile(r"^status=(\d+)$", re.MULTILINE)
PYTHON = f"{sys.executable} -m table_controller.runtime"


class Terminal:
    """A tmux session of its own server, so that no other session is disturbed."""

    def __init__(self, program: str, folder: Path, command: str, columns: int, rows: int) -> None:
        socket = next(path for number in range(9) if not (path := folder / f"tmux-{number}.sock").exists())
        self._tmux = [program, "-S", str(socket), "-f", "/dev/null"]
        size = ["-x", str(columns), "-y", str(rows)]
        environment = {**os.environ, "TMPDIR": str(folder), "TERM": "xterm-256color"}
        for name in ("COLUMNS", "LINES"):  # a size that is inherited goes before the window's own
            environment.pop(name, None)
        line = f"{command}; echo status=$?; exec cat"
        subprocess.run([*self._tmux, "new-session", "-d", *size, line], check=True, env=environment)

    def text(self) -> str:
        return subprocess.run([*self._tmux, "capture-pane", "-p"], check=True, capture_output=True, text=True).stdout

    def keys(self, *keys: str) -> None:
        subprocess.run([*self._tmux, "send-keys", *keys], check=True)

    def resize(self, columns: int, rows: int) -> None:
        """Another size of the window, as when somebody drags its corner."""
        subprocess.run([*self._tmux, "resize-window", "-x", str(columns), "-y", str(rows)], check=True)

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


SMALL, LARGE = (80, 24), (200, 50)


def spans(text: str, size: tuple[int, int]) -> bool:
    """Whether what is drawn reaches as far as a terminal of this size."""
    lines = text.rstrip().splitlines()
    return len(lines) > size[1] - 4 and max(map(len, lines)) > size[0] - 20


def _pauses(size: tuple[int, int], text: str) -> bool:
    return "PAUSED" in text and spans(text, size)


@pytest.mark.terminal
def test_the_dealers_screen_shows_the_hands_pauses_and_leaves(terminal: Callable[..., Terminal]) -> None:
    """In a small window, which is made large while the demonstration pauses."""
    screen = terminal(f"{PYTHON} demo --broker off --speed 5", *SMALL)
    text = screen.until(lambda text: "Preflop" in text or "preflop" in text, "the first hand is dealt")
    for size in (SMALL, LARGE):
        screen.resize(*size)
        screen.keys("p")
        text = screen.until(partial(_pauses, size), f"the pause is shown at {size}")
        assert all(word in text for word in ("Hand 1", "Chiara", "simulated"))
        screen.keys("p")
        screen.until(lambda text: "PAUSED" not in text, "the pause is over")
    screen.keys("p")
    screen.until(lambda text: "PAUSED" in text, "the pause is shown")
    screen.keys("p")
    screen.until(lambda text: "PAUSED" not in text and "500 raise" in text, "the hand goes on")
    screen.keys("q", "Enter")
    assert screen.status() == "0", "leaving ends everything"


@pytest.mark.terminal
def test_the_simulated_table_tells_its_ports_and_is_moved_by_hand(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    table = terminal(f"{PYTHON} simulate --config {settings_in(tmp_path)}")
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


@pytest.mark.terminal
def test_ctrl_c_ends_the_simulated_table_at_once_and_takes_its_ports_away(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    table = terminal(f"{PYTHON} simulate --config {settings_in(tmp_path)}")
    table.until(lambda text: "table>" in text, "a prompt")
    assert list(tmp_path.glob("cardspeak-ports-*/centre"))
    table.keys("C-c")
    table.until(lambda text: "status=130" in text, "nobody has to press Enter first")
    assert not list(tmp_path.glob("cardspeak-ports-*"))


@pytest.mark.terminal
def test_the_screen_names_the_reader_that_is_pulled_out_and_asks_what_it_missed(
    terminal: Callable[..., Terminal], tmp_path: Path
) -> None:
    """Named and asked in a large window and, made small, there too."""
    config, state = settings_in(tmp_path), tmp_path / "state"
    table = terminal(f"{PYTHON} simulate --speed 4 --config {config}", 160)
    text = table.until(lambda text: "table>" in text, "ports and a prompt")
    assert f"cardspeak run --config {config}" in " ".join(text.split())
    ports = " ".join(f"--port {path}" for path in sorted(tmp_path.glob("cardspeak-ports-*/*")))
    screen = terminal(f"{PYTHON} run --config {config} --state {state} {ports}", *LARGE)
    screen.until(lambda text: "readers ready" in text, "every node is in sight")
    for line in ("shuffle", "2: pushes 2x25", "3: pushes 100", "card 2 Ah", "wait 2"):
        table.keys(line, "Enter")
    screen.until(lambda text: "Deal a card to seat 3" in text, "the deal is under way")
    table.keys("unplug seats-1-4", "Enter")
    text = screen.until(lambda text: "reader seats-1-4" in text, "the screen names the reader")
    assert "Hand 1" in text
    assert spans(text, LARGE)
    screen.resize(*SMALL)
    screen.until(lambda text: "reader seats-1-4" in text and not spans(text, LARGE), "it does so in a small window")
    for line in ("card 3 Kd", "wait 2"):  # it lies there long before anybody looks
        table.keys(line, "Enter")
    table.keys("plug seats-1-4", "Enter")
    screen.until(lambda text: "nobody saw come" in text and "readers ready" in text, "it asks about the card")
    screen.resize(*LARGE)
    screen.until(lambda text: "nobody saw come" in text and spans(text, LARGE), "and in a large one")

    def answered(text: str) -> bool:
        if "nobody saw come" in text:  # a question that has only just come takes no answer yet
            screen.keys("1")
        return "Deal a card to seat 4" in text

    screen.until(answered, "the hand goes on")
    table.keys("card 4", "Enter")
    screen.until(lambda text: "Deal a card to seat 5" in text, "the reader that is back sees the next card")
    screen.keys("q", "Enter")
    screen.until(lambda text: "status=0" in text, "leaving ends it")


@pytest.mark.terminal
def test_a_table_without_any_hardware_is_dealt_by_keys_alone(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    config, state = settings_in(tmp_path), tmp_path / "state"
    screen = terminal(f"{PYTHON} run --config {config} --state {state}")
    screen.until(lambda text: "dealt by keys" in text and "first hand" in text, "it says that there are no readers")

    def keyed(keys: str, shows: str) -> None:
        screen.keys(*("Enter" if key == "/" else "Space" if key == "_" else key for key in keys))
        screen.until(lambda text: shows in text, f"{keys} has come")

    keyed("sD", "Seat 4 Dario to act")
    for key, shows in (("f", "Seat 5 Elena"), ("f", "Seat 6 Franco"), ("f", "Seat 1 Anna"), ("f", "Seat 2 Bruno")):
        keyed(key, f"{shows} to act")
    keyed("f", "Return 50 to seat 3 Chiara")
    keyed("_", "Push 100 to seat 3 Chiara")
    keyed("_", "10,050")
    keyed("sD", "Seat 5 Elena to act")
    for key, shows in (("f", "6 Franco"), ("f", "1 Anna"), ("r300/", "2 Bruno"), ("f", "3 Chiara"), ("f", "4 Dario")):
        keyed(key, f"Seat {shows} to act")
    keyed("k", "Burn a card")
    keyed("Bahkd2c/", "Seat 4 Dario to act")
    keyed("c", "Seat 1 Anna to act")
    keyed("b400/", "Seat 4 Dario to act")
    keyed("k", "Burn a card")
    keyed("B7s/", "7♠")
    for street, after in (("turn", "Burn a card"), ("river", "show or muck")):
        keyed("c", "Seat 1 Anna to act")
        keyed("c", after)
        if street == "turn":
            keyed("B9h/", "Seat 4 Dario to act")
    keyed("S4khkc/", "K♥")
    keyed("S1asac/", "Push 1,450 to seat 1 Anna")
    keyed("_", "10,750")
    text = screen.until(lambda text: "start the next hand" in text, "the hand is over")
    assert all(stack in text for stack in ("9,300", "10,000", "9,950"))
    screen.keys("q", "Enter")
    assert screen.status() == "0"


def settings_in(folder: Path) -> Path:
    """The shipped settings in a folder of their own, without MQTT."""
    source, config = Path(__file__).parents[3] / "config", folder / "table.toml"
    config.write_text((source / "table.toml").read_text("utf-8"), encoding="utf-8")
    (folder / "broker.toml").write_text('broker = "off"\n', encoding="utf-8")
    return config


@pytest.mark.terminal
def test_a_table_that_is_killed_leaves_no_screen_behind(terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    """Its keys would go to the shell and to the screen by turns."""
    number = tmp_path / "pid"
    screen = terminal(f"sh -c 'echo $$ > {number}; exec {PYTHON} demo --broker off --speed 5'")
    screen.until(lambda text: "preflop" in text.lower(), "the first hand is dealt")
    os.kill(int(number.read_text()), signal.SIGKILL)
    screen.until(lambda text: "NEXT" not in text, "the screen leaves the terminal as it was")

    def echoes(text: str) -> bool:  # the screen that goes may take the first keys with it
        screen.keys("still", "Space", "here", "Enter")
        return text.count("still here") >= 2

    text = screen.until(echoes, "what is typed goes to the next program, and the terminal shows it")
    assert "Traceback" not in text
