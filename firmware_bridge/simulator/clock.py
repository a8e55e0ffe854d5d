"""Time at the simulated table: one heap of moments, run at once or at a person's pace.

`Scheduler` is simulated time: it jumps from moment to moment and never waits.
`PacedScheduler` runs the same heap beside a wall clock, faster or slower, with a pause.
"""

from __future__ import annotations

import asyncio
import heapq
import time
from collections.abc import Callable
from typing import Final

_FEW_CANCELLED: Final = 64
"""Below this many, cancelled timers may stay in the heap; above, they may be half of it."""


class Timer:
    """One call in the future; `cancel` takes it back."""

    __slots__ = ("_call", "_owner", "at_s")

    def __init__(self, at_s: float, call: Callable[[], object], owner: Scheduler) -> None:
        self.at_s = at_s
        self._call: Callable[[], object] | None = call
        self._owner = owner

    @property
    def waiting(self) -> bool:
        """Whether the call is still to come."""
        return self._call is not None

    def cancel(self) -> None:
        """Take the call back; a call that is over or cancelled stays so."""
        if self._call is not None:
            self._call = None
            self._owner.note_cancelled()

    def take(self) -> Callable[[], object] | None:
        """Hand out the call once; the scheduler's own use."""
        call, self._call = self._call, None
        return call


class Scheduler:
    """Simulated seconds and the calls that wait in them; calls of one moment run in the order they were made."""

    def __init__(self, start_s: float = 0.0) -> None:
        self.now_s = start_s
        self._heap: list[tuple[float, int, Timer]] = []
        self._made = 0
        self._cancelled = 0

    def call_at(self, time_s: float, call: Callable[[], object]) -> Timer:
        """Run `call` at `time_s`, or at once in the next run if that moment is past."""
        timer = Timer(max(time_s, self.now_s), call, self)
        self._made += 1
        heapq.heappush(self._heap, (timer.at_s, self._made, timer))
        return timer

    def call_after(self, delay_s: float, call: Callable[[], object]) -> Timer:
        """Run `call` when `delay_s` have passed."""
        return self.call_at(self.now_s + delay_s, call)

    @property
    def next_s(self) -> float | None:
        """The moment of the next call, `None` if nothing waits."""
        heap = self._heap
        while heap and not heap[0][2].waiting:
            heapq.heappop(heap)
            self._cancelled -= 1
        return heap[0][0] if heap else None

    @property
    def waiting(self) -> int:
        """How many calls wait."""
        return len(self._heap) - self._cancelled

    def run_next(self) -> bool:
        """Go to the next moment and run its first call; false if nothing waits."""
        if self.next_s is None:
            return False
        at_s, _, timer = heapq.heappop(self._heap)
        self.now_s = at_s
        call = timer.take()
        if call is not None:
            call()
        return True

    def run_until(self, time_s: float) -> None:
        """Run every call due by `time_s`, those that calls add included, and stop the clock there."""
        heap = self._heap
        while heap and heap[0][0] <= time_s:
            at_s, _, timer = heapq.heappop(heap)
            call = timer.take()
            if call is None:
                self._cancelled -= 1
                continue
            self.now_s = at_s
            call()
        self.now_s = max(self.now_s, time_s)

    def note_cancelled(self) -> None:
        """Count a timer that was taken back, and clear the heap when such timers are half of it."""
        self._cancelled += 1
        if self._cancelled > _FEW_CANCELLED and self._cancelled * 2 > len(self._heap):
            # In place: `run_until` holds on to this list while calls cancel timers.
            self._heap[:] = [entry for entry in self._heap if entry[2].waiting]
            heapq.heapify(self._heap)
            self._cancelled = 0


class PacedScheduler(Scheduler):
    """The same heap beside a wall clock, `speed` table seconds to each wall second.

    `catch_up` does the work and says how long to wait; `run` is the asyncio loop around it.
    """

    def __init__(self, speed: float = 1.0, start_s: float = 0.0, wall: Callable[[], float] = time.monotonic) -> None:
        super().__init__(start_s)
        if not speed > 0:
            raise ValueError(f"the speed is a factor above 0, not {speed}")
        self._wall = wall
        self._wall_s = wall()
        self._speed = speed
        self._paused = False
        self._stir = asyncio.Event()
        self._stopped = False

    @property
    def speed(self) -> float:
        """Table seconds to each wall second; may be changed while it runs."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        """Run at another speed from now on; raise `ValueError` unless it is above 0."""
        if not speed > 0:
            raise ValueError(f"the speed is a factor above 0, not {speed}")
        self.catch_up()
        self._speed = speed
        self._stir.set()

    @property
    def paused(self) -> bool:
        """Whether table time stands still."""
        return self._paused

    def pause(self) -> None:
        """Stop table time here."""
        self.catch_up()
        self._paused = True

    def resume(self) -> None:
        """Go on from where `pause` stopped; the time between is not made up for."""
        self.catch_up()
        self._paused = False
        self._stir.set()

    def catch_up(self) -> float | None:
        """Run what the wall clock has made due; return wall seconds to the next call, `None` if there is none."""
        wall_s = self._wall()
        passed_s, self._wall_s = wall_s - self._wall_s, wall_s
        if self._paused:
            return None
        self.run_until(self.now_s + passed_s * self._speed)
        next_s = self.next_s
        return None if next_s is None else (next_s - self.now_s) / self._speed

    def call_at(self, time_s: float, call: Callable[[], object]) -> Timer:
        """Run `call` at `time_s`; wakes `run` if it waits for something later."""
        timer = super().call_at(time_s, call)
        self._stir.set()
        return timer

    async def run(self) -> None:
        """Keep table time beside the wall clock until `stop`."""
        while not self._stopped:
            self._stir.clear()
            wait_s = self.catch_up()
            try:
                await asyncio.wait_for(self._stir.wait(), wait_s)
            except TimeoutError:
                continue

    def stop(self) -> None:
        """End `run`."""
        self._stopped = True
        self._stir.set()
