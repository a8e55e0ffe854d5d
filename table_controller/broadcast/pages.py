"""One origin for graphics: the overlay page, the OGraf graphics, the table as JSON and as a stream of events.

One connection to the broker feeds as many pages as ask for it. What they get is the newest of each thing, never a
queue: a page that is slow, or was torn down, is right from the next event on.

| path                 | what it is                                                                                   |
|----------------------|----------------------------------------------------------------------------------------------|
| ``/``                | the overlay page; ``/producer.html`` the producer's                                          |
| ``/graphics/``       | the graphics with their manifests                                                            |
| ``/events``          | ``stream``, ``state``, ``statistics``, ``there``, ``show``, ``hands``, ``health``, ``pages`` |
|                      | and ``beat`` as server-sent events; ``/events?draws`` counts as a page with graphics         |
| ``/state.json``      | the newest state, ``stream`` and ``ready`` beside it; 503 while there is none                |
| ``/statistics.json`` | what the players did so far, as it was told last; 503 before                                 |
| ``/show.json``       | which graphics may be seen; a PATCH from this origin changes what it names                   |
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from pathlib import Path
from typing import Any, Final

import msgspec
from aiohttp import web
from msgspec import Struct

from firmware_bridge.vocabulary.untrusted import read_json

BEAT_S: Final = 2.0
"""A page hears something at least so often; one that hears nothing for 5 s says that its picture is old."""
SHOW_BYTES: Final = 2000
MOST_PAGES: Final = 64
"""Pages at a time: what bounds memory, whoever connects."""
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; frame-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
"""The Content-Security-Policy of every answer: nothing from elsewhere, nothing inline."""
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
}
TYPES: Final[Mapping[str, str]] = {
    ".html": "text/html",
    ".css": "text/css",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
}
"""Files that are served, by the end of their name: no others are."""


NOTHING: Final = b"null"


class Show(Struct, frozen=True, forbid_unknown_fields=True):
    """What the producer lets be seen: `hidden` takes every graphic off at once, `off` names single ones.

    Rulings are off until he wants them: a player is named by them before the floor has spoken.
    """

    hidden: bool = False
    off: tuple[str, ...] = ("finding",)


class ShowChange(Struct, frozen=True, forbid_unknown_fields=True):
    """What a producer chooses: only what is named changes, so that no press undoes another one that is under way."""

    hidden: bool | None = None
    on: tuple[str, ...] = ()
    off: tuple[str, ...] = ()

    def of(self, show: Show) -> Show:
        """What is shown after it."""
        hidden = show.hidden if self.hidden is None else self.hidden
        return Show(hidden, tuple(sorted({*show.off, *self.off} - {*self.on})))


class Pages:
    """What open pages are told: the newest of each kind of event."""

    def __init__(self) -> None:
        self._newest: dict[str, bytes] = {}
        self._waiting: set[_Page] = set()
        self._count()

    @property
    def count(self) -> int:
        """How many pages with graphics are open: a producer's own is none, nor is a program that listens."""
        return sum(page.draws for page in self._waiting)

    def _count(self) -> None:
        self.tell("pages", {"count": self.count})

    def forget(self) -> None:
        """Nothing is known of the table: a page that was open before this program, or before this table, is told so."""
        for kind in ("state", "statistics", "health"):
            self.tell(kind, None)
        self.tell("hands", [])

    def newest(self, kind: str) -> bytes | None:
        """The newest event of a kind as JSON; None before the first, and while nothing is known of it."""
        told = self._newest.get(kind)
        return None if told == NOTHING else told

    def tell(self, kind: str, data: object) -> None:
        """Something new of this kind; the one before is forgotten. To be called in the loop's own thread."""
        self._newest[kind] = msgspec.json.encode(data)
        for page in self._waiting:
            page.kinds[kind] = None
            page.wake.set()

    def open(self, *, draws: bool) -> _Page:
        """A page more, which is told all that there is; raise `OverflowError` if there are too many."""
        if len(self._waiting) >= MOST_PAGES:
            raise OverflowError(f"{MOST_PAGES} pages are open")
        page = _Page(dict.fromkeys(self._newest), draws=draws)
        page.wake.set()
        self._waiting.add(page)
        self._count()
        return page

    def close(self, page: _Page) -> None:
        """The page is gone."""
        self._waiting.discard(page)
        self._count()


class _Page:
    """One open page: the kinds of events that it has not got yet, in the order they came."""

    def __init__(self, kinds: dict[str, None], *, draws: bool) -> None:
        self.kinds, self.draws = kinds, draws
        self.wake = asyncio.Event()

    def take(self) -> list[str]:
        """What it has not got, which it gets now."""
        kinds, self.kinds = list(self.kinds), {}
        self.wake.clear()
        return kinds


def application(
    folder: Path,
    pages: Pages,
    hosts: Collection[str],
    graphics: frozenset[str],
    show: Show | None = None,
    keep: Callable[[Show], None] = lambda _: None,
) -> web.Application:
    """The server's application: files of `folder`, pages, and what the producer shows of `graphics`.

    `show` is what is shown at first; `keep` is told each choice of the producer.
    `hosts` are the names and ports under which it is asked for, such as ``127.0.0.1:8090``: a page elsewhere that gives
    its own name this address (DNS rebinding) is refused.
    """
    served = _Served(folder, pages, hosts, graphics, keep)
    app = web.Application(middlewares=[served.guarded], client_max_size=SHOW_BYTES)
    app.router.add_get("/events", served.events)
    app.router.add_get("/state.json", served.state)
    app.router.add_get("/statistics.json", served.statistics)
    app.router.add_get("/show.json", served.shown)
    app.router.add_patch("/show.json", served.show)
    app.router.add_get("/favicon.ico", served.nothing)  # every browser asks for it
    app.router.add_get("/{path:.*}", served.file)
    pages.tell("show", show or Show())
    return app


class _Served:
    """The answers, one method a path."""

    def __init__(
        self,
        folder: Path,
        pages: Pages,
        hosts: Collection[str],
        graphics: frozenset[str],
        keep: Callable[[Show], None],
    ) -> None:
        self._folder, self._pages, self._hosts, self._graphics, self._keep = folder, pages, hosts, graphics, keep

    @web.middleware
    async def guarded(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        if request.host not in self._hosts:
            return _text(421, "this is not the name of this server")
        try:
            return await handler(request)
        except web.HTTPException as problem:
            return _text(problem.status, problem.reason)

    async def file(self, request: web.Request) -> web.Response:
        file = self._folder / (request.match_info["path"] or "index.html")
        kind = TYPES.get(file.suffix)
        if kind is None or not file.resolve().is_relative_to(self._folder.resolve()) or not file.is_file():
            return _text(404, "there is no such file")
        return web.Response(body=file.read_bytes(), content_type=kind, charset="utf-8", headers=HEADERS)

    async def nothing(self, request: web.Request) -> web.Response:
        del request
        return web.Response(status=204, headers=HEADERS)

    async def state(self, request: web.Request) -> web.Response:
        del request
        state = self._pages.newest("state")
        if state is None:
            return _text(503, "no state has come yet")
        there = msgspec.json.decode(self._pages.newest("there") or b'{"ready":false}')
        return _json(msgspec.json.encode({**msgspec.json.decode(state), **there}))

    async def statistics(self, request: web.Request) -> web.Response:
        del request
        told = self._pages.newest("statistics")
        return _text(503, "no statistics have come yet") if told is None else _json(told)

    async def shown(self, request: web.Request) -> web.Response:
        del request
        return _json(self._pages.newest("show") or b"{}")

    async def show(self, request: web.Request) -> web.Response:
        if request.headers.get("Origin", "").removeprefix("http://") not in self._hosts:
            return _text(403, "only a page of this server may do that")
        try:
            change = msgspec.convert(read_json(await request.read(), dict[str, Any]), ShowChange)
        except (ValueError, msgspec.DecodeError, msgspec.ValidationError) as problem:
            return _text(400, str(problem))
        if unknown := {*change.on, *change.off} - self._graphics:
            return _text(400, f"there is no graphic {min(unknown)}; there are {', '.join(sorted(self._graphics))}")
        if both := {*change.on} & {*change.off}:
            return _text(400, f"{min(both)} cannot be put on and off at once")
        show = change.of(msgspec.json.decode(self._pages.newest("show") or b"{}", type=Show))
        self._pages.tell("show", show)
        self._keep(show)
        return await self.shown(request)

    async def events(self, request: web.Request) -> web.StreamResponse:
        try:
            page = self._pages.open(draws="draws" in request.query)
        except OverflowError as problem:
            return _text(503, str(problem))
        answer = web.StreamResponse(headers={**HEADERS, "Content-Type": "text/event-stream"})
        try:
            await answer.prepare(request)
            await answer.write(b"retry: 500\n\n")
            while True:
                for kind in page.take():
                    data = self._pages.newest(kind) or NOTHING
                    await answer.write(b"event: %s\ndata: %s\n\n" % (kind.encode(), data))
                try:
                    await asyncio.wait_for(page.wake.wait(), BEAT_S)
                except TimeoutError:
                    await answer.write(b"event: beat\ndata: {}\n\n")
        except ConnectionResetError:
            return answer
        finally:
            self._pages.close(page)


def _text(status: int, line: str) -> web.Response:
    return web.Response(status=status, text=f"{line}\n", headers=HEADERS)


def _json(body: bytes) -> web.Response:
    return web.Response(body=body, content_type="application/json", headers=HEADERS)
