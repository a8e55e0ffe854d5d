"""The line to the controller, against a real Unix socket: it reads, sends, breaks and comes back."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, aclosing
from pathlib import Path

import pytest
from support.jumping import in_jumping_time

from display.feed import FIRST_WAIT_S, LONGEST_WAIT_S, Connected, Feed, Heard, Lost
from firmware_bridge.vocabulary.lines import BEAT, BEAT_S, MAX_LINE_BYTES
from table_controller.vocabulary.commands import COMMANDS, Command, Say
from table_controller.vocabulary.views import FEED, LogLine, Notice, Refused, TableView

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
Serve = Callable[[Path, Handler], AbstractAsyncContextManager[None]]
HeardFrom = Callable[[Handler, int], list[Heard]]
HELLO = FEED.encode(Notice("hello"))


class Naps:
    """Stands in for sleeping: notes how long it would have been, and lets the others run."""

    def __init__(self) -> None:
        self.taken_s: list[float] = []
        self.enough = asyncio.Event()

    async def __call__(self, seconds: float) -> None:
        self.taken_s.append(seconds)
        if len(self.taken_s) >= 8:
            self.enough.set()
        await asyncio.sleep(0)


@pytest.fixture
def heard_from(serve: Serve, tmp_path: Path) -> Callable[[Handler, int], list[Heard]]:
    """The first messages of a feed whose server answers every connection with the same handler."""

    async def story(handler: Handler, count: int) -> list[Heard]:
        async with serve(tmp_path / "s", handler):
            return await first(Feed(str(tmp_path / "s"), sleep=Naps()), count)

    return lambda handler, count: asyncio.run(story(handler, count))


async def first(feed: Feed, count: int) -> list[Heard]:
    got: list[Heard] = []
    async with aclosing(feed.messages()) as messages:
        async for heard in messages:
            got.append(heard)
            if len(got) == count:
                break
    return got


def says(*lines: bytes) -> Handler:
    """A server that says these lines and closes."""

    async def handler(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.writelines(lines)

    return handler


def test_every_kind_of_message_arrives_typed(heard_from: HeardFrom, make_table: Callable[..., TableView]) -> None:
    said = (
        make_table(),
        LogLine(1, 2.5, {"is": "StreetOpened", "street": "flop"}),
        Notice("x"),
        Refused("nobody-to-act"),
    )
    handler = says(*(FEED.encode(message) for message in said))
    assert heard_from(handler, 5) == [Connected(), *said]


def test_a_broken_line_is_said_once_and_mends_itself(heard_from: HeardFrom) -> None:
    heard = heard_from(says(HELLO), 5)
    assert heard == [Connected(), Notice("hello"), Lost("closed"), Connected(), Notice("hello")]


@pytest.mark.parametrize(
    "line",
    [
        b"nonsense\n",
        b"[1,2]\n",
        HELLO.replace(b'"v":1', b'"v":2'),
        b'{"is":"Surprise","v":1}\n',
        b'{"is":"Told","v":1,"n":"x"}\n',
        b'"' + b"x" * MAX_LINE_BYTES + b'"\n',
    ],
    ids=["nonsense", "list", "version", "unknown", "fields", "too-long"],
)
def test_a_line_that_cannot_be_read_breaks_the_connection_with_a_reason(heard_from: HeardFrom, line: bytes) -> None:
    heard = heard_from(says(HELLO, line, HELLO), 4)
    assert heard[:2] == [Connected(), Notice("hello")]
    assert isinstance(heard[2], Lost)
    assert heard[2].reason == "bad-line"
    assert heard[3] == Connected()


def test_half_a_line_at_the_end_is_an_end_and_no_fault(heard_from: HeardFrom) -> None:
    assert heard_from(says(HELLO, HELLO[:9]), 3)[2] == Lost("closed")


def test_it_waits_longer_and_longer_for_a_controller_that_is_not_there(tmp_path: Path, serve: Serve) -> None:
    naps = Naps()
    path = tmp_path / "s"

    async def story() -> list[Heard]:
        feed = Feed(str(path), sleep=naps)
        got: list[Heard] = []
        async with aclosing(feed.messages()) as messages:
            got.append(await anext(messages))
            waiting = asyncio.ensure_future(anext(messages))
            await naps.enough.wait()
            async with serve(path, says(HELLO)):
                got += [await waiting, await anext(messages), await anext(messages)]
                naps.taken_s.append(-1)
                got.append(await anext(messages))
        return got

    heard = asyncio.run(story())
    assert isinstance(heard[0], Lost)
    assert heard[0].reason == "no-socket"
    assert heard[1:] == [Connected(), Notice("hello"), Lost("closed"), Connected()]
    before, after = naps.taken_s[: naps.taken_s.index(-1)], naps.taken_s[naps.taken_s.index(-1) + 1 :]
    assert before[:5] == [FIRST_WAIT_S, 0.2, 0.4, 0.8, 1.6]
    assert max(before) == LONGEST_WAIT_S
    assert after[0] == FIRST_WAIT_S, "after a connection that spoke, the waiting begins anew"


def test_commands_go_out_and_are_refused_when_nobody_is_there(tmp_path: Path, serve: Serve) -> None:
    got: list[Command] = []

    async def handler(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(BEAT)
        got.append(COMMANDS.decode(await reader.readline()))

    async def story() -> tuple[bool, bool, bool]:
        feed = Feed(str(tmp_path / "s"), sleep=Naps())
        before = await feed.send(Say("check"))
        async with serve(tmp_path / "s", handler), aclosing(feed.messages(follow=False)) as messages:
            assert await anext(messages) == Connected()
            during = feed.connected and await feed.send(Say("call", seat=4))
            assert await anext(messages) == Lost("closed")
        return before, during, await feed.send(Say("check"))

    assert asyncio.run(story()) == (False, True, False)
    assert got == [Say("call", seat=4)]


def test_a_controller_that_hangs_is_lost_once_and_takes_no_key_until_it_speaks(tmp_path: Path, serve: Serve) -> None:
    """Its socket stays open, and takes connections: what a dealer keyed into it would be done when it wakes."""
    hangs, wakes = asyncio.Event(), asyncio.Event()

    async def handler(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if hangs.is_set():
            await wakes.wait()
        writer.write(HELLO)
        for beat in [BEAT] * 10:
            if not writer.is_closing():
                writer.write(beat)
            await asyncio.sleep(BEAT_S)
        hangs.set()
        await wakes.wait()

    async def story() -> tuple[list[Heard], bool, list[Heard]]:
        feed = Feed(str(tmp_path / "s"))
        async with serve(tmp_path / "s", handler), aclosing(feed.messages()) as messages:
            before = [await anext(messages) for _ in range(3)]
            coming = asyncio.ensure_future(anext(messages))
            await asyncio.sleep(30)
            taken = await feed.send(Say("check"))
            wakes.set()
            return before, taken, [await coming, await anext(messages)]

    silent = [Connected(), Notice("hello"), Lost("controller-silent")]
    assert in_jumping_time(story()) == (silent, False, [Connected(), Notice("hello")])


def test_without_following_it_ends_with_the_first_connection(tmp_path: Path, serve: Serve) -> None:
    async def story() -> list[Heard]:
        async with serve(tmp_path / "s", says(HELLO)):
            return [heard async for heard in Feed(str(tmp_path / "s"), sleep=Naps()).messages(follow=False)]

    assert asyncio.run(story()) == [Connected(), Notice("hello"), Lost("closed")]
