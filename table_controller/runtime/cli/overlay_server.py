"""What ``cardspeak overlay`` does: a table's feed in a thread, pages in the loop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Mapping, Sequence
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Final

import msgspec
from aiohttp import web
from msgspec import Struct

from firmware_bridge.vocabulary.untrusted import read_json
from table_controller.broadcast.connection import Accepted, Arrived, Ended
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.follower import Follower, News, Picture, There
from table_controller.broadcast.pages import Pages, application
from table_controller.broadcast.streams import StreamName
from table_controller.broadcast.subscriber import listen
from table_controller.broadcast.topics import Topics
from table_controller.runtime.cli.feed_tools import LOGINS, failing, say, way_to

MANIFEST: Final = ".ograf.json"
MOST_HANDS: Final = 40
"""Hands in the producer's list."""


class _Feed:
    """The feed of one table, told to pages as it comes; its health too, where the login may read that."""

    def __init__(self, endpoint: Endpoint, topics: Topics, stream: StreamName, pages: Pages) -> None:
        self._endpoint, self._topics, self._stream, self._pages = endpoint, topics, stream, pages
        self._follower, self._hands = Follower(topics, stream), dict[int, Mapping[str, object]]()
        self._over = threading.Event()
        self.refused = ""
        """Why the broker does not let this login in; empty as long as it does."""

    def run(self, loop: asyncio.AbstractEventLoop, refused: asyncio.Event) -> None:
        """Listen until `end`, or until the broker refuses; in a thread of its own."""
        filters = (*self._follower.filters, self._topics.health)
        for news in listen(self._endpoint, filters, until=self._over.is_set):
            told: Sequence[News | _Health] = ()
            match news:
                case Arrived(topic, payload) if topic == self._topics.health:
                    told = _health(payload)
                case Arrived(topic, payload):
                    told = self._follower.hear(topic, payload)
                case Accepted():
                    told = self._follower.connected()
                case Ended(reason, refused=no):
                    told = self._follower.disconnected()
                    self.refused = reason if no else self.refused
            if told:
                loop.call_soon_threadsafe(self._tell, told)
        loop.call_soon_threadsafe(refused.set)

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
                case There(ready):
                    self._pages.tell("there", {"ready": ready})
                case _:
                    pass  # a state follows every event that it includes

    def _over_now(self, state: Mapping[str, Any]) -> None:
        """A hand that is settled is in the list of hands, as it stands at the end."""
        winners = [{"name": seat["name"], "chips": seat["won_chips"]} for seat in state["seats"] if seat["won_chips"]]
        hand = {"hand": state["hand"], "winners": winners}
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


def run(table: str, stream: StreamName, login: str, credentials: Path, host: str, port: int) -> int:
    """Serve a table's graphics until Ctrl-C; the exit status."""
    with failing("overlay") as failed:
        endpoint, topics = way_to(credentials, table, login or LOGINS[stream])
        try:
            why = asyncio.run(serve(endpoint, topics, stream, host, port))
        except OSError as problem:
            raise ValueError(f"--host {host} --port {port}: {problem.strerror}") from None
        if why:
            raise PermissionError(f"the broker refuses this login: {why}")
    return failed.status


async def serve(endpoint: Endpoint, topics: Topics, stream: StreamName, host: str, port: int) -> str:
    """Serve pages at `host` and `port` until cancelled; why the broker refused the login, if it did."""
    loop, refused, pages = asyncio.get_running_loop(), asyncio.Event(), Pages()
    feed = _Feed(endpoint, topics, stream, pages)
    with as_file(files("display.overlay") / "built") as folder:
        app = application(folder, pages, _names(host, port), _graphics(folder))
        runner = web.AppRunner(app, access_log=None)
        await runner.setup()
        thread = threading.Thread(target=feed.run, args=(loop, refused), name="overlay-feed", daemon=True)
        try:
            await web.TCPSite(runner, host, port, shutdown_timeout=1.0).start()
            thread.start()
            say(f"graphics of table {topics.table} ({stream}): http://{host}:{port}/")
            await refused.wait()
        finally:
            feed.end()
            await runner.cleanup()
    return feed.refused


def _names(host: str, port: int) -> frozenset[str]:
    """How this server is called in the address of a page."""
    local = {"127.0.0.1", "localhost"} if host in ("127.0.0.1", "localhost") else {host}
    return frozenset(f"{name}:{port}" for name in local)


def _graphics(folder: Path) -> frozenset[str]:
    """The names of the graphics in the folder of built files."""
    return frozenset(one.name.removesuffix(MANIFEST) for one in (folder / "graphics").glob(f"*{MANIFEST}"))
