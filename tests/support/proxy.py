"""A line between a client and its broker that can be closed, cut in the middle of a packet, throttled and deafened.

One thread carries the bytes of all connections; the test says what happens to them. Nothing is random:
where a connection is cut is a number of bytes.
"""

from __future__ import annotations

import contextlib
import selectors
import socket
import struct
import threading
import time
from collections import deque
from collections.abc import Callable, Container
from dataclasses import dataclass, field
from typing import Final

HOST: Final = "127.0.0.1"
AT_ONCE_BYTES: Final = 65_536
_RESET: Final = struct.pack("ii", 1, 0)
"""Linger for no time: closing sends a reset, as a pulled cable's router would."""


@dataclass(eq=False, slots=True)
class _Pair:
    """One connection of the client, and ours to the broker for it."""

    client: socket.socket
    broker: socket.socket
    to_broker: bytearray = field(default_factory=bytearray)
    to_client: bytearray = field(default_factory=bytearray)
    cut_after: int | None = None
    sent_bytes: int = 0
    budget_bytes: float = 0.0
    paid_at_s: float = 0.0


class Proxy:
    """Carries bytes between whoever connects to `port` and the broker.

    `cut_after`: the connections to come are reset after so many bytes towards the broker, one number each, and when
    there are no more numbers, not at all; `bytes_per_s` towards the broker, None for as fast as it goes; `deaf`: what
    the broker answers is lost; `silent`: nothing is carried in either direction.
    """

    def __init__(self, target: Callable[[], tuple[str, int] | None]) -> None:
        self.cut_after: deque[int] = deque()
        self.bytes_per_s: float | None = None
        self.deaf = self.silent = False
        self.cuts = self.lost_bytes = self.carried_bytes = self.connections = 0
        self._target = target
        self._listener: socket.socket | None = None
        self._pairs: list[_Pair] = []
        self._lock, self._stopping = threading.RLock(), threading.Event()
        with socket.socket() as probe:
            probe.bind((HOST, 0))
            self.port: int = probe.getsockname()[1]
        self.open()
        self._thread = threading.Thread(target=self._run, name="proxy", daemon=True)
        self._thread.start()

    def open(self) -> None:
        """Take connections again."""
        with self._lock:
            if self._listener is None:
                self._listener = socket.create_server((HOST, self.port))
                self._listener.setblocking(False)

    def shut(self) -> None:
        """Refuse connections, and reset those that stand."""
        with self._lock:
            if self._listener is not None:
                self._listener.close()
                self._listener = None
            for pair in tuple(self._pairs):
                self._drop(pair)

    def reset(self) -> None:
        """Reset the connections that stand; new ones are taken."""
        with self._lock:
            for pair in tuple(self._pairs):
                self._drop(pair)

    def close(self) -> None:
        """End."""
        self._stopping.set()
        self._thread.join()
        self.shut()

    def _run(self) -> None:
        while not self._stopping.is_set():
            with self._lock, selectors.DefaultSelector() as selector:
                if self._listener is not None:
                    selector.register(self._listener, selectors.EVENT_READ)
                for pair in self._pairs:
                    selector.register(pair.client, selectors.EVENT_READ)
                    selector.register(pair.broker, selectors.EVENT_READ)
                ready = {key.fileobj for key, _ in selector.select(0.0)}
                moved = self._round(ready)
            if not moved:
                self._stopping.wait(0.002)

    def _round(self, ready: Container[object]) -> bool:
        moved = False
        if self._listener is not None and self._listener in ready:
            moved = self._take_in(self._listener)
        for pair in tuple(self._pairs):
            try:
                moved |= self._read(pair, ready) | self._write(pair)
            except OSError:
                self._drop(pair)
        return moved

    def _take_in(self, listener: socket.socket) -> bool:
        client, _ = listener.accept()
        target = self._target()
        try:
            if target is None:
                raise ConnectionRefusedError
            broker = socket.create_connection(target, timeout=2.0)
        except OSError:
            client.close()
            return True
        for end in (client, broker):
            end.setblocking(False)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
        self.connections += 1
        cut_after = self.cut_after.popleft() if self.cut_after else None
        self._pairs.append(_Pair(client, broker, cut_after=cut_after, paid_at_s=time.monotonic()))
        return True

    def _read(self, pair: _Pair, ready: Container[object]) -> bool:
        if self.silent:
            return False
        moved = False
        if pair.client in ready and len(pair.to_broker) < AT_ONCE_BYTES:
            data = pair.client.recv(AT_ONCE_BYTES)
            if not data:
                raise ConnectionResetError
            pair.to_broker += data
            moved = True
        if pair.broker in ready:
            data = pair.broker.recv(AT_ONCE_BYTES)
            if not data:
                raise ConnectionResetError
            if self.deaf:
                self.lost_bytes += len(data)
            else:
                pair.to_client += data
            moved = True
        return moved

    def _write(self, pair: _Pair) -> bool:
        if self.silent:
            return False
        moved = self._send_on(pair)
        if pair.to_client:
            sent = pair.client.send(pair.to_client)
            del pair.to_client[:sent]
            moved = True
        return moved

    def _send_on(self, pair: _Pair) -> bool:
        size = len(pair.to_broker)
        if self.bytes_per_s is not None:
            now_s = time.monotonic()
            pair.budget_bytes = min(pair.budget_bytes + (now_s - pair.paid_at_s) * self.bytes_per_s, self.bytes_per_s)
            pair.paid_at_s = now_s
            size = min(size, int(pair.budget_bytes))
        cut = pair.cut_after
        if cut is not None:
            size = min(size, cut - pair.sent_bytes)
        if size <= 0 and not (cut is not None and pair.sent_bytes >= cut):
            return False
        if size > 0:
            sent = pair.broker.send(pair.to_broker[:size])
            del pair.to_broker[:sent]
            pair.sent_bytes += sent
            pair.budget_bytes -= sent
            self.carried_bytes += sent
        if cut is not None and pair.sent_bytes >= cut:
            self.cuts += 1
            # An orderly end towards the broker: it has received these bytes, and half a packet is among them.
            pair.broker.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 0, 0))
            raise ConnectionResetError
        return True

    def _drop(self, pair: _Pair) -> None:
        self._pairs.remove(pair)
        for end in (pair.client, pair.broker):
            with contextlib.suppress(OSError):
                end.close()
