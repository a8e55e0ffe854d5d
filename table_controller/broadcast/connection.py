"""One connection to a broker, driven by the thread that calls it: paho without a thread of its own.

paho's callbacks run inside `pump` and `publish`, in the caller's thread, and do nothing but put what came into a queue.
Where several threads share one, whoever calls holds `turn`; `pump` lets go of it while it waits for the network.
So no lock is ever held across a callback, nothing is lost when a callback fails, and a client whose
network thread died unnoticed cannot exist. A session is used once: after it ended, the outbox and not
paho decides what is sent again.
"""

from __future__ import annotations

import secrets
import select
import selectors
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias

from msgspec import Struct
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from table_controller.broadcast.courier import Publish
from table_controller.broadcast.endpoints import Endpoint

KEEPALIVE_S: Final = 10
"""The broker takes a client for lost after 1.5 times this, and publishes its will."""

CONNECT_TIMEOUT_S: Final = 3.0
TOGETHER_S: Final = 0.002
"""A thread that shares a connection reads so much later what the broker sends, unless it is woken: each acknowledgement
on its own would take the interpreter from the table just when it has the next record to write."""


class Accepted(Struct, frozen=True):
    """The broker let us in."""


class Acknowledged(Struct, frozen=True):
    """The broker took the message of this id."""

    mid: int


class Subscribed(Struct, frozen=True):
    """The broker answered a subscription; whether it serves it, only messages tell."""


class Arrived(Struct, frozen=True):
    """A message on a topic subscribed to."""

    topic: str
    payload: bytes
    retained: bool = False
    """Whether the broker had kept it: somebody said it before this subscription."""


class Ended(Struct, frozen=True):
    """The connection is over, and why; `refused` if the broker does not want this login."""

    reason: str
    refused: bool = False


News: TypeAlias = Accepted | Acknowledged | Subscribed | Arrived | Ended


class Connection:
    """One connection. Call `pump` until it reports `Ended`; then `close`."""

    def __init__(
        self,
        endpoint: Endpoint,
        name: str,
        wake: socket.socket,
        will: Publish | None = None,
        turn: threading.Lock | None = None,
    ) -> None:
        self._endpoint, self._turn = endpoint, turn
        self._news: SimpleQueue[News] = SimpleQueue()
        self._selector = selectors.DefaultSelector()
        self._wake = wake
        # A random end: nobody can take over the session by guessing the client id.
        client_id = f"{name}-{secrets.token_hex(8)}"
        self._client = Client(
            CallbackAPIVersion.VERSION2, client_id, clean_session=True, protocol=MQTTProtocolVersion.MQTTv311
        )
        client = self._client
        client.connect_timeout = CONNECT_TIMEOUT_S
        client.max_inflight_messages_set(0)  # the outbox has its own window
        client.username_pw_set(endpoint.username or None, endpoint.password or None)
        if endpoint.tls:
            context = ssl.create_default_context(cafile=endpoint.ca_file)
            context.sslsocket_class = _ClosedWhereItFails
            client.tls_set_context(context)
        if will is not None:
            client.will_set(will.topic, will.payload, will.qos, will.retain)
        client.on_connect = self._on_connect
        client.on_disconnect = self._on_disconnect
        client.on_publish = self._on_publish
        client.on_subscribe = self._on_subscribe
        client.on_message = self._on_message

    def connect(self) -> None:
        """Reach the broker and ask to be let in; `Accepted` or `Ended` comes out of `pump`. Never raises."""
        try:
            self._client.connect(self._endpoint.host, self._endpoint.port, KEEPALIVE_S)
        except (OSError, ValueError) as problem:
            self._news.put(Ended(_reason_of(problem)))
            return
        found = self._client.socket()
        if found is None:
            self._news.put(Ended("connection-lost"))
            return
        self._selector.register(found, selectors.EVENT_READ)
        self._selector.register(self._wake, selectors.EVENT_READ)

    def pump(self, timeout_s: float) -> Iterator[News]:
        """Wait for the network, or for a byte at `wake`, no longer than `timeout_s`; then what came."""
        if self._client.socket() is not None:
            self._wait(timeout_s)
        while True:
            try:
                yield self._news.get_nowait()
            except Empty:
                return

    def publish(self, message: Publish) -> int | None:
        """Hand a message over; its message id, or None if the connection is gone (`Ended` follows)."""
        info = self._client.publish(message.topic, message.payload, message.qos, message.retain)
        if info.rc != MQTTErrorCode.MQTT_ERR_SUCCESS:
            self._news.put(Ended(f"publish-failed {info.rc.name.lower()}"))
            return None
        return info.mid

    def is_behind(self) -> bool:
        """Whether the network has not yet taken all that was published, or is gone."""
        return self._client.socket() is None or self._client.want_write()

    def subscribe(self, topic: str) -> None:
        """Ask for a topic at QoS 1; what comes is `Arrived`."""
        self._client.subscribe(topic, qos=1)

    def leave(self) -> None:
        """Say goodbye, so that the will is not published."""
        self._client.disconnect()

    def close(self) -> None:
        """Drop the connection, without a goodbye unless `leave` was called; twice is once."""
        self._selector.close()
        found = self._client.socket()
        if found is not None:
            found.close()

    def _wait(self, timeout_s: float) -> None:
        """One round of paho: read, write, keep alive."""
        found = self._client.socket()
        if found is None:  # pragma: no cover - the caller looked
            return
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if self._client.want_write() else 0)
        self._selector.modify(found, events)
        pending = getattr(found, "pending", None)
        waiting_s = 0 if pending is not None and pending() else timeout_s
        with _let_go(self._turn):
            ready = dict(self._selector.select(waiting_s))
            if self._turn is not None and len(ready) == 1 and self._wake not in {key.fileobj for key in ready}:
                select.select([self._wake], [], [], TOGETHER_S)  # what comes meanwhile is read in one go
        by_file = {key.fileobj: mask for key, mask in ready.items()}
        if self._wake in by_file:
            self._wake.recv(4096)
        mask = by_file.get(found, 0)
        if mask & selectors.EVENT_READ or (pending is not None and pending()):
            self._client.loop_read()
        if mask & selectors.EVENT_WRITE and self._client.socket() is not None:
            self._client.loop_write()
        self._client.loop_misc()

    def _on_connect(
        self, _client: Client, _user: Any, _flags: ConnectFlags, code: ReasonCode, _more: Properties | None
    ) -> None:
        self._news.put(Ended(_words(code), refused=True) if code.is_failure else Accepted())

    def _on_disconnect(
        self, _client: Client, _user: Any, _flags: DisconnectFlags, code: ReasonCode, _more: Properties | None
    ) -> None:
        self._news.put(Ended(_words(code)))

    def _on_publish(self, _client: Client, _user: Any, mid: int, _code: ReasonCode, _more: Properties | None) -> None:
        self._news.put(Acknowledged(mid))

    def _on_subscribe(
        self, _client: Client, _user: Any, _mid: int, _codes: list[ReasonCode], _more: Properties | None
    ) -> None:
        self._news.put(Subscribed())

    def _on_message(self, _client: Client, _user: Any, message: MQTTMessage) -> None:
        self._news.put(Arrived(message.topic, bytes(message.payload), bool(message.retain)))


@contextmanager
def _let_go(turn: threading.Lock | None) -> Iterator[None]:
    """Somebody else's turn, if there is somebody."""
    if turn is None:
        yield
        return
    turn.release()
    try:
        yield
    finally:
        turn.acquire()


def _words(code: ReasonCode) -> str:
    return str(code).lower().replace(" ", "-")


class _ClosedWhereItFails(ssl.SSLSocket):
    """paho lets go of a socket whose handshake fails without closing it."""

    def do_handshake(self, block: bool = False) -> None:
        """Agree on keys; close the socket where the two cannot."""
        try:
            super().do_handshake(block)
        except (OSError, ValueError):
            self.close()
            raise


def _reason_of(problem: Exception) -> str:
    """A code for the screen, such as ``connection-refused``."""
    if isinstance(problem, ssl.SSLCertVerificationError):
        return "certificate " + problem.verify_message.rstrip(".").lower().replace(" ", "-")[:100]
    words = problem.strerror if isinstance(problem, OSError) and problem.strerror else str(problem)
    return words.lower().replace(" ", "-")[:60] or type(problem).__name__
