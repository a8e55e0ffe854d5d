"""Frames that a bad line makes, and frames that a stranger forges; both drawn from a seed."""

from __future__ import annotations

import gc
import random
import sys
import types
from typing import Final

from docs.protocol_words import EXAMPLES

from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire import messages
from firmware_bridge.wire.frames import MAX_PAYLOAD_BYTES, encode_frame
from firmware_bridge.wire.messages import encode

PAYLOADS: Final = [encode(example, seq) for seq, example in enumerate(EXAMPLES, 7)]
GOOD: Final = [encode_frame(payload) for payload in PAYLOADS]


def mutated(data: bytes, rng: random.Random) -> bytes:
    """One to three small changes: a bit, a byte more or less, a piece gone, doubled or moved."""
    bent = bytearray(data)
    for _ in range(rng.choice((1, 1, 2, 3))):
        at = rng.randrange(len(bent) + 1)
        match rng.randrange(6):
            case 0 | 1 if at < len(bent):
                bent[at] ^= 1 << rng.randrange(8)
            case 2:
                bent.insert(at, rng.choice((0, 1, 255, rng.randrange(256))))
            case 3:
                del bent[at : at + rng.randrange(1, 9)]
            case 4:
                bent[at:at] = bent[at : at + rng.randrange(1, 40)]
            case _:
                bent = bent[at:] + bent[:at]
    return bytes(bent)


def noise(rng: random.Random) -> bytes:
    """What a bad line makes of one frame, or of none."""
    match rng.randrange(8):
        case 0:
            return rng.randbytes(rng.randrange(60)) + b"\0"
        case 1 if rng.random() < 0.05:
            return rng.randbytes(rng.randrange(3000)).replace(b"\0", b"\1")
        case 2:
            one, other = rng.choice(GOOD), rng.choice(GOOD)
            return one[: rng.randrange(1, len(one))] + other[rng.randrange(1, len(other)) :]
        case 3:
            frame = rng.choice(GOOD)
            return frame[: rng.randrange(len(frame))]
        case _:
            return mutated(rng.choice(GOOD), rng)


def forgery(rng: random.Random) -> bytes:
    """A frame with a good checksum around a message that nobody meant."""
    payload = mutated(rng.choice(PAYLOADS), rng) if rng.random() < 0.9 else rng.randbytes(rng.randrange(1, 50))
    return encode_frame(payload[:MAX_PAYLOAD_BYTES] or b"\0")


HONEST: Final = ("centre", "seats-1-4", "seats-5-6", "chips-1-3")
"""Names that a node of the simulated table may have, and a stranger take."""
ZONES: Final = (
    *(messages.ZoneSpec(f"{kind}:{seat}", specs.CARDS_ZONE, 80, 8, ()) for kind in ("seat",) for seat in range(1, 11)),
    *(messages.ZoneSpec(f"bet:{seat}", specs.COUNTS_ZONE, 100, 0, (25, 100, 500)) for seat in range(1, 11)),
    *(messages.ZoneSpec(name, specs.CARDS_ZONE, 100, 8, ()) for name in ("board", "burn", "muck", "stub", "cellar")),
    messages.ZoneSpec("pot", specs.COUNTS_ZONE, 100, 0, (25, 100, 500, 1000)),
    messages.ZoneSpec("puck", specs.PUCK_ZONE, 50, 0, ()),
)


FREE: Final = tuple(zone for zone in ZONES if zone.zone in ("seat:8", "seat:9", "bet:8", "bet:9"))
"""Zones that no honest node has at a table of six."""


def lie(rng: random.Random) -> bytes:
    """A sound message of a node that is none: names, ids and zones of others, cards and chips that nobody has."""
    return hello(rng) if rng.random() < 0.3 else told(rng, rng.randrange(1 << 16))


def hello(rng: random.Random) -> bytes:
    """Who a stranger says that it is."""
    return encode_frame(encode(_hello(rng), rng.randrange(1 << 16)))


def guest(boot_id: int) -> bytes:
    """The hello of a stranger with nothing to refuse: zones that nobody has, a name of its own."""
    versions = (specs.PROTOCOL_MAJOR, specs.PROTOCOL_MINOR, specs.SCHEMA_CRC)
    return encode_frame(encode(messages.Hello(*versions, boot_id, b"stranger", "guest", "1", 0, 0, FREE, ()), 1))


def told(rng: random.Random, generation: int) -> bytes:
    """What a stranger says that its sensors see, or how it does."""
    if rng.random() < 0.8:
        return encode_frame(encode(_snapshot(rng, generation), rng.randrange(1 << 16)))
    health = messages.Health(rng.randrange(4), rng.randrange(1 << 31), (0, 0, 1, 0, 0), ())
    return encode_frame(encode(health, rng.randrange(1 << 16)))


def _hello(rng: random.Random) -> messages.Hello:
    name = rng.choice((*HONEST, "n" * rng.randrange(254), f"node-{rng.randrange(1000)}", "\x1b[2J", "\u202egnorw", ""))
    return messages.Hello(
        specs.PROTOCOL_MAJOR,
        rng.choice((specs.PROTOCOL_MINOR, 99)),
        rng.choice((specs.SCHEMA_CRC, specs.SCHEMA_CRC, specs.SCHEMA_CRC, 7)),
        boot_id=rng.randrange(4),
        unique_id=bytes([rng.randrange(3)]) * 8,
        node=name,
        firmware=rng.choice(("0.1.0", "x" * 200)),
        reset_cause=rng.randrange(5),
        simulated=rng.randrange(2),
        zones=tuple(rng.sample(ZONES if rng.random() < 0.5 else FREE, rng.randrange(len(FREE)))),
        buttons=tuple(messages.ButtonSpec(f"b{at}") for at in range(rng.choice((0, 2, 40)))),
    )


def _snapshot(rng: random.Random, generation: int) -> messages.SnapshotPart:
    """What a `guest` may tell of: two seats, and the bets before them."""

    def tag() -> messages.TagRecord:
        return messages.TagRecord(rng.randbytes(8), rng.randrange(1 << 40), rng.randrange(1 << 20), rng.randrange(3))

    cards = tuple([messages.CardsRecord(at, 0, tuple([tag() for _ in range(rng.randrange(4))])) for at in range(2)])
    counts = tuple([messages.CountsRecord(at, 255, (rng.randrange(200),) * 3) for at in (2, 3)])
    clock_us = rng.randrange(1 << 45)
    return messages.SnapshotPart(generation & 0xFFFF, clock_us, 0, 1, cards, counts, (), 0, (), ())


def held_bytes(root: object) -> int:
    """The memory that an object keeps, its code left out."""
    seen, todo, total = set(), [root], 0
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, (type, types.ModuleType, types.FunctionType, types.BuiltinFunctionType)):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one)
        todo += gc.get_referents(one)
    return total
