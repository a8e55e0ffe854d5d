"""The settings of MQTT, ``broker.toml``: read strictly, and made into a broker and its bounds of delivery."""

from __future__ import annotations

import dataclasses
import re
import ssl
import tomllib
from collections.abc import Callable, Iterable
from functools import partial
from ipaddress import IPv4Address
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec

from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.whole_files import read_setting, read_setting_toml, rights_trouble
from table_controller.broadcast.broker_configs import Tls
from table_controller.broadcast.brokers import ENGINES, Broker, broker_for, own_engines
from table_controller.broadcast.courier import Delivery
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.endpoints import LOOPBACK, Endpoint, endpoint_of_url, is_loopback
from table_controller.broadcast.own_broker import OwnBroker
from table_controller.broadcast.rights import CLIENTS, DELAYED_FEED, Account, own_accounts
from table_controller.vocabulary.settings_faults import settings_fault

Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
ClientRole = Literal["overlay", "overlay-delayed", "producer", "floor", "technician", "recorder"]

ORIGINS: Final = ("http://127.0.0.1:8090", "http://localhost:8090")
"""Pages that may use the WebSocket where nothing else is written: those that this machine serves at port 8090."""
_NAME: Final = re.compile(r"[A-Za-z0-9.-]+")
_ORIGIN: Final = re.compile(r"https?://[A-Za-z0-9.-]+(:[0-9]{1,5})?")


class BrokerSettingsError(ValueError):
    """The file cannot be used: names file, key and reason."""


def _shipped_accounts() -> dict[str, ClientRole]:
    return msgspec.convert({one.name: one.role for one in CLIENTS}, dict[str, ClientRole])


class Listen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name or address of this machine in the venue's network, and the files that prove it to clients."""

    host: str
    certificate: str
    key: str
    ca: str | None = None

    def tls(self) -> Tls:
        """The files, seen to be there, to fit and to be as private as a key is; raise `BrokerSettingsError`."""
        certificate, key = Path(self.certificate), Path(self.key)
        ca = Path(self.ca) if self.ca is not None else None
        for name, path in (("certificate", certificate), ("key", key), ("ca", ca)):
            if path is not None and not path.is_file():
                raise BrokerSettingsError(f"{name}: there is no file {path}")
        try:
            if wrong := rights_trouble(key):
                raise BrokerSettingsError(f"key: {wrong}")
            context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
            context.load_cert_chain(certificate, key, password="")  # one with a password would ask the terminal for it
        except ssl.SSLError as problem:
            raise BrokerSettingsError(
                f"certificate {certificate} and key {key} are no pair of PEM files ({problem.reason or problem})"
            ) from None
        except OSError as problem:
            raise BrokerSettingsError(f"certificate {certificate} or key {key} cannot be read: {problem}") from None
        check_authority("ca", ca)
        return Tls(certificate.resolve(), key.resolve(), ca.resolve() if ca is not None else None)

    def address(self) -> str:
        """The host, which clients must be able to name, too; raise `BrokerSettingsError`."""
        try:
            number = IPv4Address(self.host)
        except ValueError:
            if _NAME.fullmatch(self.host) and not is_loopback(self.host):
                return self.host
        else:
            if not number.is_unspecified and not number.is_loopback:
                return self.host
        raise BrokerSettingsError(
            f"host: {self.host!r} is no name or IPv4 address of this machine in the venue's network: write the "
            "one that stands in the certificate"
        )


class BrokerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``config/broker.toml`` explains, key by key."""

    broker: str = "auto"
    mqtt_port: Port = 0
    websocket: bool = True
    websocket_port: Port = 0
    origins: tuple[str, ...] = ORIGINS
    password_file: str | None = None
    delayed_login: str | None = None
    delayed_password_file: str | None = None
    ca_file: str | None = None
    recorder: str | None = None
    consoles: str | None = None
    window: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20
    bound: Annotated[int, msgspec.Meta(ge=2000, le=1_000_000)] = 20_000
    accounts: dict[str, ClientRole] = msgspec.field(default_factory=_shipped_accounts)
    listen: Listen | None = None

    @property
    def delivery(self) -> Delivery:
        """Bounds for the publisher."""
        return Delivery(self.window, self.bound, self.recorder)

    def broker_at(self, directory: Path) -> Broker:
        """The broker these settings mean, as the controller sees it; the table's own has its files in `directory`.

        Raises `ValueError`, `OSError`.
        """
        password = _password("password_file", self.password_file)
        ca_file = Path(self.ca_file) if self.ca_file else None
        check_authority("ca_file", ca_file)
        return broker_for(self.broker, directory, password=password, ca_file=ca_file)

    def delayed_at(self, directory: Path) -> Callable[[], Endpoint | None] | None:
        """Where the delayed feed logs in, None where these settings give it no login; raise `ValueError`, `OSError`.

        At the table's own broker (its files are in `directory`) it has one, which comes and goes with the broker.
        """
        if self.broker == "off":
            return None
        if self.broker in ENGINES:
            return partial(OwnBroker(directory).endpoint, DELAYED_FEED) if own_engines(self.broker) else None
        if self.delayed_login is None:
            return None
        password = _password("delayed_password_file", self.delayed_password_file)
        place = endpoint_of_url(self.broker, password=password, ca_file=Path(self.ca_file) if self.ca_file else None)
        feed = dataclasses.replace(place, username=self.delayed_login)
        return lambda: feed

    def _opened(self) -> tuple[str, Tls | None]:
        if self.listen is None:
            return LOOPBACK, None
        try:
            return self.listen.address(), self.listen.tls()
        except BrokerSettingsError as problem:
            raise BrokerSettingsError(f"listen: {problem}") from None

    def own_broker(self, directory: Path, venue: str, table: str) -> EmbeddedBroker | None:
        """The broker that the table starts for itself, None where these settings mean another or none.

        Raises `ValueError`, `OSError`.
        """
        clashing = sorted(self.accounts.keys() & {account.name for account in own_accounts(table)})
        if clashing:
            raise BrokerSettingsError(f"accounts: {', '.join(clashing)} is an account of the table itself")
        if self.recorder is not None and self.recorder not in self.accounts and self.broker in {"auto", "nats"}:
            raise BrokerSettingsError(f"recorder: {self.recorder} is not among the accounts")
        if self.websocket and not self.origins:
            raise BrokerSettingsError("origins: name the pages that may use the WebSocket, or set websocket = false")
        check_origins(self.origins)
        engines = own_engines(self.broker)
        if not engines:
            return None
        place = Place(
            directory,
            venue,
            table,
            self.mqtt_port,
            self.websocket_port if self.websocket else None,
            tuple(Account(name, role) for name, role in self.accounts.items()),
            self.origins,
            *self._opened(),
        )
        return EmbeddedBroker(place, engines)


def check_authority(key: str, path: Path | None) -> None:
    """Raise `BrokerSettingsError` for a file that holds no certificate of an authority."""
    if path is None:
        return
    if not path.is_file():
        raise BrokerSettingsError(f"{key}: there is no file {path}")
    try:
        ssl.create_default_context(cafile=path)
    except (ssl.SSLError, OSError) as problem:
        why = getattr(problem, "reason", None) or problem
        raise BrokerSettingsError(f"{key}: {path} is no PEM file with certificates ({why})") from None


def _password(key: str, file: str | None) -> str:
    """The password in its file, which nobody else may read; empty where the setting `key` names none."""
    if not file:
        return ""
    path = Path(file)
    try:
        if wrong := rights_trouble(path):
            raise BrokerSettingsError(f"{key}: {wrong}")
        return read_setting(path).strip()
    except OSError as problem:
        raise BrokerSettingsError(f"{key}: {path}: {problem.strerror}") from None


def check_origins(origins: Iterable[str]) -> None:
    """Raise `BrokerSettingsError` for what no page comes from."""
    if wrong := [origin for origin in origins if not _ORIGIN.fullmatch(origin)]:
        raise BrokerSettingsError(f"origins: {wrong[0]!r} is no origin of a page: write http://host:port, no more")


def read_broker_settings(path: Path) -> BrokerSettings:
    """Read the file; raise `BrokerSettingsError` that says what to change.

    Paths in it begin at its own folder.
    """
    try:
        return _beside(path.parent, msgspec.convert(read_setting_toml(path), BrokerSettings))
    except OSError as problem:
        raise BrokerSettingsError(f"{path}: cannot be read: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as problem:
        raise BrokerSettingsError(f"{path}: {settings_fault(problem)}") from None


def _beside(folder: Path, read: BrokerSettings) -> BrokerSettings:
    def of(path: str) -> str:
        return str(folder / path)

    def of_any(path: str | None) -> str | None:
        return None if path is None else of(path)

    listen = read.listen
    if listen is not None:
        found = of(listen.certificate), of(listen.key), of_any(listen.ca)
        listen = replace(listen, certificate=found[0], key=found[1], ca=found[2])
    return replace(
        read,
        password_file=of_any(read.password_file),
        delayed_password_file=of_any(read.delayed_password_file),
        ca_file=of_any(read.ca_file),
        consoles=of_any(read.consoles),
        listen=listen,
    )
