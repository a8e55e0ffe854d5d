"""Seconds on the screen: counted by the screen's own time, from what the controller last said.

Monotonic seconds only: the wall clock may be set while a player thinks, and nothing here notices.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from table_controller.vocabulary.views import ClockView, TableView

LEAST_S: Final = 0.02
"""The shortest wait for the next second: a timer that comes a little early must not find the same second again."""

MINUTE_S: Final = 60
"""From so many seconds on a silence is told in minutes."""


class Ticking(Struct, frozen=True):
    """A clock with the moment of the screen's own monotonic time at which it ends."""

    clock: ClockView
    ends_s: float

    def left_s(self, now_s: float) -> int:
        """Whole seconds left, the last one shown as 1; 0 when the time is over."""
        if self.clock.stopped:
            return max(0, math.ceil(self.clock.left_s))
        return max(0, math.ceil((self.ends_s - now_s) * self.clock.pace - 1e-9))

    def next_s(self, now_s: float) -> float | None:
        """How long the present second is still shown, None once the last one is over."""
        left_s = (self.ends_s - now_s) * self.clock.pace
        if left_s <= 0 or self.clock.stopped:
            return None
        return max(LEAST_S, (left_s - (math.ceil(left_s) - 1)) / self.clock.pace)


def ticking(view: TableView, now_s: float) -> Ticking | None:
    """The clock of a view that came at `now_s`."""
    clock = view.clock
    return None if clock is None else Ticking(clock, now_s + clock.left_s / clock.pace)


class Silences(Struct, frozen=True):
    """The nodes that are silent, each with the moment of the screen's own time when it was last heard."""

    heard_s: Mapping[str, float]
    pace: float = 1.0

    def seconds(self, now_s: float) -> dict[str, int]:
        """For how many whole seconds of the table each has been silent."""
        return {node: max(0, math.floor((now_s - at_s) * self.pace + 1e-9)) for node, at_s in self.heard_s.items()}

    def next_s(self, now_s: float) -> float | None:
        """How long what is shown of them still holds, None where nothing is."""
        waits = [self._wait_s((now_s - at_s) * self.pace) for at_s in self.heard_s.values()]
        return max(LEAST_S, min(waits) / self.pace) if waits else None

    def _wait_s(self, silent_s: float) -> float:
        step_s = 1 if silent_s < MINUTE_S else MINUTE_S
        return step_s - (silent_s % step_s)


def silences(view: TableView, now_s: float) -> Silences:
    """The silent nodes of a view that came at `now_s`."""
    return Silences({one.node: now_s - one.silent_s / view.pace for one in view.silent}, view.pace)


class Dues(Struct, frozen=True):
    """The moments of the screen's own time at which a break or a level is due, in the order of the view."""

    ends_s: tuple[float, ...] = ()
    pace: float = 1.0

    def seconds(self, now_s: float) -> tuple[int, ...]:
        """Whole seconds of the table until each; 0 once it is due."""
        return tuple(max(0, math.ceil((end_s - now_s) * self.pace - 1e-9)) for end_s in self.ends_s)

    def next_s(self, now_s: float) -> float | None:
        """How long what is shown of them still holds, None where no second is left of any."""
        lefts_s = [left_s for end_s in self.ends_s if (left_s := (end_s - now_s) * self.pace) > 0]
        waits = [(left_s - (math.ceil(left_s) - 1)) / self.pace for left_s in lefts_s]
        return max(LEAST_S, min(waits)) if waits else None


def dues(view: TableView, now_s: float) -> Dues:
    """What is due of a view that came at `now_s`."""
    return Dues(tuple(now_s + one.left_s / view.pace for one in view.room.due), view.pace)
