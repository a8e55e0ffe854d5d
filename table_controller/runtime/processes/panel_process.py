"""The panel's process: a display with three keys, a lamp and a buzzer instead of a screen.

It reads the controller's socket like any display and sends commands back. The hand does not need it: it may die at any
moment and is started again. On a machine without pins it says so, to the log and to the screens, and ends for good.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Final, TypeAlias

from msgspec import Struct

from display.feed import Connected, Feed, Heard
from firmware_bridge.panel.debounce import Debouncer
from firmware_bridge.panel.panel import PanelHardware, open_panel
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.finishing import UNUSABLE
from table_controller.runtime.processes.panel_keys import PanelKeys
from table_controller.runtime.settings.panel_settings import PanelSettings, doubts_about, panel_beside
from table_controller.runtime.settings.settings import read_settings
from table_controller.vocabulary.commands import Command, TellPanel
from table_controller.vocabulary.views import Notice

ABSENT: Final = 3
"""Exit status: this machine has no such pins; another start would find none either."""

LOG: Final = logging.getLogger(__name__)

COMPARE_S: Final = 0.25
"""While a button is down its pin is read so often: an edge that was lost comes that much late."""


class Moved(Struct, frozen=True):
    """A button's pin changed at `at_s`."""

    button: str
    down: bool
    at_s: float


News: TypeAlias = Moved | Heard


def panel_children(config: Path, socket: Path, log: Path) -> tuple[Child, ...]:
    """The panel as a watched process, if the settings beside `config` ask for one; raise `SettingsError` if wrong.

    Pins that may be taken are said on the error output.
    """
    panel = panel_beside(config, read_settings(config))
    for doubt in doubts_about(panel):
        sys.stderr.write(f"cardspeak: panel: {doubt}\n")
    words = ["panel", "--config", str(config), "--socket", str(socket)]
    return (Child("panel", words, log),) if panel.enabled else ()


def panel_ended(child: Child, status: int) -> None:
    """A panel that is not there is not looked for again; one that died is."""
    child.restart = status not in (ABSENT, UNUSABLE)


async def run_panel(config: Path, socket: Path) -> int:
    """Run the panel of a table until cancelled; `ABSENT` at once on a machine without pins."""
    return await serve_panel(panel_beside(config, read_settings(config)), Feed(str(socket)), _say)


async def serve_panel(panel: PanelSettings, feed: Feed, say: Callable[[str], None]) -> int:
    """The panel at work on a feed, its pins taken and let go of; `say` takes lines for the log."""
    loop, news = asyncio.get_running_loop(), asyncio.Queue[News]()

    def on_edge(button: str, down: bool) -> None:
        loop.call_soon_threadsafe(news.put_nowait, Moved(button, down, loop.time()))

    hardware = open_panel(panel.pins, on_edge, say)
    if hardware is None:
        await tell_absent(feed)
        return ABSENT
    try:
        held = tuple(name for name, _ in panel.pins.buttons if hardware.is_down(name))
        keys = PanelKeys(Debouncer(panel.times, held))
        await PanelProcess(keys, hardware, feed, news, tuple(name for name, _ in panel.pins.buttons)).run()
    finally:
        hardware.close()
    return 0


async def tell_absent(feed: Feed) -> None:
    """Say to the controller that there is no panel; done when it tells so itself, which it does to every display."""
    async with aclosing(feed.messages()) as messages:
        async for heard in messages:
            if isinstance(heard, Connected):
                await feed.send(TellPanel(there=False))
            elif isinstance(heard, Notice) and heard.code == "panel":
                return


class PanelProcess:
    """Joins pins, feed and keys: one thing after the other, in one task, so a fault ends the process."""

    def __init__(
        self,
        keys: PanelKeys,
        hardware: PanelHardware,
        feed: Feed,
        news: asyncio.Queue[News],
        buttons: tuple[str, ...],
    ) -> None:
        self._keys, self._hardware, self._feed, self._news = keys, hardware, feed, news
        self._buttons, self._now_s = buttons, asyncio.get_running_loop().time  # monotonic seconds

    async def run(self) -> None:
        """Run until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._listen())
            group.create_task(self._work())

    async def _listen(self) -> None:
        async with aclosing(self._feed.messages()) as messages:
            async for heard in messages:
                self._news.put_nowait(heard)

    async def _work(self) -> None:
        while True:
            await self.take(await self._next())

    async def _next(self) -> News | None:
        """What comes next; None when it is time to look."""
        now_s = self._now_s()
        due_s = self._keys.next_s(now_s)
        wait_s = None if due_s is None else max(0.0, due_s - now_s)
        if self._keys.contacts.any_down:
            wait_s = COMPARE_S if wait_s is None else min(wait_s, COMPARE_S)
        try:
            async with asyncio.timeout(wait_s):
                return await self._news.get()
        except TimeoutError:
            return None

    async def take(self, news: News | None) -> None:
        """One piece of news, or none, and all that follows from it."""
        now_s = self._now_s()
        match news:
            case None:
                self._heal(now_s)
            case Moved():
                await self._send(self._keys.edge(news.button, news.at_s, down=news.down))
            case _:
                self._keys.hear(news, now_s)
                if isinstance(news, Connected):
                    await self._send((TellPanel(there=True),))
        await self._send(self._keys.look(now_s))
        levels = self._keys.levels(self._now_s())
        self._hardware.show(lamp=levels.lamp, buzzer=levels.buzzer)

    def _heal(self, now_s: float) -> None:
        """Compare the pins with their last edges: one that was lost comes now."""
        for button in self._buttons:
            down = self._hardware.is_down(button)
            if down != self._keys.contacts.raw(button):
                self._news.put_nowait(Moved(button, down, now_s))

    async def _send(self, commands: tuple[Command, ...]) -> None:
        for command in commands:
            if not await self._feed.send(command):  # a late one says what it was about, and is refused
                self._keys.refuse(self._now_s())


def _say(line: str) -> None:
    LOG.info("%s", line)
