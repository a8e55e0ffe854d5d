"""The simulated table in real time, its nodes on ptys: for people, and for programs that open serial ports."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import partial

from firmware_bridge.ports import PtyPort, open_pty
from firmware_bridge.simulator.clock import PacedScheduler
from firmware_bridge.simulator.faults import LinkFaults
from firmware_bridge.simulator.node import SimulatedNode
from firmware_bridge.simulator.prompt import Prompt
from firmware_bridge.simulator.table import SimulatedTable, TableSetup


class PtyLine:
    """The node's end of a pty, with the faults of a link in both directions."""

    def __init__(self, port: PtyPort, faults: LinkFaults) -> None:
        self.port, self._faults = port, faults

    def to_host(self, data: bytes) -> None:
        """Write whole frames to the pty; what nobody reads is lost in the end, as on a real port."""
        arrives = self._faults.pass_on(data)
        if arrives:
            self.port.write(arrives)


class ServedTable:
    """A table that runs beside the wall clock: its ports, and a prompt that may be used at any time."""

    def __init__(
        self, table: SimulatedTable, scheduler: PacedScheduler, ports: dict[str, str], running: asyncio.Task[None]
    ) -> None:
        self.table, self.scheduler, self._running = table, scheduler, running
        self.ports = ports
        """Path of the pty of each node, by the node's name."""
        self._prompt = Prompt(table, waits=False)

    def perform(self, line: str) -> str:
        """Carry out one command of the prompt now; see `Prompt.perform`."""
        self.scheduler.catch_up()
        return self._prompt.perform(line)

    async def hands_rest(self) -> None:
        """Wait until the movement of the latest command is complete; raises what stopped the table, if it stopped."""
        rest: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.scheduler.call_at(self._prompt.done_s, partial(_settle, rest))
        await asyncio.wait((rest, self._running), return_when=asyncio.FIRST_COMPLETED)
        if self._running.done():
            self._running.result()


@asynccontextmanager
async def serve_simulated_table(setup: TableSetup, speed: float = 1.0) -> AsyncIterator[ServedTable]:
    """Run a simulated table on ptys; the ports are open when the body begins, and closed when it ends.

    A host on the other end of the ptys measures time by its own clock: give it `speed` 1.0, and make only
    the hands faster (`Timing.faster`).
    """
    loop = asyncio.get_running_loop()
    scheduler = PacedScheduler(speed)
    table = SimulatedTable(setup, scheduler)
    with ExitStack() as opened:
        ports: dict[str, str] = {}
        for name, node in table.nodes.items():
            port, ports[name] = open_pty()
            opened.callback(port.close)
            # The line's faults stay those of the table's wire, so that setting and counting work as in memory.
            node.line = PtyLine(port, table.wires[name].to_host_faults)
            descriptor = port.fileno()
            if descriptor is not None:
                loop.add_reader(descriptor, partial(_hear, scheduler, node, port, table.wires[name].to_node_faults))
                opened.callback(loop.remove_reader, descriptor)
        running = asyncio.create_task(scheduler.run(), name="simulated table")
        try:
            yield ServedTable(table, scheduler, ports, running)
        finally:
            scheduler.stop()
            await running


def _hear(scheduler: PacedScheduler, node: SimulatedNode, port: PtyPort, faults: LinkFaults) -> None:
    """Bytes have come from the host."""
    scheduler.catch_up()
    data = port.read()
    if data:
        node.receive(faults.pass_on(data))


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
