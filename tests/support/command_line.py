"""The command ``cardspeak`` in this process: what it says and its exit status, without the half second of a start."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from types import ModuleType
from typing import Any, Final
from unittest import mock

from table_controller.runtime.cli.main import main
from table_controller.runtime.processes import bridge_process

PATIENCE_S: Final = 120
ROOT: Final = Path(__file__).parents[2]


def cardspeak_here(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as if it had been typed in `folder`; without a terminal and with nothing to read.

    Whatever it raises is raised here: a traceback fails the test that calls.
    """
    out, err = io.StringIO(), io.StringIO()
    status: object = None
    with (
        open(os.devnull, encoding="utf-8") as nothing,  # noqa: PTH123 - no path of ours
        mock.patch.multiple(sys, argv=["cardspeak", *words], stdin=nothing, **_hooks(sys, "except", "unraisable")),
        mock.patch.multiple(threading, **_hooks(threading, "except")),
        mock.patch.object(bridge_process, "leave_no_core_file"),  # it would hold for all tests after this one
        contextlib.chdir(folder),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings(
            "ignore", "Cyclopts application invoked without tokens"
        )  # they are in sys.argv, as ever
        try:
            main()
        except SystemExit as ended:
            status = ended.code
    assert status is None or isinstance(status, int), status
    return subprocess.CompletedProcess(["cardspeak", *words], status or 0, out.getvalue(), err.getvalue())


def _hooks(module: ModuleType, *names: str) -> dict[str, Any]:
    """What a module calls for exceptions, as it is: put back after whatever the command puts there."""
    return {f"{name}hook": getattr(module, f"{name}hook") for name in names}


def cardspeak_started(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The same as a process of its own, as people start it."""
    return subprocess.run(
        [sys.executable, "-m", "table_controller.runtime", *words],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
