"""``cardspeak script`` and ``cardspeak replay``: which player plays, and who reads the report."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_bridge.simulator.profiles import profile_named
from firmware_bridge.vocabulary.values import replace
from table_controller.runtime.simulated.hardware_player import HardwarePlayer, HardwareSetup
from table_controller.scripts.header import Header
from table_controller.scripts.player import Player
from table_controller.scripts.replay import history_files, replay
from table_controller.scripts.report import rulebook_of, run_scripts, straight_player

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
    return run_scripts(paths, make, _line)


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
