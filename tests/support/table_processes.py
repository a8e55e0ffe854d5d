"""A table as the demonstration starts it, process by process: felt, bridge, controller, broker, delayed feed."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec
from support.said import said

from firmware_bridge.vocabulary.lines import MAX_LINE_BYTES
from table_controller.broadcast.broker_settings import ORIGINS
from table_controller.runtime.cli.display_commands import WATCHED
from table_controller.runtime.demo.cues import CueSheet
from table_controller.runtime.demo.table_process import evening
from table_controller.runtime.processes.broker_process import broker_children
from table_controller.runtime.processes.children import Child, wait_for_socket
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.delayed_process import delayed_children
from table_controller.runtime.processes.places import BROKER, Places
from table_controller.runtime.processes.supervise import (
    SETTINGS,
    bridge_child,
    controller_child,
    settings_text,
    simulated_ports,
    watched,
)
from table_controller.vocabulary.views import FEED, TableView

PATIENCE_S: Final = 90.0


def going_on(clock: ClockRate, speed: float) -> ClockRate:
    """A clock that shows what this one shows now, and goes at another speed from here on."""
    now_s, mono_s = clock.now_s(), time.monotonic()
    return ClockRate(speed, (now_s - mono_s * speed) / (1 - speed))


class RunningTable:
    """Its processes, and what its displays are told."""

    def __init__(self, places: Places, sheet: CueSheet, clock: ClockRate, hurried: Callable[[], None]) -> None:
        self.places, self.sheet, self.clock, self._hurried = places, sheet, clock, hurried
        self.view: TableView | None = None
        self._changed = asyncio.Event()

    @property
    def credentials(self) -> Path:
        """The folder of the logins."""
        return self.places.state / BROKER

    def begin(self) -> None:
        """Let the people at the table play: they wait for somebody who watches."""
        (self.places.state / WATCHED).touch()

    def hurry(self) -> None:
        """From now on the bridge, which keeps the keys, has a clock a thousand times as fast: delays are over soon."""
        self._hurried()

    async def until(self, wanted: Callable[[TableView], bool]) -> TableView:
        """The first view of which that is so."""
        async with asyncio.timeout(PATIENCE_S):
            while self.view is None or not wanted(self.view):
                self._changed.clear()
                await self._changed.wait()
        return self.view

    async def follow(self) -> None:
        """Hear what a display hears, from each controller that is started."""
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_unix_connection(str(self.places.display), limit=MAX_LINE_BYTES)
                try:
                    async for line in said(reader):
                        heard = FEED.decode(line)
                        if isinstance(heard, TableView):
                            self.view = heard
                            self._changed.set()
                finally:
                    writer.close()
            await asyncio.sleep(0.05)


@contextlib.asynccontextmanager
async def running_table(
    folder: Path,
    script: Path | None,
    *,
    delay_minutes: float,
    speed: float = 4.0,
    names: Mapping[str, str] | None = None,
    origins: Iterable[str] = (),
) -> AsyncIterator[RunningTable]:
    """The table of a script, or of the demonstration, ready to begin; `names` are other names for its players.

    Pages at `origins` may use its broker's WebSocket.
    """
    sheet, clock, places = evening(script), ClockRate.from_now(speed), Places(folder)
    settings = places.state / SETTINGS
    text = settings_text(sheet.opened) + f"\n[reveal]\ndelay_minutes = {delay_minutes}\n"
    for name, other in (names or {}).items():
        text = text.replace(f'"{name}"', msgspec.json.encode(other).decode())
    settings.write_text(text, encoding="utf-8")
    pages = msgspec.json.encode(tuple(origins) or ORIGINS).decode()
    (places.state / "broker.toml").write_text(f'broker = "nats"\norigins = {pages}\n', encoding="utf-8")
    words = ["demo-table", "--state", str(folder), "--clock", clock.argument()]
    words += ["--script", str(script)] if script is not None else []
    felt = Child("table", words, places.log("table"), restart=False)
    async with watched(felt):
        ports = await simulated_ports(places.state / "table.json")
        decks = places.state / "decks.toml"
        bridge, controller = (
            bridge_child(places, settings, ports, decks, clock),
            controller_child(places, settings, clock),
        )

        def hurried() -> None:
            fast = going_on(clock, 1000.0)
            bridge.arguments = bridge_child(places, settings, ports, decks, fast).arguments
            assert bridge.process is not None
            bridge.process.terminate()

        beside = *broker_children(settings, places), *delayed_children(settings, places, clock)
        async with watched(*beside), watched(bridge, controller):
            await wait_for_socket(places.display, PATIENCE_S)
            table = RunningTable(places, sheet, clock, hurried)
            following = asyncio.create_task(table.follow())
            try:
                yield table
            finally:
                following.cancel()
                await asyncio.gather(following, return_exceptions=True)
