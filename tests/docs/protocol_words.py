"""What the messages of the node protocol and their fields mean, and one example of each.

The layout stands in `message_specs`; `docs.protocol` joins both into `hardware_docs/protocol.md`.
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire import messages

PURPOSES: Final[dict[str, str]] = {
    "HELLO": "Who the node is, what it speaks and what it senses. Sent at the start, then every 0.5 s until the host "
    "answers; a refused node repeats it every 5 s. The fields down to `firmware` keep their layout in every version, "
    "so that a host can say whom it refuses.",
    "SNAPSHOT": "Everything the node senses: state, not edges. Sent on every change, every second, and when asked. A "
    "zone of the inventory that is left out is not sensed now. What does not fit one frame goes into several parts "
    "with the same `generation` and `clock_us`; a zone with many tags may then stand in several records.",
    "HEALTH": "The heartbeat: sent when nothing else was for 0.5 s, and at least every 2 s.",
    "ACK": "The answer to one command, sent again for each repeat of it.",
    "CLOCK_REPLY": "The answer to CLOCK_PING.",
    "HOST_HELLO": "The host asks for a hello, accepts the node or refuses it. Keeps its layout in every version.",
    "CLOCK_PING": "Asks for the node's clock: 8 times 50 ms apart, then every 0.98 s.",
    "SNAPSHOT_REQUEST": "Asks for a SNAPSHOT now.",
    "LAMP": "Lights or darkens the lamp of a wired button.",
    "BUZZER": "Sounds the buzzer.",
    "SET_SCAN": "Sets how often a zone is scanned.",
}

_VERSION: Final = {
    "protocol_major": "another number is refused",
    "protocol_minor": "for information",
    "schema_crc": "CRC-32 of the table of messages; another number is refused",
}
_COMMAND: Final = {
    "boot_id": "the boot that the command is for; another one answers `wrong boot`",
    "command_seq": "number of the command; a repeat has the same and is not carried out again",
}
_CHIP_ZONE: Final = {"zone": "index into the zones of HELLO", "confidence": "0 to 255"}

MEANINGS: Final[dict[str, dict[str, str]]] = {
    "HELLO": {
        **_VERSION,
        "boot_id": "random, new at every start of the node",
        "unique_id": "of the board, 8 bytes",
        "node": "name of the node",
        "firmware": "its version, for people",
        "reset_cause": "see *Numbers* below",
        "simulated": "1 if there is no hardware behind it",
        "zones.zone": "name of the zone, such as `seat:3`",
        "zones.kind": "what senses it, see *Numbers*",
        "zones.scan_period_ms": "how often it is scanned",
        "zones.max_tags": "how many tags it can read at once, 0 where there are none",
        "zones.denominations": "chips that its sensor tells apart, in chips of one",
        "buttons.button": "name of a wired dealer's button",
    },
    "SNAPSHOT": {
        "generation": "grows with every change; starts anew with a boot",
        "clock_us": "the node's clock when it sent this",
        "part": "from 0",
        "parts": "how many parts this snapshot has",
        "cards.zone": "index into the zones of HELLO",
        "cards.scan_period_ms": "how often it is scanned now",
        "cards.tags.uid": "the tag's own number",
        "cards.tags.present_us": "node clock at the first scan that read it",
        "cards.tags.gap_us": "how long before that the last scan without it was; 4294967295: none was, or longer ago",
        "cards.tags.unread_scans": "the latest scans in a row that missed it, at most 255",
        **{f"counts.{field}": meaning for field, meaning in _CHIP_ZONE.items()},
        "counts.counts": "chips, one number for each denomination of the zone",
        **{f"grams.{field}": meaning for field, meaning in _CHIP_ZONE.items()},
        "grams.centigrams": "hundredths of a gram, one number for each denomination of the zone",
        "puck_seat": "seat of the dealer button; 0 lies nowhere, 255 not sensed by this node",
        "allin_seats": "seats whose all-in button is down",
        "presses": "for each wired button how often it was pressed since the start, modulo 65536",
    },
    "HEALTH": {
        "boot_id": "as in HELLO",
        "uptime_s": "since the node started",
        "drops": "frames dropped by the node: short, cobs, crc, oversize; then bad messages",
        "scan_errors.zone": "index into the zones of HELLO",
        "scan_errors.errors": "failed scans since the start; zones without any are left out",
    },
    "ACK": {
        "boot_id": "of the command",
        "command_seq": "of the command",
        "status": "see *Numbers*",
    },
    "CLOCK_REPLY": {
        "host_us": "of the ping, unchanged",
        "received_us": "node clock when the ping came",
        "sent_us": "node clock when this was sent",
    },
    "HOST_HELLO": {
        "verdict": "see *Numbers*",
        **_VERSION,
        "session": "new for each connection; a node forgets the commands of another one",
        "boot_id": "of the hello that is answered; 0 to ask",
        "reason": "why refused: a code with facts",
    },
    "CLOCK_PING": {"host_us": "host clock when this was sent"},
    "SNAPSHOT_REQUEST": {},
    "LAMP": {**_COMMAND, "lamp": "name of the button", "lit": "1 or 0"},
    "BUZZER": {**_COMMAND, "duration_ms": "0 stops it"},
    "SET_SCAN": {**_COMMAND, "zone": "index into the zones of HELLO", "period_ms": "at least 5"},
}
"""Meaning of each field by message; the fields of a record stand behind the name of their list and a dot."""

_HOST = (specs.PROTOCOL_MAJOR, specs.PROTOCOL_MINOR, specs.SCHEMA_CRC)

EXAMPLES: Final[tuple[messages.NodeMessage | messages.HostMessage, ...]] = (
    messages.Hello(
        *_HOST,
        boot_id=0x5EED0001,
        unique_id=bytes.fromhex("e6614103e7452d2f"),
        node="centre",
        firmware="0.1.0",
        reset_cause=specs.RESET_WATCHDOG,
        simulated=0,
        zones=(
            messages.ZoneSpec("board", specs.CARDS_ZONE, 50, 8, ()),
            messages.ZoneSpec("pot", specs.COUNTS_ZONE, 200, 0, (25, 100, 500)),
            messages.ZoneSpec("rack", specs.GRAMS_ZONE, 100, 0, (25, 100)),
            messages.ZoneSpec("puck", specs.PUCK_ZONE, 100, 0, ()),
        ),
        buttons=(messages.ButtonSpec("next"), messages.ButtonSpec("check")),
    ),
    messages.SnapshotPart(
        generation=7,
        clock_us=61_500_000,
        part=0,
        parts=1,
        cards=(
            messages.CardsRecord(
                0,
                50,
                (
                    messages.TagRecord(bytes.fromhex("e00401500a1b2c3d"), 60_250_000, 50_000, 0),
                    messages.TagRecord(bytes.fromhex("e00401500a1b2c3e"), 1_000_000, specs.NEVER_ABSENT, 2),
                ),
            ),
        ),
        counts=(messages.CountsRecord(1, 255, (4, 0, 12)),),
        grams=(messages.GramsRecord(2, 200, (115_000, -12)),),
        puck_seat=3,
        allin_seats=(2, 9),
        presses=(41, 0),
    ),
    messages.Health(0x5EED0001, 61, (0, 0, 1, 0, 0), (messages.ScanErrors(0, 3),)),
    messages.Ack(0x5EED0001, 12, specs.DONE),
    messages.ClockReply(8_000_000_000, 61_400_000, 61_400_050),
    messages.HostHello(specs.ACCEPT, *_HOST, session=0xC0FFEE01, boot_id=0x5EED0001, reason=""),
    messages.ClockPing(8_000_000_000),
    messages.SnapshotRequest(),
    messages.LampCommand(0x5EED0001, 12, "next", 1),
    messages.BuzzerCommand(0x5EED0001, 13, 250),
    messages.ScanCommand(0x5EED0001, 14, 0, 20),
)
"""One message of each kind, in the order of the table."""
