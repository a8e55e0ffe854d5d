"""What the host decodes from the nodes' bytes is what lies on the table."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from firmware_bridge.simulator.host import WiredHost
from firmware_bridge.simulator.physics import PERFECT, Physics
from firmware_bridge.simulator.sample import play_sample_hand
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.simulator.wire import Wire
from firmware_bridge.simulator.world import WorldError
from firmware_bridge.vocabulary.cards import Card, parse_cards
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, PUCK, RACK, STUB, Zone, bet_zone, seat_zone, zone_kind
from firmware_bridge.wire.nodes import SetLamp, SetScan
from firmware_bridge.wire.reports import CommandDone, NodeLost, NodeReady, Report, Snapshot

LADDER = (25, 100, 500, 1000)
STACK: Chips = ((1000, 8), (500, 2), (100, 8), (25, 8))
SETTLED_S = 2.5  # sensors settle in 1.5 s, a snapshot is repeated each second


class Listened:
    """A table with the host's sessions on its wires, and the latest snapshot of each node."""

    def __init__(self, seats: int = 6, physics: Physics = PERFECT, seed: int = 1) -> None:
        stacks = dict.fromkeys(range(1, seats + 1), STACK)
        setup = TableSetup(seats, LADDER, stacks, ((100, 20), (25, 40)), physics=physics, seed=seed)
        self.table = SimulatedTable(setup)
        self.reports: list[Report] = []
        self.latest: dict[str, Snapshot] = {}
        self.host = WiredHost(self.table, self._listen)

    def _listen(self, reports: list[Report]) -> None:
        self.reports += reports
        for report in reports:
            if isinstance(report, Snapshot):
                self.latest[report.node] = report
            elif isinstance(report, NodeLost):
                self.latest.pop(report.node, None)

    def tags(self, zone: Zone) -> tuple[bytes, ...]:
        (lie,) = [lot for snapshot in self.latest.values() for lot in snapshot.cards if lot.zone == zone]
        return tuple(tag.tag for tag in lie.tags)

    def puck(self) -> int | None:
        return self.latest["centre"].puck

    def zones(self) -> set[Zone]:
        """The card and chip zones in sight."""
        cards = {lot.zone for snapshot in self.latest.values() for lot in snapshot.cards}
        return cards | {lot.zone for snapshot in self.latest.values() for lot in snapshot.chips}

    def check(self) -> None:
        """The latest snapshots show the world: every pile from its top as deep as it can be read, every chip."""
        world, shown = self.table.world, 0
        for snapshot in self.latest.values():
            for cards in snapshot.cards:
                pile = world.cards.pile(cards.zone)
                seen = {tag.tag for tag in cards.tags}
                deep = len(pile) if zone_kind(cards.zone) in {"seat", "board"} else 2
                assert set(pile[-deep:]) <= seen <= set(pile), cards.zone
                shown += len(seen)
            for chips in snapshot.chips:
                assert read(chips.counts, chips.grams) == world.chips.at(chips.zone), chips.zone
            if snapshot.puck is not None:
                assert snapshot.puck == (world.things.puck or 0)
        assert {seat for snapshot in self.latest.values() for seat in snapshot.allin} == world.things.allin
        seats = range(1, self.table.setup.seats + 1)
        assert {BOARD, BURN, MUCK, RACK, *map(seat_zone, seats), *map(bet_zone, seats)} <= self.zones()
        assert shown or not any(world.cards.pile(seat_zone(seat)) for seat in seats)


def read(counts: Chips | None, grams: tuple[tuple[int, float], ...] | None) -> Chips:
    """Counted chips, or weighed ones at 11.5 g each."""
    if counts is not None:
        return counts
    return tuple((value, round(lot_g / 11.5)) for value, lot_g in grams or () if round(lot_g / 11.5))


class Recorder:
    """Listens in on what arrives at the host of a wire."""

    def __init__(self, wire: Wire, stream: list[bytes]) -> None:
        assert wire.host is not None
        self._deliver, self._stream = wire.host, stream

    def __call__(self, data: bytes) -> None:
        self._stream.append(data)
        self._deliver(data)


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_settled_snapshots_are_the_world_at_every_stop_of_random_hands(seats: int) -> None:
    told = Listened(seats)
    table, rng = told.table, random.Random(seats)  # noqa: S311  # draws of a simulation, not secrets
    table.run_for(SETTLED_S)
    assert told.host.ready
    for stop in range(12):
        for _ in range(5):
            seat, other = rng.randint(1, seats), rng.randint(1, seats)
            acts = (
                lambda seat=seat: table.cards.deal(seat),
                lambda seat=seat: table.cards.fold(seat),
                table.cards.burn,
                lambda: table.cards.board((None,)),
                lambda seat=seat: table.chips.push(seat, ((100, 2), (25, 1))),
                table.chips.gather_bets,
                lambda other=other: table.chips.push_pot(other),
                lambda seat=seat: table.things.puck(seat),
                lambda other=other, down=stop % 2 == 0: table.things.allin(other, down=down),
                lambda seat=seat: table.chips.carry(((25, 3),), "rack", f"stack:{seat}"),
            )
            try:
                table.run_until(rng.choice(acts)())
            except WorldError:
                continue
        table.run_for(SETTLED_S)
        told.check()
    table.world.check()


def test_a_check_that_sees_too_little_is_caught() -> None:
    told = Listened()
    told.table.run_for(SETTLED_S)
    told.table.run_until(told.table.cards.deal(3, Card("Ah")))
    told.table.run_for(SETTLED_S)
    told.check()
    told.table.world.cards._piles[seat_zone(3)].clear()
    with pytest.raises(AssertionError):
        told.check()


def test_arrivals_say_between_which_scans_a_card_came() -> None:
    told = Listened()
    told.table.run_for(5.0)
    landed: dict[bytes, float] = {}
    for card, seat in zip(parse_cards("AhKdQs9c"), (1, 2, 3, 4), strict=True):
        landed_s = told.table.cards.deal(seat, card)
        landed[told.table.world.cards.tag_of(card)] = landed_s
        told.table.run_until(landed_s)
    told.table.run_for(SETTLED_S)
    seen = [tag for snapshot in told.latest.values() for lot in snapshot.cards for tag in lot.tags]
    assert {tag.tag for tag in seen} == set(landed)
    for tag in seen:
        assert tag.after_s - 0.005 <= landed[tag.tag] <= tag.by_s + 0.005  # the clocks agree within 5 ms
        assert tag.by_s - tag.after_s < 0.08 + 0.01


def test_the_same_seed_sends_the_same_bytes_and_another_seed_others() -> None:
    def sent(seed: int) -> dict[str, bytes]:
        told = Listened(physics=Physics(), seed=seed)
        streams: dict[str, list[bytes]] = {}
        for name, wire in told.table.wires.items():
            wire.host = Recorder(wire, streams.setdefault(name, []))
        told.table.run_for(1.0)
        play_sample_hand(told.table)
        return {name: b"".join(stream) for name, stream in streams.items()}

    first = sent(1)
    assert first == sent(1)
    assert first.keys() == {"seats-1-4", "seats-5-7", "centre"}
    assert all(first[name] != other for name, other in sent(2).items())


def test_misses_and_noise_do_not_hide_the_table_for_long() -> None:
    told = Listened(physics=Physics().with_miss(0.05), seed=3)
    told.table.run_for(1.0)
    play_sample_hand(told.table)
    for seat in (1, 2, 3):
        told.table.run_until(told.table.cards.deal(seat))
    told.table.run_for(SETTLED_S)
    for seat in (1, 2, 3):
        assert set(told.table.world.cards.pile(seat_zone(seat))) <= set(told.tags(seat_zone(seat)))
    (rack,) = [lot for lot in told.latest["centre"].chips if lot.zone == RACK]
    assert read(rack.counts, rack.grams) == ((100, 20), (25, 40))
    assert any(abs(lot_g / 11.5 - round(lot_g / 11.5)) > 0 for _, lot_g in rack.grams or ())


def test_a_neighbour_overhears_a_card_now_and_then_but_not_across_the_dealer() -> None:
    bleeding = replace(PERFECT, seat=replace(PERFECT.seat, bleed=0.02))
    told = Listened(physics=bleeding)
    told.table.run_for(1.0)
    for seat in (1, 3):
        told.table.run_until(told.table.cards.deal(seat))
    heard: Counter[Zone] = Counter()
    for _ in range(400):
        told.table.run_for(0.5)
        heard.update(seat_zone(seat) for seat in range(1, 7) if told.tags(seat_zone(seat)))
    assert heard[seat_zone(1)] == heard[seat_zone(3)] == 400
    assert 0 < heard[seat_zone(4)] < 300
    assert 0 < heard[seat_zone(2)] < 400
    assert heard[seat_zone(6)] == heard[seat_zone(5)] == 0


def test_a_riffle_shows_many_tags_and_nothing_elsewhere() -> None:
    told = Listened(physics=Physics())
    told.table.run_for(1.0)
    told.table.run_until(told.table.cards.riffle())
    told.table.run_for(SETTLED_S)
    snapshots = [report for report in told.reports if isinstance(report, Snapshot)]
    lots = [lot for snapshot in snapshots for lot in snapshot.cards]
    assert len({tag.tag for lot in lots if lot.zone == STUB for tag in lot.tags}) > 30
    assert not [tag for lot in lots if lot.zone != STUB for tag in lot.tags]
    assert told.tags(STUB) == ()


def test_with_all_frames_dropped_the_host_hears_nothing() -> None:
    told = Listened()
    told.table.set_link_fault("drop_all")
    told.table.run_for(1.0)
    play_sample_hand(told.table)
    assert told.reports == []
    counts = told.table.fault_counts()
    assert counts["drop_all"] > 100
    told.table.set_link_fault("drop_all", 0)
    told.table.run_for(SETTLED_S)
    told.check()


@pytest.mark.parametrize(("fault", "chance"), [("flip", 1.0), ("flip", 0.3), ("drop", 0.3)])
def test_a_link_that_flips_or_drops_never_shows_a_wrong_table_and_heals(fault: str, chance: float) -> None:
    told = Listened(seed=5)
    deck = set(told.table.setup.deck.tags.values())
    told.table.run_for(SETTLED_S)
    told.table.set_link_fault(fault, chance)
    quiet = {name: Counter(wire.to_host_faults.counts) for name, wire in told.table.wires.items()}
    before = len(told.reports)
    play_sample_hand(told.table)
    during = [report for report in told.reports[before:] if isinstance(report, Snapshot)]
    assert bool(during) == (chance < 1.0)
    assert {tag.tag for snapshot in during for lot in snapshot.cards for tag in lot.tags} <= deck
    counts = sum((wire.to_host_faults.counts - quiet[name] for name, wire in told.table.wires.items()), Counter[str]())
    assert 0.7 * chance < counts[fault] / counts["frames"] <= chance * 1.3
    told.table.set_link_fault(fault, 0)
    told.table.run_for(SETTLED_S)
    told.check()


def test_a_dead_zone_is_out_of_sight_and_comes_back_with_what_lies_there() -> None:
    told = Listened()
    told.table.run_until(told.table.cards.board(parse_cards("AhKd2c")))
    told.table.run_until(told.table.things.puck(3))
    told.table.run_for(SETTLED_S)
    dead = (BOARD, RACK, bet_zone(2), PUCK)
    for zone in dead:
        told.table.set_zone_fault(zone, "off")
    told.table.run_for(1.0)
    assert told.zones().isdisjoint(dead)
    assert told.puck() is None
    told.table.run_until(told.table.chips.push(2, ((100, 1),)))
    for zone in dead:
        told.table.set_zone_fault(zone, "off", on=False)
    told.table.run_for(SETTLED_S)
    told.check()
    assert told.puck() == 3
    assert told.table.fault_counts()["off"] == len(dead)
    with pytest.raises(WorldError, match="no zone fault 'haunted'"):
        told.table.set_zone_fault(BOARD, "haunted")
    with pytest.raises(WorldError, match="no node 'attic'"):
        told.table.set_link_fault("drop", 0.5, ["attic"])


def test_a_rebooted_node_is_a_new_one_that_knows_no_arrivals() -> None:
    told = Listened()
    told.table.run_until(told.table.cards.deal(3, Card("Ah")))
    told.table.run_for(SETTLED_S)
    node = told.table.nodes["seats-1-4"]
    boot_id = node.boot_id
    node.reboot()
    told.table.run_for(SETTLED_S)
    told.check()
    assert node.boot_id != boot_id
    lost = [report.reason for report in told.reports if isinstance(report, NodeLost)]
    assert lost == ["rebooted cause=watchdog"]
    assert [report.boot_id for report in told.reports if isinstance(report, NodeReady)][-1] == node.boot_id
    (tag,) = [tag for lot in told.latest["seats-1-4"].cards for tag in lot.tags]
    assert tag.after_s == 0.0


def test_commands_reach_the_board() -> None:
    told = Listened()
    told.table.run_until(told.table.cards.deal(3, Card("Ah")))
    told.table.run_for(SETTLED_S)
    for node, command in (("centre", SetLamp("floor", lit=True)), ("seats-1-4", SetScan(seat_zone(3), 200))):
        told.host.sessions[node].command(command, told.table.now_s)
        told.host.stir(node)
    told.table.things.press("check")
    told.table.run_for(SETTLED_S)
    assert told.table.nodes["centre"].lamps == {"floor"}
    assert len([report for report in told.reports if isinstance(report, CommandDone)]) == 2
    (lot,) = [lot for lot in told.latest["seats-1-4"].cards if lot.zone == seat_zone(3)]
    assert (lot.scan_period_s, len(lot.tags)) == (0.2, 1)
    presses = [press for report in told.reports if isinstance(report, Snapshot) for press in report.presses]
    assert presses == [("check", 1)]


def test_a_drifting_clock_does_not_move_arrivals() -> None:
    told = Listened()
    for node, drift_ppm in zip(told.table.nodes.values(), (80.0, -80.0, 40.0), strict=True):
        node.set_drift(drift_ppm)
    told.table.run_for(120.0)
    landed_s = told.table.cards.deal(2, Card("Ah"))
    told.table.run_for(SETTLED_S)
    (tag,) = [tag for lot in told.latest["seats-1-4"].cards for tag in lot.tags]
    assert tag.after_s - 0.005 <= landed_s <= tag.by_s + 0.005


def test_every_zone_of_the_table_is_sensed_by_one_node() -> None:
    table = Listened(10).table
    zones = [zone for node in table.nodes.values() for zone in node.outfit.zones]
    assert len(zones) == len(set(zones)) == 10 * 4 + 7
