"""`kill -9` of real processes: the bridge and the controller of a table at which people go on playing.

The table (ptys, cards, chips, people) lives in the test; bridge and controller are the processes that people run,
watched and started again by the real watcher. The dealer answers what the screen asks, and keys again what a
dead controller did not take.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from support.counting import counted

from firmware_bridge.decks import generate_deck, save_decks
from firmware_bridge.lines import MAX_LINE_BYTES
from firmware_bridge.simulator.serve import ServedTable, serve_simulated_table
from firmware_bridge.simulator.table import TableSetup
from table_controller import commands
from table_controller.commands import COMMANDS, Command, Confirm
from table_controller.journal import entries
from table_controller.outcomes import OUTCOMES
from table_controller.record import decode_record
from table_controller.runtime import processes
from table_controller.runtime.attending import LET_BE_S
from table_controller.runtime.clock import ClockRate
from table_controller.runtime.controller_process import JOURNAL
from table_controller.runtime.demo.cues import Cue, CueSheet, cue_sheet, signature
from table_controller.runtime.journal_tools import check, replay
from table_controller.runtime.moves import Moves
from table_controller.runtime.processes import Child
from table_controller.runtime.scripts import acts
from table_controller.runtime.scripts.parse import parse_script
from table_controller.runtime.supervise import (
    SETTINGS,
    Places,
    bridge_child,
    controller_child,
    settings_text,
    watched,
)
from table_controller.views import FEED, Feed, PromptView, TableView, Told

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SPEED = 4.0
PATIENCE_S = 60.0
AGAIN_S = 3.0
"""After so long without the view that an act leads to, the dealer keys again, or keys what no sensor saw."""
SCRIPT = """
title    = "A hand with everything"
rulebook = "tda-2019"
refs     = []
variant  = "NT"
blinds   = [100, 200]
button   = 1
stacks   = { 1 = 5000, 2 = 5000, 3 = 5000 }
script   = '''
deal 1=AhKh 2=QdQs 3=7c2d
1: raises to 600
2: calls
3: folds
flop 9s8s2h
2: checks
1: bets 800
2: calls
turn Kd
2: checks
1: checks
river 3c
2: bets 1000
1: calls
2: shows
1: shows
next hand
'''
"""


class Screen:
    """A display that connects again whenever the controller is back, keeps what it was told, and answers questions."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.view: TableView | None = None
        self.told: dict[int, list[dict[str, object]]] = {}
        self.answered: list[str] = []
        self._since_s: dict[str, float] = {}
        self._writer: asyncio.StreamWriter | None = None

    @property
    def live(self) -> bool:
        return self._writer is not None

    async def follow(self) -> None:
        while True:
            try:
                reader, self._writer = await asyncio.open_unix_connection(str(self.socket), limit=MAX_LINE_BYTES)
                fresh: dict[int, list[dict[str, object]]] = {}
                while (line := await reader.readline()).endswith(b"\n"):
                    self._hear(FEED.decode(line), fresh)
            except OSError:
                pass  # nobody is there, or not any more
            finally:
                if self._writer is not None:
                    self._writer.close()
                    self._writer = None
            await asyncio.sleep(0.02)

    def _hear(self, heard: Feed, fresh: dict[int, list[dict[str, object]]]) -> None:
        if isinstance(heard, Told):
            fresh.setdefault(heard.n, []).append(heard.what)
            self.told[heard.n] = fresh[heard.n]
        elif isinstance(heard, TableView):
            self.view = heard
            self._answer(heard.prompts)

    def _answer(self, prompts: tuple[PromptView, ...]) -> None:
        """The likely answer at once; but chips are not left as they lie before there was time to look."""
        now_s = asyncio.get_running_loop().time()
        self._since_s = {one.prompt: self._since_s.get(one.prompt, now_s) for one in prompts}
        for prompt in prompts:
            if prompt.answers[0] != "ignore" or now_s - self._since_s[prompt.prompt] > LET_BE_S / SPEED:
                self.key(Confirm(prompt.prompt, prompt.answers[0]))
                self.answered.append(prompt.prompt)
                return

    def key(self, command: Command) -> None:
        """Key a command; with nobody there, nothing happens."""
        if self._writer is not None:
            self._writer.write(COMMANDS.encode(command))

    def shows(self, cue: Cue) -> bool:
        return self.live and self.view is not None and signature(self.view) == cue.then

    async def until(self, done: Callable[[], bool], patience_s: float) -> bool:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while not done():  # noqa: ASYNC110  # what is waited for has no event
                    await asyncio.sleep(0.01)
                return True
        return False


class People:
    """Hands and keys at the table, cue by cue."""

    def __init__(self, served: ServedTable, screen: Screen) -> None:
        self._served, self._screen = served, screen
        self._moves = Moves(served.table)

    async def play(self, cue: Cue) -> None:
        scheduler, keyed = self._served.scheduler, list[Command]()
        scheduler.catch_up()
        for part in self._moves.parts_of(cue.act):
            if isinstance(part, float):
                moment = asyncio.Event()
                scheduler.call_at(part, moment.set)
                await moment.wait()
            else:
                keyed.append(part)
                await self._screen.until(lambda: self._screen.live, PATIENCE_S)
                self._screen.key(part)
        match cue.act:
            case acts.Riffle():
                keyed.append(commands.MarkRiffle())
            case acts.PutAway():
                keyed.append(commands.PutAway())
            case _:
                pass
        for _ in range(int(PATIENCE_S / AGAIN_S)):
            if await self._screen.until(lambda: self._screen.shows(cue), AGAIN_S):
                return
            for command in keyed:
                self._screen.key(command)
        raise AssertionError(f"after {cue.act!r} the table should show {cue.then}, and shows {self._shown()}")

    def _shown(self) -> object:
        view = self._screen.view
        return None if view is None else (signature(view), view.prompts, view.findings, view.nodes)


class Evening:
    """One played script with everything that can be killed."""

    def __init__(self, folder: Path) -> None:
        self.places = Places(folder)
        self.sheet: CueSheet = cue_sheet(parse_script("kill.toml", SCRIPT))
        self.screen = Screen(self.places.display)
        self.kills = 0
        self.children: dict[str, Child] = {}

    async def play(self, trouble: Callable[[Evening], Awaitable[None]]) -> None:
        deck = generate_deck("demo", 1)
        opened = self.sheet.opened
        setup = TableSetup(opened.seats, opened.denominations, stacks=self.sheet.stacks, deck=deck)
        settings = self.places.state / SETTINGS
        settings.write_text(settings_text(opened), encoding="utf-8")
        (self.places.state / "broker.toml").write_text('broker = "off"\n', encoding="utf-8")
        decks = self.places.state / "decks.toml"
        save_decks(decks, (deck,))
        rate = ClockRate.from_now(SPEED)
        async with serve_simulated_table(setup, SPEED) as served:
            bridge = bridge_child(self.places, settings, tuple(served.ports.values()), decks, rate)
            controller = controller_child(self.places, settings, rate)
            self.children = {"bridge": bridge, "controller": controller}
            async with watched(bridge, controller):
                following = asyncio.create_task(self.screen.follow())
                striking = asyncio.create_task(self._strike(trouble))
                try:
                    await self._people(served)
                finally:
                    for task in (following, striking):
                        task.cancel()
                    await asyncio.gather(following, striking, return_exceptions=True)

    async def _people(self, served: ServedTable) -> None:
        nodes = set(served.ports)

        def in_sight() -> bool:
            view = self.screen.view
            ready = {node.node for node in view.nodes if node.status == "ready"} if view is not None else set()
            return nodes <= ready

        assert await self.screen.until(in_sight, PATIENCE_S), self.logs()
        people = People(served, self.screen)
        for cue in self.sheet.cues:
            await people.play(cue)

    async def _strike(self, trouble: Callable[[Evening], Awaitable[None]]) -> None:
        await self.screen.until(lambda: self.screen.view is not None and self.screen.view.hand > 0, PATIENCE_S)
        await trouble(self)

    def kill(self, who: str) -> None:
        """``kill -9``, now."""
        process = self.children[who].process
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process.pid, signal.SIGKILL)
                self.kills += 1

    def logs(self) -> str:
        logs = (self.places.log(name) for name in ("bridge", "controller"))
        return "\n".join(log.read_text() for log in logs if log.exists())

    def broken_promises(self) -> list[str]:
        """What a display was told and the journal does not say, or says otherwise."""
        journal = self.places.state / JOURNAL
        status, text = check(journal)
        faults = [] if status == 0 else [text]
        status, text, table = replay(journal)
        faults += [] if status == 0 else [text]
        happenings = [one for entry in entries(journal) for one in decode_record(entry.payload).happenings]
        if [one.number for one in happenings] != list(range(1, len(happenings) + 1)):
            faults.append("the numbers of the events have holes")
        known = {one.number: [json.loads(OUTCOMES.encode(outcome)) for outcome in one.outcomes] for one in happenings}
        for number, told in self.screen.told.items():
            if [what for what in told if what["is"] != "Finding"] != known.get(number):
                faults.append(f"event {number} was told as {told} and is {known.get(number)}")
        if table is not None and table.chips.found_chips:
            faults.append(f"{table.chips.found_chips} chips came from nowhere")
        return faults


@pytest.fixture(autouse=True)
def _quick_restarts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "LONGEST_PAUSE_S", 0.3)


def at_random(who: tuple[str, ...], count: int, rng: random.Random) -> Callable[[Evening], Awaitable[None]]:
    async def strike(evening: Evening) -> None:
        for at in range(count):
            await asyncio.sleep(rng.uniform(0.3, 2.0))
            await evening.screen.until(lambda: evening.screen.live, PATIENCE_S)
            evening.kill(who[at % len(who)])

    return strike


@pytest.mark.parametrize("seed", range(1, 11 if SOAK else 2))
def test_bridge_and_controller_are_killed_and_the_hand_goes_on(tmp_path: Path, seed: int) -> None:
    evening = Evening(tmp_path)
    rng = random.Random(seed)  # noqa: S311  # repeatable
    asyncio.run(evening.play(at_random(("controller", "bridge"), 20 if SOAK else 4, rng)))
    assert evening.broken_promises() == [], f"seed {seed}\n{evening.logs()}"
    assert evening.kills >= 3
    secrets = [tag.hex() for tag in generate_deck("demo", 1).tags.values()]
    assert not [tag for tag in secrets if tag in evening.logs()], "no log holds a tag"
    store = tmp_path / "bridge.handles"
    assert store.stat().st_mode & 0o777 == 0o600
    counted(evening.kills, "kills of real processes")
