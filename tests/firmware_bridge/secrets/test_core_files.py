"""A process that held tags and died in any way leaves no picture of its memory."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import pytest

GET_DUMPABLE = 3  # linux/prctl.h
DIES = """
import ctypes, os, resource, sys
from firmware_bridge.secrets.core_files import leave_no_core_file
hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
resource.setrlimit(resource.RLIMIT_CORE, (hard, hard))
if sys.argv[1] == "quietly":
    leave_no_core_file()
print(ctypes.CDLL(None).prctl(3, 0, 0, 0, 0), *resource.getrlimit(resource.RLIMIT_CORE), flush=True)
os.abort()
"""


def died(how: str, folder: Path) -> tuple[list[int], list[Path]]:
    """What a process says of itself before it aborts, and the files that it leaves."""
    done = subprocess.run([sys.executable, "-c", DIES, how], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode < 0, done.stderr
    return [int(word) for word in done.stdout.split()], list(folder.iterdir())


def test_it_is_not_dumpable_and_leaves_no_file(tmp_path: Path) -> None:
    assert died("quietly", tmp_path) == ([0, 0, 0], [])


def test_without_it_a_core_file_is_found(tmp_path: Path) -> None:
    """Planted: the same death of a process that has not asked for it."""
    pattern = Path("/proc/sys/kernel/core_pattern").read_text(encoding="ascii").strip()
    if pattern.startswith(("|", "/")) or resource.getrlimit(resource.RLIMIT_CORE)[1] == 0:
        pytest.skip("this machine puts no core file into the folder of who dies")
    (dumpable, *_), files = died("loudly", tmp_path)
    assert dumpable == 1
    assert files
