"""The server of graphics: what pages are told, who may ask, and what they can never do."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp import ClientResponse
from aiohttp.test_utils import TestClient, TestServer

from table_controller.broadcast import pages as served
from table_controller.broadcast.pages import Pages, application

FOLDER: Final = Path(__file__).parents[3] / "display" / "overlay" / "built"
GRAPHICS: Final = frozenset({"table", "board"})
Client = TestClient[Any, Any]
Story = Callable[[Client, Pages, str], Awaitable[None]]


def tell(story: Story) -> None:
    """The story with a client, the pages, and the origin under which they are served."""

    async def told() -> None:
        pages, hosts = Pages(), set[str]()
        server = TestServer(application(FOLDER, pages, hosts, GRAPHICS))
        async with TestClient(server) as client:
            hosts.add(f"{server.host}:{server.port}")
            await story(client, pages, f"http://{server.host}:{server.port}")

    asyncio.run(told())


async def events(answer: ClientResponse, count: int) -> list[tuple[str, Any]]:
    """The next `count` events of a stream."""
    found: list[tuple[str, Any]] = []
    kind = ""
    while len(found) < count:
        line = (await answer.content.readline()).decode().rstrip("\n")
        if line.startswith("event: "):
            kind = line.removeprefix("event: ")
        elif line.startswith("data: "):
            found.append((kind, json.loads(line.removeprefix("data: "))))
    return found


def test_a_page_that_opens_is_told_the_newest_of_everything() -> None:
    async def story(client: Client, pages: Pages, _origin: str) -> None:
        for number in range(5):
            pages.tell("state", {"stream": "live", "state": {"as_of": number}})
        pages.tell("there", {"ready": True})
        async with client.get("/events?draws") as answer:
            assert answer.headers["Content-Type"] == "text/event-stream"
            told = await events(answer, 4)
            assert dict(told) == {
                "show": {"hidden": False, "off": ["finding"]},
                "state": {"stream": "live", "state": {"as_of": 4}},
                "there": {"ready": True},
                "pages": {"count": 1},
            }
            pages.tell("state", {"as_of": 9})
            assert await events(answer, 1) == [("state", {"as_of": 9})]
            assert pages.count == 1

    tell(story)


def test_a_slow_page_gets_the_newest_and_no_queue() -> None:
    async def story() -> None:
        pages = Pages()
        page = pages.open(draws=True)
        for number in range(10_000):
            pages.tell("state", number)
        assert (page.take(), pages.newest("state")) == (["pages", "state"], b"9999")
        assert page.take() == []

    asyncio.run(story())


def test_a_page_that_hears_nothing_else_hears_a_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(served, "BEAT_S", 0.01)

    async def story(client: Client, _pages: Pages, _origin: str) -> None:
        async with client.get("/events") as answer:
            assert [kind for kind, _ in await events(answer, 3)] == ["pages", "show", "beat"]

    tell(story)


def test_there_is_a_bound_for_pages_and_a_page_that_goes_makes_room() -> None:
    async def story() -> None:
        pages = Pages()
        opened = [pages.open(draws=True) for _ in range(served.MOST_PAGES)]
        with pytest.raises(OverflowError, match="64 pages"):
            pages.open(draws=True)
        pages.close(opened[3])
        pages.open(draws=True)

    asyncio.run(story())


def test_the_state_as_json_and_none_before_the_first() -> None:
    async def story(client: Client, pages: Pages, _origin: str) -> None:
        assert (await client.get("/state.json")).status == 503
        pages.tell("state", {"stream": "delayed", "state": {"hand": 7}})
        answer = await client.get("/state.json")
        assert await answer.json() == {"stream": "delayed", "ready": False, "state": {"hand": 7}}

    tell(story)


def test_statistics_as_json_and_none_before_the_first() -> None:
    async def story(client: Client, pages: Pages, _origin: str) -> None:
        assert (await client.get("/statistics.json")).status == 503
        pages.tell("statistics", {"hand": 7, "players": []})
        assert await (await client.get("/statistics.json")).json() == {"hand": 7, "players": []}

    tell(story)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/page.mjs", 200),
        ("/page.css", 200),
        ("/graphics/board.ograf.json", 200),
        ("/graphics/board.mjs", 200),
        ("/nothing.mjs", 404),
        ("/graphics", 404),
        ("/%2e%2e/package.json", 404),
        ("/..%2fpackage.json", 404),
        ("/../../__init__.py", 404),
        ("/%2fetc/passwd", 404),
        ("/built-from.json", 200),
    ],
)
def test_files_of_its_folder_and_no_others_each_under_the_policy(path: str, status: int) -> None:
    async def story(client: Client, _pages: Pages, _origin: str) -> None:
        answer = await client.get(path)
        assert answer.status == status
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"

    tell(story)


def test_a_page_that_calls_its_own_name_by_this_address_is_refused() -> None:
    """Else any page in the browser could read the table by a name that it controls (DNS rebinding)."""

    async def story(client: Client, pages: Pages, _origin: str) -> None:
        pages.tell("state", {"secret": True})
        for path in ("/", "/state.json", "/statistics.json", "/events", "/show.json"):
            answer = await client.get(path, headers={"Host": "evil.example:8090"})
            assert answer.status == 421
            assert "secret" not in await answer.text()

    tell(story)


def test_the_producer_shows_and_hides_from_his_own_page_only() -> None:
    async def story(client: Client, pages: Pages, origin: str) -> None:
        async def change(body: bytes, **headers: str) -> int:
            return (await client.patch("/show.json", data=body, headers=headers)).status

        hide = json.dumps({"hidden": True, "off": ["board"]}).encode()
        assert await change(hide) == 403
        assert await change(hide, Origin="http://evil.example") == 403
        assert json.loads(pages.newest("show") or b"") == {"hidden": False, "off": ["finding"]}
        assert await change(hide, Origin=origin) == 200
        assert await (await client.get("/show.json")).json() == {"hidden": True, "off": ["board", "finding"]}
        both = b'{"on": ["board"], "off": ["board"]}'
        for wrong in (
            b"",
            b"[]",
            b'{"hidden": 1}',
            b'{"off": ["clock"]}',
            b'{"on": ["clock"]}',
            both,
            b'{"other": true}',
        ):
            assert await change(wrong, Origin=origin) == 400, wrong
        assert await change(b"[" * 1500, Origin=origin) == 400
        assert await change(b'{"off": [%s]}' % b",".join([b'"board"'] * 500), Origin=origin) == 413
        assert json.loads(pages.newest("show") or b"")["hidden"] is True

    tell(story)


def test_a_choice_changes_only_what_it_names() -> None:
    """The second of two presses at once, made before the first was answered, showed everything again."""

    async def story(client: Client, pages: Pages, origin: str) -> None:
        told = []
        for change in ({"off": ["board"]}, {"hidden": True}, {"on": ["board"]}):
            answer = await client.patch("/show.json", json=change, headers={"Origin": origin})
            told.append(await answer.json())
        assert told == [
            {"hidden": False, "off": ["board", "finding"]},
            {"hidden": True, "off": ["board", "finding"]},
            {"hidden": True, "off": ["finding"]},
        ]
        assert json.loads(pages.newest("show") or b"") == told[-1]

    tell(story)


def test_pages_with_graphics_are_counted_and_neither_the_producers_own_nor_a_program_is_one() -> None:
    async def story(client: Client, _pages: Pages, _origin: str) -> None:
        async with client.get("/events") as producer:
            assert dict(await events(producer, 2))["pages"] == {"count": 0}
            async with client.get("/events?draws") as overlay:
                await events(overlay, 1)
                assert await events(producer, 1) == [("pages", {"count": 1})]

    tell(story)


def test_a_page_that_was_open_before_is_told_that_nothing_is_known_of_the_table_now() -> None:
    """The table was started anew: what the page drew was of the one before."""

    async def story(client: Client, pages: Pages, _origin: str) -> None:
        pages.tell("state", {"stream": "delayed", "state": {"hand": 6}})
        pages.tell("hands", [{"hand": 5, "winners": []}])
        async with client.get("/events") as answer:
            await events(answer, 4)
            pages.forget()
            told = dict(await events(answer, 4))
            assert told == {"state": None, "statistics": None, "health": None, "hands": []}
        assert (await client.get("/state.json")).status == 503

    tell(story)
