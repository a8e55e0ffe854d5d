"""The puck against the book: put down too far, left behind, put right in time, and the draw for the first one."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import NameCards
from firmware_bridge.vocabulary.values import replace
from table_controller.game.engine import NEW_TABLE, step
from table_controller.game.queries import forced_bets_due
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.hand import SETTLED
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Step, Table
from table_controller.vocabulary.events import (
    CardDealt,
    CardIdentified,
    Event,
    HandPutAway,
    PuckPlaced,
    Riffled,
    SeatSetUp,
    TableOpened,
    TableTold,
)
from table_controller.vocabulary.findings import Finding

SEATS: Final = 6


class Play:
    """A table of six under one book; a hand ends by decree."""

    def __init__(self, book: str) -> None:
        self.book, self.table = package_rulebook(book), NEW_TABLE
        self.findings: tuple[Finding, ...] = ()
        players = tuple(SeatSetUp(seat, f"P{seat}", 5000) for seat in range(1, SEATS + 1))
        self.take(TableOpened(0.0, book, "NT", SEATS, players, (25, 100), 100, 200, 0, None, 1))

    def take(self, event: Event) -> Step:
        made = step(self.table, event, self.book)
        self.table, self.findings = made.table, made.findings
        return made

    def card(self, seat: int) -> None:
        self.take(CardDealt(seat, Handle(f"c{seat}"), 1.0, 2.0))

    def hand(self, puck: int | None = None) -> tuple[int, int]:
        """Riffle and first card, the puck put down before if it is named: button and big blind; then it is over."""
        if puck is not None:
            self.take(PuckPlaced(puck, 0.0))
        self.take(Riffled(0.0))
        places = button_and_big(self.table)
        self.card(places[0] % SEATS + 1)
        self.over()
        return places

    def over(self) -> None:
        ledger = tuple(replace(money, stack_chips=5000, committed_chips=0) for money in self.table.ledger)
        self.table = replace(self.table, hand=replace(self.table.hand, phase=SETTLED), ledger=ledger)
        self.take(HandPutAway(0.0))


def button_and_big(table: Table) -> tuple[int, int]:
    assert table.positions is not None
    return table.positions.button, table.positions.big_blind


def test_back_one_and_on_two_and_everybody_was_the_big_blind_once() -> None:
    play = Play("tda-holdem")
    hands = [play.hand(1), play.hand(3), play.hand(2), play.hand(4), play.hand(5), play.hand(6)]
    assert [button for button, _ in hands] == [1, 3, 2, 4, 5, 6]
    assert sorted(big for _, big in hands) == [1, 2, 3, 4, 5, 6]


def test_where_the_book_is_silent_the_button_goes_on_from_where_it_lies() -> None:
    play = Play("tda-2019")
    assert [play.hand(1), play.hand(3), play.hand(4)] == [(1, 3), (3, 5), (4, 6)]


def test_a_button_left_behind_makes_no_hand_and_the_case_closes_when_it_is_moved() -> None:
    play = Play("tda-holdem")
    play.hand(1)
    play.take(Riffled(0.0))
    assert button_and_big(play.table) == (2, 4)
    play.card(3)
    assert [found.topic for found in play.findings] == ["button-move-error"]
    assert play.table.cases
    play.take(PuckPlaced(2, 0.0))
    assert not play.table.cases


def test_a_button_that_its_reader_lost_for_a_moment_was_not_moved() -> None:
    play = Play("figp-2012")
    play.hand(1)
    play.take(PuckPlaced(3, 0.0))
    play.take(Riffled(0.0))
    play.card(4)
    assert [found.topic for found in play.findings] == ["button-move-error"]
    play.take(PuckPlaced(3, 0.0))
    assert play.table.cases, "the floor has not ruled yet"


def test_a_dealer_who_moves_the_button_after_the_riffle_hears_nothing() -> None:
    play = Play("tda-holdem")
    play.hand(1)
    play.take(Riffled(0.0))
    play.take(PuckPlaced(2, 0.0))
    play.card(3)
    assert not play.findings


def test_a_button_put_right_before_the_first_card_gives_the_blinds_back() -> None:
    play = Play("tda-holdem")
    play.hand(1)
    play.take(PuckPlaced(4, 0.0))
    play.take(Riffled(0.0))
    assert [seat for seat, _, _ in forced_bets_due(play.table)] == [5, 6]
    play.take(PuckPlaced(2, 0.0))
    assert [seat for seat, _, _ in forced_bets_due(play.table)] == [3, 4]
    assert [owes_chips(money) for money in play.table.ledger] == [0, 0, 100, 200, 0, 0]
    play.card(3)
    assert not play.findings
    assert play.table.course.due is None


def drawn(play: Play, cards: dict[int, str]) -> list[NameCards]:
    """Cards are dealt for the button and named as the bridge names them."""
    asked: list[NameCards] = []
    play.take(TableTold("button-draw", 0.0))
    for seat, card in cards.items():
        handle = Handle(f"d{seat}")
        made = play.take(CardDealt(seat, handle, 1.0, 2.0))
        asked += [request for request in made.requests if isinstance(request, NameCards)]
        play.take(CardIdentified(handle, Card(card), 3.0))
    return asked


def test_the_highest_card_draws_the_button() -> None:
    play = Play("tda-holdem")
    asked = drawn(play, {1: "9h", 2: "Kd", 3: "7s", 4: "Kh", 5: "Kc", 6: "Qs"})
    assert len(asked) == SEATS
    assert button_and_big(play.table) == (4, 6)


def test_no_card_is_named_but_those_of_a_draw_that_was_told() -> None:
    """A hand whose riffle nobody saw looks like a draw: its cards are hidden, and stay so."""
    play = Play("tda-holdem")
    assert not any(play.take(CardDealt(seat, Handle(f"h{seat}"), 1.0, 2.0)).requests for seat in range(1, SEATS + 1))
    told = Play("tda-holdem")
    assert drawn(told, {seat: f"{seat + 1}h" for seat in range(1, SEATS + 1)})
    assert not told.take(CardDealt(1, Handle("second"), 4.0, 5.0)).requests
    told.take(Riffled(6.0))
    told.over()
    assert not told.take(TableTold("button-draw", 7.0)).table.course.drawing
