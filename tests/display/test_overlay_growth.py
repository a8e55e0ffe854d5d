"""A page that runs all day: what it keeps of what it has drawn."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass
from typing import Any, Final

import pytest
from playwright.async_api import CDPSession
from support.browser import Seen, browsing, needs_chromium, run_story, serving, shows
from support.counting import counted, measured
from support.served_overlay import overlay, recorded_states

from table_controller.broadcast.pages import Pages

pytestmark = needs_chromium

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
SPEED: Final = 20
HOURS: Final = 8
MINUTES: Final = HOURS * 60 // SPEED
"""Of wall clock, in which a page plays eight hours."""
MOST_MB: Final = 10.0
"""What a page may grow by in eight hours."""
MOST_NODES: Final = 500
"""Nodes of a page at a fuller table than that at which it was measured first; leaked plates would be ten thousands."""
ADDRESS: Final = "/?graphics=table,player,board,finding,winner,chip-counts,level"
LEAK: Final = """() => {
  const kept = window.kept = [];
  new MutationObserver((changes) => kept.push(...changes.flatMap((change) => [...change.removedNodes])))
    .observe(document.getElementById('table').shadowRoot, {childList: true, subtree: true});
}"""
"""Planted: somebody keeps every plate that was taken down."""


@dataclass(frozen=True)
class Held:
    """What a page holds after a collection of garbage."""

    heap_mb: float
    nodes: int


async def held(session: CDPSession) -> Held:
    """What it holds now; twice, because a collection frees what the first one only finishes."""
    for _ in range(2):
        await session.send("HeapProfiler.collectGarbage")
    found: dict[str, Any] = {
        one["name"]: one["value"] for one in (await session.send("Performance.getMetrics"))["metrics"]
    }
    return Held(found["JSHeapUsedSize"] / 1e6, int(found["Nodes"]))


async def watched(seen: Seen) -> CDPSession:
    """A way into the page's machinery."""
    session = await seen.page.context.new_cdp_session(seen.page)
    await session.send("Performance.enable")
    return session


async def told_through(seen: Seen, pages: Pages, session: CDPSession) -> int:
    """Every state of the recording, each once the page has got the one before; how many."""
    got, count = asyncio.Event(), 0
    session.on(
        "Network.eventSourceMessageReceived", lambda message: got.set() if message["eventName"] == "state" else None
    )
    await session.send("Network.enable")
    for state in recorded_states("live"):
        got.clear()
        pages.tell("state", {"stream": "live", "state": state})
        await asyncio.wait_for(got.wait(), 10)
        count += 1
    await session.send("Network.disable")
    await seen.page.wait_for_timeout(500)  # the last motions end
    return count


def test_hundreds_of_states_leave_nothing_behind_but_where_a_leak_is_planted() -> None:
    async def story() -> None:
        async with serving() as (seen, pages, origin):
            await seen.page.goto(origin + ADDRESS)
            pages.tell("there", {"ready": True})
            pages.tell("show", {"hidden": False, "off": []})
            session = await watched(seen)
            await told_through(seen, pages, session)
            for planted in (False, True):
                if planted:
                    await seen.page.evaluate(LEAK)
                before = await held(session)
                count = await told_through(seen, pages, session)
                after = await held(session)
                grown_mb, more_nodes = after.heap_mb - before.heap_mb, after.nodes - before.nodes
                measured(f"{count} states: {grown_mb:+.2f} MB, {more_nodes:+} nodes of {after.nodes}")
                fits = grown_mb < MOST_MB / 10 and more_nodes < MOST_NODES
                assert fits != planted, (before, after)
            assert seen.faults == []

    run_story(story())


@pytest.mark.skipif(not SOAK, reason="24 minutes: a soak")
@pytest.mark.timeout(3600)
def test_eight_hours_at_twenty_times_the_speed() -> None:
    """`cardspeak overlay` tells the recording again and again, live and delayed, a page for each."""

    async def story(origin: str, stream: str) -> None:
        async with browsing() as seen:
            await seen.page.goto(origin + ADDRESS)
            await shows(seen, "REHEARSAL")
            session = await watched(seen)
            await seen.page.wait_for_timeout(60_000)  # the first hands bring code and letters
            first = most = await held(session)
            for _ in range(MINUTES - 1):
                await seen.page.wait_for_timeout(60_000)
                last = await held(session)
                most = max(most, last, key=lambda one: one.heap_mb)
            measured(
                f"{stream}: {first.heap_mb:.2f} MB and {first.nodes} nodes after a minute, {last.heap_mb:.2f} MB and "
                f"{last.nodes} nodes after {MINUTES}, {most.heap_mb:.2f} MB at most"
            )
            assert last.heap_mb - first.heap_mb < MOST_MB
            assert last.nodes - first.nodes < MOST_NODES
            assert seen.faults == []
            counted(HOURS, "hours of play on a page")

    async def both(live: str, delayed: str) -> None:
        await asyncio.gather(story(live, "live"), story(delayed, "delayed"))

    words = ("--rehearse", "--speed", str(SPEED))
    with overlay(*words) as live, overlay(*words, "--stream", "delayed") as delayed:
        run_story(both(live, delayed))
