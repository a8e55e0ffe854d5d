"""Writes `hardware_docs/protocol.md` from the table of messages: ``PYTHONPATH=tests python -m docs.protocol``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, Final

from docs.protocol_words import EXAMPLES, MEANINGS, PURPOSES

from firmware_bridge.node import session
from firmware_bridge.wire import frames, link
from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.clock_sync import FAST_PING_S, FAST_PINGS, PING_S
from firmware_bridge.wire.messages import TYPES, SnapshotRequest, encode

COMMAND: Final = "PYTHONPATH=tests python -m docs.protocol > hardware_docs/protocol.md"

_NUMBERS: Final[tuple[tuple[str, tuple[tuple[int, str], ...]], ...]] = (
    (
        "verdict of HOST_HELLO",
        ((specs.ASK, "say hello"), (specs.ACCEPT, "accepted"), (specs.REFUSE, "refused, see the reason")),
    ),
    (
        "kind of a zone",
        (
            (specs.CARDS_ZONE, "card antenna"),
            (specs.COUNTS_ZONE, "counts chips"),
            (specs.GRAMS_ZONE, "weighs chips"),
            (specs.PUCK_ZONE, "dealer button"),
            (specs.ALLIN_ZONE, "all-in button"),
        ),
    ),
    (
        "status of ACK",
        (
            (specs.DONE, "done"),
            (specs.WRONG_BOOT, "wrong boot: the node has started anew since"),
            (specs.UNKNOWN_TARGET, "no such lamp or zone"),
            (specs.BAD_VALUE, "a value out of range"),
        ),
    ),
    (
        "reset_cause of HELLO",
        (
            (specs.RESET_POWER, "power"),
            (specs.RESET_WATCHDOG, "watchdog"),
            (specs.RESET_SOFT, "software"),
            (specs.RESET_OTHER, "other"),
        ),
    ),
)

_KINDS: Final = """\
| kind | bytes |
|---|---|
| `u8` `u16` `u32` `u64` | 1, 2, 4, 8; unsigned, little-endian |
| `i32` | 4; signed, little-endian |
| `bytes` | a `u8` length, then the bytes |
| `str` | a `u8` length, then UTF-8 |
| `u8[...]` | a `u8` count, then as many numbers or records |
"""


def protocol_markdown() -> str:
    """The whole page."""
    return "\n".join((_opening(), _framing(), _conversation(), *_messages(), _numbers()))


def _opening() -> str:
    return f"""\
# The node protocol

Between a node (the microcontroller that reads antennas and trays) and the bridge on the host, over any serial
line. Generated from `firmware_bridge/wire/message_specs.py`; do not edit, run `{COMMAND}`.

Protocol {specs.PROTOCOL_MAJOR}.{specs.PROTOCOL_MINOR}, schema `{specs.SCHEMA_CRC:08x}`.
"""


def _framing() -> str:
    payload = encode(SnapshotRequest(), seq=0)
    return f"""\
## Frames

    COBS( payload, CRC-32 of the payload ) 00

- The checksum is CRC-32 as in zlib and Ethernet (polynomial 04C11DB7 reflected), 4 bytes, little-endian.
- COBS (Cheshire and Baker, 1999) takes every zero out of it, so 00 stands only between frames. After damage a
  receiver is in step again at the next 00.
- A payload has 1 to {frames.MAX_PAYLOAD_BYTES} bytes. A receiver drops a frame of more than
  {frames.MAX_ENCODED_BYTES} bytes before its 00.
- It drops and counts what is {", ".join(f"`{reason}`" for reason in frames.DROP_REASONS)}; nothing is answered to it.
- Both ends begin with a lone 00, which ends whatever half frame the other one may have read before.

The shortest message as bytes: payload `{payload.hex(" ")}`, frame `{frames.encode_frame(payload).hex(" ")}`.

## Payload

Every payload begins with a header, then come the fields of its message in the order of the tables below.

| field | kind | meaning |
|---|---|---|
| `id` | `u8` | which message |
| `flags` | `u8` | none are defined; a receiver drops a message with one of the upper four bits, and ignores the lower |
| `seq` | `u16` | counts the frames of one sender, so that the receiver knows what it missed; wraps |

{_KINDS}
A payload that ends early, has bytes left over, or travels in the wrong direction is dropped and counted as a bad
message.
"""


def _conversation() -> str:
    return f"""\
## A conversation

1. The node sends HELLO every {session.HELLO_US / 1e6:g} s. A host that hears none asks with HOST_HELLO every 0.5 s.
2. The host accepts it with HOST_HELLO, or refuses it with a reason: `protocol-mismatch node=2.0 host=1.0`,
   `schema-mismatch node=1a2b3c4d host=5e6f7a8b`, `bad-inventory zone=… problem=…`, or, where another node of the
   table has its zone, name or id, `zone-taken zone=… node=… port=…`. A refused node is quiet
   but for a HELLO every {session.REFUSED_HELLO_US / 1e6:g} s.
3. An accepted node sends SNAPSHOT at once, on every change and every {session.SNAPSHOT_US / 1e6:g} s, and HEALTH when \
it said nothing else
   for {session.HEARTBEAT_US / 1e6:g} s. Nothing it sends is repeated when lost: the next snapshot tells the same.
4. The host sends CLOCK_PING {FAST_PINGS} times {FAST_PING_S * 1e3:g} ms apart, then every {PING_S:g} s, and keeps the \
answer with the shortest way.
5. A command is repeated until its ACK comes: after {link.FIRST_WAIT_S * 1e3:g} ms, then twice as long each time, at \
most {link.LONGEST_WAIT_S:g} s, {link.TRIES} tries,
   at most {link.WINDOW} commands at once. A node carries out a number once and answers every repeat.
6. A node silent for {link.DOUBT_S:g} s is asked for a snapshot; for {link.DEGRADED_S:g} s it is degraded and its \
zones are out of sight; for {link.DOWN_S:g} s it is down.
   A node that hears no host for \
{session.HOST_SILENCE_US / 1e6:g} s turns lamps and
   buzzer off and says HELLO again.
"""


def _messages() -> Iterator[str]:
    examples = {type(example): example for example in EXAMPLES}
    for direction, title in ((specs.TO_HOST, "Node to host"), (specs.TO_NODE, "Host to node")):
        yield f"## {title}\n"
        for number, name, towards, fields in specs.MESSAGES:
            if towards == direction:
                example = examples[TYPES[number]]
                yield _message(number, name, fields, encode(example, seq=2), _whole(example))


def _whole(value: Any) -> str:
    """As a value prints itself, but for the made-up tag ids of the examples, which a record never prints."""
    names = getattr(value, "__struct_fields__", None) or getattr(value, "_fields", None)
    if names:
        return f"{type(value).__name__}({', '.join(f'{name}={_whole(getattr(value, name))}' for name in names)})"
    if isinstance(value, tuple):
        return f"({', '.join(map(_whole, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def _message(number: int, name: str, fields: Any, payload: bytes, example: str) -> str:
    rows = [f"| `{path}` | `{kind}` | {meaning} |" for path, kind, meaning in _rows(name, fields, "")]
    table = "\n".join(("| field | kind | meaning |", "|---|---|---|", *rows)) if rows else "No fields."
    return f"""\
### {name} ({number})

{PURPOSES[name]}

{table}

Example, with `seq` 2: `{example}`

    payload {_hex(payload)}
    frame   {_hex(frames.encode_frame(payload))}
"""


def _rows(message: str, fields: Any, prefix: str) -> Iterator[tuple[str, str, str]]:
    """Path, kind and meaning of each field, records after the list that holds them."""
    for name, kind in fields:
        path = prefix + name
        if isinstance(kind, str):
            yield path, kind, MEANINGS[message][path]
        elif isinstance(kind[1], str):
            yield path, f"{kind[0]}[{kind[1]}]", MEANINGS[message][path]
        else:
            yield path, f"{kind[0]}[...]", "records:"
            yield from _rows(message, kind[1], path + ".")


def _hex(data: bytes) -> str:
    """Hexadecimal, 24 bytes a line."""
    lines = [data[at : at + 24].hex(" ") for at in range(0, len(data), 24)]
    return "\n            ".join(lines)


def _numbers() -> str:
    lines = ["## Numbers\n"]
    for title, values in _NUMBERS:
        lines.append(f"- {title}: " + "; ".join(f"{number} {meaning}" for number, meaning in values))
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.stdout.write(protocol_markdown())
