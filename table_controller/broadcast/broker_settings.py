"""The settings of MQTT, ``broker.toml``: read strictly, and made into a broker and its bounds of delivery."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from firmware_bridge.vocabulary.untrusted import read_toml
from table_controller.broadcast.brokers import Broker, broker_for
from table_controller.broadcast.courier import Delivery
from table_controller.broadcast.embedded import Place
from table_controller.broadcast.rights import ACCOUNTS, OWN_ACCOUNTS, Account
from table_controller.vocabulary.settings_faults import settings_fault

Port = Annotated[int, msgspec.Meta(ge=0, le=65535)]
ClientRole = Literal["overlay", "overlay-delayed", "producer", "floor", "recorder"]


class BrokerSettingsError(ValueError):
    """The file cannot be used: names file, key and reason."""


def _shipped_accounts() -> dict[str, ClientRole]:
    own = {account.name for account in OWN_ACCOUNTS}
    return msgspec.convert({one.name: one.role for one in ACCOUNTS if one.name not in own}, dict[str, ClientRole])


class BrokerSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``config/broker.toml`` explains, key by key."""

    broker: str = "auto"
    mqtt_port: Port = 0
    websocket_port: Port | None = None
    password_file: str | None = None
    ca_file: str | None = None
    recorder: str | None = None
    window: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 20
    bound: Annotated[int, msgspec.Meta(ge=2000, le=1_000_000)] = 20_000
    accounts: dict[str, ClientRole] = msgspec.field(default_factory=_shipped_accounts)

    @property
    def delivery(self) -> Delivery:
        """Bounds for the publisher."""
        return Delivery(self.window, self.bound, self.recorder)

    def broker_at(self, directory: Path, venue: str, table: str) -> Broker:
        """The broker these settings mean, with its files in `directory`. Raises `ValueError`, `OSError`."""
        clients = tuple(Account(name, role) for name, role in self.accounts.items())
        clashing = sorted(self.accounts.keys() & {account.name for account in OWN_ACCOUNTS})
        if clashing:
            raise BrokerSettingsError(f"accounts: {', '.join(clashing)} is an account of the table itself")
        if self.recorder is not None and self.recorder not in self.accounts and self.broker in {"auto", "nats"}:
            raise BrokerSettingsError(f"recorder: {self.recorder} is not among the accounts")
        place = Place(directory, venue, table, self.mqtt_port, self.websocket_port, (*clients, *OWN_ACCOUNTS))
        password = Path(self.password_file).read_text(encoding="utf-8").strip() if self.password_file else ""
        return broker_for(self.broker, place, password=password, ca_file=Path(self.ca_file) if self.ca_file else None)


def read_broker_settings(path: Path) -> BrokerSettings:
    """Read the file; raise `BrokerSettingsError` that says what to change."""
    try:
        return msgspec.convert(read_toml(path.read_text(encoding="utf-8")), BrokerSettings)
    except OSError as problem:
        raise BrokerSettingsError(f"{path}: cannot be read: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as problem:
        raise BrokerSettingsError(f"{path}: {settings_fault(problem)}") from None
