"""Configuration of the brokers, as text: made from the same rights for each of them. No I/O.

What was learnt from measuring brokers stands beside the lines that it shaped.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from table_controller.broadcast.credentials import Credentials, Login, is_console
from table_controller.broadcast.endpoints import LOOPBACK, is_loopback
from table_controller.broadcast.rights import Account, rights_of

Engine: TypeAlias = Literal["nats", "mosquitto"]

MOST_CONNECTIONS: Final = 500
"""Connections at a time that a broker takes: a room's tables, consoles and overlays many times over."""


class Tls(Struct, frozen=True):
    """Certificate files of a listener; `ca_file` signed them, None where an authority of the system did."""

    certificate_file: Path
    key_file: Path
    ca_file: Path | None = None


class Layout(Struct, frozen=True):
    """One broker: where it listens, where it keeps its files, whom it serves.

    `native_port` is NATS's own protocol, which nobody has the right to use; `websocket_port` None means none, and
    `origins` are the pages that may use it: ``http://host:port`` each. `run_as` is the user that mosquitto keeps when
    it is started by root.
    """

    venue: str
    host: str
    mqtt_port: int
    native_port: int
    websocket_port: int | None
    directory: Path
    accounts: tuple[Account, ...]
    run_as: str = ""
    tls: Tls | None = None
    origins: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.tls is None and not is_loopback(self.host):
            raise ValueError(f"{self.host} can be reached from other machines: give certificate files, or 127.0.0.1")
        if self.websocket_port is not None and not self.origins:
            raise ValueError("a WebSocket without named origins lets any page in: name the pages that may use it")

    def listeners(self, engine: Engine, addresses: Iterable[str]) -> frozenset[tuple[str, int]]:
        """All that the engine may listen on; `addresses` are those that `host` means."""
        ports = {self.mqtt_port, *([self.websocket_port] if self.websocket_port else [])}
        native = {(LOOPBACK, self.native_port)} if engine == "nats" else set()
        return frozenset((address, port) for address in addresses for port in ports) | native


def config_files(
    engine: Engine, layout: Layout, logins: Mapping[str, Login], salts: Mapping[str, bytes]
) -> dict[str, str]:
    """The files of an engine by name, its configuration first; all are to be private. `salts`: 12 bytes an account.

    Raises `ValueError` for a WebSocket of mosquitto's, which lets pages of any origin in.
    """
    if engine == "nats":
        return {"nats.conf": nats_config(layout, logins)}
    if layout.websocket_port is not None:
        raise ValueError(
            "mosquitto lets pages of any origin in, and 2.0.11 opens the port on all addresses: take nats for a "
            "WebSocket, or put a web server of yours before it"
        )
    return {
        "mosquitto.conf": mosquitto_config(layout),
        "passwords": mosquitto_passwords(layout, logins, salts),
        "rights": mosquitto_rights(layout),
    }


def credentials_of(engine: Engine, layout: Layout, logins: Mapping[str, Login]) -> Credentials:
    """What an operator hands out: where the broker is, and these logins."""
    tls = layout.tls
    scheme, path = "ws" if tls is None else "wss", "/mqtt" if engine == "nats" else ""
    websocket = f"{scheme}://{layout.host}:{layout.websocket_port}{path}" if layout.websocket_port else None
    trusted = str(tls.ca_file) if tls is not None and tls.ca_file is not None else None
    return Credentials(layout.venue, layout.host, layout.mqtt_port, websocket, dict(logins), tls is not None, trusted)


def nats_config(layout: Layout, logins: Mapping[str, Login]) -> str:
    """A NATS server that speaks MQTT 3.1.1 to these accounts and nothing to anybody else."""
    native, mqtt = f"{LOOPBACK}:{layout.native_port}", f"{layout.host}:{layout.mqtt_port}"
    store = str(layout.directory / "store")
    lines = [
        'server_name: "cardspeak"',
        f"listen: {_quote(native)}",
        f"jetstream {{ store_dir: {_quote(store)}, max_file_store: 512MB }}",
        "max_payload: 64KB",
        f"max_connections: {MOST_CONNECTIONS}",
        f'mqtt {{ listen: {_quote(mqtt)}, stream_replicas: 1, ack_wait: "5s"{_nats_tls(layout)} }}',
    ]
    if layout.websocket_port:
        web = f"{layout.host}:{layout.websocket_port}"
        origins = f", allowed_origins: {_quote_all(layout.origins)}"
        lines.append(f"websocket {{ listen: {_quote(web)}{_nats_tls(layout) or ', no_tls: true'}{origins} }}")
    lines.append("accounts { CARDSPEAK { jetstream: { max_consumers: 10000 }, users: [")
    lines.extend(_nats_user(layout, account, logins[account.name].password) for account in layout.accounts)
    lines.append("] } }")
    return "\n".join(lines) + "\n"


def _nats_tls(layout: Layout) -> str:
    if layout.tls is None:
        return ""
    certificate, key = _quote(str(layout.tls.certificate_file)), _quote(str(layout.tls.key_file))
    return f", tls {{ cert_file: {certificate}, key_file: {key} }}"


def _nats_user(layout: Layout, account: Account, password: str) -> str:
    rights = rights_of(account, layout.venue)
    read = [subject for topic in rights.read for subject in _subjects(topic)]
    write = [_subject(topic) for topic in rights.write]
    # An empty allow-list would mean everything: who may write nothing is told so.
    publish = f"allow: {_quote_all(write)}" if write else 'deny: [">"]'
    # Rights on the native protocol would be a second way in.
    pages = account.role.startswith("overlay") or is_console(account.role)
    ways = ["MQTT", "MQTT_WS"] if pages else ["MQTT"]
    return (
        f"  {{ user: {_quote(account.name)}, password: {_quote(password)}, "
        f"allowed_connection_types: {_quote_all(ways)}, "
        f"permissions: {{ publish: {{ {publish} }}, subscribe: {{ allow: {_quote_all(read)} }} }} }}"
    )


def _subject(topic: str) -> str:
    return topic.replace("/", ".").replace("+", "*").replace("#", ">")


def _subjects(topic: str) -> tuple[str, ...]:
    """A filter that ends in ``#`` also means its parent, which NATS wants listed for itself."""
    return (_subject(topic[:-2]), _subject(topic)) if topic.endswith("/#") else (_subject(topic),)


def _quote(text: str) -> str:
    return msgspec.json.encode(text).decode()


def _quote_all(texts: Sequence[str]) -> str:
    return msgspec.json.encode(texts).decode()


def mosquitto_config(layout: Layout) -> str:
    """A mosquitto for the same accounts; its passwords and rights stand in two files beside it."""
    lines = [
        "per_listener_settings false",
        "allow_anonymous false",
        f"password_file {layout.directory / 'passwords'}",
        f"acl_file {layout.directory / 'rights'}",
        "persistence true",
        f"persistence_location {layout.directory}/",
        "autosave_on_changes true",
        "autosave_interval 1",
        "# the default of 1,000 drops messages to a slow subscriber without a word",
        "max_queued_messages 100000",
        "max_queued_bytes 268435456",
        "max_packet_size 65536",
        "persistent_client_expiration 7d",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
        "log_type notice",
        *([f"user {layout.run_as}"] if layout.run_as else []),
        *_mosquitto_listener(layout),
    ]
    return "\n".join(lines) + "\n"


def _mosquitto_listener(layout: Layout) -> list[str]:
    lines = [
        f"listener {layout.mqtt_port} {layout.host}",
        "# these stand after their listener: before one, each opens a plain port 1883 on all addresses",
        "use_username_as_clientid true",
        f"max_connections {MOST_CONNECTIONS}",
    ]
    if layout.tls is not None:
        lines += [
            f"certfile {layout.tls.certificate_file}",
            f"keyfile {layout.tls.key_file}",
            "tls_version tlsv1.2",
        ]
    return lines


def mosquitto_rights(layout: Layout) -> str:
    """The acl_file: allow-only."""
    lines: list[str] = []
    for account in layout.accounts:
        rights = rights_of(account, layout.venue)
        lines.append(f"user {account.name}")
        lines += [f"topic read {topic}" for topic in rights.read]
        lines += [f"topic write {topic}" for topic in rights.write]
    return "\n".join(lines) + "\n"


def mosquitto_passwords(layout: Layout, logins: Mapping[str, Login], salts: Mapping[str, bytes]) -> str:
    """The password_file: PBKDF2-SHA-512 with a fresh salt of 12 bytes for each account."""
    return "".join(
        f"{account.name}:{_mosquitto_hash(logins[account.name].password, salts[account.name])}\n"
        for account in layout.accounts
    )


def _mosquitto_hash(password: str, salt: bytes, rounds: int = 20_000) -> str:
    key = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, rounds)
    return f"$7${rounds}${base64.b64encode(salt).decode()}${base64.b64encode(key).decode()}"
