"""Debian's Chromium, headless, as pages of graphics are looked at in tests."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from aiohttp.test_utils import TestServer
from playwright.async_api import Page, async_playwright

from table_controller.broadcast.pages import Pages, application

CHROMIUM: Final = shutil.which("chromium")
BUILT: Final = Path(__file__).parents[2] / "display" / "overlay" / "built"
GRAPHICS: Final = frozenset(file.name.removesuffix(".ograf.json") for file in (BUILT / "graphics").glob("*.ograf.json"))
needs_chromium: Final = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here: apt install chromium")
_FLAGS: Final = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)
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


@asynccontextmanager
async def browsing(width: int = 1920, height: int = 1080) -> AsyncIterator[Seen]:
    """A new page of that size."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(_FLAGS))
        try:
            context = await browser.new_context(viewport={"width": width, "height": height})
            yield Seen(await context.new_page())
        finally:
            await browser.close()


def tell(story: Story, width: int = 1920, height: int = 1080) -> None:
    """The story with a page, what is told to pages, and the origin at which they are served."""

    async def told() -> None:
        pages, hosts = Pages(), set[str]()
        server = TestServer(application(BUILT, pages, hosts, GRAPHICS))
        async with server, browsing(width, height) as seen:
            hosts.add(f"{server.host}:{server.port}")
            await story(seen, pages, f"http://{server.host}:{server.port}")

    asyncio.run(told())
