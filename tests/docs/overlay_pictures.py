"""The pictures of `hardware_docs/first-overlay.md`, from the recording that comes with the program: `make docs`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from support.browser import Seen, serving
from support.served_overlay import recorded_states

from table_controller.broadcast import pages as served

FELT: Final = "#1f4a36"
"""Behind the graphics, as a camera would have it: pages are transparent."""
Wanted = Callable[[Mapping[str, Any]], bool]


def first(stream: str, wanted: Wanted) -> Mapping[str, Any]:
    """The first state of which that is so."""
    return next(state for state in recorded_states(stream) if wanted(state))


async def pictures(folder: Path) -> None:
    """Draw them all."""
    live = first("live", lambda one: one["hand"] == 4 and any(found["stops_play"] for found in one["findings"]))
    over = first("live", lambda one: one["hand"] == 4 and one["street"] == "settled")
    late = first("delayed", lambda one: one["hand"] == 8 and one["street"] == "turn" and one["equities"] is not None)
    async with serving() as (seen, pages, origin):
        pages.tell("there", {"ready": True})
        pages.tell("show", {"hidden": False, "off": []})
        for name, stream, state in (("live", "live", live), ("winner", "live", over), ("delayed", "delayed", late)):
            pages.tell("state", {"stream": stream, "state": state})
            await drawn(seen, f"{origin}/?motion=off", folder / f"overlay-{name}.png")
        pages.tell("hands", [{"hand": 4, "winners": [{"name": "Bruno", "chips": 4725}]}])
        pages.tell("health", {"nodes": [], "facts": {"journal": "ready", "reveal": "all delay_s=1800"}})
        await seen.page.set_viewport_size({"width": 1100, "height": 560})
        await drawn(seen, f"{origin}/producer.html", folder / "overlay-producer.png", behind="")


async def drawn(seen: Seen, address: str, file: Path, behind: str = FELT) -> None:
    """One page as it stands a moment after it was opened."""
    await seen.page.goto(address)
    await seen.page.wait_for_timeout(1500)
    if behind:
        await seen.page.evaluate("(colour) => { document.documentElement.style.background = colour; }", behind)
    await seen.page.screenshot(path=file, scale="css")


if __name__ == "__main__":
    served.BEAT_S = 60.0  # type: ignore[misc]  # pictures stand still
    asyncio.run(pictures(Path(sys.argv[1])))
