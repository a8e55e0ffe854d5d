"""A whole simulated table: the world, the hands, and its nodes on their wires.

Everything random comes from one seed: the same seed and the same movements give the same bytes.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from msgspec import Struct, field

from firmware_bridge.secrets.decks import Deck, generate_deck
from firmware_bridge.simulator.chip_hands import ChipHands
from firmware_bridge.simulator.clock import Scheduler
from firmware_bridge.simulator.hands import CardHands, ThingHands, Timing
from firmware_bridge.simulator.node import SimulatedNode
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.simulator.sensing import Outfit
from firmware_bridge.simulator.wire import USB_LATENCY_S, Wire
from firmware_bridge.simulator.world import BANK, Tag, World, WorldError
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.zones import (
    BOARD,
    BURN,
    MAX_SEATS,
    MUCK,
    POT,
    PUCK,
    RACK,
    STUB,
    Zone,
    allin_zone,
    bet_zone,
    seat_zone,
    stack_zone,
    up_zone,
)

SEAT_NODES: tuple[tuple[int, ...], ...] = ((1, 2, 3, 4), (5, 6, 7), (8, 9, 10))
"""Which seats share a node."""

BUTTONS: tuple[str, ...] = ("next", "check", "floor")
"""The dealer's buttons wired to the centre node."""

QUIET_S = 1.5
"""After the last movement all sensors have settled: the longest is a tag dropped after 12 missed scans."""


class TableSetup(Struct, frozen=True):
    """What stands on the table before the first hand: `stacks` by seat, `rack` in the dealer's tray.

    `deck` is in play, `spare` the second registered one that alternates with it. With `up_cards` each seat has a second
    antenna, for stud.
    """

    seats: int
    denominations: tuple[int, ...]
    stacks: Mapping[int, Chips] = field(default_factory=dict)
    rack: Chips = ()
    deck: Deck = field(default_factory=lambda: generate_deck("demo", 1))
    spare: Deck = field(default_factory=lambda: generate_deck("demo-2", 2))
    physics: Physics = field(default_factory=Physics)
    timing: Timing = field(default_factory=Timing)
    latency_s: float = USB_LATENCY_S
    seed: int = 1
    up_cards: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.seats <= MAX_SEATS:
            raise WorldError(f"a table has 1 to {MAX_SEATS} seats, not {self.seats}")
        if not self.denominations or any(denomination <= 0 for denomination in self.denominations):
            raise WorldError(f"denominations are numbers above 0, at least one: {self.denominations}")
        lots = {f"stack:{seat}": lot for seat, lot in self.stacks.items()} | {"rack": self.rack}
        for place, chips in lots.items():
            for denomination, _ in chips:
                if denomination not in self.denominations:
                    raise WorldError(f"{place} holds a chip of {denomination}, which is not in play")


class SimulatedTable:
    """The developer's table: move things with `cards`, `chips` and `things`, then let time pass."""

    def __init__(self, setup: TableSetup, scheduler: Scheduler | None = None) -> None:
        self.setup = setup
        self.scheduler = Scheduler() if scheduler is None else scheduler
        seeds = random.Random(setup.seed)
        deck: dict[Tag, Card] = {tag: card for card, tag in setup.deck.tags.items()}
        self.world = World(setup.seats, deck)
        for seat, chips in setup.stacks.items():
            self.world.things.need_seat(seat)
            self.world.chips.move(chips, BANK, stack_zone(seat))
        self.world.chips.move(setup.rack, BANK, RACK)
        self.cards = CardHands(self.world, self.scheduler, random.Random(seeds.random()), setup.timing)
        self.chips = ChipHands(self.world, self.scheduler, setup.timing, setup.denominations)
        self.things = ThingHands(self.world, self.scheduler, setup.timing)
        self.nodes: dict[str, SimulatedNode] = {}
        """The nodes by name: ``seats-1-4``, ``seats-5-7``, ``seats-8-10``, ``centre``."""
        self.wires: dict[str, Wire] = {}
        """The line of each node: set its `host`, or open its host port."""
        for name, outfit in outfits(setup.seats, setup.denominations, up_cards=setup.up_cards).items():
            # Every node draws from its own source: what one does never changes what another draws.
            rng = random.Random(seeds.random())
            wire = Wire(self.scheduler, random.Random(seeds.random()), setup.latency_s, name)
            node = SimulatedNode(name, outfit, self.world, setup.physics, self.scheduler, rng, wire)
            self.nodes[name], self.wires[name] = node, wire
            wire.node = node.receive

    @property
    def now_s(self) -> float:
        """The table's time."""
        return self.scheduler.now_s

    def run_for(self, duration_s: float) -> None:
        """Let `duration_s` of table time pass."""
        self.scheduler.run_until(self.scheduler.now_s + duration_s)

    def run_until(self, time_s: float) -> None:
        """Let time pass to `time_s`, for example to the end of a movement."""
        self.scheduler.run_until(time_s)

    def run_until_idle(self, done_s: float | None = None) -> float:
        """Let time pass until `done_s` (now if left out) and on until every sensor has settled; return the time."""
        start_s = self.scheduler.now_s if done_s is None else max(done_s, self.scheduler.now_s)
        self.scheduler.run_until(start_s + QUIET_S)
        return self.scheduler.now_s

    def node_of(self, zone: Zone) -> SimulatedNode:
        """The node that senses `zone`; raise `WorldError` if none does."""
        for node in self.nodes.values():
            if zone in node.outfit.zones:
                return node
        raise WorldError(f"no node senses {zone} at a table of {self.setup.seats} seats")

    def set_zone_fault(self, zone: Zone, fault: str, *, on: bool = True) -> None:
        """Play a sensor's fault at `zone`, or end it; raise `WorldError` for one that this table cannot play."""
        self.node_of(zone).set_fault(zone, fault, on=on)

    def set_link_fault(
        self, fault: str, chance: float = 1.0, nodes: Sequence[str] | None = None, *, both_ways: bool = False
    ) -> None:
        """Let `fault` strike the frames from `nodes` (all if left out), each with `chance`; 0 ends it.

        With `both_ways` it strikes the frames of the host too.
        """
        for name in self.nodes if nodes is None else nodes:
            if name not in self.nodes:
                raise WorldError(f"no node {name!r}: this table has {', '.join(self.nodes)}")
            self.wires[name].to_host_faults.set(fault, chance)
            if both_ways:
                self.wires[name].to_node_faults.set(fault, chance)

    def fault_counts(self) -> dict[str, int]:
        """How often each fault has struck so far, frames sent under ``frames``."""
        counts: dict[str, int] = {}
        for name, node in self.nodes.items():
            wire = self.wires[name]
            for lot in (wire.to_host_faults.counts, wire.to_node_faults.counts, node.fault_counts):
                for fault, count in lot.items():
                    counts[fault] = counts.get(fault, 0) + count
        return counts


def outfits(seats: int, denominations: Sequence[int], *, up_cards: bool = False) -> dict[str, Outfit]:
    """The nodes of a table by name: one for each group of seats, one for the centre."""
    ladder = tuple(sorted(denominations, reverse=True))
    made: dict[str, Outfit] = {}
    for group in SEAT_NODES:
        taken = [seat for seat in group if seat <= seats]
        if taken:
            kinds = (seat_zone, *((up_zone,) if up_cards else ()), bet_zone, stack_zone, allin_zone)
            zones = [kind(seat) for seat in taken for kind in kinds]
            made[f"seats-{group[0]}-{group[-1]}"] = Outfit(tuple(zones), ladder)
    made["centre"] = Outfit((BOARD, BURN, MUCK, STUB, POT, RACK, PUCK), ladder, BUTTONS)
    return made
