"""Faults of the simulated table: what the host makes of each, that it heals, and that a seed repeats it."""

from __future__ import annotations

import random

import pytest

from firmware_bridge.simulator.clock import Scheduler
from firmware_bridge.simulator.faults import FAULTS, LinkFaults
from firmware_bridge.simulator.foreign import OTHER_SCHEMA, in_other_schema
from firmware_bridge.simulator.physics import PERFECT, Physics
from firmware_bridge.simulator.profiles import KINDS, NOISY, OCCASIONS, STORM, FaultProfile, profile_named
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.simulator.trouble import Trouble
from firmware_bridge.simulator.wire import Wire
from firmware_bridge.simulator.world import WorldError
from firmware_bridge.simulator.zone_faults import ZONE_FAULTS, fits, next_to
from firmware_bridge.vocabulary.observations import NodeSeen
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, POT, PUCK, RACK, Zone, bet_zone, seat_zone
from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.clock_sync import ClockSync
from firmware_bridge.wire.messages import ClockReply
from table_controller.runtime.simulated.fault_watch import FaultWatch
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.vocabulary.events import SeatSetUp, TableOpened

LADDER = (25, 100, 500, 1000)
STACK = ((1000, 8), (500, 2), (100, 8), (25, 8))
SEATS = range(1, 7)
HEAL_S = 2.0


def a_table(seed: int, physics: Physics = PERFECT) -> OneProcess:
    """Six players, a hand begun, two cards and a bet on the felt, all of it noticed."""
    stacks = dict.fromkeys(SEATS, STACK)
    table = SimulatedTable(TableSetup(6, LADDER, stacks, physics=physics, seed=seed))
    players = tuple(SeatSetUp(seat, f"Seat {seat}", 11_000) for seat in SEATS)
    process = OneProcess(table, TableOpened(0.0, "tda-2019", "NT", 6, players, LADDER, 50, 100, 0, None, 1))
    table.run_for(1.0)
    table.run_until(table.cards.riffle())
    table.run_until(table.cards.deal(2))
    table.run_until(table.cards.deal(3))
    table.run_until(table.chips.push(2, ((100, 1),)))
    table.run_for(1.5)
    return process


def test_a_clock_that_steps_back_past_its_start_is_no_end_of_the_node() -> None:
    """Just after a start: how long the node has run cannot be told from its clock then, and is at least nothing."""
    players = (SeatSetUp(1, "Seat 1", 11_000), SeatSetUp(2, "Seat 2", 11_000))
    table = SimulatedTable(TableSetup(2, LADDER, {1: STACK, 2: STACK}, physics=PERFECT, seed=1))
    process = OneProcess(table, TableOpened(0.0, "tda-2019", "NT", 2, players, LADDER, 50, 100, 0, None, 1))
    table.run_for(1.0)
    for node in table.nodes.values():
        node.step_clock(-3_000_000)
    table.run_for(5.0)
    assert all(seen.status == "ready" for seen in process.hub.nodes())


@pytest.mark.parametrize("kind", OCCASIONS)
def test_each_fault_of_a_table_at_rest_heals_within_two_seconds(kind: str) -> None:
    for seed in range(3):
        process = a_table(seed)
        trouble = Trouble(process.table, FaultProfile("one"), seed)
        watch = FaultWatch(process, trouble)
        occasion = trouble.strike(kind)
        assert occasion is not None
        while occasion.ended_s is None:
            process.table.run_for(0.1)
        process.table.run_until(occasion.ended_s + HEAL_S + 0.2)
        assert not trouble.open, f"{kind} of {occasion.node} {occasion.zone} is not healed"
        assert watch.heal_s[kind] <= HEAL_S
        assert (trouble.tally.injected[kind], trouble.tally.healed[kind]) == (1, 1)
        process.table.world.check()


@pytest.mark.parametrize("kind", ["off", "intermittent", "unplug", "replug-elsewhere", "reboot", "wrong-schema"])
def test_what_takes_a_zone_out_of_sight_is_seen(kind: str) -> None:
    process = a_table(7)
    trouble = Trouble(process.table, FaultProfile("one"), 7)
    FaultWatch(process, trouble)
    trouble.strike(kind, "seats-1-4")
    process.table.run_for(2.2)
    assert trouble.tally.seen[kind] == 1


def test_an_unplugged_node_is_unknown_within_a_second_and_nothing_is_taken_from_its_silence() -> None:
    process = a_table(1)
    before = len(process.records)
    process.table.wires["seats-1-4"].unplug()
    process.table.run_for(1.0)
    assert {"seat:2", "stack:2", "bet:2"} <= process.controller.session.sensors.unknown
    process.table.run_for(10.0)
    assert not [applied for record in process.records[before:] for applied in record.applied_events]
    process.table.wires["seats-1-4"].replug("another")
    process.table.run_for(HEAL_S)
    assert not process.controller.session.sensors.unknown
    assert "another" in process.hub.ports
    assert "seats-1-4" not in process.hub.ports


def test_a_silent_line_is_seen_as_degraded_and_down() -> None:
    process = a_table(2)
    words: list[str] = []
    process.on_observation = lambda seen: words.append(seen.status) if isinstance(seen, NodeSeen) else None
    process.table.wires["centre"].stall(1.8)
    process.table.run_for(3.0)
    assert words == ["degraded", "ready"]
    process.table.wires["centre"].stall(4.0)
    process.table.run_for(8.0)
    assert words[2:4] == ["degraded", "down"]
    assert words[-1] == "ready"


def shown(process: OneProcess, zone: Zone) -> int:
    """How many cards or how much in chips the host holds for true at a zone."""
    inventory = process.hub.inventory(process.table.now_s)
    lots = dict(inventory.chips).get(zone)
    if lots is not None:
        return sum(denomination * count for denomination, count in lots)
    return len(dict(inventory.cards)[zone])


def test_a_stuck_zone_shows_a_ghost_until_it_is_freed() -> None:
    process = a_table(3)
    table = process.table
    for zone in (seat_zone(2), bet_zone(2)):
        table.set_zone_fault(zone, "stuck")
    table.run_until(table.cards.fold(2))
    table.run_until(table.chips.take_back(2, ((100, 1),)))
    table.run_for(3.0)
    assert (shown(process, seat_zone(2)), shown(process, bet_zone(2))) == (1, 100)
    for zone in (seat_zone(2), bet_zone(2)):
        table.set_zone_fault(zone, "stuck", on=False)
    table.run_for(2.0)
    assert (shown(process, seat_zone(2)), shown(process, bet_zone(2))) == (0, 0)


def test_a_slow_and_a_delayed_zone_tell_the_truth_late() -> None:
    for fault in ("slow", "delayed"):
        process = a_table(4)
        table = process.table
        table.set_zone_fault(bet_zone(4), fault)
        began_s = table.now_s
        table.run_until(table.chips.push(4, ((100, 1),)))
        while not shown(process, bet_zone(4)):
            table.run_for(0.01)
        assert 0.5 < table.now_s - began_s < 2.5


def test_garbage_is_a_strange_card_and_never_a_card_of_the_deck() -> None:
    process = a_table(5)
    process.table.set_zone_fault(BOARD, "garbage")
    process.table.run_for(0.5)
    assert shown(process, BOARD) == 0
    process.table.set_zone_fault(BOARD, "garbage", on=False)
    process.table.run_for(1.5)
    assert shown(process, BOARD) == 0


def test_a_wrong_card_does_not_move_the_right_one() -> None:
    process = a_table(6)
    process.table.set_zone_fault(seat_zone(4), "wrong")
    process.table.run_for(4.0)
    assert (shown(process, seat_zone(3)), shown(process, seat_zone(4))) == (1, 0)


def test_a_fault_that_a_sensor_cannot_have_is_refused() -> None:
    table = a_table(1).table
    for zone, fault in ((POT, "wrong"), (PUCK, "garbage"), (RACK, "slow"), (Zone("allin:2"), "off")):
        with pytest.raises(WorldError, match="cannot have the fault"):
            table.set_zone_fault(zone, fault)
    assert [fault for fault in ZONE_FAULTS if fits(fault, seat_zone(1))] == list(ZONE_FAULTS)
    assert next_to(seat_zone(1), 6) == (seat_zone(2),)
    assert next_to(MUCK, 6) == (BURN,)
    with pytest.raises(WorldError, match="the plug of centre is in"):
        table.wires["centre"].replug("elsewhere")


def test_faults_of_frames_do_what_they_say() -> None:
    frame, rng = bytes(range(1, 60)) + b"\x00", random.Random(1)  # noqa: S311 - repeatable faults
    assert FAULTS["duplicate"](frame, rng) == (frame, frame)
    for _ in range(200):
        (burst,) = FAULTS["burst"](frame, rng)
        assert burst != frame
    link = LinkFaults(rng)
    link.set("duplicate", 0.5)
    sent = 200
    arrived = sum(link.pass_on(frame).count(frame) for _ in range(sent))
    assert arrived == sent + link.counts["duplicate"]


def test_firmware_of_another_schema_is_refused_with_both_checksums() -> None:
    process = a_table(8)
    process.table.nodes["centre"].set_schema(foreign=True)
    process.table.run_for(1.0)
    (centre,) = [seen for seen in process.hub.nodes() if seen.node == "centre"]
    assert (centre.status, centre.reason) == (
        "refused",
        f"schema-mismatch node={OTHER_SCHEMA:08x} host={specs.SCHEMA_CRC:08x}",
    )
    assert in_other_schema(b"") == b""


def test_a_pulled_plug_loses_what_was_under_way_and_closes_nothing_else() -> None:
    scheduler = Scheduler()
    wire = Wire(scheduler, random.Random(1), port="first")  # noqa: S311 - repeatable faults
    heard: list[bytes] = []
    plugs: list[tuple[bool, str]] = []
    wire.host, wire.on_plug = heard.append, lambda there: plugs.append((there, wire.port))
    wire.to_host(b"lost\x00")
    wire.unplug()
    wire.to_host(b"unheard\x00")
    wire.unplug()
    scheduler.run_until(1.0)
    wire.replug("second")
    wire.stall(0.5)
    for word in (b"one\x00", b"two\x00"):
        wire.to_host(word)
    scheduler.run_until(1.4)
    assert heard == []
    scheduler.run_until(2.0)
    assert heard == [b"one\x00", b"two\x00"]
    assert plugs == [(False, "first"), (True, "second")]


@pytest.mark.parametrize("step_s", [-3.0, 0.05, 5.0])
def test_a_clock_that_jumps_is_known_again_with_the_next_answer(step_s: float) -> None:
    clock, way_s, ahead_s = ClockSync(0.0), 0.001, 100.0

    def answer(now_s: float, slower: float) -> None:
        ping = clock.ping(now_s)
        node_us = round((now_s + slower * way_s + ahead_s) * 1e6)
        assert clock.hear(ClockReply(ping.host_us, node_us, node_us), now_s + 2 * slower * way_s)

    for at in range(5):
        answer(1.0 + at, 1.0)
    ahead_s += step_s
    answer(6.0, 8.0)  # a worse answer than all before, but the only true one
    after_s, by_s = clock.host_interval(round((6.5 + ahead_s) * 1e6), round((6.5 + ahead_s) * 1e6))
    assert after_s <= 6.5 <= by_s
    assert by_s - after_s < 0.02


def fingerprint(seed: int, profile: FaultProfile) -> tuple[object, ...]:
    process = a_table(3, Physics().with_miss(profile.miss))
    trouble = Trouble(process.table, profile, seed)
    FaultWatch(process, trouble)
    for _ in range(3):
        trouble.hand_began()
        process.table.run_for(20.0)
    trouble.count_frames()
    return tuple(trouble.tally.lines()), tuple(record.at_s for record in process.records)


def test_a_seed_repeats_its_faults_exactly_and_another_has_others() -> None:
    profile = replace(STORM, occasions=tuple((kind, 0.5) for kind in OCCASIONS))
    assert fingerprint(1, profile) == fingerprint(1, profile)
    assert fingerprint(1, profile) != fingerprint(2, profile)


def test_profiles_are_data_that_is_checked() -> None:
    assert profile_named("noisy") is NOISY
    assert set(STORM.kinds) == set(KINDS)
    assert STORM.only(frozenset({"miss", "flip", "off"})).kinds == ("miss", "flip", "off")
    with pytest.raises(ValueError, match="no fault profile 'quiet': there are noisy, storm"):
        profile_named("quiet")
    assert profile_named("unplug").occasions == (("unplug", 1.0),), "one fault by name: once in every hand"
    for bad in ({"miss": 1.0}, {"frames": (("drop_all", 0.5),)}, {"occasions": (("quake", 1.0),)}):
        with pytest.raises(ValueError, match="profile bad"):
            FaultProfile("bad", **bad)
