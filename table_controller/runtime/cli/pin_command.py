"""``cardspeak pin``: the floor sets its PIN, at a terminal, without showing it."""

from __future__ import annotations

import getpass
import sys
from pathlib import Path

from table_controller.runtime.processes.finishing import unusable

CONFIG = Path("config/table.toml")


def pin(*, config: Path = CONFIG, remove: bool = False) -> None:
    """Set the floor's PIN: it is asked for before a ruling that moves chips, seats or the clock.

    Parameters
    ----------
    config
        The table's settings; the PIN is kept as a hash beside them.
    remove
        Ask for no PIN any more.

    """
    from table_controller.runtime.processes.floor_pin import FLOOR  # brings the engine: only here

    sys.exit(set_pin(config.parent / FLOOR, remove=remove))


def set_pin(path: Path, *, remove: bool) -> int:
    """Ask for a PIN twice and keep it at `path`, or remove it; the exit status."""
    from table_controller.runtime.processes.floor_pin import keep, write_pin

    if not path.parent.is_dir():
        return unusable(f"--config: there is no folder {path.parent} to keep a PIN in")
    try:
        if remove:
            path.unlink(missing_ok=True)
            _say(f"No PIN is kept at {path} any more. A running table asks for it until its next start.")
            return 0
        if not sys.stdin.isatty():
            return unusable("pin: it is typed at a terminal, not read from a file or a pipe")
        first = getpass.getpass("The floor's new PIN (4 to 12 digits): ")
        kept = keep(first)
        if getpass.getpass("The same again: ") != first:
            return unusable("pin: these were two different ones; nothing is changed")
        write_pin(path, kept)
    except ValueError as problem:
        return unusable(f"pin: {problem}; nothing is changed")
    except EOFError:
        return unusable("pin: nothing is changed")
    except OSError as problem:
        return unusable(f"{path}: cannot be written: {problem.strerror}")
    _say(f"The PIN is set; its hash is kept in {path}. A table asks for it from its next start on.")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
