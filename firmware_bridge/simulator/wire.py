"""A serial line in memory: bytes that take a moment, both ways, with the faults of `LinkFaults`.

The line may stall: what is sent waits and arrives at once later, in order. Its plug may be pulled: then what
is sent, and what was under way, is lost, until the plug is put in again, perhaps under another port's name.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Final

from firmware_bridge.simulator.clock import Scheduler
from firmware_bridge.simulator.faults import LinkFaults
from firmware_bridge.simulator.world import WorldError

USB_LATENCY_S: Final = 0.001
"""One frame over USB CDC: a full-speed frame lasts a millisecond."""


class Wire:
    """The line between one node and the host; each end is told of bytes by a call.

    Bytes of one moment arrive together, in order. Nobody at an end: the bytes are lost, as on a real line.
    """

    def __init__(
        self, scheduler: Scheduler, rng: random.Random, latency_s: float = USB_LATENCY_S, port: str = "memory"
    ) -> None:
        self._scheduler, self._latency_s = scheduler, latency_s
        self.to_host_faults, self.to_node_faults = LinkFaults(rng), LinkFaults(rng)
        self.host: Callable[[bytes], None] | None = None
        """Called with what arrives at the host."""
        self.node: Callable[[bytes], None] | None = None
        """Called with what arrives at the node."""
        self.on_plug: Callable[[bool], None] | None = None
        """Called when the host's port goes (False) and when it is there again (True), by then under its new name."""
        self.port = port
        """The host's name of the port."""
        self.plugged = True
        self._plugs = 0
        self._held_until_s = 0.0

    def to_host(self, data: bytes) -> None:
        """Carry whole frames from the node."""
        arrives = self.to_host_faults.pass_on(data) if self.plugged else b""
        if arrives:
            self._scheduler.call_at(self._arrival_s(), partial(self._deliver_host, arrives, self._plugs))

    def to_node(self, data: bytes) -> None:
        """Carry whole frames from the host."""
        arrives = self.to_node_faults.pass_on(data) if self.plugged else b""
        if arrives:
            self._scheduler.call_at(self._arrival_s(), partial(self._deliver_node, arrives, self._plugs))

    def stall(self, duration_s: float) -> None:
        """Let nothing arrive for so long; then all of it does."""
        self._held_until_s = self._scheduler.now_s + duration_s

    def unplug(self) -> None:
        """Pull the plug at the host; nothing happens if it is out already."""
        if self.plugged:
            self.plugged = False
            self._plugs += 1
            if self.on_plug is not None:
                self.on_plug(False)

    def replug(self, port: str) -> None:
        """Put the plug in again where the host calls the port `port`; raise `WorldError` if it is in."""
        if self.plugged:
            raise WorldError(f"the plug of {self.port} is in: unplug it first")
        self.plugged, self.port, self._held_until_s = True, port, 0.0
        if self.on_plug is not None:
            self.on_plug(True)

    def _arrival_s(self) -> float:
        return max(self._scheduler.now_s + self._latency_s, self._held_until_s)

    def _deliver_host(self, data: bytes, plugs: int) -> None:
        if self.host is not None and plugs == self._plugs:
            self.host(data)

    def _deliver_node(self, data: bytes, plugs: int) -> None:
        if self.node is not None and plugs == self._plugs:
            self.node(data)
