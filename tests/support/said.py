"""What the other side of a socket says: its lines, without the beats between them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from firmware_bridge.vocabulary.lines import BEAT, MAX_LINE_BYTES
from table_controller.vocabulary.views import FEED, TableView


async def said(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Each whole line until the other side closes."""
    while (line := await reader.readline()).endswith(b"\n"):
        if line != BEAT:
            yield line


async def next_said(reader: asyncio.StreamReader) -> bytes:
    """The next line; empty when the other side has closed."""
    async for line in said(reader):
        return line
    return b""


async def first_view(socket: Path) -> TableView:
    """The first view that a screen gets which tries all the time."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_unix_connection(str(socket), limit=MAX_LINE_BYTES)
            try:
                told = FEED.decode(await next_said(reader))
            finally:
                writer.close()
            if isinstance(told, TableView):
                return told
        await asyncio.sleep(0.002)
