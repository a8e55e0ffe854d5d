"""What players did is counted when the hand is put away: as it stood then, by player, and the same after a restart."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Final

import pytest
from support.dealt_tables import BOOK, Fingers, KeysOnly
from support.phh_statistics import FIGURES, Counted, Purse, Told, summed_up
from support.planned_hands import Act, PlannedHand, planned_hands
from support.scripted_dealer import KeyDealer

from firmware_bridge.vocabulary.cards import Card
from table_controller.controller.controller import fold
from table_controller.controller.snapshots import decode_state, encode_state
from table_controller.game.state.table import Table
from table_controller.projections.statistics import added, hand_statistics
from table_controller.session.replay import folding
from table_controller.session.state import Session
from table_controller.vocabulary.commands import (
    Command,
    CorrectBet,
    Done,
    MarkBoard,
    MarkDealt,
    MarkFold,
    MarkRiffle,
    MarkTaken,
    PutAway,
    Redo,
    Rule,
    Say,
    SeatPlayer,
    Undo,
    UnseatPlayer,
)
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.statistics import PlayerStatistics, Sample, TableStatistics
from table_controller.vocabulary.views import plainly

BOARD: Final = tuple(tuple(map(Card, cards)) for cards in (("2c", "3d", "4h"), ("9s",), ("Ts",)))


class Hand:
    """A table of which everything is keyed: seat 1 has the button, seat 4 acts first."""

    def __init__(self) -> None:
        self.table = KeysOnly()
        self.key(MarkRiffle(), MarkDealt())

    def key(self, *commands: Command) -> None:
        for command in commands:
            answer = self.table.take(command)
            assert isinstance(answer, Record), (command, answer)

    def folds(self, *seats: int) -> None:
        self.key(*(Say("fold", seat) for seat in seats))

    def over(self) -> None:
        """Whatever the dealer has still to do, and the cards are put away."""
        for _ in range(9):
            act = plainly(self.table.view()).next
            if act.code not in ("push-pot", "return-chips", "make-change"):
                break
            self.key(Done(act.code, act.seat, act.chips))
        self.key(PutAway())

    @property
    def session(self) -> Session:
        return self.table.controller.session

    def of(self, name: str) -> PlayerStatistics:
        return self.session.statistics.of(name)

    def of_seat(self, seat: int) -> PlayerStatistics:
        return self.of(f"Player {seat}")


@pytest.fixture
def hand() -> Hand:
    return Hand()


def test_a_raise_and_a_call_are_willing_and_folds_and_blinds_are_not(hand: Hand) -> None:
    hand.key(Say("raise", 4, 300), Say("raise", 5, 900))
    hand.folds(6, 1, 2, 3)
    hand.key(Say("call", 4))
    hand.key(MarkBoard(BOARD[0]), Say("bet", 4, 500))
    hand.folds(5)
    assert hand.session.statistics == TableStatistics(), "until it is put away all may be told otherwise"
    hand.over()
    raiser, again, small = hand.of_seat(4), hand.of_seat(5), hand.of_seat(2)
    assert (raiser.vpip, raiser.pfr, raiser.three_bet) == (Sample(1, 1), Sample(1, 1), Sample(0, 0))
    assert (again.vpip, again.pfr, again.three_bet) == (Sample(1, 1), Sample(1, 1), Sample(1, 1))
    assert (small.vpip, small.pfr, small.three_bet) == (Sample(0, 1), Sample(0, 1), Sample(0, 0)), "two raises to face"
    assert (raiser.aggression, again.aggression) == (Sample(1, 0), Sample(0, 0))
    assert (raiser.went_to_showdown, again.went_to_showdown, small.went_to_showdown) == (
        *(Sample(0, 1), Sample(0, 1), Sample(0, 0)),
    )
    assert raiser.won_at_showdown == Sample(0, 0)


def test_a_walk_is_no_hand_in_which_the_big_blind_could_have_done_anything(hand: Hand) -> None:
    hand.folds(4, 5, 6, 1, 2)
    hand.over()
    big = hand.of_seat(3)
    assert (big.hands, big.vpip, big.pfr) == (1, Sample(0, 0), Sample(0, 0))
    assert hand.of_seat(2).vpip == Sample(0, 1)


def test_a_showdown_counts_for_who_throws_his_hand_away_too(hand: Hand) -> None:
    hand.folds(4, 5, 6, 1)
    hand.key(Say("call", 2), Say("check", 3))
    for cards in BOARD:
        hand.key(MarkBoard(cards), Say("check", 2), Say("check", 3))
    hand.key(MarkFold(2))
    hand.over()
    assert (hand.of_seat(2).went_to_showdown, hand.of_seat(2).won_at_showdown) == (Sample(1, 1), Sample(0, 1))
    assert (hand.of_seat(3).went_to_showdown, hand.of_seat(3).won_at_showdown) == (Sample(1, 1), Sample(1, 1))


def test_what_was_taken_back_or_put_right_counts_as_it_stood(hand: Hand) -> None:
    hand.key(Say("raise", 4, 300), Undo(), Say("call", 4))
    hand.key(Say("raise", 5, 300), Undo(), Redo(), CorrectBet(5, 400))
    hand.folds(6, 1, 2, 3, 4)
    hand.over()
    assert (hand.of_seat(4).pfr, hand.of_seat(4).vpip, hand.of_seat(4).three_bet) == (
        *(Sample(0, 1), Sample(1, 1), Sample(0, 1)),
    )
    assert hand.of_seat(5).pfr == Sample(1, 1)


def test_a_raise_out_of_turn_that_binds_no_more_is_none(hand: Hand) -> None:
    """TDA 2019, 53-A: the action to the seat has changed, so the raise before its turn is taken back."""
    hand.key(Say("raise", 5, 300), Say("raise", 4, 600))
    hand.folds(5, 6, 1, 2, 3)
    hand.over()
    assert (hand.of_seat(4).pfr, hand.of_seat(5).pfr, hand.of_seat(5).vpip) == (
        *(Sample(1, 1), Sample(0, 1), Sample(0, 1)),
    )


def test_a_raise_out_of_turn_that_comes_into_force_is_one(hand: Hand) -> None:
    hand.key(Say("raise", 5, 300), Say("call", 4))
    hand.folds(6, 1, 2, 3, 4)
    hand.over()
    assert (hand.of_seat(4).pfr, hand.of_seat(5).pfr) == (Sample(0, 1), Sample(1, 1))


def test_a_hand_that_the_floor_killed_has_decided_nothing(hand: Hand) -> None:
    hand.key(MarkTaken(4))
    hand.key(Rule("dead-hand"))
    hand.folds(5, 6, 1, 2)
    hand.over()
    assert (hand.of_seat(4).hands, hand.of_seat(4).vpip) == (1, Sample(0, 0))


def test_the_end_of_a_hand_that_was_undone_is_counted_once(hand: Hand) -> None:
    hand.folds(4, 5, 6, 1, 2)
    hand.key(Undo(), Say("call", 2), Say("raise", 3, 300))
    hand.folds(2)
    hand.over()
    assert (hand.of_seat(2).hands, hand.of_seat(2).vpip, hand.of_seat(3).pfr) == (1, Sample(1, 1), Sample(1, 1))


def test_a_hand_that_is_void_counts_for_nobody(hand: Hand) -> None:
    hand.key(Say("raise", 4, 300), Rule("void-hand"), PutAway())
    assert hand.session.statistics == TableStatistics()


def test_a_deal_that_is_void_is_none_and_the_one_after_it_is(hand: Hand) -> None:
    hand.key(Say("raise", 4, 300), Rule("misdeal"), MarkRiffle(), MarkDealt())
    hand.folds(4, 5, 6, 1, 2)
    hand.over()
    assert (hand.of_seat(4).hands, hand.of_seat(4).vpip) == (1, Sample(0, 1))


def test_they_are_the_players_wherever_he_sits_and_whatever_he_buys(hand: Hand) -> None:
    hand.key(Say("raise", 4, 300))
    hand.folds(5, 6, 1, 2, 3)
    hand.over()
    hand.key(UnseatPlayer(4), UnseatPlayer(6), SeatPlayer(6, "Player 4", 10_000, "moved"), SeatPlayer(4, "Nina", 5000))
    hand.key(MarkRiffle(), MarkDealt())
    assert hand.of_seat(4).pfr == Sample(1, 1)
    hand.folds(*(seat for seat in (5, 6, 1, 2, 3, 4) if seat in hand.session.table.hand.seats and seat != 3))
    hand.over()
    moved = hand.of_seat(4)
    assert (moved.hands, moved.vpip, moved.pfr) == (2, Sample(1, 2), Sample(1, 2))
    assert hand.of("Player 6").hands == 1, "who has gone keeps what he has"


def test_who_sits_down_before_the_cards_are_put_away_has_not_played(hand: Hand) -> None:
    hand.key(Say("raise", 4, 300))
    hand.folds(5, 6, 1, 2, 3)
    hand.key(UnseatPlayer(4), SeatPlayer(4, "Nina", 5000))
    hand.over()
    assert (hand.of_seat(4).pfr, hand.of("Nina").hands) == (Sample(1, 1), 0)


def of_plan(plan: PlannedHand, starts: dict[int, int]) -> dict[int, Counted]:
    """A planned hand's figures, by a count that shares nothing with the table's."""
    told = Told({seat: Purse(chips) for seat, chips in starts.items()})
    for seat, chips in plan.posts:
        told.players[seat].put(chips)
    for step in plan.story:
        if isinstance(step, Act):
            words = {"fold": "f", "check": "cc", "call": "cc", "bet": "cbr", "raise": "cbr"}
            told.act(step.seat, words[step.kind], step.to_chips)
        else:
            told.board()
    return summed_up(told, starts, plan.ends)


def test_evenings_of_keys_are_counted_as_they_were_planned_and_again_after_a_restart() -> None:
    for seed in range(1, 4):
        table, plans = KeysOnly(), planned_hands(seed, 25, wildness=0.1)
        dealer, expected = KeyDealer(Fingers(table)), dict[int, dict[str, Counter[str]]]()
        starts = dict.fromkeys(plans[0].ends, 10_000)

        async def evening(plans: tuple[PlannedHand, ...] = plans, dealer: KeyDealer = dealer) -> None:
            for plan in plans:
                await dealer.deal(plan)
            await dealer.screen.press("g")

        asyncio.run(evening())
        for plan in plans:
            for seat, figures in of_plan(plan, starts).items():
                for name, (n, of) in figures.items():
                    expected.setdefault(seat, {}).setdefault(name, Counter()).update(n=n, of=of)
            starts = dict(plan.ends)
        told = table.controller.session.statistics
        for seat, figures_of in expected.items():
            ours = told.of(f"Player {seat}")
            assert ours.hands == 25
            assert {name: getattr(ours, name) for name in FIGURES} == {
                name: Sample(one["n"], one["of"]) for name, one in figures_of.items()
            }
        assert fold(table.controller.journal, BOOK).statistics == told
        assert decode_state(encode_state(table.controller.session)) == table.controller.session


def test_a_hand_told_anew_is_counted_alike_from_its_tables_and_by_folding_it(
    hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A snapshot does not hold the tables of a hand: a table that comes back from one folds the hand again."""
    plain: list[tuple[Table, ...]] = []

    def noting(tables: tuple[Table, ...]) -> tuple[PlayerStatistics, ...]:
        plain.append(tables)
        return hand_statistics(tables)

    monkeypatch.setattr("table_controller.session.recording.hand_statistics", noting)
    hand.key(Say("raise", 4, 300), Undo(), Say("call", 4))
    hand.folds(5, 6, 1, 2)
    hand.key(Say("check", 3), MarkBoard(BOARD[0]), Say("check", 3), Say("bet", 4, 200))
    hand.folds(3)
    before = hand.session
    hand.over()
    folded = folding(before.base, tuple(before.happened), before.undone, BOOK)
    again = tuple(one.after for one in folded)
    assert again[-1] == before.table
    assert hand_statistics(again) == hand_statistics(plain[0])
    assert added(TableStatistics(), 1, hand_statistics(plain[0])) == hand.session.statistics
