"""A card in flight is read next door first: where the deal does not send it there, one read is not enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.sensing.deal_order import DealOrder
from firmware_bridge.sensing.presence import Came, Found, Move, Patience, Presence, Went
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, STUB, Zone, seat_zone, zone_seat
from firmware_bridge.wire.reports import TagSeen

SCAN_S = 0.08
NOTICE = 3
CONFIRMED_S = 4.5 * SCAN_S + Patience().grace_s


class Deck:
    """Cards that come off a deck to seats whose antennas scan together; a stray read next door when asked for."""

    def __init__(self, seats: int, order: Sequence[int]) -> None:
        self.presence = Presence(Patience(), (STUB,))
        self.order = [seat_zone(seat) for seat in order]
        self.zones = [*(seat_zone(seat) for seat in range(1, seats + 1)), BOARD, BURN]
        self.lists: dict[Zone, dict[bytes, TagSeen]] = {zone: {} for zone in self.zones}
        self.now_s, self.dealt = 1.0, 0
        self.told: list[tuple[float, Move]] = []
        for zone in self.zones:
            self.presence.look(zone, (), SCAN_S, self.now_s)

    def scan(self, **stray: Zone) -> None:
        """One scan: each list is told when it has news, as firmware does; `stray` gives tags that a zone reads too."""
        self.now_s += SCAN_S
        for zone in self.zones:
            for name, at in stray.items():
                if at == zone:
                    self.lists[zone][name.encode()] = TagSeen(name.encode(), self.now_s - SCAN_S, self.now_s, 0)
            self._look(zone)
        self._tick()

    def land(self, name: str, zone: Zone) -> None:
        self.lists[zone][name.encode()] = TagSeen(name.encode(), self.now_s, self.now_s + SCAN_S, 0)

    def lift(self, name: str, zone: Zone, unread: int) -> None:
        """`zone` has missed the tag so often; from the twelfth time on it no longer lists it."""
        seen = self.lists[zone][name.encode()]
        self.lists[zone][name.encode()] = TagSeen(seen.tag, seen.after_s, seen.by_s, unread)
        if unread >= 12:
            del self.lists[zone][name.encode()]
        self._look(zone)

    def deal(self, *zones: Zone, late: bool = False) -> list[tuple[str, Zone]]:
        """Cards to these places, 0.4 s apart; what was told meanwhile."""
        before = len(self.told)
        for zone in zones:
            self.dealt += 1
            self.land(f"c{self.dealt}", zone)
            for _ in range(5):
                self.scan()
        for _ in range(10 if late else 0):
            self.scan()
        return [(type(move).__name__, move.zone) for _, move in self.told[before:]]

    def gather_and_riffle(self) -> None:
        for tags in self.lists.values():
            tags.clear()
        self.presence.vacate(STUB, self.now_s)
        for zone in self.zones:
            self._look(zone)

    def _look(self, zone: Zone) -> None:
        self.told += (
            (self.now_s, move)
            for move in self.presence.look(zone, tuple(self.lists[zone].values()), SCAN_S, self.now_s)
        )

    def _tick(self) -> None:
        wake_s = self.presence.next_wake_s
        if wake_s is not None and wake_s <= self.now_s:
            self.told += ((self.now_s, move) for move in self.presence.tick(self.now_s))


@given(st.integers(2, 9), st.integers(0, 8), st.integers(1, 7), st.booleans())
def test_a_regular_deal_is_told_card_by_card_on_the_first_read(
    seats: int, first: int, cards: int, played: bool
) -> None:
    order = [1 + (first + at) % seats for at in range(seats)]
    deck = Deck(seats, order)
    if played:  # the deal before began at another seat
        deck.deal(*deck.order[1:], deck.order[0])
        deck.gather_and_riffle()
        deck.told.clear()
    for _ in range(cards):
        deck.deal(*deck.order)
    came = [(at_s, move) for at_s, move in deck.told if isinstance(move, Came)]
    assert [move.zone for _, move in came] == deck.order * cards
    assert [at_s - move.by_s for at_s, move in came] == pytest.approx([0.0] * len(came)), "nobody waits"


@pytest.mark.parametrize(("true", "heard"), [(2, 1), (6, 5), (3, 4), (5, 6)])
@pytest.mark.parametrize("rounds", [0, 1])
def test_a_card_first_read_next_door_is_told_where_it_lies_only(true: int, heard: int, rounds: int) -> None:
    deck = Deck(6, [1, 2, 3, 4, 5, 6])
    deck.deal(*deck.order, *deck.order)
    deck.gather_and_riffle()
    deck.deal(*deck.order * rounds, *deck.order[: true - 1])
    before = len(deck.told)
    deck.scan(x=seat_zone(heard))
    deck.land("x", seat_zone(true))
    deck.scan()
    deck.lift("x", seat_zone(heard), NOTICE)
    assert [(type(move).__name__, move.zone) for _, move in deck.told[before:]] == [("Came", seat_zone(true))]
    deck.lift("x", seat_zone(heard), 12)
    for _ in range(30):
        deck.scan()
    assert len(deck.told) == before + 1


def test_without_the_order_of_the_deal_the_wrong_seat_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: presence that takes every first read, as it did."""
    deck = Deck(3, [1, 2, 3])
    deck.deal(*deck.order, deck.order[0])
    monkeypatch.setattr(DealOrder, "is_due", lambda *_: True)
    deck.scan(x=seat_zone(1))
    assert deck.told[-1][1].zone == seat_zone(1)


MIDDLE = (BURN, BOARD, BOARD, BOARD, BURN, BOARD, BURN, BOARD)


@pytest.mark.parametrize("out", range(len(MIDDLE)))
def test_a_card_of_the_middle_first_heard_beside_its_place_is_told_where_it_lies_only(out: int) -> None:
    deck = Deck(2, [1, 2])
    deck.deal(*deck.order, *deck.order)
    assert deck.deal(*MIDDLE[:out]) == [("Came", zone) for zone in MIDDLE[:out]], "nobody waits"
    before, true = len(deck.told), MIDDLE[out]
    heard = BOARD if true == BURN else BURN
    deck.scan(x=heard)
    deck.land("x", true)
    deck.scan()
    for _ in range(10):  # it goes on being heard there, now and then
        deck.scan(x=heard)
    assert [(type(move).__name__, move.zone) for _, move in deck.told[before:]] == [("Came", true)]


def test_a_burn_too_many_makes_the_burns_of_later_streets_wait_for_nothing() -> None:
    """They were told after the card that they were burned for, and so as missing."""
    deck = Deck(2, [1, 2])
    deck.deal(*deck.order, *deck.order)
    assert deck.deal(BURN) == [("Came", BURN)]
    assert deck.deal(BURN) == [], "none is due: it may be heard there only"
    flop = (BOARD, BOARD, BOARD)
    assert sorted(deck.deal(*flop)) == sorted(("Came", zone) for zone in (BURN, *flop))
    for _ in range(2):
        assert deck.deal(BURN, BOARD) == [("Came", BURN), ("Came", BOARD)]


@pytest.mark.parametrize(("names", "scans"), [("abcde", 1), ("abcd", 5)])
def test_a_card_too_many_of_the_flop_heard_at_the_burn_pile_too_lies_on_the_board(names: str, scans: int) -> None:
    """At once or later on."""
    deck = Deck(2, [1, 2])
    deck.deal(*deck.order, *deck.order, BURN)
    before = len(deck.told)
    for name in names:
        deck.land(name, BOARD)
    for _ in range(scans):
        deck.scan()
    deck.scan(**{names[-1]: BURN})
    for _ in range(10):
        deck.scan()
    assert [move.zone for _, move in deck.told[before:]] == [BOARD] * len(names)


@pytest.mark.parametrize("zone", [MUCK, BURN])
def test_a_card_off_the_deck_comes_to_the_muck_when_no_other_place_hears_it(zone: Zone) -> None:
    deck = Deck(2, [1, 2])
    deck.zones.append(MUCK)
    deck.lists[MUCK] = {}
    deck.presence.look(MUCK, (), SCAN_S, deck.now_s)
    deck.deal(*deck.order, *deck.order)
    before = len(deck.told)
    deck.scan(x=MUCK)
    assert len(deck.told) == before
    if zone == BURN:
        deck.land("x", BURN)
    for _ in range(10):
        deck.scan()
    assert [move.zone for _, move in deck.told[before:]] == [zone]


def test_a_board_without_a_burn_is_told_when_it_has_lain_there_for_some_scans() -> None:
    deck = Deck(2, [1, 2])
    deck.deal(*deck.order, *deck.order)
    assert deck.deal(BOARD) == []
    assert deck.deal(BOARD, BOARD, late=True) == [("Came", BOARD)] * 3


def test_where_no_reader_watches_the_burn_pile_no_board_waits() -> None:
    deck = Deck(2, [1, 2])
    deck.presence.lose([BURN])
    assert deck.presence.look(BOARD, (TagSeen(b"x", 1.1, 1.2, 0),), SCAN_S, 1.2) != []


def test_a_card_too_many_is_told_when_it_has_lain_there_for_some_scans() -> None:
    deck = Deck(3, [1, 2, 3])
    deck.deal(*deck.order, *deck.order)
    deck.told.clear()
    assert deck.deal(seat_zone(2), late=True) == [("Came", seat_zone(2))]
    ((at_s, move),) = deck.told
    assert isinstance(move, Came)
    assert CONFIRMED_S <= at_s - move.by_s + 1e-6 <= CONFIRMED_S + 2 * SCAN_S
    assert move.by_s - move.after_s == pytest.approx(SCAN_S), "with the interval of its first read"


def test_a_read_that_is_not_repeated_is_nothing() -> None:
    deck = Deck(3, [1, 2, 3])
    deck.deal(*deck.order, *deck.order)
    deck.told.clear()
    deck.scan(x=seat_zone(2))
    deck.scan()
    deck.scan()
    deck.lift("x", seat_zone(2), NOTICE)
    for _ in range(9):
        deck.scan()
    deck.lift("x", seat_zone(2), 12)
    for _ in range(30):
        deck.scan()
    assert deck.told == []
    assert deck.presence.next_wake_s is None
    deck.land("x", BURN)
    deck.scan()
    assert [move.zone for _, move in deck.told] == [BURN]


def test_two_cards_that_stick_together_come_with_one_interval() -> None:
    deck = Deck(3, [1, 2, 3])
    deck.deal(seat_zone(1))
    deck.told.clear()
    deck.land("x", seat_zone(2))
    deck.land("y", seat_zone(2))
    for _ in range(10):
        deck.scan()
    first, second = (move for _, move in deck.told)
    assert isinstance(first, Came)
    assert isinstance(second, Came)
    assert (first.zone, first.after_s, first.by_s) == (second.zone, second.after_s, second.by_s)


def test_a_card_off_the_stub_waits_like_any_other() -> None:
    deck = Deck(3, [1, 2, 3])
    deck.deal(*deck.order, deck.order[0])
    deck.presence.look(STUB, (), 0.1, deck.now_s)
    deck.presence.look(STUB, (TagSeen(b"x", deck.now_s, deck.now_s + 0.1, 0),), 0.1, deck.now_s + 0.1)
    deck.now_s += 0.3
    deck.told.clear()
    deck.presence.look(STUB, (TagSeen(b"x", deck.now_s - 0.3, deck.now_s - 0.2, 3),), 0.1, deck.now_s)
    deck.scan(x=seat_zone(1))
    assert deck.told == []
    deck.land("x", seat_zone(2))
    deck.scan()
    assert [move.zone for _, move in deck.told] == [seat_zone(2)]


def test_what_waits_at_a_silent_or_lost_node_is_not_concluded() -> None:
    deck = Deck(3, [1, 2, 3])
    deck.deal(*deck.order, deck.order[0])
    deck.told.clear()
    deck.scan(x=seat_zone(1))
    deck.presence.hold(seat_zone(1))
    assert deck.presence.tick(deck.now_s + 60.0) == []
    deck.presence.lose([seat_zone(1)])
    assert deck.presence.next_wake_s is None
    shown = tuple(deck.lists[seat_zone(1)].values())
    found = deck.presence.look(seat_zone(1), shown, SCAN_S, deck.now_s + 61.0)
    assert found == [Found(b"x", seat_zone(1), deck.now_s + 61.0)]


def test_a_card_taken_up_and_put_back_waits_for_nobody() -> None:
    deck = Deck(3, [1, 2, 3])
    deck.deal(*deck.order, *deck.order)
    (tag, *_) = deck.lists[seat_zone(3)]
    name = tag.decode()
    deck.lift(name, seat_zone(3), 12)
    for _ in range(20):
        deck.scan()
    deck.land(name, seat_zone(3))
    deck.scan()
    assert [type(move) for _, move in deck.told[-2:]] == [Went, Came]


HELD: Mapping[str, tuple[dict[Zone, int], int, bool]] = {
    "nobody has a card": ({}, 4, True),
    "the first seat again, before the others": ({seat_zone(1): 1}, 1, False),
    "the seat after the last": ({seat_zone(1): 1}, 2, True),
    "a seat that was dealt in before is left out": ({seat_zone(1): 1}, 3, False),
    "all have one": ({seat_zone(seat): 1 for seat in (1, 2, 3, 4)}, 1, True),
    "all have one, and not the first": ({seat_zone(seat): 1 for seat in (1, 2, 3, 4)}, 2, False),
    "on the board there are cards": ({seat_zone(1): 2, BOARD: 3}, 1, False),
}


@pytest.mark.parametrize("what", HELD)
def test_who_is_due(what: str) -> None:
    held, seat, due = HELD[what]
    order = DealOrder()
    everybody = tuple(seat_zone(at) for at in (1, 2, 3, 4))
    for number, zone in enumerate(everybody):
        order.lies(bytes([number]), zone, float(number))
    order.riffled()
    for number, zone in enumerate(Counter(held)):
        order.lies(bytes([number]), zone, float(number))
    assert order.is_due(b"x", seat_zone(seat), held, everybody) is due
    assert order.is_due(b"x", BURN, held, everybody)


def test_a_seat_of_the_deal_before_that_has_no_card_yet_is_served_before_the_round_begins_anew() -> None:
    """A new player sits between the last two of the deal: his card does not make the round whole."""
    deck = Deck(5, [5, 1, 2, 4])
    deck.deal(*deck.order, *deck.order)
    deck.gather_and_riffle()
    deck.deal(*map(seat_zone, (5, 1, 2, 3)))
    before = len(deck.told)
    deck.scan(x=seat_zone(5))
    deck.land("x", seat_zone(4))
    deck.scan()
    deck.lift("x", seat_zone(5), NOTICE)
    assert [(type(move).__name__, move.zone) for _, move in deck.told[before:]] == [("Came", seat_zone(4))]


def test_after_a_player_left_the_first_card_of_the_second_round_is_confirmed_and_no_other_waits() -> None:
    deck = Deck(4, [1, 2, 3, 4])
    deck.deal(*deck.order, *deck.order)
    deck.gather_and_riffle()
    deck.told.clear()
    deck.deal(*map(seat_zone, (1, 2, 3)))
    deck.deal(*map(seat_zone, (1, 2, 3)), late=True)
    came = [(at_s, move) for at_s, move in deck.told if isinstance(move, Came)]
    assert [zone_seat(move.zone) for _, move in came] == [1, 2, 3, 1, 2, 3]
    assert [at_s - move.by_s > SCAN_S for at_s, move in came] == [False, False, False, True, False, False]


def test_a_seat_whose_reader_is_dead_makes_nobody_wait_in_the_first_round() -> None:
    order = DealOrder()
    for number in (1, 2, 3):
        order.lies(bytes([number]), seat_zone(number), float(number))
    order.riffled()
    order.lies(b"a", seat_zone(1), 9.0)
    assert not order.is_due(b"x", seat_zone(3), {seat_zone(1): 1}, [seat_zone(2)])
    assert order.is_due(b"x", seat_zone(3), {seat_zone(1): 1}, [seat_zone(3)])
    assert repr(order) == "DealOrder(seat:1: 1)"


def test_where_no_board_comes_each_street_has_its_burn_at_once() -> None:
    """In stud the burn of the second street was told half a second after the card that it was burned for."""
    deck = Deck(2, [1, 2])
    deck.deal(*deck.order, *deck.order)
    for _ in range(3):
        assert deck.deal(BURN, *deck.order) == [("Came", zone) for zone in (BURN, *deck.order)]
    assert deck.deal(BURN) == [("Came", BURN)]
    assert deck.deal(BURN) == [], "a second one is not due"
