"""One connected node as the bridge sees it: bytes and the time in, reports out.

It asks the node for its hello, accepts it or says why not, keeps its clock, carries commands to it and
notices when it falls silent or starts anew. No I/O and no clock of its own: a shell moves the bytes between
it and a port (`ports`), and calls `tick` when `next_wake_s` has come.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final, Literal, assert_never

from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.admission import Starts, is_name
from firmware_bridge.wire.clock_sync import ClockSync
from firmware_bridge.wire.link import DOUBT_AGAIN_S, DOUBT_S, TRIES, Courier, Link
from firmware_bridge.wire.messages import (
    Ack,
    ClockReply,
    ForeignHello,
    Health,
    Hello,
    HostHello,
    NodeMessage,
    SnapshotPart,
    SnapshotRequest,
)
from firmware_bridge.wire.node_commands import Command, SetLamp, SetScan, SoundBuzzer, command_message
from firmware_bridge.wire.reports import (
    CommandDone,
    CommandFailed,
    NodeDegraded,
    NodeHeard,
    NodeLate,
    NodeLost,
    NodeReady,
    NodeRecovered,
    NodeRefused,
    NodeUnheard,
    NodeZone,
    Report,
    Snapshot,
    TagSeen,
    ZoneCards,
    ZoneChips,
)
from firmware_bridge.wire.snapshots import SnapshotReader, Unfit, inventory
from firmware_bridge.wire.unusable import Unusable

__all__ = [
    "Command",
    "CommandDone",
    "CommandFailed",
    "NodeDegraded",
    "NodeHeard",
    "NodeLate",
    "NodeLost",
    "NodeReady",
    "NodeRecovered",
    "NodeRefused",
    "NodeSession",
    "NodeUnheard",
    "NodeZone",
    "Report",
    "SetLamp",
    "SetScan",
    "Snapshot",
    "SoundBuzzer",
    "TagSeen",
    "ZoneCards",
    "ZoneChips",
]

ASK_S: Final = 0.5
"""How often a silent node is asked for its hello."""

HELLOS_IN_A_ROW: Final = 6
"""So many hellos after it was accepted, and nothing else: the node does not take in that it is."""

_RESETS: Final[tuple[Literal["power", "watchdog", "soft", "other"], ...]] = ("power", "watchdog", "soft", "other")
_FAILURES: Final = {
    specs.WRONG_BOOT: "wrong-boot",
    specs.UNKNOWN_TARGET: "unknown-target",
    specs.BAD_VALUE: "bad-value",
}


class NodeSession:
    """The host's side of one connection.

    `label` names the node until its hello does (a port's name is good); `session` is a number from 1 to
    2**32 - 1 that differs for each connection, so that a node never takes a new host's command for a repeat.
    `patience` is that of its `Link`; `starts` are those of the port, whoever speaks on it. `admit` says why a node that
    we could work with must not join the table now, as a code with facts; nothing if it may.
    """

    def __init__(
        self,
        label: str,
        session: int,
        now_s: float,
        patience: float = 1.0,
        starts: Starts | None = None,
        admit: Callable[[NodeReady, float], str] | None = None,
    ) -> None:
        self.node = label
        self._admit, self._patience = admit, patience
        self._starts = starts or Starts(now_s)
        self.health: Health | None = None
        self._session = session
        self._link = Link(now_s, patience)
        self._clock = ClockSync(now_s)
        self._courier = Courier()
        self._hello: Hello | None = None  # of the node that is ready
        self._reader: SnapshotReader | None = None
        self._held: tuple[SnapshotPart, ...] = ()  # a snapshot that waits for the clock
        self._refused: tuple[int, str] | None = None  # boot id and reason last reported
        self._spoken = False  # the node said more than its hello
        self._hellos = 0  # those since it was accepted, before it said anything else
        self._degraded = self._late = False
        self._ask_s = now_s
        self._unusable = Unusable(self._link.counts)
        self._unheard = set[str]()  # the codes told for bytes without a hello
        self._doubted_s = now_s  # when a node that fell silent was last asked for a word
        self._ticket = 0
        self._unsaid: list[Report] = []  # what a command told at once, for the next `tick`
        self._now_s = now_s
        self._wake_s: float | None = None  # `next_wake_s` as it was worked out last, until anything happens

    def speaks(self, now_s: float) -> bool:
        """Whether the node is accepted, and has been heard so lately that it must still be there."""
        return self.ready and self._link.life(now_s) == "alive"

    @property
    def ready(self) -> bool:
        """Whether the node is accepted and heard."""
        return self._hello is not None

    @property
    def counts(self) -> dict[str, int]:
        """What the link lost, by reason."""
        return self._link.counts

    @property
    def losses(self) -> int:
        """How much the link lost, for whatever reason."""
        return self._link.losses

    @property
    def last_bad(self) -> str:
        """Why the last bad message was bad, for people."""
        return self._link.last_bad

    def receive(self, data: bytes, now_s: float) -> list[Report]:
        """Take bytes from the node; returns what they tell."""
        reports: list[Report] = []
        messages = self._link.receive(data, now_s)
        for message in messages:
            self._hear(message, now_s, reports)
        if self._hello is None or not messages:
            self._unusable.came(len(data), len(messages), now_s)
        return reports + self.tick(now_s)

    def tick(self, now_s: float) -> list[Report]:
        """Do what is due; returns what it tells."""
        reports, self._unsaid = self._unsaid, []
        self._now_s, self._wake_s = now_s, None
        if self._hello is None:
            if self._refused is None and now_s >= self._ask_s:
                self._answer(specs.ASK, 0, "")
                self._ask_s = now_s + ASK_S
                self._tell_unheard(now_s, reports)
            return reports
        life = self._link.life(now_s)
        if life == "down":
            why = self._unusable.reason(self._link.counts) if self._degraded else ""
            self._lose(why or f"silent for {now_s - self._link.heard_s:.1f} s", now_s, reports)
            return reports
        if self._degraded != (life == "degraded"):
            self._degraded, self._late = not self._degraded, False
            self._unusable = Unusable(self._link.counts)
            reports.append(NodeDegraded(self.node) if self._degraded else NodeRecovered(self.node))
        if life == "alive":
            self._wait_for_its_word(now_s, reports)
        if now_s >= self._clock.next_ping_s:
            self._link.send(self._clock.ping(now_s))
        out, lost = self._courier.due(now_s)
        for message in out:
            self._link.send(message)
        reports.extend(CommandFailed(self.node, ticket, f"unanswered tries={TRIES}") for ticket in lost)
        return reports

    def _wait_for_its_word(self, now_s: float, reports: list[Report]) -> None:
        """A node whose heartbeat is late, or of which a word was lost, is asked for its snapshot until it is heard."""
        late = self._link.misses_a_frame or now_s >= self._link.heard_s + DOUBT_S
        if late != self._late:
            self._late = late
            reports.append(NodeLate(self.node) if late else NodeHeard(self.node))
        if now_s >= self._doubt_s():
            self._doubted_s = now_s
            self._link.send(SnapshotRequest())

    def excuse(self, away_s: float, now_s: float) -> None:
        """Whoever reads the port was away for so long: that is no silence of the node."""
        self._link.excuse(away_s, now_s)
        self._wake_s = None

    def outgoing(self) -> bytes:
        """The bytes to send now; they are handed out once."""
        return self._link.outgoing()

    def next_wake_s(self) -> float:
        """When `tick` wants to be called again, if nothing else happens; infinity for a refused node."""
        if self._wake_s is None:
            self._wake_s = self._work_out_wake_s()
        return self._wake_s

    def _work_out_wake_s(self) -> float:
        if self._unsaid:
            return self._now_s
        if self._hello is None:
            return math.inf if self._refused else self._ask_s
        silence_s = self._link.down_s
        if not self._degraded:
            silence_s = min(self._link.degraded_s, self._doubt_s())
        return min(silence_s, self._clock.next_ping_s, self._courier.next_wake_s(self._now_s))

    def command(self, command: Command, now_s: float) -> int:
        """Send a command; returns the ticket that `CommandDone` or `CommandFailed` will carry, once."""
        self._ticket += 1
        self._wake_s = None
        message = command_message(command, self._ticket & 0xFFFF, self._hello)
        if isinstance(message, str):
            self._unsaid.append(CommandFailed(self.node, self._ticket, message))
        elif not self._courier.add(self._ticket, message):
            self._unsaid.append(CommandFailed(self.node, self._ticket, "queue-full"))
        else:
            self._unsaid = self.tick(now_s)
        return self._ticket

    def request_snapshot(self) -> None:
        """Ask for the snapshot now instead of within a second."""
        if self.ready:
            self._link.send(SnapshotRequest())

    def close(self, reason: str, now_s: float) -> list[Report]:
        """The port is gone; returns the last reports. Do not use the session afterwards."""
        self._wake_s = None
        reports, self._unsaid = self._unsaid, []
        if self.ready:
            self._lose(reason, now_s, reports)
        return reports

    def _doubt_s(self) -> float:
        """When a node that says nothing, or of which a word was lost, is to be asked for one."""
        again_s = self._doubted_s + DOUBT_AGAIN_S
        return again_s if self._link.misses_a_frame else max(self._link.heard_s + DOUBT_S, again_s)

    def _hear(self, message: NodeMessage, now_s: float, reports: list[Report]) -> None:
        match message:
            case Hello():
                self._hear_hello(message, now_s, reports)
            case ForeignHello():
                self._refuse(message, _mismatch(message), now_s, reports)
            case _ if self._hello is None or self._reader is None:
                pass  # the node takes us for an earlier host; the next `tick` asks it to begin anew
            case SnapshotPart():
                self._speaks_at_last(reports)
                parts = self._reader.take(message)
                if parts:
                    self._link.caught_up()
                    self._held = parts
                    self._report_snapshot(self._reader, now_s, reports)
            case Health():
                self._speaks_at_last(reports)
                self.health = message
                if message.boot_id != self._hello.boot_id:
                    self._lose("rebooted", now_s, reports)
            case Ack():
                ticket = self._courier.answered(message)
                if ticket is not None:
                    reports.append(self._verdict(ticket, message.status))
            case ClockReply():
                if self._clock.hear(message, now_s) and self._held:
                    self._report_snapshot(self._reader, now_s, reports)
            case _:
                assert_never(message)

    def _report_snapshot(self, reader: SnapshotReader, now_s: float, reports: list[Report]) -> None:
        """Report the held snapshot, unless the node's clock is not known yet."""
        if self._clock.best is None:
            return
        parts, self._held = self._held, ()
        try:
            reports.append(reader.report(parts, self._clock, now_s))
        except Unfit as problem:
            self._link.count_bad(str(problem))

    def _hear_hello(self, hello: Hello, now_s: float, reports: list[Report]) -> None:
        """Accept a node that we can work with; one that we know and that spoke since has begun anew."""
        try:
            zones = inventory(hello)
        except Unfit as problem:
            self._refuse(hello, str(problem), now_s, reports)
            return
        known = self._hello
        if known is None or known.boot_id != hello.boot_id or self._spoken:
            ready = self._ready_of(hello, zones)
            if self._admit is not None and (reason := self._admit(ready, now_s)):
                self._refuse(hello, reason, now_s, reports)
                return
            if not self._starts.admit(now_s):
                if known is not None:
                    self._lose("restless", now_s, reports)
                return  # unanswered, it says hello again
            if known is not None:
                again = known.boot_id == hello.boot_id
                reason = "lost-its-host" if again else f"rebooted cause={_reset_cause(hello)}"
                self._lose(reason, now_s, reports)
            self._welcome(hello, ready, now_s)
            reports.append(ready)
        else:
            self._hellos += 1
            if self._hellos == HELLOS_IN_A_ROW:
                reports.append(NodeUnheard(self.node, f"hello-again times={self._hellos}"))
        self._answer(specs.ACCEPT, hello.boot_id, "")

    def _speaks_at_last(self, reports: list[Report]) -> None:
        if self._hellos >= HELLOS_IN_A_ROW:
            reports.append(NodeRecovered(self.node))
        self._spoken, self._hellos = True, 0

    def _welcome(self, hello: Hello, ready: NodeReady, now_s: float) -> None:
        self.node = ready.node
        self._unheard.clear()
        self._hellos = 0
        self._hello, self._refused, self._spoken, self._degraded, self._late = hello, None, False, False, False
        self._reader = SnapshotReader(self.node, ready.zones, ready.buttons)
        self._clock = ClockSync(now_s)

    def _ready_of(self, hello: Hello, zones: tuple[NodeZone, ...]) -> NodeReady:
        return NodeReady(
            hello.node or self.node,
            hello.unique_id,
            hello.boot_id,
            zones,
            bool(hello.simulated),
            hello.firmware,
            _reset_cause(hello),
            tuple(button.button for button in hello.buttons),
        )

    def _tell_unheard(self, now_s: float, reports: list[Report]) -> None:
        """Tell once why nothing can be made of what comes, and once more for each other reason."""
        if not self._unusable.is_long(now_s, self._patience):
            return
        reason = self._unusable.reason(self._link.counts)
        self._unusable = Unusable(self._link.counts)
        code = reason.partition(" ")[0]
        if reason and code not in self._unheard and self._starts.admit(now_s):
            self._unheard.add(code)
            reports.append(NodeUnheard(self.node, reason))

    def _refuse(self, hello: Hello | ForeignHello, reason: str, now_s: float, reports: list[Report]) -> None:
        if self._hello is not None:
            self._lose("rebooted", now_s, reports)
        if is_name(hello.node):
            self.node = hello.node
        if self._refused != (hello.boot_id, reason):
            if not self._starts.admit(now_s):
                return
            self._refused = (hello.boot_id, reason)
            reports.append(NodeRefused(self.node, reason))
        self._answer(specs.REFUSE, hello.boot_id, reason)

    def _lose(self, reason: str, now_s: float, reports: list[Report]) -> None:
        """The node is not with us any more: forget what belonged to it, and ask again."""
        reports.extend(CommandFailed(self.node, ticket, "node-lost") for ticket in self._courier.drop())
        reports.append(NodeLost(self.node, reason))
        self._hello = self._reader = self.health = None
        self._held, self._degraded, self._ask_s = (), False, now_s
        self._unusable = Unusable(self._link.counts)

    def _answer(self, verdict: int, boot_id: int, reason: str) -> None:
        version = (specs.PROTOCOL_MAJOR, specs.PROTOCOL_MINOR, specs.SCHEMA_CRC)
        self._link.send(HostHello(verdict, *version, self._session, boot_id, reason))

    def _verdict(self, ticket: int, status: int) -> Report:
        if status == specs.DONE:
            return CommandDone(self.node, ticket)
        return CommandFailed(self.node, ticket, _FAILURES.get(status, f"status-{status}"))


def _reset_cause(hello: Hello) -> Literal["power", "watchdog", "soft", "other"]:
    return _RESETS[hello.reset_cause] if hello.reset_cause < len(_RESETS) else "other"


def _mismatch(hello: ForeignHello) -> str:
    """Why a foreign hello cannot be accepted, as a code with both sides' facts."""
    if hello.protocol_major != specs.PROTOCOL_MAJOR:
        node, host = (hello.protocol_major, hello.protocol_minor), (specs.PROTOCOL_MAJOR, specs.PROTOCOL_MINOR)
        return f"protocol-mismatch node={node[0]}.{node[1]} host={host[0]}.{host[1]}"
    return f"schema-mismatch node={hello.schema_crc:08x} host={specs.SCHEMA_CRC:08x}"
