"""``cardspeak broker config ENGINE``: the configuration that a venue's own broker needs."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Final

from table_controller.broadcast.broker_configs import Engine, Layout, config_files
from table_controller.broadcast.credentials import Login, new_client_id
from table_controller.broadcast.rights import ACCOUNTS
from table_controller.broadcast.topics import Topics

ENGINES: Final[dict[str, Engine]] = {"nats": "nats", "mosquitto": "mosquitto"}
PORTS: Final[dict[str, int]] = {"nats": 1883, "mosquitto": 1883}
NATIVE_PORT: Final = 4222
DIRECTORIES: Final[dict[str, Path]] = {"nats": Path("/var/lib/nats"), "mosquitto": Path("/etc/mosquitto/cardspeak")}


def print_config(engine: str, venue: str, table: str) -> int:
    """Print every file of the configuration under its name, with fresh passwords; the exit status."""
    if engine not in ENGINES:
        sys.stderr.write(f"cardspeak broker config: {engine}: it is one of {', '.join(ENGINES)}\n")
        return 2
    try:
        Topics(venue, table)
    except ValueError as problem:
        sys.stderr.write(f"cardspeak broker config: {problem}\n")
        return 2
    layout = Layout(venue, table, "127.0.0.1", PORTS[engine], NATIVE_PORT, None, DIRECTORIES[engine], ACCOUNTS)
    logins = {
        account.name: Login(account.role, secrets.token_urlsafe(24), new_client_id(account)) for account in ACCOUNTS
    }
    salts = {account.name: secrets.token_bytes(12) for account in ACCOUNTS}
    for name, text in config_files(ENGINES[engine], layout, logins, salts).items():
        sys.stdout.write(f"# ---- {layout.directory / name}\n{text}\n")
    sys.stdout.write("# ---- passwords and client ids, both secret, to hand out and then to forget\n")
    for name, login in logins.items():
        sys.stdout.write(f"# {name}  {login.password}  {login.client_id}\n")
    return 0
