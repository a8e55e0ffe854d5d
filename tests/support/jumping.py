"""An event loop whose clock jumps to the next timer when nothing is to be read: nobody waits, every moment is known."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

from table_controller.runtime.processes.clock import ClockRate

T = TypeVar("T")


class Jumping(selectors.DefaultSelector):
    """Waits for nothing: what would have been waited is added to `now_s`."""

    now_s = 1000.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            return super().select(timeout)  # something outside the loop is awaited
        if not ready:
            self.now_s += timeout or 0.0
        return ready


class JumpingLoop(asyncio.SelectorEventLoop):
    """The loop around it."""

    def __init__(self) -> None:
        self.jumping = Jumping()
        super().__init__(self.jumping)

    def time(self) -> float:
        return self.jumping.now_s


class LoopClock(ClockRate, frozen=True):
    """The table's clock is the loop's."""

    def now_s(self) -> float:
        return asyncio.get_running_loop().time()


def in_jumping_time(story: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=JumpingLoop) as runner:
        return runner.run(story)
