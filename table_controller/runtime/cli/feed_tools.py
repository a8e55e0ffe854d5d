"""What ``cardspeak listen``, ``cardspeak record`` and ``cardspeak play`` do."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.resources import as_file, files
from itertools import count
from pathlib import Path
from typing import Final

from display.wording.feed_words import names_of, words_of
from display.wording.wording import Wording, wording_in
from table_controller.broadcast.brokers import own_engines
from table_controller.broadcast.connection import Accepted, Arrived, Ended
from table_controller.broadcast.credentials import endpoint_of, given_credentials
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.follower import Anew, Counted, Follower, Happened, News, Picture, There
from table_controller.broadcast.playback import PlaybackError, play
from table_controller.broadcast.recording import SHIPPED, Recorder, read_recording
from table_controller.broadcast.rights import CONTROLLER, DELAYED_FEED
from table_controller.broadcast.streams import StreamName
from table_controller.broadcast.subscriber import listen
from table_controller.broadcast.topics import Topics
from table_controller.runtime.processes.finishing import FAILED, UNUSABLE

LOGINS: Final[dict[str, str]] = {"live": "overlay", "delayed": "producer"}
"""The login of the shipped accounts that may read each class."""
READY_WITHIN_S: Final = 15.0
LOCAL_PAGES: Final = ("http://127.0.0.1:8000", "http://localhost:8000")
"""Pages that may use the WebSocket of a recording's broker."""


def tell(table: str, stream: StreamName, login: str, credentials: Path, language: str) -> int:
    """Tell the feed of a table in words until Ctrl-C; the exit status."""
    with failing("listen") as failed:
        endpoint, topics = way_to(credentials, table, login or LOGINS[stream])
        teller = _Teller(Follower(topics, stream), wording_in(language))
        for news in listen(endpoint, teller.follower.filters):
            for line in teller.lines(news):
                say(line)
    return failed.status


def keep(file: Path, table: str, streams: tuple[StreamName, ...], login: str, credentials: Path, seconds: float) -> int:
    """Record the feed of a table in a new file until Ctrl-C, or so many seconds; the exit status."""
    with failing("record") as failed:
        endpoint, topics = way_to(credentials, table, login or LOGINS["delayed" if "delayed" in streams else "live"])
        filters = tuple(one for name in streams for one in Follower(topics, name).filters)
        ends_s = time.monotonic() + seconds if seconds else float("inf")
        line = OnTheLine()
        with Recorder(file, topics.venue, topics.table) as recorder:
            try:
                for news in listen(endpoint, filters, until=lambda: time.monotonic() >= ends_s):
                    if isinstance(news, Arrived):
                        recorder.add(news, time.monotonic())
                    else:
                        line.hear(news)
            finally:
                say(f"{file}: {recorder.messages:,} messages")
    return failed.status


def play_back(given: Path | None, speed: float, broker: str, folder: Path, *, again: bool) -> int:
    """Tell a recording by a broker in `folder`, again and again if asked, until Ctrl-C; the exit status.

    It is the shipped one where none is given.
    """
    with failing("play") as failed, ExitStack() as ends:
        file = given or ends.enter_context(as_file(files("table_controller.broadcast") / SHIPPED))
        title, _ = read_recording(file)
        engines = own_engines(broker)
        if not engines:
            raise ValueError(f"--broker {broker}: auto, nats or mosquitto")
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        place = Place(folder, title.venue, title.table, websocket_port=0, origins=LOCAL_PAGES)
        made = EmbeddedBroker(place, engines)
        ends.callback(made.stop)
        made.start()
        made.wait_ready(READY_WITHIN_S)
        live, delayed = made.endpoint(CONTROLLER), made.endpoint(DELAYED_FEED)
        if live is None or delayed is None:
            raise PlaybackError(f"no broker: {made.status()}")
        say(f"venue {title.venue}, table {title.table}: the broker is ready, its logins are in {folder}")
        for _ in count():
            told = play({"live": live, "delayed": delayed}, read_recording(file)[1], speed)
            say(f"{told:,} messages told{'' if again else '; the last picture stays until Ctrl-C'}")
            if not again:
                signal.pause()
    return failed.status


class _Teller:
    """The feed's news as lines."""

    def __init__(self, follower: Follower, words: Wording) -> None:
        self.follower, self._words = follower, words
        self._line_is = OnTheLine()
        self._names: dict[int, str] = {}

    def lines(self, news: Accepted | Arrived | Ended) -> Iterator[str]:
        """What came, in words; raise `PermissionError` if the broker refuses the login."""
        match news:
            case Arrived(topic, payload):
                told = self.follower.hear(topic, payload)
            case Accepted() | Ended():
                self._line_is.hear(news)
                told = self.follower.connected() if isinstance(news, Accepted) else self.follower.disconnected()
        for one in told:
            yield from self._line(one)

    def _line(self, news: News) -> Iterator[str]:
        words = self._words
        match news:
            case Picture(state, anew):
                self._names = names_of(state)
                if anew:
                    yield words.say("feed.joined", hand=str(state["hand"]))
            case Happened(kind, message, missed):
                if missed:
                    yield words.say("feed.missed", count=missed)
                if line := words_of(kind, message, self._names, words):
                    yield line
            case Counted() | Anew():
                pass  # figures are for graphics, and the state that comes says the rest
            case There(ready):
                yield words.say("feed.there" if ready else "feed.gone")


class OnTheLine:
    """Says once that the connection is gone, however often it is tried again, and that it is back."""

    def __init__(self) -> None:
        self.is_gone = False
        """Whether it was tried last, and does not stand."""

    def hear(self, news: Accepted | Ended) -> None:
        """The connection began or ended; raise `PermissionError` if it will not come to be."""
        if isinstance(news, Ended) and news.refused:
            raise PermissionError(f"the broker refuses this login: {news.reason}")
        if isinstance(news, Ended) and not self.is_gone:
            sys.stderr.write(f"the connection is gone ({news.reason}); trying again\n")
        elif isinstance(news, Accepted) and self.is_gone:
            sys.stderr.write("the connection is back\n")
        self.is_gone = isinstance(news, Ended)


def way_to(path: Path, table: str, login: str) -> tuple[Endpoint, Topics]:
    """Where the broker is, and the table's topics; raise `ValueError` that says what is missing."""
    known = given_credentials(path)
    return endpoint_of(known, login), Topics(known.venue, table)


class _Failed:
    """The exit status so far."""

    status = 0


@contextmanager
def failing(command: str) -> Iterator[_Failed]:
    """What is wrong with the words or the way is one line; Ctrl-C is the ordinary end."""
    failed = _Failed()
    try:
        yield failed
    except KeyboardInterrupt:
        return
    except (
        ValueError,
        FileExistsError,
    ) as problem:  # what is wrong with credentials or a recording is a `ValueError`, too
        failed.status = UNUSABLE
        sys.stderr.write(f"cardspeak {command}: {_plain(problem)}\n")
    except (OSError, PlaybackError) as problem:
        failed.status = FAILED
        sys.stderr.write(f"cardspeak {command}: {_plain(problem)}\n")


def _plain(problem: Exception) -> str:
    if isinstance(problem, FileExistsError):
        return f"{problem.filename}: is there already; a recording is a new file"
    if isinstance(problem, OSError) and problem.filename is not None:
        return f"{problem.filename}: {problem.strerror}"
    return str(problem)


def say(line: str) -> None:
    """A line at once, also into a pipe."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
