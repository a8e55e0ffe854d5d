"""The bridge's end of the wires in one process and on the table's time: for replays, scripts and tests.

Nothing is short-circuited: `NodeSession` reads the same bytes that it would read from serial ports.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Final

from firmware_bridge.simulator.clock import Timer
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.wire.nodes import NodeSession
from firmware_bridge.wire.reports import Report

_TICK_S: Final = 1e-6
"""Simulated time does not pass by itself: a session that wants to be called again at once is, a moment later."""


class WiredHost:
    """One `NodeSession` for each node of a simulated table, driven by its scheduler."""

    def __init__(self, table: SimulatedTable, on_reports: Callable[[list[Report]], None]) -> None:
        self._table, self._on_reports = table, on_reports
        self._timers: dict[str, Timer] = {}
        self.sessions: dict[str, NodeSession] = {}
        """The host's session with each node, by the node's name."""
        for number, (name, wire) in enumerate(table.wires.items(), start=1):
            self.sessions[name] = NodeSession(name, number, table.now_s)
            wire.host = partial(self._receive, name)
            self._tick(name)

    @property
    def ready(self) -> bool:
        """Whether every node is accepted and heard."""
        return all(session.ready for session in self.sessions.values())

    def stir(self, name: str) -> None:
        """Send what the session of node `name` has to say: call it after a command."""
        self._tick(name)

    def _receive(self, name: str, data: bytes) -> None:
        reports = self.sessions[name].receive(data, self._table.now_s)
        self._after(name, reports)

    def _tick(self, name: str) -> None:
        reports = self.sessions[name].tick(self._table.now_s)
        self._after(name, reports)

    def _after(self, name: str, reports: list[Report]) -> None:
        session = self.sessions[name]
        data = session.outgoing()
        if data:
            self._table.wires[name].to_node(data)
        wake_s = session.next_wake_s()
        timer = self._timers.get(name)
        if timer is not None and timer.waiting and timer.at_s > wake_s:
            timer.cancel()
        if wake_s < math.inf and (timer is None or not timer.waiting):
            # A timer that is due earlier than needed finds nothing to do, and is set anew.
            soonest_s = self._table.now_s + _TICK_S
            self._timers[name] = self._table.scheduler.call_at(max(wake_s, soonest_s), partial(self._tick, name))
        if reports:
            self._on_reports(reports)
