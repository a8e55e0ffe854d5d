"""What one client knows of a table from its feed: "How to follow a table" of `hardware_docs/mqtt.md`, as code.

Bytes come in by `hear`, news goes out. It holds through repeats, holes, late wills, a table that starts anew and a
connection that was away: the picture is always the newest state, and an event is told once, in order, or not at all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.untrusted import read_json
from table_controller.broadcast.streams import StreamName
from table_controller.broadcast.topics import Topics

MESSAGE_BYTES: Final = 64_000
"""No message of a table is as long as this: snapshots are under 16 kB."""


class Picture(Struct, frozen=True):
    """The whole table as it is now; `anew` if what was shown before it is not to be animated from."""

    state: Mapping[str, Any]
    anew: bool


class Happened(Struct, frozen=True):
    """One event, or a finding or ruling, exactly once; `missed` events before it did not come."""

    kind: str
    message: Mapping[str, Any]
    missed: int = 0


class There(Struct, frozen=True):
    """Whether the table is there; while it is not, the picture is old."""

    ready: bool


class Counted(Struct, frozen=True):
    """What the players did in the hands so far, as it stands now."""

    statistics: Mapping[str, Any]


class Anew(Struct, frozen=True):
    """A table that begins anew is there, with a journal of its own: what was told of the one before is no picture."""


News: TypeAlias = Picture | Happened | There | Counted | Anew
NOTHING: Final[tuple[News, ...]] = ()


class Envelope(Struct, frozen=True):
    """What every message has."""

    type: str
    epoch: str
    mono: str
    data: dict[str, Any]
    n: int = 0
    index: int = 0


class Follower:
    """One table's feed, message by message."""

    def __init__(self, topics: Topics, stream: StreamName = "live") -> None:
        self._avail_topic = topics.avail if stream == "live" else topics.of("delayed", "avail")
        self._leaves: Mapping[str, Literal["state", "ev", "finding", "statistics"]] = {
            topics.of(stream, "state"): "state",
            topics.of(stream, "ev"): "ev",
            topics.of(stream, "finding"): "finding",
            topics.of(stream, "statistics"): "statistics",
        }
        self.filters = (topics.of(stream, "+"), *((topics.avail,) if stream == "live" else ()))
        """What to subscribe to: one filter for all that must keep its order."""
        self.state: Mapping[str, Any] | None = None
        """The newest picture; None before the first."""
        self.ready = False
        """Whether the table said last that it is there, on a connection that stands."""
        self.unread = 0
        """Messages that could not be read."""
        self._epoch, self._conn = "", -1
        self._last_n: int | None = None
        """The event that was told last; None until a state says where to begin."""
        self._last_finding = (0, -1)
        self._joins = self._starts = True
        self._start_ns, self._state_ns = 0, -1

    def connected(self) -> tuple[News, ...]:
        """A connection of our own stands: the first state on it is a new start."""
        self._last_n, self._start_ns, self._joins = None, 0, True
        return NOTHING

    def disconnected(self) -> tuple[News, ...]:
        """Our own connection is gone: the picture is old from now on."""
        was, self.ready = self.ready, False
        return (There(ready=False),) if was else NOTHING

    def hear(self, topic: str, payload: bytes) -> tuple[News, ...]:
        """What one message tells; nothing for repeats, for what is not of this table, and for what cannot be read."""
        leaf = self._leaves.get(topic)
        if leaf is None and topic != self._avail_topic:
            return NOTHING
        if len(payload) > MESSAGE_BYTES:
            self.unread += 1
            return NOTHING
        try:
            message = read_json(payload, dict[str, Any])
            told = msgspec.convert(message, Envelope)
            if leaf is None:
                return self._avail(told)
            if leaf == "state":
                return self._picture(told)
            if leaf == "statistics":
                return (Counted(told.data),)
            return self._event(told, message) if leaf == "ev" else self._finding(told, message)
        except (msgspec.DecodeError, msgspec.ValidationError, ValueError, KeyError, TypeError):
            self.unread += 1
            return NOTHING

    def _avail(self, told: Envelope) -> tuple[News, ...]:
        conn, ready, mono_ns = int(told.data["conn"]), told.data["state"] == "ready", int(told.mono)
        if told.epoch == self._epoch and conn < self._conn:
            return NOTHING  # a late will
        if conn > self._conn and not self._joins:  # the table comes anew, maybe after its first state
            came = self.state is not None and told.epoch == self._epoch and self._state_ns >= mono_ns
            self._start_ns = mono_ns
            self._last_n = int(self.state["as_of"]) if came and self.state is not None else None
        anew = ready and self.state is not None and told.epoch != self._epoch
        if anew:
            self.state, self._last_n = None, None
        self._epoch, self._conn, self._joins = told.epoch, conn, False
        was, self.ready = self.ready, ready
        return (*((Anew(),) if anew else ()), *((There(ready),) if ready != was else ()))

    def _picture(self, told: Envelope) -> tuple[News, ...]:
        mono_ns, as_of = int(told.mono), int(told.data["as_of"])
        anew = told.epoch != self._epoch or (self._last_n is None and mono_ns >= self._start_ns)
        if anew:
            self._last_n, self._last_finding, self._starts = as_of, (as_of, 1 << 30), True
        self._epoch, self._state_ns, self.state = told.epoch, mono_ns, told.data
        return (Picture(told.data, anew),)

    def _event(self, told: Envelope, message: Mapping[str, Any]) -> tuple[News, ...]:
        if self._last_n is None or told.epoch != self._epoch or told.n <= self._last_n:
            return NOTHING  # before the start, or a repeat
        missed = 0 if self._starts else told.n - self._last_n - 1  # what came between the first state and us is no loss
        self._last_n, self._starts = told.n, False
        return (Happened(_kind(told.type), message, missed),)

    def _finding(self, told: Envelope, message: Mapping[str, Any]) -> tuple[News, ...]:
        if self._last_n is None or told.epoch != self._epoch or (told.n, told.index) <= self._last_finding:
            return NOTHING
        self._last_finding = (told.n, told.index)
        return (Happened(_kind(told.type), message),)


def _kind(name: str) -> str:
    """``act_ruled`` of ``cardspeak.act_ruled.v1``."""
    return name.split(".")[1]
