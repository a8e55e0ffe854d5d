"""Where a broker is and how to log in there."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path
from socket import AF_INET, SOCK_STREAM, getaddrinfo
from typing import Final
from urllib.parse import unquote, urlsplit

LOOPBACK: Final = "127.0.0.1"
PORTS: Final = {"mqtt": 1883, "mqtts": 8883}


@dataclass(frozen=True, slots=True)
class Endpoint:
    """A broker's address and one login; `ca_file` None trusts the system's authorities."""

    host: str
    port: int
    username: str = ""
    password: str = field(default="", repr=False)
    tls: bool = False
    ca_file: Path | None = None


def is_loopback(host: str) -> bool:
    """Whether traffic to `host` stays in this machine."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def addresses_of(host: str) -> frozenset[str]:
    """The addresses of this machine or another that a name means; raise `OSError` where it means none."""
    return frozenset(str(found[4][0]) for found in getaddrinfo(host, None, AF_INET, SOCK_STREAM))


def endpoint_of_url(url: str, *, password: str = "", ca_file: Path | None = None) -> Endpoint:
    """Read ``mqtt://user@host:1883`` or ``mqtts://…``; `password` wins over one in the URL.

    Raises `ValueError` that says what to write; a password never travels in the clear to another machine.
    """
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname or parts.path not in {"", "/"}:
        raise ValueError(f"{_without_password(url)!r} is not a broker: write mqtt://host:1883 or mqtts://host:8883")
    secret = password or unquote(parts.password or "")
    tls = parts.scheme == "mqtts"
    if secret and not tls and not is_loopback(parts.hostname):
        raise ValueError(f"{parts.hostname} is another machine: a password may go there by mqtts:// only")
    port = parts.port or PORTS[parts.scheme]
    return Endpoint(parts.hostname, port, unquote(parts.username or ""), secret, tls, ca_file)


def _without_password(url: str) -> str:
    scheme, mark, rest = url.partition("://")
    return scheme + mark + rest.rpartition("@")[2]
