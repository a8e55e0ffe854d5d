"""The bytes of the journal: one record after another, each proving itself and the one before it.

A record is a fixed head, the payload, and a CRC-32 over both. The head holds a magic that no UTF-8
text can contain, so a record can be found again behind damage; the SHA-256 of the record before
makes a chain in which nothing can be left out, moved or changed unnoticed. Numbers are
little-endian. This module has no I/O: bytes in, records or a reason out.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from functools import lru_cache
from typing import Final, TypeAlias
from uuid import UUID

import msgspec
from msgspec import Struct

MAGIC: Final = b"\xffCSJ\xfe"
VERSION: Final = 1
HEAD: Final = struct.Struct("<5sBIQ16sQQ32s")
"""Magic, version, payload length, sequence, boot id, monotonic ns, wall ns, SHA-256 of the record before."""

CRC: Final = struct.Struct("<I")
OVERHEAD_BYTES: Final = HEAD.size + CRC.size
MAX_PAYLOAD_BYTES: Final = 1024 * 1024
"""An input with all its consequences is a few kilobytes; a length above this is damage."""

NO_RECORD: Final = bytes(32)
"""What stands for "the record before" in the first record."""


class Header(Struct, frozen=True):
    """What the first record says of the whole file.

    `epoch` names the journal in every message; a journal is continued only by the same `engine` version and
    the same `rulebook_hash`. Journals of release 0.1.0 have the release where others have the version of the
    engine. `created_ns` is wall time, a label.
    """

    epoch: str
    engine: str
    rulebook_hash: str
    created_ns: int


class Entry(Struct, frozen=True, gc=False):
    """One journalled payload. Sequences count from 1 without holes; `wall_ns` is a label, never an order."""

    sequence: int
    boot_id: UUID
    mono_ns: int
    wall_ns: int
    payload: bytes


class Verified(Struct, frozen=True, gc=False):
    """A record that checks, where it ends, and its hash."""

    entry: Entry
    end: int
    digest: bytes


class Bad(Struct, frozen=True):
    """What begins at `offset` is no record that belongs there: ``torn`` (it ends too soon) or why not."""

    offset: int
    sequence: int
    reason: str


Scanned: TypeAlias = Verified | Bad


def encode_record(entry: Entry, previous: bytes) -> bytes:
    """The bytes of one record; `previous` is the SHA-256 of the one before. `ValueError` if it is too long."""
    if len(entry.payload) > MAX_PAYLOAD_BYTES:
        raise ValueError(f"a journal payload of {len(entry.payload)} bytes is longer than {MAX_PAYLOAD_BYTES}")
    body = (
        HEAD.pack(
            MAGIC,
            VERSION,
            len(entry.payload),
            entry.sequence,
            entry.boot_id.bytes,
            entry.mono_ns,
            entry.wall_ns,
            previous,
        )
        + entry.payload
    )
    return _with_crc(body)


def _with_crc(body: bytes) -> bytes:
    return body + CRC.pack(zlib.crc32(body))


def _crc_fits(data: bytes, start: int, end: int) -> bool:
    """Whether the CRC at `end` is that of the bytes from `start` up to there."""
    return bool(CRC.unpack_from(data, end)[0] == zlib.crc32(data[start:end]))


def _parse(data: bytes, offset: int) -> tuple[Entry, bytes, int] | str:
    """Entry, hash of the record before and end of what begins at `offset`; or why it is no record."""
    if len(data) - offset < OVERHEAD_BYTES:
        return "torn"
    magic, version, length, sequence, boot, mono_ns, wall_ns, previous = HEAD.unpack_from(data, offset)
    if magic != MAGIC:
        return "magic"
    if version != VERSION:
        return f"version {version}"
    if length > MAX_PAYLOAD_BYTES:
        return "length"
    end = offset + OVERHEAD_BYTES + length
    if end > len(data):
        return "torn"
    if not _crc_fits(data, offset, end - CRC.size):
        return "checksum"
    payload = data[offset + HEAD.size : end - CRC.size]
    return Entry(sequence, _boot_id(boot), mono_ns, wall_ns, payload), previous, end


@lru_cache(maxsize=16)
def _boot_id(boot: bytes) -> UUID:
    """Thousands of records run from one boot."""
    return UUID(bytes=boot)


def read_record(data: bytes, offset: int, sequence: int, previous: bytes) -> Scanned:
    """The record at `offset` if it is the one that belongs there: right sequence, right chain."""
    parsed = _parse(data, offset)
    if isinstance(parsed, str):
        return Bad(offset, sequence, parsed)
    entry, chained, end = parsed
    if entry.sequence != sequence:
        return Bad(offset, sequence, f"sequence {entry.sequence}")
    if chained != previous:
        return Bad(offset, sequence, "chain")
    return Verified(entry, end, hashlib.sha256(data[offset:end]).digest())


def whole_record_after(data: bytes, offset: int) -> int | None:
    """Where a whole record stands behind a bad place at `offset`; None if there is none.

    One append is under way at a time, so behind a torn write nothing whole can stand: a record there
    means that something already on the disk was damaged.
    """
    at = data.find(MAGIC, offset + 1)
    while at >= 0:
        if not isinstance(_parse(data, at), str):
            return at
        at = data.find(MAGIC, at + 1)
    return None


def encode_header(header: Header, boot_id: UUID, mono_ns: int) -> bytes:
    """The first record of a file."""
    return encode_record(Entry(0, boot_id, mono_ns, header.created_ns, msgspec.json.encode(header)), NO_RECORD)


def decode_header(entry: Entry) -> Header:
    """What the first record says; `ValueError` if it is not a header."""
    try:
        return msgspec.json.decode(entry.payload, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError) as problem:
        raise ValueError(f"the first record is not a journal header: {problem}") from None


SLOT: Final = struct.Struct("<QQ32s32s")
"""Sequence, end offset and hash of the last acknowledged record, hash of the file's first record."""

SLOT_BYTES: Final = 4096
"""Slots lie a disk block apart: a torn write of one leaves the other whole."""


class Acknowledged(Struct, frozen=True):
    """How far the journal had been acknowledged, when the head file was last written."""

    sequence: int
    end: int
    digest: bytes
    first_digest: bytes


def encode_slot(head: Acknowledged) -> bytes:
    """One slot of the head file."""
    body = SLOT.pack(head.sequence, head.end, head.digest, head.first_digest)
    return _with_crc(body)


def decode_slot(data: bytes) -> Acknowledged | None:
    """What a slot says, None if it is empty or torn."""
    if len(data) < SLOT.size + CRC.size or not _crc_fits(data, 0, SLOT.size):
        return None
    sequence, end, digest, first_digest = SLOT.unpack_from(data)
    return Acknowledged(sequence, end, digest, first_digest)
