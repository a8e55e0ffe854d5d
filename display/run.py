"""The ways in: what the composition root calls to start a display."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Final, TextIO

from display.feed import Feed
from display.log import write_log

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType

    from display.app import DealerScreen
    from display.training.lesson import Course

LOOK_S: Final = 1.0
"""How often the screen looks whether its terminal and the program that started it are still there."""


def run_screen_sync(
    socket_path: str,
    *,
    demo: bool,
    language: str = "",
    fell: str = "",
    report: int | None = None,
    chosen: Path | None = None,
    heart: Callable[[], Coroutine[Any, Any, None]] | None = None,
) -> int:
    """Show the dealer's screen on this terminal until the dealer leaves; 0, or 1 if the screen failed.

    `socket_path` is the controller's Unix socket. With `demo` the leave key closes the whole demonstration.
    `language` is the screen's own from the start; left out it is the table's. `fell` says what ended the screen
    before this one; `report` is a file descriptor that hears in one line what ended this one, if it fails. `chosen`
    is the file of what was chosen on the screen before this one, and is on this one. `heart` beats as `show` says.
    """
    from display.app import DealerScreen
    from display.screen.chosen import Chosen, read_chosen, write_chosen

    kept = read_chosen(chosen) if chosen is not None else Chosen()
    app = DealerScreen(Feed(socket_path), demo=demo, language=kept.language or language, theme=kept.theme, fell=fell)
    if chosen is not None:
        app.remember = lambda now: write_chosen(chosen, now)
    return asyncio.run(show(app, report, heart))


async def show(
    app: DealerScreen, report: int | None = None, heart: Callable[[], Coroutine[Any, Any, None]] | None = None
) -> int:
    """Run a screen to its end; its status. What made it fail goes to `report`, a file descriptor, in one line.

    From its first picture on `heart` runs beside it in the same loop, and says that it does not hang.

    A terminal that is gone is left, too: Textual reads on and on from one whose hang-up no signal told (``nohup``).
    So is one whose program was killed: the shell has it again, and reads the keys as well.
    """
    ends = [asyncio.create_task(end) for end in (_hung_up(sys.stdin.fileno()), _left_alone(os.getppid()))]
    for end in ends:
        end.add_done_callback(lambda task: None if task.cancelled() else app.exit())

    def stands() -> None:
        if not app.is_headless:
            _go_on_as_it_was()
        if heart is not None:  # not before: a slow machine takes its time to make the first picture
            ends.append(asyncio.create_task(heart()))

    app.stands = stands
    try:
        await app.run_async()
    finally:
        for end in ends:
            end.cancel()
    if report is not None and app.fault:
        with contextlib.suppress(OSError):  # whoever wanted to know is gone
            os.write(report, app.fault.encode() + b"\n")
    return app.return_code or 0


def _go_on_as_it_was() -> None:
    """Let a screen that was stopped by SIGSTOP go on as it was, and one that Textual suspended be resumed by it.

    At every SIGCONT Textual begins to read keys once more, though it never left off: such a screen cannot end.
    """
    suspend, resume = signal.getsignal(signal.SIGTSTP), signal.getsignal(signal.SIGCONT)
    suspended: list[int] = []

    def stopped(number: int, frame: FrameType | None) -> None:
        suspended.append(number)
        if callable(suspend):
            suspend(number, frame)

    def goes_on(number: int, frame: FrameType | None) -> None:
        if suspended and callable(resume):
            suspended.clear()
            resume(number, frame)

    signal.signal(signal.SIGTSTP, stopped)
    signal.signal(signal.SIGCONT, goes_on)


async def _left_alone(parent: int) -> None:
    """Wait until the program that started this one is gone."""
    while os.getppid() == parent:  # noqa: ASYNC110 - nor for the end of a program that is no child
        await asyncio.sleep(LOOK_S)


async def _hung_up(terminal: int) -> None:
    """Wait until nobody holds the other side of the terminal any more; without end for what is no terminal."""
    line = select.poll()
    line.register(terminal, 0)  # a hang-up is told without being asked for
    while not any(what & select.POLLHUP for _, what in line.poll(0)):  # noqa: ASYNC110 - a loop cannot wait for a hang-up alone
        await asyncio.sleep(LOOK_S)


async def run_log(
    socket_path: str,
    stream: TextIO,
    *,
    language: str = "",
    joined: Callable[[], object] = lambda: None,
) -> None:
    """Write the plain log of the controller at `socket_path` to `stream`, until it is cancelled.

    `language` is a code, left out the table's language. `joined` as in `write_log`.
    """
    await write_log(Feed(socket_path), stream, language=language, joined=joined)


def run_training(course: Course, *, language: str = "") -> Course:
    """Ask the lessons on this terminal until the end or until the dealer leaves; the course as it ended."""
    from display.training.app import TrainingScreen

    screen = TrainingScreen(course, language)
    screen.run()
    return screen.course


def run_training_on_text(course: Course, lines: TextIO, out: TextIO, *, language: str = "") -> Course:
    """Ask the lessons on lines of text: numbers come from `lines`, until they end; the course as it ended."""
    from display.training.telling import train_on_text
    from display.wording.wording import wording_in

    return train_on_text(course, wording_in(language), lines.readline, out)
