"""The simulated table in real time, its nodes on ptys: for people, and for programs that open serial ports.

A plug that is pulled takes its pty away, and the next one bears another number. As on a real host the way back is a
link that keeps its name, like those that udev makes of serial numbers in ``/dev/serial/by-id``: give a folder for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

from firmware_bridge.ports.byte_ports import PtyPort, open_pty
from firmware_bridge.simulator.clock import PacedScheduler
from firmware_bridge.simulator.prompt import Prompt
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.simulator.wire import Wire


class Plug:
    """The host's end of a node's cable: a pty while it is plugged in, and a `link` that leads to it, if one is wanted.

    The wire plays every fault of the line (`Wire`); here it only ends in a pty instead of in this process.
    """

    def __init__(self, wire: Wire, scheduler: PacedScheduler, link: Path | None) -> None:
        self._wire, self._scheduler, self._link = wire, scheduler, link
        self._port: PtyPort | None = None
        self.device = ""
        """The path of the pty, or of the last one while the plug is out."""
        wire.host, wire.on_plug = self._to_host, self._plugged
        self._plugged(there=True)

    @property
    def address(self) -> str:
        """What a host opens: the link if there is one."""
        return self.device if self._link is None else str(self._link)

    def close(self) -> None:
        """Take pty and link away; whoever has the pty open is told that the other end hung up."""
        if self._port is None:
            return
        descriptor = self._port.fileno()
        if descriptor is not None:
            asyncio.get_running_loop().remove_reader(descriptor)
        self._port.close()
        self._port = None
        if self._link is not None:
            self._link.unlink(missing_ok=True)

    def _plugged(self, there: bool) -> None:
        if not there:
            self.close()
            return
        self._port, self.device = _another_pty(self.device)
        descriptor = self._port.fileno()
        if descriptor is not None:
            asyncio.get_running_loop().add_reader(descriptor, self._from_host)
        if self._link is not None:
            self._link.symlink_to(self.device)

    def _to_host(self, data: bytes) -> None:
        """Whole frames have come over the wire; what nobody reads is lost in the end, as on a real port."""
        if self._port is not None:
            self._port.write(data)

    def _from_host(self) -> None:
        self._scheduler.catch_up()
        data = self._port.read() if self._port is not None else b""
        if data:
            self._wire.to_node(data)


class ServedTable:
    """A table that runs beside the wall clock: its ports, and a prompt that may be used at any time."""

    def __init__(
        self, table: SimulatedTable, scheduler: PacedScheduler, plugs: dict[str, Plug], running: asyncio.Task[None]
    ) -> None:
        self.table, self.scheduler, self._running = table, scheduler, running
        self.plugs = plugs
        """The plug of each node, by the node's name; `Wire.unplug` and `Wire.replug` of the table's wires move it."""
        self.ports = {name: plug.address for name, plug in plugs.items()}
        """Path of the port of each node, by the node's name; a link stays the same whatever befalls the plug."""
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
async def serve_simulated_table(
    setup: TableSetup, speed: float = 1.0, links: Path | None = None
) -> AsyncIterator[ServedTable]:
    """Run a simulated table on ptys; the ports are open when the body begins, and closed when it ends.

    A host on the other end of the ptys measures time by its own clock: give it `speed` 1.0, and make only
    the hands faster (`Timing.faster`). In the folder `links`, which is there already, each node gets a link by its
    name: through it a host finds a node again that was plugged in elsewhere. Without, the ports are the ptys.
    """
    scheduler = PacedScheduler(speed)
    table = SimulatedTable(setup, scheduler)
    with ExitStack() as opened:
        plugs: dict[str, Plug] = {}
        for name, wire in table.wires.items():
            plugs[name] = Plug(wire, scheduler, None if links is None else links / name)
            opened.callback(plugs[name].close)
        running = asyncio.create_task(scheduler.run(), name="simulated table")
        try:
            yield ServedTable(table, scheduler, plugs, running)
        finally:
            scheduler.stop()
            await running


def _another_pty(last: str) -> tuple[PtyPort, str]:
    """A new pty under another name than `last`, which the kernel would give again as the lowest that is free."""
    port, path = open_pty()
    if path != last:
        return port, path
    other, path = open_pty()
    port.close()
    return other, path


def _settle(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
