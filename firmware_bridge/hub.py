"""All ports of the table and the bridge behind them, without I/O: bytes and the time in, observations and bytes out.

A node is who it says it is, whichever port it speaks on: with the same unique id on another port it is the
same node, moved, once nothing is heard of it where it was; until then it is a twin. A twin, two nodes of one name, or
with one zone twice would mix up the table: the later one is refused.

Lamps are levels: the hub remembers how each should be and tells a node again when it returns.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import count

from firmware_bridge.bridge import Bridge
from firmware_bridge.vocabulary.observations import Inventory, NodeSeen, Observation
from firmware_bridge.vocabulary.requests import Lamp, Request
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.wire.admission import Starts
from firmware_bridge.wire.node_commands import SetLamp
from firmware_bridge.wire.nodes import NodeSession
from firmware_bridge.wire.reports import NodeLost, NodeReady, NodeRefused, NodeUnheard, Report


class _Line:
    """One port: its session, the node that is ready on it, and whether it was refused because of another one."""

    __slots__ = ("muted", "ready", "session", "starts")

    def __init__(self, session: NodeSession, starts: Starts) -> None:
        self.session, self.starts = session, starts
        self.ready: NodeReady | None = None
        self.muted = False


class Hub:
    """One table's nodes, and its bridge.

    `sessions` gives numbers from 1 to 2**32 - 1 that differ for each connection, also from those of an earlier
    process: a shell begins them at random. `patience` is that of each `Link`.
    """

    def __init__(self, bridge: Bridge, sessions: Iterator[int] | None = None, patience: float = 1.0) -> None:
        self.bridge = bridge
        """What the nodes' words come to mean."""
        self._sessions = count(1) if sessions is None else sessions
        self._patience = patience
        self._lines: dict[str, _Line] = {}
        self._lamps: dict[str, bool] = {}

    def __repr__(self) -> str:
        """Ports and the bridge's zones; never a tag or a card."""
        return f"Hub(ports={list(self._lines)}, {self.bridge!r})"

    @property
    def ports(self) -> tuple[str, ...]:
        """The ports that are attached."""
        return tuple(self._lines)

    @property
    def next_wake_s(self) -> float | None:
        """When `tick` has something to do though nothing arrives; None: never."""
        wake_s = min([line.session.next_wake_s() for line in self._lines.values()], default=math.inf)
        bridge_s = self.bridge.next_wake_s
        if bridge_s is not None:
            wake_s = min(wake_s, bridge_s)
        return wake_s if wake_s < math.inf else None

    def link_losses(self, port: str) -> int:
        """Frames of a port known to be lost, damaged or doubled since its session began; 0 for no such port."""
        line = self._lines.get(port)
        return line.session.losses if line is not None else 0

    def attach(self, port: str, now_s: float) -> None:
        """A port was opened; whoever is behind it will be asked who it is."""
        if port in self._lines:
            raise ValueError(f"the port {port} is attached already: detach it first")
        starts = Starts(now_s)
        self._lines[port] = _Line(self._session(port, now_s, starts), starts)

    def detach(self, port: str, now_s: float, reason: str = "port-closed") -> list[Observation]:
        """A port is gone, and with it the node behind it."""
        line = self._lines.pop(port, None)
        if line is None:
            return []
        seen = self._hear(line, port, line.session.close(reason, now_s), now_s)
        self._retry_muted(now_s)
        return seen

    def receive(self, port: str, data: bytes, now_s: float) -> list[Observation]:
        """Take bytes that arrived on a port; answer what they mean."""
        line = self._lines.get(port)
        if line is None:
            raise ValueError(f"bytes from the port {port}, which is not attached")
        return self._hear(line, port, line.session.receive(data, now_s), now_s)

    def outgoing(self) -> list[tuple[str, bytes]]:
        """The bytes to write now, by port; they are handed out once."""
        return [(port, data) for port, line in self._lines.items() if (data := line.session.outgoing())]

    def excuse(self, away_s: float, now_s: float) -> None:
        """Nobody read the ports for so long, whatever waits in them has been read since: no node was silent."""
        for line in self._lines.values():
            line.session.excuse(away_s, now_s)

    def tick(self, now_s: float) -> list[Observation]:
        """Do what is due."""
        seen: list[Observation] = []
        for port, line in tuple(self._lines.items()):
            if line.session.next_wake_s() <= now_s:
                seen += self._hear(line, port, line.session.tick(now_s), now_s)
        return seen + self.bridge.tick(now_s)

    def request(self, request: Request, now_s: float) -> list[Observation]:
        """Take a request of the controller; answer what can be answered at once."""
        if isinstance(request, Lamp):
            if self._lamps.get(request.button) != request.lit:
                self._lamps[request.button] = request.lit
                for line in self._lines.values():
                    self._light(line, (request.button,), now_s)
            return []
        return self.bridge.request(request, now_s)

    def nodes(self) -> tuple[NodeSeen, ...]:
        """The last word on every node."""
        return self.bridge.nodes()

    def inventory(self, now_s: float) -> Inventory:
        """All that is in sight now."""
        return self.bridge.inventory(now_s)

    def _session(self, port: str, now_s: float, starts: Starts) -> NodeSession:
        def admit(ready: NodeReady, at_s: float) -> str:
            return self._admit(port, ready, at_s)

        return NodeSession(port, next(self._sessions), now_s, self._patience, starts, admit)

    def _hear(self, line: _Line, port: str, reports: Iterable[Report], now_s: float) -> list[Observation]:
        kept: list[Report] = []
        for report in reports:
            if isinstance(report, NodeReady):
                kept += self._welcome(line, port, report, now_s)
            else:
                kept.append(
                    self._by_port(report, line, port) if isinstance(report, NodeRefused | NodeUnheard) else report
                )
                if isinstance(report, NodeLost):
                    line.ready = None
                    self._retry_muted(now_s, line)
        return self.bridge.reports(kept, now_s) if kept else []

    def _by_port(self, refused: NodeRefused | NodeUnheard, line: _Line, port: str) -> NodeRefused | NodeUnheard:
        """The refusal under a name of its own, if it came in the name of a node that is ready: that one stays so."""
        if line.muted:
            return replace(refused, node=f"{refused.node}@{port}")
        ready = {other.ready.node for other in self._lines.values() if other is not line and other.ready is not None}
        return replace(refused, node=f"{refused.node}@{port}") if refused.node in ready else refused

    def _admit(self, port: str, ready: NodeReady, now_s: float) -> str:
        """Why a node cannot be at this table beside those that are ready; nothing if it can."""
        line, reason = self._lines[port], ""
        for other_port, other in self._lines.items():
            if other is line or other.ready is None:
                continue
            if other.ready.unique_id == ready.unique_id:
                if other.session.speaks(now_s):
                    reason = f"id-taken node={other.ready.node} port={other_port}"
            elif clash := _clash(other.ready, ready):
                reason = f"{clash} port={other_port}"
            if reason:
                break
        line.muted = bool(reason)
        return reason

    def _welcome(self, line: _Line, port: str, ready: NodeReady, now_s: float) -> list[Report]:
        news: list[Report] = []
        for other_port, other in self._lines.items():
            if other is not line and other.ready is not None and other.ready.unique_id == ready.unique_id:
                news.append(NodeLost(other.ready.node, f"moved port={port}"))
                other.session, other.ready = self._session(other_port, now_s, other.starts), None
        line.ready = ready = replace(ready, port=port)
        self._light(line, ready.buttons, now_s)
        return [*news, ready]

    def _retry_muted(self, now_s: float, gone: _Line | None = None) -> None:
        """A node has gone, that of the line `gone`: those that were refused because of it may be welcome now."""
        for port, line in self._lines.items():
            if line.muted and line is not gone:
                line.session, line.muted = self._session(port, now_s, line.starts), False

    def _light(self, line: _Line, buttons: Iterable[str], now_s: float) -> None:
        if line.ready is not None:
            for button in buttons:
                if button in line.ready.buttons and button in self._lamps:
                    line.session.command(SetLamp(button, self._lamps[button]), now_s)


def _clash(there: NodeReady, new: NodeReady) -> str:
    """Why both nodes cannot be at one table, empty if they can."""
    if there.node == new.node:
        return f"name-taken node={new.node}"
    taken = {zone.zone for zone in there.zones} & {zone.zone for zone in new.zones}
    return f"zone-taken zone={min(taken)} node={there.node}" if taken else ""
