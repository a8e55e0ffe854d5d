"""Passwords of the embedded broker: random, made at the first start, in one file that only its owner may read."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, TypeGuard, get_args
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.signed_commands import KEY_BYTES, Console, ConsoleRole, Consoles, public_key
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.whole_files import read_setting_bytes, rights_trouble, write_whole
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.rights import Account, Role

FILE_NAME: Final = "credentials.json"
CONSOLES: Final = "consoles.json"
"""What a table must know of those who may ask it for something: their roles and public keys."""


class Login(Struct, frozen=True):
    """One account's role and password; the name is the key it stands under.

    `client_id` is what a client that keeps a session connects with, and as secret as the password: a broker ends the
    connection of whoever has the id that comes anew. mosquitto binds ids to logins; NATS 2.15 does not.
    `signing_key` is there for consoles: 32 bytes, hexadecimal, by which they sign what they ask for (Ed25519).
    """

    role: Role
    password: str
    client_id: str = ""
    signing_key: str = ""


class Credentials(Struct, frozen=True):
    """What an operator needs to connect an overlay, a producer's console or a recorder.

    `ca_file` is the authority to trust, where the broker speaks `tls` and no authority of the system signed for it.
    """

    venue: str
    host: str
    mqtt_port: int
    websocket_url: str | None
    accounts: dict[str, Login]
    tls: bool = False
    ca_file: str | None = None


class CredentialsError(ValueError):
    """The credentials file cannot be used: which, and what to do."""


def read_credentials(directory: Path) -> Credentials | None:
    """The file, None where there is none yet; raise `CredentialsError` if it is unreadable."""
    return _read(directory / FILE_NAME, "remove the file to get new passwords")


def _read(file: Path, then: str) -> Credentials | None:
    try:
        return msgspec.json.decode(read_setting_bytes(file), type=Credentials)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise CredentialsError(f"{file}: {problem}; {then}") from None


def given_credentials(path: Path) -> Credentials:
    """The file at `path`, whatever its name, or in that folder, as whoever connects names it; raise `CredentialsError`.

    One that others may read is refused.
    """
    file = path / FILE_NAME if path.is_dir() else path
    known = _read(file, "copy it anew from the table")
    if known is None:
        raise CredentialsError(
            f"{path}: no {FILE_NAME} there. If the table has only just been started, wait for it and try again; else "
            "it lies in the table's state folder under broker, or where cardspeak broker config has written it"
        )
    if wrong := rights_trouble(file):
        raise CredentialsError(f"{file}: {wrong}")
    return known


def endpoint_of(known: Credentials, login: str) -> Endpoint:
    """The broker as a login of these credentials reaches it; raise `CredentialsError` for one that is not there."""
    if login not in known.accounts:
        raise CredentialsError(f"--login {login}: there is {', '.join(sorted(known.accounts))}")
    ca_file = Path(known.ca_file) if known.ca_file is not None else None
    return Endpoint(known.host, known.mqtt_port, login, known.accounts[login].password, known.tls, ca_file)


def load_logins(directory: Path, accounts: Iterable[Account]) -> dict[str, Login]:
    """Passwords from the file, with new ones for accounts it lacks; raise `CredentialsError` if it is unreadable."""
    found = read_credentials(directory)
    known = found.accounts if found is not None else {}
    logins: dict[str, Login] = {}
    for account in accounts:
        old, fresh = known.get(account.name), new_login(account)
        logins[account.name] = fresh if old is None else _completed(old, fresh)
    return logins


def _completed(old: Login, fresh: Login) -> Login:
    """A login that was given out before, with what it lacked; one that has another role now has other keys, too."""
    key = old.signing_key if old.role == fresh.role else ""
    return replace(
        old,
        role=fresh.role,
        client_id=old.client_id or fresh.client_id,
        signing_key=(key or fresh.signing_key) if fresh.signing_key else "",
    )


def consoles_of(logins: Mapping[str, Login]) -> Consoles:
    """The consoles among these logins, by the public halves of their keys."""
    known = {name: (login.role, login.signing_key) for name, login in logins.items() if login.signing_key}
    return {
        name: Console(role, public_key(bytes.fromhex(key))) for name, (role, key) in known.items() if is_console(role)
    }


def is_console(role: Role) -> TypeGuard[ConsoleRole]:
    """Whether who has this role may ask a table for anything."""
    return role in get_args(ConsoleRole)


def kept_ports(directory: Path) -> tuple[int, int]:
    """The ports for MQTT and WebSocket that overlays know from the file; 0 for one that it does not have."""
    try:
        known = read_credentials(directory)
        websocket = urlsplit((known.websocket_url if known is not None else None) or "").port or 0
    except ValueError:  # none that can be read: `load_logins` says so
        return 0, 0
    return (known.mqtt_port, websocket) if known is not None else (0, 0)


def new_login(account: Account) -> Login:
    """A password of 192 random bits, an id that nobody guesses (the name and 64 of them), and a console's key."""
    key = secrets.token_bytes(KEY_BYTES).hex() if is_console(account.role) else ""
    return Login(account.role, secrets.token_urlsafe(24), f"{account.name}-{secrets.token_hex(8)}", key)


def save_credentials(directory: Path, credentials: Credentials) -> None:
    """Write the file, mode 0600, whole or not at all."""
    write_whole(directory / FILE_NAME, msgspec.json.format(msgspec.json.encode(credentials)) + b"\n")
