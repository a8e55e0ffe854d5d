"""``cardspeak broker config ENGINE``: a venue's own broker, for one table or a room of them."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from firmware_bridge.vocabulary.signed_commands import consoles_file
from firmware_bridge.vocabulary.whole_files import write_whole
from table_controller.broadcast.broker_configs import Engine, Layout, config_files, credentials_of
from table_controller.broadcast.broker_settings import BrokerSettingsError, Listen, check_origins
from table_controller.broadcast.credentials import (
    CONSOLES,
    CredentialsError,
    Login,
    consoles_of,
    load_logins,
    new_login,
    read_credentials,
    save_credentials,
)
from table_controller.broadcast.endpoints import LOOPBACK
from table_controller.broadcast.rights import CLIENTS, CONTROLLER, DELAYED_FEED, Account
from table_controller.broadcast.topics import Topics
from table_controller.runtime.processes.finishing import FAILED, UNUSABLE

ENGINES: Final[dict[str, Engine]] = {"nats": "nats", "mosquitto": "mosquitto"}
PLAIN_PORT: Final = 1883
TLS_PORT: Final = 8883
WEB_PORT: Final = 8083
WEB_TLS_PORT: Final = 8084
NATIVE_PORT: Final = 4222
DIRECTORIES: Final[Mapping[Engine, Path]] = {
    "nats": Path("/var/lib/nats"),
    "mosquitto": Path("/etc/mosquitto/cardspeak"),
}
"""Where the files are meant to stand when they are only printed."""


class Room(Struct, frozen=True):
    """What a venue wants of its broker: where it listens, for which tables, and the pages that may use a WebSocket.

    Without `host` it is this machine alone; `tls` are certificate and key, `ca` the authority that signed them, if the
    system does not know it. Without `pages` there is no WebSocket.
    """

    venue: str
    tables: tuple[str, ...]
    host: str
    tls: tuple[Path, Path] | None
    ca: Path | None
    pages: tuple[str, ...]

    @property
    def accounts(self) -> tuple[Account, ...]:
        """A login for each client, and two for each table: the second one is that of its delayed feed."""
        live = (Account(f"{CONTROLLER}-{table}", "controller", table) for table in self.tables)
        return (*CLIENTS, *live, *(Account(f"{DELAYED_FEED}-{table}", "delayed-feed", table) for table in self.tables))

    def layout(self, directory: Path) -> Layout:
        """The broker with its files in `directory`; raise `ValueError` that says what to change."""
        for table in self.tables:
            Topics(self.venue, table)
        if len(set(self.tables)) != len(self.tables):
            raise ValueError("--tables: name each table once")
        check_origins(self.pages)
        plain = not self.host
        if plain != (self.tls is None) or (plain and self.ca is not None):
            raise ValueError(
                "--host and --tls go together (and --ca): another machine is reached over TLS or not at all"
            )
        host, tls = LOOPBACK, None
        if self.tls is not None:
            certificate, key = map(str, self.tls)
            listen = Listen(self.host, certificate, key, str(self.ca) if self.ca is not None else None)
            host, tls = listen.address(), listen.tls()
        return Layout(
            self.venue,
            host,
            PLAIN_PORT if plain else TLS_PORT,
            NATIVE_PORT,
            (WEB_PORT if plain else WEB_TLS_PORT) if self.pages else None,
            directory,
            self.accounts,
            tls=tls,
            origins=self.pages,
        )


def make_config(engine: str, room: Room, into: Path | None) -> int:
    """Print the files of a broker, or write them `into` a folder; the exit status."""
    if engine not in ENGINES:
        return _refused(f"{engine}: it is one of {', '.join(ENGINES)}")
    try:
        if into is None:
            _print(ENGINES[engine], room)
        else:
            _write(ENGINES[engine], room, into.resolve())
    except (BrokerSettingsError, CredentialsError, ValueError) as problem:
        return _refused(str(problem))
    except OSError as problem:
        sys.stderr.write(f"cardspeak broker config: {problem}\n")
        return FAILED
    return 0


def _refused(why: str) -> int:
    sys.stderr.write(f"cardspeak broker config: {why}\n")
    return UNUSABLE


def _print(engine: Engine, room: Room) -> None:
    layout = room.layout(DIRECTORIES[engine])
    logins = {account.name: new_login(account) for account in room.accounts}
    for name, text in config_files(engine, layout, logins, _salts(room.accounts)).items():
        sys.stdout.write(f"# ---- {layout.directory / name}\n{text}\n")
    sys.stdout.write("# ---- passwords, client ids and consoles' keys, all secret, to hand out and then to forget\n")
    for name, login in logins.items():
        sys.stdout.write(f"# {name}  {login.password}  {login.client_id}  {login.signing_key}".rstrip() + "\n")


def _write(engine: Engine, room: Room, into: Path) -> None:
    """All files whole, each private; logins that the folder has already are kept, so that no consumer is cut off."""
    layout = room.layout(into)
    if into.exists() and not into.is_dir():
        raise ValueError(f"--into: {into} is no folder")
    _refuse_another(room, layout, into)
    logins = load_logins(into, room.accounts)
    files = config_files(engine, layout, logins, _salts(room.accounts))
    consoles = consoles_file(consoles_of(logins))
    into.mkdir(mode=0o700, parents=True, exist_ok=True)
    for table in room.tables:
        (into / table).mkdir(mode=0o700, exist_ok=True)
    for name, text in files.items():
        write_whole(into / name, text.encode())
    save_credentials(into, credentials_of(engine, layout, logins))
    written = [*files, "credentials.json"]
    for table in room.tables:
        written += _write_for_table(layout, table, logins, consoles)
    for name in written:
        sys.stdout.write(f"{into / name}\n")
    sys.stderr.write(
        f"The broker reads these files and its certificate's key as its own user: give them to it (for mosquitto: "
        f"chown -R mosquitto {into}), then start it again or send it SIGHUP. What lies in a table's folder belongs "
        f"beside that table's table.toml, which must say venue = \"{room.venue}\" and the table's name.\n"
    )


def _refuse_another(room: Room, layout: Layout, into: Path) -> None:
    """Raise `ValueError` where the folder is another broker's, or serves tables that are not named now.

    They would be cut off, and each would have to get new files.
    """
    found = read_credentials(into)
    if found is None:
        return
    if (found.venue, found.host, found.tls) != (room.venue, layout.host, layout.tls is not None):
        raise ValueError(
            f"--into: {into} is the broker of venue {found.venue} at {found.host}{' over TLS' if found.tls else ''}: "
            "give the same again, or name another folder"
        )
    served = {name.removeprefix(f"{CONTROLLER}-") for name, one in found.accounts.items() if one.role == "controller"}
    if left := sorted(served - set(room.tables)):
        raise ValueError(f"--tables: {into} serves {', '.join(left)}, too: name all of them, or they are cut off")


def _write_for_table(layout: Layout, table: str, logins: Mapping[str, Login], consoles: bytes) -> list[str]:
    """What lies beside a table's settings: where its broker is, its passwords, and the consoles that it listens to."""
    live, delayed = f"{CONTROLLER}-{table}", f"{DELAYED_FEED}-{table}"
    folder = layout.directory / table
    scheme = "mqtt" if layout.tls is None else "mqtts"
    lines = [
        f'broker = "{scheme}://{live}@{layout.host}:{layout.mqtt_port}"',
        'password_file = "mqtt.password"',
        f'delayed_login = "{delayed}"',
        'delayed_password_file = "mqtt-delayed.password"',
        f'consoles = "{CONSOLES}"',
    ]
    if layout.tls is not None and layout.tls.ca_file is not None:
        lines.append('ca_file = "ca.pem"')
        write_whole(folder / "ca.pem", layout.tls.ca_file.read_bytes())
    write_whole(folder / "broker.toml", ("\n".join(lines) + "\n").encode())
    write_whole(folder / "mqtt.password", logins[live].password.encode() + b"\n")
    write_whole(folder / "mqtt-delayed.password", logins[delayed].password.encode() + b"\n")
    write_whole(folder / CONSOLES, consoles)
    return [f"{table}/{name}" for name in ("broker.toml", "mqtt.password", "mqtt-delayed.password", CONSOLES)]


def _salts(accounts: Iterable[Account]) -> dict[str, bytes]:
    return {account.name: secrets.token_bytes(12) for account in accounts}
