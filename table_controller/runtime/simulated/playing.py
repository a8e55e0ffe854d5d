"""``cardspeak script`` and ``cardspeak replay``: which player plays, and who reads the report."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_bridge.simulator.profiles import profile_named
from firmware_bridge.vocabulary.values import replace
from table_controller.runtime.simulated.hardware_player import HardwarePlayer, HardwareSetup
from table_controller.scripts import follow
from table_controller.scripts.header import Header
from table_controller.scripts.player import Player
from table_controller.scripts.replay import history_files, replay
from table_controller.scripts.report import FAILED, rulebook_of, run_scripts, straight_player
from table_controller.scripts.unreadable import UnreadableError

THROUGH: Final = ("engine", "hardware")
UNREADABLE: Final = 2


class HardwarePlayers(Struct, frozen=True):
    """Makes a player that moves simulated hardware; can be sent to other processes."""

    setup: HardwareSetup

    def __call__(self, header: Header) -> Player:
        """A fresh table for a script; each script has faults of its own, the same ones every time."""
        setup = self.setup
        if setup.faults is not None:
            setup = replace(setup, seed=zlib.crc32(f"{setup.seed}/{header.title}".encode()))
        return HardwarePlayer(rulebook_of(header), setup)


def play_scripts(paths: Sequence[Path], through: str, seed: int, faults: str | None = None) -> int:
    """Play table scripts and report; the exit status."""
    setup = _setup("script", through, HardwareSetup(seed=seed), faults)
    if setup is None:
        return UNREADABLE
    make = _maker(through, setup)
    if make is None or not paths:
        return _usage("script", through)
    return run_scripts(paths, make, _line, straight_player if setup.faults is not None else None)


def play_stepwise(paths: Sequence[Path], through: str, faults: str | None, source: str | None) -> int:
    """Answer line by line: the standard input if `source` is ``-``, the lines of one file if it is None; the status.

    Whoever reads the answers may stop reading: then this ends too.
    """
    try:
        return _stepwise(paths, through, faults, source)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # or the last flush complains
        return FAILED


def _stepwise(paths: Sequence[Path], through: str, faults: str | None, source: str | None) -> int:
    if through != "engine" or faults is not None:
        return _misused("--follow and --trace play straight into the rules: leave out --through and --faults")
    if source is None:
        if len(paths) != 1:
            return _misused("--trace plays one file")
        try:
            return follow.trace(paths[0], _line)
        except UnreadableError as problem:
            sys.stderr.write(f"{problem}\n")
            return UNREADABLE
    if source != "-" or paths:
        return _misused("--follow - reads the standard input, and no file beside it")
    return follow.follow(_standard_input(), _line)


def _standard_input() -> Iterator[str]:
    """Lines as they come; what is no UTF-8 is shown as such, and no line of a script."""
    for line in sys.stdin.buffer:
        yield line.decode("utf-8", errors="replace")


def _misused(reason: str) -> int:
    sys.stderr.write(f"cardspeak script: {reason}\n")
    return UNREADABLE


def replay_hands(
    paths: Sequence[Path], through: str, jobs: int | None, seed: int, *, drop_frames: bool, faults: str | None = None
) -> int:
    """Replay hand histories and report; the exit status."""
    setup = _setup("replay", through, HardwareSetup(seed=seed, drop_frames=drop_frames), faults)
    if setup is None:
        return UNREADABLE
    make = _maker(through, setup)
    if make is None or not paths:
        return _usage("replay", through)
    if drop_frames and through != "hardware":
        sys.stderr.write("cardspeak replay: there are no frames to drop: add --through hardware\n")
        return UNREADABLE
    if jobs is not None and jobs < 1:
        sys.stderr.write(f"cardspeak replay: --jobs {jobs}: one process at least\n")
        return UNREADABLE
    for path in paths:
        if not history_files(path):
            sys.stderr.write(
                f"cardspeak replay: {path} holds no .phh file: name a folder of hand histories, or files\n"
            )
            return UNREADABLE
    return replay(paths, make, _line, jobs if jobs is not None else os.cpu_count() or 1)


def _setup(command: str, through: str, setup: HardwareSetup, faults: str | None) -> HardwareSetup | None:
    """The set-up with the faults of that name; None, with a word on why, if they cannot be played."""
    if faults is None:
        return setup
    if through != "hardware":
        sys.stderr.write(f"cardspeak {command}: nothing to play --faults {faults} on: add --through hardware\n")
        return None
    try:
        return replace(setup, faults=profile_named(faults))
    except ValueError as problem:
        sys.stderr.write(f"cardspeak {command}: --faults: {problem}\n")
        return None


def _maker(through: str, setup: HardwareSetup) -> Callable[[Header], Player] | None:
    match through:
        case "engine":
            return straight_player
        case "hardware":
            return HardwarePlayers(setup)
        case _:
            return None


def _usage(command: str, through: str) -> int:
    if through in THROUGH:
        sys.stderr.write(f"cardspeak {command}: name at least one file or folder\n")
    else:
        sys.stderr.write(f"cardspeak {command}: --through {through}: it is one of {', '.join(THROUGH)}\n")
    return UNREADABLE


def _line(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
