"""A client that listens: it connects, subscribes, hands on what comes, and connects again until it is told to end."""

from __future__ import annotations

import math
import select
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from paho.mqtt.client import topic_matches_sub

from table_controller.broadcast.connection import Accepted, Arrived, Connection, Ended
from table_controller.broadcast.endpoints import Endpoint

FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 5.0
LOOK_S: Final = 0.2
ASKED_AGAIN_S: Final = 1.0
"""A filter under which nothing that says how the table stands came for so long is asked for once more.

The NATS server (2.15.1) keeps a message a moment after it has handed it on: who subscribes in between gets neither.
With eight processes on two cores 3 of 100 subscribers missed the first state of a table that began at that moment. Who
has it asks for nothing more: listeners that always did missed events as their subscription was made anew."""
STANDS: Final = frozenset({"state", "avail"})
"""The last levels of topics that say how a table stands, and whether it is there; a broker keeps what came last."""


def listen(
    endpoint: Endpoint,
    filters: Sequence[str],
    *,
    until: Callable[[], bool] = lambda: False,
) -> Iterator[Accepted | Arrived | Ended]:
    """All that comes under these filters, with each connection's beginning and end; a new one follows each end.

    Ends when `until` says so, and when the broker refuses the login. The client's id begins with its login's name:
    mosquitto of a table lets no other in.
    """
    wake, other = socket.socketpair()
    wait_s = FIRST_PAUSE_S
    try:
        while not until():
            for news in _once(Connection(endpoint, endpoint.username, wake), filters, until):
                if isinstance(news, Accepted):
                    wait_s = FIRST_PAUSE_S
                yield news
                if isinstance(news, Ended) and news.refused:
                    return
            select.select([wake], [], [], wait_s)
            wait_s = min(LONGEST_PAUSE_S, 2 * wait_s)
    finally:
        wake.close()
        other.close()


def _once(
    session: Connection, filters: Sequence[str], until: Callable[[], bool]
) -> Iterator[Accepted | Arrived | Ended]:
    try:
        session.connect()
        again_s, missing = math.inf, list(filters)
        while not until():
            if time.monotonic() >= again_s:
                again_s = math.inf
                _subscribe(session, missing)
            for news in session.pump(LOOK_S):
                if isinstance(news, Accepted):
                    _subscribe(session, filters)
                    again_s = time.monotonic() + ASKED_AGAIN_S
                if isinstance(news, Arrived) and news.topic.rpartition("/")[2] in STANDS:
                    missing = [one for one in missing if not topic_matches_sub(one, news.topic)]
                if isinstance(news, Accepted | Arrived | Ended):
                    yield news
                if isinstance(news, Ended):
                    return
        session.leave()
    finally:
        session.close()


def _subscribe(session: Connection, filters: Sequence[str]) -> None:
    for one in filters:
        session.subscribe(one)
