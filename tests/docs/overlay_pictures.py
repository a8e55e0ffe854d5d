"""The pictures of `hardware_docs/first-overlay.md`, from the recording that comes with the program: `make docs`."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from support.browser import Seen, end_browser, run_story, serving
from support.served_overlay import overlay, recorded_states
from support.table_processes import running_table

from table_controller.broadcast import pages as served
from table_controller.runtime.processes.supervise import DEMO_DELAY_MINUTES

FELT: Final = "#1f4a36"
"""Behind the graphics, as a camera would have it: pages are transparent."""
COLOURS: Final = ("#c0c0c0", "#c0c000", "#00c0c0", "#00c000", "#c000c0", "#c00000", "#0000c0")
BARS: Final = "linear-gradient(90deg, {}) fixed".format(
    ", ".join(f"{colour} {100 * at / 7:.3f}% {100 * (at + 1) / 7:.3f}%" for at, colour in enumerate(COLOURS))
)
"""A test picture."""
TWO: Final = [{"name": "Elena", "chips": 825}, {"name": "Bruno", "chips": 800}]
COMMAND: Final = 'cardspeak overlay --login producer --credentials "$(ls -td /tmp/cardspeak-*/broker | head -1)"'
TERMINAL: Final = """(text) => {
  document.body.style.cssText = 'margin: 0; padding: 22px 26px; background: #14171c; color: #e6e6e6;'
    + 'font: 20px/1.5 "DejaVu Sans Mono", monospace; white-space: pre-wrap;';
  document.body.textContent = text;
}"""
Wanted = Callable[[Mapping[str, Any]], bool]


def first(stream: str, wanted: Wanted) -> Mapping[str, Any]:
    """The first state of which that is so."""
    return next(state for state in recorded_states(stream) if wanted(state))


async def pictures(folder: Path) -> None:
    """Draw them all."""
    live = first("live", lambda one: one["hand"] == 4 and any(found["stops_play"] for found in one["findings"]))
    over = first("live", lambda one: one["hand"] == 4 and one["street"] == "settled")
    late = first("delayed", lambda one: one["hand"] == 8 and one["street"] == "turn" and one["equities"] is not None)
    flop = first("live", lambda one: one["hand"] == 4 and one["street"] == "turn" and one["action"] is not None)
    async with serving() as (seen, pages, origin):
        pages.tell("there", {"ready": True})
        pages.tell("show", {"hidden": False, "off": []})
        for name, stream, state in (("live", "live", live), ("winner", "live", over), ("delayed", "delayed", late)):
            pages.tell("stream", {"stream": stream, "rehearsal": stream == "live"})
            pages.tell("state", {"stream": stream, "state": {**state, "findings": []}})
            await seen.page.goto(f"{origin}/?motion=off")
            await seen.page.wait_for_timeout(500)
            pages.tell("state", {"stream": stream, "state": state})  # what is open already when a page comes is no news
            await as_it_stands(seen, folder / f"overlay-{name}.png")
        pages.tell("stream", {"stream": "live", "rehearsal": False})
        pages.tell("show", {"hidden": False, "off": ["finding"]})
        pages.tell("state", {"stream": "live", "state": flop})
        await drawn(seen, f"{origin}/?motion=off", folder / "overlay-browser.png", behind="")
        await drawn(seen, f"{origin}/?motion=off", folder / "overlay-bars.png", behind=BARS)
        await seen.page.set_viewport_size({"width": 1080, "height": 1920})
        pages.tell("stream", {"stream": "live", "rehearsal": True})
        await drawn(seen, f"{origin}/?motion=off&layout=vertical", folder / "overlay-vertical.png")
        pages.tell("stream", {"stream": "live", "rehearsal": False})
        won = [{"hand": 3, "winners": [{"name": "Bruno", "chips": 1125}]}]
        pages.tell("hands", [{"hand": 2, "winners": TWO}, *won])
        nodes: list[dict[str, object]] = [
            {"node": name, "status": "ready", "reason": "", "unknown_zones": []}
            for name in ("bridge", "seats-1-4", "seats-5-7", "centre")
        ]
        facts = {"journal": "ready", "reveal": f"all delay_s={DEMO_DELAY_MINUTES * 60:.0f}"}
        pages.tell("health", {"nodes": nodes, "backlog": 0, "facts": facts})
        await seen.page.set_viewport_size({"width": 1400, "height": 640})
        await drawn(seen, f"{origin}/producer.html", folder / "overlay-producer.png", behind="")
        await terminal(seen, folder / "overlay-terminal.png")


async def terminal(seen: Seen, file: Path) -> None:
    """What `cardspeak overlay` says when it is started beside the demonstration, as a terminal has it."""
    said: list[str] = []
    with tempfile.TemporaryDirectory(prefix="cardspeak-docs-") as state:
        async with running_table(Path(state), None, delay_minutes=DEMO_DELAY_MINUTES) as table:
            await table.until(lambda view: view.broker == "ready")
            with overlay("--login", "producer", "--credentials", str(table.credentials), says=said.append) as origin:
                words = said[0].replace(origin.removeprefix("http://"), "127.0.0.1:8090")
    await seen.page.set_viewport_size({"width": 1400, "height": 120})
    await seen.page.goto("about:blank")
    await seen.page.evaluate(TERMINAL, f"$ {COMMAND}\n{words}")
    await seen.page.screenshot(path=file, scale="css")


async def drawn(seen: Seen, address: str, file: Path, behind: str = FELT) -> None:
    """One page as it stands a moment after it was opened."""
    await seen.page.goto(address)
    await as_it_stands(seen, file, behind)


async def as_it_stands(seen: Seen, file: Path, behind: str = FELT) -> None:
    """The page that is open, a moment later."""
    await seen.page.wait_for_timeout(1500)
    if behind:
        await seen.page.evaluate("(colour) => { document.documentElement.style.background = colour; }", behind)
    await seen.page.screenshot(path=file, scale="css")


if __name__ == "__main__":
    served.BEAT_S = 60.0  # type: ignore[misc]  # pictures stand still
    run_story(pictures(Path(sys.argv[1])))
    end_browser()
