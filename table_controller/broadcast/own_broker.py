"""The broker that a table starts for itself, by what its process says of it in its folder: others read it there."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.broadcast.credentials import CredentialsError, read_credentials
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.rights import CONTROLLER

FILE_NAME: Final = "status.json"
STARTING: Final = "starting"


class BrokerStatus(Struct, frozen=True):
    """``ready nats 127.0.0.1:1883`` or another status (`EmbeddedBroker.status`), as process `pid` says it."""

    status: str
    pid: int


def write_status(directory: Path, status: BrokerStatus) -> None:
    """Write the file, whole or not at all; raise `OSError`."""
    write_whole(directory / FILE_NAME, msgspec.json.encode(status) + b"\n")


def read_status(directory: Path) -> BrokerStatus:
    """What the process of the broker said last; ``starting`` before it has said a word, or when it is gone."""
    try:
        found = msgspec.json.decode((directory / FILE_NAME).read_bytes(), type=BrokerStatus)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError):
        return BrokerStatus(STARTING, 0)
    return found if Path(f"/proc/{found.pid}").exists() else BrokerStatus(STARTING, 0)


class OwnBroker:
    """The broker that the table starts for itself, as the controller sees it: by what stands in its folder."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory

    def endpoint(self, account: str = CONTROLLER) -> Endpoint | None:
        """Where the controller, or another of the table's processes, logs in; None while the broker is not ready."""
        if not self.status().startswith("ready "):
            return None
        try:
            found = read_credentials(self._directory)
        except CredentialsError:  # damaged since: the broker has said so at its start, or will
            return None
        if found is None or (login := found.accounts.get(account)) is None:
            return None
        trusted = Path(found.ca_file) if found.ca_file else None
        return Endpoint(found.host, found.mqtt_port, account, login.password, found.tls, trusted)

    def status(self) -> str:
        """A code and facts for the screen."""
        return read_status(self._directory).status
