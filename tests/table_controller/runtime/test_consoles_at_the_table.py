"""A console's command through the running controller, and the producer's through the running bridge, too."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final

import pytest
from support.consoles import KEYS, KNOWN, TOPICS, WALL_S, Room, payload
from support.no_broker import NoBroker

from firmware_bridge.bridge import BridgeSettings
from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.secrets.delay_orders import DelayOrders
from firmware_bridge.secrets.sealing import LEAST_DELAY_S, Reveal
from firmware_bridge.service import run_bridge
from firmware_bridge.vocabulary.signed_commands import Asked, Consoles, signed
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.snapshots import Answer
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.controller_service import ControllerService
from table_controller.vocabulary.commands import FromConsole

PATIENCE_S: Final = 20.0
USUAL: Final = f"all delay_s={LEAST_DELAY_S:g}"


class Voice(NoBroker):
    """The MQTT side: hands over what consoles ask for, and keeps what they are told."""

    def __init__(self) -> None:
        self.told: asyncio.Queue[tuple[str, Answer]] = asyncio.Queue()
        self.facts: dict[str, int | str] = {}
        self.take: Callable[[FromConsole], None] = lambda _command: None

    def commands_to(self, take: Callable[[FromConsole], None]) -> None:
        self.take = take

    def answer(self, client: str, answer: Answer) -> None:
        self.told.put_nowait((client, answer))

    def health(self, facts: Mapping[str, int | str]) -> None:
        self.facts.update(facts)


class Table:
    """A running controller and a running bridge, which knows its own consoles."""

    def __init__(self, folder: Path, known: Consoles) -> None:
        self.room, self.voice, self.folder = Room(), Voice(), folder
        orders = DelayOrders(TOPICS.of("cmd", "delay"), lambda: known, lambda: WALL_S)
        self.reveal = Reveal("rome/t7", "all", LEAST_DELAY_S, orders)
        self.service = ControllerService(self.room.table.controller, self.voice, ClockRate())

    async def bridge(self) -> None:
        await run_bridge(
            [], self.folder / "bridge.sock", DeckBook(()), BridgeSettings(), ClockRate(), say=lambda _line: None,
            reveal=self.reveal,
        )  # fmt: skip

    async def asks(self, asked: Asked) -> str:
        """What a console hears: ``done``, or why not."""
        command = signed(asked, KEYS[asked.role])
        self.room.now_s += 10.0
        told = self.room.door.take(asked.to, payload(command), self.room.now_s, retained=False)
        assert told is not None
        self.voice.take(told)
        client, answer = await asyncio.wait_for(self.voice.told.get(), PATIENCE_S)
        assert (client, answer.id, answer.verb) == (asked.client, asked.id, asked.to.rpartition("/")[2])
        assert answer.accepted == (not answer.reason)
        return answer.reason or "done"

    async def until(self, enough: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not enough():  # noqa: ASYNC110 - a socket's file and a health fact have no event
                await asyncio.sleep(0.01)


def at_a_table(folder: Path, story: Callable[[Table], Awaitable[None]], known: Consoles = KNOWN) -> Table:
    table = Table(folder, known)

    async def run() -> None:
        serving = asyncio.create_task(table.service.serve(folder / "bridge.sock", folder / "display.sock"))
        await table.until((folder / "display.sock").exists)
        try:
            await story(table)
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)

    asyncio.run(run())
    return table


@pytest.fixture
def delay() -> Callable[[Table], Asked]:
    return lambda table: table.room.asked("producer", "delay", data={"delay_s": 600})


def test_the_floor_is_answered_when_it_is_written(tmp_path: Path) -> None:
    async def story(table: Table) -> None:
        asked = table.room.asked("floor", "penalty", data={"seat": 4, "hands": 1})
        assert await table.asks(asked) == "done"
        assert [one.seat for one in table.service.view().penalties] == [4]
        assert await table.asks(replace(asked, expires_s=table.room.wall_s)) == "expired"
        assert await table.asks(table.room.asked("floor", "clock")) == "nobody-to-act"
        assert await table.asks(asked) == "seen-before"

    at_a_table(tmp_path, story)


def test_a_producers_delay_is_the_bridges_to_grant(tmp_path: Path, delay: Callable[[Table], Asked]) -> None:
    async def story(table: Table) -> None:
        assert await table.asks(delay(table)) == "bridge-gone"
        working = asyncio.create_task(table.bridge())
        await table.until(lambda: table.voice.facts.get("reveal") == USUAL)
        assert await table.asks(delay(table)) == "done"
        assert table.voice.facts["reveal"] == "all delay_s=600"
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)

    at_a_table(tmp_path, story)


def test_a_bridge_that_knows_no_such_producer_changes_nothing(tmp_path: Path, delay: Callable[[Table], Asked]) -> None:
    """Whatever the controller believes: it may have been taken over."""

    async def story(table: Table) -> None:
        working = asyncio.create_task(table.bridge())
        await table.until(lambda: table.voice.facts.get("reveal") == USUAL)
        assert await table.asks(delay(table)) == "unknown-client"
        assert table.voice.facts["reveal"] == USUAL
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)

    at_a_table(tmp_path, story, {name: one for name, one in KNOWN.items() if name != "producer"})
