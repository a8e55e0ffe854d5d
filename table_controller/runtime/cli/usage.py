"""What people get wrong when they start a table: looked at before anything runs, and said with what to do.

The processes behind a table start again whatever happens to them; a wrong name would be a wrong name for ever.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from cyclopts import CycloptsError

LONGEST_SOCKET_BYTES: Final = 107
"""The longest path of a Unix socket, `sun_path` of linux/un.h without its end."""

_SOCKETS: Final = ("bridge.sock", "display.sock")


class UsageError(ValueError):
    """What was typed or named cannot be used: says what, where, and what to do."""


def mistyped(problem: CycloptsError) -> str:
    """What the parser could not make of the words, in one line, and which help names those that there are."""
    command = " ".join(("cardspeak", *(problem.command_chain or ())))
    return f"{_mistake(problem)}; {command} --help says what there is"


def _mistake(problem: CycloptsError) -> str:
    from cyclopts import exceptions

    match problem:
        case exceptions.UnknownCommandError(unused_tokens=[word, *_]):
            return f"{word}: there is no such command"
        case exceptions.UnknownOptionError(token=token):
            return f"{token.keyword or token.value}: there is no such option"
        case exceptions.UnusedCliTokensError(unused_tokens=words):
            return f"{' '.join(words or ())}: not wanted here"
        case exceptions.MissingArgumentError(keyword=str(option)):
            return f"{option}: its value is missing"
        case exceptions.MissingArgumentError(argument=argument) if argument is not None:
            return f"{argument.name.removeprefix('--').upper()}: is missing"
        case exceptions.CoercionError(token=token, target_type=kind) if token is not None and kind in (int, float):
            named = token.keyword or (problem.argument.name.removeprefix("--").upper() if problem.argument else "")
            return f"{named} {token.value}: is no {'whole number' if kind is int else 'number'}"
        case _:
            return " ".join(str(problem).split()).rstrip(".")


def has_terminal() -> bool:
    """Whether a screen can be drawn here. All three streams: Textual draws on the error output."""
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") != "dumb"


def check_ports(ports: Sequence[str], *, begun: bool = False) -> None:
    """Raise `UsageError` for a port that was typed and is not there; one in the settings may come later.

    So may one of a table that has `begun`: nobody is locked out of a hand by a plug that is out. It is said.
    """
    for port in ports:
        missing = _missing(port)
        if missing and not begun:
            raise UsageError(f"--port {missing}")
        if missing:
            sys.stderr.write(f"cardspeak: --port {missing}; the table goes on without it until it is there\n")
        if not missing and not port.startswith("usb:") and not Path(port).is_char_device():
            raise UsageError(f"--port {port}: is no serial port")


def _missing(port: str) -> str:
    """What is to be said of a port that is not there; empty for one that is."""
    from firmware_bridge.ports.byte_ports import PortLost, find_usb  # brings pyserial: only here

    if port.startswith("usb:"):
        try:
            find_usb(port.removeprefix("usb:"))
        except PortLost as problem:
            return str(problem)
    elif not Path(port).exists():
        return (
            f"{port}: there is no such device: plug it in, or list devices with "
            f"`python -m serial.tools.list_ports -v`; cardspeak simulate prints its own"
        )
    return ""


def make_state_folder(state: Path) -> None:
    """Make the folder of journal, sockets and logs, for this user alone; raise `UsageError` if it cannot be used."""
    from firmware_bridge.vocabulary.whole_files import rights_trouble  # only here: the help needs none of it

    try:
        state.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"--state {state}: no folder can be made there: {problem.strerror}; name another") from None
    if not os.access(state, os.W_OK | os.X_OK):
        raise UsageError(f"--state {state}: this user may not write there; name another folder")
    if state.stat().st_mode & stat.S_ISVTX:  # as /tmp: nobody should be told to shut that
        raise UsageError(f"--state {state}: others use it too: name a folder of the table's own")
    if wrong := rights_trouble(state):
        raise UsageError(f"--state {state}: {wrong}")
    longest = max(len(os.fsencode(state / name)) for name in _SOCKETS)
    if longest > LONGEST_SOCKET_BYTES:
        raise UsageError(
            f"--state {state}: too long by {longest - LONGEST_SOCKET_BYTES} bytes for the path of a socket; "
            f"name a shorter one"
        )


def check_socket(socket: Path) -> None:
    """Raise `UsageError` for what cannot become a table's socket; one that is not there yet is waited for."""
    if not socket.parent.is_dir():
        raise UsageError(
            f"--socket {socket}: no table runs here, there is no folder {socket.parent}: start one with cardspeak run, "
            f"or name the socket in its state folder"
        )
    if socket.is_dir():
        raise UsageError(f"--socket {socket}: is a folder: name the socket in it, {socket / _SOCKETS[1]}")
    if socket.exists() and not socket.is_socket():
        raise UsageError(f"--socket {socket}: is no socket: a table's is called {_SOCKETS[1]}")
