"""The processes of a table, started and watched: bridge, controller, and what moves a simulated table.

A child that ends is started again after a growing pause; one that hangs, or was stopped, is killed first (`pulse`). A
child never outlives its parent (the kernel sends it SIGTERM when the parent is gone). Their logs are files in the state
folder.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from table_controller.runtime.processes.logs import SUPERVISOR, how_it_ended, keep_short
from table_controller.runtime.processes.pulse import PULSE, Pulse

FIRST_PAUSE_S: Final = 0.25
LONGEST_PAUSE_S: Final = 5.0
STEADY_S: Final = 10.0
"""A child that ran this long is healthy: its next failure begins again with the first pause."""

SHORTEN_EVERY_S: Final = 60.0
"""So often the length of a child's log is looked at."""

PATIENCE_S: Final = 5.0
"""How long a child may take to end when asked, before it is killed."""

SILENT: Final = "has not beaten for some seconds: it is killed"

PROGRAM: Final = ("-m", "table_controller.runtime")
"""What this Python runs; a child's arguments come after it."""

_PR_SET_PDEATHSIG: Final = 1  # linux/prctl.h

_CREDENTIALS: Final = struct.Struct("3i")  # struct ucred of unix(7): process, user, group


@dataclass(slots=True)
class Child:
    """One watched process: its name, its arguments after ``cardspeak``, and where its log goes."""

    name: str
    arguments: Sequence[str]
    log: Path
    restart: bool = True
    environment: Mapping[str, str] = field(default_factory=dict)
    starts: int = 0
    process: asyncio.subprocess.Process | None = None

    async def watch(self, on_exit: Callable[[Child, int], None] | None = None) -> int:
        """Run until cancelled, restarting; without `restart` return the exit status of the one run."""
        pause_s, loop = FIRST_PAUSE_S, asyncio.get_running_loop()
        while True:
            began_s = loop.time()
            status = await self._run()
            if on_exit is not None:
                on_exit(self, status)
            lasted_s = loop.time() - began_s
            pause_s = FIRST_PAUSE_S if lasted_s > STEADY_S else min(pause_s * 2, LONGEST_PAUSE_S)
            then = f"started again in {pause_s:g} s" if self.restart else "not started again"
            SUPERVISOR.warning("%s %s after %.1f s, %s", self.name, how_it_ended(status), lasted_s, then)
            if not self.restart:
                return status
            await asyncio.sleep(pause_s)

    async def _run(self) -> int:
        self.starts += 1
        keep_short(self.log)
        self.log.touch(mode=0o600)
        pulse = Pulse()
        try:
            with self.log.open("ab") as log:
                self.process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    *PROGRAM,
                    *self.arguments,
                    stdin=asyncio.subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    env={**os.environ, **self.environment, PULSE: str(pulse.mouth)},
                    pass_fds=(pulse.mouth,),
                    preexec_fn=_in_background,
                )
            pulse.close_mouth()
            SUPERVISOR.info("%s runs as process %d", self.name, self.process.pid)
            return await self._while_it_beats(self.process, pulse)
        finally:
            await self.stop()
            pulse.close()

    async def _while_it_beats(self, process: asyncio.subprocess.Process, pulse: Pulse) -> int:
        """Wait until it ends; kill it if it stops."""
        shortening = asyncio.ensure_future(self._keep_short())
        try:
            return await while_it_beats(self.name, process, pulse, self._note)
        finally:
            shortening.cancel()

    async def _keep_short(self) -> None:
        while True:
            await asyncio.sleep(SHORTEN_EVERY_S)
            await asyncio.to_thread(keep_short, self.log)

    def _note(self, what: str) -> None:
        """A line in the child's log, if it can be written."""
        with contextlib.suppress(OSError), self.log.open("a", encoding="utf-8") as log:
            log.write(f"{self.name}: {what}\n")

    async def stop(self) -> None:
        """Ask the process to end, and kill it if it does not."""
        process = self.process
        if process is None or process.returncode is not None:
            return
        SUPERVISOR.info("%s is asked to end", self.name)
        send_signal(process.pid, signal.SIGTERM)
        try:
            await asyncio.wait_for(process.wait(), PATIENCE_S)
        except TimeoutError:
            send_signal(process.pid, signal.SIGKILL)
            await process.wait()


async def while_it_beats(
    name: str, process: asyncio.subprocess.Process, pulse: Pulse, note: Callable[[str], None] = lambda _what: None
) -> int:
    """Wait until a child ends, and kill it if it stops; its exit status. `note` hears of the kill before it is done."""
    ends, stops = asyncio.ensure_future(process.wait()), asyncio.ensure_future(pulse.stops())
    try:
        await asyncio.wait((ends, stops), return_when=asyncio.FIRST_COMPLETED)
        if not ends.done():
            note(SILENT)
            SUPERVISOR.warning("%s %s", name, SILENT)
            send_signal(process.pid, signal.SIGKILL)
        return await ends
    finally:
        for task in (ends, stops):
            task.cancel()


def send_signal(pid: int, number: signal.Signals) -> None:
    """Signal a child whose exit status somebody waits for; one that has ended already is left alone.

    Not by `Process.terminate` and `Process.kill`: `subprocess.Popen` polls before it signals, and so takes the status
    of a child that has just ended away from asyncio, which then warns on stderr and reports 255 instead.
    """
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, number)


def die_with_parent() -> None:
    """Ask the kernel to end this process with its parent: for a child, between fork and exec."""
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def _in_background() -> None:
    """The same for a child that leaves the terminal's signals to its parent."""
    die_with_parent()
    os.setpgid(0, 0)


async def wait_for_socket(path: Path, patience_s: float = 120.0) -> None:
    """Wait until something listens on a Unix socket; raise `TimeoutError` that names it."""
    loop = asyncio.get_running_loop()
    deadline_s = loop.time() + patience_s
    while loop.time() < deadline_s:
        try:
            _, writer = await asyncio.open_unix_connection(str(path))
        except (ConnectionError, FileNotFoundError):
            await asyncio.sleep(0.05)
            continue
        writer.close()
        return
    raise TimeoutError(f"nothing listens on {path} after {patience_s:.0f} s; see the logs beside it")


async def who_listens(path: Path) -> int | None:
    """The process at the other end of a Unix socket; None if nobody listens there."""
    try:
        _, writer = await asyncio.open_unix_connection(str(path))
    except OSError:
        return None
    try:
        whose = writer.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
        return int(_CREDENTIALS.unpack(whose)[0])
    finally:
        writer.close()
