"""The clock on the screen: counted down by the screen's own time, from what the controller last said was left.

Monotonic seconds only: the wall clock may be set while a player thinks, and nothing here notices.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from table_controller.views import ClockView, TableView

LEAST_S: Final = 0.02
"""The shortest wait for the next second: a timer that comes a little early must not find the same second again."""


@dataclass(frozen=True, slots=True)
class Ticking:
    """A clock with the moment of the screen's own monotonic time at which it ends."""

    clock: ClockView
    ends_s: float

    def left_s(self, now_s: float) -> int:
        """Whole seconds left, the last one shown as 1; 0 when the time is over."""
        return max(0, math.ceil((self.ends_s - now_s) * self.clock.pace - 1e-9))

    def next_s(self, now_s: float) -> float | None:
        """How long the present second is still shown, None once the last one is over."""
        left_s = (self.ends_s - now_s) * self.clock.pace
        if left_s <= 0:
            return None
        return max(LEAST_S, (left_s - (math.ceil(left_s) - 1)) / self.clock.pace)


def ticking(view: TableView, now_s: float) -> Ticking | None:
    """The clock of a view that came at `now_s`."""
    clock = view.clock
    return None if clock is None else Ticking(clock, now_s + clock.left_s / clock.pace)
