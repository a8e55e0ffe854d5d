"""What a producer has chosen to be seen, in a file: `cardspeak overlay` that is started again has it still.

A small file of its own for each table, stream and address. One that cannot be read is as if there were none, and one
that cannot be written is told of once: graphics go on without it.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from firmware_bridge.vocabulary.untrusted import read_json
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.broadcast.pages import Show


class Choices:
    """The file of one table and stream; `say` is told in words what is wrong with it."""

    def __init__(self, path: Path, say: Callable[[str], None]) -> None:
        self._path, self._say = path, say
        self._told = False

    def read(self, graphics: frozenset[str]) -> Show:
        """What was chosen last, of graphics that there are; what is shown at first where nothing was."""
        try:
            show = msgspec.convert(read_json(self._path.read_bytes(), dict[str, Any]), Show)
        except FileNotFoundError:
            return Show()
        except (OSError, ValueError, msgspec.DecodeError, msgspec.ValidationError) as problem:
            self._say(f"{self._path}: what was chosen is not known any more: {problem}")
            return Show()
        return replace(show, off=tuple(name for name in show.off if name in graphics))

    def keep(self, show: Show) -> None:
        """Keep what was chosen now."""
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self._path, msgspec.json.encode(show))
        except OSError as problem:
            if not self._told:
                self._say(f"{self._path}: what is chosen now will not outlive this program: {problem.strerror}")
            self._told = True
