"""Which nodes and zones are in sight, as the bridge last said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final

from firmware_bridge.observations import Inventory, NodeSeen, ZoneSeen
from firmware_bridge.zones import Zone
from table_controller.views import NodeView

_NO_NODES: Final[Mapping[str, NodeSeen]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Sight:
    """Nodes with their last word, zones out of sight, and whether the hardware says that it is simulated."""

    nodes: Mapping[str, NodeSeen] = field(default_factory=lambda: _NO_NODES)
    unknown: frozenset[Zone] = frozenset()
    simulated: bool = False

    def seen(self, word: NodeSeen | ZoneSeen | Inventory) -> Sight:
        """After one more word of the bridge."""
        match word:
            case NodeSeen():
                simulated = self.simulated or word.simulated
                return replace(self, nodes={**self.nodes, word.node: word}, simulated=simulated)
            case ZoneSeen(status="unknown"):
                return replace(self, unknown=self.unknown | {word.zone})
            case ZoneSeen():
                return replace(self, unknown=self.unknown - {word.zone})
            case Inventory():
                return replace(self, simulated=word.simulated)

    def views(self) -> tuple[NodeView, ...]:
        """The nodes as a screen shows them; zones out of sight stand with the first."""
        unknown = tuple(sorted(self.unknown))
        return tuple(
            NodeView(node, seen.status, seen.reason, unknown if at == 0 else ())
            for at, (node, seen) in enumerate(sorted(self.nodes.items()))
        )
