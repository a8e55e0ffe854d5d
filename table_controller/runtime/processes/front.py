"""The display in front of ``cardspeak run`` and ``cardspeak demo``: started, watched, and started again if it dies.

The table does not need it, so nothing else waits for it. One that hangs is killed first, as bridge and controller are
(`pulse`); one that waits for a terminal which takes nothing (Ctrl-S, a line that is down, a pager) does not hang. A new
screen gets the present view from the controller: the dealer sees the same picture, and why the one before it went. One
that dies again and again would only flicker; then the plain log takes its place.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import select
import signal
import sys
import termios
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from table_controller.runtime.processes.children import die_with_parent, send_signal, while_it_beats
from table_controller.runtime.processes.finishing import FAILED, UNUSABLE
from table_controller.runtime.processes.logs import SUPERVISOR, how_it_ended
from table_controller.runtime.processes.pulse import PULSE, Pulse

PROGRAM: Final = (sys.executable, "-m", "table_controller.runtime")

MOST_FALLS: Final = 5
WITHIN_S: Final = 60.0
"""A display that died so often within this time cannot be helped by another start."""

LONGEST_WHY: Final = 200

CHOSEN: Final = ".chosen"
"""What the name of the file has after the socket's that keeps the language and theme chosen on the screen."""

ENDS_WITHIN_S: Final = 2.0
"""A display that is asked to end and does not within this time is killed."""

_DRAWN_ON: Final = {"screen": 2, "log": 1}
"""The stream that a display writes to: Textual draws on the error output."""

_LEAVE: Final = (
    "\x1b[?2026l\x1b[?2004l\x1b[?2048l\x1b[?7h"  # drawing at once, pasting, sizes told as text; wrap lines again
    "\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?1004l"  # mouse, focus
    "\x1b[<u\x1b[?1049l\x1b[0m\x1b[?25h"  # keys as ever, the screen from before, no colours, the cursor
)
"""What a screen that was killed could not say any more: puts the terminal back as it was."""


@dataclass(slots=True)
class Falls:
    """When a display fell, as far as it still matters."""

    at_s: deque[float] = field(default_factory=deque)

    def too_many(self, now_s: float) -> bool:
        """Count one more; whether that were `MOST_FALLS` within `WITHIN_S`."""
        self.at_s.append(now_s)
        while self.at_s[0] < now_s - WITHIN_S:
            self.at_s.popleft()
        return len(self.at_s) >= MOST_FALLS


class Ended(Struct, frozen=True):
    """How a display ended: its status, negative for a signal, and what it said itself of a fault, code and place.

    `hung`: it was killed because it did nothing any more.
    """

    status: int
    said: str = ""
    hung: bool = False

    @property
    def why(self) -> str:
        """In few words, for the line that tells it."""
        if self.hung:
            return "it hung"
        if self.status < 0:
            return f"killed by {_signal_name(-self.status)}"
        return self.said or f"status {self.status}"

    @property
    def told(self) -> str:
        """The same for the next screen, which says it in its own language: a code with its value, or what was said."""
        if self.hung:
            return "hung"
        if self.status < 0:
            return f"killed signal={_signal_name(-self.status).removeprefix('signal ')}"
        return self.said or f"status code={self.status}"


async def display_in_front(
    socket: Path,
    *,
    screen: bool,
    demo: bool,
    program: Sequence[str] = PROGRAM,
    now_s: Callable[[], float] = time.monotonic,
) -> int:
    """Run the screen (or the log) on this terminal until it is left; the status of the last one.

    One that dies, or hangs, is started again at once, on the same view. After `MOST_FALLS` in a row the log replaces
    the screen, and nothing replaces the log. `program` is what comes before the words of the command line. What
    language and theme were chosen on a screen goes on with the next one, by a file beside the socket. Cancelled, it
    ends the display and leaves the terminal as it was.
    """
    chosen = socket.with_name(socket.name + CHOSEN)
    _forget(chosen)
    try:
        return await _in_front(socket, chosen, program, now_s, screen=screen, demo=demo)
    finally:
        _forget(chosen)


async def _in_front(
    socket: Path, chosen: Path, program: Sequence[str], now_s: Callable[[], float], *, screen: bool, demo: bool
) -> int:
    falls, fell, kept = Falls(), "", _terminal_now()
    while True:
        what = "screen" if screen else "log"
        words = [what, "--socket", str(socket), *(["--demo"] if demo else [])]
        more = ["--chosen", str(chosen), *(["--fell", fell] if fell else [])] if screen else []
        try:
            ended = await _run(what, [*program, *words], more)
        except asyncio.CancelledError:
            if screen:  # it was ended in the middle of drawing
                _put_back(kept, killed=True)
            raise
        if screen and ended.status:
            _put_back(kept, killed=ended.status < 0)
        if ended.status in (0, UNUSABLE):
            return ended.status
        fell, why = ended.told, ended.why
        if not falls.too_many(now_s()):
            _say(f"The {what} fell ({why}) and is started again; the table goes on.")
        elif screen:
            _say(
                f"The screen fell {MOST_FALLS} times in a row ({why}) and is not started again. The table goes on; "
                f"this is its log; Ctrl-C ends it. Another screen: cardspeak screen --socket {socket}"
            )
            screen, falls = False, Falls()
        else:
            return max(ended.status, FAILED)


def _forget(chosen: Path) -> None:
    """What was chosen on a screen ends with whoever starts screens."""
    with contextlib.suppress(OSError):
        chosen.unlink(missing_ok=True)


async def _run(what: str, command: Sequence[str], more: Sequence[str]) -> Ended:
    """One display until it ends, or hangs and is killed. A screen gets a pipe, to say in one line what felled it."""
    reports = what == "screen"
    ear, mouth = os.pipe() if reports else (-1, -1)
    pulse = Pulse(partial(_takes_nothing, _DRAWN_ON[what]))
    try:
        words = [*command, *more, *(["--report", str(mouth)] if reports else [])]
        beginning = asyncio.ensure_future(
            asyncio.create_subprocess_exec(
                *words,
                pass_fds=(pulse.mouth, mouth) if reports else (pulse.mouth,),
                env={**os.environ, PULSE: str(pulse.mouth)},
                preexec_fn=None if reports else die_with_parent,  # a screen leaves the terminal in order first
            )
        )
        try:
            process = await asyncio.shield(beginning)
            pulse.close_mouth()
            SUPERVISOR.info("%s runs as process %d", what, process.pid)
            status = await while_it_beats(what, process, pulse)
        except asyncio.CancelledError:
            await _end(await beginning)  # also one that was only about to begin: nobody else would end it
            raise
        SUPERVISOR.log(logging.WARNING if status else logging.INFO, "%s %s", what, how_it_ended(status))
        return Ended(status, _heard(ear) if reports else "", pulse.missed)
    finally:
        pulse.close()
        for end in {ear, mouth} - {-1}:
            os.close(end)


def _takes_nothing(stream: int) -> bool:
    """Whether who writes there now would have to wait; the descriptor is this process's, and the display's too."""
    line = select.poll()
    line.register(stream, select.POLLOUT)
    return not line.poll(0)  # what is gone or broken holds nobody up


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ask a display to end, and make it."""
    if process.returncode is not None:
        return  # its number may be another process's by now
    send_signal(process.pid, signal.SIGTERM)
    try:
        async with asyncio.timeout(ENDS_WITHIN_S):
            await process.wait()
    except TimeoutError:
        send_signal(process.pid, signal.SIGKILL)
        await process.wait()


def _heard(ear: int) -> str:
    """What the process left in the pipe; whoever else may hold its other end is not waited for."""
    os.set_blocking(ear, False)
    with contextlib.suppress(BlockingIOError):
        lines = os.read(ear, LONGEST_WHY).decode("utf-8", "replace").splitlines()
        return lines[0] if lines else ""
    return ""


def _terminal_now() -> list[Any] | None:
    """How the terminal treats keys now; None without one."""
    try:
        return termios.tcgetattr(sys.stdin.fileno())
    except (termios.error, ValueError, OSError):
        return None


def _put_back(kept: list[Any] | None, *, killed: bool) -> None:
    """Make the terminal what it was before the screen; one that was killed left it as it is."""
    if kept is None:
        return
    with contextlib.suppress(termios.error, OSError):
        if killed:
            os.write(sys.stderr.fileno(), _LEAVE.encode())  # past what filters our own lines
            termios.tcflush(sys.stdin.fileno(), termios.TCIFLUSH)  # half a key, a mouse that still reports
        termios.tcsetattr(sys.stdin.fileno(), termios.TCSANOW, kept)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _say(line: str) -> None:
    sys.stderr.write(line + "\n")
    sys.stderr.flush()
