"""What the simulation of a hand costs."""

from __future__ import annotations

import time

from firmware_bridge.simulator.sample import play_sample_hand
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.wire.nodes import NodeSession
from firmware_bridge.wire.reports import NodeReady


def test_a_hand_of_six_costs_little_time() -> None:
    """Budget 30 ms of CPU for the simulation; five times as much fails, so that a busy machine does not."""
    stacks = dict.fromkeys(range(1, 7), ((1000, 8), (500, 2), (100, 8), (25, 8)))
    silent = SimulatedTable(TableSetup(6, (25, 100, 500, 1000), stacks, ((100, 20), (25, 40))))
    for name, wire in silent.wires.items():
        # The nodes talk to a host that only answers: what is measured is the table, not the host.
        wire.host = Answering(silent, name)
    silent.run_for(1.0)
    play_sample_hand(silent)
    began_s, cpu_s = silent.now_s, time.process_time()
    play_sample_hand(silent)
    spent_s = time.process_time() - cpu_s
    print(f"{spent_s * 1000:.1f} ms CPU for {silent.now_s - began_s:.0f} s of a six-seat hand")  # noqa: T201  # measured
    assert spent_s < 0.150


class Answering:
    """Accepts a node's first hello and keeps it alive; reads nothing else."""

    def __init__(self, table: SimulatedTable, name: str) -> None:
        self._table, self._wire = table, table.wires[name]
        self._session = NodeSession(name, 1, table.now_s)
        self._alive = b""

    def __call__(self, data: bytes) -> None:
        if self._session.ready:
            return
        reports = self._session.receive(data, self._table.now_s)
        self._alive = self._session.outgoing()
        self._wire.to_node(self._alive)
        if any(isinstance(report, NodeReady) for report in reports):
            self._ping()

    def _ping(self) -> None:
        self._wire.to_node(self._alive)
        self._table.scheduler.call_after(0.9, self._ping)
