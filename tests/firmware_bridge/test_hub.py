"""Nodes come, go and change ports; whole hands on the simulated table show no card that nobody asked for."""

from __future__ import annotations

import io
import logging
import os
import re
import traceback
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count

import pytest

from firmware_bridge.bridge import Bridge
from firmware_bridge.hub import Hub
from firmware_bridge.node.session import LIVE, REFUSED, NodeEnd
from firmware_bridge.secrets.decks import Deck, DeckBook, generate_deck
from firmware_bridge.service import patience_at
from firmware_bridge.simulator.clock import Timer
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.observations import (
    OBSERVATIONS,
    CardArrived,
    CardLeft,
    CardNamed,
    CardWithheld,
    ChipsMoved,
    DeckRiffled,
    Handle,
    Inventory,
    NodeSeen,
    Observation,
    StrangeCard,
    ZoneSeen,
)
from firmware_bridge.vocabulary.requests import HandEnded, HandStarted, Lamp, NameCards, Request
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, zone_kind
from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.frames import cobs_decode, cobs_encode, encode_frame
from firmware_bridge.wire.message_specs import ALLIN_ZONE, CARDS_ZONE, RESET_POWER
from firmware_bridge.wire.messages import Health, Hello, SnapshotRequest, ZoneSpec, encode
from table_controller.runtime.processes.clock import ClockRate

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
STACK = ((1000, 5), (500, 5), (100, 10), (25, 20))


class Wired:
    """Node ends in memory behind the ports of one hub; time is what the test says."""

    def __init__(self) -> None:
        numbers = count(1)
        self.hub = Hub(Bridge(DeckBook([generate_deck("demo", 1)]), lambda: f"#{next(numbers)}"))
        self.ends: dict[str, NodeEnd] = {}
        self.now_s = 100.0
        self.actions: list[tuple[object, ...]] = []

    def plug(self, port: str, end: NodeEnd) -> list[Observation]:
        self.ends[port] = end
        self.hub.attach(port, self.now_s)
        return self.run(0.2)

    def run(self, for_s: float) -> list[Observation]:
        seen: list[Observation] = []
        until_s = self.now_s + for_s
        while self.now_s < until_s:
            self.now_s += 0.01
            seen += self.hub.tick(self.now_s)
            for port, data in self.hub.outgoing():
                if port in self.ends:
                    self.ends[port].receive(data, self._us())
            for port, end in self.ends.items():
                end.tick(self._us())
                self.actions += end.actions()
                if port in self.hub.ports and (data := end.outgoing()):
                    seen += self.hub.receive(port, data, self.now_s)
        return seen

    def _us(self) -> int:
        return int(self.now_s * 1e6)


def node(name: str, *zones: str, unique_id: bytes = b"", buttons: tuple[str, ...] = ()) -> NodeEnd:
    specs = tuple((zone, ALLIN_ZONE if "allin" in zone else CARDS_ZONE, 100, 5, ()) for zone in zones)
    end = NodeEnd((name, unique_id or name.encode(), 7, "1.0", RESET_POWER, False), specs, buttons, 0)
    for zone in zones:
        if "allin" not in zone:
            end.contents.set_cards(zone, ())
    return end


def words(seen: Iterable[Observation]) -> list[tuple[str, str]]:
    return [(one.node, one.status) for one in seen if isinstance(one, NodeSeen)]


def test_a_node_is_welcomed_and_its_zones_come_into_sight() -> None:
    wired = Wired()
    seen = wired.plug("/dev/ttyACM0", node("centre", "board", "burn"))
    assert words(seen) == [("centre", "ready")]
    assert [one.zone for one in seen if isinstance(one, ZoneSeen)] == [BOARD, BURN]
    assert isinstance(seen[-1], Inventory)
    assert wired.hub.next_wake_s is not None


def test_a_port_that_goes_takes_its_node_along() -> None:
    wired = Wired()
    wired.plug("/dev/ttyACM0", node("centre", "board"))
    gone = wired.hub.detach("/dev/ttyACM0", wired.now_s, "port-lost cable")
    assert words(gone) == [("centre", "down")]
    assert ZoneSeen(BOARD, "unknown", wired.now_s) in gone
    assert wired.hub.detach("/dev/ttyACM0", wired.now_s) == []
    assert wired.hub.next_wake_s is None


def test_the_same_node_on_another_port_is_the_same_node() -> None:
    wired = Wired()
    wired.plug("/dev/ttyACM0", node("centre", "board"))
    del wired.ends["/dev/ttyACM0"]
    assert words(wired.run(1.0)) == [("centre", "degraded")], "a port may go without a word"
    moved = wired.plug("/dev/ttyACM1", node("centre", "board"))
    assert words(moved) == [("centre", "down"), ("centre", "ready")]
    reasons = [one.reason for one in moved if isinstance(one, NodeSeen)]
    assert reasons[0] == "moved port=/dev/ttyACM1"
    assert words(wired.run(5.0)) == []  # the old port's silence is not the node's
    assert words(wired.hub.detach("/dev/ttyACM0", wired.now_s)) == []
    assert [one.status for one in wired.hub.nodes()] == ["ready"]


def test_a_twin_is_not_the_node_while_that_one_speaks() -> None:
    """It was believed in turns, and each turn stood in the journal."""
    wired = Wired()
    wired.plug("/dev/ttyACM0", node("centre", "board"))
    twin = wired.plug("/dev/ttyACM1", node("centre", "board"))
    refused = [(one.node, one.status, one.reason) for one in twin if isinstance(one, NodeSeen)]
    assert refused == [("centre@/dev/ttyACM1", "refused", "id-taken node=centre port=/dev/ttyACM0")]
    assert words(wired.run(30.0)) == []
    assert words(wired.hub.detach("/dev/ttyACM0", wired.now_s)) == [("centre", "down")]
    assert ("centre", "ready") in words(wired.run(3.0)), "it may be the node, moved, after all"


@pytest.mark.parametrize(
    ("name", "zones", "reason"),
    [
        ("centre", ("muck",), "name-taken node=centre port=/dev/ttyACM0"),
        ("other", ("muck", "board"), "zone-taken zone=board node=centre port=/dev/ttyACM0"),
    ],
)
def test_two_nodes_that_mix_up_the_table_cannot_both_be_welcome(name: str, zones: tuple[str, ...], reason: str) -> None:
    wired = Wired()
    wired.plug("/dev/ttyACM0", node("centre", "board"))
    seen = wired.plug("/dev/ttyACM1", node(name, *zones, unique_id=b"another"))
    refused = [one for one in seen if isinstance(one, NodeSeen)]
    assert [(one.node, one.status, one.reason) for one in refused] == [(f"{name}@/dev/ttyACM1", "refused", reason)]
    assert not [one for one in wired.run(3.0) if isinstance(one, ZoneSeen | NodeSeen)]
    # When the first one is gone, the second is asked again.
    wired.ends.pop("/dev/ttyACM0")
    wired.hub.detach("/dev/ttyACM0", wired.now_s)
    assert (name, "ready") in words(wired.run(4.0))


@pytest.mark.parametrize(
    ("name", "zones", "unique_id", "reason"),
    [
        ("other", ("board",), b"another", "zone-taken zone=board node=centre port=/dev/ttyACM0"),
        ("centre", ("muck",), b"another", "name-taken node=centre port=/dev/ttyACM0"),
        ("centre", ("board",), b"centre", "id-taken node=centre port=/dev/ttyACM0"),
    ],
)
def test_a_node_learns_that_the_table_has_no_place_for_it_and_when_it_has(
    name: str, zones: tuple[str, ...], unique_id: bytes, reason: str
) -> None:
    """It was let in, and passed over: it called itself live."""
    wired = Wired()
    wired.plug("/dev/ttyACM0", node("centre", "board"))
    late = node(name, *zones, unique_id=unique_id)
    wired.plug("/dev/ttyACM1", late)
    for _ in range(3):
        assert (late.state, late.refusal) == (REFUSED, reason)
        assert words(wired.run(6.0)) == []
    wired.ends.pop("/dev/ttyACM0")
    wired.hub.detach("/dev/ttyACM0", wired.now_s)
    wired.run(6.0)
    assert late.state == LIVE
    assert sorted(one.node for one in wired.hub.nodes() if one.status != "down") == [name], "it is refused no more"


def heard_for(hub: Hub, data: Callable[[int], bytes], for_s: float, now_s: float = 100.0) -> list[NodeSeen]:
    """What a port that delivers `data` twice a second makes the hub tell."""
    hub.attach("/dev/ttyUSB0", now_s)
    seen: list[Observation] = []
    for at in range(int(for_s * 10)):
        now_s += 0.1
        seen += hub.tick(now_s)
        if at % 5 == 0:
            seen += hub.receive("/dev/ttyUSB0", data(at // 5), now_s)
    return [one for one in seen if isinstance(one, NodeSeen)]


def hello_frame(seq: int) -> bytes:
    versions = (specs.PROTOCOL_MAJOR, specs.PROTOCOL_MINOR, specs.SCHEMA_CRC)
    zones = (ZoneSpec("board", CARDS_ZONE, 50, 6, ()),)
    return encode_frame(encode(Hello(*versions, 7, b"mine", "mine", "1", 0, 0, zones, ()), seq))


def with_a_wrong_crc(seq: int) -> bytes:
    """A frame of the right form, whose checksum is another one."""
    whole = cobs_decode(hello_frame(seq)[:-1])
    assert whole is not None
    return cobs_encode(whole[:-1] + bytes([whole[-1] ^ 1])) + b"\0"


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (with_a_wrong_crc, "damaged-frames frames=… kind=crc"),
        (lambda _: b"\x55" * 40, "no-frames bytes=…"),
        (lambda seq: encode_frame(encode(Health(7, 1, (0,) * 5, ()), seq)), "no-hello messages=…"),
        (lambda seq: encode_frame(encode(SnapshotRequest(), seq)), "bad-messages frames=…"),
    ],
)
def test_a_port_in_whose_bytes_nobody_says_who_he_is_is_told_of_once(data: Callable[[int], bytes], reason: str) -> None:
    hub = Hub(Bridge(DeckBook([generate_deck("demo", 1)]), lambda: "#"))
    (told,) = heard_for(hub, data, 30.0)
    assert (told.node, told.status) == ("/dev/ttyUSB0", "refused")
    assert re.sub(r"=\d+", "=…", told.reason) == reason
    # A node that is understood there is what it was.
    hub.receive("/dev/ttyUSB0", b"\0" + hello_frame(1000), 131.0)
    assert [(one.node, one.status) for one in hub.nodes()] == [("mine", "ready")]


def test_a_node_that_was_let_in_and_says_hello_again_and_again_is_told_of_until_it_says_more() -> None:
    """It stood there as ready, and none of its zones was in sight."""
    hub = Hub(Bridge(DeckBook([generate_deck("demo", 1)]), lambda: "#"))
    told = heard_for(hub, hello_frame, 20.0)
    assert [(one.status, one.reason.partition(" ")[0]) for one in told] == [
        ("ready", "accepted"),
        ("refused", "hello-again"),
    ]
    seen = hub.receive("/dev/ttyUSB0", encode_frame(encode(Health(7, 1, (0,) * 5, ()), 40)), 120.1)
    assert words(seen) == [("mine", "ready")]


def test_a_silent_port_is_not_told_of() -> None:
    hub = Hub(Bridge(DeckBook([generate_deck("demo", 1)]), lambda: "#"))
    assert heard_for(hub, lambda _: b"", 30.0) == []


def test_a_node_whose_frames_all_bear_one_number_is_not_called_silent() -> None:
    hub = Hub(Bridge(DeckBook([generate_deck("demo", 1)]), lambda: "#"))
    told = heard_for(hub, lambda _: hello_frame(0), 4.0)
    assert [one.status for one in told][:3] == ["ready", "degraded", "down"]
    assert told[2].reason.startswith("seq-repeated frames=")


def test_who_is_refused_in_the_name_of_another_node_takes_nothing_from_it() -> None:
    """A hello that fits, but for its firmware: refused it was told of as the node whose name it bore."""
    wired = Wired()
    wired.plug("/dev/ttyACM0", node("centre", "board"))
    wired.run(0.5)
    versions = (specs.PROTOCOL_MAJOR, specs.PROTOCOL_MINOR, specs.SCHEMA_CRC)
    for boot, fault in enumerate((versions, (99, 0, 0)), 1):
        hello = Hello(*fault, boot, b"stranger", "centre", "x" * 33, 0, 0, (), ())
        wired.hub.attach(f"/dev/ttyACM{boot}", wired.now_s)
        seen = wired.hub.receive(f"/dev/ttyACM{boot}", encode_frame(encode(hello, 1)), wired.now_s)
        assert words(seen) == [(f"centre@/dev/ttyACM{boot}", "refused")]
        assert not [one for one in (*seen, *wired.run(3.0)) if isinstance(one, ZoneSeen)]
    assert [one.status for one in wired.hub.nodes() if one.node == "centre"] == ["ready"]


def test_a_lamp_is_lit_once_and_again_when_its_node_returns() -> None:
    wired = Wired()
    assert wired.hub.request(Lamp("next", lit=True), wired.now_s) == []
    wired.plug("/dev/ttyACM0", node("centre", "board", buttons=("next",)))
    wired.plug("/dev/ttyACM1", node("seats", "seat:1"))
    wired.run(0.5)
    assert wired.actions == [("lamp", "next", True)]
    for lit in (True, False, False):
        wired.hub.request(Lamp("next", lit=lit), wired.now_s)
    wired.run(0.5)
    assert wired.actions == [("lamp", "next", True), ("lamp", "next", False)]
    wired.hub.request(Lamp("next", lit=True), wired.now_s)
    wired.hub.detach("/dev/ttyACM0", wired.now_s)
    wired.actions.clear()
    wired.plug("/dev/ttyACM0", node("centre", "board", buttons=("next",)))
    wired.run(0.5)
    assert wired.actions == [("lamp", "next", True)]


def test_ports_are_attached_once_and_bytes_need_a_port() -> None:
    hub = Wired().hub
    hub.attach("a", 0.0)
    with pytest.raises(ValueError, match="the port a is attached already"):
        hub.attach("a", 0.0)
    with pytest.raises(ValueError, match="from the port b, which is not attached"):
        hub.receive("b", b"\x00", 0.0)


class Evening:
    """The simulated table on its wires, a hub, and everything that the hub ever said."""

    def __init__(self, seed: int = 1, miss: float | None = None) -> None:
        physics = Physics() if miss is None else Physics().with_miss(miss)
        stacks = dict.fromkeys(range(1, 7), STACK)
        self.table = SimulatedTable(TableSetup(6, (25, 100, 500, 1000), stacks, physics=physics, seed=seed))
        numbers = count(1)
        self.deck: Deck = self.table.setup.deck
        self.hub = Hub(Bridge(DeckBook((self.deck,)), lambda: f"#{next(numbers)}"))
        self.said: list[Observation] = []
        self._timer: Timer | None = None
        for name, wire in self.table.wires.items():
            self.hub.attach(name, 0.0)
            wire.host = partial(self._receive, name)
        self._flush()
        self.table.run_for(1.0)

    def ask(self, request: Request) -> list[Observation]:
        answers = self.hub.request(request, self.table.now_s)
        self.said += answers
        self._flush()
        return answers

    def hand(self, number: int) -> list[Observation]:
        """One hand: riffle, deal, a bet, folds over the board and elsewhere, a flop, gather; what was said of it."""
        start, table = len(self.said), self.table
        table.run_until(table.cards.riffle())
        self.ask(HandStarted(number))
        for _ in range(2):
            for seat in range(1, 7):
                table.run_until(table.cards.deal(seat))
        table.run_until_idle(table.chips.push(3, ((500, 1), (100, 1))))
        for seat in (1, 2, 4):
            table.run_until(table.cards.fold(seat, over_board=seat == 2))
        table.run_until_idle()
        table.run_until_idle(table.cards.burn())
        table.run_until_idle(table.cards.board((None, None, None)))
        self.ask(NameCards(tuple(self.at(BOARD, start)), "board"))
        table.run_until_idle()
        self.ask(HandEnded(number))
        table.run_until_idle(table.chips.take_back(3, ((500, 1), (100, 1))))
        table.run_until_idle(table.cards.gather())
        return self.said[start:]

    def at(self, zone: str, start: int = 0) -> list[Handle]:
        return [one.handle for one in self.said[start:] if isinstance(one, CardArrived) and one.zone == zone]

    def _receive(self, name: str, data: bytes) -> None:
        self.said += self.hub.receive(name, data, self.table.now_s)
        self._flush()

    def _tick(self) -> None:
        self.said += self.hub.tick(self.table.now_s)
        self._flush()

    def _flush(self) -> None:
        for name, data in self.hub.outgoing():
            self.table.wires[name].to_node(data)
        if self._timer is not None:
            self._timer.cancel()
        wake_s = self.hub.next_wake_s
        if wake_s is not None:
            self._timer = self.table.scheduler.call_at(max(wake_s, self.table.now_s), self._tick)


def dealt(said: list[Observation], kind: str) -> list[Handle]:
    return [one.handle for one in said if isinstance(one, CardArrived) and zone_kind(one.zone) == kind]


def test_hands_on_the_simulated_table_are_seen_as_they_were_played() -> None:
    evening, hands = Evening(), 10 if SOAK else 2
    for number in range(1, 1 + hands):
        said = evening.hand(number)
        assert sum(isinstance(one, DeckRiffled) for one in said) == 1
        hole, board = dealt(said, "seat"), dealt(said, "board")
        assert len(hole) == len(set(hole)) == 12
        assert len(set(board)) == 3
        assert len(dealt(said, "burn")) == 1
        assert set(dealt(said, "muck")) <= set(hole)
        assert {one.handle for one in said if isinstance(one, CardNamed)} == set(board)
        chips = [(one.zone, one.confidence) for one in said if isinstance(one, ChipsMoved)]
        assert chips == [(zone, 1.0) for zone in ("stack:3", "bet:3", "bet:3", "stack:3")]
        seen = {one.handle for one in said if isinstance(one, CardArrived)}
        assert seen == {one.handle for one in said if isinstance(one, CardLeft)}
        assert not [one for one in said if isinstance(one, StrangeCard | CardWithheld)]
    handles = [one.handle for one in evening.said if isinstance(one, CardArrived) and one.zone != MUCK]
    assert len(handles) == len(set(handles))  # no handle lives on in the next hand


def test_one_miss_in_twenty_disturbs_no_hand_at_rest() -> None:
    evening = Evening(miss=0.05)
    table = evening.table
    table.run_until(table.cards.riffle())
    evening.ask(HandStarted(1))
    for _ in range(2):
        for seat in range(1, 7):
            table.run_until(table.cards.deal(seat))
    table.run_until_idle()
    before = len(evening.said)
    table.run_for(3600 if SOAK else 600)
    assert evening.said[before:] == []


CARD_WORD = re.compile(rf"\b({'|'.join(DECK)})\b")


def leaks(text: str, deck: Deck, public: Iterable[str] = ()) -> list[str]:
    """Tags of `deck` in `text`, in any spelling, and cards other than `public` ones."""
    tags = [card for card, tag in deck.tags.items() if tag.hex() in text.lower() or repr(tag)[2:-1] in text]
    return tags + [word for word in CARD_WORD.findall(text) if word not in public]


def test_nothing_that_the_bridge_says_or_shows_holds_a_hidden_card() -> None:
    log = io.StringIO()
    handler = logging.StreamHandler(log)
    logging.getLogger().addHandler(handler)
    logging.getLogger().setLevel(logging.DEBUG)
    try:
        evening = Evening()
        evening.hand(1)
        hidden = evening.ask(NameCards((*evening.at(BURN), *evening.at(MUCK)), "board"))
        assert hidden
        assert all(isinstance(one, CardWithheld) for one in hidden)
    finally:
        logging.getLogger().removeHandler(handler)
        logging.getLogger().setLevel(logging.WARNING)
    public = {one.card for one in evening.said if isinstance(one, CardNamed)}
    assert len(public) == 3
    texts = [repr(evening.hub), repr(evening.hub.bridge), log.getvalue()]
    bridge = evening.hub.bridge
    parts = (bridge, bridge._cards, bridge._cards._vault, bridge._cards._presence, bridge._cards._riffles)
    texts += [repr(part) for part in (*parts, *bridge._cards._vault._by_handle.values())]
    for one in evening.said:
        texts += [repr(one), str(one), OBSERVATIONS.encode(one).decode()]
    found = [leak for text in texts for leak in leaks(text, evening.deck, public)]
    assert found == []


def test_a_fault_inside_the_bridge_shows_no_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    monkeypatch.setattr(evening.hub.bridge._cards._vault, "_by_tag", None, raising=False)
    with pytest.raises(Exception) as caught:  # noqa: PT011  # whatever it is
        evening.hand(1)
    text = "".join(traceback.format_exception(caught.value))
    assert leaks(text, evening.deck) == []


def test_planted_leaks_are_seen() -> None:
    deck = generate_deck("demo", 1)
    tag = deck.tag_of(Card("Ah"))
    assert leaks(f"CardArrived(handle={tag.hex()})", deck) == ["Ah"]
    assert leaks(f"no such tag: {tag!r}", deck) == ["Ah"]
    assert leaks("CardNamed(handle='#1', card='Ah')", deck, {"Kd"}) == ["Ah"]
    assert leaks("CardNamed(handle='#1', card='Ah')", deck, {"Ah"}) == []


def test_a_faster_clock_makes_nodes_no_more_hurried_than_the_wall() -> None:
    assert [patience_at(ClockRate(speed)) for speed in (0.5, 1.0, 12.0)] == [1.0, 1.0, pytest.approx(12.0)]
