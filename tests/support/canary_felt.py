"""The bridge's process in the test's own, in time that jumps, at one node whose zones a story fills with canaries.

What runs is the command that the supervisor starts, with its log in a file. When it dies, another one is started in the
same folder, and the story goes on.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Collection, Coroutine, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import pytest
from support.canaries import Search, canary
from support.canary_hands import DECKS, HANDLES, Outside, canary_deck
from support.jumping import JumpingLoop, LoopClock
from support.said import said
from support.touching_tags import FAULTS, Injection, Tags, Watch, Where

import firmware_bridge.census
import table_controller.runtime.cli.census
from firmware_bridge import service
from firmware_bridge.node.session import NodeEnd
from firmware_bridge.ports.byte_ports import PtyPort
from firmware_bridge.ports.keeper import PortKeeper
from firmware_bridge.secrets.decks import Deck, save_decks
from firmware_bridge.vocabulary.cards import DECK
from firmware_bridge.vocabulary.observations import OBSERVATIONS, CardArrived, Observation
from firmware_bridge.vocabulary.requests import REQUESTS, ForgetCards, HandEnded, HandStarted, NameCards, Request
from firmware_bridge.wire.message_specs import CARDS_ZONE, RESET_POWER
from table_controller.runtime.cli import process_commands
from table_controller.runtime.cli.main import census
from table_controller.runtime.processes import bridge_process

SCAN_S: Final = 0.1
ZONES: Final = ("seat:1", "seat:2", "board", "burn", "muck", "stub")
DEALT: Final = 0.4
MOST_IN_VAIN: Final = 4
"""So many processes, two hands of the story, in which no function came to hold a tag that has not been struck."""
LAST_ROUNDS: Final = 3
"""So many rounds of the loop and every socket that was closed is."""
SILENT_S: Final = 2.5
"""Long enough to be missed and short enough not to be given up."""
NODE: Final = "node"
A_RESTART: Final = -1.0
"""In place of a wait: the bridge is asked to end, and another one goes on."""


class Felt:
    """The node, its zones, and the far end of its line; what it is told is heard outside."""

    def __init__(self, outside: Outside, rng: random.Random) -> None:
        self.outside = outside
        red, self.blue = canary_deck("red", rng), canary_deck("blue", rng)
        self.red = Deck(red.name, red.tags, {card: canary(rng) for card in DECK[:2]})
        self.strange = canary(rng)
        self._lies: dict[str, dict[bytes, tuple[float, int]]] = {zone: {} for zone in ZONES}
        self._zones = tuple((zone, CARDS_ZONE, int(1000 * SCAN_S), 10, ()) for zone in ZONES)
        self._end = NodeEnd((NODE, b"unique", 7, "1.0", RESET_POWER, True), self._zones, ("next",), 0)
        self._line: socket.socket | None = None
        self.now_s, self.silent = 0.0, False
        self.spoil_the_store: Callable[[], None] = lambda: None
        """Let others read the handles' file: it is not written in place then."""

    def tags(self) -> list[bytes]:
        decks = (self.red.tags, self.red.spares, self.blue.tags)
        return [*(tag for deck in decks for tag in deck.values()), self.strange]

    def open(self, address: str) -> PtyPort:
        """The host's end of a new line; whoever had the one before has none any more."""
        del address
        self.hang_up()
        self._line, host = socket.socketpair()
        for end in (self._line, host):
            end.setblocking(False)
        other = host.dup()
        return PtyPort(NODE, host.detach(), other.detach())

    def hang_up(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None

    def lay(self, zone: str, *tags: bytes, unread: int = 0) -> None:
        """The zone lists these, too; those that a scan or more has missed of late are `unread`."""
        for tag in tags:
            since_s, _ = self._lies[zone].get(tag, (self.now_s, 0))
            self._lies[zone][tag] = since_s, unread
        self._show(zone)

    def lift(self, zone: str, *tags: bytes) -> None:
        for tag in tags or tuple(self._lies[zone]):
            self._lies[zone].pop(tag, None)
        self._show(zone)

    def lose(self, zone: str) -> None:
        """Its reader fails; what lies there is shown again by `lay` or `lift`."""
        self._end.contents.lose(zone)

    def _show(self, zone: str) -> None:
        lies = self._lies[zone].items()
        times = ((tag, int(1e6 * (since_s - SCAN_S)), int(1e6 * since_s), unread) for tag, (since_s, unread) in lies)
        self._end.contents.set_cards(zone, tuple(times))

    def beat(self, now_s: float) -> None:
        """Time goes by at the node."""
        self.now_s = now_s
        if self.silent:
            return
        with contextlib.suppress(OSError):
            if self._line is not None and (data := self._line.recv(1 << 16)):
                self.outside.hear("line to a node", data)
                self._end.receive(data, int(1e6 * now_s))
        self._end.tick(int(1e6 * now_s))
        with contextlib.suppress(OSError):
            if (data := self._end.outgoing()) and self._line is not None:
                self._line.send(data)


class Ear:
    """Whoever is at the bridge's socket: hears all, and asks."""

    def __init__(self, outside: Outside) -> None:
        self._outside = outside
        self._writer: asyncio.StreamWriter | None = None
        self.arrived: dict[str, list[CardArrived]] = {}

    async def listen(self, path: Path) -> None:
        while True:
            try:
                reader, self._writer = await asyncio.open_unix_connection(str(path))
                async for line in said(reader):
                    self._outside.hear("socket", line)
                    self._hear(OBSERVATIONS.decode(line))
            except OSError:
                pass  # nobody is there, or not any more
            finally:
                if self._writer is not None:
                    self._writer.close()
                self._writer = None
            await asyncio.sleep(SCAN_S)

    def _hear(self, told: Observation) -> None:
        if isinstance(told, CardArrived):
            self.arrived.setdefault(str(told.zone), []).append(told)

    def ask(self, request: Request) -> None:
        if self._writer is not None:
            self._writer.write(REQUESTS.encode(request))

    def name(self, zone: str) -> None:
        """Ask for whatever came there in this hand."""
        handles = tuple(one.handle for one in self.arrived.get(zone, ()))
        self.ask(NameCards(handles, "board" if zone == "board" else "tabled"))


def a_hand(felt: Felt, ear: Ear, hand: int) -> Iterator[float]:
    """Two hands in which everything happens that a bridge notices a tag for; it says for how long to wait."""
    ear.arrived.clear()
    yield from _riffle(felt, list(felt.red.tags.values()))
    ear.ask(HandStarted(hand))
    yield from _deal(felt)
    yield from _strange_cards(felt)
    yield from _board(felt, ear)
    yield from _troubled_readers(felt)
    yield A_RESTART
    yield 2.0
    yield from _fold_and_gather(felt, ear)
    ear.ask(HandEnded(hand))
    yield DEALT
    yield from _the_other_deck(felt, ear, hand + 1)
    yield from _riffle(felt, list(felt.blue.tags.values()))


def _deal(felt: Felt) -> Iterator[float]:
    """Two cards each, and one that the reader of a seat hears which is not due one."""
    red = list(felt.red.tags.values())
    for at, zone in enumerate(("seat:1", "seat:2", "seat:1", "seat:2")):
        felt.lay(zone, red[at])
        yield DEALT
    felt.lay("seat:1", red[20])
    yield 1.0
    felt.lift("seat:1", red[20])


def _strange_cards(felt: Felt) -> Iterator[float]:
    """A card of no deck, and a second one of a name."""
    felt.spoil_the_store()
    felt.lay("seat:2", felt.strange)
    felt.lay("muck", felt.red.spares[DECK[0]])
    yield 2.0
    felt.lift("seat:2", felt.strange)
    felt.lift("muck")


def _board(felt: Felt, ear: Ear) -> Iterator[float]:
    """A flop is asked for while one of its cards may be sliding by; and what lies at a seat, too."""
    red = list(felt.red.tags.values())
    for zone, tags in (("burn", red[4:5]), ("board", red[5:8])):
        felt.lay(zone, *tags)
        yield DEALT
    felt.lay("board", red[7], unread=2)
    felt.lay("muck", red[7])
    ear.name("board")
    yield SCAN_S
    ear.name("board")
    yield DEALT
    felt.lift("muck")
    felt.lay("board", red[7])
    yield DEALT
    ear.name("board")
    ear.name("seat:1")
    yield DEALT


def _troubled_readers(felt: Felt) -> Iterator[float]:
    """One that fails and comes back, one that misses, and a node that is silent while a stranger lies at the stub."""
    red = list(felt.red.tags.values())
    felt.lose("board")
    felt.lay("seat:2", red[1], unread=3)
    yield 1.0
    felt.lay("board", red[5])
    yield DEALT
    felt.lay("stub", felt.strange)
    felt.silent = True
    yield SILENT_S
    felt.silent = False
    yield 1.0


def _fold_and_gather(felt: Felt, ear: Ear) -> Iterator[float]:
    red = list(felt.red.tags.values())
    felt.lay("muck", red[0], red[2])
    felt.lift("seat:1")
    yield 1.0
    ear.ask(ForgetCards(tuple(one.handle for one in ear.arrived.get("seat:2", ())[:1])))
    for zone in ZONES:
        felt.lift(zone)
    yield 1.5


def _the_other_deck(felt: Felt, ear: Ear, hand: int) -> Iterator[float]:
    """A hand from the other deck but for one card, which nobody saw riffled; a card lay where a reader has failed."""
    red, blue = list(felt.red.tags.values()), list(felt.blue.tags.values())
    felt.lay("burn", red[9])
    yield DEALT
    felt.lose("burn")
    yield DEALT
    ear.ask(HandStarted(hand))
    felt.lay("seat:1", red[8])
    yield DEALT
    for at in range(4):
        felt.lay(f"seat:{1 + at % 2}", blue[at])
        yield DEALT
    felt.lay("board", *blue[4:7])
    yield 2.0
    ear.ask(HandEnded(hand))
    for zone in ZONES:
        felt.lift(zone)
    yield 1.5


def _riffle(felt: Felt, tags: list[bytes]) -> Iterator[float]:
    for tag in tags[10:18]:
        felt.lay("stub", tag)
        yield 2 * SCAN_S
        felt.lift("stub")
    yield 5.0


def a_count(felt: Felt, ear: Ear, hand: int) -> Iterator[float]:
    """The cards of a deck over the stub's reader, with one of the other deck, one twice and one of none."""
    del ear, hand
    for tag in (*list(felt.red.tags.values())[:8], felt.blue.tags[DECK[1]], felt.red.spares[DECK[0]], felt.strange):
        felt.lay("stub", tag)
        yield 2 * SCAN_S
        felt.lift("stub")
        yield SCAN_S
    yield 60.0  # it ends by itself


Strike = Callable[[], contextlib.AbstractContextManager[object]]
Story = Callable[[Felt, Ear, int], Iterator[float]]


class Life:
    """Processes with tags, one after the other as they die, while the story goes on."""

    def __init__(
        self, folder: Path, project: Path, rng: random.Random, patch: pytest.MonkeyPatch, story: Story = a_hand
    ) -> None:
        self.outside = Outside()
        self.felt, self.ear, self.folder = Felt(self.outside, rng), Ear(self.outside), folder
        self.tags = Tags(self.felt.tags())
        folder.mkdir(mode=0o700)
        self._settings = folder / "table.toml"
        text = (project / "config" / "table.toml").read_text(encoding="utf-8")
        self._settings.write_text(text.replace("ports = []", f'ports = ["{NODE}"]'), encoding="utf-8")
        save_decks(folder / DECKS, (self.felt.red, self.felt.blue))
        self._now_s, self._hand, self._tell = 1000.0, 0, story
        self._story: Iterator[float] = iter(())
        self.felt.spoil_the_store = lambda: (folder / HANDLES).chmod(0o644)
        for module in (service, firmware_bridge.census):
            patch.setattr(module, "PortKeeper", partial(PortKeeper, opener=self.felt.open))
        for module in (bridge_process, table_controller.runtime.cli.census):
            patch.setattr(module, "ClockRate", _LoopClock)
        patch.setattr(bridge_process, "leave_no_core_file", lambda: None)  # not of the test's own process
        patch.setattr(asyncio, "run", self._run)
        patch.setattr(tempfile, "tempdir", str(folder))

    def watched(self, lives: int) -> Watch:
        """So many processes undisturbed."""
        watch = Watch(self.tags)
        for _ in range(lives):
            self.live(watch.at_work)
        return watch

    def struck(
        self, due: Collection[Where], rng: random.Random, faults: Sequence[Callable[[bytes], Exception]] = FAULTS
    ) -> set[Where]:
        """Processes with an exception in each of these functions, one in each process; those that none came to."""
        left, in_vain = set(due), 0
        while left and in_vain < MOST_IN_VAIN:
            injection = Injection(self.tags, left, rng, faults)
            self.live(injection.at_work)
            in_vain = 0 if injection.struck is not None else in_vain + 1
        return left

    def leaks(self) -> list[str]:
        """Where a tag was written in all that left them."""
        self.outside.look_at_files("file", self.folder)
        return self.outside.leaks(Search(self.felt.tags()))

    def live(self, at_work: Strike) -> None:
        """One process, until it dies or has seen a hand to its end."""
        self._at_work = at_work
        with _streams_of_its_own(self.folder / "bridge.log", self.outside):
            try:
                self._begin()
            except SystemExit:
                pass
            except BaseException as fault:  # noqa: BLE001  # as the interpreter does
                sys.excepthook(type(fault), fault, fault.__traceback__)
        self.felt.hang_up()

    def _begin(self) -> None:
        if self._tell is a_count:
            census(config=self._settings, quiet=1.0)
        else:
            socket_path = self.folder / "bridge.sock"
            process_commands.bridge_process(config=self._settings, socket=socket_path, decks=self.folder / DECKS)

    def _run(self, work: Coroutine[Any, Any, int | None]) -> int | None:
        with asyncio.Runner(loop_factory=self._loop, debug=True) as runner:
            return runner.run(self._beside(work))

    def _loop(self) -> JumpingLoop:
        loop = JumpingLoop()
        loop.jumping.now_s = self._now_s
        return loop

    async def _beside(self, work: Coroutine[Any, Any, int | None]) -> int | None:
        logging.getLogger().setLevel(logging.DEBUG)
        with self._at_work():
            bridge = asyncio.ensure_future(work)
            others = [asyncio.ensure_future(one) for one in (self._people(), self._node(), self._listen())]
            try:
                await asyncio.wait((bridge, others[0]), return_when=asyncio.FIRST_COMPLETED)
                for one in others:
                    if one.done():
                        one.result()
                bridge.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    return await bridge
                return 0
            finally:
                for one in others:
                    one.cancel()
                await asyncio.gather(*others, return_exceptions=True)
                for _ in range(LAST_ROUNDS):
                    await asyncio.sleep(0)
                self._now_s = asyncio.get_running_loop().time() + 1.0

    async def _people(self) -> None:
        """The story to the end of the hand, and another one from its beginning."""
        begun = False
        while True:
            for wait_s in self._story:
                if wait_s == A_RESTART:
                    return
                await asyncio.sleep(wait_s)
            if begun:
                return
            begun, self._hand = True, self._hand + 2
            self._story = self._tell(self.felt, self.ear, self._hand)

    async def _node(self) -> None:
        while True:
            self.felt.beat(asyncio.get_running_loop().time())
            await asyncio.sleep(SCAN_S / 2)

    async def _listen(self) -> None:
        await self.ear.listen(self.folder / "bridge.sock")


class _LoopClock(LoopClock, frozen=True):
    @classmethod
    def parse(cls, text: str) -> LoopClock:
        del text
        return LoopClock()


@contextlib.contextmanager
def _streams_of_its_own(log: Path, outside: Outside) -> Iterator[None]:
    """Standard streams, hooks and log as in a process that the supervisor started, and then again those of the test."""
    root = logging.getLogger()
    kept = (root.handlers[:], root.level, logging.raiseExceptions)
    hooks = (sys.excepthook, sys.unraisablehook, threading.excepthook)
    root.handlers.clear()
    start = log.stat().st_size if log.exists() else 0
    try:
        with log.open("a", encoding="utf-8") as out, contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            yield
    finally:
        sys.excepthook, sys.unraisablehook, threading.excepthook = hooks
        logging.captureWarnings(capture=False)
        root.handlers[:], logging.raiseExceptions = kept[0], kept[2]
        root.setLevel(kept[1])
        outside.hear("log", log.read_bytes()[start:])
