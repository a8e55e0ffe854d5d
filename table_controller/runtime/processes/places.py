"""Where a table keeps its sockets and logs: what its processes know of one another."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from msgspec import Struct

JOURNAL: Final = "table.journal"
BRIDGE_SOCKET: Final = "bridge.sock"
DISPLAY_SOCKET: Final = "display.sock"
BROKER: Final = "broker"
"""The folder of the table's own broker, and its process."""


class Places(Struct, frozen=True):
    """Where a table keeps its sockets, journal and logs."""

    state: Path

    @property
    def bridge(self) -> Path:
        """The bridge's socket."""
        return self.state / BRIDGE_SOCKET

    @property
    def display(self) -> Path:
        """The controller's socket for displays."""
        return self.state / DISPLAY_SOCKET

    def log(self, name: str) -> Path:
        """The log file of a process."""
        return self.state / f"{name}.log"
