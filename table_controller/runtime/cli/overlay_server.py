"""What ``cardspeak overlay`` does: a table's feed in a thread, pages in the loop."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import re
import sys
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final, TypeAlias

import msgspec
from aiohttp import web
from msgspec import Struct

from firmware_bridge.vocabulary.untrusted import read_json
from table_controller.broadcast.choices import Choices
from table_controller.broadcast.connection import Accepted, Arrived, Ended
from table_controller.broadcast.follower import Anew, Counted, Follower, News, Picture, There
from table_controller.broadcast.pages import Pages, Show, application
from table_controller.broadcast.playback import heard
from table_controller.broadcast.recording import SHIPPED, Line, read_recording
from table_controller.broadcast.streams import StreamName
from table_controller.broadcast.subscriber import listen
from table_controller.broadcast.topics import Topics
from table_controller.runtime.cli.feed_tools import LOGINS, OnTheLine, failing, say, way_to

CHOICES: Final = Path(".overlay")
"""Where it is started, what the producer has chosen to be seen is kept here for its next start."""
MANIFEST: Final = ".ograf.json"
CALLED: Final = {"finding": "ruling"}
"""What a graphic is called on the producer's page, where that is another word."""
MOST_PORT: Final = 65_535
CLASS_LEVEL: Final = 3
"""The level of a topic that says who may read it."""
PATIENCE_S: Final = 10.0
"""A table tells its state at once to who subscribes: after so long it is said that none has come."""
MOST_HANDS: Final = 40
"""Hands in the producer's list."""


Source: TypeAlias = Callable[[Sequence[str], threading.Event], Iterator[Accepted | Arrived | Ended]]
"""Where the feed comes from: what is heard under these filters, until the event is set."""


class _Feed:
    """The feed of one table, told to pages as it comes; its health too, where the login may read that."""

    def __init__(self, source: Source, topics: Topics, stream: StreamName, pages: Pages) -> None:
        self._source, self._topics, self._stream, self._pages = source, topics, stream, pages
        self._follower, self._hands = Follower(topics, stream), dict[int, Mapping[str, object]]()
        self._over = threading.Event()
        self.on_the_line = OnTheLine()
        self.problem: Exception | None = None
        """Why there is no more to hear, such as a login that the broker refuses."""

    def run(self, loop: asyncio.AbstractEventLoop, over: asyncio.Event) -> None:
        """Listen until `end`, or until there is a problem; in a thread of its own."""
        try:
            self._listen(loop)
        except Exception as problem:  # noqa: BLE001 - a thread that ends has nobody else to tell
            self.problem = problem
        loop.call_soon_threadsafe(over.set)

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        for news in self._source((*self._follower.filters, self._topics.health), self._over):
            told: Sequence[News | _Health] = ()
            match news:
                case Arrived(topic, payload) if topic == self._topics.health:
                    told = _health(payload)
                case Arrived(topic, payload):
                    told = self._follower.hear(topic, payload)
                case Accepted():
                    self.on_the_line.hear(news)
                    told = self._follower.connected()
                case Ended():
                    self.on_the_line.hear(news)
                    told = self._follower.disconnected()
            if told:
                loop.call_soon_threadsafe(self._tell, told)

    def end(self) -> None:
        """Let the thread end."""
        self._over.set()

    def _tell(self, news: Sequence[News | _Health]) -> None:
        for one in news:
            match one:
                case Picture(state):
                    self._pages.tell("state", {"stream": self._stream, "state": state})
                    self._over_now(state)
                case _Health(data):
                    self._pages.tell("health", data)
                case Anew():
                    self._hands.clear()
                    self._pages.forget()
                case Counted(statistics):
                    self._pages.tell("statistics", statistics)
                case There(ready):
                    self._pages.tell("there", {"ready": ready})
                case _:
                    pass  # a state follows every event that it includes

    def _over_now(self, state: Mapping[str, Any]) -> None:
        """A hand that is settled is in the list of hands, as it stands at the end."""
        winners = [{"name": seat["name"], "chips": seat["won_chips"]} for seat in state["seats"] if seat["won_chips"]]
        hand = {"hand": state["hand"], "winners": winners}
        if self._hands and state["hand"] < max(self._hands):  # a recording from its beginning, or a hand taken back
            self._hands = {number: one for number, one in self._hands.items() if number < state["hand"]}
            self._pages.tell("hands", list(self._hands.values())[-MOST_HANDS:])
        if state["street"] != "settled" or self._hands.get(state["hand"]) == hand:
            return
        self._hands[state["hand"]] = hand
        self._pages.tell("hands", list(self._hands.values())[-MOST_HANDS:])


class _Health(Struct, frozen=True):
    """What the table says of its nodes, journal and delivery."""

    data: Mapping[str, Any]


def _health(payload: bytes) -> tuple[_Health, ...]:
    try:
        return (_Health(read_json(payload, dict[str, Any])["data"]),)
    except (ValueError, KeyError, msgspec.DecodeError, msgspec.ValidationError):
        return ()


def run(table: str, stream: StreamName, login: str, credentials: Path, address: str) -> int:
    """Serve a table's graphics until Ctrl-C; the exit status."""
    with failing("overlay") as failed:
        endpoint, topics = way_to(credentials, table, login or LOGINS[stream])
        _run(
            lambda filters, over: listen(endpoint, filters, until=over.is_set),
            topics,
            stream,
            address,
            _chosen(CHOICES, topics, stream, address),
        )
    return failed.status


def run_recording(given: Path | None, stream: StreamName, speed: float, address: str) -> int:
    """Serve the graphics of a recording, again and again, until Ctrl-C; the shipped one where none is given."""
    with failing("overlay") as failed, ExitStack() as ends:
        file = given or ends.enter_context(as_file(files("table_controller.broadcast") / SHIPPED))
        title, _ = read_recording(file)

        def source(_: Sequence[str], over: threading.Event) -> Iterator[Accepted | Arrived | Ended]:
            return heard(lambda: _of_the_stream(read_recording(file)[1], stream), speed, over.wait)

        topics = Topics(title.venue, title.table)
        _run(
            source,
            topics,
            stream,
            address,
            _chosen(CHOICES / "rehearsal", topics, stream, address),
            rehearsal=True,
        )
    return failed.status


def _of_the_stream(lines: Iterator[Line], stream: StreamName) -> Iterator[Line]:
    """What a client of one class hears; `sys` is the live one's."""
    classes = {stream, "sys"} if stream == "live" else {stream}
    return (line for line in lines if line.topic.split("/")[CLASS_LEVEL] in classes)


def _chosen(folder: Path, topics: Topics, stream: StreamName, address: str) -> Choices:
    """Where the producer's choices for a table and stream are kept: by address, for each has a producer's page."""
    at = re.sub(r"[^\w.]+", "-", address)
    return Choices(folder / f"{topics.venue}-{topics.table}-{stream}-{at}.json", say)


def _run(
    source: Source, topics: Topics, stream: StreamName, address: str, choices: Choices, *, rehearsal: bool = False
) -> None:
    """Serve until the feed ends; raise what was wrong with it, `ValueError` for an address that cannot be had."""
    host, _, port = address.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) <= MOST_PORT:
        raise ValueError(f"--address {address}: host and port, such as 127.0.0.1:8090")
    try:
        problem = asyncio.run(serve(source, topics, stream, host, int(port), choices, rehearsal=rehearsal))
    except OSError as trouble:
        if trouble.errno != errno.EADDRINUSE:
            raise ValueError(f"--address {address}: {trouble.strerror}") from None
        raise ValueError(
            f"--address {address}: another program is there already, perhaps another cardspeak overlay, or its "
            f"rehearsal: http://{address}/producer.html shows which. End it with Ctrl-C where it runs, or take another "
            f"address, such as --address {host}:{_beside(int(port))}"
        ) from None
    if problem is not None:
        raise problem


def _beside(port: int) -> int:
    """A port that lies next to this one."""
    return port + 1 if port < MOST_PORT else port - 1


async def serve(
    source: Source,
    topics: Topics,
    stream: StreamName,
    host: str,
    port: int,
    choices: Choices,
    *,
    rehearsal: bool = False,
) -> Exception | None:
    """Serve pages at `host` and `port` until cancelled, or until the feed ends: then why it did.

    A `rehearsal` is marked as one on every page: nobody who sees it on air is to take it for a table.
    """
    loop, over, pages = asyncio.get_running_loop(), asyncio.Event(), Pages()
    pages.tell("stream", {"stream": stream, "rehearsal": rehearsal})
    pages.forget()  # a page that a server before this one has told of a table forgets it
    feed = _Feed(source, topics, stream, pages)
    with as_file(files("display.overlay") / "built") as folder:
        graphics = _graphics(folder)
        show = choices.read(graphics)
        app = application(folder, pages, _names(host, port), graphics, show, choices.keep)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        thread = threading.Thread(target=feed.run, args=(loop, over), name="overlay-feed", daemon=True)
        try:
            await web.TCPSite(runner, host, port).start()
            thread.start()
            kind = f"rehearsal, {stream}" if rehearsal else stream
            origin = f"http://{host}:{port}"
            say(f"graphics of table {topics.table} ({kind}): {origin}/  producer: {origin}/producer.html")
            if show.hidden:
                say("everything is hidden, as it was: H on the producer's page shows it again")
            for name in sorted(set(Show().off) - set(show.off)):
                say(f"{CALLED.get(name, name)} is on, as it was: the producer's page puts it off again")
            for name in sorted(set(show.off) - set(Show().off)):
                say(f"{CALLED.get(name, name)} is off, as it was: the producer's page puts it on again")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(over.wait(), PATIENCE_S)
            if pages.newest("state") is None and not (over.is_set() or feed.on_the_line.is_gone):
                late = "" if stream == "live" else ", and is a hand released already"
                sys.stderr.write(f"nothing of table {topics.table} yet: is it started{late}, may this login read it?\n")
            await over.wait()
        finally:
            feed.end()
            await runner.cleanup()
    return feed.problem


def _names(host: str, port: int) -> frozenset[str]:
    """How this server is called in the address of a page."""
    local = {"127.0.0.1", "localhost"} if host in ("127.0.0.1", "localhost") else {host}
    return frozenset(f"{name}:{port}" for name in local)


def _graphics(folder: Path) -> frozenset[str]:
    """The names of the graphics in the folder of built files."""
    return frozenset(one.name.removesuffix(MANIFEST) for one in (folder / "graphics").glob(f"*{MANIFEST}"))
