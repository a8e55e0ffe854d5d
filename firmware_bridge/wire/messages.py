"""The messages of the node protocol as typed values, to and from payload bytes.

The layout stands in `message_specs`, once; here each row has its dataclass, with the fields of
the row in the same order. Decoding never raises: junk becomes a `BadMessage` that says why.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from operator import attrgetter
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec import Struct

from firmware_bridge.wire import message_specs as specs


class ZoneSpec(NamedTuple):
    """One zone of a node: its name, kind (``specs.CARDS_ZONE`` …), and what its sensor can do."""

    zone: str
    kind: int
    scan_period_ms: int
    max_tags: int
    denominations: tuple[int, ...]


class ButtonSpec(NamedTuple):
    """One dealer's button wired to a node."""

    button: str


class TagRecord(NamedTuple):
    """One tag: first read in the scan at `present_us`, unread in the scan `gap_us` before it.

    `unread_scans` counts the latest scans in a row without it (at most 255).
    """

    uid: bytes
    present_us: int
    gap_us: int
    unread_scans: int

    def __repr__(self) -> str:
        """When it was read; never the tag."""
        return f"TagRecord(present_us={self.present_us}, gap_us={self.gap_us}, unread_scans={self.unread_scans})"


class CardsRecord(NamedTuple):
    """The tags at one card zone (an index into the zones of `Hello`)."""

    zone: int
    scan_period_ms: int
    tags: tuple[TagRecord, ...]


class CountsRecord(NamedTuple):
    """Chips counted at one zone: one count for each of its denominations, in the order of `Hello`."""

    zone: int
    confidence: int
    counts: tuple[int, ...]


class GramsRecord(NamedTuple):
    """Chips weighed at one zone: hundredths of a gram for each of its denominations."""

    zone: int
    confidence: int
    centigrams: tuple[int, ...]


class ScanErrors(NamedTuple):
    """How many scans of one zone failed since the node started."""

    zone: int
    errors: int


class Hello(Struct, frozen=True):
    """A node says who it is, which protocol it speaks and what it senses; repeated until accepted."""

    protocol_major: int
    protocol_minor: int
    schema_crc: int
    boot_id: int
    unique_id: bytes
    node: str
    firmware: str
    reset_cause: int
    simulated: int
    zones: tuple[ZoneSpec, ...]
    buttons: tuple[ButtonSpec, ...]


class ForeignHello(Struct, frozen=True):
    """A hello in another protocol or schema: only the part that every version shares can be read."""

    protocol_major: int
    protocol_minor: int
    schema_crc: int
    boot_id: int
    unique_id: bytes
    node: str
    firmware: str


class SnapshotPart(Struct, frozen=True):
    """The zones of a node at `clock_us`, or one part of them: a zone left out is not sensed now."""

    generation: int
    clock_us: int
    part: int
    parts: int
    cards: tuple[CardsRecord, ...]
    counts: tuple[CountsRecord, ...]
    grams: tuple[GramsRecord, ...]
    puck_seat: int
    allin_seats: tuple[int, ...]
    presses: tuple[int, ...]


class Health(Struct, frozen=True):
    """A heartbeat with the node's counters: `drops` in the order of ``frames.DROP_REASONS``, then bad messages."""

    boot_id: int
    uptime_s: int
    drops: tuple[int, ...]
    scan_errors: tuple[ScanErrors, ...]


class Ack(Struct, frozen=True):
    """The node's answer to one command: ``specs.DONE`` or why not."""

    boot_id: int
    command_seq: int
    status: int


class ClockReply(Struct, frozen=True):
    """Answer to `ClockPing`: its stamp, and the node's clock at receiving and at sending."""

    host_us: int
    received_us: int
    sent_us: int


class HostHello(Struct, frozen=True):
    """The host asks for a hello, accepts or refuses one; `reason` is a code with facts.

    `session` is new for each connection of the host, `boot_id` is the node's own word given back.
    """

    verdict: int
    protocol_major: int
    protocol_minor: int
    schema_crc: int
    session: int
    boot_id: int
    reason: str


class ClockPing(Struct, frozen=True):
    """Asks for the node's clock; `host_us` comes back unchanged."""

    host_us: int


class SnapshotRequest(Struct, frozen=True):
    """Asks for the snapshot now."""


class LampCommand(Struct, frozen=True):
    """Light or darken the lamp of a button."""

    boot_id: int
    command_seq: int
    lamp: str
    lit: int


class BuzzerCommand(Struct, frozen=True):
    """Sound the buzzer for a time; 0 stops it."""

    boot_id: int
    command_seq: int
    duration_ms: int


class ScanCommand(Struct, frozen=True):
    """Scan a zone (index into the zones of `Hello`) with this period."""

    boot_id: int
    command_seq: int
    zone: int
    period_ms: int


NodeMessage: TypeAlias = Hello | ForeignHello | SnapshotPart | Health | Ack | ClockReply
CommandMessage: TypeAlias = LampCommand | BuzzerCommand | ScanCommand
HostMessage: TypeAlias = HostHello | ClockPing | SnapshotRequest | CommandMessage


class Received(Struct, frozen=True):
    """A good message with its frame's number and flags."""

    seq: int
    flags: int
    message: NodeMessage | HostMessage


class BadMessage(Struct, frozen=True):
    """A whole frame that is no message; `reason` is a code with facts, like ``unknown-message id=9``."""

    reason: str


TYPES: Final[dict[int, type[NodeMessage | HostMessage]]] = {
    specs.HELLO: Hello,
    specs.SNAPSHOT: SnapshotPart,
    specs.HEALTH: Health,
    specs.ACK: Ack,
    specs.CLOCK_REPLY: ClockReply,
    specs.HOST_HELLO: HostHello,
    specs.CLOCK_PING: ClockPing,
    specs.SNAPSHOT_REQUEST: SnapshotRequest,
    specs.LAMP: LampCommand,
    specs.BUZZER: BuzzerCommand,
    specs.SET_SCAN: ScanCommand,
}
"""The type of each row of ``message_specs.MESSAGES``."""


def _values_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]]:
    names = kind.__struct_fields__
    if not names:
        return lambda _: ()
    if len(names) == 1:
        return lambda message: (getattr(message, names[0]),)
    return attrgetter(*names)


_ENCODERS: Final = {kind: (number, _values_of(kind)) for number, kind in TYPES.items()}
_NAMES: Final[dict[int, tuple[str, str]]] = {row[0]: (row[1], row[2]) for row in specs.MESSAGES}


def encode(message: NodeMessage | HostMessage, seq: int, flags: int = 0) -> bytes:
    """The payload of `message`; raise `ValueError` if a value does not fit its field."""
    if isinstance(message, ForeignHello):
        raise ValueError("a foreign hello is only ever read")  # noqa: TRY004  # not a wrong type: a wrong direction
    number, values_of = _ENCODERS[type(message)]
    try:
        return specs.pack_message(number, flags, seq, values_of(message))
    except struct.error as problem:
        raise ValueError(f"{type(message).__name__}: {problem}") from None


def decode(payload: bytes, direction: str) -> Received | BadMessage:
    """The message of `payload`, which should travel in `direction` (``specs.TO_HOST`` or ``TO_NODE``)."""
    try:
        number, flags, seq = specs.unpack_header(payload)
        if number == specs.HELLO and direction == specs.TO_HOST:
            foreign = ForeignHello(*specs.unpack_frozen_hello(payload))
            if (foreign.protocol_major, foreign.schema_crc) != (specs.PROTOCOL_MAJOR, specs.SCHEMA_CRC):
                return Received(seq, flags, foreign)
        name, towards = _NAMES.get(number, ("", direction))
        if towards != direction:
            return BadMessage(f"wrong-direction message={name}")  # our own words came back: a looped line
        return Received(seq, flags, _build(number, specs.unpack_message(payload)))
    except ValueError as problem:
        reason = "bad-text" if isinstance(problem, UnicodeDecodeError) else str(problem)
        return BadMessage(reason)


def _build(number: int, values: tuple[Any, ...]) -> NodeMessage | HostMessage:
    """The message of unpacked `values`, its records named."""
    match number:
        case specs.SNAPSHOT:
            generation, clock_us, part, parts, cards, counts, grams, puck_seat, allin_seats, presses = values
            return SnapshotPart(
                generation,
                clock_us,
                part,
                parts,
                tuple(CardsRecord(at, period, tuple(map(TagRecord._make, tags))) for at, period, tags in cards),
                tuple(map(CountsRecord._make, counts)),
                tuple(map(GramsRecord._make, grams)),
                puck_seat,
                allin_seats,
                presses,
            )
        case specs.HELLO:
            zones, buttons = values[-2:]
            named = (tuple(map(ZoneSpec._make, zones)), tuple(map(ButtonSpec._make, buttons)))
            return Hello(*(values[:-2] + named))
        case specs.HEALTH:
            boot_id, uptime_s, drops, scan_errors = values
            return Health(boot_id, uptime_s, drops, tuple(map(ScanErrors._make, scan_errors)))
        case _:
            return TYPES[number](*values)
