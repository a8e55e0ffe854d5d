"""What the consoles of floor, producer and technician ask of a table over MQTT: signed, short-lived, for one table.

A command is a JSON text and its signature (Ed25519, RFC 8032) by the key of the console that asks. It names the topic
it goes to, and so venue, table and verb; who asks, and in which role; and what was on the screen when it was decided.
A broker that is not trusted can lose one. It can neither make one nor turn one into another.

Table and bridge look at it on their own, each with its own copy of the consoles' public keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from msgspec import Meta, Struct

from firmware_bridge.vocabulary.untrusted import read_json

ConsoleRole: TypeAlias = Literal["producer", "floor", "technician"]
"""Who may ask for anything at all."""

KEY_BYTES: Final = 32
LONGEST_BYTES: Final = 2048
"""Of a whole command, signature and all."""
LONGEST_LIFE_S: Final = 60.0
"""No command may hold for longer from the moment at which it is read."""
_SAID: Final = b"cardspeak-command-1\n"

Level = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}$")]
"""What may stand as a level of a topic."""


class Asked(Struct, frozen=True, forbid_unknown_fields=True):
    """What is signed. `expires_s` are seconds since 1970 (UTC).

    `epoch` and `n` name the state that it was decided on: the journal, and the last message that was known of it.
    """

    to: Annotated[
        str,
        Meta(max_length=160, description="The topic that it is sent to: with it, venue, table and verb are signed."),
    ]
    id: Annotated[Level, Meta(description="The client's name for it: the answer comes under it. Each is used once.")]
    client: Annotated[Level, Meta(description="The login of the console that asks.")]
    role: Annotated[ConsoleRole, Meta(description="The role in which it asks.")]
    nonce: Annotated[
        str, Meta(pattern=r"^[0-9a-f]{16,64}$", description="Random, hexadecimal; each is used once, too.")
    ]
    expires_s: Annotated[
        float, Meta(ge=0, description="Until when it holds, in seconds since 1970 (UTC): 60 s from now at most.")
    ]
    epoch: Annotated[str, Meta(max_length=32, description="The `epoch` of the state that it was decided on.")]
    n: Annotated[int, Meta(ge=0, description="The `as_of` of that state, or the `n` of a later event.")]
    data: Annotated[dict[str, Any], Meta(description="What is asked for: see the verb.")]


class SignedCommand(Struct, frozen=True, forbid_unknown_fields=True):
    """A request of a console: the text that is signed, and its signature."""

    asked: Annotated[
        str,
        Meta(
            max_length=LONGEST_BYTES,
            pattern=r"^[\x20-\x7e]*$",
            description="A JSON object, as text in printable ASCII: who asks, for what, decided on which state.",
        ),
    ]
    signature: Annotated[
        str,
        Meta(
            pattern=r"^[0-9a-f]{128}$",
            description="Ed25519 over `cardspeak-command-1`, a line feed, and that text; hexadecimal.",
        ),
    ]


class Console(Struct, frozen=True):
    """What a table knows of a console: its role, and the public `key` by which its commands are checked."""

    role: ConsoleRole
    key: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


Consoles: TypeAlias = Mapping[str, Console]
"""Consoles by login."""


class CommandRefused(ValueError):
    """A command that is none: a code that says why, and what can be said of its sender, which proves nothing."""

    def __init__(self, code: str, asked: Asked | None = None) -> None:
        super().__init__(code)
        self.code, self.asked = code, asked


def public_key(secret: bytes) -> str:
    """The public half of a console's key, hexadecimal."""
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def signed(asked: Asked, secret: bytes) -> SignedCommand:
    """The command as the console sends it."""
    text = _in_ascii(msgspec.json.encode(asked).decode())
    return SignedCommand(text, Ed25519PrivateKey.from_private_bytes(secret).sign(_SAID + text.encode()).hex())


def _in_ascii(text: str) -> str:
    """JSON with every other sign as an escape: pairs of UTF-16 units above U+FFFF."""
    if text.isascii() and text.isprintable():
        return text
    units = ((one, one.encode("utf-16-be").hex()) for one in text)
    return "".join(
        one if " " <= one <= "~" else "".join(f"\\u{code[at : at + 4]}" for at in range(0, len(code), 4))
        for one, code in units
    )


def read_signed(payload: bytes) -> SignedCommand:
    """The outer half of a command; raise `CommandRefused`."""
    if len(payload) > LONGEST_BYTES:
        raise CommandRefused("too-large")
    try:
        return read_json(payload, SignedCommand)
    except msgspec.DecodeError:
        raise CommandRefused("unreadable") from None


def opened(command: SignedCommand, consoles: Consoles) -> Asked:
    """What one of the `consoles` asks for, seen to be signed by it and in its role; raise `CommandRefused`."""
    try:
        asked = read_json(command.asked.encode(), Asked)
    except msgspec.DecodeError:
        raise CommandRefused("unreadable") from None
    console = consoles.get(asked.client)
    if console is None:
        raise CommandRefused("unknown-client", asked)
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(console.key))
        key.verify(bytes.fromhex(command.signature), _SAID + command.asked.encode())
    except (ValueError, InvalidSignature):
        raise CommandRefused("wrong-signature", asked) from None
    if asked.role != console.role:
        raise CommandRefused("wrong-role", asked)
    return asked


def late(asked: Asked, wall_s: float) -> str:
    """Why a command cannot be taken at this moment (seconds since 1970): ``expired``, ``expiry-too-far``, or ""."""
    if asked.expires_s <= wall_s:
        return "expired"
    return "expiry-too-far" if asked.expires_s > wall_s + LONGEST_LIFE_S else ""


def consoles_file(consoles: Consoles) -> bytes:
    """The file of the consoles that a table listens to. Nothing in it is secret; who may write it may command."""
    return msgspec.json.format(msgspec.json.encode(dict(sorted(consoles.items())))) + b"\n"


def consoles_in(written: bytes) -> Consoles:
    """The consoles that such a file names; none where it cannot be read: then nobody commands."""
    try:
        return read_json(written, dict[str, Console])
    except msgspec.DecodeError:
        return {}
