"""Scenes between a host and a node on an ideal line: hello, snapshots, commands, silence."""

from __future__ import annotations

import itertools

import pytest
from support.node_pair import BOOT, BUTTONS, ZONES, Pair, node_end, told_by_host

from firmware_bridge.node.session import GREETING, LIVE
from firmware_bridge.vocabulary.zones import Zone
from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.frames import Deframer, encode_frame
from firmware_bridge.wire.link import DOUBT_S, DOWN_S, QUEUE, WINDOW
from firmware_bridge.wire.messages import (
    BuzzerCommand,
    CardsRecord,
    CountsRecord,
    HostHello,
    SnapshotPart,
    SnapshotRequest,
    encode,
)
from firmware_bridge.wire.nodes import (
    CommandDone,
    CommandFailed,
    NodeDegraded,
    NodeHeard,
    NodeLate,
    NodeLost,
    NodeReady,
    NodeRecovered,
    NodeSession,
    Report,
    SetLamp,
    SetScan,
    Snapshot,
    SoundBuzzer,
)


def test_hello_and_first_snapshot_take_one_exchange() -> None:
    pair = Pair()
    ready, snapshot = pair.settle()
    assert isinstance(ready, NodeReady)
    assert (ready.node, ready.boot_id, ready.simulated, ready.buttons) == ("seats-1-2", BOOT, True, BUTTONS)
    assert [zone.zone for zone in ready.zones] == [zone[0] for zone in ZONES]
    assert [zone.sensor for zone in ready.zones] == ["cards", "cards", "counts", "grams", "puck", "allin"]
    assert ready.zones[0].scan_period_s == 0.05
    assert snapshot == Snapshot("seats-1-2", 0, 100.0, (), (), None, (), ())


def test_a_zone_that_is_lost_leaves_the_snapshot_and_comes_back() -> None:
    pair = Pair()
    pair.node.contents.set_cards("seat:1", ())
    pair.node.contents.set_counts("bet:1", (1, 0, 0, 2), 51)
    pair.settle()
    pair.node.contents.lose("seat:1")
    pair.node.contents.lose("seat:1")
    (lost,) = pair.settle(0.1)
    pair.node.contents.set_cards("seat:1", ())
    (back,) = pair.settle(0.1)
    assert isinstance(lost, Snapshot)
    assert isinstance(back, Snapshot)
    assert lost.cards == ()
    assert [cards.zone for cards in back.cards] == ["seat:1"]
    assert back.chips == lost.chips
    assert back.chips[0].counts == ((1000, 2), (25, 1))
    assert back.chips[0].confidence == 0.2


def test_nothing_changed_tells_nothing_and_keeps_the_link_alive() -> None:
    pair = Pair()
    pair.settle()
    pair.node.contents.set_puck(specs.PUCK_UNSENSED)
    pair.node.contents.set_allin(())
    assert [report for _ in range(100) for report in pair.settle(0.1)] == []


def test_a_card_that_no_scan_was_without_came_at_any_time() -> None:
    pair = Pair()
    pair.settle()
    present_us = pair.us() - 1000
    pair.node.contents.set_cards("seat:1", ((b"new", None, present_us, 300), (b"old", 0, present_us, 0)))
    (snapshot,) = pair.settle()
    assert isinstance(snapshot, Snapshot)
    (new, old) = snapshot.cards[0].tags
    assert (new.after_s, new.unread_scans) == (0.0, 255)
    assert new.by_s == old.by_s == pytest.approx(99.999, abs=1e-4)
    assert old.after_s == pytest.approx(0.0, abs=0.02)


def test_a_node_with_two_decks_splits_its_snapshot_and_a_lost_part_heals() -> None:
    pair = Pair()
    tags = tuple((bytes([at]) * 8, 1, 2, 0) for at in range(104))
    pair.node.contents.set_cards("seat:1", tags)
    pair.node.contents.set_cards("seat:2", tags[:7])
    first = pair.settle()[-1]
    assert isinstance(first, Snapshot)
    assert [(cards.zone, len(cards.tags)) for cards in first.cards] == [("seat:1", 104), ("seat:2", 7)]
    assert [tag.tag for tag in first.cards[0].tags] == [tag[0] for tag in tags]
    pair.node.contents.set_cards("seat:2", tags[:9])
    pair.node.tick(pair.us())
    frames = pair.node.outgoing().split(b"\0")[:-1]
    assert len(frames) == 3
    assert pair.host.receive(frames[0] + b"\0" + frames[2] + b"\0", pair.now_s) == [NodeLate("seats-1-2")]
    healed, heard = pair.settle(0.2)
    assert isinstance(healed, Snapshot), "asked for at once, for a part is missing"
    assert heard == NodeHeard("seats-1-2")
    assert len(healed.cards[1].tags) == 9


def test_the_largest_seat_node_fits_one_frame() -> None:
    ladder = tuple(5**at for at in range(12))
    kinds = ((specs.CARDS_ZONE, "seat", ()), (specs.GRAMS_ZONE, "bet", ladder), (specs.GRAMS_ZONE, "stack", ladder))
    zones = tuple((f"{name}:{seat}", kind, 50, 6, chips) for seat in range(1, 5) for kind, name, chips in kinds)
    node = node_end(zones=zones)
    for seat in range(1, 5):
        node.contents.set_cards(f"seat:{seat}", tuple((bytes([tag] * 8), 0, 1, 0) for tag in range(6)))
        for name in ("bet", "stack"):
            node.contents.set_grams(f"{name}:{seat}", (-1,) * 12)
    node.contents.set_allin((1, 2, 3, 4))
    assert len(node.contents.snapshots(0)) == 1


def test_presses_before_the_first_snapshot_and_across_a_gap_are_not_told() -> None:
    pair = Pair()
    pair.node.contents.press("next")
    pair.settle()
    pair.node.contents.press("check")
    pair.node.contents.press("check")
    (snapshot,) = pair.settle(0.1)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.presses == (("check", 2),)
    pair.host_alone(3.0)
    pair.node.contents.press("next")
    told = [report for report in pair.settle(1.0) if isinstance(report, Snapshot)]
    assert [report.presses for report in told] == [()]


def test_silence_degrades_then_loses_the_node_and_commands_fail() -> None:
    pair = Pair()
    pair.settle()
    pair.host.command(SoundBuzzer(5), pair.now_s)
    assert pair.host_alone(0.85) == [NodeLate("seats-1-2")]
    assert pair.host_alone(0.1) == [NodeDegraded("seats-1-2")]
    assert pair.settle() == [CommandDone("seats-1-2", 1), NodeRecovered("seats-1-2")]
    pair.host.command(SoundBuzzer(6), pair.now_s)
    pair.host_alone(1.5)
    assert pair.host_alone(0.5) == [
        CommandFailed("seats-1-2", 2, "node-lost"),
        NodeLost("seats-1-2", "silent for 2.0 s"),
    ]
    assert not pair.host.ready
    assert [type(report).__name__ for report in pair.settle(0.1)] == ["NodeReady", "Snapshot"]


def test_a_late_heartbeat_is_asked_for_before_anything_is_made_of_it() -> None:
    pair = Pair()
    pair.settle()
    pair.settle(0.4)
    pair.node.tick(pair.us() + 500_000)
    pair.node.outgoing()  # the heartbeat, and it is lost
    heard_s = pair.now_s
    pair.now_s = heard_s + DOUBT_S
    assert pair.host.next_wake_s() <= pair.now_s
    assert pair.settle() == [NodeLate("seats-1-2"), NodeHeard("seats-1-2")], "asked for a word, the node gives one"
    silent = Pair()
    silent.settle()
    asked = 0
    while not any(isinstance(report, NodeDegraded) for report in silent.host_alone(0.05)):
        asked += sum(isinstance(message, SnapshotRequest) for message in told_by_host(silent.host))
    assert asked == 2
    assert silent.now_s - 100.0 < 1.0, "its zones are out of sight within a second"


@pytest.mark.parametrize("broken", [False, True])
def test_a_frame_that_is_missing_is_asked_for_at_once(broken: bool) -> None:
    """Lost whole it is missed by the number of the next one, broken by its checksum; what it said comes after all."""
    pair = Pair()
    pair.settle()
    pair.node.contents.set_cards("seat:1", ((b"new", None, pair.us() - 1000, 0),))
    pair.node.tick(pair.us())
    lost = bytearray(pair.node.outgoing())
    lost[len(lost) // 2] ^= 0x10
    told = pair.host.receive(bytes(lost) if broken else b"", pair.now_s)
    if not broken:
        pair.host._link.send(pair.host._clock.ping(pair.now_s))  # its answer has the number after the lost one
        pair.node.receive(pair.host.outgoing(), pair.us())
        told = pair.host.receive(pair.node.outgoing(), pair.now_s)
    assert told == [NodeLate("seats-1-2")]
    snapshot, heard = pair.settle(0.2)
    assert isinstance(snapshot, Snapshot)
    assert [seen.tag for seen in snapshot.cards[0].tags] == [b"new"]
    assert heard == NodeHeard("seats-1-2")


def test_the_host_wakes_in_time_for_each_of_these() -> None:
    pair = Pair()
    pair.settle()
    told: list[Report] = []
    for _ in range(100):
        pair.now_s = max(pair.host.next_wake_s(), pair.now_s)
        told += pair.host.tick(pair.now_s)
        if not pair.host.ready:
            break
    assert told == [
        *(NodeLate("seats-1-2"), NodeDegraded("seats-1-2"), NodeLost("seats-1-2", "silent for 2.0 s")),
    ]
    assert pair.now_s == pytest.approx(100.0 + DOWN_S)


def test_commands_reach_the_board_and_bad_ones_come_back() -> None:
    pair = Pair()
    not_ready = pair.host.command(SoundBuzzer(1), pair.now_s)
    assert pair.host.next_wake_s() <= pair.now_s
    assert pair.host.tick(pair.now_s)[0] == CommandFailed("port", not_ready, "not-ready")
    pair.settle()
    tickets = [
        pair.host.command(command, pair.now_s)
        for command in (
            SetLamp("next", lit=True),
            SetScan(Zone("seat:2"), 20),
            SoundBuzzer(0),
            SetLamp("raise", lit=True),
            SetScan(Zone("board"), 20),
            SetScan(Zone("seat:1"), 4),
            SoundBuzzer(70_000),
            SetScan(Zone("seat:1"), -1),
        )
    ]
    told = {report.ticket: report for report in pair.settle() if isinstance(report, (CommandDone, CommandFailed))}
    assert pair.node.actions() == [("lamp", "next", True), ("scan", "seat:2", 20), ("buzzer", 0)]
    verdicts = [told[ticket] for ticket in tickets]
    assert [getattr(verdict, "reason", "done") for verdict in verdicts] == [
        *("done", "done", "done", "unknown-target", "unknown-target", "bad-value", "bad-value", "bad-value")
    ]


def test_a_changed_scan_period_is_told_with_the_cards() -> None:
    pair = Pair()
    pair.node.contents.set_cards("seat:2", ())
    pair.settle()
    pair.host.command(SetScan(Zone("seat:2"), 20), pair.now_s)
    snapshot = next(report for report in pair.settle() if isinstance(report, Snapshot))
    assert [(cards.zone, cards.scan_period_s) for cards in snapshot.cards] == [("seat:2", 0.02)]


def test_a_command_for_an_earlier_boot_is_not_carried_out() -> None:
    pair = Pair()
    pair.settle()
    pair.node.receive(encode_frame(encode(BuzzerCommand(BOOT - 1, 9, 100), 50)), pair.us())
    pair.node.receive(encode_frame(specs.pack_message(specs.LAMP, 0, 51, (BOOT, 10, "raise", 1))), pair.us())
    pair.node.receive(encode_frame(specs.pack_message(specs.SET_SCAN, 0, 52, (BOOT, 11, 77, 50))), pair.us())
    acks = [specs.unpack_message(payload) for payload in Deframer().feed(pair.node.outgoing())]
    assert acks == [
        (BOOT - 1, 9, specs.WRONG_BOOT),
        (BOOT, 10, specs.UNKNOWN_TARGET),
        (BOOT, 11, specs.UNKNOWN_TARGET),
    ]
    assert pair.node.actions() == []


def test_a_new_host_is_not_taken_for_the_old_one() -> None:
    pair = Pair()
    pair.settle()
    pair.host.command(SoundBuzzer(5), pair.now_s)
    pair.settle()
    pair.host = NodeSession("port", 2, pair.now_s)
    assert [type(report).__name__ for report in pair.settle(0.1)] == ["NodeReady", "Snapshot"]
    assert pair.host.command(SoundBuzzer(6), pair.now_s) == 1
    assert CommandDone("seats-1-2", 1) in pair.settle()
    assert pair.node.actions() == [("buzzer", 5), ("safe",), ("buzzer", 6)]


def test_a_node_without_a_host_goes_safe_and_the_host_learns_of_it() -> None:
    pair = Pair()
    pair.settle()
    pair.node.tick(pair.us() + 2_999_999)
    assert pair.node.state == LIVE
    pair.node.tick(pair.us() + 3_000_000)
    assert (pair.node.state, pair.node.actions()) == (GREETING, [("safe",)])
    pair.now_s += 0.5
    # Only the time of the node ran on: for the host this is a node that says hello in the middle of its work.
    told = pair.host.receive(pair.node.outgoing(), pair.now_s)
    assert [type(report).__name__ for report in told] == ["NodeLost", "NodeReady"]
    assert told[0] == NodeLost("seats-1-2", "lost-its-host")


def test_a_boot_seen_only_in_a_heartbeat_is_a_reboot() -> None:
    pair = Pair()
    pair.settle()
    beat = specs.pack_message(specs.HEALTH, 0, 9999, (BOOT + 5, 1, (), ()))
    assert pair.host.receive(encode_frame(beat), pair.now_s) == [NodeLost("seats-1-2", "rebooted")]
    assert HostHello(specs.ASK, 1, 0, specs.SCHEMA_CRC, 1, 0, "") in told_by_host(pair.host)


def test_health_is_kept_and_scan_errors_counted() -> None:
    pair = Pair()
    pair.settle()
    pair.node.scan_failed(1)
    pair.node.scan_failed(1)
    pair.node.receive(b"\x05\x01\x02\0junk\0" + encode_frame(b"\x77\0\0\0"), pair.us())
    for _ in range(5):
        pair.settle(0.5)
    assert pair.host.health is not None
    assert pair.host.health.scan_errors == ((1, 2),)
    assert sum(pair.host.health.drops) == 3


def test_old_and_turning_generations() -> None:
    pair = Pair()
    pair.settle()
    node_seq = itertools.count(500)

    def hear(generation: int, puck: int) -> list[Report]:
        part = SnapshotPart(generation, 1, 0, 1, (), (), (), puck, (), (0, 0))
        return pair.host.receive(encode_frame(encode(part, next(node_seq))), pair.now_s)

    assert [hear(2**31 - 1, 1), hear(2**32 - 2, 2), hear(3, 3)] != [[], [], []]
    assert hear(2**32 - 2, 4) == []
    assert hear(3, 5) == []
    assert len(hear(4, 6)) == 1


@pytest.mark.parametrize(
    "part",
    [
        SnapshotPart(9, 1, 0, 1, (CardsRecord(77, 50, ()),), (), (), 1, (), (0, 0)),
        SnapshotPart(9, 1, 0, 1, (CardsRecord(2, 50, ()),), (), (), 1, (), (0, 0)),
        SnapshotPart(9, 1, 0, 1, (), (CountsRecord(2, 255, (1, 2, 3)),), (), 1, (), (0, 0)),
        SnapshotPart(9, 1, 0, 1, (), (CountsRecord(0, 255, (1, 2, 3, 4)),), (), 1, (), (0, 0)),
        SnapshotPart(9, 1, 0, 1, (), (), (), 11, (), (0, 0)),
        SnapshotPart(9, 1, 0, 1, (), (), (), 1, (0,), (0, 0)),
        SnapshotPart(9, 1, 0, 1, (), (), (), 1, (11,), (0, 0)),
        SnapshotPart(9, 1, 0, 1, (), (), (), 1, (), (0,)),
        SnapshotPart(9, 1, 0, 0, (), (), (), 1, (), ()),
    ],
)
def test_a_snapshot_against_its_own_inventory_is_counted_not_told(part: SnapshotPart) -> None:
    pair = Pair()
    pair.settle()
    assert pair.host.receive(encode_frame(encode(part, 100)), pair.now_s) == []
    assert pair.host.counts["message"] == 1
    assert pair.host.last_bad.startswith("bad-snapshot")
    pair.node.contents.set_puck(4)
    assert [type(report).__name__ for report in pair.settle(1.0)] == ["Snapshot"]


def test_closing_tells_of_a_ready_node_only() -> None:
    pair = Pair()
    assert pair.host.close("port-lost", pair.now_s) == []
    pair.settle()
    assert pair.host.close("port-lost cause=unplugged", pair.now_s) == [
        NodeLost("seats-1-2", "port-lost cause=unplugged")
    ]


def test_a_snapshot_waits_for_the_clock() -> None:
    pair = Pair()
    pair.node.contents.set_cards("seat:1", ((b"tag", 1, 2, 0),))
    pair.settle()
    host = NodeSession("port", 2, 100.0)
    node = pair.node
    host.tick(100.0)
    node.receive(host.outgoing(), pair.us())
    (ready,) = host.receive(node.outgoing(), 100.0)
    assert isinstance(ready, NodeReady)
    pieces = host.outgoing().split(b"\0")
    accept, ping = (piece + b"\0" for piece in pieces if piece)
    node.receive(accept, pair.us())
    assert host.receive(node.outgoing(), 100.0) == []
    node.receive(ping, pair.us())
    (snapshot,) = host.receive(node.outgoing(), 100.0)
    assert isinstance(snapshot, Snapshot)


def test_a_snapshot_can_be_asked_for() -> None:
    pair = Pair()
    pair.host.request_snapshot()
    assert told_by_host(pair.host) == [], "there is nobody to ask"
    pair.settle()
    pair.node.contents.set_puck(3)
    pair.host.request_snapshot()
    (asked,) = told_by_host(pair.host)
    pair.node.receive(encode_frame(encode(asked, 900)), pair.us())
    (snapshot,) = pair.host.receive(pair.node.outgoing(), pair.now_s)
    assert isinstance(snapshot, Snapshot)
    assert snapshot.puck == 3


def test_more_commands_than_can_wait_are_refused_at_once() -> None:
    pair = Pair()
    pair.settle()
    tickets = [pair.host.command(SoundBuzzer(1), pair.now_s) for _ in range(WINDOW + QUEUE + 1)]
    assert pair.host.tick(pair.now_s) == [CommandFailed("seats-1-2", tickets[-1], "queue-full")]
    assert [type(report).__name__ for _ in range(9) for report in pair.settle()] == ["CommandDone"] * (WINDOW + QUEUE)


def test_a_line_looped_at_the_node_is_no_host() -> None:
    pair = Pair()
    pair.settle()
    pair.node.tick(pair.us() + 2_000_000)
    pair.node.receive(pair.node.outgoing(), pair.us() + 2_000_000)
    pair.node.tick(pair.us() + 3_000_000)
    assert pair.node.state == GREETING


def test_an_unanswered_command_is_told_to_have_failed() -> None:
    pair = Pair()
    pair.settle()
    ticket = pair.host.command(SoundBuzzer(1), pair.now_s)
    told: list[Report] = []
    while pair.now_s < 101.6:
        pair.now_s = max(pair.host.next_wake_s(), pair.now_s)
        told += pair.host.tick(pair.now_s)
    assert CommandFailed("seats-1-2", ticket, "unanswered tries=5") in told
