"""The bridge process: real sockets and ptys, a controller that comes and goes, ports that break."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import stat
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from support.bridge_ear import Ear
from support.said import said

from firmware_bridge import service
from firmware_bridge.bridge import BridgeSettings
from firmware_bridge.node.session import NodeEnd
from firmware_bridge.ports.byte_ports import Port, PortLost, memory_pair, open_pty
from firmware_bridge.ports.keeper import PortKeeper
from firmware_bridge.secrets.decks import DeckBook, generate_deck
from firmware_bridge.service import run_bridge
from firmware_bridge.vocabulary.observations import (
    OBSERVATIONS,
    CardArrived,
    CardNamed,
    Handle,
    Inventory,
    NodeSeen,
    Observation,
)
from firmware_bridge.vocabulary.requests import REQUESTS, Lamp, NameCards
from firmware_bridge.vocabulary.zones import BOARD
from firmware_bridge.wire.message_specs import CARDS_ZONE, RESET_POWER

DECK = generate_deck("demo", 1)
TAGS = list(DECK.tags.values())
PATIENCE_S = 60.0


@dataclass(frozen=True)
class Fast:
    """A clock three times as fast as the world's."""

    def now_s(self) -> float:
        return time.monotonic() * 3

    def real_s(self, table_s: float) -> float:
        return table_s / 3


class Board:
    """A node with a board antenna that runs on the fast clock behind any port."""

    def __init__(self, port: Port, name: str = "centre") -> None:
        self.port = port
        self.end = NodeEnd((name, name.encode(), 7, "1.0", RESET_POWER, True), _ZONES, ("next",), self._us())
        self.end.contents.set_cards("board", ())
        self.lamps: list[object] = []

    async def run(self) -> None:
        while True:
            with contextlib.suppress(OSError):
                if data := self.port.read():
                    self.end.receive(data, self._us())
                self.end.tick(self._us())
                self.lamps += self.end.actions()
                if data := self.end.outgoing():
                    self.port.write(data)
            await asyncio.sleep(0.002)

    def lay(self, *tags: bytes) -> None:
        now_us = self._us()
        self.end.contents.set_cards("board", tuple((tag, now_us - 100_000, now_us, 0) for tag in tags))

    @staticmethod
    def _us() -> int:
        return int(time.monotonic() * 3e6)


_ZONES = (("board", CARDS_ZONE, 100, 5, ()),)


class Controller(Ear):
    """One connection to the bridge's socket."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        super().__init__(reader, PATIENCE_S)
        self.writer = writer

    async def rest(self) -> list[Observation]:
        """All that still comes until the bridge hangs up."""
        async with asyncio.timeout(PATIENCE_S):
            return [OBSERVATIONS.decode(line) async for line in said(self.reader)]

    def ask(self, line: bytes) -> None:
        self.writer.write(line)


class Stand:
    """A running bridge with its log, and controllers that are closed in the end."""

    def __init__(self, socket: Path) -> None:
        self.socket, self.log = socket, list[str]()
        self.controllers: list[Controller] = []

    async def connect(self) -> Controller:
        async with asyncio.timeout(PATIENCE_S):
            while True:
                with contextlib.suppress(ConnectionError, FileNotFoundError):
                    controller = Controller(*await asyncio.open_unix_connection(str(self.socket)))
                    self.controllers.append(controller)
                    return controller
                await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def bridge(
    tmp_path: Path, ports: Sequence[str | Port], *boards: Board, store: Path | None = None
) -> AsyncIterator[Stand]:
    stand = Stand(tmp_path / "bridge.sock")
    said = stand.log.append
    running = run_bridge(ports, stand.socket, DeckBook([DECK]), BridgeSettings(), Fast(), say=said, store=store)
    tasks = [asyncio.create_task(running), *(asyncio.create_task(board.run()) for board in boards)]
    try:
        yield stand
    finally:
        for controller in stand.controllers:
            controller.writer.close()
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
        assert all(isinstance(result, asyncio.CancelledError) for result in results), results
        assert not stand.socket.exists()


def play(story: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await story()

    asyncio.run(whole())


def ready(one: Observation) -> bool:
    return isinstance(one, NodeSeen) and one.status == "ready"


def test_a_controller_learns_of_nodes_and_cards_and_gets_answers(tmp_path: Path) -> None:
    async def story() -> None:
        port, path = open_pty()
        board = Board(port)
        async with bridge(tmp_path, [path], board) as stand:
            controller = await stand.connect()
            assert stat.S_IMODE(stand.socket.stat().st_mode) == 0o600
            await controller.until(lambda one: isinstance(one, Inventory) and bool(one.cards))
            board.lay(TAGS[0])
            arrived = await controller.until(lambda one: isinstance(one, CardArrived))
            assert isinstance(arrived, CardArrived)
            controller.ask(REQUESTS.encode(NameCards((arrived.handle,), "board")) + REQUESTS.encode(Lamp("next", True)))
            named = await controller.until(lambda one: isinstance(one, CardNamed))
            assert isinstance(named, CardNamed)
            assert named.card == next(iter(DECK.tags))
            # A controller that comes back gets the words on all nodes, then all that lies there.
            controller.writer.close()
            await controller.rest()
            again = await stand.connect()
            inventory = await again.until(lambda one: isinstance(one, Inventory))
            assert [type(one) for one in again.heard] == [NodeSeen, Inventory]
            assert isinstance(inventory, Inventory)
            assert inventory.cards == (("board", (arrived.handle,)),)
            async with asyncio.timeout(PATIENCE_S):
                while not board.lamps:  # noqa: ASYNC110  # the board has no event to wait for
                    await asyncio.sleep(0.002)
            assert board.lamps == [("lamp", "next", True)]
        port.close()

    play(story)


def test_an_open_port_in_memory_serves_as_well_as_a_path(tmp_path: Path) -> None:
    async def story() -> None:
        host, far = memory_pair("centre")
        board = Board(far)
        async with bridge(tmp_path, [host], board) as stand:
            controller = await stand.connect()
            await controller.until(lambda one: isinstance(one, Inventory) and bool(one.cards))
            far.close()
            down = await controller.until(lambda one: isinstance(one, NodeSeen) and one.status == "down")
            assert isinstance(down, NodeSeen)
            assert down.reason == "port-lost the other end hung up"
        assert host.closed

    play(story)


def test_a_port_that_breaks_is_opened_again(tmp_path: Path) -> None:
    async def story() -> None:
        link = tmp_path / "node"
        async with bridge(tmp_path, [str(link)]) as stand:
            controller = await stand.connect()
            for _ in range(2):
                port, path = open_pty()
                board = Board(port)
                link.unlink(missing_ok=True)
                link.symlink_to(path)
                running = asyncio.create_task(board.run())
                await controller.until(ready)
                running.cancel()
                port.close()  # the cable is pulled
                await controller.until(lambda one: isinstance(one, NodeSeen) and one.status == "down")
        missing = [line for line in stand.log if "there is no such device" in line or "cannot open" in line]
        assert missing
        assert len(missing) == len(set(missing)) or len(missing) <= 3  # said when it changes, not at every try

    play(story)


def test_handles_outlive_the_bridge(tmp_path: Path) -> None:
    async def evening(board: Board, path: str) -> tuple[Handle, ...]:
        async with bridge(tmp_path, [path], board, store=tmp_path / "handles") as stand:
            controller = await stand.connect()
            inventory = await controller.until(lambda one: isinstance(one, Inventory) and one.cards != ())
            assert isinstance(inventory, Inventory)
            return dict(inventory.cards)[BOARD]

    async def story() -> None:
        port, path = open_pty()
        board = Board(port)
        board.lay(*TAGS[:3])
        first = await evening(board, path)
        assert stat.S_IMODE((tmp_path / "handles").stat().st_mode) == 0o600
        assert await evening(board, path) == first
        (tmp_path / "handles").unlink()
        assert set(await evening(board, path)).isdisjoint(first), "planted: without its store it begins anew"
        port.close()

    play(story)


class Dying:
    """A port that reads nothing and breaks, and closes itself, at the first write."""

    def __init__(self) -> None:
        self.near, self.far = socket.socketpair()
        self.name, self.closed = "dying", False

    def write(self, data: bytes) -> None:
        self.close()
        raise PortLost(self.name, f"no room for {len(data)} bytes")

    def read(self) -> bytes:
        return b""

    def close(self) -> None:
        self.closed = True
        self.near.close()
        self.far.close()

    def fileno(self) -> int | None:
        return None if self.closed else self.near.fileno()


class Owner:
    """Writes to a port some time after it was opened, and counts."""

    def __init__(self, after_s: float) -> None:
        self.after_s, self.lost_for, self.enough = after_s, list[str](), asyncio.Event()

    def opened(self, port: Port, write: Callable[[bytes], None]) -> None:
        del port
        if self.after_s:
            asyncio.get_running_loop().call_later(self.after_s, write, b"hello")
        else:
            write(b"hello")

    def arrived(self, port: Port, data: bytes) -> None:
        raise AssertionError(f"{data!r} from {port.name}")

    def lost(self, port: Port, reason: str) -> None:
        assert port.closed
        self.lost_for.append(reason)
        if len(self.lost_for) > 1:
            self.enough.set()


@pytest.mark.parametrize("after_s", [0.0, 0.01])
def test_a_port_that_breaks_in_writing_is_opened_again(after_s: float, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.ports.keeper.FIRST_PAUSE_S", 0.01)

    async def story() -> None:
        owner = Owner(after_s)
        keeper = PortKeeper("dying", owner, lambda _: None, lambda _: Dying())
        task = asyncio.create_task(keeper.keep())
        async with asyncio.timeout(PATIENCE_S):
            await owner.enough.wait()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert set(owner.lost_for) == {"port-lost no room for 5 bytes"}

    play(story)


@pytest.mark.parametrize("there", [True, False])
def test_a_pty_that_is_gone_is_left_alone(there: bool) -> None:
    """Nobody plugs a pty in again, and its number may by then be that of somebody's terminal."""
    tries: list[str] = []
    said: list[str] = []

    def opener(path: str) -> Port:
        tries.append(path)
        if not there:
            raise PortLost(path, "there is no such device")
        return Dying()

    async def story() -> None:
        async with asyncio.timeout(PATIENCE_S):
            await PortKeeper("/dev/pts/4321", Owner(0.0), said.append, opener).keep()

    play(story)
    assert tries == ["/dev/pts/4321"]
    assert "does not come back" in said[-1]


def test_one_port_cannot_be_named_twice(tmp_path: Path) -> None:
    async def story() -> None:
        with pytest.raises(ValueError, match="the port /dev/ttyX is named twice"):
            await run_bridge(["/dev/ttyX"] * 2, tmp_path / "s", DeckBook([DECK]), BridgeSettings(), Fast())

    play(story)


def test_lines_that_are_no_requests_end_the_connection_with_a_reason(tmp_path: Path) -> None:
    async def story() -> None:
        async with bridge(tmp_path, []) as stand:
            controller = await stand.connect()
            controller.ask(b"hello\n" + REQUESTS.encode(Lamp("next", True)) + b"{}\n[]\n\xff\n")
            *_, refused = await controller.rest()
            assert isinstance(refused, NodeSeen)
            assert (refused.node, refused.status) == ("bridge", "refused")
            assert refused.reason.startswith("bad-requests lines=3")
            assert len(stand.log) == 5
            long = await stand.connect()
            long.ask(b"x" * (1 << 17))
            *_, refused = await long.rest()
            assert isinstance(refused, NodeSeen)
            assert refused.reason == "bad-requests: a line is longer than 65536 bytes"
            await (await stand.connect()).until(lambda one: isinstance(one, Inventory))

    play(story)


def test_there_is_one_controller_at_a_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with bridge(tmp_path, []) as stand:
            first = await stand.connect()
            await first.until(lambda one: isinstance(one, Inventory))
            (refused,) = await (await stand.connect()).rest()
            assert isinstance(refused, NodeSeen)
            assert refused.reason == "busy: another controller is connected"

    play(story)


def test_a_second_bridge_does_not_take_the_socket_of_a_live_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with bridge(tmp_path, []) as stand:
            await stand.connect()
            with pytest.raises(OSError, match="another bridge serves this socket"):
                await run_bridge([], stand.socket, DeckBook([DECK]), BridgeSettings(), Fast())

    play(story)
    (tmp_path / "bridge.sock").touch()  # left over from a dead process
    play(story)


def test_a_controller_that_does_not_read_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "SLOWEST_CLIENT_BYTES", 1000)

    async def story() -> None:
        port, path = open_pty()
        board = Board(port)
        async with bridge(tmp_path, [path], board) as stand:
            deaf = await stand.connect()
            deaf.writer.transport.pause_reading()  # type: ignore[attr-defined]  # a socket's transport has it
            async with asyncio.timeout(PATIENCE_S):
                while not stand.log:
                    for _ in range(50):  # far more than a socket holds
                        deaf.ask(REQUESTS.encode(NameCards(tuple(Handle(f"h{at}") for at in range(200)), "tabled")))
                    await asyncio.sleep(0)
            assert stand.log[0].startswith("controller: cut off")
            await (await stand.connect()).until(lambda one: isinstance(one, Inventory))
        port.close()

    play(story)


def test_a_fault_ends_the_process_instead_of_hanging_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object) -> list[Observation]:
        raise RuntimeError("planted")

    monkeypatch.setattr("firmware_bridge.hub.Hub.request", fault)

    async def story() -> None:
        stand = Stand(tmp_path / "bridge.sock")
        task = asyncio.create_task(run_bridge([], stand.socket, DeckBook([DECK]), BridgeSettings(), Fast()))
        controller = await stand.connect()
        controller.ask(REQUESTS.encode(Lamp("next", True)))
        with pytest.raises(ExceptionGroup) as caught:
            async with asyncio.timeout(PATIENCE_S):
                await task
        assert "planted" in repr(caught.value.exceptions)
        controller.writer.close()

    play(story)
