"""A process that hangs, or was stopped, is not gone: who started it listens to its pulse, and starts another one.

A child writes a byte into a pipe of its parent's from the loop that does its work. The parent looks at regular moments
and kills a child that has begun to beat and beats no more. Looks are counted, not seconds: a parent that was stopped
itself has heard nothing meanwhile. Nor is a child missed while something holds it up that is no fault of its own.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

from firmware_bridge.vocabulary.lines import BEAT_S, LOOK_S, Silence

T = TypeVar("T")

PULSE: Final = "CARDSPEAK_PULSE"
"""The variable by which a child learns the number of the pipe."""

STOPPED_LOOKS: Final = 14
"""So many looks without a beat (3.5 s) and a child is killed: another one stands within five seconds."""


async def beating(work: Coroutine[Any, Any, T]) -> T:
    """Do the `work` of a child, and beat meanwhile; who was started by hand beats for nobody."""
    pipe = os.environ.pop(PULSE, "")
    if not pipe.isdecimal():
        return await work
    heart = asyncio.create_task(_beat(int(pipe)))
    try:
        return await work
    finally:
        heart.cancel()


async def beat_on() -> None:
    """Beat until cancelled, for who started this process; who was started by hand beats for nobody."""
    pipe = os.environ.pop(PULSE, "")
    if pipe.isdecimal():
        await _beat(int(pipe))


async def _beat(pipe: int) -> None:
    os.set_blocking(pipe, False)
    try:
        while True:
            with contextlib.suppress(OSError):  # a parent that is gone, or that has not listened for an hour
                os.write(pipe, b".")
            await asyncio.sleep(BEAT_S)
    finally:
        os.close(pipe)  # it is done, and may take its time to end: that is no silence


class Pulse:
    """The parent's end of the pipe of one child; `mouth` is the child's, which the parent closes once it runs.

    `held_up` says whether something else holds the child up now: its silence counts from the end of that.
    """

    def __init__(self, held_up: Callable[[], bool] = lambda: False) -> None:
        self._ear, self.mouth = os.pipe()
        self._over = False
        os.set_blocking(self._ear, False)
        self._silence, self._held_up = Silence(STOPPED_LOOKS), held_up

    @property
    def missed(self) -> bool:
        """Whether the child has beaten no more for so long that it is given up."""
        return self._silence.lasts

    async def stops(self) -> None:
        """Return when the child has begun to beat, and beats no more; never once it has said that it is done."""
        beats = False
        while True:
            await asyncio.sleep(LOOK_S)
            if self._hears():
                beats = True
                self._silence.heard()
            elif self._over or self._held_up():
                self._silence.heard()
            elif beats and self._silence.look():
                return

    def close_mouth(self) -> None:
        """Leave the child's end to the child."""
        if self.mouth >= 0:
            os.close(self.mouth)
            self.mouth = -1

    def close(self) -> None:
        """Listen no more."""
        self.close_mouth()
        os.close(self._ear)

    def _hears(self) -> bool:
        try:
            heard = os.read(self._ear, 1 << 12)
        except BlockingIOError:
            return False
        self._over = not heard  # nobody can beat any more: it has closed its end, or is gone
        return bool(heard)
