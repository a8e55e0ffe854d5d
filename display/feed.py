"""The display's line to the controller: a Unix socket, newline-delimited JSON, typed on both ends.

`Feed.messages` gives what the controller sends and says when the line broke, or fell silent: a process that hangs
keeps its socket open. It comes back by itself, waiting longer after each failure. Nothing is kept for later: a command
that cannot be sent now is refused at once, because a dealer's key pressed in the past may mean something else when it
arrives.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing, suppress
from typing import Final, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.lines import BEAT, LOOK_S, MAX_LINE_BYTES, LineError, Silence
from table_controller.vocabulary.commands import SENT, Sent
from table_controller.vocabulary.views import FEED
from table_controller.vocabulary.views import Feed as FeedMessage

FIRST_WAIT_S: Final = 0.1
LONGEST_WAIT_S: Final = 2.0


class Connected(Struct, frozen=True):
    """The controller answers."""


class Lost(Struct, frozen=True):
    """The line to the controller broke, or was never there: `reason` is a code, `detail` what the system said."""

    reason: str
    detail: str = ""


Heard: TypeAlias = FeedMessage | Connected | Lost

Streams: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Feed:
    """A client of the controller's socket at `path`.

    `sleep` waits between attempts; tests pass their own.
    """

    def __init__(self, path: str, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._path = path
        self._sleep = sleep
        self._writer: asyncio.StreamWriter | None = None

    @property
    def connected(self) -> bool:
        """Whether a command could be sent now."""
        return self._writer is not None and not self._writer.is_closing()

    async def messages(self, *, follow: bool = True) -> AsyncGenerator[Heard, None]:
        """Everything heard, for ever; with `follow` false only until the first connection ends.

        `Lost` is said once for each break, not for each attempt to come back.
        """
        wait_s = FIRST_WAIT_S
        lost: Lost | None = None
        while True:
            streams = await self._connect()
            if isinstance(streams, Lost):
                if streams != lost:
                    lost = streams
                    yield lost
            else:
                heard_any = False
                async with aclosing(self._hear(*streams)) as conversation:
                    async for heard in conversation:
                        heard_any = heard_any or not isinstance(heard, Connected | Lost)
                        said, lost = lost, heard if isinstance(heard, Lost) else None
                        if lost is None or lost != said:
                            yield heard
                wait_s = FIRST_WAIT_S if heard_any else wait_s
                if not follow:
                    return
            await self._sleep(wait_s)
            wait_s = min(2 * wait_s, LONGEST_WAIT_S)

    async def send(self, command: Sent) -> bool:
        """Send a command; False if the controller is not there, and then it was not sent."""
        if self._writer is None or self._writer.is_closing():
            return False
        try:
            self._writer.write(SENT.encode(command))
            await self._writer.drain()
        except OSError:
            return False
        return True

    async def _connect(self) -> Streams | Lost:
        try:
            return await asyncio.open_unix_connection(self._path, limit=MAX_LINE_BYTES)
        except OSError as problem:
            return Lost("no-socket", problem.strerror or "")

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> AsyncGenerator[Heard, None]:
        """Messages of one connection, once it speaks; its end, its silence or what cannot be read is a `Lost`."""
        silence = Silence()
        watching = asyncio.create_task(cut_off(writer, silence))
        try:
            while (line := await reader.readline()).endswith(b"\n"):
                silence.heard()
                if self._writer is None:
                    self._writer = writer
                    yield Connected()
                if line != BEAT:
                    yield FEED.decode(line)
            yield Lost("controller-silent" if silence.lasts else "closed")
        except LineError as problem:
            yield Lost("bad-line", str(problem))
        except ValueError:  # what readline says of a line longer than the limit
            yield Lost("bad-line", f"a line is longer than {MAX_LINE_BYTES} bytes")
        except OSError as problem:
            yield Lost("controller-silent") if silence.lasts else Lost("closed", problem.strerror or "")
        finally:
            watching.cancel()
            self._writer = None
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()


async def cut_off(writer: asyncio.StreamWriter, silence: Silence) -> None:
    """End a connection on which nothing comes any more."""
    while not silence.look():  # noqa: ASYNC110 - looks are what is counted
        await asyncio.sleep(LOOK_S)
    writer.transport.abort()
