"""Reports of the nodes to observations, and requests to answers: the bridge without its wires.

Deterministic and without I/O: the same reports, requests and times give the same observations,
given the same `mint`. Observations of one call are in the order of time, arrivals by the end of their interval.

What a node shows when it comes into sight was there before: no card arrived, no chips moved, no button was
pressed. It is told as one `Inventory`, after the `ZoneSeen` of its zones; so is a zone whose reader works again.

A node that has fallen silent takes its zones out of sight at once, and nothing leaves them. If it speaks again before
its link is given up, nothing was missed: it repeats its state, with the times at which it came about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, assert_never

from msgspec import UNSET, Struct, field

from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.secrets.sealing import HandKeys, Sealing
from firmware_bridge.secrets.vault import Memory, Vault
from firmware_bridge.sensing.card_watch import CardWatch
from firmware_bridge.sensing.motions import Motions, Settling
from firmware_bridge.sensing.presence import Patience, Presence
from firmware_bridge.sensing.riffles import Mixing, RiffleWatch
from firmware_bridge.sensing.things import Things
from firmware_bridge.vocabulary.observations import (
    LONGEST_REASON,
    CardArrived,
    DelayAnswered,
    Inventory,
    NodeSeen,
    Observation,
    ZoneSeen,
    superseded,
    to_forget,
)
from firmware_bridge.vocabulary.requests import (
    ForgetCards,
    HandEnded,
    HandStarted,
    KeysTaken,
    Lamp,
    NameCards,
    OverrideDelay,
    Request,
)
from firmware_bridge.vocabulary.untrusted import clean_text
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import STUB, Zone
from firmware_bridge.wire.reports import (
    CommandDone,
    CommandFailed,
    NodeDegraded,
    NodeHeard,
    NodeLate,
    NodeLost,
    NodeReady,
    NodeRecovered,
    NodeRefused,
    NodeUnheard,
    Report,
    Snapshot,
    ZoneCards,
)

NodeChange: TypeAlias = NodeReady | NodeRecovered | NodeDegraded | NodeLost | NodeUnheard | NodeRefused


class BridgeSettings(Struct, frozen=True):
    """How readings become observations; the defaults suit 10 scans a second and RFID chips."""

    patience: Patience = field(default_factory=Patience)
    settling: Settling = field(default_factory=Settling)
    mixing: Mixing = field(default_factory=Mixing)


class _Node:
    """What the bridge remembers of one node: its last word, and the zones that its snapshots showed."""

    __slots__ = ("card_zones", "chip_zones", "seen", "shown", "silent", "synced")

    def __init__(self, seen: NodeSeen) -> None:
        self.seen = seen
        self.synced = False
        self.silent: tuple[Zone, ...] = ()
        """Zones that are out of sight because the node does not speak."""
        self.card_zones: tuple[Zone, ...] = ()
        self.chip_zones: tuple[Zone, ...] = ()
        self.shown: tuple[ZoneCards, ...] = ()
        """What lay at its card zones by its last snapshot: it repeats itself, and that is no news to the link."""


class Bridge:
    """One table's readings and secrets."""

    __slots__ = (
        "_cards",
        "_chips",
        "_is_public",
        "_kept",
        "_keys_kept",
        "_nodes",
        "_sealing",
        "_shown",
        "_things",
    )

    def __init__(
        self,
        decks: DeckBook,
        mint: Callable[[], str],
        settings: BridgeSettings | None = None,
        memory: Memory | None = None,
        sealing: Sealing | None = None,
    ) -> None:
        settings = settings or BridgeSettings()
        vault = Vault(decks, mint, memory)
        self._cards = CardWatch(
            Presence(settings.patience, (STUB,)), vault, RiffleWatch(settings.mixing), settings.patience, sealing
        )
        self._sealing, self._is_public = sealing, decks.is_public
        self._keys_kept = 0
        self._kept = self._cards.vault.changes
        self._chips = Motions(settings.settling)
        self._things = Things()
        self._nodes: dict[str, _Node] = {}
        self._shown: Inventory | None = None
        """What is in sight, until anything happens: people look far more often than anything moves."""

    def __repr__(self) -> str:
        """Nodes and zones; never a tag or a card."""
        return f"Bridge(nodes={list(self._nodes)}, cards={self._cards!r})"

    @property
    def next_wake_s(self) -> float | None:
        """When `tick` has something to do though no report comes; None: never."""
        chips_s, cards_s = self._chips.next_wake_s, self._cards.next_wake_s
        keys_s = self._sealing.next_wake_s if self._sealing is not None else None
        if keys_s is None and (chips_s is None or cards_s is None):
            return cards_s if chips_s is None else chips_s
        return min(wake_s for wake_s in (chips_s, cards_s, keys_s) if wake_s is not None)

    def reports(self, reports: Iterable[Report], now_s: float) -> list[Observation]:
        """Take what the nodes report; answer what it means."""
        self._shown = None
        told: list[Observation] = []
        for report in reports:
            if isinstance(report, Snapshot):
                self._snapshot(report, told)
            elif isinstance(report, NodeLate | NodeHeard):
                told += self._waited_for(report, now_s)
            elif not isinstance(report, CommandDone | CommandFailed):  # commands are the hub's affair
                self._node_changed(report, now_s, told)
        return self._told(told, now_s)

    def request(self, request: Request, now_s: float) -> list[Observation]:
        """Take a request of the controller; answer what can be answered at once. Lamps are the hub's to send."""
        self._shown = None
        match request:
            case HandStarted():
                self._cards.hand_started(request.hand)
                if self._sealing is not None:
                    self._sealing.begin(request.hand, now_s, simulated=self.is_simulated)
                return list(self._cards.sealed(now_s))
            case HandEnded():
                if self._sealing is not None:
                    self._sealing.end(request.hand, now_s, simulated=self.is_simulated)
                return list(self._cards.hand_ended(request.hand, now_s))
            case KeysTaken():
                if self._sealing is not None:
                    self._sealing.taken(request.deal)
            case OverrideDelay():
                return self._order_delay(request, now_s)
            case NameCards():
                return list(self._cards.ask(request, now_s))
            case ForgetCards():
                self._cards.forget(request)
            case Lamp():
                pass
            case _:
                assert_never(request)
        return []

    def _order_delay(self, request: OverrideDelay, now_s: float) -> list[Observation]:
        """Another delay, if the producer's signature is good; the answer, and the policy that holds from now on."""
        if self._sealing is None:
            return [DelayAnswered("", "", 0.0, "nothing-sealed", now_s)]
        answer = self._sealing.order(request, now_s)
        return [answer] if answer.refused else [self._sealing.policy(now_s, simulated=self.is_simulated), answer]

    def tick(self, now_s: float) -> list[Observation]:
        """Tell what time alone has settled."""
        return self._told([], now_s)

    def nodes(self) -> tuple[NodeSeen, ...]:
        """The last word on every node."""
        return tuple(node.seen for node in self._nodes.values())

    def inventory(self, now_s: float) -> Inventory:
        """All that is in sight now, the stub left out."""
        if self._shown is None:
            self._shown = self._inventory(now_s)
        return replace(self._shown, at_s=now_s)

    def _inventory(self, at_s: float) -> Inventory:
        simulated = any(node.seen.simulated for node in self._nodes.values())
        silent = {zone for node in self._nodes.values() for zone in node.silent}
        cards = tuple((zone, handles) for zone, handles in self._cards.lie() if zone not in silent)
        chips = tuple((zone, lot) for zone, lot in self._chips.lie() if zone not in silent)
        things = self._things
        return Inventory(at_s, simulated, cards, chips, things.puck, things.allin, self._cards.vault.shuffles)

    def greeting(self, now_s: float) -> list[Observation]:
        """What a controller must hear first: the nodes, the stub (which no inventory lists), and the inventory."""
        stubs = [node for node in self._nodes.values() if STUB in node.card_zones and STUB not in node.silent]
        seen: list[Observation] = [*self.nodes(), *(ZoneSeen(STUB, "ok", now_s) for _ in stubs), self.inventory(now_s)]
        if self._sealing is None:
            return seen
        policy = self._sealing.policy(now_s, simulated=self.is_simulated)
        return [*seen, policy, *self._cards.sealed(now_s), *self._sealing.again()]

    @property
    def is_simulated(self) -> bool:
        """Whether all is simulated: every node says so, and the deck is the one that anybody can work out."""
        nodes = [node.seen for node in self._nodes.values()]
        return self._is_public and bool(nodes) and all(seen.simulated for seen in nodes)

    def memory_if_new(self) -> Memory | None:
        """What must outlive this process, if it has changed since it was last asked for."""
        if self._cards.vault.changes == self._kept:
            return None
        self._kept = self._cards.vault.changes
        return self._cards.vault.memory()

    def keys_if_new(self) -> tuple[HandKeys, ...] | None:
        """The keys that must outlive this process, if they have changed since they were last asked for."""
        if self._sealing is None or self._sealing.changes == self._keys_kept:
            return None
        self._keys_kept = self._sealing.changes
        return self._sealing.memory()

    def _told(self, told: list[Observation], now_s: float) -> list[Observation]:
        """These, what time has settled by now, and late answers, in order."""
        wake_s = self.next_wake_s
        if wake_s is not None and wake_s <= now_s:
            self._shown = None
            told += sorted((*self._cards.tick(now_s), *self._chips.tick(now_s)), key=_time_s)
        if self._sealing is not None and self._sealing.is_due(now_s):
            told += self._sealing.due(now_s, simulated=self.is_simulated)
        return told + self._cards.answer(now_s)

    def _snapshot(self, snapshot: Snapshot, told: list[Observation]) -> None:
        node = self._nodes.get(snapshot.node)
        if node is None:
            return  # a node speaks of its zones only once it is ready
        at_s = snapshot.at_s
        card_zones = tuple([content.zone for content in snapshot.cards])
        chip_zones = tuple([content.zone for content in snapshot.chips])
        came = not node.synced
        if card_zones != node.card_zones or chip_zones != node.chip_zones:
            came |= any(zone not in node.card_zones for zone in card_zones)
            self._zones_changed(node, card_zones, chip_zones, at_s, told)
        seen: list[Observation] = [*self._cards.look(snapshot.cards, at_s)]
        node.shown = snapshot.cards
        for content in snapshot.chips:
            shown = self._chips.look(content.zone, content.counts, content.grams, content.confidence, at_s)
            came |= bool(shown)
            seen += shown
        seen += self._things.look(snapshot)
        if len(seen) > 1:
            seen.sort(key=_time_s)
        told += seen
        if came:
            node.synced = True
            told.append(self._inventory(at_s))

    def _zones_changed(
        self, node: _Node, cards: tuple[Zone, ...], chips: tuple[Zone, ...], at_s: float, told: list[Observation]
    ) -> None:
        """Zones that a node no longer shows are unknown; card zones that it shows anew are in sight."""
        gone = [zone for zone in node.card_zones if zone not in cards]
        self._cards.lose(gone)
        lost_chips = self._chips.lose(zone for zone in node.chip_zones if zone not in chips)
        told += [ZoneSeen(zone, "unknown", at_s) for zone in (*gone, *lost_chips) if zone not in node.silent]
        told += [ZoneSeen(zone, "ok", at_s) for zone in cards if zone not in node.card_zones]
        node.card_zones, node.chip_zones = cards, chips

    def _node_changed(self, report: NodeChange, now_s: float, told: list[Observation]) -> None:
        node = self._nodes.get(report.node)
        simulated = node is not None and node.seen.simulated
        match report:
            case NodeReady():
                reason = f"accepted firmware={report.firmware} reset={report.reset_cause}"
                seen = NodeSeen(report.node, "ready", reason, now_s, report.simulated, report.port or UNSET)
            case NodeRecovered():
                seen = NodeSeen(report.node, "ready", "recovered", now_s, simulated)
                told += self._heard_again(node, now_s)
            case NodeDegraded():
                seen = NodeSeen(report.node, "degraded", "heartbeats-missed", now_s, simulated)
                told += self._fell_silent(node, now_s)
            case NodeLost():
                seen = NodeSeen(report.node, "down", report.reason, now_s, simulated)
            case NodeRefused() | NodeUnheard():
                seen = NodeSeen(report.node, "refused", report.reason, now_s, simulated)
            case _:
                assert_never(report)
        seen = replace(seen, reason=clean_text(seen.reason, LONGEST_REASON))
        if node is None:
            node = self._nodes[report.node] = _Node(seen)
            if (old := to_forget(self.nodes())) is not None:
                del self._nodes[old.node]
        node.seen = seen
        for name in superseded(self._nodes, seen):
            del self._nodes[name]
        if not isinstance(report, NodeDegraded | NodeRecovered):  # a node that starts anew shows its zones anew
            self._zones_changed(node, (), (), now_s, told)
            self._things.lose(report.node)
            node.synced, node.silent, node.shown = False, (), ()
        told.append(seen)

    def _waited_for(self, report: NodeLate | NodeHeard, now_s: float) -> list[Observation]:
        """Nothing leaves the zones of a node whose word is late; heard again, what it said last still holds."""
        node = self._nodes.get(report.node)
        if node is None or node.silent:
            return []
        if isinstance(report, NodeHeard):
            return [*self._cards.look(node.shown, now_s)]
        self._cards.hold(node.card_zones)
        return []

    def _fell_silent(self, node: _Node | None, now_s: float) -> list[ZoneSeen]:
        if node is None:
            return []
        counted = dict(self._chips.lie())
        node.silent = (*node.card_zones, *(zone for zone in node.chip_zones if zone in counted))
        self._cards.hold(node.card_zones)
        return [ZoneSeen(zone, "unknown", now_s) for zone in node.silent]

    def _heard_again(self, node: _Node | None, now_s: float) -> list[Observation]:
        """Its zones are in sight, and what it said last still holds: what waited to be confirmed goes on waiting."""
        if node is None:
            return []
        silent, node.silent = node.silent, ()
        return [*(ZoneSeen(zone, "ok", now_s) for zone in silent), *self._cards.look(node.shown, now_s)]


def _time_s(seen: Observation) -> float:
    return seen.by_s if isinstance(seen, CardArrived) else seen.at_s
