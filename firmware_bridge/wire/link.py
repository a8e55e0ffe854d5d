"""The host's end of one link to a node, without I/O: frames, numbers, repeats of commands, silence.

What it guarantees: a command is carried out once or its failure is known; a lost or doubled frame is
counted; silence is noticed in time. Sensor data need no guarantee: the node repeats its state.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.frames import Deframer, encode_frame
from firmware_bridge.wire.messages import (
    Ack,
    BadMessage,
    CommandMessage,
    ForeignHello,
    Hello,
    HostMessage,
    NodeMessage,
    SnapshotPart,
    decode,
    encode,
)

HEARTBEAT_S: Final = 0.5
DOUBT_S: Final = 0.6
"""A heartbeat is late: the node is asked for a word before anything is made of it. One lost frame costs no more."""
DOUBT_AGAIN_S: Final = 0.15
DEGRADED_S: Final = 0.9
"""Nothing came, asked for or not: what the node senses is out of sight, within a second of its last word."""
DOWN_S: Final = 2.0

FIRST_WAIT_S: Final = 0.05
LONGEST_WAIT_S: Final = 1.0
TRIES: Final = 5
WINDOW: Final = 4
"""Commands on their way at once; the node remembers twice as many."""
QUEUE: Final = 64
"""Commands that may wait for the window."""

_REPEAT_REACH: Final = 64  # a number this little behind is a doubled frame; further behind is a node that began anew

_BODY: Final = slice(specs.SNAPSHOT_BODY_AT, None)

Life: TypeAlias = Literal["alive", "degraded", "down"]


@dataclass(slots=True)
class _OnItsWay:
    ticket: int
    message: CommandMessage
    tries: int
    wait_s: float
    due_s: float


class Courier:
    """Commands in order, a window at a time, repeated until answered or given up."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[int, CommandMessage]] = deque()
        self._sent: list[_OnItsWay] = []

    def add(self, ticket: int, message: CommandMessage) -> bool:
        """Take a command; False if too many already wait."""
        if len(self._waiting) >= QUEUE:
            return False
        self._waiting.append((ticket, message))
        return True

    def due(self, now_s: float) -> tuple[list[CommandMessage], list[int]]:
        """The commands to send or repeat now, and the tickets given up after the last try."""
        lost = [one.ticket for one in self._sent if one.due_s <= now_s and one.tries >= TRIES]
        if lost:
            self._sent = [one for one in self._sent if one.ticket not in lost]
        out: list[CommandMessage] = []
        for one in self._sent:
            if one.due_s <= now_s:
                one.tries += 1
                one.wait_s = min(2 * one.wait_s, LONGEST_WAIT_S)
                one.due_s = now_s + one.wait_s
                out.append(one.message)
        while self._waiting and len(self._sent) < WINDOW:
            ticket, message = self._waiting.popleft()
            self._sent.append(_OnItsWay(ticket, message, 1, FIRST_WAIT_S, now_s + FIRST_WAIT_S))
            out.append(message)
        return out, lost

    def answered(self, ack: Ack) -> int | None:
        """The ticket that `ack` answers, None if it answers nothing that is on its way (a doubled one)."""
        for at, one in enumerate(self._sent):
            if (one.message.boot_id, one.message.command_seq) == (ack.boot_id, ack.command_seq):
                return self._sent.pop(at).ticket
        return None

    def drop(self) -> list[int]:
        """Forget everything; returns the tickets."""
        tickets = [one.ticket for one in self._sent] + [ticket for ticket, _ in self._waiting]
        self._sent.clear()
        self._waiting.clear()
        return tickets

    def next_wake_s(self, now_s: float) -> float:
        """When `due` has something to do again: now, if a command waits and the window has room."""
        if self._waiting and len(self._sent) < WINDOW:
            return now_s
        return min((one.due_s for one in self._sent), default=math.inf)


class Link:
    """Frames to and from one node.

    `counts` holds what was lost: frames by drop reason, bad messages (``message``), numbers missing
    in the sequence (``gap``) and frames that came twice (``repeat``). `patience` stretches the time that the node may
    be silent: a simulated one whose table runs faster than the clock on the wall needs as long to be late as any other.
    """

    def __init__(self, now_s: float, patience: float = 1.0) -> None:
        self.heard_s = now_s
        self._patience = patience
        self.last_bad = ""
        self._deframer = Deframer()
        self._bad = self._gaps = self._repeats = 0
        self._caught_up = 0  # frames that were missing before the last whole snapshot
        self._boot_id: int | None = None
        self._expected: int | None = None
        self._told: bytes | None = None  # the last snapshot without its clock
        self._seq = 0
        self._out: list[bytes] = [b"\0"]  # ends whatever half frame the node may have read before

    @property
    def counts(self) -> dict[str, int]:
        """What was lost, by reason."""
        return {**self._deframer.drops, "message": self._bad, "gap": self._gaps, "repeat": self._repeats}

    @property
    def losses(self) -> int:
        """How much was lost, for whatever reason."""
        return sum(self._deframer.drops.values()) + self._bad + self._gaps + self._repeats

    @property
    def misses_a_frame(self) -> bool:
        """Whether a frame is missing since the last whole snapshot: it may have been a newer one."""
        return self._missing > self._caught_up

    def caught_up(self) -> None:
        """A whole snapshot was heard: whatever was lost before it is made good."""
        self._caught_up = self._missing

    @property
    def _missing(self) -> int:
        return sum(self._deframer.drops.values()) + self._gaps

    @property
    def degraded_s(self) -> float:
        """When a node that stays silent is out of sight."""
        return self.heard_s + DEGRADED_S * self._patience

    @property
    def down_s(self) -> float:
        """When a node that stays silent is taken for gone."""
        return self.heard_s + DOWN_S * self._patience

    def life(self, now_s: float) -> Life:
        """How long ago anything good was heard."""
        if now_s < self.degraded_s:
            return "alive"
        return "degraded" if now_s < self.down_s else "down"

    def excuse(self, away_s: float, now_s: float) -> None:
        """Nobody listened for so long: that is no silence of the node."""
        self.heard_s = min(now_s, self.heard_s + away_s)

    def receive(self, data: bytes, now_s: float) -> list[NodeMessage]:
        """Take bytes and return the good messages in them, each once."""
        messages: list[NodeMessage] = []
        for payload in self._deframer.feed(data):
            if payload[_BODY] == self._told and payload[0] == specs.SNAPSHOT:
                # The latest snapshot again, most of all frames: only its number is news.
                if self._is_next(specs.unpack_header(payload)[2]):
                    self.heard_s = now_s
                    self.caught_up()
                continue
            received = decode(payload, specs.TO_HOST)
            if isinstance(received, BadMessage):
                self.count_bad(received.reason)
                continue
            message: NodeMessage = received.message  # type: ignore[assignment]  # decode checked the direction
            if isinstance(message, (Hello, ForeignHello)) and message.boot_id != self._boot_id:
                self._boot_id = message.boot_id
                self._expected = None  # the node began anew, its numbers too
            if not self._is_next(received.seq):
                continue
            self.heard_s = now_s
            if isinstance(message, SnapshotPart):
                self._told = payload[_BODY] if message.parts == 1 else None
            elif isinstance(message, (Hello, ForeignHello)):
                self._told = None
            messages.append(message)
        return messages

    def count_bad(self, reason: str) -> None:
        """Count a message that says nothing usable."""
        self._bad += 1
        self.last_bad = reason

    def send(self, message: HostMessage) -> None:
        """Put a message into the next outgoing bytes."""
        self._out.append(encode_frame(encode(message, self._seq)))
        self._seq = (self._seq + 1) & 0xFFFF

    def outgoing(self) -> bytes:
        """The bytes to send now; they are handed out once."""
        if not self._out:
            return b""
        data = b"".join(self._out)
        self._out.clear()
        return data

    def _is_next(self, seq: int) -> bool:
        """Whether a frame is new; counts the numbers missing before it."""
        ahead = 0 if self._expected is None else (seq - self._expected) & 0xFFFF
        if ahead >= (1 << 16) - _REPEAT_REACH:
            self._repeats += 1
            return False
        if ahead < 1 << 15:
            self._gaps += ahead
        self._expected = (seq + 1) & 0xFFFF
        return True
