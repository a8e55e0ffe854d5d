"""What the host makes of the faults of a simulated table: which of them it noticed, and which are healed.

Noticed: a counter of lost frames rose, a node or zone went out of sight, a tag was strange. Healed: the fault
is over, its node is heard, all its zones are in sight, and what they show is what lies there.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from firmware_bridge.simulator.trouble import Occasion, Trouble
from firmware_bridge.vocabulary.observations import NodeSeen, Observation, StrangeCard, ZoneSeen
from firmware_bridge.vocabulary.zones import BOARD, RACK, Zone, zone_kind
from table_controller.runtime.simulated.one_process import OneProcess

LOOK_S: Final = 0.1
"""How often open faults are looked at."""


class FaultWatch:
    """Keeps the tally of one table's `Trouble`; `heal_s` is the longest time from a fault's end to its healing."""

    def __init__(self, process: OneProcess, trouble: Trouble) -> None:
        self._process, self._trouble = process, trouble
        self.heal_s: dict[str, float] = {}
        self._struck: dict[str, Counter[str]] = {name: Counter() for name in process.table.wires}
        self._unseen: dict[str, Counter[str]] = {name: Counter() for name in process.table.wires}
        self._unhealed: dict[str, Counter[str]] = {name: Counter() for name in process.table.wires}
        self._losses: dict[str, int] = {}
        self._frames = tuple((fault, f"{fault} back") for fault, _ in trouble.profile.frames)
        process.on_observation = self._hear
        if self._frames:
            process.on_bytes = self._count
        process.table.scheduler.call_after(LOOK_S, self._look)

    def _hear(self, seen: Observation) -> None:
        match seen:
            case NodeSeen(status="down" | "refused" | "degraded"):
                self._notice(seen.node.partition("@")[0], None)
            case ZoneSeen(status="unknown") | StrangeCard():
                self._notice(self._process.table.node_of(seen.zone).name, seen.zone)
            case _:
                pass

    def _notice(self, node: str, zone: Zone | None) -> None:
        """Something is wrong with a node, or with one of its zones: all faults open there are noticed by it."""
        for occasion in self._trouble.open:
            if occasion.node == node and not occasion.seen and occasion.zone in (None, zone):
                occasion.seen = True
                self._trouble.tally.seen[occasion.kind] += 1

    def _count(self, node: str) -> None:
        """Bytes of a node were taken: frames struck before that are noticed, and healed by the next good ones."""
        wire = self._process.table.wires[node]
        unseen, unhealed, tally = self._unseen[node], self._unhealed[node], self._trouble.tally
        struck = self._struck[node]
        to_host, to_node = wire.to_host_faults.counts, wire.to_node_faults.counts
        for fault, fault_back in self._frames:
            there, back = to_host[fault], to_node[fault]
            if there + back != struck[fault] + struck[fault_back]:
                unseen[fault] += there - struck[fault]
                unhealed[fault] += there + back - struck[fault] - struck[fault_back]
                struck[fault], struck[fault_back] = there, back
        losses = self._process.hub.link_losses(wire.port)
        rose, self._losses[node] = losses > self._losses.get(node, 0), losses
        if rose:
            tally.seen.update(unseen)
            unseen.clear()
        elif unhealed:
            tally.healed.update(unhealed)
            unhealed.clear()

    def _look(self) -> None:
        """Close the faults that are healed."""
        ended = [one for one in self._trouble.open if one.ended_s is not None]
        if ended:
            self._close(ended)
        self._process.table.scheduler.call_after(LOOK_S, self._look)

    def _close(self, ended: list[Occasion]) -> None:
        """Close those of the faults that are over whose node is heard and shows what lies there."""
        now_s = self._process.table.now_s
        agrees = {node: self._agrees(node) for node in {occasion.node for occasion in ended}}
        for occasion in [one for one in ended if agrees[one.node]]:
            self._heal(occasion, now_s)

    def _heal(self, occasion: Occasion, now_s: float) -> None:
        ended_s = now_s if occasion.ended_s is None else occasion.ended_s
        self._trouble.open.remove(occasion)
        self._trouble.tally.healed[occasion.kind] += 1
        self.heal_s[occasion.kind] = max(self.heal_s.get(occasion.kind, 0.0), now_s - ended_s)

    def _agrees(self, node: str) -> bool:
        """Whether the host hears `node` and holds for true what lies in its zones."""
        process, world = self._process, self._process.table.world
        if not any(seen.node == node and seen.status == "ready" for seen in process.hub.nodes()):
            return False
        inventory = process.hub.inventory(process.table.now_s)
        chips, cards = dict(inventory.chips), dict(inventory.cards)
        for zone in process.table.nodes[node].outfit.zones:
            if zone_kind(zone) in {"bet", "stack", "pot"} or zone == RACK:
                if chips.get(zone) != world.chips.at(zone):
                    return False
            elif (zone == BOARD or zone_kind(zone) == "seat") and len(cards.get(zone, ())) != len(
                world.cards.pile(zone)
            ):
                return False
        return True
