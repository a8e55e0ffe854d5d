"""MQTT clients that the test pumps itself: one that keeps all it hears, and a recorder as mqtt.md describes it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from typing import Any, Final

from table_controller.broadcast.connection import Accepted, Acknowledged, Arrived, Connection, Ended, Subscribed
from table_controller.broadcast.courier import Publish
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.envelope import Identity

PATIENCE_S: Final = 60.0


class Client:
    """An MQTT client of one account, pumped by the test."""

    def __init__(self, login: Endpoint | None, *topics: str, will: Publish | None = None) -> None:
        assert login is not None
        self._out, self._in = socket.socketpair()
        self._out.setblocking(False)
        self._session = Connection(login, "test", self._out, will)
        self.accepted, self.ended, self._answered, self.acknowledged = False, "", 0, 0
        self.got: list[bytes] = []
        self._session.connect()
        self.pump_until(lambda: self.accepted or bool(self.ended))
        for number, topic in enumerate(topics, 1):
            self._session.subscribe(topic)
            self.pump_until(lambda number=number: self._answered == number or bool(self.ended))  # type: ignore[misc]  # a default binds the loop's value

    def pump_until(self, enough: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
        deadline_s = time.monotonic() + patience_s
        while not enough():
            assert time.monotonic() < deadline_s, f"not within {patience_s} s: {self.got} {self.ended}"
            self.pump(0.05)

    def pump(self, timeout_s: float) -> None:
        """Once: what came within `timeout_s`."""
        for news in self._session.pump(timeout_s):
            match news:
                case Accepted():
                    self.accepted = True
                case Arrived(payload=payload):
                    self.got.append(payload)
                case Acknowledged():
                    self.acknowledged += 1
                case Subscribed():
                    self._answered += 1
                case Ended(reason):
                    self.ended = reason

    def publish(self, topic: str, text: str, *, retain: bool = False) -> None:
        self._session.publish(Publish(topic, text.encode(), 1, retain))

    def close(self, *, politely: bool = True) -> None:
        if politely:
            self._session.leave()
        self._session.close()
        self._out.close()
        self._in.close()


class Recorder:
    """Keeps every event and finding once, in order, and acknowledges cumulatively; comes back when the broker does.

    `repeats` counts what came again, `early` what came before its turn and was left to come again, `gaps` what
    the table said would not come.
    """

    def __init__(self, login: Callable[[], Endpoint | None], who: Identity) -> None:
        self._login, self._who = login, who
        self._client: Client | None = None
        self._read = 0
        self.kept: list[dict[str, Any]] = []
        self.findings: list[dict[str, Any]] = []
        self._last_index = -1
        self.gaps: list[tuple[int, int]] = []
        self.last_n = self.repeats = self.early = self.connections = 0

    def work(self, timeout_s: float = 0.05) -> None:
        """Read what comes within `timeout_s`, keep it and acknowledge."""
        client = self._connected()
        if client is None:
            threading.Event().wait(timeout_s)  # there is no broker, and so nothing to wait at
            return
        client.pump(timeout_s)
        fresh, self._read = client.got[self._read :], len(client.got)
        for payload in fresh:
            self._keep(json.loads(payload))
        if fresh and not client.ended:
            word = {"epoch": self._who.epoch, "n": self.last_n, "index": self._last_index}
            client.publish(self._who.topics.ack("recorder"), json.dumps(word))

    def _connected(self) -> Client | None:
        if self._client is None or self._client.ended:
            login = self._login()
            if login is None:
                return None
            self.close()
            self._client, self._read = Client(login, self._who.topics.of("live", "+")), 0
            self.connections += 1
        return self._client

    def _keep(self, message: dict[str, Any]) -> None:
        if "n" not in message:
            return  # a snapshot
        n, index = message["n"], message.get("index", -1)
        here = (self.last_n, self._last_index)
        if (n, index) <= here:
            self.repeats += 1
        elif message["type"] == "cardspeak.gap.v1":
            self.gaps.append((self.last_n + 1, n))
            self.last_n, self._last_index = n, -1
        elif (n, index) == (self.last_n, self._last_index + 1):
            self.findings.append(message)
            self._last_index = index
        elif (n, index) == (self.last_n + 1, -1):
            self.kept.append(message)
            self.last_n, self._last_index = n, -1
        else:
            self.early += 1

    def close(self) -> None:
        if self._client is not None:
            self._client.close(politely=False)
            self._client = None
