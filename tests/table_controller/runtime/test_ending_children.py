"""A child is asked to end while somebody else waits for it: its exit status stays his."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable

import pytest

from table_controller.runtime.processes.children import send_signal

STATUS = 7


@pytest.fixture
def ended() -> subprocess.Popen[bytes]:
    """A child that has ended, and whose status nobody has asked for yet."""
    child = subprocess.Popen([sys.executable, "-c", f"raise SystemExit({STATUS})"])
    os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT)
    return child


def status_of(child: subprocess.Popen[bytes]) -> int | None:
    """What waiting for the child gives now, None if its status was taken before."""
    try:
        return os.waitstatus_to_exitcode(os.waitpid(child.pid, 0)[1])
    except ChildProcessError:
        return None
    finally:
        child.returncode = STATUS


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_child_that_has_just_ended_keeps_its_status(ended: subprocess.Popen[bytes], number: signal.Signals) -> None:
    send_signal(ended.pid, number)
    assert status_of(ended) == STATUS


@pytest.mark.parametrize("way", [subprocess.Popen.terminate, subprocess.Popen.kill])
def test_popens_own_way_takes_it(
    ended: subprocess.Popen[bytes], way: Callable[[subprocess.Popen[bytes]], None]
) -> None:
    """The planted failure: what this was done with before."""
    way(ended)
    assert status_of(ended) is None


def test_a_child_that_is_gone_is_left_alone(ended: subprocess.Popen[bytes]) -> None:
    assert status_of(ended) == STATUS
    send_signal(ended.pid, signal.SIGTERM)
