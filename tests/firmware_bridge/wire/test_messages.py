"""Messages: one table of cases read both ways, and junk that never raises."""

from __future__ import annotations

import binascii
from typing import Any

import pytest
from docs.protocol_words import EXAMPLES
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.vocabulary.values import replace
from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire import messages
from firmware_bridge.wire.messages import TYPES, BadMessage, ForeignHello, Received, decode, encode

HELLO = next(example for example in EXAMPLES if isinstance(example, messages.Hello))
SNAPSHOT = next(example for example in EXAMPLES if isinstance(example, messages.SnapshotPart))

MOST_TAGS = tuple(messages.TagRecord(bytes([tag]) * 8, 2**63 + tag, 2**32 - 1, 255) for tag in range(6))
CASES = (
    *EXAMPLES,
    replace(HELLO, zones=(), buttons=(), node="", unique_id=b"\0" * 255),
    replace(HELLO, node="Tisch Nummer fünf", reset_cause=255),
    replace(
        SNAPSHOT,
        generation=2**32 - 1,
        clock_us=2**64 - 1,
        cards=tuple(messages.CardsRecord(seat, 65535, MOST_TAGS) for seat in range(4)),
        counts=(),
        grams=tuple(messages.GramsRecord(4 + at, 255, (-(2**31), 2**31 - 1) * 6) for at in range(8)),
    ),
    messages.SnapshotPart(0, 0, 0, 1, (), (), (), 0, (), ()),
    messages.HostHello(specs.REFUSE, 9, 9, 0, 0, 0, "protocol-mismatch node=2.0 host=1.0"),
)
ROWS = {row[0]: row for row in specs.MESSAGES}
NUMBERS = {kind: number for number, kind in TYPES.items()}


def direction_of(message: object) -> str:
    return str(ROWS[NUMBERS[type(message)]][2])  # type: ignore[index]  # every case is a message


@pytest.mark.parametrize("message", CASES, ids=lambda message: type(message).__name__)
def test_each_case_is_written_and_read_back(message: messages.NodeMessage | messages.HostMessage) -> None:
    payload = encode(message, seq=65_535, flags=0x0F)
    assert len(payload) <= 1024
    assert decode(payload, direction_of(message)) == Received(65_535, 0x0F, message)


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_every_shorter_longer_or_returned_payload_is_refused(
    message: messages.NodeMessage | messages.HostMessage,
) -> None:
    payload, direction = encode(message, seq=2), direction_of(message)
    for size in range(len(payload)):
        assert isinstance(decode(payload[:size], direction), BadMessage), size
    assert decode(payload + b"\0\0", direction) == BadMessage("trailing bytes=2")
    back = specs.TO_NODE if direction == specs.TO_HOST else specs.TO_HOST
    assert decode(payload, back) == BadMessage(f"wrong-direction message={ROWS[payload[0]][1]}")
    assert decode(payload[:1] + b"\x10" + payload[2:], direction) == BadMessage("unknown-flags flags=16")


@given(st.integers(0, 255), st.binary(max_size=80), st.sampled_from([specs.TO_HOST, specs.TO_NODE]))
def test_junk_is_a_value_not_an_exception(number: int, junk: bytes, direction: str) -> None:
    check_reading(bytes([number]) + junk, direction)


def check_reading(payload: bytes, direction: str) -> None:
    """Whatever it is, it is refused with a reason or means exactly these bytes."""
    decoded = decode(payload, direction)
    match decoded:
        case BadMessage():
            assert decoded.reason
        case Received(message=ForeignHello()):
            assert payload[0] == specs.HELLO
        case Received(seq=seq, flags=flags, message=message):
            assert encode(message, seq, flags) == payload


@given(st.sampled_from(CASES), st.integers(0, 2000), st.integers(0, 255))
def test_a_damaged_message_is_refused_or_read_as_what_it_now_says(
    message: messages.NodeMessage | messages.HostMessage, place: int, byte: int
) -> None:
    damaged = bytearray(encode(message, seq=2))
    damaged[place % len(damaged)] = byte
    check_reading(bytes(damaged), direction_of(message))


def test_the_table_and_the_messages_have_the_same_fields() -> None:
    assert list(TYPES) == list(ROWS)
    for number, kind in TYPES.items():
        assert list(kind.__struct_fields__) == [name for name, _ in ROWS[number][3]]
    records: dict[Any, Any] = {
        messages.CardsRecord: specs.CARDS_RECORD,
        messages.CountsRecord: specs.COUNTS_RECORD,
        messages.GramsRecord: specs.GRAMS_RECORD,
        messages.TagRecord: dict(specs.CARDS_RECORD)["tags"][1],
        messages.ZoneSpec: dict(ROWS[specs.HELLO][3])["zones"][1],
        messages.ButtonSpec: dict(ROWS[specs.HELLO][3])["buttons"][1],
        messages.ScanErrors: dict(ROWS[specs.HEALTH][3])["scan_errors"][1],
    }
    for record, layout in records.items():
        assert list(record._fields) == [name for name, _ in layout]


def test_what_no_version_may_change_has_not_changed() -> None:
    lines = specs.schema_text().splitlines()
    assert lines[0] == "header id:u8 flags:u8 seq:u16"
    assert lines[1].startswith(
        "1 HELLO node-to-host protocol_major:u8 protocol_minor:u8 schema_crc:u32 boot_id:u32 unique_id:bytes "
        "node:str firmware:str "
    )
    assert (
        "129 HOST_HELLO host-to-node verdict:u8 protocol_major:u8 protocol_minor:u8 schema_crc:u32 session:u32 "
        "boot_id:u32 reason:str" in lines
    )
    assert binascii.crc32(specs.schema_text().encode()) == specs.SCHEMA_CRC


@pytest.mark.parametrize(("major", "schema"), [(2, specs.SCHEMA_CRC), (specs.PROTOCOL_MAJOR, 0x1A2B3C4D)])
def test_a_hello_of_another_version_is_read_as_far_as_versions_agree(major: int, schema: int) -> None:
    payload = encode(replace(HELLO, protocol_major=major, schema_crc=schema), seq=1)
    frozen = payload[: payload.index(b"0.1.0") + 5]
    for strange in (payload, frozen, frozen + b"what a later version says"):
        decoded = decode(strange, specs.TO_HOST)
        assert isinstance(decoded, Received)
        assert decoded.message == ForeignHello(major, 0, schema, HELLO.boot_id, HELLO.unique_id, "centre", "0.1.0")


def test_the_body_of_a_snapshot_begins_after_its_clock() -> None:
    early, late = (encode(replace(SNAPSHOT, clock_us=us, generation=us), 1) for us in (0, 2**32 - 1))
    assert early[specs.SNAPSHOT_BODY_AT :] == late[specs.SNAPSHOT_BODY_AT :]
    assert early[: specs.SNAPSHOT_BODY_AT] != late[: specs.SNAPSHOT_BODY_AT]
    assert len(encode(replace(SNAPSHOT, part=1), 1)[: specs.SNAPSHOT_BODY_AT]) == 4 + 4 + 8


@pytest.mark.parametrize(
    "unfit",
    [
        messages.ClockPing(2**64),
        messages.ClockPing(-1),
        messages.BuzzerCommand(1, 70_000, 0),
        messages.LampCommand(1, 1, "x" * 256, 1),
        replace(HELLO, buttons=(messages.ButtonSpec("next"),) * 256),
        ForeignHello(2, 0, 0, 0, b"", "", ""),
    ],
)
def test_values_that_do_not_fit_are_named(unfit: messages.NodeMessage | messages.HostMessage) -> None:
    with pytest.raises(ValueError, match=r"too long|format|range|only ever read"):
        encode(unfit, seq=0)


@pytest.mark.parametrize("present_us", [-1, -(10**9), 2**64])
def test_a_node_time_before_its_boot_is_refused_by_name(present_us: int) -> None:
    """Where `struct` would raise its own error, and MicroPython's would send another time without a word."""
    tags = specs.record_plan(specs.CARDS_RECORD)
    assert specs.pack_record(tags, (0, 50, ((b"u", 0, 0, 0),)))
    with pytest.raises(specs.UnfitValue, match=rf"{present_us} is out of range: the field holds 0 to"):
        specs.pack_record(tags, (0, 50, ((b"u", present_us, 0, 0),)))


def test_a_number_of_a_list_is_held_to_its_range() -> None:
    grams = specs.record_plan(specs.GRAMS_RECORD)
    assert specs.pack_record(grams, (0, 255, (-(2**31), 2**31 - 1)))
    for unfit in (-(2**31) - 1, 2**31):
        with pytest.raises(specs.UnfitValue, match="out of range"):
            specs.pack_record(grams, (0, 255, (unfit,)))


def test_bad_text_is_told() -> None:
    payload = encode(replace(HELLO, node="xx"), seq=0).replace(b"xx", b"\xff\xfe")
    assert decode(payload, specs.TO_HOST) == BadMessage("bad-text")
