"""The commands of ``cardspeak`` for those who build on the feed: hear it in words, record it, play a recording."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Final, Literal

from cyclopts import Parameter

from table_controller.runtime.cli.display_commands import Language
from table_controller.runtime.processes.finishing import unusable

CREDENTIALS: Final = Path(".state/broker")
MOST_SPEED: Final = 1000.0
StreamName = Literal["live", "delayed"]


def listen(
    *,
    table: str = "t1",
    stream: StreamName = "live",
    login: str = "",
    credentials: Path = CREDENTIALS,
    language: Language = "",
) -> None:
    """Tell a table's public feed in words, a line for each thing that happens, until it is ended with Ctrl-C.

    Parameters
    ----------
    table
        The table in the topics.
    stream
        live, or delayed: the hands that were released, with their hidden cards.
    login
        Who listens; overlay, or producer for the delayed stream, if left out. A login has one connection at a time:
        another one under its name ends this one, on mosquitto.
    credentials
        The file credentials.json, or its folder.
    language
        en, it or es.

    """
    from table_controller.runtime.cli import feed_tools

    sys.exit(feed_tools.tell(table, stream, login, credentials, language))


def record(
    file: Path,
    *,
    table: str = "t1",
    stream: Annotated[tuple[StreamName, ...], Parameter(negative="")] = ("live",),
    login: str = "",
    credentials: Path = CREDENTIALS,
    seconds: float = 0.0,
) -> None:
    """Record a table's feed into a new file, every message as it comes, until it is ended with Ctrl-C.

    A recording of the delayed stream holds hidden cards; the file is its owner's alone.

    Parameters
    ----------
    file
        The new file.
    table
        The table in the topics.
    stream
        live or delayed, or both: once for each.
    login
        Who listens; overlay, or producer where the delayed stream is among them, if left out: see listen.
    credentials
        The file credentials.json, or its folder.
    seconds
        End by itself after so many; 0: it does not.

    """
    from table_controller.runtime.cli import feed_tools

    sys.exit(feed_tools.keep(file, table, stream, login, credentials, seconds))


def play(
    file: Path | None = None,
    *,
    speed: float = 1.0,
    again: Annotated[bool, Parameter(negative="")] = False,
    broker: str = "auto",
    folder: Path = Path(".playback"),
) -> None:
    """Tell a recorded feed by a broker of its own: graphics can be built where there is no table.

    Parameters
    ----------
    file
        The recording; left out, one that comes with the program: eleven hands of a simulated final table.
    speed
        How many times as fast as it came.
    again
        Begin anew at its end, until it is ended with Ctrl-C.
    broker
        auto, nats or mosquitto.
    folder
        Where the broker keeps its files; credentials.json in it says where it is, and has the logins.

    """
    from table_controller.runtime.cli import feed_tools

    _check(speed)
    sys.exit(feed_tools.play_back(file, speed, broker, folder, again=again))


def overlay(
    *,
    table: str = "t1",
    stream: StreamName = "live",
    login: str = "",
    credentials: Path = CREDENTIALS,
    rehearse: Annotated[bool, Parameter(negative="")] = False,
    recording: Path | None = None,
    speed: float = 1.0,
    address: str = "127.0.0.1:8090",
) -> None:
    """Serve a table's graphics for OBS, vMix and any OGraf renderer, until it is ended with Ctrl-C.

    The page is at /, what it takes in its address is on the page "your first overlay". It runs beside the table or on
    the machine of OBS: there it needs the table's credentials.json, and no page ever holds a password.

    Parameters
    ----------
    table
        The table in the topics.
    stream
        live, or delayed: the hands that were released, with their hidden cards and what they win.
    login
        Who listens; overlay, or producer for the delayed stream, if left out.
    credentials
        The file credentials.json, or its folder.
    rehearse
        Without a table: eleven hands of a simulated final table, which come with the program.
    recording
        Without a table: this recording.
    speed
        How many times as fast as it came the recording is told.
    address
        Host and port that pages are served at; another host than 127.0.0.1 shows them to the network.

    """
    from table_controller.runtime.cli import overlay_server

    if rehearse or recording is not None:
        _check(speed)
        sys.exit(overlay_server.run_recording(recording, stream, speed, address))
    sys.exit(overlay_server.run(table, stream, login, credentials, address))


def _check(speed: float) -> None:
    if not 0 < speed <= MOST_SPEED:
        sys.exit(unusable(f"--speed {speed:g}: above 0, at most {MOST_SPEED:g}"))
