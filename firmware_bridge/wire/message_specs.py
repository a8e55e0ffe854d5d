"""The messages of the node protocol: one table, and the generic packing that reads it.

A message is a row ``(id, name, direction, fields)``; a field is ``(name, kind)``. Kinds:
``u8 u16 u32 u64 i32`` (little-endian), ``bytes`` and ``str`` (UTF-8) behind a u8 length, and lists
``(count, element)`` where `count` is ``u8`` or ``u16`` and `element` a number kind or the fields of a
record. Runs on host and nodes: only what CPython and MicroPython share.
What each field means stands in `tests/docs/protocol_words.py`, from which `hardware_docs/protocol.md` is made.
"""

import binascii
import struct

try:  # noqa: SIM105  # MicroPython has no contextlib.suppress
    from typing import Any
except ImportError:  # MicroPython has no typing, and never evaluates annotations
    pass

PROTOCOL_MAJOR = 1
PROTOCOL_MINOR = 0

TO_HOST = "node-to-host"
TO_NODE = "host-to-node"

HELLO, SNAPSHOT, HEALTH, ACK, CLOCK_REPLY = 1, 2, 3, 4, 5
HOST_HELLO, CLOCK_PING, SNAPSHOT_REQUEST, LAMP, BUZZER, SET_SCAN = 129, 130, 131, 132, 133, 134

# Verdicts of HOST_HELLO.
ASK, ACCEPT, REFUSE = 0, 1, 2

# Kinds of zone in HELLO.
CARDS_ZONE, COUNTS_ZONE, GRAMS_ZONE, PUCK_ZONE, ALLIN_ZONE = 1, 2, 3, 4, 5

# Reset causes in HELLO.
RESET_POWER, RESET_WATCHDOG, RESET_SOFT, RESET_OTHER = 0, 1, 2, 3

# Status of ACK.
DONE, WRONG_BOOT, UNKNOWN_TARGET, BAD_VALUE = 0, 1, 2, 3

NEVER_ABSENT = 0xFFFFFFFF
"""`gap_us` of a tag that no scan has missed since the node started, or not for over 71 minutes."""

PUCK_NOWHERE, PUCK_UNSENSED = 0, 255

MUST_KNOW_FLAGS = 0xF0
"""Flag bits that a receiver must understand or drop the message; unknown lower bits are ignored."""

SNAPSHOT_BODY_AT = 16
"""Where the content of a SNAPSHOT begins in its payload: after the header, `generation` and `clock_us`."""

HELLO_FROZEN_FIELDS = 7
"""The first fields of HELLO keep their layout in every version, so that a refusal can say who was refused."""

_ZONE = (
    ("zone", "str"),
    ("kind", "u8"),
    ("scan_period_ms", "u16"),
    ("max_tags", "u8"),
    ("denominations", ("u8", "u32")),
)
_TAG = (("uid", "bytes"), ("present_us", "u64"), ("gap_us", "u32"), ("unread_scans", "u8"))
CARDS_RECORD = (("zone", "u8"), ("scan_period_ms", "u16"), ("tags", ("u8", _TAG)))
COUNTS_RECORD = (("zone", "u8"), ("confidence", "u8"), ("counts", ("u8", "u16")))
GRAMS_RECORD = (("zone", "u8"), ("confidence", "u8"), ("centigrams", ("u8", "i32")))
_BOOT, _COMMAND_SEQ = ("boot_id", "u32"), ("command_seq", "u16")

HEADER = (("id", "u8"), ("flags", "u8"), ("seq", "u16"))
"""Opens every payload; `seq` counts the frames of one sender, so that the receiver sees what was lost."""

HEADER_BYTES = 4

MESSAGES = (
    (
        HELLO,
        "HELLO",
        TO_HOST,
        (
            ("protocol_major", "u8"),
            ("protocol_minor", "u8"),
            ("schema_crc", "u32"),
            ("boot_id", "u32"),
            ("unique_id", "bytes"),
            ("node", "str"),
            ("firmware", "str"),
            ("reset_cause", "u8"),
            ("simulated", "u8"),
            ("zones", ("u8", _ZONE)),
            ("buttons", ("u8", (("button", "str"),))),
        ),
    ),
    (
        SNAPSHOT,
        "SNAPSHOT",
        TO_HOST,
        (
            ("generation", "u32"),
            ("clock_us", "u64"),
            ("part", "u8"),
            ("parts", "u8"),
            ("cards", ("u8", CARDS_RECORD)),
            ("counts", ("u8", COUNTS_RECORD)),
            ("grams", ("u8", GRAMS_RECORD)),
            ("puck_seat", "u8"),
            ("allin_seats", ("u8", "u8")),
            ("presses", ("u8", "u16")),
        ),
    ),
    (
        HEALTH,
        "HEALTH",
        TO_HOST,
        (
            _BOOT,
            ("uptime_s", "u32"),
            ("drops", ("u8", "u16")),
            ("scan_errors", ("u8", (("zone", "u8"), ("errors", "u16")))),
        ),
    ),
    (ACK, "ACK", TO_HOST, (_BOOT, _COMMAND_SEQ, ("status", "u8"))),
    (CLOCK_REPLY, "CLOCK_REPLY", TO_HOST, (("host_us", "u64"), ("received_us", "u64"), ("sent_us", "u64"))),
    (
        HOST_HELLO,
        "HOST_HELLO",
        TO_NODE,
        (
            ("verdict", "u8"),
            ("protocol_major", "u8"),
            ("protocol_minor", "u8"),
            ("schema_crc", "u32"),
            ("session", "u32"),
            ("boot_id", "u32"),
            ("reason", "str"),
        ),
    ),
    (CLOCK_PING, "CLOCK_PING", TO_NODE, (("host_us", "u64"),)),
    (SNAPSHOT_REQUEST, "SNAPSHOT_REQUEST", TO_NODE, ()),
    (LAMP, "LAMP", TO_NODE, (_BOOT, _COMMAND_SEQ, ("lamp", "str"), ("lit", "u8"))),
    (BUZZER, "BUZZER", TO_NODE, (_BOOT, _COMMAND_SEQ, ("duration_ms", "u16"))),
    (SET_SCAN, "SET_SCAN", TO_NODE, (_BOOT, _COMMAND_SEQ, ("zone", "u8"), ("period_ms", "u16"))),
)
"""Every message of protocol 1, in the order of its id."""


def _kind_text(kind: "Any") -> str:
    if isinstance(kind, str):
        return kind
    count, element = kind
    inside = element if isinstance(element, str) else _fields_text(element)
    return f"{count}[{inside}]"


def _fields_text(fields: "Any") -> str:
    return " ".join([name + ":" + _kind_text(kind) for name, kind in fields])


def schema_text() -> str:
    """The table as canonical text: one line for the header and one for each message."""
    lines = ["header " + _fields_text(HEADER)]
    for number, name, direction, fields in MESSAGES:
        lines.append(f"{number} {name} {direction} {_fields_text(fields)}")
    return "\n".join(lines)


SCHEMA_CRC = binascii.crc32(schema_text().encode())
"""Tells two tables apart: both ends must have the same."""

# A plan is the fields of a record in a form quick to walk: steps (operation, argument, bytes).
_FIXED, _BLOB, _TEXT, _NUMBERS, _RECORDS = 0, 1, 2, 3, 4
_LETTERS = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i32": "i"}
_SIZES = {"u8": 1, "u16": 2, "u32": 4, "u64": 8, "i32": 4}
_RANGES = {
    "B": (0, (1 << 8) - 1),
    "H": (0, (1 << 16) - 1),
    "I": (0, (1 << 32) - 1),
    "Q": (0, (1 << 64) - 1),
    "i": (-(1 << 31), (1 << 31) - 1),
}


def _plan(fields: "Any") -> "Any":
    """Steps for `fields`; neighbouring numbers become one step."""
    steps: list[Any] = []
    letters, size = "", 0
    for kind in [field[1] for field in fields] + [None]:
        if kind in _LETTERS:
            letters += _LETTERS[kind]
            size += _SIZES[kind]
            continue
        if letters:
            steps.append((_FIXED, ("<" + letters, len(letters), [_RANGES[letter] for letter in letters]), size))
            letters, size = "", 0
        if kind == "bytes":
            steps.append((_BLOB, None, 1))
        elif kind == "str":
            steps.append((_TEXT, None, 1))
        elif kind is not None:
            count, element = kind
            counter = "<" + _LETTERS[count]
            if isinstance(element, str):
                letter = _LETTERS[element]
                steps.append((_NUMBERS, (counter, letter, _SIZES[element], [_RANGES[letter]]), _SIZES[count]))
            else:
                steps.append((_RECORDS, (counter, _plan(element)), _SIZES[count]))
    return tuple(steps)


_PLANS = {row[0]: _plan(row[3]) for row in MESSAGES}
_FROZEN_PLAN = _plan(MESSAGES[0][3][:HELLO_FROZEN_FIELDS])


class UnfitValue(ValueError):
    """A number that its field on the wire cannot hold: says which and how wide the field is.

    Also where packing itself would be silent about it: MicroPython's `struct` cuts such numbers off.
    """


def _fitting(ranges: "Any", numbers: "Any") -> "Any":
    """`numbers` as they are; raise `UnfitValue` for one that is not within its range, the lowest and the highest."""
    for (low, high), number in zip(ranges, numbers):  # noqa: B905  # MicroPython's zip knows no strict
        if not low <= number <= high:
            raise UnfitValue(f"{number} is out of range: the field holds {low} to {high}")
    return numbers


def record_plan(fields: "Any") -> "Any":
    """What `pack_record` needs for these fields."""
    return _plan(fields)


def pack_record(plan: "Any", values: "Any") -> bytes:
    """The bytes of `values`, one value for each field; a record that is already bytes stands for itself."""
    out: list[bytes] = []
    _pack(plan, values, out)
    return b"".join(out)


def _pack(plan: "Any", values: "Any", out: list[bytes]) -> None:
    at = 0
    for operation, what, size in plan:
        if operation == _FIXED:
            letters, width, ranges = what
            out.append(struct.pack(letters, *_fitting(ranges, values[at : at + width])))
            at += width
            continue
        value = values[at]
        at += 1
        if operation == _TEXT:
            value = value.encode()
        if len(value) >= 1 << (8 * size):
            raise ValueError(f"a list of {len(value)} is too long for its count")
        if operation == _NUMBERS:
            out.append(struct.pack(what[0], len(value)))
            out.append(struct.pack(f"<{len(value)}{what[1]}", *_fitting(what[3] * len(value), value)))
        elif operation == _RECORDS:
            out.append(struct.pack(what[0], len(value)))
            for record in value:
                if isinstance(record, bytes):
                    out.append(record)
                else:
                    _pack(what[1], record, out)
        else:
            out.append(bytes((len(value),)))
            out.append(value)


def pack_message(number: int, flags: int, seq: int, values: "Any") -> bytes:
    """The payload of message `number`; raise `UnfitValue` for a number, `ValueError` for a list that does not fit."""
    out = [struct.pack("<BBH", number, flags, seq)]
    _pack(_PLANS[number], values, out)
    return b"".join(out)


def unpack_header(payload: bytes) -> tuple[int, int, int]:
    """Id, flags and sequence number of a payload; raise `ValueError` if it is too short for a header."""
    if len(payload) < HEADER_BYTES:
        raise ValueError("truncated")
    number, flags, seq = struct.unpack_from("<BBH", payload, 0)
    return number, flags, seq


def unpack_message(payload: bytes) -> tuple["Any", ...]:
    """The values of a payload after its header; raise `ValueError` with a short reason for junk."""
    number, flags, _ = unpack_header(payload)
    if number not in _PLANS:
        raise ValueError(f"unknown-message id={number}")
    if flags & MUST_KNOW_FLAGS:
        raise ValueError(f"unknown-flags flags={flags}")
    values, at = _unpack(_PLANS[number], payload, HEADER_BYTES)
    if at != len(payload):
        raise ValueError(f"trailing bytes={len(payload) - at}")
    return values


def unpack_frozen_hello(payload: bytes) -> tuple["Any", ...]:
    """The fields of HELLO that no version changes; raise `ValueError` for junk."""
    values, _ = _unpack(_FROZEN_PLAN, payload, HEADER_BYTES)
    return values


def _unpack(plan: "Any", data: bytes, at: int) -> tuple[tuple["Any", ...], int]:
    values: list[Any] = []
    for operation, what, size in plan:
        end = at + size
        if end > len(data):
            raise ValueError("truncated")
        if operation == _FIXED:
            values.extend(struct.unpack_from(what[0], data, at))
            at = end
        elif operation == _RECORDS:
            count = struct.unpack_from(what[0], data, at)[0]
            at = end
            records = []
            for _ in range(count):
                record, at = _unpack(what[1], data, at)
                records.append(record)
            values.append(tuple(records))
        else:
            start = end
            if operation == _NUMBERS:
                counter, letter, width, _ = what
                count = struct.unpack_from(counter, data, at)[0]
            else:
                count, width = data[at], 1
            at = start + count * width
            if at > len(data):
                raise ValueError("truncated")
            if operation == _NUMBERS:
                values.append(struct.unpack_from(f"<{count}{letter}", data, start))
            elif operation == _BLOB:
                values.append(data[start:at])
            else:
                values.append(str(data[start:at], "utf-8"))
    return tuple(values), at
