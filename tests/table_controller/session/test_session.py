"""The pure heart: what follows from an input, what undo takes back, what is refused."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from firmware_bridge.vocabulary.chips import Chips, subtract_chips
from firmware_bridge.vocabulary.observations import CardArrived, CardNamed, ChipsMoved, DeckRiffled, Handle, NodeSeen
from firmware_bridge.vocabulary.zones import MUCK, Zone, bet_zone, seat_zone, stack_zone
from table_controller.controller.controller import counted, fold_record
from table_controller.game import queries
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.session.session import handle_input, open_table
from table_controller.session.state import Session, new_session
from table_controller.vocabulary.commands import Confirm, MarkFold, Pace, Say, TurnUp, Undo
from table_controller.vocabulary.events import SeatSetUp, TableOpened, Undone
from table_controller.vocabulary.record import Input, Record, decode_record, encode_record
from table_controller.vocabulary.views import Refused

BOOK = package_rulebook("tda-2019")
RICH: Chips = ((1000, 8), (500, 2), (100, 10))
OPENED = TableOpened(
    0.0,
    "tda-2019",
    "NT",
    6,
    tuple(SeatSetUp(seat, f"P{seat}", 10_000) for seat in (1, 2, 3)),
    (100, 500, 1000),
    100,
    200,
    0,
    None,
    1,
)


@dataclass
class Sensed:
    """A table of three whose sensors speak in observations; keeps every record."""

    session: Session = field(default_factory=new_session)
    records: list[Record] = field(default_factory=list)
    now_s: float = 0.0
    stacks: dict[int, Chips] = field(default_factory=lambda: dict.fromkeys((1, 2, 3), RICH))
    bets: dict[int, Chips] = field(default_factory=lambda: dict.fromkeys((1, 2, 3), ()))
    cards: int = 0

    def open(self) -> Sensed:
        self.session, record = counted(*open_table(self.session, OPENED, BOOK))
        self.records.append(record)
        return self

    def take(self, cause: Input) -> Record | Refused:
        self.now_s += 0.5
        answer = handle_input(self.session, cause, self.now_s, BOOK)
        if isinstance(answer, Refused):
            return answer
        self.session, record = counted(*answer)
        self.records.append(record)
        return record

    def push(self, seat: int, chips: Chips) -> None:
        lay, self.stacks[seat] = self.stacks[seat], subtract_chips(self.stacks[seat], chips)
        self._move(stack_zone(seat), lay, self.stacks[seat])
        before, self.bets[seat] = self.bets[seat], (*self.bets[seat], *chips)
        self._move(bet_zone(seat), before, chips if not before else self.bets[seat])

    def _move(self, zone: Zone, lay: Chips, lie: Chips) -> None:
        self.take(ChipsMoved(zone, lay, lie, self.now_s, self.now_s + 0.4))

    def deal(self) -> Sensed:
        self.take(DeckRiffled(self.now_s))
        self.push(2, ((100, 1),))
        self.push(3, ((100, 2),))
        for seat in queries.deal_order(self.session.table):
            self.cards += 1
            self.take(CardArrived(Handle(f"c{self.cards}"), seat_zone(seat), self.now_s, self.now_s + 0.1))
        return self


@pytest.fixture
def dealt() -> Sensed:
    return Sensed().open().deal()


def test_a_hand_is_dealt_by_sensors_alone(dealt: Sensed) -> None:
    assert dealt.session.table.hand.phase == "preflop"
    assert queries.who_acts(dealt.session.table) == 1
    dealt.push(1, ((500, 1), (100, 1)))
    assert queries.to_call_chips(dealt.session.table) == 500
    assert queries.who_acts(dealt.session.table) == 2


def test_undo_takes_back_a_reading_and_not_where_the_chips_lie(dealt: Sensed) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    raised = dealt.session.table
    assert isinstance(dealt.take(Undo()), Record)
    table = dealt.session.table
    assert queries.who_acts(table) == 1, "the raise is no act any more"
    assert table.chips == raised.chips or dict(queries.bets_to_gather(table)) == dict(queries.bets_to_gather(raised))
    assert dealt.session.inference.flow.adrift == {}, "the same chips are not read a second time"
    undone = dealt.records[-1].applied_events[0].event
    assert isinstance(undone, Undone)
    assert undone.numbers == (dealt.session.events - 1,)


def test_undo_of_a_word_leaves_no_trace_in_the_game(dealt: Sensed) -> None:
    before = dealt.session.table
    dealt.take(Say("call"))
    assert queries.who_acts(dealt.session.table) == 2
    dealt.take(Undo())
    assert dealt.session.table == before


def test_two_undos_take_back_two_acts_and_a_third_finds_nothing_more(dealt: Sensed) -> None:
    words = len(dealt.session.undoable())
    dealt.take(Say("call"))
    dealt.take(MarkFold())
    assert len(dealt.session.undoable()) == words + 2
    dealt.take(Undo(2))
    assert len(dealt.session.undoable()) == words
    assert queries.who_acts(dealt.session.table) == 1
    dealt.take(Undo(99))
    assert dealt.take(Undo()) == Refused("nothing-to-undo")


def test_a_fold_seen_in_the_muck_can_be_taken_back_but_the_cards_stay_there(dealt: Sensed) -> None:
    for card in dealt.session.inference.sightings.hand_of(1):
        dealt.take(CardArrived(card, MUCK, dealt.now_s, dealt.now_s + 0.1))
    assert 1 not in queries.live_seats(dealt.session.table)
    dealt.take(Undo())
    assert 1 in queries.live_seats(dealt.session.table)
    zones = {
        card.zone for card in dealt.session.table.cards if card.handle in dealt.session.inference.sightings.hand_of(1)
    }
    assert zones == {MUCK}, "where cards lie is not a matter of opinion"


def test_what_cannot_be_meant_is_refused_and_leaves_no_record(dealt: Sensed) -> None:
    count = len(dealt.records)
    assert isinstance(dealt.take(Confirm("cards-gone:3", "folded")), Refused)
    assert isinstance(dealt.take(TurnUp(6)), Refused)
    assert isinstance(dealt.take(Pace(paused=True)), Refused)
    assert len(dealt.records) == count


def test_every_record_survives_the_journal_and_folds_to_the_same(dealt: Sensed) -> None:
    dealt.take(NodeSeen("centre", "degraded", "heartbeat", 3.0))
    dealt.push(1, ((500, 1), (100, 1)))
    dealt.take(Undo())
    dealt.take(Say("raise", amount_chips=600))
    dealt.take(CardNamed(Handle("c1"), "Ah", 9.0))  # type: ignore[arg-type]  # a card is a string at run time
    session = new_session()
    for record in dealt.records:
        payload = encode_record(record)
        assert decode_record(payload) == record
        session, again = fold_record(session, decode_record(payload), BOOK)
        assert encode_record(again) == payload
    assert session == dealt.session


def test_public_numbers_are_dense(dealt: Sensed) -> None:
    dealt.push(1, ((500, 1), (100, 1)))
    for before, after in zip(dealt.records, dealt.records[1:], strict=False):
        assert after.live_n >= before.live_n
    numbers = [applied.number for record in dealt.records for applied in record.applied_events]
    assert numbers == list(range(1, len(numbers) + 1))
