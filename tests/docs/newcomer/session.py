"""A table as ``cardspeak simulate`` and ``cardspeak run`` put it together, in one process and on simulated time.

The felt, the nodes, the bridge, the controller and the screen are the real ones; sockets and processes are left out.
The same settings and the same lines give the same table, to the last byte of its picture.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING, Final

from display.feed import Connected, Heard
from firmware_bridge.simulator.prompt import Prompt
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.vocabulary.values import replace
from table_controller.projections.log_lines import lines_of_events
from table_controller.runtime.processes.answers import Answers
from table_controller.runtime.processes.sensor_notices import SensorNotices
from table_controller.runtime.settings.settings import Settings, opening
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.runtime.simulated.simulate import table_setup
from table_controller.vocabulary.commands import (
    AskHistory,
    Explain,
    Leave,
    Pace,
    Preview,
    Sent,
    TellPanel,
    TellPlayed,
    bare,
)
from table_controller.vocabulary.views import FEED, Feed, Refused, TableView

if TYPE_CHECKING:
    from display.app import DealerScreen

AWAKE_S: Final = 3.0
"""After so long every node has said who it is, and what lies on it."""

LOOK_S: Final = 2.0
"""A person types, then looks: by then the sensors have settled and the screen shows what they saw."""

PATIENCE_S: Final = 30.0
"""Real seconds until a screen that hears nothing any more is a fault."""

SEED: Final = 1
"""The sensors' chance, as ``cardspeak simulate`` has it if nobody says otherwise."""


class Session:
    """The line between one screen and the table; the screen's `Controller`."""

    def __init__(self, settings: Settings) -> None:
        self._table = SimulatedTable(table_setup(settings, SEED))
        self._process = OneProcess(self._table, opening(settings, 0.0))
        self._theme = settings.screen.theme
        self._prompt, self._answers = Prompt(self._table), Answers(self._process.controller)
        self._sight, self._waiting = SensorNotices(), asyncio.Queue[Heard]()
        self._refused: list[str] = []
        self._table.run_for(AWAKE_S)

    @property
    def now_s(self) -> float:
        """The table's time."""
        return self._table.now_s

    async def messages(self, *, follow: bool = True) -> AsyncGenerator[Heard, None]:
        """What the screen hears."""
        del follow
        yield Connected()
        while True:
            yield await self._waiting.get()
            self._waiting.task_done()

    async def send(self, command: Sent) -> bool:
        """Take what was keyed."""
        keyed = bare(command)[0]
        if isinstance(keyed, AskHistory | Explain):
            self._tell(await self._answers.to(keyed))
        elif isinstance(keyed, Preview | Pace | Leave | TellPanel | TellPlayed):
            self._refused.append(f"{keyed}: no step of a newcomer")
        elif isinstance(answer := self._process.key(keyed), Refused):
            self._refused.append(f"{keyed}: {answer.reason}")
        return True

    def perform(self, line: str) -> None:
        """Type a line at the felt's prompt, and let the hands finish; raise `ValueError` if it is no line of it."""
        answer = self._prompt.perform(line)
        if answer.startswith("error"):
            raise ValueError(f"{line!r} on the felt: {answer}")

    async def look(self, screen: DealerScreen) -> TableView:
        """Let the sensors settle, tell the screen what happened, and wait until it has heard that; the table then.

        Raises `ValueError` if a key since the last look was not taken: the path is wrong there.
        """
        self._table.run_for(LOOK_S)
        for record in self._process.take_records():
            for told in lines_of_events(record.applied_events, record.at_s):
                self._tell(told)
        for notice in self._sight.news(self._process.controller.session.sensors):
            self._tell(notice)
        view = replace(self._process.view(), epoch="NEWCOMER", broker="ready", theme=self._theme)
        self._tell(view)
        async with asyncio.timeout(PATIENCE_S):
            await self._waiting.join()
        if self._refused or screen.shown.note:
            raise ValueError(f"a key was not taken: {'; '.join(self._refused) or screen.shown.note}")
        return view

    def _tell(self, message: Feed) -> None:
        """Through the same text as on the socket."""
        self._waiting.put_nowait(FEED.decode(FEED.encode(message)))
