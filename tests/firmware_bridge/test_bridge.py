"""Reports in, observations out: what the controller learns, and what it can never learn."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from itertools import count

import pytest

from firmware_bridge.bridge import Bridge, BridgeSettings
from firmware_bridge.secrets.decks import DeckBook, generate_deck
from firmware_bridge.sensing.motions import Settling
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import (
    AllInButtonSeen,
    ButtonPressed,
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
    PuckSeen,
    StrangeCard,
    ZoneSeen,
)
from firmware_bridge.vocabulary.requests import HandEnded, HandStarted, Lamp, NameCards
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, RACK, STUB, Zone, bet_zone, seat_zone
from firmware_bridge.wire.reports import (
    CommandFailed,
    NodeDegraded,
    NodeHeard,
    NodeLate,
    NodeLost,
    NodeReady,
    NodeRecovered,
    NodeRefused,
    Report,
    Snapshot,
    TagSeen,
    ZoneCards,
    ZoneChips,
)

DECK = generate_deck("demo", 1)
SEAT_1, SEAT_2, BET_1 = seat_zone(1), seat_zone(2), bet_zone(1)
SCAN_S = 0.1


def ready(node: str) -> NodeReady:
    return NodeReady(node, node.encode(), 1, (), True, "1.0", "power", ("next",))


class Node:
    """A node as its session reports it: levels that a test sets, told as snapshots."""

    def __init__(self, name: str, *zones: Zone, chips: Sequence[Zone] = (), puck: int | None = None) -> None:
        self.name, self.generation = name, 0
        self.cards: dict[Zone, tuple[TagSeen, ...]] = dict.fromkeys(zones, ())
        self.chips: dict[Zone, ZoneChips] = {zone: ZoneChips(zone, (), None, 1.0) for zone in chips}
        self.puck = puck
        self.allin: tuple[int, ...] = ()
        self.presses: tuple[tuple[str, int], ...] = ()

    def snapshot(self, at_s: float) -> Snapshot:
        self.generation += 1
        zones = tuple(ZoneCards(zone, tags, SCAN_S) for zone, tags in self.cards.items())
        return Snapshot(
            self.name, self.generation, at_s, zones, tuple(self.chips.values()), self.puck, self.allin, self.presses
        )


class Table:
    """A bridge with one node at the seats and one at the centre, and all that it ever said."""

    def __init__(self, settings: BridgeSettings | None = None, decks: DeckBook | None = None) -> None:
        numbers = count(1)
        self.bridge = Bridge(decks or DeckBook([DECK]), lambda: f"#{next(numbers)}", settings)
        self.seats = Node("seats", SEAT_1, SEAT_2, chips=(BET_1,))
        self.centre = Node("centre", BOARD, BURN, MUCK, STUB, puck=0)
        self.now_s = 10.0
        self.said: list[Observation] = []
        self.start = [*self.hear(ready("seats"), ready("centre")), *self.show()]

    def hear(self, *reports: Report) -> list[Observation]:
        return self._say(self.bridge.reports(reports, self.now_s))

    def show(self, after_s: float = 0.1) -> list[Observation]:
        """After a while both nodes tell all that they sense."""
        self.now_s += after_s
        return self.hear(*(node.snapshot(self.now_s) for node in (self.seats, self.centre)))

    def tick(self, after_s: float) -> list[Observation]:
        self.now_s += after_s
        return self._say(self.bridge.tick(self.now_s))

    def ask(self, request: NameCards | HandStarted | HandEnded | Lamp) -> list[Observation]:
        return self._say(self.bridge.request(request, self.now_s))

    def lay(self, zone: Zone, *cards: str | bytes) -> None:
        """These cards lie in `zone` now, read by its latest scan."""
        node = self.seats if zone in self.seats.cards else self.centre
        known = {seen.tag: seen for seen in node.cards[zone]}
        by_s = self.now_s + 0.05
        tags = [DECK.tag_of(Card(card)) if isinstance(card, str) else card for card in cards]
        fresh = [replace(known.get(tag, TagSeen(tag, by_s - SCAN_S, by_s, 0)), unread_scans=0) for tag in tags]
        node.cards[zone] = tuple(fresh)

    def miss(self, zone: Zone, scans: int) -> None:
        """The latest scans of `zone` read nothing."""
        node = self.seats if zone in self.seats.cards else self.centre
        node.cards[zone] = tuple(replace(seen, unread_scans=scans) for seen in node.cards[zone])

    def deal(self, zone: Zone, *cards: str) -> list[Handle]:
        self.lay(zone, *cards)
        return [seen.handle for seen in self.show() if isinstance(seen, CardArrived)]

    def riffle(self) -> list[Observation]:
        told: list[Observation] = []
        deck = list(DECK.tags)
        for start in range(0, 16, 2):
            self.lay(STUB, *deck[start : start + 2])
            told += self.show()
        self.lay(STUB)
        return told + self.show(2.0)

    def _say(self, seen: list[Observation]) -> list[Observation]:
        self.said += seen
        return seen


def test_zones_that_come_into_sight_are_told_once_and_then_all_that_lies_there() -> None:
    table = Table()
    nodes = [seen for seen in table.start if isinstance(seen, NodeSeen)]
    assert [(seen.node, seen.status, seen.simulated) for seen in nodes] == [
        ("seats", "ready", True),
        ("centre", "ready", True),
    ]
    zones = [seen.zone for seen in table.start if isinstance(seen, ZoneSeen) and seen.status == "ok"]
    assert sorted(zones) == sorted([SEAT_1, SEAT_2, BET_1, BOARD, BURN, MUCK, STUB])
    assert sum(isinstance(seen, Inventory) for seen in table.start) == 2
    assert table.show() == []


def test_what_lay_there_before_did_not_arrive_but_is_in_the_inventory() -> None:
    table = Table()
    table.hear(NodeLost("seats", "silent"))
    table.lay(SEAT_1, "Ah", "Kd")
    table.seats.chips[BET_1] = ZoneChips(BET_1, ((100, 2),), None, 1.0)
    table.seats.allin = (1,)
    told = table.hear(ready("seats"), table.seats.snapshot(table.now_s))
    assert {type(seen) for seen in told} == {NodeSeen, ZoneSeen, Inventory}
    inventory = told[-1]
    assert isinstance(inventory, Inventory)
    cards = dict(inventory.cards)
    assert len(cards[SEAT_1]) == 2
    assert STUB not in cards
    assert dict(inventory.chips)[BET_1] == ((100, 2),)
    assert (inventory.allin, inventory.puck, inventory.simulated) == ((1,), None, True)


def test_a_lost_node_takes_its_zones_out_of_sight_and_nothing_leaves() -> None:
    table = Table()
    handles = table.deal(SEAT_1, "Ah", "Kd")
    told = table.hear(NodeLost("seats", "silent for 2.0 s"))
    assert {(seen.zone, seen.status) for seen in told if isinstance(seen, ZoneSeen)} == {
        (SEAT_1, "unknown"),
        (SEAT_2, "unknown"),
        (BET_1, "unknown"),
    }
    assert told[-1] == NodeSeen("seats", "down", "silent for 2.0 s", table.now_s, simulated=True)
    assert not [seen for seen in table.tick(60.0) if isinstance(seen, CardLeft)]
    assert SEAT_1 not in dict(table.bridge.inventory(table.now_s).cards)
    back = table.hear(ready("seats"), table.seats.snapshot(table.now_s))
    assert isinstance(back[-1], Inventory)
    assert list(dict(back[-1].cards)[SEAT_1]) == handles
    assert not [seen for seen in back if isinstance(seen, CardArrived | CardLeft)]


def test_a_zone_whose_reader_fails_is_unknown_though_its_node_lives() -> None:
    table = Table()
    table.deal(SEAT_1, "Ah")
    tags = table.seats.cards.pop(SEAT_1)
    assert table.show() == [ZoneSeen(SEAT_1, "unknown", table.now_s)]
    table.seats.cards[SEAT_1] = tags
    again = table.show(20.0)
    assert again[0] == ZoneSeen(SEAT_1, "ok", table.now_s)
    assert isinstance(again[1], Inventory), "what changed there meanwhile nobody saw: all that lies there is told"
    assert len(again) == 2


def test_the_words_on_a_node_follow_its_link() -> None:
    table = Table()
    words = table.hear(NodeDegraded("seats"), NodeRecovered("seats"), NodeRefused("alien", "schema-mismatch node=1"))
    assert [(seen.node, seen.status, seen.reason) for seen in words if isinstance(seen, NodeSeen)] == [
        ("seats", "degraded", "heartbeats-missed"),
        ("seats", "ready", "recovered"),
        ("alien", "refused", "schema-mismatch node=1"),
    ]
    assert table.hear(CommandFailed("seats", 1, "unanswered tries=5")) == []
    assert [seen.node for seen in table.bridge.nodes()] == ["seats", "centre", "alien"]


def test_a_silent_node_takes_its_zones_out_of_sight_and_brings_them_back() -> None:
    table = Table()
    handles = table.deal(SEAT_1, "Ah", "Kd")
    told = table.hear(NodeDegraded("seats"))
    zones = [SEAT_1, SEAT_2, BET_1]
    assert told[:-1] == [ZoneSeen(zone, "unknown", table.now_s) for zone in zones]
    inventory = table.bridge.inventory(table.now_s)
    assert not {zone for zone, _ in (*inventory.cards, *inventory.chips)} & set(zones)
    back = table.hear(NodeRecovered("seats"))
    assert back[:-1] == [ZoneSeen(zone, "ok", table.now_s) for zone in zones]
    assert table.show() == [], "nothing was missed: the node repeats its state"
    assert dict(table.bridge.inventory(table.now_s).cards)[SEAT_1] == tuple(handles)


def test_nothing_leaves_a_node_that_has_fallen_silent() -> None:
    table = Table()
    (handle,) = table.deal(SEAT_1, "Ah")
    table.lay(SEAT_1)
    table.show(0.05)  # the card is lifted: its absence is not yet long enough
    table.hear(NodeDegraded("seats"))
    assert table.tick(60.0) == []
    back = table.hear(NodeRecovered("seats"))
    assert [seen for seen in back if isinstance(seen, CardLeft)] == [CardLeft(handle, SEAT_1, table.now_s)], (
        "by the last word of a node that speaks again it is gone"
    )
    assert table.show() == []


def test_nothing_leaves_a_node_of_which_a_word_is_late_or_was_lost() -> None:
    """The scan that missed the card was heard, and the next one, which may have read it, was not."""
    table = Table()
    (handle,) = table.deal(SEAT_1, "Ah")
    table.lay(SEAT_1)
    table.show(0.05)
    assert table.hear(NodeLate("seats")) == []
    assert table.tick(60.0) == []
    assert table.hear(NodeHeard("seats")) == [CardLeft(handle, SEAT_1, table.now_s)], "it said that the card is gone"
    (handle,) = table.deal(SEAT_1, "Kd")
    table.lay(SEAT_1)
    table.show(0.05)
    table.hear(NodeLate("seats"))
    table.tick(60.0)
    table.lay(SEAT_1, "Kd")
    assert [*table.show(), *table.hear(NodeHeard("seats"))] == [], "it lies there still"
    assert dict(table.bridge.inventory(table.now_s).cards)[SEAT_1] == (handle,)


def test_cards_arrive_move_and_leave() -> None:
    table = Table()
    (handle,) = table.deal(SEAT_1, "Ah")
    table.miss(SEAT_1, 3)
    table.lay(MUCK, "Ah")
    table.show()
    table.miss(SEAT_1, 9)
    arrived = [seen for seen in table.show(0.6) if isinstance(seen, CardArrived)]
    assert [(seen.handle, seen.zone) for seen in arrived] == [(handle, MUCK)]
    table.miss(SEAT_1, 12)
    table.miss(MUCK, 12)
    left = [seen for seen in table.show(1.2) if isinstance(seen, CardLeft)]
    assert [(seen.handle, seen.zone) for seen in left] == [(handle, MUCK)]


def test_arrivals_of_one_look_are_told_in_the_order_in_which_they_came() -> None:
    table = Table()
    table.lay(SEAT_2, "Ah")
    table.now_s += 0.2
    table.lay(SEAT_1, "Kd")
    arrived = [seen for seen in table.show() if isinstance(seen, CardArrived)]
    assert [seen.zone for seen in arrived] == [SEAT_2, SEAT_1]
    assert arrived[0].by_s < arrived[1].after_s + SCAN_S


def test_cards_at_the_stub_are_not_reported_but_have_left_where_they_lay() -> None:
    table = Table()
    table.deal(BURN, "2s")
    (handle,) = table.deal(BOARD, "Ah")
    table.lay(BOARD)
    table.lay(STUB, "Ah", "Kd")
    told = [*table.show(), *table.show(2.0), *table.tick(2.0)]
    assert [(seen.handle, seen.zone) for seen in told if isinstance(seen, CardLeft)] == [(handle, BOARD)]
    assert not [seen for seen in told if isinstance(seen, CardArrived)]


def test_a_riffle_voids_all_handles_and_dealing_is_no_riffle() -> None:
    table = Table()
    assert [type(seen) for seen in table.riffle()] == [DeckRiffled]
    table.ask(HandStarted(1))
    (first,) = table.deal(SEAT_1, "Ah")
    for card in ("2c", "3c", "4c", "5c", "6c", "7c", "8c"):  # the dealer lays the deck down while dealing
        table.lay(STUB, card)
        assert table.show() == []
    table.lay(SEAT_1)
    table.lay(STUB)
    table.ask(HandEnded(1))
    table.show(2.0)
    assert [type(seen) for seen in table.riffle()] == [DeckRiffled]
    (second,) = table.deal(SEAT_1, "Ah")
    assert second != first
    assert table.ask(NameCards((first,), "tabled")) == [CardWithheld(first, "unknown-handle", table.now_s)]


def test_strange_cards_are_told_by_kind_and_never_get_a_handle() -> None:
    red, blue = dataclasses.replace(DECK, spares={Card("Ah"): b"spare-ah"}), generate_deck("blue", 1)
    table = Table(decks=DeckBook([red, blue]))
    table.lay(SEAT_1, "Ah")
    table.show()
    table.lay(SEAT_1, "Ah", b"spare-ah")
    table.lay(SEAT_2, b"whoknows", blue.tag_of(Card("2c")))
    assert not [seen for seen in table.show(0.3) if isinstance(seen, StrangeCard)], "it may only fly over"
    told = [seen for seen in (*table.show(1.3), *table.tick(0.1)) if isinstance(seen, StrangeCard)]
    assert {(seen.zone, seen.kind) for seen in told} == {
        (SEAT_1, "duplicate"),
        (SEAT_2, "foreign"),
        (SEAT_2, "other-deck"),
    }
    assert table.show(0.1) == []
    assert [len(handles) for _, handles in table.bridge.inventory(0.0).cards][:2] == [1, 0]


def test_what_waited_is_told_after_a_node_that_had_fallen_silent_is_heard_again() -> None:
    """It repeats a state that has not changed, which is no news to the link: a foreign card was never told."""
    table = Table()
    table.riffle()
    table.lay(SEAT_1, b"whoknows")
    table.show()
    table.hear(NodeDegraded("seats"))
    assert not [seen for seen in table.tick(30.0) if isinstance(seen, StrangeCard)]
    told = [*table.hear(NodeRecovered("seats")), *table.tick(2.0)]
    assert [seen.zone for seen in told if isinstance(seen, StrangeCard)] == [SEAT_1]


def test_chips_puck_buttons() -> None:
    table = Table()
    table.seats.chips[BET_1] = ZoneChips(BET_1, ((100, 2),), None, 1.0)
    table.seats.allin, table.centre.puck, table.centre.presses = (1, 2), 3, (("next", 2),)
    told, at_s = table.show(), table.now_s
    assert sorted(told, key=repr) == sorted(
        [
            AllInButtonSeen(1, True, at_s),
            AllInButtonSeen(2, True, at_s),
            PuckSeen(3, at_s),
            ButtonPressed("next", at_s),
            ButtonPressed("next", at_s),
        ],
        key=repr,
    )
    assert table.bridge.next_wake_s == pytest.approx(at_s + 0.43)
    assert table.tick(0.43) == [ChipsMoved(BET_1, (), ((100, 2),), at_s, at_s)]
    table.seats.allin, table.centre.puck, table.centre.presses = (2,), 0, ()
    assert set(table.show()) == {AllInButtonSeen(1, False, table.now_s), PuckSeen(None, table.now_s)}


def test_a_weighed_rack_needs_the_masses_of_its_chips() -> None:
    for masses, ok in (({}, False), ({1000: 11.5}, True)):
        table = Table(BridgeSettings(settling=Settling(mass_g=masses)))
        table.centre.chips[RACK] = ZoneChips(RACK, None, ((1000, 115.1),), 1.0)
        assert (ZoneSeen(RACK, "ok", table.now_s + 0.1) in table.show()) == ok
        assert ((RACK, ((1000, 10),)) in table.bridge.inventory(0.0).chips) == ok


def slide_over_board(table: Table) -> Handle:
    """Seat 1 folds, and the fold comes to rest over the board antenna for good."""
    table.riffle()
    table.ask(HandStarted(1))
    (handle,) = table.deal(SEAT_1, "Ah")
    table.miss(SEAT_1, 3)
    table.lay(BOARD, "Ah")
    table.show(0.3)
    table.lay(SEAT_1)
    arrived = [seen for seen in [*table.show(1.0), *table.tick(1.0)] if isinstance(seen, CardArrived)]
    assert [(seen.handle, seen.zone) for seen in arrived] == [(handle, BOARD)]
    return handle


def test_a_fold_over_the_board_antenna_is_never_named_for_the_board() -> None:
    table = Table()
    handle = slide_over_board(table)
    assert table.ask(NameCards((handle,), "board")) == [CardWithheld(handle, "seen-at-seat", table.now_s)]
    assert not [seen for seen in table.said if isinstance(seen, CardNamed)]


def test_a_vault_that_forgets_where_a_card_lay_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware_bridge.secrets.vault._HIDING", ())
    table = Table()
    handle = slide_over_board(table)
    assert isinstance(table.ask(NameCards((handle,), "board"))[0], CardNamed)


def test_a_card_that_may_be_sliding_by_is_named_only_when_it_lies() -> None:
    table = Table()
    table.deal(BURN, "2s")
    board, passing = table.deal(BOARD, "Ah", "Kd")
    table.miss(BOARD, 3)
    table.lay(BOARD, "Ah", "Kd")
    table.centre.cards[BOARD] = tuple(
        replace(seen, unread_scans=3 if seen.tag == DECK.tag_of(Card("Kd")) else 0)
        for seen in table.centre.cards[BOARD]
    )
    table.lay(SEAT_2, "Kd")  # it was on its way to seat 2 and was read over the board
    table.show()
    assert table.ask(NameCards((board, passing), "board")) == [CardNamed(board, Card("Ah"), table.now_s)]
    table.lay(BOARD, "Ah")
    told = [*table.show(1.0), *table.show(0.5)]
    withheld = [(seen.handle, seen.reason) for seen in told if isinstance(seen, CardWithheld)]
    assert withheld == [(passing, "seen-at-seat")]
    assert not [seen for seen in told if isinstance(seen, CardNamed)]


def test_requests_may_be_repeated() -> None:
    table = Table()
    table.deal(BURN, "2s")
    (handle,) = table.deal(BOARD, "Ah")
    for _ in range(3):
        assert table.ask(HandStarted(1)) == []
        assert table.ask(NameCards((handle,), "board")) == [CardNamed(handle, Card("Ah"), table.now_s)]
    assert table.ask(Lamp("next", lit=True)) == []
    assert table.ask(HandEnded(1)) == table.ask(HandEnded(1)) == []
    assert table.ask(NameCards((handle,), "board")) == [CardNamed(handle, Card("Ah"), table.now_s)]


def test_a_snapshot_of_a_node_that_was_never_welcomed_says_nothing() -> None:
    bridge = Bridge(DeckBook([DECK]), lambda: "x")
    assert bridge.reports([Node("stranger", BOARD).snapshot(1.0)], 1.0) == []
    assert bridge.inventory(1.0).cards == ()
