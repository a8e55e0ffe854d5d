"""The recorded feed on the page: the same recording gives the same pictures, pixel by pixel, whatever befell the page.

Two replays of this machine are compared, and no pictures are kept: letters are drawn by whatever Chromium and fonts a
machine has, and a picture that every update of Debian changes proves nothing. What is drawn is compared with the
state elsewhere (`test_overlay_end_to_end.py`).
"""

from __future__ import annotations

import asyncio
import hashlib
import os
import threading
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Any, Final

import msgspec
from support.browser import Seen, browsing, needs_chromium, run_story
from support.counting import counted
from support.page_probe import PROBE
from support.served_overlay import RECORDED, free_port

from table_controller.broadcast.choices import Choices
from table_controller.broadcast.connection import Accepted, Arrived
from table_controller.broadcast.recording import Line, read_recording
from table_controller.broadcast.streams import StreamName
from table_controller.broadcast.topics import Topics
from table_controller.runtime.cli.overlay_server import serve

pytestmark = needs_chromium

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS: Final = 10 if SOAK else 1
STREETS: Final = ("flop", "settled")
"""At whose ends a picture is taken where this is no soak: all take a minute."""
ADDRESS: Final = "?motion=off&graphics=table,player,board,winner,chip-counts,level"
FONTS: Final = "&cs-font=Liberation%20Sans"
Lines = Sequence[Line]


@dataclass(frozen=True)
class Moment:
    """A state at which a picture is taken: the last of a street, and its message as pages are told it."""

    hand: int
    street: str
    told: str


def state_in(line: Line) -> dict[str, Any] | None:
    """The state that a message brings, if it brings one."""
    return dict(msgspec.json.decode(line.payload)["data"]) if line.topic.endswith("/state") else None


def of_stream(stream: StreamName) -> Lines:
    """The recording of ten hands as a client of one class hears it."""
    classes = {stream, "sys"} if stream == "live" else {stream}
    return [line for line in read_recording(RECORDED)[1] if line.topic.split("/")[3] in classes]


def moments(lines: Lines, stream: StreamName) -> dict[int, Moment]:
    """By the place of its message: the last state of each street of the first hands."""
    last: dict[tuple[int, str], int] = {}
    states: dict[int, dict[str, Any]] = {}
    for at, line in enumerate(lines):
        state = state_in(line)
        if (
            state is not None
            and 1 <= state["hand"] <= HANDS
            and state["street"] != "idle"
            and (SOAK or state["street"] in STREETS)
        ):
            last[state["hand"], state["street"]] = at
            states[at] = state
    return {
        at: Moment(hand, street, msgspec.json.encode({"stream": stream, "state": states[at]}).decode())
        for (hand, street), at in last.items()
    }


async def replayed(stream: StreamName, lines: Lines, before: Callable[[Seen], Any] | None = None) -> Mapping[str, str]:
    """The digest of each picture, in a browser of its own; `before` each something may befall the page."""
    marked, reached, go_on = moments(lines, stream), Queue[Moment | None](), threading.Event()

    def source(_: Sequence[str], over: threading.Event) -> Iterator[Accepted | Arrived]:
        yield Accepted()
        for at, line in enumerate(lines):
            yield Arrived(line.topic, bytes(line.payload), retained=line.retained)
            if at in marked:
                go_on.clear()
                reached.put(marked[at])
                go_on.wait(30)
        reached.put(None)
        over.wait()

    port, found = free_port(), dict[str, str]()
    serving = asyncio.create_task(
        serve(source, Topics("demo", "t1"), stream, "127.0.0.1", port, Choices(Path(os.devnull) / "none", print))
    )
    try:
        async with browsing() as seen:
            await seen.page.add_init_script(f"({PROBE})()")
            opened = False
            while (moment := await either(asyncio.to_thread(reached.get), serving)) is not None:
                if not opened:
                    await seen.page.goto(f"http://127.0.0.1:{port}/{ADDRESS}{FONTS}")
                    opened = True
                if before is not None:
                    await before(seen)
                await seen.page.wait_for_function("(told) => window.shown.at(-1)?.state === told", arg=moment.told)
                picture = await seen.page.screenshot(scale="css", omit_background=True)
                found[f"hand {moment.hand}, {moment.street}"] = hashlib.sha256(picture).hexdigest()
                go_on.set()
            assert seen.faults == []
    finally:
        reached.put(None)  # whoever waits for a moment waits no longer
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
    return found


async def either(moment: Awaitable[Moment | None], serving: asyncio.Task[Exception | None]) -> Moment | None:
    """The next moment; raise why there is none, if the server ends."""
    waiting = asyncio.ensure_future(moment)
    await asyncio.wait((waiting, serving), return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        raise serving.result() or AssertionError("the server has ended")
    return await waiting


async def torn_down(seen: Seen) -> None:
    """OBS takes the page away and opens it again."""
    await seen.page.reload()


def test_two_replays_of_ten_hands_or_of_one_are_the_same_pictures() -> None:
    async def story() -> None:
        streams: tuple[StreamName, ...] = ("live", "delayed") if SOAK else ("delayed",)
        for stream in streams:
            lines = of_stream(stream)
            first = await replayed(stream, lines)
            again = await replayed(stream, lines, torn_down)
            assert first == again, stream
            assert {name.split(",")[0] for name in first} == {f"hand {hand}" for hand in range(1, HANDS + 1)}
            assert len(set(first.values())) == len(first), "no two moments look alike"
            counted(2 * len(first), "pictures of a replay that are equal to those of the other")

    run_story(story())


def test_one_chip_more_is_another_picture() -> None:
    """Planted: a replay in which one player has 25 more at the end of the first hand."""
    lines = [line for line in of_stream("live") if (state_in(line) or {"hand": 1})["hand"] <= 1]
    at = max(moments(lines, "live"))
    message = msgspec.json.decode(lines[at].payload)
    message["data"]["seats"][0]["stack_chips"] += 25
    other = [*lines]
    other[at] = msgspec.structs.replace(lines[at], payload=msgspec.Raw(msgspec.json.encode(message)))

    async def story() -> None:
        one, planted = await replayed("live", lines), await replayed("live", other)
        assert [name for name in one if one[name] != planted[name]] == ["hand 1, settled"]

    run_story(story())
