"""What the other side of a socket says: its lines, without the beats between them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from firmware_bridge.vocabulary.lines import BEAT


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
