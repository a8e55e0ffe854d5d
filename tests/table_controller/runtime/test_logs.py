"""Logs that a technician can use: time, level, process, one line a cause; short, and never in the way."""

from __future__ import annotations

import asyncio
import logging
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from table_controller.runtime.processes import children
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.logs import SUPERVISOR, how_it_ended, keep_short, supervisors_log

LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (INFO|WARNING|ERROR) ([a-z]+): (.*)")
SAYS = """
import logging
from table_controller.runtime.cli.guarded import log_what_can_be_logged
log_what_can_be_logged("bridge")
logging.getLogger("x").info("a name of\\x1b[31m two\\nlines \\u202e")
try:
    1 / 0
except ZeroDivisionError:
    logging.getLogger("x").exception("it failed")
"""


SAYS_NO_MORE = """
import logging
from table_controller.runtime.cli.guarded import log_what_can_be_logged
log_what_can_be_logged("bridge", tags=True)
log = logging.getLogger("x")
try:
    {}["e004"]
except KeyError as problem:
    log.exception("it failed: %s", problem)
    log.error(problem)
    log.error("a mapping: %(x)s", {"x": 1})
"""


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    path = tmp_path / "supervisor.log"
    supervisors_log(path)
    yield path
    for handler in tuple(SUPERVISOR.handlers):
        SUPERVISOR.removeHandler(handler)
        handler.close()
    SUPERVISOR.addHandler(logging.NullHandler())


def lines(text: str) -> list[tuple[str, str, str]]:
    found = [LINE.fullmatch(line) for line in text.splitlines()]
    assert all(found), text
    return [(one[1], one[2], one[3]) for one in found if one is not None]


def test_each_line_has_its_time_its_level_and_its_process() -> None:
    done = subprocess.run([sys.executable, "-c", SAYS], capture_output=True, text=True, check=True)
    first, second, *traceback = done.stderr.splitlines()
    assert lines(f"{first}\n{second}") == [
        ("INFO", "bridge", "a name of[31m two lines"),
        ("ERROR", "bridge", "it failed"),
    ]
    assert traceback[-1] == "ZeroDivisionError: division by zero"


def test_where_tags_are_no_exception_says_more_than_its_kind_and_place() -> None:
    done = subprocess.run([sys.executable, "-c", SAYS_NO_MORE], capture_output=True, text=True, check=True)
    first, *traceback, second, third = done.stderr.splitlines()
    assert lines(f"{first}\n{second}\n{third}") == [
        ("ERROR", "bridge", "it failed: KeyError"),
        ("ERROR", "bridge", "KeyError"),
        ("ERROR", "bridge", "a mapping: 1"),
    ]
    assert traceback[0] == "Traceback (most recent call last):"
    assert traceback[-1] == "KeyError (its message is kept back: it may hold a tag)"
    assert "e004" not in done.stderr


def test_who_was_killed_is_in_the_log_of_who_started_it(
    log: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was started again, and nobody could say why."""
    monkeypatch.setattr(children, "PROGRAM", ("-c",))
    monkeypatch.setattr(children, "FIRST_PAUSE_S", 0.05)
    ends = ["import os; os.kill(os.getpid(), 9)", "raise SystemExit(3)"]
    for words in ends:
        asyncio.run(Child("controller", [words], tmp_path / "controller.log", restart=False).watch())
    told = lines(log.read_text(encoding="utf-8"))
    assert [level for level, _, _ in told] == ["INFO", "WARNING"] * 2
    assert re.fullmatch(r"controller runs as process \d+", told[0][2])
    assert re.fullmatch(r"controller killed by SIGKILL after \d+\.\d s, not started again", told[1][2])
    assert re.fullmatch(r"controller ended with 3 after \d+\.\d s, not started again", told[3][2])
    assert log.stat().st_mode & 0o777 == 0o600


def test_a_log_that_cannot_be_written_keeps_nobody(tmp_path: Path) -> None:
    supervisors_log(tmp_path / "no" / "such" / "folder.log")
    SUPERVISOR.warning("said to nobody")
    assert not (tmp_path / "no").exists()
    supervisors_log(tmp_path / "folder.log")
    SUPERVISOR.warning("said again")
    assert "said again" in (tmp_path / "folder.log").read_text(encoding="utf-8"), "the control"


@pytest.mark.parametrize(
    ("status", "words"),
    [(0, "ended with 0"), (2, "ended with 2"), (-9, "killed by SIGKILL"), (-99, "killed by signal 99")],
)
def test_an_exit_status_is_said_in_words(status: int, words: str) -> None:
    assert how_it_ended(status) == words


def test_a_long_log_becomes_the_old_one_while_its_child_writes(tmp_path: Path) -> None:
    path = tmp_path / "bridge.log"
    with path.open("ab", buffering=0) as child:
        child.write(b"x" * 100)
        keep_short(path, 100)
        assert not (tmp_path / "bridge.log.1").exists()
        child.write(b"y")
        keep_short(path, 100)
        child.write(b"new")
    assert path.read_bytes() == b"new"
    old = tmp_path / "bridge.log.1"
    assert (len(old.read_bytes()), old.stat().st_mode & 0o777) == (100, 0o600)
    keep_short(tmp_path / "none.log")
