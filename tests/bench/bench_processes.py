"""From process start to the first view, and the memory of each process, while a simulated table plays.

Run it: ``python -m bench.bench_processes``. The processes are those of ``cardspeak demo``.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path

from support.said import first_view, said

from firmware_bridge.vocabulary.lines import MAX_LINE_BYTES
from table_controller.runtime.demo.table_process import evening
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.places import Places
from table_controller.runtime.processes.supervise import (
    bridge_child,
    controller_child,
    settings_text,
    simulated_ports,
    watched,
)
from table_controller.vocabulary.views import FEED, TableView

SPEED = 8.0
PLAYED = 3
"""Hands that are played before memory is read."""


async def until_hand(socket: Path, hand: int) -> None:
    """Until that hand is under way."""
    reader, writer = await asyncio.open_unix_connection(str(socket), limit=MAX_LINE_BYTES)
    async for line in said(reader):
        heard = FEED.decode(line)
        if isinstance(heard, TableView) and heard.hand >= hand:
            break
    writer.close()


def resident_mb(pid: int) -> float:
    """Resident memory of a process in megabytes."""
    text = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS")) / 1024


def children_of(pid: int) -> list[int]:
    """Process ids of the children, whichever thread started them."""
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(word) for task in tasks for word in task.read_text(encoding="ascii").split()]


async def measure() -> None:
    """Start, play, read, print."""
    clock = ClockRate.from_now(SPEED)
    with tempfile.TemporaryDirectory(prefix="cardspeak-bench-") as folder:
        places = Places(Path(folder))
        settings = places.state / "table.toml"
        settings.write_text(settings_text(evening().opened), encoding="utf-8")
        words = ["demo-table", "--state", folder, "--clock", clock.argument()]
        table = Child("table", words, places.log("table"), restart=False)
        async with watched(table):
            ports = await simulated_ports(places.state / "table.json")
            bridge = bridge_child(places, settings, ports, places.state / "decks.toml", clock)
            controller = controller_child(places, settings, clock)
            log = Child("log", ["log", "--socket", str(places.display)], places.log("log"))
            async with watched(bridge, controller):
                began_s = time.perf_counter()
                await first_view(places.display)
                took_s = time.perf_counter() - began_s
                print("processes of one table")
                print(f"  controller process start to first view on its socket   {took_s * 1e3:7.0f} ms")
                async with watched(log):
                    await until_hand(places.display, PLAYED)
                    _print_memory([table, bridge, controller, log])


def _print_memory(children: list[Child]) -> None:
    names = {"table": "simulated table", "log": "display (plain log)"}
    for child in children:
        if child.process is None:
            continue
        print(f"  memory of {names.get(child.name, child.name):<22} {resident_mb(child.process.pid):7.0f} MB")
        for pid in children_of(child.process.pid):
            print(f"  memory of {'its broker (NATS)':<22} {resident_mb(pid):7.0f} MB")


def main() -> None:
    """Measure and print."""
    asyncio.run(measure())


if __name__ == "__main__":
    main()
