"""The clock on the player to act.

| from     | what happens                      | to       | why                                               |
| -------- | --------------------------------- | -------- | ------------------------------------------------- |
| any      | the turn comes to a seat          | thinking | his time counts from here                         |
| thinking | somebody asks, the book grants it | running  | from the moment it was asked                      |
| running  | he acts, or the floor is called   | thinking | an act in time ends it; the floor stops all time  |
| running  | its last second is over           | thinking | fold or check, or what the floor says             |
| running  | the table is started anew         | stopped  | what was left when that was known last is left    |
| running  | its last second is over, and the  | stopped  | he may have acted, and nobody saw it              |
|          | seat went out of sight meanwhile  |          |                                                   |
| stopped  | the dealer goes on with it        | running  | from that moment, for what was left               |
| stopped  | he acts, or the floor is called   | thinking | as while it runs                                  |
| running  | time runs backwards               | thinking | the machine was started anew: nobody knows        |
"""

from __future__ import annotations

from msgspec import Struct


class Clock(Struct, frozen=True):
    """The clock that runs on `seat` from `asked_s` to `ends_s`; its last `counted_s` seconds are counted aloud.

    `left_s` is what is left of one that was stopped, None while it runs.
    """

    seat: int
    asked_s: float
    ends_s: float
    counted_s: float = 0.0
    left_s: float | None = None


class Timing(Struct, frozen=True):
    """Since when the seat to act may act (0: nobody ever has), the clock on it, and how often one was granted.

    `called` are the seats on which a clock was granted in this hand, one entry a clock, `by_floor` those on which the
    floor called it on its own, in this hand or before.
    """

    since_s: float = 0.0
    clock: Clock | None = None
    called: tuple[int, ...] = ()
    by_floor: tuple[int, ...] = ()


NO_TIME = Timing()
"""Before anybody has had to act."""


def thought_s(timing: Timing, now_s: float) -> float | None:
    """How long the seat to act has had; None if nobody can tell, for time seems to have run backwards."""
    return now_s - timing.since_s if now_s >= timing.since_s else None


def is_over(clock: Clock, now_s: float) -> bool:
    """Whether the last second of the clock is over."""
    return now_s >= clock.ends_s


def is_lost(clock: Clock, now_s: float) -> bool:
    """Whether `now_s` lies before the clock began: it was begun in another life of the machine."""
    return now_s < clock.asked_s


def deadline_s(timing: Timing, now_s: float) -> float | None:
    """When the clock wants to be looked at next, None if none runs; `now_s` for one that was lost."""
    if timing.clock is None or timing.clock.left_s is not None:
        return None
    return now_s if is_lost(timing.clock, now_s) else timing.clock.ends_s
