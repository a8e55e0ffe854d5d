"""How soon the delayed feed has its first and its exact figure, and what that costs the table beside it.

Run it: ``python -m bench.bench_equities``. The floor is pokerkit's own ranking of a spot's boards on the flop.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from support.robot import Robot
from support.spots import by_pokerkit, random_spot, spot

from table_controller.broadcast.equities import Spot, at_once, exact

SPOTS = 40
ROUNDS = 5
HANDS = 60
WALKER = """
from table_controller.broadcast.equities import Spot, exact
print("walks", flush=True)
while True:
    exact(Spot("NT", ((1, ("Ah", "Kh")), (2, ("Qs", "Qd"))), ()))
"""


def _ms(what: Callable[[], object]) -> float:
    began_s = time.perf_counter()
    what()
    return (time.perf_counter() - began_s) * 1e3


def _line(name: str, took_ms: list[float]) -> None:
    took_ms.sort()
    p99 = took_ms[min(len(took_ms) - 1, int(len(took_ms) * 0.99))]
    print(f"  {name:<46} n={len(took_ms):<4} p50 {statistics.median(took_ms):9.3f} ms   p99 {p99:9.3f} ms")


def _played() -> float:
    """Milliseconds for an engine's event, over hands that are dealt and won without a flop."""
    robot = Robot().open(dict.fromkeys(range(1, 7), 10_000_000))
    began_s, before = time.perf_counter(), len(robot.events)
    for _ in range(HANDS):
        robot.deal()
        while (actor := robot.actor) is not None:
            robot.muck(actor)
        robot.tidy()
    return (time.perf_counter() - began_s) * 1e3 / (len(robot.events) - before)


def _beside() -> float:
    """The same while a process of its own walks boards, again and again, as that of the delayed feed does."""
    walker = subprocess.Popen([sys.executable, "-c", WALKER], stdout=subprocess.PIPE)
    try:
        assert walker.stdout is not None
        walker.stdout.readline()  # it walks now
        return _played()
    finally:
        walker.kill()
        walker.wait()


def main() -> None:
    """Print all."""
    chance = random.Random(7)  # noqa: S311 - seeded
    print("equities of the delayed feed")
    before = [Spot(one.variant, one.hands, (), one.dead) for one in (random_spot(chance, 3) for _ in range(SPOTS))]
    _line("before the flop, first figure (sampled)", [_ms(lambda one=one: at_once(one)) for one in before])  # type: ignore[misc]
    _line("before the flop, exact", [_ms(lambda one=one: exact(one)) for one in before[:10]])  # type: ignore[misc]
    for name, board in (("flop", 3), ("turn", 4), ("river", 5)):
        spots = [random_spot(chance, board) for _ in range(SPOTS)]
        _line(f"{name}, exact, with outs", [_ms(lambda one=one: exact(one)) for one in spots])  # type: ignore[misc]
    flop = spot("AhKh", "QsQd", board="2c7d9h")
    ours, floor = _ms(lambda: exact(flop)), _ms(lambda: by_pokerkit(flop))
    print(f"  a flop by pokerkit's ranking: {floor:.0f} ms, {floor / ours:.0f} times as long")
    alone = statistics.median(_played() for _ in range(ROUNDS))
    beside = statistics.median(_beside() for _ in range(ROUNDS))
    told = f"{alone * 1e3:.0f} µs alone, {beside * 1e3:.0f} µs beside a process that walks boards"
    print(f"  an engine's event: {told}: {beside / alone:.2f} times")


if __name__ == "__main__":
    main()
