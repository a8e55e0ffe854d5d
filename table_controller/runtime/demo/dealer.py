"""The hands and keys of the demonstration: they move the simulated table cue by cue, and watch what comes of it.

The system under them is the real one: these hands touch only the simulated felt, and key only what a
dealer keys, over the same socket as any display.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_bridge.simulator.clock import PacedScheduler
from firmware_bridge.simulator.trouble import Trouble
from firmware_bridge.vocabulary.lines import BEAT, MAX_LINE_BYTES
from table_controller.runtime.demo.cues import Cue, Signature, signature
from table_controller.runtime.simulated.attending import FOLDS, LET_BE, LET_BE_S, STAYS
from table_controller.runtime.simulated.moves import Moves, Parts, again
from table_controller.scripts import acts
from table_controller.vocabulary.commands import COMMANDS, Command, Confirm, Done
from table_controller.vocabulary.views import FEED, Notice, PromptView, TableView

PATIENCE_S: Final = 6.0
"""Table seconds that an act may take to show, before the demonstration says that it did not."""

MOMENT_S: Final = 2.0
"""Real seconds that the processes may take besides, before the dealer helps."""

BROKEN_S: Final = 60.0
"""Real seconds that they may take before something is broken: a busy machine is only slow."""

GONE_S: Final = 30.0
"""Real seconds without a controller after which the evening is over: it is started again within 5."""

OUT_OF_SIGHT_S: Final = 30.0
"""How long a dealer waits for silent readers, and for questions, before he goes on without."""

LOOK_S: Final = 0.25
"""How often the dealer looks at the questions on the screen."""

AGAIN_S: Final = 3.0
"""A question that still stands so long after its answer is answered again."""

SETTLED_S: Final = 1.0
"""A question stands so long before a dealer whose readers were in trouble believes what they show."""

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


class Missed(Struct, frozen=True):
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
        """Listen until somebody leaves the table; a controller that dies is started again, and missed for `GONE_S`."""
        loop = asyncio.get_running_loop()
        heard_s = loop.time()
        try:
            while not self.left.is_set() and loop.time() - heard_s < GONE_S:
                with contextlib.suppress(OSError):
                    await self._listen(socket)
                    heard_s = loop.time()
                await asyncio.sleep(LOOK_S)
        finally:
            self.left.set()

    async def _listen(self, socket: Path) -> None:
        reader, writer = await asyncio.open_unix_connection(str(socket), limit=MAX_LINE_BYTES)
        self._writer = writer
        try:
            while line := await reader.readline():
                if line != BEAT:
                    self._hear(line)
        finally:
            self._writer = None
            writer.close()

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
        """Key a command; lost, as any key, while no controller listens."""
        if self._writer is not None:
            with contextlib.suppress(OSError):
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
    """Plays cues at a simulated table on `scheduler`, through `trouble` if the table has some.

    With trouble he does what a dealer does: waits while a reader is silent, answers questions when the readers show
    again what lies there, and does again, or keys, what nobody saw.
    """

    def __init__(
        self, moves: Moves, scheduler: PacedScheduler, watch: Watch, *, pauses: bool, trouble: Trouble | None = None
    ) -> None:
        self._moves, self._scheduler, self._watch, self._pauses = moves, scheduler, watch, pauses
        self._trouble = trouble
        self._asked_s: dict[str, float] = {}
        self._answered_s: dict[str, float] = {}

    async def play(self, cue: Cue) -> Missed | None:
        """Carry out one act and wait until the system shows it."""
        await self._watch.go_on.wait()
        if self._trouble is not None:
            await self._seen(self._all_in_sight, OUT_OF_SIGHT_S)  # or without it: a hand goes on
            if isinstance(cue.act, acts.Riffle):
                self._trouble.hand_began()
        await self._move(self._moves.parts_of(cue.act))
        if not await self._noticed(cue):
            return Missed(cue, signature(self._watch.view) if self._watch.view else None)
        if self._pauses and not cue.posting:
            await self.rest(THINK_S.get(type(cue.act), 0.0))
        return None

    async def rest(self, table_s: float) -> None:
        """Do nothing for so many seconds of the table."""
        await self._until(self._scheduler.now_s + table_s)

    async def _noticed(self, cue: Cue) -> bool:
        """Whether the table shows the act, perhaps after the dealer has helped."""

        def shown(view: TableView) -> bool:
            return signature(view) == cue.then

        if await self._seen(shown, PATIENCE_S):
            return True
        if self._trouble is None:
            return await self._seen(shown, 0.0, BROKEN_S)
        if not await self._seen(lambda view: shown(view) or self._all_in_sight(view), OUT_OF_SIGHT_S, BROKEN_S):
            return False
        if await self._seen(shown, PATIENCE_S):
            return True
        await self._move(again(cue.act, self._moves.table))
        if await self._seen(shown, PATIENCE_S):
            return True
        if self._watch.view is not None and still_asks(self._watch.view, cue.act):
            await self._watch.key(Done())
        return await self._seen(shown, OUT_OF_SIGHT_S, BROKEN_S)

    async def _move(self, parts: Parts) -> None:
        self._scheduler.catch_up()
        for part in parts:
            if isinstance(part, float):
                await self._until(part)
            else:
                await self._watch.key(part)

    async def _seen(self, done: Callable[[TableView], bool], patience_s: float, real_s: float = MOMENT_S) -> bool:
        """Wait for table seconds, and `real_s` for the machine, until the table is as `done`; answer what it asks."""
        loop = asyncio.get_running_loop()
        until_s = loop.time() + patience_s / self._scheduler.speed + real_s
        while (left_s := until_s - loop.time()) > 0:
            if await self._watch.until(done, min(left_s, LOOK_S / self._scheduler.speed)):
                return True
            await self._answer_all()
        return False

    async def _answer_all(self) -> None:
        """Answer each question that can be answered by now; not the same again before the screen could have changed."""
        now_s, prompts = self._scheduler.now_s, self._watch.view.prompts if self._watch.view else ()
        self._asked_s = {prompt.prompt: self._asked_s.get(prompt.prompt, now_s) for prompt in prompts}
        for prompt in prompts:
            if now_s - self._answered_s.get(prompt.prompt, -AGAIN_S) >= AGAIN_S and self._certain(prompt):
                self._answered_s[prompt.prompt] = now_s
                await self._watch.key(Confirm(prompt.prompt, self._answer(prompt)))

    def _certain(self, prompt: PromptView) -> bool:
        """Whether the readers can be believed on what is asked; chips adrift may only be late, and are let be.

        Never at once: the cards that are asked for may be in the air, thrown in while no controller looked.
        """
        if self._trouble is not None and self._trouble.under_way:
            return False
        if self._watch.view is not None and not _in_sight(self._watch.view):
            return False
        asked_for_s = self._scheduler.now_s - self._asked_s[prompt.prompt]
        return asked_for_s >= (LET_BE_S if prompt.answers[0] == LET_BE else SETTLED_S)

    def _all_in_sight(self, view: TableView) -> bool:
        """Every reader heard, no question open."""
        return _in_sight(view) and not view.prompts

    def _answer(self, prompt: PromptView) -> str:
        """Folded, or still there: the dealer looks at the seat. Anything else is as the system thinks."""
        if prompt.kind in FOLDS and prompt.seat is not None:
            holds = self._moves.holds_cards(prompt.seat)
            return next((answer for answer in prompt.answers if (answer in STAYS) == holds), prompt.answers[0])
        return prompt.answers[0]

    async def _until(self, table_s: float) -> None:
        moment = asyncio.Event()
        self._scheduler.call_at(table_s, moment.set)
        await moment.wait()


def still_asks(view: TableView, act: acts.Act) -> bool:
    """Whether the table, all in sight and with no question left, asks for the very chips that the dealer has moved.

    Nobody moves them twice: it is the key that says so.
    """
    if view.prompts or not _in_sight(view):
        return False
    match act:
        case acts.TakeBack(seat=seat):
            return (view.next.code, view.next.seat) == ("return-chips", seat)
        case acts.PushPot(seat=seat):
            return view.next.code in ("push-pot", "make-change") and view.next.seat == seat
        case _:
            return False


def _in_sight(view: TableView) -> bool:
    return all(node.status == "ready" and not node.unknown_zones for node in view.nodes)
