"""Frames on the wire: COBS(payload, CRC-32 little-endian), then one zero byte.

A zero stands only between frames, so a receiver that lost its place finds it again at the
next one. Runs on the host and on the nodes: only what CPython and MicroPython share.
`hardware_docs/protocol.md` shows the bytes.
"""

import binascii
import struct

MAX_PAYLOAD_BYTES = 1024
"""Longest payload. A node with more to say splits it (see SNAPSHOT in `message_specs`)."""

CRC_BYTES = 4
_BLOCK_BYTES = 254  # the longest run of non-zero bytes that one COBS code byte can announce

MAX_ENCODED_BYTES = MAX_PAYLOAD_BYTES + CRC_BYTES + (MAX_PAYLOAD_BYTES + CRC_BYTES) // _BLOCK_BYTES + 1
"""Longest frame between two delimiters; more is dropped unread, so a buffer stays bounded."""

DELIMITER = b"\x00"

DROP_REASONS = ("short", "cobs", "crc", "oversize")
"""Why a frame was dropped: too short for a checksum, bad stuffing, bad checksum, too long."""


_CODES = bytes(range(256))  # a slice of it is one code byte, quicker than making one


def cobs_encode(data: bytes) -> bytes:
    """Stuff `data` so that it holds no zero byte (Cheshire and Baker, 1999), in its canonical form."""
    runs = data.split(DELIMITER)
    stuffed = bytearray(DELIMITER + data)
    at = 0
    for run in runs:
        code = len(run) + 1
        if code > _BLOCK_BYTES:
            return _encode_full_blocks(runs)
        stuffed[at] = code
        at += code
    return bytes(stuffed)


def _encode_full_blocks(runs: "list[bytes]") -> bytes:
    """As `cobs_encode`, where a run is too long for one code byte."""
    out = []
    for whole in runs:
        run, size = whole, len(whole)
        while size >= _BLOCK_BYTES:
            out.append(_CODES[255:])
            out.append(run[:_BLOCK_BYTES])
            run = run[_BLOCK_BYTES:]
            size -= _BLOCK_BYTES
        out.append(_CODES[size + 1 : size + 2])
        out.append(run)
    last = len(runs[-1])
    if last and last % _BLOCK_BYTES == 0:
        del out[-2:]  # a full block stands for no zero, so the end needs no empty block after it
    return b"".join(out)


def cobs_decode(data: bytes) -> bytes | None:
    """Undo `cobs_encode`; None if a block announces more bytes than there are. `data` holds no zero byte."""
    plain = bytearray(data)
    at, end = 0, len(data)
    while at < end:
        code = data[at]
        if code > _BLOCK_BYTES:
            return _decode_full_blocks(data)
        plain[at] = 0
        at += code
    return bytes(plain[1:]) if at == end else None


def _decode_full_blocks(data: bytes) -> bytes | None:
    """As `cobs_decode`, where a code byte after a full block vanishes instead of turning into a zero."""
    out = []
    at, end = 0, len(data)
    while at < end:
        code = data[at]
        out.append(data[at + 1 : at + code])
        at += code
        if code <= _BLOCK_BYTES and at < end:
            out.append(DELIMITER)
    return b"".join(out) if at == end else None


def encode_frame(payload: bytes) -> bytes:
    """The frame of `payload` with its closing delimiter; raise `ValueError` for an empty or too long one."""
    if not 0 < len(payload) <= MAX_PAYLOAD_BYTES:
        raise ValueError(f"a payload has 1 to {MAX_PAYLOAD_BYTES} bytes, not {len(payload)}")
    return cobs_encode(payload + struct.pack("<I", binascii.crc32(payload))) + DELIMITER


class Deframer:
    """Bytes in pieces of any size in, whole payloads out; what is dropped is counted in `drops` by reason."""

    def __init__(self) -> None:
        self.drops = dict.fromkeys(DROP_REASONS, 0)
        self._rest = b""
        self._skipping = False  # inside a frame already counted as oversize

    def feed(self, data: bytes) -> list[bytes]:
        """Take the next bytes and return the payloads that they complete."""
        pieces = (self._rest + data).split(DELIMITER)
        rest = pieces.pop()
        payloads = []
        for piece in pieces:
            if self._skipping:
                self._skipping = False
            elif piece:
                payload = self._open(piece)
                if payload is not None:
                    payloads.append(payload)
        if self._skipping:
            rest = b""
        elif len(rest) > MAX_ENCODED_BYTES:
            self.drops["oversize"] += 1
            self._skipping = True
            rest = b""
        self._rest = rest
        return payloads

    def _open(self, piece: bytes) -> bytes | None:
        """The payload of one stuffed frame, or None with its reason counted."""
        body = cobs_decode(piece) if len(piece) <= MAX_ENCODED_BYTES else b""
        if body is None:
            reason = "cobs"
        elif len(piece) > MAX_ENCODED_BYTES:
            reason = "oversize"
        elif len(body) <= CRC_BYTES:
            reason = "short"
        else:
            payload = body[:-CRC_BYTES]
            if struct.unpack("<I", body[-CRC_BYTES:])[0] == binascii.crc32(payload):
                return payload
            reason = "crc"
        self.drops[reason] += 1
        return None
