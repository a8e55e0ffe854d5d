"""Simulated time jumps, paced time follows the wall, and both run the same calls in the same order."""

from __future__ import annotations

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.simulator.clock import PacedScheduler, Scheduler


@given(st.lists(st.tuples(st.integers(0, 20), st.booleans()), max_size=200))
def test_calls_run_in_the_order_of_time_and_cancelled_ones_never(plan: list[tuple[int, bool]]) -> None:
    scheduler = Scheduler()
    ran: list[tuple[float, int]] = []
    timers = [
        scheduler.call_at(at, lambda at=at, number=number: ran.append((at, number)))  # type: ignore[misc]  # at is bound
        for number, (at, _) in enumerate(plan)
    ]
    for timer, (_, cancel) in zip(timers, plan, strict=True):
        if cancel:
            timer.cancel()
            timer.cancel()
    scheduler.run_until(10)
    kept = [(at, number) for number, (at, cancel) in enumerate(plan) if not cancel]
    assert ran == sorted(one for one in kept if one[0] <= 10)
    assert scheduler.now_s == 10
    assert scheduler.waiting == sum(at > 10 for at, _ in kept)
    while scheduler.run_next():
        pass
    assert ran == sorted(kept)
    assert scheduler.waiting == 0


def test_calls_made_by_calls_run_in_the_same_run_and_the_past_is_now() -> None:
    scheduler = Scheduler(5.0)
    ran: list[float] = []

    def again() -> None:
        ran.append(scheduler.now_s)
        if len(ran) < 4:
            scheduler.call_after(0.5, again)

    scheduler.call_at(1.0, again)
    scheduler.run_until(6.0)
    assert ran == [5.0, 5.5, 6.0]
    assert scheduler.next_s == 6.5


def test_a_heap_of_cancelled_timers_is_cleared() -> None:
    scheduler = Scheduler()
    for _ in range(10_000):
        scheduler.call_after(1e9, lambda: None).cancel()
    assert len(scheduler._heap) < 200
    assert scheduler.waiting == 0
    assert scheduler.next_s is None
    assert not scheduler.run_next()


class Wall:
    """A wall clock that the test sets."""

    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


def test_paced_time_follows_the_wall_and_stands_still_in_a_pause() -> None:
    wall = Wall()
    scheduler = PacedScheduler(10.0, wall=wall)
    ran: list[float] = []
    for at_s in (5.0, 25.0, 35.0):
        scheduler.call_at(at_s, lambda: ran.append(scheduler.now_s))
    wall.s += 1.0
    assert scheduler.catch_up() == pytest.approx(1.5)
    assert (ran, scheduler.now_s) == ([5.0], 10.0)
    scheduler.pause()
    wall.s += 60.0
    assert scheduler.catch_up() is None
    assert (scheduler.now_s, scheduler.paused) == (10.0, True)
    scheduler.resume()
    wall.s += 1.0
    scheduler.speed = 1.0
    wall.s += 6.0
    assert scheduler.catch_up() == pytest.approx(9.0)
    assert ran == [5.0, 25.0]
    assert scheduler.now_s == pytest.approx(26.0)


def test_a_speed_of_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="factor above 0"):
        PacedScheduler(0.0)
    scheduler = PacedScheduler()
    with pytest.raises(ValueError, match="factor above 0"):
        scheduler.speed = -1.0


def test_the_asyncio_loop_wakes_for_calls_made_from_outside_and_ends_on_stop() -> None:
    async def story() -> list[str]:
        scheduler = PacedScheduler(1000.0)
        told: list[str] = []
        scheduler.call_after(1e9, lambda: told.append("never"))
        running = asyncio.create_task(scheduler.run())
        done = asyncio.Event()
        await asyncio.sleep(0)  # the loop now waits for a moment far away
        scheduler.catch_up()
        scheduler.call_after(1.0, lambda: told.append("soon"))
        scheduler.call_after(1.0, done.set)
        await asyncio.wait_for(done.wait(), 5)
        scheduler.stop()
        await asyncio.wait_for(running, 5)
        return told

    assert asyncio.run(story()) == ["soon"]
