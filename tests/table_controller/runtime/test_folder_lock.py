"""Two real starts of a table in one folder: the second is refused at once, whatever state the first is in."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Final, NamedTuple

import pytest
from support.command_line import ROOT

from table_controller.runtime.cli.usage import UsageError
from table_controller.runtime.processes.finishing import TERMINATED, UNUSABLE
from table_controller.runtime.processes.folder_lock import LOCK, only_table_in
from table_controller.runtime.processes.places import Places

PATIENCE_S: Final = 90.0
RUN: Final = "from table_controller.runtime.cli.main import main; main()"
UNLOCKED: Final = f"""
import contextlib
from table_controller.runtime.processes import folder_lock
folder_lock.only_table_in = contextlib.nullcontext
{RUN}
"""
"""The planted failure: as it was, with the journal's lock alone."""


class Started(NamedTuple):
    """A start of a table, and what it says on its error output."""

    run: subprocess.Popen[bytes]
    said: IO[str]


Start = Callable[[str], Started]


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The state folder that is to be, beside the shipped settings without MQTT."""
    (tmp_path / "table.toml").write_text((ROOT / "config/table.toml").read_text("utf-8"), encoding="utf-8")
    (tmp_path / "broker.toml").write_text('broker = "off"\n', encoding="utf-8")
    return tmp_path / "state"


@pytest.fixture
def start(state: Path) -> Iterator[Start]:
    """Starts `cardspeak run` there; none outlives the test, not even one that was stopped."""
    with contextlib.ExitStack() as ending:

        def begin(program: str) -> Started:
            words = ["run", "--config", str(state.parent / "table.toml"), "--state", str(state), "--log"]
            said = ending.enter_context(tempfile.TemporaryFile("w+"))
            run = subprocess.Popen(
                [sys.executable, "-c", program, *words],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=said,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                start_new_session=True,
            )
            ending.callback(_end, run)
            return Started(run, said)

        yield begin


def _end(run: subprocess.Popen[bytes]) -> None:
    if run.poll() is None:
        for number in (signal.SIGTERM, signal.SIGCONT):
            run.send_signal(number)
    run.wait(PATIENCE_S)
    with contextlib.suppress(ProcessLookupError):  # the log of one that was killed, which waits for another table
        os.killpg(run.pid, signal.SIGKILL)


def until(what: Callable[[], bool], why: str) -> None:
    tick, until_s = threading.Event(), time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < until_s, why
        tick.wait(0.02)


def begun(state: Path) -> int:
    """How many supervisors have begun in a folder."""
    log = Places(state).log("supervisor")
    return log.read_text("utf-8").count("begins;") if log.exists() else 0


def child_of(pid: int, command: str) -> int | None:
    """The process id of a child of `cardspeak run`."""
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        with contextlib.suppress(OSError):  # it has just ended
            if f"\0{command}\0".encode() in Path(f"/proc/{child}/cmdline").read_bytes():
                return int(child)
    return None


def settled(run: subprocess.Popen[bytes]) -> None:
    """Wait until its log is in front: the table stands."""
    until(lambda: child_of(run.pid, "log") is not None, "the table stands")


def seen(state: Path) -> dict[str, tuple[int, bytes]]:
    """When each file of a folder was written, and what stands in it."""
    files = (path for path in state.rglob("*") if path.is_file())
    return {str(path.relative_to(state)): (path.stat().st_mtime_ns, path.read_bytes()) for path in files}


def refused(second: Started, state: Path, other: int) -> None:
    status = second.run.wait(PATIENCE_S)
    second.said.seek(0)
    said = second.said.read()
    assert status == UNUSABLE, said
    assert said.splitlines()[-1] == (
        f"cardspeak: a table runs in {state} already (process {other}). To see it: cardspeak screen --socket "
        f"{Places(state).display}; for another table: cardspeak run --state FOLDER"
    )


def left_alone(run: subprocess.Popen[bytes]) -> None:
    """Stop the one that watches, and kill its controller: nobody holds the journal, and nobody listens."""
    settled(run)
    run.send_signal(signal.SIGSTOP)
    controller = child_of(run.pid, "controller")
    assert controller is not None
    watch = os.pidfd_open(controller)
    os.kill(controller, signal.SIGKILL)
    assert select.select([watch], [], [], PATIENCE_S)[0]
    os.close(watch)


def locked_by(run: subprocess.Popen[bytes], state: Path) -> bool:
    return (state / LOCK).exists() and (state / LOCK).read_text() == f"{run.pid}\n"


def test_of_two_starts_the_second_is_refused_though_the_first_does_not_stand_yet(state: Path, start: Start) -> None:
    """Both went on, and their brokers wrote over each other's files."""
    first = start(RUN).run
    until(lambda: locked_by(first, state), "the first has begun")
    assert child_of(first.pid, "log") is None
    refused(start(RUN), state, first.pid)
    settled(first)
    assert begun(state) == 1
    first.terminate()
    assert first.wait(PATIENCE_S) == TERMINATED


def test_a_table_whose_controller_is_dead_and_whose_watcher_is_stopped_is_one(state: Path, start: Start) -> None:
    first = start(RUN).run
    left_alone(first)
    before = seen(state)
    refused(start(RUN), state, first.pid)
    kept = {name: is_now for name, is_now in seen(state).items() if not name.endswith(".log")}
    assert kept == {name: was for name, was in before.items() if not name.endswith(".log")}
    assert begun(state) == 1


def test_without_the_lock_both_go_on(state: Path, start: Start) -> None:
    """The planted failure, in the first of the two situations and in the second."""
    first, second = start(UNLOCKED).run, start(UNLOCKED).run
    until(lambda: begun(state) == 2, "both begin")
    for run in (first, second):
        run.kill()
        run.wait(PATIENCE_S)
    third = start(UNLOCKED).run
    left_alone(third)
    start(UNLOCKED)
    until(lambda: begun(state) == 4, "the fourth begins beside the third")


def test_a_start_right_after_a_kill_comes_up_and_no_child_has_the_lock(state: Path, start: Start) -> None:
    first = start(RUN).run
    settled(first)
    lock = (state / LOCK).resolve()
    children = Path(f"/proc/{first.pid}/task/{first.pid}/children").read_text().split()
    assert len(children) >= 3
    held = {pid: [end.resolve() for end in Path(f"/proc/{pid}/fd").iterdir()] for pid in (*children, str(first.pid))}
    assert [pid for pid, ends in held.items() if lock in ends] == [str(first.pid)]
    first.kill()
    second = start(RUN).run
    settled(second)
    assert locked_by(second, state)


def test_the_lock_ends_with_the_body_and_names_nobody_where_nothing_could_be_written(tmp_path: Path) -> None:
    with only_table_in(tmp_path):
        with pytest.raises(UsageError, match=rf"already \(process {os.getpid()}\)"), only_table_in(tmp_path):
            pass
        (tmp_path / LOCK).write_bytes(b"")
        with pytest.raises(UsageError, match=r"already \(process unknown\)"), only_table_in(tmp_path):
            pass
    (tmp_path / LOCK).write_text("7\n")  # left behind by one that was killed: it is nobody's
    with only_table_in(tmp_path):
        assert (tmp_path / LOCK).read_text() == f"{os.getpid()}\n"
    assert (tmp_path / LOCK).stat().st_mode & 0o777 == 0o600
