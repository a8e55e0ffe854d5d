"""A command is what its console signed, or it is none."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.vocabulary.signed_commands import (
    LONGEST_BYTES,
    LONGEST_LIFE_S,
    Asked,
    CommandRefused,
    Console,
    SignedCommand,
    consoles_file,
    consoles_in,
    late,
    opened,
    public_key,
    read_signed,
    signed,
)
from firmware_bridge.vocabulary.values import replace

KEY: Final = b"k" * 32
FLOOR: Final = {"floor": Console("floor", public_key(KEY))}
ASKED: Final = Asked(
    "cardspeak/v1/rome/cmd/table/t7/penalty", "c-1", "floor", "floor", "00" * 8, 1000.0, "E1", 7, {"seat": 4}
)


def code_of(command: SignedCommand, consoles: dict[str, Console] = FLOOR) -> str:
    try:
        opened(command, consoles)
    except CommandRefused as no:
        return no.code
    return "opened"


def test_what_a_console_signed_is_read_as_it_was_meant() -> None:
    assert opened(read_signed(msgspec.json.encode(signed(ASKED, KEY))), FLOOR) == ASKED


@given(st.text(max_size=60))
def test_any_text_is_signed_in_plain_ascii(name: str) -> None:
    try:
        asked = replace(ASKED, data={"name": name})
        name.encode()
    except UnicodeEncodeError:  # half a pair of UTF-16 is no text
        return
    command = signed(asked, KEY)
    assert command.asked.isascii()
    assert command.asked.isprintable()
    assert opened(read_signed(msgspec.json.encode(command)), FLOOR) == asked


def test_no_sign_of_it_can_be_changed() -> None:
    command = signed(ASKED, KEY)
    for at, sign in enumerate(command.asked):
        other = chr(ord(sign) ^ 1)
        forged = command.asked[:at] + other + command.asked[at + 1 :]
        assert code_of(replace(command, asked=forged)) in {"wrong-signature", "unreadable", "unknown-client"}
    for at in range(len(command.signature)):
        other = "0" if command.signature[at] != "0" else "1"
        forged = command.signature[:at] + other + command.signature[at + 1 :]
        assert code_of(replace(command, signature=forged)) == "wrong-signature"


def test_a_signature_for_something_else_is_none() -> None:
    """The key of a console signs commands only: no text of another kind passes for one."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    text = msgspec.json.encode(ASKED).decode()
    bare = Ed25519PrivateKey.from_private_bytes(KEY).sign(text.encode()).hex()
    assert code_of(SignedCommand(text, bare)) == "wrong-signature"


@pytest.mark.parametrize(
    ("asked", "key", "code"),
    [
        (replace(ASKED, client="nobody"), KEY, "unknown-client"),
        (ASKED, b"x" * 32, "wrong-signature"),
        (replace(ASKED, role="producer"), KEY, "wrong-role"),
    ],
)
def test_who_asks_must_be_who_he_says(asked: Asked, key: bytes, code: str) -> None:
    assert code_of(signed(asked, key)) == code


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{}",
        b"[" * 3000,
        b'{"asked": "{}", "signature": "zz"}',
        msgspec.json.encode({"asked": "{}", "signature": "0" * 128, "more": 1}),
        msgspec.json.encode({"asked": "\u202e{}", "signature": "0" * 128}),
    ],
)
def test_what_is_no_command_is_refused(text: bytes) -> None:
    with pytest.raises(CommandRefused, match=r"unreadable|too-large"):
        read_signed(text)


def test_the_longest_command_and_one_that_is_longer() -> None:
    bare = len(msgspec.json.encode(SignedCommand("", "0" * 128)))
    for size, fits in ((LONGEST_BYTES - 1, True), (LONGEST_BYTES, True), (LONGEST_BYTES + 1, False)):
        text = msgspec.json.encode(SignedCommand("x" * (size - bare), "0" * 128))
        assert len(text) == size
        if fits:
            read_signed(text)
        else:
            with pytest.raises(CommandRefused, match="too-large"):
                read_signed(text)


def test_it_holds_for_a_minute_at_most() -> None:
    assert late(ASKED, 999.9) == ""
    assert late(ASKED, 1000.0) == "expired"
    assert late(ASKED, 1000.0 - LONGEST_LIFE_S) == ""
    assert late(ASKED, 999.9 - LONGEST_LIFE_S) == "expiry-too-far"


def test_the_file_of_consoles() -> None:
    assert consoles_in(consoles_file(FLOOR)) == FLOOR
    for damaged in (b"", b"{", b'{"floor": {"role": "overlay", "key": ""}}', b"\xff"):
        assert consoles_in(damaged) == {}
