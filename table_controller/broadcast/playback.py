"""A recording told again by a broker of its own: who builds graphics needs no table for it.

Message after message, in the pace in which it came or a multiple of it, at the topics of the recording. What a table
keeps with its broker is kept here too, so that a page which is opened in the middle is right at once.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from table_controller.broadcast.connection import Accepted, Arrived, Connection, Ended
from table_controller.broadcast.courier import Publish
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.recording import Line

KEPT: Final = frozenset({"state", "statistics", "avail", "health", "head"})
"""The last levels of topics whose last message a broker keeps."""
LOOK_S: Final = 0.05


LONGEST_PAUSE_S: Final = 5.0
"""A recording that is heard without a broker is silent for no longer, its end included."""


class PlaybackError(RuntimeError):
    """The broker was not reached, or went away: says which."""


def play(
    ways: Mapping[str, Endpoint], lines: Iterable[Line], speed: float = 1.0, now_s: Callable[[], float] = time.monotonic
) -> int:
    """Tell the messages, `speed` times as fast as they came; how many. Raise `PlaybackError`, `RecordingError`.

    `ways` are the logins by secrecy class, ``live`` and ``delayed``: no login of a table may write both. What belongs
    to neither goes the way of ``live``.
    """
    wake, other = socket.socketpair()
    voices = {secrecy: Connection(endpoint, endpoint.username, wake) for secrecy, endpoint in ways.items()}
    told = 0
    try:
        for secrecy, session in voices.items():
            _let_in(session, ways[secrecy])
        began_s = now_s()
        for line in lines:
            while (wait_s := began_s + line.at_s / speed - now_s()) > 0:
                _look(voices, min(wait_s, LOOK_S))
            session = voices.get(line.topic.split("/")[3], voices["live"])
            session.publish(Publish(line.topic, bytes(line.payload), 1, retain=line.topic.rpartition("/")[2] in KEPT))
            _look(voices, 0.0)
            told += 1
        while any(session.is_behind() for session in voices.values()):
            _look(voices, LOOK_S)
        for session in voices.values():
            session.leave()
    finally:
        for session in voices.values():
            session.close()
        wake.close()
        other.close()
    return told


def _let_in(session: Connection, endpoint: Endpoint) -> None:
    session.connect()
    while True:
        for news in session.pump(LOOK_S):
            if isinstance(news, Accepted):
                return
            if isinstance(news, Ended):
                raise PlaybackError(f"the broker at {endpoint.host}:{endpoint.port} is not reached: {news.reason}")


def _look(voices: Mapping[str, Connection], timeout_s: float) -> None:
    """Let the connections live for so long; raise `PlaybackError` if one ended."""
    for session in voices.values():
        for news in session.pump(timeout_s / len(voices)):
            if isinstance(news, Ended):
                raise PlaybackError(f"the connection to the broker is gone: {news.reason}")


def heard(
    read: Callable[[], Iterable[Line]], speed: float, wait: Callable[[float], bool]
) -> Iterator[Accepted | Arrived]:
    """The recording as a client without a broker hears it, again and again; each time is a connection of its own.

    `read` gives its messages from the first on; `wait` waits so many seconds, and says whether all is over. Where
    nothing was told for long, it is not waited for as long.
    """
    while True:
        yield Accepted()
        last_s: float | None = None
        for line in read():
            pause_s = 0.0 if last_s is None else min(line.at_s - last_s, LONGEST_PAUSE_S)
            if pause_s > 0 and wait(pause_s / speed):
                return
            last_s = line.at_s
            yield Arrived(line.topic, bytes(line.payload), retained=line.retained)
        if wait(LONGEST_PAUSE_S / speed):
            return
