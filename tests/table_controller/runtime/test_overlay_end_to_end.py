"""The whole road: people at a simulated felt, every process of a table, `cardspeak overlay`, and pages in a browser."""

from __future__ import annotations

import json
import os
import urllib.parse
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from support.browser import BUILT, Seen, browsing, needs_chromium, run_story, shows, until
from support.counting import counted
from support.page_probe import Log, differences, probed
from support.script_text import script_text
from support.served_overlay import free_port, overlay
from support.table_processes import RunningTable, running_table

from table_controller.broadcast.credentials import read_credentials
from table_controller.runtime.demo.cues import signature
from table_controller.scripts import acts

pytestmark = [needs_chromium, pytest.mark.broker]

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS: Final = 5
DEMO: Final = Path(__file__).parents[3] / "table_controller" / "runtime" / "demo" / "evening.toml"
HOSTILE: Final = {"Anna": "<img src=x onerror=alert(1)>", "Bruno": "</script><script>alert(2)</script>"}
HIDDEN: Final = frozenset({"Kd", "4s", "9h", "9s", "7s", "5h"})
"""What is never shown in this hand; `7c` and such are in memory anyhow, as bytes that mqtt.js writes in hexadecimal."""
PUBLIC: Final = frozenset({"Qs", "7h", "2s"})
FOLDED: Final = script_text(
    "A hand that nobody shows",
    """\
deal 1=7s5h 2=Kd4s 3=9h9s
1: folds
2: raises to 500
3: calls
flop Qs7h2s
2: bets 600
3: folds
next hand
""",
)


def written(folder: Path, text: str) -> Path:
    """The script as a file."""
    script = folder / "script.toml"
    script.write_text(text, encoding="utf-8")
    return script


async def opened(seen: Seen, address: str) -> Log:
    """A page at this address, all of whose network is logged."""
    log = await probed(seen)
    await seen.page.goto(address)
    return log


async def drawings(log: Log) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each state that the page heard, and what it drew of it."""
    noted = await log.seen.page.evaluate("window.shown")
    return [(json.loads(one["state"])["state"], one["drawn"]) for one in noted]


async def has_seen(log: Log, hand: int) -> None:
    """Until the page was told the end of that hand."""
    await log.seen.page.wait_for_function(
        "(hand) => window.shown.some((one) => { const { state } = JSON.parse(one.state);"
        " return state.hand === hand && state.street === 'settled'; })",
        arg=hand,
        timeout=90_000,
        polling=200,
    )


@pytest.mark.skipif(not SOAK, reason="five hands: a soak; the hand of the other story is drawn as it is, too")
@pytest.mark.timeout(600)
def test_every_hand_is_on_the_pages_live_and_delayed_as_the_table_has_it(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir()

    async def story() -> None:
        async with running_table(state, DEMO, delay_minutes=0.05, names=HOSTILE) as table:
            await table.until(lambda view: view.broker == "ready")
            words = ("--credentials", str(table.credentials))
            with overlay(*words) as live, overlay(*words, "--stream", "delayed") as delayed:
                async with browsing() as first:
                    second = await first.another()
                    pages = [
                        await opened(first, f"{live}/?motion=off&graphics=table,board,winner,level"),
                        await opened(second, f"{delayed}/?motion=off&graphics=table,board,winner,level"),
                    ]
                    await shows(first, HOSTILE["Anna"])
                    table.begin()
                    for page in pages:
                        await has_seen(page, HANDS)
                    await judged(pages, table, HANDS)

    run_story(story())


async def judged(pages: Iterable[Log], table: RunningTable, hands: int) -> None:
    """What both pages drew, beside the states they were told and the play as it was written down."""
    ends: dict[str, dict[int, dict[int, int]]] = {}
    for log, mark in zip(pages, ("LIVE", "DELAYED"), strict=True):
        found = await drawings(log)
        assert [faults for state, drawn in found if (faults := differences(state, drawn))] == [], mark
        assert {drawn["mark"] for _, drawn in found if drawn["players"]} <= {mark, "PICTURE IS OLD"}
        ends[mark] = {
            state["hand"]: {one["seat"]: one["stack_chips"] for one in state["seats"] if one["name"]}
            for state, _ in found
            if state["street"] == "settled" and state["hand"] <= hands
        }
        assert log.seen.faults == []
        assert any(state.get("hole_cards") for state, _ in found) == (mark == "DELAYED")
        assert all(differences(state, planted) for state, drawn in found for planted in wrong(drawn)), "each is seen"
        counted(len(found), "states drawn as they are")
    assert ends["LIVE"] == ends["DELAYED"] == stacks_after(table, hands)
    counted(hands, "hands on the pages, live and delayed")


def wrong(drawn: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Planted: drawings that are of no state, or of another one."""
    plates = drawn["players"]
    yield {**drawn, "players": plates[1:]}
    yield {**drawn, "players": [{**plates[0], "name": "Nobody"}, *plates[1:]]}
    yield {**drawn, "players": [{**plates[0], "stack": "1 · 0 BB"}, *plates[1:]]}
    yield {**drawn, "players": [{**plates[0], "cards": ["As"]}, *plates[1:]]}
    yield {**drawn, "board": ["As"]}
    yield {**drawn, "won": [["Nobody", "wins 1"]]}


def stacks_after(table: RunningTable, hands: int) -> dict[int, dict[int, int]]:
    """The stacks at the end of each hand, of the script played on the engine alone."""
    ends = [cue.then[6] for cue in table.sheet.cues if isinstance(cue.act, acts.PutAway)][:hands]
    found: dict[int, dict[int, int]] = {}
    for hand, seats in enumerate(ends, 1):
        assert isinstance(seats, tuple)
        found[hand] = {seat: chips for seat, chips, status, _ in seats if status != "empty"}
    return found


@pytest.mark.timeout(600)
def test_no_hidden_card_is_in_a_page_before_its_release(tmp_path: Path) -> None:
    """Live by the agent and by the broker's WebSocket, and delayed; in network, document and memory.

    Then the clock is moved, and the same search finds them all on the delayed page.
    """
    state = tmp_path / "state"
    state.mkdir()
    port = free_port()
    other = f"http://127.0.0.1:{port}"

    async def story() -> None:
        script = written(tmp_path, FOLDED)
        async with running_table(state, script, delay_minutes=30, origins=(other,)) as table:
            await table.until(lambda view: view.broker == "ready")
            words = ("--credentials", str(table.credentials))
            files = web.Application()
            files.router.add_static("/", BUILT)
            with overlay(*words) as live, overlay(*words, "--stream", "delayed") as delayed:
                async with TestServer(files, port=port), browsing() as seen:
                    addresses = (
                        f"{live}/?motion=off",
                        f"{other}/index.html?motion=off#{by_websocket(table)}",
                        f"{delayed}/?motion=off",
                    )
                    logs = [await opened(await seen.another(), address) for address in addresses]
                    for log in logs:
                        await log.learn_program()
                    before = [await log.found(HIDDEN) for log in logs]
                    table.begin()
                    for log in logs[:2]:
                        await until(log.seen, "said.includes('wins ')", 60_000)
                    await table.until(lambda view: signature(view) == table.sheet.cues[-1].then)
                    nothing: dict[str, set[str]] = {"network": set(), "document": set(), "memory": set()}
                    assert before == [nothing] * 3, "else the search would say nothing of them"
                    for log in logs:
                        assert await log.found(HIDDEN) == nothing, log.seen.page.url
                        public = await log.found(PUBLIC)
                        assert (public["network"] == PUBLIC) == (log is not logs[2]), "the search finds what was shown"
                    table.hurry()
                    await until(logs[2].seen, "said.includes('Q|\u2660')", 60_000)
                    everything = {place: set(HIDDEN) for place in nothing}
                    assert await logs[2].found(HIDDEN) == everything, "the same search, once they are released"
                    assert [await log.found(HIDDEN) for log in logs[:2]] == [nothing] * 2, "and live pages never"
                    for log in (logs[0], logs[2]):
                        found = await drawings(log)
                        assert len(found) > 1
                        assert [faults for state, drawn in found if (faults := differences(state, drawn))] == []

    run_story(story())


def by_websocket(table: RunningTable) -> str:
    """Where a page that somebody else serves finds the broker."""
    known = read_credentials(table.credentials)
    assert known is not None
    words = {"url": known.websocket_url, "password": known.accounts["overlay"].password, "venue": "demo", "table": "t1"}
    return urllib.parse.urlencode(words)
