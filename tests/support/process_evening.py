"""One hand at a table of real processes, at which people go on playing whatever becomes of them.

The table (ptys, cards, chips, people) lives in the test; bridge and controller are the processes that people run,
watched and started again by the real watcher. The dealer answers what the screen asks, and keys again what a dead
controller did not take.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from support.said import said
from support.script_text import UP_TO_A_BET, script_text

from firmware_bridge.secrets.decks import Deck, generate_deck, save_decks
from firmware_bridge.simulator.serve import ServedTable, serve_simulated_table
from firmware_bridge.simulator.table import TableSetup
from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.lines import MAX_LINE_BYTES
from firmware_bridge.vocabulary.zones import POT, bet_zone, seat_zone, stack_zone
from table_controller.game.state.table import Table
from table_controller.journal.journal import entries
from table_controller.runtime.cli.journal_tools import check_reveals, replay
from table_controller.runtime.demo.cues import Cue, CueSheet, cue_sheet, signature
from table_controller.runtime.processes.broker_process import broker_children
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.places import JOURNAL, Places
from table_controller.runtime.processes.supervise import (
    SETTINGS,
    bridge_child,
    controller_child,
    settings_text,
    watched,
)
from table_controller.runtime.simulated.attending import LET_BE_S
from table_controller.runtime.simulated.moves import Moves
from table_controller.scripts import acts
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary import commands
from table_controller.vocabulary.commands import COMMANDS, Command, Confirm
from table_controller.vocabulary.events import CardDealt
from table_controller.vocabulary.outcomes import OUTCOMES
from table_controller.vocabulary.record import decode_record
from table_controller.vocabulary.views import FEED, Feed, LogLine, PromptView, TableView

SPEED: Final = 4.0
PATIENCE_S: Final = 60.0
AGAIN_S: Final = 3.0
"""After so long without the view that an act leads to, the dealer keys again, or keys what no sensor saw."""
DYING: Final = Path(__file__).parent / "dying"
DIED: Final = "died"
CARDS_DEALT: Final = 6
OF_A_HAND: Final = ("cards-gone", "gap-card", "gap-folded")
"""Questions whether a seat's cards still lie there."""
SCRIPT = script_text(
    "A hand with everything",
    UP_TO_A_BET
    + """\
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
""",
)


class Screen:
    """A display that connects again whenever the controller is back, keeps what it was told, and answers questions."""

    def __init__(self, socket: Path) -> None:
        self.socket = socket
        self.view: TableView | None = None
        self.tellings: list[dict[int, list[dict[str, object]]]] = []
        """What it was told of each event, by number: one telling for each connection."""
        self.answered: list[str] = []
        self.outlived: list[str] = []
        """Questions that stood on in the hand after the one in which they were asked."""
        self.back_s: list[float] = []
        """How long each controller's end left the screen without a view."""
        self.lies_there: Callable[[int], bool] = lambda _: False
        """Whether cards lie in front of a seat: the dealer looks before he says that a hand is folded."""
        self._since_s: dict[str, float] = {}
        self._asked_in: dict[str, int] = {}
        self._lost_s: float | None = None
        self._writer: asyncio.StreamWriter | None = None

    @property
    def live(self) -> bool:
        return self._writer is not None

    async def follow(self) -> None:
        while True:
            try:
                reader, self._writer = await asyncio.open_unix_connection(str(self.socket), limit=MAX_LINE_BYTES)
                self.tellings.append({})
                async for line in said(reader):
                    self.hear(FEED.decode(line))
            except OSError:
                pass  # nobody is there, or not any more
            finally:
                if self._writer is not None:
                    self._writer.close()
                    self._writer = None
                    if self._lost_s is None and self.view is not None:
                        self._lost_s = asyncio.get_running_loop().time()
            await asyncio.sleep(0.02)

    def hear(self, heard: Feed) -> None:
        """Take one line of the controller."""
        if isinstance(heard, LogLine):
            self.tellings[-1].setdefault(heard.n, []).append(heard.what)
        elif isinstance(heard, TableView):
            self.view = heard
            if self._lost_s is not None:
                self.back_s.append(asyncio.get_running_loop().time() - self._lost_s)
                self._lost_s = None
            self._asked_in = {one.prompt: self._asked_in.get(one.prompt, heard.hand) for one in heard.prompts}
            self.outlived += [name for name, hand in self._asked_in.items() if hand < heard.hand]
            self._answer(heard.prompts)

    def _answer(self, prompts: tuple[PromptView, ...]) -> None:
        """At once that what was moved was moved; but chips are not left as they lie before there was time to look."""
        now_s = asyncio.get_running_loop().time()
        self._since_s = {one.prompt: self._since_s.get(one.prompt, now_s) for one in prompts}
        for prompt in prompts:
            answer = self._truth(prompt)
            if answer != "ignore" or now_s - self._since_s[prompt.prompt] > LET_BE_S / SPEED:
                self.key(Confirm(prompt.prompt, answer))
                self.answered.append(prompt.prompt)
                return

    def _truth(self, prompt: PromptView) -> str:
        """What is so as far as the dealer can see; of chips, that what was moved was moved."""
        if prompt.kind in OF_A_HAND and prompt.seat is not None and self.lies_there(prompt.seat):
            return next(one for one in ("still-there", "no") if one in prompt.answers)
        return next((one for one in ("yes", "folded") if one in prompt.answers), prompt.answers[0])

    def key(self, command: Command) -> None:
        """Key a command; with nobody there, nothing happens."""
        if self._writer is not None:
            self._writer.write(COMMANDS.encode(command))

    def sees(self, nodes: set[str]) -> bool:
        """Whether all these nodes are ready."""
        ready = {node.node for node in self.view.nodes if node.status == "ready"} if self.view is not None else set()
        return nodes <= ready

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

    def __init__(self, served: ServedTable, screen: Screen, *, patient: bool) -> None:
        self._served, self._screen, self._patient = served, screen, patient
        self._moves = Moves(served.table)

    async def play(self, cue: Cue) -> None:
        if self._patient:  # as a dealer does whose screen says that a reader is away
            await self._screen.until(lambda: self._screen.sees(set(self._served.ports)), PATIENCE_S)
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


def final_stacks(table: Table) -> dict[int, int]:
    """The chips of each player as the books of a replayed journal have them."""
    return {player.seat: table.ledger[player.seat - 1].stack_chips for player in table.players if player is not None}


class Evening:
    """One played script with everything that can be killed."""

    def __init__(
        self,
        folder: Path,
        *,
        patient: bool = False,
        dies: str = "",
        broker: str = "off",
        deck: Deck | None = None,
        script: str = SCRIPT,
    ) -> None:
        """With `patient` people, no cue begins while the screen says that a reader is away.

        `dies` is planted in the controller's process: see `support/dying`. `broker` is the table's own, if any.
        """
        self.places, self.dies, self.broker = Places(folder), dies, broker
        self.deck = deck or generate_deck("demo", 1)
        self.moved = 0
        """Outages in which a card or a chip moved."""
        self.sheet: CueSheet = cue_sheet(parse_script("kill.toml", script))
        self.screen = Screen(self.places.display)
        self.kills = self.plugs = 0
        self.children: dict[str, Child] = {}
        self.served: ServedTable | None = None
        self.patient = patient
        self.lasts: Callable[[], bool] = lambda: False
        """Whether there is something to wait for when all is played."""

    async def play(self, trouble: Callable[[Evening], Awaitable[None]]) -> None:
        opened = self.sheet.opened
        setup = TableSetup(opened.seats, opened.denominations, stacks=self.sheet.stacks, deck=self.deck)
        settings = self.places.state / SETTINGS
        settings.write_text(settings_text(opened) + "\n[reveal]\ndelay_minutes = 0\n", encoding="utf-8")
        (self.places.state / "broker.toml").write_text(f'broker = "{self.broker}"\n', encoding="utf-8")
        decks = self.places.state / "decks.toml"
        save_decks(decks, (self.deck,))
        rate = ClockRate.from_now(SPEED)
        links = self.places.state / "by-id"
        links.mkdir()
        async with serve_simulated_table(setup, SPEED, links) as served:
            self.served = served
            self.screen.lies_there = lambda seat: bool(served.table.world.cards.pile(seat_zone(seat)))
            bridge = self.bridge(settings, tuple(served.ports.values()), decks, rate)
            controller = self.controller(settings, rate)
            brokers = broker_children(settings, self.places)
            self.children = {child.name: child for child in (bridge, controller, *brokers)}
            if self.dies:
                paths = os.pathsep.join((str(DYING), str(DYING.parents[2])))
                plan = {"CARDSPEAK_DIES": self.dies, "CARDSPEAK_DIED": str(self.places.state / DIED)}
                controller.environment = {"PYTHONPATH": paths, **plan}
            async with watched(*brokers), watched(bridge, controller):
                following = asyncio.create_task(self.screen.follow())
                striking = asyncio.create_task(self._strike(trouble))
                try:
                    await self._people(served)
                finally:
                    for task in (following, striking):
                        task.cancel()
                    await asyncio.gather(following, striking, return_exceptions=True)

    def bridge(self, settings: Path, ports: tuple[str, ...], decks: Path, rate: ClockRate) -> Child:
        """The bridge as it is started."""
        return bridge_child(self.places, settings, ports, decks, rate)

    def controller(self, settings: Path, rate: ClockRate) -> Child:
        """The controller as it is started."""
        return controller_child(self.places, settings, rate)

    async def _people(self, served: ServedTable) -> None:
        nodes = set(served.ports)

        assert await self.screen.until(lambda: self.screen.sees(nodes), PATIENCE_S), self.logs()
        people = People(served, self.screen, patient=self.patient)
        for cue in self.sheet.cues:
            await people.play(cue)
        await self.screen.until(lambda: not self.lasts(), PATIENCE_S)

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

    async def replug(self, node: str, out_s: float) -> None:
        """Pull the plug of a node, and put it in again elsewhere: its pty has another number then."""
        assert self.served is not None
        wire, plug = self.served.table.wires[node], self.served.plugs[node]
        before = plug.device
        wire.unplug()
        await asyncio.sleep(out_s)
        wire.replug(f"{node}@{self.plugs}")
        assert plug.device != before
        self.plugs += 1

    def felt(self) -> object:
        """What lies where: for whether anything moved."""
        assert self.served is not None
        world = self.served.table.world
        tags = self.deck.tags.values()
        places = (f"{kind}:{seat}" for kind in ("stack", "bet") for seat in self.unharmed())
        return [world.cards.where(tag) for tag in tags], [world.chips.at(place) for place in (*places, "pot")]

    def accusations(self) -> list[str]:
        """All that was ever found wrong in a hand in which nobody erred."""
        journal = entries(self.places.state / JOURNAL)
        told = (one for entry in journal for one in decode_record(entry.payload).applied_events)
        return [f"event {one.number}: {found.topic}, seat {found.seat}" for one in told for found in one.findings]

    def differences(self) -> list[str]:
        """Where chips lie otherwise than the hand unharmed left them."""
        assert self.served is not None
        at = self.served.table.world.chips.at
        stacks = {seat: total_chips(at(stack_zone(seat))) for seat in self.unharmed()}
        left = total_chips(at(POT)) + sum(total_chips(at(bet_zone(seat))) for seat in self.unharmed())
        return [] if stacks == self.unharmed() and not left else [f"{stacks} in stacks, {left} elsewhere"]

    def died(self) -> int:
        """How often the planted death struck."""
        path = self.places.state / DIED
        return len(path.read_text(encoding="ascii").split()) if path.exists() else 0

    def logs(self) -> str:
        logs = (self.places.log(name) for name in ("bridge", "controller", "broker"))
        return "\n".join(log.read_text() for log in logs if log.exists())

    def broken_promises(self) -> list[str]:
        """What a display was told and the journal does not say, or says otherwise."""
        journal = self.places.state / JOURNAL
        status, text = check_reveals(journal)
        faults = [] if status == 0 else [text]
        status, text, table = replay(journal)
        faults += [] if status == 0 else [text]
        applied_events = [one for entry in entries(journal) for one in decode_record(entry.payload).applied_events]
        if [one.number for one in applied_events] != list(range(1, len(applied_events) + 1)):
            faults.append("the numbers of the events have holes")
        known = {
            one.number: [json.loads(OUTCOMES.encode(outcome)) for outcome in one.outcomes] for one in applied_events
        }
        for telling in self.screen.tellings:
            for number, told in telling.items():
                said, is_it = [what for what in told if what["is"] != "Finding"], known.get(number)
                begun = is_it is not None and said == is_it[: len(said)]
                if not begun or (said != is_it and number != max(telling)):  # the last one may be cut short
                    faults.append(f"event {number} was told as {said} and is {is_it}")
        if table is not None and table.chips.found_chips:
            faults.append(f"{table.chips.found_chips} chips came from nowhere")
        if table is not None and (stacks := final_stacks(table)) != self.unharmed():
            faults.append(f"the stacks are {stacks}, and unharmed {self.unharmed()}")
        dealt = [one.event.handle for one in applied_events if isinstance(one.event, CardDealt)]
        if len(set(dealt)) != len(dealt) or len(dealt) != CARDS_DEALT:
            faults.append(f"{CARDS_DEALT} cards were dealt, under the handles {dealt}")
        return faults

    def unharmed(self) -> dict[int, int]:
        """The stacks at the end of the script played on the engine alone."""
        stacks = self.sheet.cues[-1].then[6]
        assert isinstance(stacks, tuple)
        return {seat: chips for seat, chips, *_ in stacks}
