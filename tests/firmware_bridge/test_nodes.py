"""A host and a node talk over good and bad lines, on simulated time, and the host always knows the truth in the end."""

from __future__ import annotations

import heapq
import itertools
import os
import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

import pytest

from firmware_bridge import message_specs as specs
from firmware_bridge.chips import chips_of
from firmware_bridge.frames import Deframer, encode_frame
from firmware_bridge.link import DOWN_S
from firmware_bridge.messages import (
    BuzzerCommand,
    CardsRecord,
    CountsRecord,
    Hello,
    HostHello,
    Received,
    SnapshotPart,
    ZoneSpec,
    decode,
    encode,
)
from firmware_bridge.node.session import GREETING, LIVE, REFUSED, NodeEnd
from firmware_bridge.nodes import (
    CommandDone,
    CommandFailed,
    NodeDegraded,
    NodeLost,
    NodeReady,
    NodeRecovered,
    NodeRefused,
    NodeSession,
    Report,
    SetLamp,
    SetScan,
    Snapshot,
    SoundBuzzer,
)
from firmware_bridge.ports import Deliver, MemoryPort, PortLost, memory_pair
from firmware_bridge.protocol_words import EXAMPLES
from firmware_bridge.zones import Zone

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"

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


def node_end(
    boot_id: int = BOOT, now_us: int = 0, zones: tuple[tuple[str, int, int, int, tuple[int, ...]], ...] = ZONES
) -> NodeEnd:
    return NodeEnd(("seats-1-2", b"\x01\x02\x03\x04\x05\x06\x07\x08", boot_id, "test", 0, True), zones, BUTTONS, now_us)


# Lines, good and bad. Each makes the hook that carries bytes one way.

At = Callable[[float, Callable[[], None]], None]


@dataclass
class Way:
    """Bytes one way: `later` calls something at a time. What arrives keeps its order, as on any serial line."""

    now_s: Callable[[], float]
    later: At
    rng: random.Random
    kind: str
    clear_s: float = 0.0

    def __call__(self, data: bytes, arrive: Callable[[bytes], None]) -> None:
        match self.kind:
            case "dripped":
                for place in range(len(data)):
                    self.carry(0.0001, data[place : place + 1], arrive)
            case "lossy":
                self.carry(0.002, self.damaged(data) if self.rng.random() < 0.15 else data, arrive)
            case "delayed":
                self.carry(self.rng.uniform(0.01, 0.1), data, arrive)
            case "duplicating":
                for frame in data.split(b"\0")[:-1]:
                    for _ in range(1 + (self.rng.random() < 0.4)):
                        self.carry(0.001, frame + b"\0", arrive)
            case "deaf":
                pass
            case _:
                self.carry(0.001, data, arrive)

    def carry(self, takes_s: float, data: bytes, arrive: Callable[[bytes], None]) -> None:
        self.clear_s = max(self.clear_s, self.now_s() + takes_s)
        self.later(self.clear_s, partial(arrive, data))

    def damaged(self, data: bytes) -> bytes:
        """Nothing, a part, or a wrong byte of it."""
        place = self.rng.randrange(len(data))
        return self.rng.choice((b"", data[:place], data[:place] + b"\x5a" + data[place + 1 :]))


@dataclass(order=True)
class Due:
    at_s: float
    order: int
    act: Callable[[], None] = field(compare=False)


@dataclass
class Truth:
    """What was really done at the node, to hold the reports against."""

    scans_s: dict[bytes, tuple[float, float]] = field(default_factory=dict)  # tag: (absent, present)
    presses: int = 0
    carried_out: list[tuple[object, ...]] = field(default_factory=list)


class Table:
    """One host and one node over a line, driven by events in time."""

    def __init__(self, kind: str, seed: int) -> None:
        self.rng = random.Random(seed)  # noqa: S311  # seeded, for a story that can be told again
        self.now_s = 50.0
        self.kind = kind
        self.offset_us = self.rng.randrange(10**9)
        self.drift_ppm = self.rng.uniform(-40, 40)
        self.queue: list[Due] = []
        self.order = itertools.count()
        self.reports: list[tuple[float, Report]] = []
        self.truth = Truth()
        self.sessions = itertools.count(1)
        self.boots = itertools.count(BOOT)
        self.node = node_end(next(self.boots), self.node_us())
        self.connect()

    def node_us(self) -> int:
        return self.offset_us + round((self.now_s - 50.0) * (1e6 + self.drift_ppm))

    def later(self, at_s: float, act: Callable[[], None]) -> None:
        heapq.heappush(self.queue, Due(at_s, next(self.order), act))

    def way(self) -> Deliver:
        return Way(lambda: self.now_s, self.later, self.rng, self.kind)

    def connect(self) -> None:
        self.host_port, self.node_port = memory_pair("line", to_node=self.way(), to_host=self.way())
        self.host = NodeSession("line", next(self.sessions), self.now_s)

    def reset_line(self) -> None:
        self.host_port.close()
        with pytest.raises(PortLost, match="hung up"):
            self.node_port.read()
        self.tell(self.host.close("port-lost", self.now_s))
        self.connect()

    def reboot(self) -> None:
        self.offset_us = self.rng.randrange(10**6) - round((self.now_s - 50.0) * 1e6)
        self.node = node_end(next(self.boots), self.node_us())

    def tell(self, reports: list[Report]) -> None:
        self.reports += [(self.now_s, report) for report in reports]

    def step(self) -> None:
        """Both ends read, act, and write."""
        data = self.host_port.read()
        self.tell(self.host.receive(data, self.now_s) if data else self.host.tick(self.now_s))
        self.write(self.host_port, self.host.outgoing())
        data = self.node_port.read()
        if data:
            self.node.receive(data, self.node_us())
        else:
            self.node.tick(self.node_us())
        self.write(self.node_port, self.node.outgoing())
        self.truth.carried_out += self.node.actions()

    @staticmethod
    def write(port: MemoryPort, data: bytes) -> None:
        if data:
            port.write(data)

    def run(self, for_s: float) -> None:
        end_s = self.now_s + for_s
        while True:
            self.step()
            node_s = self.now_s + max(self.node.next_wake_us() - self.node_us(), 1) / 1e6
            wake_s = min(max(self.host.next_wake_s(), self.now_s + 1e-6), node_s + 1e-6)
            if self.queue:
                wake_s = min(wake_s, self.queue[0].at_s)
            if wake_s > end_s:
                self.now_s = end_s
                return
            self.now_s = max(wake_s, self.now_s)
            while self.queue and self.queue[0].at_s <= self.now_s:
                heapq.heappop(self.queue).act()

    # What happens at the node.

    def lay_cards(self, zone: str, count: int) -> None:
        """New tags come to a zone, each between two scans of its own."""
        tags = []
        for _ in range(count):
            uid = self.rng.randbytes(8)
            present_s = self.now_s - self.rng.uniform(0, 0.05)
            absent_s = present_s - self.rng.uniform(0.02, 0.05)
            self.truth.scans_s[uid] = (absent_s, present_s)
            absent_us, present_us = (
                self.offset_us + round((at_s - 50.0) * (1e6 + self.drift_ppm)) for at_s in (absent_s, present_s)
            )
            tags.append((uid, absent_us, present_us, self.rng.randrange(3)))
        self.node.contents.set_cards(zone, tuple(tags))

    def change_something(self) -> None:
        contents = self.node.contents
        match self.rng.randrange(6):
            case 0 | 1:
                self.lay_cards(self.rng.choice(("seat:1", "seat:2")), self.rng.randrange(4))
            case 2:
                contents.set_counts("bet:1", tuple(self.rng.randrange(40) for _ in LADDER), 250)
            case 3:
                contents.set_grams("rack", tuple(self.rng.randrange(-50, 10**6) for _ in LADDER), 128)
            case 4:
                contents.set_puck(self.rng.randrange(11))
                contents.set_allin(self.rng.choice(((), (1,))))
            case _:
                contents.press("check")
                self.truth.presses += 1

    # What the host knows.

    def snapshots(self) -> list[Snapshot]:
        return [report for _, report in self.reports if isinstance(report, Snapshot)]

    def kinds(self) -> list[str]:
        return [type(report).__name__ for _, report in self.reports if not isinstance(report, Snapshot)]


def content_of(node: NodeEnd) -> SnapshotPart:
    """What the node would send now, read without a line."""
    values = node.contents.snapshots(0)
    assert len(values) == 1
    received = decode(specs.pack_message(specs.SNAPSHOT, 0, 0, values[0]), specs.TO_HOST)
    assert isinstance(received, Received)
    assert isinstance(received.message, SnapshotPart)
    return received.message


def check_the_host_knows(table: Table) -> None:
    """The last report says what the node senses."""
    told, truth = table.snapshots()[-1], content_of(table.node)
    assert told.generation == truth.generation
    assert [(cards.zone, [tag.tag for tag in cards.tags]) for cards in told.cards] == [
        (ZONES[record.zone][0], [tag.uid for tag in record.tags]) for record in truth.cards
    ]
    chips = {content.zone: content for content in told.chips}
    for counted in truth.counts:
        assert chips[Zone("bet:1")].counts == chips_of(zip(LADDER, counted.counts, strict=True))
    for weighed in truth.grams:
        assert chips[Zone("rack")].grams == tuple(
            (denomination, centigrams / 100)
            for denomination, centigrams in zip(LADDER, weighed.centigrams, strict=True)
        )
    assert told.puck == (None if truth.puck_seat == specs.PUCK_UNSENSED else truth.puck_seat)
    assert told.allin == truth.allin_seats


def check_order_and_times(table: Table) -> None:
    """Snapshots come only from a ready node, always newer, and their intervals enclose the scans."""
    ready, generation = False, -1
    for now_s, report in table.reports:
        match report:
            case NodeReady():
                assert not ready
                ready, generation = True, -1
            case NodeLost():
                assert ready
                ready = False
            case Snapshot():
                assert ready
                assert report.generation > generation
                assert report.at_s <= now_s
                generation = report.generation
                for tag in (tag for cards in report.cards for tag in cards.tags):
                    absent_s, present_s = table.truth.scans_s[tag.tag]
                    assert tag.after_s <= absent_s + 5e-6
                    assert min(present_s, now_s) - 5e-6 <= tag.by_s <= now_s
            case _:
                pass


def check_each_command_once(table: Table, tickets: list[int]) -> None:
    """Every ticket has one verdict; what is reported done was done once."""
    verdicts = [report for _, report in table.reports if isinstance(report, (CommandDone, CommandFailed))]
    assert sorted(verdict.ticket for verdict in verdicts) == tickets
    durations = [action[1] for action in table.truth.carried_out if action[0] == "buzzer"]
    assert len(set(durations)) == len(durations), "a command was carried out twice"
    done = {verdict.ticket for verdict in verdicts if isinstance(verdict, CommandDone)}
    assert done <= set(durations)


def story(table: Table) -> None:
    """Hello, snapshots, commands, the clock, and a node that begins anew."""
    resets = table.kind == "resetting"
    table.lay_cards("seat:1", 2)
    table.run(3.0)
    assert table.kinds()[0] == "NodeReady"
    check_the_host_knows(table)
    tickets: list[int] = []
    for chapter in range(30):
        table.change_something()
        if not resets:
            # The duration tells the commands apart.
            tickets.append(table.host.command(SoundBuzzer(len(tickets) + 1), table.now_s))
        table.run(table.rng.uniform(0.01, 0.4))
        if resets and chapter % 7 == 6:
            table.reset_line()
    table.run(4.0)
    check_the_host_knows(table)
    check_each_command_once(table, tickets)
    if not resets:
        told = sum(times for snapshot in table.snapshots() for _, times in snapshot.presses)
        assert told == table.truth.presses
    table.reboot()
    table.lay_cards("seat:2", 1)
    table.run(4.0)
    check_the_host_knows(table)
    check_order_and_times(table)
    lost = [report.reason for _, report in table.reports if isinstance(report, NodeLost)]
    assert any(reason.startswith(("rebooted", "silent")) for reason in lost)
    ready = [report for _, report in table.reports if isinstance(report, NodeReady)]
    assert {report.boot_id for report in ready} == {BOOT, BOOT + 1}
    assert len(ready) == len(lost) + 1


@pytest.mark.parametrize("seed", range(20 if SOAK else 2))
@pytest.mark.parametrize("kind", ["good", "dripped", "lossy", "delayed", "duplicating", "resetting"])
def test_one_story_over_every_line(kind: str, seed: int) -> None:
    table = Table(kind, seed)
    story(table)
    counts = table.host.counts
    if kind == "lossy":
        assert sum(counts.values()) > 0
    elif kind == "duplicating":
        assert counts.pop("repeat") > 0
        assert not any(counts.values())
    else:
        assert not any(counts.values())
    if kind in {"good", "dripped", "delayed", "duplicating"}:
        assert table.kinds().count("NodeReady") == 2
        assert "CommandFailed" not in table.kinds()


def test_planted_a_line_that_carries_nothing_tells_nothing() -> None:
    table = Table("deaf", 1)
    with pytest.raises(AssertionError):
        check_the_host_knows_after(table, 5.0)
    assert table.reports == []


def check_the_host_knows_after(table: Table, for_s: float) -> None:
    table.run(for_s)
    assert table.kinds()
    check_the_host_knows(table)


def test_planted_a_node_that_obeys_repeats_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.node.session._REMEMBERED_COMMANDS", 1)
    obey = NodeEnd._obey

    def forgetful(self: NodeEnd, number: int, values: tuple[object, ...], now_us: int) -> None:
        self._done = []
        obey(self, number, values, now_us)

    monkeypatch.setattr(NodeEnd, "_obey", forgetful)
    with pytest.raises(AssertionError, match="carried out twice"):
        story(Table("duplicating", 0))


# Single scenes, byte by byte.


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
        """Let both ends talk until they are quiet; returns what was told."""
        self.now_s += after_s
        told: list[Report] = []
        for _ in range(8):
            told += self.host.tick(self.now_s)
            self.node.receive(self.host.outgoing(), self.us())
            told += self.host.receive(self.node.outgoing(), self.now_s)
        self.reports += told
        return told

    def host_alone(self, after_s: float) -> list[Report]:
        self.now_s += after_s
        return self.host.tick(self.now_s)


def told_by_host(host: NodeSession) -> list[object]:
    received = [decode(payload, specs.TO_NODE) for payload in Deframer().feed(host.outgoing())]
    return [one.message for one in received if isinstance(one, Received)]


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
    assert [report for _ in range(50) for report in pair.settle(0.2)] == []


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
    assert pair.host.receive(frames[0] + b"\0" + frames[2] + b"\0", pair.now_s) == []
    (healed,) = [report for _ in range(2) for report in pair.settle(1.0)]
    assert isinstance(healed, Snapshot)
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
    assert pair.host_alone(1.0) == []
    assert pair.host_alone(0.5) == [NodeDegraded("seats-1-2")]
    assert pair.settle() == [CommandDone("seats-1-2", 1), NodeRecovered("seats-1-2")]
    pair.host.command(SoundBuzzer(6), pair.now_s)
    pair.host_alone(1.5)
    assert pair.host_alone(0.5) == [
        CommandFailed("seats-1-2", 2, "node-lost"),
        NodeLost("seats-1-2", "silent for 2.0 s"),
    ]
    assert not pair.host.ready
    assert [type(report).__name__ for report in pair.settle(0.1)] == ["NodeReady", "Snapshot"]


def test_the_host_wakes_in_time_for_each_of_these() -> None:
    pair = Pair()
    pair.settle()
    told: list[Report] = []
    for _ in range(100):
        pair.now_s = max(pair.host.next_wake_s(), pair.now_s)
        told += pair.host.tick(pair.now_s)
        if not pair.host.ready:
            break
    assert told == [NodeDegraded("seats-1-2"), NodeLost("seats-1-2", "silent for 2.0 s")]
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


# Refusals.

HELLO = next(example for example in EXAMPLES if isinstance(example, Hello))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"protocol_major": 2}, "protocol-mismatch node=2.0 host=1.0"),
        ({"schema_crc": 0x1A2B3C4D}, f"schema-mismatch node=1a2b3c4d host={specs.SCHEMA_CRC:08x}"),
        ({"zones": (ZoneSpec("seat:11", 1, 50, 6, ()),)}, "bad-inventory zone='seat:11' problem=unknown-zone"),
        ({"zones": (ZoneSpec("board", 1, 50, 6, ()),) * 2}, "bad-inventory zone=board problem=listed-twice"),
        ({"zones": (ZoneSpec("board", 9, 50, 6, ()),)}, "bad-inventory zone=board problem=sensor-kind-9"),
        ({"zones": (ZoneSpec("board", 2, 50, 6, (5,)),)}, "bad-inventory zone=board problem=sensor-kind-2"),
        ({"zones": (ZoneSpec("pot", 2, 50, 0, ()),)}, "bad-inventory zone=pot problem=denominations"),
        ({"zones": (ZoneSpec("pot", 2, 50, 0, (25, 25)),)}, "bad-inventory zone=pot problem=denominations"),
        ({"zones": (ZoneSpec("pot", 3, 50, 0, (0,)),)}, "bad-inventory zone=pot problem=denominations"),
        ({"zones": (ZoneSpec("board", 1, 50, 6, (25,)),)}, "bad-inventory zone=board problem=denominations"),
        ({"buttons": (("next",), ("next",))}, "bad-inventory buttons problem=unnamed-or-listed-twice"),
    ],
)
def test_a_node_we_cannot_work_with_is_refused_once_with_a_reason(change: dict[str, Any], reason: str) -> None:
    host = NodeSession("port", 7, 0.0)
    seq = itertools.count()

    def hear(boot_id: int, now_s: float) -> list[Report]:
        hello = replace(HELLO, boot_id=boot_id, **change)
        return host.receive(encode_frame(encode(hello, next(seq))), now_s)

    assert hear(1, 0.0) == [NodeRefused("centre", reason)]
    assert told_by_host(host)[-1] == HostHello(specs.REFUSE, 1, 0, specs.SCHEMA_CRC, 7, 1, reason)
    assert hear(1, 5.0) == []
    assert told_by_host(host)[-1] == HostHello(specs.REFUSE, 1, 0, specs.SCHEMA_CRC, 7, 1, reason)
    assert hear(2, 9.0) == [NodeRefused("centre", reason)]
    assert host.next_wake_s() == float("inf")
    (ready,) = host.receive(encode_frame(encode(replace(HELLO, boot_id=3), 0)), 12.0)
    assert isinstance(ready, NodeReady)
    assert hear(4, 13.0) == [NodeLost("centre", "rebooted"), NodeRefused("centre", reason)]


def test_a_refused_node_keeps_quiet_but_for_a_hello_every_five_seconds() -> None:
    pair = Pair()
    refusal = HostHello(specs.REFUSE, 1, 0, 5, 1, BOOT, "schema-mismatch node=1 host=5")
    pair.node.tick(pair.us())
    pair.node.outgoing()
    pair.node.receive(encode_frame(encode(refusal, 0)), pair.us())
    assert (pair.node.state, pair.node.refusal) == (REFUSED, "schema-mismatch node=1 host=5")
    hellos = []
    for _ in range(150):
        pair.now_s += 0.1
        pair.node.tick(pair.us())
        hellos += [
            round(pair.now_s - 100.0, 1)
            for payload in Deframer().feed(pair.node.outgoing())
            if payload[0] == specs.HELLO
        ]
    assert hellos == [5.0, 10.0, 15.0]
    # A host that asks is perhaps a newer one.
    assert [type(report).__name__ for report in pair.settle()] == ["NodeReady", "Snapshot"]


def test_a_node_does_not_work_for_a_host_of_another_schema() -> None:
    node = node_end()
    for words in ((2, 0, specs.SCHEMA_CRC), (1, 0, 0x0BAD)):
        node.receive(encode_frame(encode(HostHello(specs.ACCEPT, *words, 1, BOOT, ""), 0)), 0)
        assert node.state == REFUSED
        assert node.refusal.startswith("schema-mismatch host=")


def test_an_answer_meant_for_the_boot_before_is_ignored() -> None:
    node = node_end()
    node.receive(encode_frame(encode(HostHello(specs.ACCEPT, 1, 0, specs.SCHEMA_CRC, 1, BOOT - 1, ""), 0)), 0)
    assert node.state == GREETING


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
