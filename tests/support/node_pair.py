"""A node and its host on an ideal line, for tests that look at single bytes and moments."""

from __future__ import annotations

from dataclasses import dataclass, field

from firmware_bridge.node.session import NodeEnd
from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.frames import Deframer
from firmware_bridge.wire.messages import HostMessage, NodeMessage, Received, decode
from firmware_bridge.wire.nodes import NodeSession, Report

LADDER = (25, 100, 500, 1000)
ZONES = (
    ("seat:1", specs.CARDS_ZONE, 50, 6, ()),
    ("seat:2", specs.CARDS_ZONE, 50, 6, ()),
    ("bet:1", specs.COUNTS_ZONE, 100, 0, LADDER),
    ("rack", specs.GRAMS_ZONE, 100, 0, LADDER),
    ("puck", specs.PUCK_ZONE, 100, 0, ()),
    ("allin:1", specs.ALLIN_ZONE, 100, 0, ()),
)
BUTTONS = ("next", "check")
BOOT = 0xB007
STEP_S = 0.5
"""Less than a link bears silence."""


def node_end(
    boot_id: int = BOOT, now_us: int = 0, zones: tuple[tuple[str, int, int, int, tuple[int, ...]], ...] = ZONES
) -> NodeEnd:
    return NodeEnd(("seats-1-2", b"\x01\x02\x03\x04\x05\x06\x07\x08", boot_id, "test", 0, True), zones, BUTTONS, now_us)


@dataclass
class Pair:
    """Both ends on an ideal line, and a clock that both share."""

    host: NodeSession = field(default_factory=lambda: NodeSession("port", 1, 100.0))
    node: NodeEnd = field(default_factory=lambda: node_end(now_us=100_000_000))
    now_s: float = 100.0
    reports: list[Report] = field(default_factory=list)

    def us(self) -> int:
        return round(self.now_s * 1e6)

    def settle(self, after_s: float = 0.0) -> list[Report]:
        """Let both ends talk until they are quiet, and on the way every `STEP_S`; returns what was told."""
        until_s = self.now_s + after_s
        told: list[Report] = []
        while True:
            self.now_s = min(until_s, self.now_s + STEP_S)
            for _ in range(8):
                told += self.host.tick(self.now_s)
                self.node.receive(self.host.outgoing(), self.us())
                told += self.host.receive(self.node.outgoing(), self.now_s)
            if self.now_s == until_s:
                self.reports += told
                return told

    def host_alone(self, after_s: float) -> list[Report]:
        self.now_s += after_s
        return self.host.tick(self.now_s)


def told_by_host(host: NodeSession) -> list[NodeMessage | HostMessage]:
    received = [decode(payload, specs.TO_NODE) for payload in Deframer().feed(host.outgoing())]
    return [one.message for one in received if isinstance(one, Received)]
