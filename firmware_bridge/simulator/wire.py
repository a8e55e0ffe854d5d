"""A serial line in memory: bytes that take a moment, both ways, with the faults of `LinkFaults`."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Final

from firmware_bridge.ports import MemoryPort, memory_pair
from firmware_bridge.simulator.clock import Scheduler
from firmware_bridge.simulator.faults import LinkFaults

USB_LATENCY_S: Final = 0.001
"""One frame over USB CDC: a full-speed frame lasts a millisecond."""


class Wire:
    """The line between one node and the host; each end is told of bytes by a call.

    Bytes of one moment arrive together, in order. Nobody at an end: the bytes are lost, as on a real line.
    """

    def __init__(self, scheduler: Scheduler, rng: random.Random, latency_s: float = USB_LATENCY_S) -> None:
        self._scheduler, self._latency_s = scheduler, latency_s
        self.to_host_faults, self.to_node_faults = LinkFaults(rng), LinkFaults(rng)
        self.host: Callable[[bytes], None] | None = None
        """Called with what arrives at the host."""
        self.node: Callable[[bytes], None] | None = None
        """Called with what arrives at the node."""

    def to_host(self, data: bytes) -> None:
        """Carry whole frames from the node."""
        arrives = self.to_host_faults.pass_on(data)
        if arrives:
            self._scheduler.call_after(self._latency_s, partial(self._deliver_host, arrives))

    def to_node(self, data: bytes) -> None:
        """Carry whole frames from the host."""
        arrives = self.to_node_faults.pass_on(data)
        if arrives:
            self._scheduler.call_after(self._latency_s, partial(self._deliver_node, arrives))

    def open_host_port(self, name: str) -> MemoryPort:
        """The host's end as a port in memory, for a host that reads and writes ports."""
        port, _ = memory_pair(name, to_node=lambda data, _: self.to_node(data))
        self.host = port.arrive
        return port

    def _deliver_host(self, data: bytes) -> None:
        if self.host is not None:
            self.host(data)

    def _deliver_node(self, data: bytes) -> None:
        if self.node is not None:
            self.node(data)
