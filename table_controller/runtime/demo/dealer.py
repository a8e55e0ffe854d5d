"""The hands and keys of the demonstration: they move the simulated table cue by cue, and watch what comes of it.

The system under them is the real one: these hands touch only the simulated felt, and key only what a
dealer keys, over the same socket as any display.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.lines import MAX_LINE_BYTES
from firmware_bridge.simulator.clock import PacedScheduler
from table_controller.commands import COMMANDS, Command, Confirm
from table_controller.runtime.demo.cues import Cue, Signature, signature
from table_controller.runtime.moves import Moves
from table_controller.runtime.scripts import acts
from table_controller.views import FEED, Notice, PromptView, TableView

PATIENCE_S: Final = 6.0
"""Table seconds that an act may take to show, before the demonstration says that it did not."""

FOLD_QUESTIONS: Final = frozenset(("cards-gone", "gap-card", "gap-folded"))
"""Questions whether a hand was folded."""

THINK_S: Final[Mapping[type[acts.Act], float]] = {
    acts.Push: 1.6,
    acts.PushPot: 1.6,
    acts.Say: 1.4,
    acts.TableHand: 1.2,
    acts.Muck: 1.1,
    acts.Board: 0.8,
    acts.TakeBack: 0.8,
    acts.PutAway: 3.0,
}
"""Pause after an act, so that a person can follow: a player thinks, a table looks. Nobody thinks about a forced bet."""


@dataclass(frozen=True, slots=True)
class Missed:
    """An act that the system did not show as it should: the cue, what was due, and what is shown."""

    cue: Cue
    shown: Signature | None


class Watch:
    """Follows the controller's feed as a display does: the latest view, pauses, the wish to leave."""

    def __init__(self) -> None:
        self.view: TableView | None = None
        self.changed = asyncio.Event()
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.left = asyncio.Event()
        self._writer: asyncio.StreamWriter | None = None

    async def follow(self, socket: Path) -> None:
        """Listen until the controller closes."""
        reader, self._writer = await asyncio.open_unix_connection(str(socket), limit=MAX_LINE_BYTES)
        try:
            while line := await reader.readline():
                self._hear(line)
        finally:
            self.left.set()
            self._writer.close()

    def _hear(self, line: bytes) -> None:
        heard = FEED.decode(line)
        if isinstance(heard, TableView):
            self.view = heard
        elif isinstance(heard, Notice) and heard.code == "pace":
            paused = dict(heard.facts).get("paused")
            (self.go_on.clear if paused else self.go_on.set)()
        elif isinstance(heard, Notice) and heard.code == "leave":
            self.left.set()
        self.changed.set()

    async def key(self, command: Command) -> None:
        """Key a command."""
        if self._writer is None:
            raise RuntimeError("follow the controller first")
        self._writer.write(COMMANDS.encode(command))
        await self._writer.drain()

    async def until(self, done: Callable[[TableView], bool], patience_s: float) -> bool:
        """Wait until a view satisfies `done`; False if none did within real `patience_s`."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while self.view is None or not done(self.view):
                    self.changed.clear()
                    await self.changed.wait()
                return True
        return False


class Dealer:
    """Plays cues at a simulated table on `scheduler`."""

    def __init__(self, moves: Moves, scheduler: PacedScheduler, watch: Watch, *, pauses: bool) -> None:
        self._moves, self._scheduler, self._watch, self._pauses = moves, scheduler, watch, pauses

    async def play(self, cue: Cue) -> Missed | None:
        """Carry out one act and wait until the system shows it."""
        await self._watch.go_on.wait()
        self._scheduler.catch_up()
        for part in self._moves.parts_of(cue.act):
            if isinstance(part, float):
                await self._until(part)
            else:
                await self._watch.key(part)
        patience_s = PATIENCE_S / self._scheduler.speed + 2.0
        if not await self._seen(cue, patience_s):
            return Missed(cue, signature(self._watch.view) if self._watch.view else None)
        if self._pauses and not cue.posting:
            await self._until(self._scheduler.now_s + THINK_S.get(type(cue.act), 0.0))
        return None

    async def _seen(self, cue: Cue, patience_s: float) -> bool:
        """Wait until the table shows the act; a question on the way is answered by what lies on the felt."""
        answered: set[str] = set()

        def ready(view: TableView) -> bool:
            return signature(view) == cue.then or any(one.prompt not in answered for one in view.prompts)

        while await self._watch.until(ready, patience_s):
            view = self._watch.view
            if view is None or signature(view) == cue.then:
                return view is not None
            for prompt in view.prompts:
                answered.add(prompt.prompt)
                await self._watch.key(Confirm(prompt.prompt, self._answer(prompt)))
        return False

    def _answer(self, prompt: PromptView) -> str:
        """Folded, or still there: the dealer looks at the seat. Anything else is as the system thinks."""
        first, *others = prompt.answers
        if prompt.kind in FOLD_QUESTIONS and prompt.seat is not None and others:
            return others[0] if self._moves.holds_cards(prompt.seat) else first
        return first

    async def _until(self, table_s: float) -> None:
        moment = asyncio.Event()
        self._scheduler.call_at(table_s, moment.set)
        await moment.wait()
