"""Firmware of another release: the same node, but its hello names another schema of messages."""

from __future__ import annotations

from typing import Final

from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.frames import DELIMITER, Deframer, encode_frame

_SCHEMA_AT: Final = 2
"""Place of the schema's checksum among the values of HELLO."""

OTHER_SCHEMA: Final = specs.SCHEMA_CRC ^ 0x5A5A5A5A
"""The checksum of a schema that this release does not speak."""


def in_other_schema(data: bytes) -> bytes:
    """The whole frames of `data` as firmware of another schema would send them: only its hellos differ."""
    if not data.count(DELIMITER):
        return data
    frames = [DELIMITER]
    for payload in Deframer().feed(data):
        number, flags, seq = specs.unpack_header(payload)
        if number != specs.HELLO:
            frames.append(encode_frame(payload))
            continue
        values = list(specs.unpack_message(payload))
        values[_SCHEMA_AT] = OTHER_SCHEMA
        frames.append(encode_frame(specs.pack_message(number, flags, seq, tuple(values))))
    return b"".join(frames)
