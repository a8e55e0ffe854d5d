"""Which nodes and zones are in sight, as the bridge last said. While the bridge is gone, nothing is."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from firmware_bridge.vocabulary.observations import Inventory, NodeSeen, ZoneSeen, superseded, to_forget
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import PUCK, STUB, Zone
from table_controller.vocabulary.views import NodeView, SilentView

BRIDGE: Final = "bridge"
"""The bridge process, where it is spoken of like a node."""

SILENT_AFTER_S: Final = 0.9
"""How long the bridge has heard nothing of a node when it first says so (`firmware_bridge.wire.link`)."""

STARTED: Final = "controller-started"
"""Why the bridge is out of sight as a controller begins: it has heard nothing yet."""

PORT_CLOSED: Final = "port-closed"
"""Why a node is down whose plug was pulled: it was read until then (`firmware_bridge.hub`)."""

_NEVER: Final[Mapping[str, float]] = MappingProxyType({})
_NO_NODES: Final[Mapping[str, NodeSeen]] = MappingProxyType({})


class SensorStatus(Struct, frozen=True):
    """Nodes with their last word, zones out of sight among all zones `known`, and whether the hardware is simulated.

    `heard` is when those nodes were last heard that are not heard of now; trays that `misread` are out of sight, too.
    """

    nodes: Mapping[str, NodeSeen] = field(default_factory=lambda: _NO_NODES)
    unknown: frozenset[Zone] = frozenset()
    simulated: bool = False
    known: frozenset[Zone] = frozenset()
    heard: Mapping[str, float] = field(default_factory=lambda: _NEVER)
    misread: frozenset[Zone] = frozenset()

    def seen(self, word: NodeSeen | ZoneSeen | Inventory) -> SensorStatus:
        """After one more word of the bridge."""
        match word:
            case NodeSeen():
                gone = word.node == BRIDGE and word.status in ("down", "refused")
                return replace(
                    self,
                    nodes=self._nodes_with(word),
                    simulated=self.simulated or word.simulated,
                    unknown=self.known if gone else self.unknown,
                    heard=self._heard(word),
                )
            case ZoneSeen(status="unknown"):
                return replace(self, unknown=self.unknown | {word.zone}, known=self.known | {word.zone})
            case ZoneSeen():
                return replace(self, unknown=self.unknown - {word.zone}, known=self.known | {word.zone})
            case Inventory():
                listed = {zone for zone, _ in (*word.cards, *word.chips)}
                known = self.known | listed
                without = {STUB} if word.puck is not None else {STUB, PUCK}  # of which an inventory does not tell
                unlisted = (known - listed - {STUB, PUCK}) | (self.unknown & without)
                return replace(self, simulated=word.simulated, known=known, unknown=unlisted)

    def _nodes_with(self, word: NodeSeen) -> Mapping[str, NodeSeen]:
        """The nodes with one more word; of too many, one that is gone is forgotten, as the bridge does."""
        nodes = {**self.nodes, word.node: word}
        for name in superseded(self.nodes, word):
            del nodes[name]
        old = to_forget([one for one in nodes.values() if one.node != BRIDGE])
        return nodes if old is None else {name: one for name, one in nodes.items() if name != old.node}

    def _heard(self, word: NodeSeen) -> Mapping[str, float]:
        """When the nodes that are silent were last heard; one that is slow at first may be given up later."""
        if word.status in ("ready", "refused"):
            return {node: at_s for node, at_s in self.heard.items() if node != word.node}
        late_s = SILENT_AFTER_S if word.status == "degraded" else 0.0
        known = {node: at_s for node, at_s in self.heard.items() if node in self.nodes}
        return {word.node: word.at_s - late_s} | known

    def silent(self, now_s: float) -> tuple[SilentView, ...]:
        """The nodes that nothing is heard of, and for how long."""
        return tuple(SilentView(node, max(0.0, now_s - at_s)) for node, at_s in sorted(self.heard.items()))

    def views(self) -> tuple[NodeView, ...]:
        """The nodes as a screen shows them; zones out of sight stand with the first."""
        unknown, misread = tuple(sorted(self.unknown)), tuple(sorted(self.misread & self.unknown))
        return tuple(
            NodeView(node, seen.status, seen.reason, *((unknown, misread) if at == 0 else ()))
            for at, (node, seen) in enumerate(sorted(self.nodes.items()))
        )


class SensorCoverage(Struct, frozen=True):
    """What keys may leave to sensors: `burn` says that a reader watches the burn pile."""

    number: int = 1
    burn: bool = True


FULL_COVERAGE = SensorCoverage()
"""All is seen; for events that tell of no card."""
