"""A disk that is full where the logs lie: the table goes on, and nobody at it notices."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from table_controller.runtime.processes.places import Places
from table_controller.runtime.settings.templates import templates

PATIENCE_S: Final = 30.0
FULL: Final = Path("/dev/full")
WRITES: Final = """
import sys
from table_controller.runtime.cli.guarded import lose_what_cannot_be_logged
{guard}
for _ in range(1000):
    sys.stderr.write("a line of the log" * 100 + chr(10))
sys.stderr.flush()
sys.stdout.write("still here")
"""


def _written(guard: str) -> subprocess.CompletedProcess[str]:
    with FULL.open("wb") as full:
        return subprocess.run(
            [sys.executable, "-c", WRITES.format(guard=guard)],
            stdout=subprocess.PIPE,
            stderr=full,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )


def test_a_line_that_cannot_be_written_is_lost_and_nothing_else() -> None:
    done = _written("lose_what_cannot_be_logged()")
    assert (done.returncode, done.stdout) == (0, "still here")
    assert _written("").returncode, "without it the process ends at its first lines"


def test_the_controller_starts_and_serves_though_its_log_is_full(tmp_path: Path) -> None:
    """It died at the line about the journal, and at every start again."""
    config = tmp_path / "table.toml"
    config.write_text(templates()["table.toml"], encoding="utf-8")
    state = tmp_path / "state"
    state.mkdir(mode=0o700)
    command = (sys.executable, "-m", "table_controller.runtime", "controller")
    for _ in range(2):  # the second finds a journal, and would say so
        with FULL.open("wb") as full:
            child = subprocess.Popen(
                (*command, "--config", str(config), "--state", str(state)), stdout=full, stderr=full
            )
        try:
            assert _serves(child, Places(state).display), child.returncode
        finally:
            child.terminate()
            child.wait(PATIENCE_S)


def _serves(child: subprocess.Popen[bytes], socket: Path) -> bool:
    until_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < until_s and child.poll() is None:
        if socket.exists():
            return True
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(0.02)
    return False
