"""What the host learns from one connected node: frozen reports, in host time.

`nodes.NodeSession` makes them; the bridge and the simulator's tests read them. Tags stand
here as bytes: reports never leave the bridge process.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.zones import Zone

ZoneSensor: TypeAlias = Literal["cards", "counts", "grams", "puck", "allin"]


class NodeZone(Struct, frozen=True):
    """One zone in a node's inventory; `denominations` (chips of one) are those its chip sensor tells apart."""

    zone: Zone
    sensor: ZoneSensor
    scan_period_s: float
    max_tags: int
    denominations: tuple[int, ...] = ()


class NodeReady(Struct, frozen=True):
    """A node was accepted: after a connection, after a reboot (new `boot_id`), or after silence.

    Its clock and lamps start anew; nothing may be inferred from the zones it senses across the gap.
    """

    node: str
    unique_id: bytes
    boot_id: int
    zones: tuple[NodeZone, ...]
    simulated: bool
    firmware: str
    reset_cause: Literal["power", "watchdog", "soft", "other"] = "other"
    buttons: tuple[str, ...] = ()
    port: str = ""
    """Where it speaks, if that is known."""


class NodeLost(Struct, frozen=True):
    """A ready node is gone; `reason` is ``silent``, ``rebooted`` or what closed its port, with facts."""

    node: str
    reason: str


class NodeUnheard(Struct, frozen=True):
    """Bytes come, and nobody has said a hello in them for a while, or nothing else; `reason` says it, with facts.

    `node` is the port's label, or the node that was ready there before.
    """

    node: str
    reason: str


class NodeLate(Struct, frozen=True):
    """A heartbeat of a ready node is late, or a word of it was lost: what it listed last may not hold any more."""

    node: str


class NodeHeard(Struct, frozen=True):
    """A node whose word was late or lost has said how things are; it was never out of sight."""

    node: str


class NodeDegraded(Struct, frozen=True):
    """Three heartbeats of a ready node were missed."""

    node: str


class NodeRecovered(Struct, frozen=True):
    """A degraded node is heard again."""

    node: str


class NodeRefused(Struct, frozen=True):
    """A node speaks another protocol or senses zones that do not exist.

    `reason` is a code with facts: ``schema-mismatch node=1a2b3c4d host=5e6f7a8b``.
    """

    node: str
    reason: str


class TagSeen(Struct, frozen=True):
    """A tag lies at a zone; it came after `after_s` and not later than `by_s`.

    `after_s` is 0.0 if no scan was without it since the node started. `unread_scans` counts the
    latest scans in a row that missed it (255 means 255 or more). The interval carries the clock's error.
    """

    tag: bytes
    after_s: float
    by_s: float
    unread_scans: int

    def __repr__(self) -> str:
        """When it was read; never the tag."""
        return f"TagSeen(after_s={self.after_s}, by_s={self.by_s}, unread_scans={self.unread_scans})"


class ZoneCards(Struct, frozen=True):
    """All tags at one card zone."""

    zone: Zone
    tags: tuple[TagSeen, ...]
    scan_period_s: float


class ZoneChips(Struct, frozen=True):
    """The chips at one zone: read (`counts`) or weighed (`grams` for each denomination); the other is None.

    `confidence` runs from 0.0 to 1.0.
    """

    zone: Zone
    counts: Chips | None
    grams: tuple[tuple[int, float], ...] | None
    confidence: float


class Snapshot(Struct, frozen=True):
    """All that a node senses at `at_s`; sent for each new `generation` only.

    A zone of the inventory that is in neither `cards` nor `chips` is not sensed now: its reader
    fails. `puck` is the seat of the dealer button, 0 if it lies at no seat, None if this node does
    not sense it. `allin` are the seats whose all-in button is down. `presses` are the wired buttons
    pressed since the snapshot before, with how often; presses before the first snapshot are not told.
    """

    node: str
    generation: int
    at_s: float
    cards: tuple[ZoneCards, ...]
    chips: tuple[ZoneChips, ...]
    puck: int | None
    allin: tuple[int, ...]
    presses: tuple[tuple[str, int], ...]


class CommandDone(Struct, frozen=True):
    """The node carried out the command of this ticket."""

    node: str
    ticket: int


class CommandFailed(Struct, frozen=True):
    """The node did not, or nobody knows whether it did.

    `reason` is ``not-ready``, ``queue-full``, ``unanswered tries=5``, ``node-lost``, ``wrong-boot``,
    ``unknown-target`` or ``bad-value``.
    """

    node: str
    ticket: int
    reason: str


Report: TypeAlias = (
    NodeReady
    | NodeLost
    | NodeUnheard
    | NodeLate
    | NodeHeard
    | NodeDegraded
    | NodeRecovered
    | NodeRefused
    | Snapshot
    | CommandDone
    | CommandFailed
)
