"""The ways in: what the composition root calls to start a display."""

from __future__ import annotations

from typing import TextIO

from display.feed import Feed
from display.log import write_log


async def run_screen(socket_path: str, *, demo: bool) -> int:
    """Show the dealer's screen on this terminal until the dealer leaves; 0, or 1 if the screen failed.

    `socket_path` is the controller's Unix socket. With `demo` the leave key closes the whole demonstration.
    """
    from display.app import DealerScreen

    app = DealerScreen(Feed(socket_path), demo=demo)
    await app.run_async()
    return app.return_code or 0


def run_screen_sync(socket_path: str, *, demo: bool) -> int:
    """`run_screen` for a program that has no event loop yet."""
    import asyncio

    return asyncio.run(run_screen(socket_path, demo=demo))


async def run_log(socket_path: str, stream: TextIO, *, follow: bool = True) -> None:
    """Write the plain log of the controller at `socket_path` to `stream`.

    Without `follow` it ends with the first connection; with it, only when cancelled.
    """
    await write_log(Feed(socket_path), stream, follow=follow)
