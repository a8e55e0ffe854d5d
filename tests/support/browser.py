"""Debian's Chromium, headless, as pages of graphics are looked at in tests."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, Page, async_playwright

from table_controller.broadcast.pages import TYPES, Pages, application

CHROMIUM: Final = shutil.which("chromium")
BUILT: Final = Path(__file__).parents[2] / "display" / "overlay" / "built"
GRAPHICS: Final = frozenset(file.name.removesuffix(".ograf.json") for file in (BUILT / "graphics").glob("*.ograf.json"))
needs_chromium: Final = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")
FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
POLL_MS: Final = 100
Story = Callable[["Seen", Pages, str], Awaitable[None]]


class Seen:
    """A page in the browser, and what went wrong in it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.faults: list[str] = []
        self.asked: list[str] = []
        """Every address that it asked for."""
        page.on("pageerror", lambda error: self.faults.append(f"raised {error.message}"))
        page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        page.on("dialog", self._dialog)
        page.on("request", lambda request: self.asked.append(request.url))

    async def _dialog(self, dialog: Any) -> None:
        self.faults.append(f"a dialog: {dialog.message}")
        await dialog.dismiss()

    async def text(self) -> str:
        """All text that can be seen, shadow roots too."""
        return str(await self.page.evaluate(TEXT))

    async def another(self) -> Seen:
        """One more page of the same browser."""
        return Seen(await self.page.context.new_page())


TEXT: Final = """() => {
  const said = [];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
    if (node instanceof HTMLElement) {
      const style = getComputedStyle(node);
      if (style.display === 'none' || ['SCRIPT', 'STYLE'].includes(node.tagName)) return;
    }
    for (const child of (node.shadowRoot ?? node).childNodes) walk(child);
  };
  walk(document.body);
  return said.join('|');
}"""


async def until(seen: Seen, condition: str, patience_ms: int = 30_000) -> None:
    """Wait until what the page shows, the text ``said``, fulfils a condition in JavaScript.

    No page is that slow: two cores that run the whole suite once took more than 5 s for one of them.
    Asked with each frame, as playwright does it by itself, a page that waits takes as much CPU as one that moves.
    """
    await seen.page.wait_for_function(
        f"() => {{ const said = ({TEXT})(); return {condition}; }}", timeout=patience_ms, polling=POLL_MS
    )


async def shows(seen: Seen, *texts: str) -> None:
    """Wait until the page shows these texts."""
    for text in texts:
        try:
            await until(seen, f"said.includes({json.dumps(text)})")
        except Exception:  # noqa: BLE001 - whatever playwright calls it: the text says more
            pytest.fail(f"{text!r} is not in {await seen.text()!r}; {seen.faults}; asked last: {seen.asked[-3:]}")


class _Shared:
    """One loop and one browser for all stories of a process: to start Chromium takes longer than most stories."""

    def __init__(self) -> None:
        self._runner = asyncio.Runner()
        self._open = AsyncExitStack()
        self._browser: Browser | None = None

    def run(self, story: Coroutine[Any, Any, None]) -> None:
        self._runner.run(story)

    async def browser(self) -> Browser:
        """The browser; a new one if there is none yet, or none any more."""
        if self._browser is None or not self._browser.is_connected():
            playwright = await self._open.enter_async_context(async_playwright())
            self._browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
            self._open.push_async_callback(self._browser.close)
        return self._browser

    def end(self) -> None:
        """Nothing of it is left running."""
        self._runner.run(self._open.aclose())
        self._runner.close()


_SHARED: Final = _Shared()
run_story: Final = _SHARED.run
"""Run a story in which pages are looked at: `browsing` works only here."""
end_browser: Final = _SHARED.end
"""After the last story of the process."""


@asynccontextmanager
async def browsing(width: int = 1920, height: int = 1080) -> AsyncIterator[Seen]:
    """A new page of that size, which shares neither memory nor cache with earlier ones."""
    context = await (await _SHARED.browser()).new_context(viewport={"width": width, "height": height})
    try:
        yield Seen(await context.new_page())
    finally:
        await context.close()


async def hosted(seen: Seen, origin: str, folder: Path = BUILT, *, empty: bool = False) -> None:
    """Files of the folder at an origin of somebody else; `empty`: the first page there is an empty one of theirs."""

    async def answer(route: Any) -> None:
        name = route.request.url.removeprefix(f"{origin}/").partition("?")[0] or "index.html"
        file = folder / name
        if name == "index.html" and empty:
            await route.fulfill(body="<!doctype html><meta charset=utf-8><body></body>", content_type="text/html")
        elif file.is_file():
            await route.fulfill(body=file.read_text("utf-8"), content_type=TYPES[file.suffix])
        else:
            await route.fulfill(status=204, body="")

    await seen.page.route(f"{origin}/**", answer)


@asynccontextmanager
async def serving(width: int = 1920, height: int = 1080) -> AsyncIterator[tuple[Seen, Pages, str]]:
    """A page of that size, what is told to pages, and the origin at which they are served."""
    pages, hosts = Pages(), set[str]()
    server = TestServer(application(BUILT, pages, hosts, GRAPHICS))
    async with server, browsing(width, height) as seen:
        hosts.add(f"{server.host}:{server.port}")
        yield seen, pages, f"http://{server.host}:{server.port}"


def tell(story: Story) -> None:
    """The story with all three."""

    async def told() -> None:
        async with serving() as (seen, pages, origin):
            await story(seen, pages, origin)

    run_story(told())
