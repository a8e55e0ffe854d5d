"""Absent players, hands in the muck, penalties served: what the scripts of the books leave out."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest
from support.robot import Robot

from table_controller.game import next_act, queries
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.rules.showdown import mucked_hands
from table_controller.game.rules.table import absent
from table_controller.game.state.betting import out_of_hand, with_turn
from table_controller.session.handlers import keyed
from table_controller.session.undo import UNDOABLE
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.commands import GivePenalty
from table_controller.vocabulary.events import (
    ConductSeen,
    HandTaken,
    PenaltyGiven,
    PlayerCameBack,
    PlayerWentAway,
    TableTold,
)
from table_controller.vocabulary.findings import Ruled
from table_controller.vocabulary.views import Refused

BOOKS = ("tda-holdem", "ipo-2015", "tda-2019", "figp-2012")


def dealt(book: str = "tda-2019", seats: int = 5, before: Callable[[Robot], object] = lambda _: None) -> Robot:
    """A hand is dealt to everyone; `before` happens when the table is open."""
    robot = Robot(book=package_rulebook(book))
    robot.open(dict.fromkeys(range(1, seats + 1), 10_000), (100, 200))
    before(robot)
    robot.deal()
    return robot


def topics(robot: Robot) -> list[str]:
    return [found.topic for found in robot.findings]


def rule(robot: Robot, option: str) -> None:
    robot.do(ev.FloorRuled(option, (), "floor", "", 1.0))


def chips_of(robot: Robot) -> int:
    return sum(money.stack_chips + money.committed_chips - money.won_chips for money in robot.table.ledger)


@pytest.mark.parametrize("book", BOOKS)
def test_everybody_there_and_every_hand_kept_is_no_finding(book: str) -> None:
    robot = dealt(book)
    while queries.who_acts(robot.table):
        robot.act("call" if queries.to_call_chips(robot.table) else "check")
    assert topics(robot) == []


@pytest.mark.parametrize("book", BOOKS)
def test_when_all_are_away_the_big_blind_wins_what_is_there(book: str) -> None:
    def all_go(robot: Robot) -> None:
        for seat in (1, 2, 3):
            robot.do(PlayerWentAway(seat, 1.0))

    robot = dealt(book, 3, all_go)
    assert robot.table.hand.phase == "settled"
    assert {share.seat for share in robot.table.hand.shares} == {3}, "somebody must win the blinds"
    assert chips_of(robot) == 30_000


def test_a_fold_of_an_absent_player_is_nobodys_act() -> None:
    robot = dealt(before=lambda robot: robot.do(PlayerWentAway(4, 1.0)))
    assert robot.table.betting.recorded_acts == (), "it must not count towards substantial action"
    assert queries.who_acts(robot.table) == 5


def test_who_comes_back_acts_when_the_floor_has_spoken() -> None:
    robot = dealt("figp-2012")
    robot.do(PlayerWentAway(4, 1.0))
    assert [case.finding.topic for case in robot.table.cases] == ["leaving-table", "absent-player"]
    assert next_act.next_act(robot.table).code == "call-floor"
    robot.do(PlayerCameBack(4, 2.0))
    assert next_act.next_act(robot.table).code == "call-floor", "what stops play stops it until it is ruled"
    robot.do(ev.FloorRuled("play-on", (), "floor", "", 3.0))
    assert next_act.next_act(robot.table).code == "await"


@pytest.mark.parametrize(("presence", "how"), [("near_chair", ()), ("seated", (4,)), ("in_place", ()), (None, ())])
def test_standing_near_is_what_the_book_makes_of_it(presence: str | None, how: tuple[int, ...]) -> None:
    robot = dealt(before=lambda robot: robot.do(PlayerWentAway(4, 1.0, near=True)))
    book = package_rulebook("tda-2019")
    policy = Ruled(presence, book.discretion)
    other = dataclasses.replace(book, absent=dataclasses.replace(book.absent, presence=policy))  # type: ignore[arg-type]
    missed = absent.missed_the_deal(robot.table, other)
    assert missed.folded == how
    assert bool([found for found in missed.findings if found.options]) == (presence in ("in_place", None))


def test_the_bubble_has_its_deadline_only_where_the_book_gives_it_one() -> None:
    for book, dead in (("ipo-2015", True), ("tda-2019", False), ("tda-holdem", True), ("figp-2012", False)):
        robot = Robot(book=package_rulebook(book)).open(dict.fromkeys((1, 2, 3), 10_000), (100, 200))
        robot.do(TableTold("bubble", 0.0))
        robot.do(PlayerWentAway(1, 1.0))
        robot.riffle()
        robot.post()
        order = queries.deal_order(robot.table)
        robot.do(ev.CardDealt(order[0], robot.draw(), 1.0, 1.1))
        robot.do(PlayerCameBack(1, 2.0))
        for seat in order[1:]:
            robot.do(ev.CardDealt(seat, robot.draw(), 2.0, 2.1))
        assert (robot.table.betting.stands[0].status == "folded") == dead, book


def test_a_penalty_by_key_may_be_of_rounds() -> None:
    robot = dealt(seats=3)
    for command in (GivePenalty(2, 0, 2), GivePenalty(3, 4)):
        events = keyed(command, robot.table, 1.0)
        assert not isinstance(events, Refused)
        for event in events:
            robot.do(event)
    assert [(one.seat, one.hands) for one in robot.table.penalties] == [(2, 6), (3, 4)], (
        "a round is a hand for each player"
    )


def test_a_penalty_is_served_hand_by_hand_and_two_of_them_one_after_the_other() -> None:
    robot = dealt(seats=3, before=lambda robot: robot.do(PenaltyGiven(2, 1, 0.0)))
    robot.do(PenaltyGiven(2, 1, 0.0))
    folded = [robot.table.betting.stands[1].status == "folded"]
    for _ in range(2):
        while queries.who_acts(robot.table):
            robot.act("fold")
        robot.do(ev.HandPutAway(1.0))
        robot.deal()
        folded.append(robot.table.betting.stands[1].status == "folded")
    assert folded == [True, True, False]
    assert [one.served for one in robot.table.penalties] == [1, 1]


def test_a_hand_read_as_a_fold_becomes_the_case_when_the_dealer_says_so_at_once() -> None:
    robot = dealt()
    seat = queries.who_acts(robot.table) or 0
    robot.muck(seat)
    assert seat not in queries.live_seats(robot.table)
    robot.do(HandTaken(seat, 2.0))
    assert queries.who_acts(robot.table) == seat, "the fold was nobody's act"
    assert [case.finding.topic for case in robot.table.cases] == ["mucked-in-error"]
    rule(robot, "retrieve")
    assert queries.who_acts(robot.table) == seat


def test_a_hand_read_as_a_fold_out_of_turn_becomes_the_case_too() -> None:
    robot = dealt()
    robot.muck(5)
    robot.do(HandTaken(5, 2.0))
    assert 5 in queries.live_seats(robot.table)
    assert queries.who_acts(robot.table) == 4
    rule(robot, "dead-hand")
    assert 5 not in queries.live_seats(robot.table)


def test_a_fold_that_others_have_acted_on_stays_until_it_is_undone() -> None:
    robot = dealt()
    robot.muck(4)
    robot.act("call")
    robot.do(HandTaken(4, 2.0))
    assert robot.table.betting.stands[3].status == "folded"
    assert dict(robot.findings[-1].facts)["cause"] == "hand-taken"


def test_a_fold_that_ended_the_round_is_not_said_to_have_been_acted_on() -> None:
    robot = dealt(seats=3)
    robot.act("call")
    robot.act("call")
    assert queries.who_acts(robot.table) == 3, "the big blind is the last to act"
    robot.muck(3)
    robot.do(HandTaken(3, 2.0))
    assert queries.who_acts(robot.table) is None
    assert dict(robot.findings[-1].facts)["cause"] == "hand-taken-last", "nobody has acted since"


def test_the_cards_of_who_said_fold_are_no_hand_taken_by_mistake() -> None:
    robot = dealt()
    robot.say(4, "fold")
    robot.muck(4)
    robot.do(HandTaken(4, 2.0))
    assert dict(robot.findings[-1].facts)["cause"] == "hand-given-up"


def test_cards_that_nobody_reads_are_no_fold() -> None:
    robot = dealt()
    robot.do(ConductSeen(5, "cards-off", 1.0))
    assert robot.table.betting.stands[4].status == "in"
    assert "dead-hand" not in topics(robot)


@pytest.mark.parametrize("book", BOOKS)
def test_a_hand_is_taken_once_and_chips_are_kept(book: str) -> None:
    robot = dealt(book)
    robot.act("raise", 600)
    robot.do(HandTaken(4, 2.0))
    robot.do(HandTaken(4, 2.0))
    robot.muck(4)
    assert sum(case.finding.topic == "mucked-in-error" for case in robot.table.cases) == 1
    rule(robot, "dead-hand")
    assert chips_of(robot) == 50_000
    assert robot.table.betting.level_chips == 200, "the bet that nobody called is gone"
    assert queries.who_acts(robot.table) == 5
    assert queries.min_raise_to_chips(robot.table) == 400


def test_the_bet_goes_back_in_silence_only_if_the_floor_says_so() -> None:
    book = package_rulebook("tda-2019")
    silent = dataclasses.replace(book, killed_hand_refund=Ruled(None, book.discretion))
    for option, back in (("dead-hand", 0), ("return-bet", 400)):
        robot = dealt()
        robot.book = silent
        robot.act("raise", 600)
        robot.do(HandTaken(4, 2.0))
        rule(robot, option)
        assert robot.table.ledger[3].committed_chips == 600 - back


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("option", ["dead-hand", "retrieve"])
def test_a_hand_taken_at_the_showdown(book: str, option: str) -> None:
    robot = dealt(book, 3)
    while robot.table.hand.phase != "showdown":
        if queries.who_acts(robot.table):
            robot.act("call" if queries.to_call_chips(robot.table) else "check")
        else:
            robot.street()
    robot.do(HandTaken(2, 2.0))
    rule(robot, option)
    assert (2 in queries.live_seats(robot.table)) == (option == "retrieve")
    for seat in queries.live_seats(robot.table):
        robot.do(ev.HandTabled(seat, 3.0))
    assert robot.table.hand.phase == "settled"
    assert chips_of(robot) == 30_000


@pytest.mark.parametrize("book", BOOKS)
def test_a_late_ruling_on_a_street_that_is_over_changes_no_bet(book: str) -> None:
    robot = dealt(book, 3)
    robot.act("call")
    robot.act("call")
    robot.do(HandTaken(1, 2.0))
    robot.act("check")
    robot.street()
    before = [money.committed_chips for money in robot.table.ledger]
    rule(robot, "retrieve")
    assert [money.committed_chips for money in robot.table.ledger] == before
    assert chips_of(robot) == 30_000


def test_the_duty_to_stay_is_not_broken_by_who_stands_up_or_is_out() -> None:
    robot = dealt()
    for seat in (4, 5):
        robot.do(PlayerWentAway(seat, 1.0, near=True))
    assert absent.with_a_live_hand(robot.table, 4, robot.book) == ()
    assert absent.with_a_live_hand(robot.table, 99, robot.book) == ()


def test_the_turn_skips_a_hand_that_is_out_and_stays_where_it_is_otherwise() -> None:
    robot = dealt()
    assert out_of_hand(robot.table.betting, 4).actor == 5
    assert out_of_hand(robot.table.betting, 5).actor == 4
    assert with_turn(robot.table.betting) is robot.table.betting


def test_nothing_comes_back_of_a_blind_that_was_only_posted() -> None:
    robot = dealt()
    assert mucked_hands.refund(robot.table, 3, robot.book) == 0
    assert mucked_hands.uncalled_chips(robot.table, 3) == 0


def test_what_was_keyed_of_players_can_be_taken_back() -> None:
    for kind in (HandTaken, PlayerWentAway, PlayerCameBack, ConductSeen, PenaltyGiven, TableTold):
        assert kind in UNDOABLE
