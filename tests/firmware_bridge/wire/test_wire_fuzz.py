"""A million random and mutated frames at both ends of a line: nothing is raised, nothing grows, the next is heard.

Two kinds of hostility. Noise is what a bad line makes of frames: nothing of it may be heard. Forgeries carry a good
checksum over a mutated message, so that they reach what lies behind the frames: of those it is only asked
that they do no harm to the program.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Iterator

import pytest
from support.counting import counted
from support.hostile_frames import GOOD, PAYLOADS, forgery, held_bytes, noise
from support.node_pair import Pair, node_end

from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.frames import MAX_ENCODED_BYTES, Deframer
from firmware_bridge.wire.messages import BadMessage, Received, decode
from firmware_bridge.wire.nodes import NodeSession, Snapshot

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SEED = int(os.environ.get("CARDSPEAK_SEED", "1"))
FRAMES = 1_000_000 if SOAK else 100_000
BATCH = 50

MOST_HELD_BYTES = 300_000
"""What one end may keep: its inventory, one snapshot in parts, commands that wait."""


def pieces(data: bytes, rng: random.Random) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        size = rng.choice((1, 3, 20, 200, 1000))
        yield data[at : at + size]
        at += size


def check_the_same_in_pieces(stream: bytes, rng: random.Random, *, dripped: bool) -> list[bytes]:
    """Decode a stream whole, in random pieces and byte by byte; what it says."""
    whole, ways = Deframer(), [pieces(stream, rng)]
    payloads = whole.feed(stream)
    if dripped:
        ways.append(stream[at : at + 1] for at in range(len(stream)))
    for way in ways:
        deframer, again = Deframer(), []
        for piece in way:
            again += deframer.feed(piece)
            assert len(deframer._rest) <= MAX_ENCODED_BYTES, "the buffer grows"
        assert (again, deframer.drops) == (payloads, whole.drops), "pieces decode otherwise"
    return payloads


def check_resynchronised(deframer: Deframer, rng: random.Random) -> None:
    """Of three good frames behind anything at all, two are heard."""
    good = [rng.randrange(len(GOOD)) for _ in range(3)]
    heard = deframer.feed(b"".join(GOOD[at] for at in good))
    assert heard[-2:] == [PAYLOADS[at] for at in good[1:]], "not heard again within two frames"


def check_decoded(payload: bytes) -> None:
    for direction in (specs.TO_HOST, specs.TO_NODE):
        assert isinstance(decode(payload, direction), (Received, BadMessage))


class Ends:
    """A host and a node with a line between them that others talk into."""

    def __init__(self) -> None:
        self.pair = Pair()
        self.pair.settle()
        self.told: Snapshot | None = None

    def hear(self, stream: bytes) -> None:
        pair = self.pair
        pair.now_s += 0.003
        pair.host.receive(stream, pair.now_s)
        pair.node.receive(stream, pair.us())
        pair.host.outgoing()
        pair.node.outgoing()
        pair.node.actions()

    def check_bounded(self) -> None:
        held = max(held_bytes(self.pair.host), held_bytes(self.pair.node))
        assert held < MOST_HELD_BYTES, f"{held} bytes are kept"

    def check_the_next_change_is_told(self, puck: int) -> None:
        """After noise: without a hello, without waiting, the very next snapshot is heard."""
        pair = self.pair
        assert pair.host.ready
        for seat in (puck % 9 + 1, puck % 9 + 2):
            pair.node.contents.set_puck(seat)
            pair.node.tick(pair.us())
            told = pair.host.receive(pair.node.outgoing(), pair.now_s)
        assert [report.puck for report in told if isinstance(report, Snapshot)] == [puck % 9 + 2], "not told at once"
        pair.settle(0.1)


def fuzz(seed: int, frames: int) -> int:
    """Noise and forgeries, each kind half of `frames`; an `AssertionError` tells the seed. Returns what was heard."""
    rng = random.Random(seed)  # noqa: S311  # told again by its seed
    deframer, noisy, forged, heard = Deframer(), Ends(), Ends(), 0
    for batch in range(frames // BATCH):
        if batch % 2:
            stream = b"".join(forgery(rng) for _ in range(BATCH))
            forged.hear(stream)
        else:
            lines = [noise(rng) for _ in range(BATCH)]
            stream = b"".join(lines)
            silent = b"".join(line + b"\0" for line in lines if not Deframer().feed(line + b"\0"))
            noisy.hear(silent)
            noisy.check_the_next_change_is_told(batch)
        payloads = check_the_same_in_pieces(stream, rng, dripped=SOAK or batch % 8 < 2)
        heard += len(payloads)
        for payload in payloads:
            check_decoded(payload)
        deframer.feed(stream)
        check_resynchronised(deframer, rng)
        if batch % 500 < 2:
            noisy.check_bounded()
            forged.check_bounded()
    forged.check_bounded()
    return heard


def test_random_and_mutated_frames_raise_nothing_and_the_next_ones_are_heard() -> None:
    try:
        heard = fuzz(SEED, FRAMES)
    except Exception as problem:  # "raise nothing" is the claim: any kind is a failure, told with its seed
        raise AssertionError(f"seed {SEED}, {FRAMES} frames: {problem!r}") from problem
    assert heard > FRAMES // 3, "the forgeries reach the messages"
    counted(FRAMES, "random or mutated frames")


def test_a_host_that_was_told_lies_finds_its_node_again() -> None:
    """After forgeries both ends may believe anything; a new connection, as after a cable was pulled, ends it."""
    rng = random.Random(SEED)  # noqa: S311  # told again by its seed
    for _ in range(20):
        ends = Ends()
        ends.hear(b"".join(forgery(rng) for _ in range(BATCH)))
        pair = ends.pair
        pair.host = NodeSession("port", 77, pair.now_s)
        pair.node.contents.set_puck(4)
        told = [report for _ in range(30) for report in pair.settle(0.4)]
        assert pair.host.ready
        assert [report.puck for report in told if isinstance(report, Snapshot)][-1] == 4


# Planted: each kind of fault is seen.


def planted_endless_buffer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("firmware_bridge.wire.frames.MAX_ENCODED_BYTES", 10**9)


def planted_deaf_after_oversize(patch: pytest.MonkeyPatch) -> None:
    feed = Deframer.feed

    def deaf(self: Deframer, data: bytes) -> list[bytes]:
        return [] if self.drops["oversize"] else feed(self, data)

    patch.setattr(Deframer, "feed", deaf)


def planted_forgetful_of_pieces(patch: pytest.MonkeyPatch) -> None:
    feed = Deframer.feed

    def forgetful(self: Deframer, data: bytes) -> list[bytes]:
        if len(data) == 3:
            self._rest = b""
        return feed(self, data)

    patch.setattr(Deframer, "feed", forgetful)


def planted_decoder_that_raises(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("firmware_bridge.wire.message_specs.MUST_KNOW_FLAGS", 0)
    unpack = specs.unpack_message

    def careless(payload: bytes) -> tuple[object, ...]:
        values = unpack(payload)
        return values[: 0 if payload[1] & 0x20 else None]

    patch.setattr("firmware_bridge.wire.message_specs.unpack_message", careless)


def planted_hoard(patch: pytest.MonkeyPatch) -> None:
    receive = NodeSession.receive

    def hoarding(self: NodeSession, data: bytes, now_s: float) -> object:
        self._unsaid += [Snapshot(data.hex() * 9, 0, 0.0, (), (), None, (), ())] if len(data) > 500 else []
        unsaid = list(self._unsaid)
        told = receive(self, data, now_s)
        self._unsaid = unsaid
        return [report for report in told if report not in unsaid]

    patch.setattr(NodeSession, "receive", hoarding)


@pytest.mark.parametrize(
    ("plant", "seen"),
    [
        (planted_endless_buffer, "the buffer grows"),
        (planted_deaf_after_oversize, "within two frames|otherwise|not told"),
        (planted_forgetful_of_pieces, "otherwise"),
        (planted_decoder_that_raises, "unpack|argument"),
        (planted_hoard, "bytes are kept"),
    ],
)
def test_a_planted_fault_is_seen(plant: object, seen: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert callable(plant)
    plant(monkeypatch)
    with pytest.raises((AssertionError, ValueError, TypeError), match=seen):
        fuzz(SEED, 60_000)


def test_a_node_alone_takes_anything_too() -> None:
    """The firmware's end in all its states: greeting, refused, live."""
    rng = random.Random(SEED)  # noqa: S311  # told again by its seed
    for boot_id in itertools.islice(itertools.count(1), 20):
        node, now_us = node_end(boot_id), 0
        for _ in range(60):
            now_us += rng.randrange(400_000)
            node.receive(forgery(rng) if rng.random() < 0.5 else noise(rng), now_us)
            assert len(node.outgoing()) < 8 * MAX_ENCODED_BYTES
            node.actions()
        assert held_bytes(node) < MOST_HELD_BYTES
