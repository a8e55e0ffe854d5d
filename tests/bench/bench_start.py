"""What a person waits for: the list of commands, the first view of a table, and the first showdown of a process.

Run it: ``python -m bench.bench_start``. The floor of both starts is a Python that does nothing.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from support.robot import Robot
from support.said import first_view

from table_controller.game import queries
from table_controller.runtime.demo.table_process import evening
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.controller_process import SWITCH_S, warm_up
from table_controller.runtime.processes.places import Places
from table_controller.runtime.processes.supervise import controller_child, settings_text, watched

ROUNDS = 7
STALLS = 3
TICK_S = 0.001


def _started(*words: str) -> float:
    began_s = time.perf_counter()
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - began_s) * 1e3


async def _to_first_view() -> float:
    """Milliseconds from the start of a controller on a fresh folder until a display has its first view."""
    clock = ClockRate()
    with tempfile.TemporaryDirectory(prefix="cardspeak-bench-") as folder:
        places = Places(Path(folder))
        settings = places.state / "table.toml"
        settings.write_text(settings_text(evening().opened), encoding="utf-8")
        child: Child = controller_child(places, settings, clock)
        async with watched(child):
            began_s = time.perf_counter()
            await first_view(places.display)
            return (time.perf_counter() - began_s) * 1e3


async def _longest_gap() -> float:
    """Milliseconds that a fresh process stands still at most, from its first view to the end of its first showdown.

    What ranks hands is made ready as the controller does it, then the hand is played; between any two steps other work
    of the loop would get its turn.
    """
    sys.setswitchinterval(SWITCH_S)
    robot, longest, last_s = Robot().open(dict.fromkeys(range(1, 7), 10_000)), 0.0, time.perf_counter()
    seen = asyncio.Event()
    warming = asyncio.create_task(warm_up(seen, ("high",)))

    async def breathe(pause_s: float = 0.0) -> None:
        nonlocal longest, last_s
        await asyncio.sleep(pause_s)
        now_s = time.perf_counter()
        longest, last_s = max(longest, now_s - last_s - pause_s), now_s

    await breathe()
    seen.set()
    while not warming.done():
        await breathe(TICK_S)
    robot.deal()
    await breathe()
    while robot.table.hand.phase != "showdown":
        if robot.actor is None:
            robot.street()
        else:
            robot.act("call" if queries.to_call_chips(robot.table) else "check")
        await breathe()
    for seat in queries.live_seats(robot.table):
        robot.show(seat)
        await breathe()
    return longest * 1e3


def _row(name: str, taken_ms: list[float]) -> str:
    least, usual = min(taken_ms), statistics.median(taken_ms)
    return f"  {name:<52} n={len(taken_ms):<3} least {least:6.0f} ms   p50 {usual:6.0f} ms"


def main() -> None:
    """Measure and print."""
    print("what a person waits for")
    print(_row("floor: a Python that does nothing", [_started("-c", "pass") for _ in range(ROUNDS)]))
    helped = [_started("-m", "table_controller.runtime", "--help") for _ in range(ROUNDS)]
    print(_row("cardspeak --help", helped))
    print(_row("controller start to first view on its socket", [asyncio.run(_to_first_view()) for _ in range(ROUNDS)]))
    gaps = [float(subprocess.check_output([sys.executable, "-m", "bench.bench_start", "gap"])) for _ in range(STALLS)]
    print(_row("longest gap up to the end of the first showdown", gaps))


if __name__ == "__main__":
    if sys.argv[1:] == ["gap"]:
        print(asyncio.run(_longest_gap()))
    else:
        main()
