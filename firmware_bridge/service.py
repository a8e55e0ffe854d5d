"""The bridge process: serial ports on one side, the controller's Unix socket on the other.

One asyncio loop, so one order. A port that is lost is opened again after a growing pause. One controller at a time: on
connecting it gets the state of every node and the `Inventory`, then what happens; while nothing happens the bridge
beats. What happens while none is connected is in the next inventory. A handle is in the bridge's own store before
anyone hears of it. A controller that does not read, or that sends what is no request, is cut off; it may connect again.
Being refused is told as `NodeSeen` of the node ``bridge``.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Final, Protocol

from firmware_bridge.bridge import Bridge, BridgeSettings
from firmware_bridge.hub import Hub
from firmware_bridge.ports.byte_ports import Port
from firmware_bridge.ports.keeper import PortKeeper
from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.secrets.handle_store import HandleStore, KeyStore
from firmware_bridge.secrets.sealing import Reveal, Sealing
from firmware_bridge.vocabulary.lines import BEAT, BEAT_S, MAX_LINE_BYTES, LineError
from firmware_bridge.vocabulary.observations import OBSERVATIONS, NodeSeen, Observation
from firmware_bridge.vocabulary.requests import REQUESTS

LOG: Final = logging.getLogger(__name__)

BRIDGE: Final = "bridge"
"""The bridge process itself, where its word to a controller needs a name."""

SLOWEST_CLIENT_BYTES: Final = 1 << 20
"""A controller with this much unread is cut off; it connects again and gets the inventory."""

MOST_BAD_LINES: Final = 3
"""So many lines in a row that are no requests end a connection."""


KEYS_SUFFIX: Final = ".keys"
"""What the file of keys is called beside that of handles."""

LATE_S: Final = 0.02
"""A tick that comes so many real seconds late tells that this process was not running: nobody listened meanwhile."""


class PortTwice(ValueError):
    """The bridge was given one port twice: says which."""


class CannotServe(OSError):
    """The bridge cannot serve its socket now: says where, and why."""


class Clock(Protocol):
    """The table's monotonic clock, which a demonstration may run faster."""

    def now_s(self) -> float:
        """Table time in seconds."""

    def real_s(self, table_s: float, /) -> float:
        """How many real seconds `table_s` table seconds last."""


async def run_bridge(
    ports: Sequence[str | Port],
    socket_path: Path,
    decks: DeckBook,
    settings: BridgeSettings,
    clock: Clock,
    *,
    say: Callable[[str], None] | None = None,
    store: Path | None = None,
    reveal: Reveal | None = None,
) -> None:
    """Run the bridge until cancelled.

    `ports` are addresses that are opened again when lost, or open ports, which are not. `say` takes
    lines for the log: ports and clients, never a tag or a card. In the file `store` handles outlive this process, and
    keys in one beside it; without one they do not. `reveal` says which hidden cards are released, and when. Raises
    `CannotServe` if the socket cannot be made, `PortTwice` for a port named twice.
    """
    names = [port if isinstance(port, str) else port.name for port in ports]
    for name in names:
        if names.count(name) > 1:
            raise PortTwice(f"the port {name} is named twice: each node has a port of its own")
    say = say or _to_log
    handles = HandleStore(store, say) if store is not None else None
    keys = KeyStore(store.with_suffix(KEYS_SUFFIX), say) if store is not None else None
    sealing = Sealing(reveal or Reveal(), secrets.token_bytes, (keys.load() if keys is not None else None) or ())
    memory = handles.load() if handles is not None else None
    bridge = Bridge(decks, lambda: secrets.token_hex(8), settings, memory, sealing)
    hub = Hub(bridge, count(1 + secrets.randbelow(1 << 31)), patience_at(clock))
    await BridgeService(hub, clock, say, handles, keys).serve(ports, socket_path)


def patience_at(clock: Clock) -> float:
    """How much longer nodes may be silent at a clock that runs faster: as long on the wall as at its usual pace."""
    return max(1.0, 1.0 / clock.real_s(1.0))


class BridgeService:
    """One running bridge around a hub."""

    def __init__(
        self,
        hub: Hub,
        clock: Clock,
        say: Callable[[str], None],
        handles: HandleStore | None = None,
        keys: KeyStore | None = None,
    ) -> None:
        self._hub, self._clock, self._say, self._handles, self._keys = hub, clock, say, handles, keys
        self._writers: dict[str, Callable[[bytes], None]] = {}
        self._client: asyncio.StreamWriter | None = None
        self._connections: dict[asyncio.StreamWriter, asyncio.Task[None] | None] = {}
        self._fault: asyncio.Future[None] | None = None
        self._wake: asyncio.TimerHandle | None = None
        self._wake_s: float | None = None  # the table time at which that is due
        self._keepers: tuple[PortKeeper, ...] = ()

    async def serve(self, ports: Sequence[str | Port], socket_path: Path) -> None:
        """Run until cancelled; then ports and socket are closed."""
        self._fault = asyncio.get_running_loop().create_future()
        server = await _listen(socket_path, self._connected)
        try:
            self._keepers = tuple(PortKeeper(port, self, self._say) for port in ports)
            async with asyncio.TaskGroup() as group:
                for keeper in self._keepers:
                    group.create_task(keeper.keep())
                group.create_task(server.serve_forever())
                group.create_task(self._fail())
                group.create_task(self._beat())
        finally:
            server.close()
            if self._wake is not None:
                self._wake.cancel()
            handlers = [task for task in self._connections.values() if task is not None]
            for writer in tuple(self._connections):
                writer.transport.abort()
            socket_path.unlink(missing_ok=True)
            await asyncio.gather(*handlers, return_exceptions=True)

    async def _fail(self) -> None:
        """Raise what went wrong in a callback: a fault ends the process, which is started again."""
        if self._fault is not None:
            await self._fault

    async def _beat(self) -> None:
        """Say to the controller that this process runs."""
        while True:
            await asyncio.sleep(BEAT_S)
            self._write(BEAT)

    def _broke(self, fault: Exception) -> None:
        if self._fault is not None and not self._fault.done():
            self._fault.set_exception(fault)

    # What the port keepers call.

    def opened(self, port: Port, write: Callable[[bytes], None]) -> None:
        """A port is open: ask who is behind it."""
        self._writers[port.name] = write
        self._hub.attach(port.name, self._clock.now_s())
        self._publish(())

    def arrived(self, port: Port, data: bytes) -> None:
        """Bytes came from a port."""
        self._publish(self._hub.receive(port.name, data, self._clock.now_s()))

    def lost(self, port: Port, reason: str) -> None:
        """A port is gone."""
        self._writers.pop(port.name, None)
        self._publish(self._hub.detach(port.name, self._clock.now_s(), reason))

    # Time.

    def _tick(self) -> None:
        """Do what is due. Who comes late to it was away: what waits in the ports is read before silence is judged."""
        due_s, self._wake, self._wake_s = self._wake_s, None, None
        try:
            late_s = 0.0 if due_s is None else self._clock.now_s() - due_s
            if self._clock.real_s(late_s) > LATE_S:
                self._hub.excuse(late_s, self._clock.now_s())
            for keeper in self._keepers:
                keeper.drain()
            self._publish(self._hub.tick(self._clock.now_s()))
        except Exception as fault:  # noqa: BLE001  # the loop would only log it
            self._broke(fault)

    def _publish(self, seen: Iterable[Observation]) -> None:
        """Keep what must be kept, tell the controller, write what the nodes must hear, and plan the next tick."""
        memory = self._hub.bridge.memory_if_new()
        if memory is not None and self._handles is not None:
            self._handles.save(memory)
        hands = self._hub.bridge.keys_if_new()
        if hands is not None and self._keys is not None:
            self._keys.save(hands)
        for observation in seen:
            self._send(observation)
        for name, data in self._hub.outgoing():
            self._writers[name](data)
        wake_s = self._hub.next_wake_s
        if self._wake is not None:
            self._wake.cancel()
            self._wake = self._wake_s = None
        if wake_s is not None:
            delay_s = max(0.0, self._clock.real_s(wake_s - self._clock.now_s()))
            self._wake = asyncio.get_running_loop().call_later(delay_s, self._tick)
            self._wake_s = max(wake_s, self._clock.now_s())

    # The controller.

    def _send(self, observation: Observation) -> None:
        self._write(OBSERVATIONS.encode(observation))

    def _write(self, line: bytes) -> None:
        client = self._client
        if client is None or client.is_closing():
            return
        if client.transport.get_write_buffer_size() > SLOWEST_CLIENT_BYTES:
            self._say("controller: cut off, it does not read what it is told")
            client.transport.abort()
            return
        client.write(line)

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._connections[writer] = asyncio.current_task()
        try:
            if self._client is not None:
                self._refuse(writer, "busy: another controller is connected")
                return
            self._client = writer
            for seen in self._hub.bridge.greeting(self._clock.now_s()):
                self._send(seen)
            reason = await self._take_requests(reader)
            if reason:
                self._refuse(writer, reason)
        except ConnectionError:
            pass  # a controller that dies disturbs nothing
        except Exception as fault:  # noqa: BLE001  # the loop would only log it
            self._broke(fault)
        finally:
            if self._client is writer:
                self._client = None
            del self._connections[writer]
            writer.close()

    async def _take_requests(self, reader: asyncio.StreamReader) -> str:
        """Take requests until the controller goes; answer why it must be refused, if so."""
        bad = 0
        try:
            async for line in _lines(reader):
                try:
                    request = REQUESTS.decode(line)
                except LineError as problem:
                    bad += 1
                    self._say(f"controller: {problem}")
                    if bad >= MOST_BAD_LINES:
                        return f"bad-requests lines={bad}: {problem}"
                    continue
                bad = 0
                self._publish(self._hub.request(request, self._clock.now_s()))
        except asyncio.LimitOverrunError:
            return f"bad-requests: a line is longer than {MAX_LINE_BYTES} bytes"
        return ""

    def _refuse(self, writer: asyncio.StreamWriter, reason: str) -> None:
        self._say(f"controller: refused, {reason}")
        if not writer.is_closing():
            writer.write(OBSERVATIONS.encode(NodeSeen(BRIDGE, "refused", reason, self._clock.now_s())))


async def _listen(
    path: Path, connected: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
) -> asyncio.Server:
    """A Unix socket for this user alone; a socket left over from a dead process is replaced, a live one is not."""
    try:
        await _end_if_served(path)
        path.unlink(missing_ok=True)
        server = await asyncio.start_unix_server(connected, str(path), limit=MAX_LINE_BYTES, start_serving=False)
        path.chmod(0o600)  # nobody can connect before: it does not listen yet
    except CannotServe:
        raise
    except OSError as problem:
        raise CannotServe(f"{path}: the socket cannot be made: {problem.strerror or 'is its path too long?'}") from None
    return server


async def _end_if_served(path: Path) -> None:
    with contextlib.suppress(ConnectionError, FileNotFoundError):
        _, writer = await asyncio.open_unix_connection(str(path))
        writer.close()
        raise CannotServe(f"{path}: another bridge serves this socket: end that one first")


async def _lines(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """Lines until the other side closes."""
    while True:
        try:
            line = await reader.readuntil(b"\n")
        except asyncio.IncompleteReadError:
            return
        yield line


def _to_log(line: str) -> None:
    LOG.info("%s", line)
