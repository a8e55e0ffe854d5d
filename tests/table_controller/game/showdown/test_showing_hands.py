"""Hands at the showdown: single cards as told, limits of time, and the last live hand."""

from __future__ import annotations

import pytest
from support.robot import Robot

from firmware_bridge.vocabulary.cards import Card
from table_controller.game import queries
from table_controller.game.next_act import next_act
from table_controller.game.queries import deadline_s
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.betting import is_live
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.events import TimePassed
from table_controller.vocabulary.views import NextAct

ORDERED_S, LIMIT_S = 100.0, 5.0


def at_the_showdown(book: str = "ipo-2015") -> Robot:
    robot = Robot(package_rulebook(book))
    robot.open(dict.fromkeys((1, 2, 3), 5000), (25, 50), button=1)
    robot.deal()
    while robot.table.hand.phase != "showdown":
        if robot.actor is None:
            robot.street()
        else:
            robot.act("call" if queries.to_call_chips(robot.table) else "check")
    return robot


def cards_of(robot: Robot, seat: int) -> list[Card]:
    return [robot.cards[arrival.handle] for arrival in robot.table.hand.dealt if arrival.seat == seat]


def causes(robot: Robot) -> list[object]:
    return [dict(found.facts).get("cause") for found in robot.findings]


def ordered() -> Robot:
    robot = at_the_showdown()
    robot.do(ev.CardShown(2, cards_of(robot, 2)[0], 99.0))
    robot.do(ev.FloorRuled("order-to-show", (), "floor", "", ORDERED_S))
    return robot


@pytest.mark.parametrize("holder", [2, 3])
def test_a_card_is_checked_only_when_its_hand_is_tabled(holder: int) -> None:
    robot = at_the_showdown()
    robot.do(ev.CardShown(2, cards_of(robot, holder)[0], 99.0))
    assert "card-not-as-told" not in causes(robot)
    robot.show(2)
    assert ("card-not-as-told" in causes(robot)) == (holder != 2)


def test_a_card_of_a_hand_that_is_never_tabled_is_never_checked() -> None:
    robot = at_the_showdown()
    robot.do(ev.CardShown(2, cards_of(robot, 3)[0], 99.0))
    robot.muck(2)
    robot.show(3, 1)
    assert robot.table.hand.phase == "settled"
    assert "card-not-as-told" not in causes(robot)


def test_the_order_to_show_ends_at_its_last_second() -> None:
    robot = ordered()
    assert deadline_s(robot.table, ORDERED_S) == ORDERED_S + LIMIT_S
    robot.do(TimePassed(ORDERED_S + LIMIT_S - 0.1))
    assert is_live(robot.table.betting.stands[1])
    robot.do(TimePassed(ORDERED_S + LIMIT_S))
    assert not is_live(robot.table.betting.stands[1])
    assert deadline_s(robot.table, ORDERED_S + LIMIT_S) is None


def test_who_shows_in_time_is_asked_no_more() -> None:
    robot = ordered()
    assert queries.tables_now(robot.table) == (2,)
    robot.show(2)
    assert queries.tables_now(robot.table) == ()
    assert deadline_s(robot.table, ORDERED_S) is None
    assert robot.table.cases == ()


def test_time_of_another_life_of_the_machine_kills_nobody() -> None:
    robot = ordered()
    assert deadline_s(robot.table, 3.0) == 3.0
    robot.do(TimePassed(3.0))
    assert is_live(robot.table.betting.stands[1])
    assert queries.tables_now(robot.table) == (2,)
    assert deadline_s(robot.table, 3.0) is None


@pytest.mark.parametrize("book", ["tda-holdem", "tda-2019", "ipo-2015", "figp-2012"])
def test_the_last_live_hand_never_mucks_the_pot_away(book: str) -> None:
    robot = at_the_showdown(book)
    for seat in (2, 3, 1):
        robot.muck(seat)
    assert robot.table.hand.phase == "settled"
    assert (robot.won(1), robot.won(2), robot.won(3)) == (150, 0, 0)


@pytest.mark.parametrize(("option", "stacks"), [("dead-hand", [4950, 5100, 4950]), ("void-hand", [5000, 5000, 5000])])
def test_a_hand_with_two_cards_of_one_name_is_for_the_floor(option: str, stacks: list[int]) -> None:
    """A card of seat 1 has the name of one on the board: nobody can say what that hand makes."""
    robot = at_the_showdown()
    robot.muck(3)
    twin = next(arrival.handle for arrival in robot.table.hand.dealt if arrival.seat == 1)
    robot.cards[twin] = robot.cards[robot.table.hand.board[0]]
    robot.show(2)
    robot.show(1)
    [case] = [case for case in robot.table.cases if case.finding.stops_play]
    assert (case.finding.topic, case.seat, case.word("cause")) == ("irregular", 1, "no-poker-hand")
    assert [choice.name for choice in case.finding.options] == ["dead-hand", "void-hand"]
    assert next_act(robot.table) == NextAct("call-floor")
    robot.do(ev.FloorRuled(option, (), "floor", "", ORDERED_S))
    assert robot.table.hand.phase == "settled"
    assert robot.table.cases == ()
    assert [robot.stack(seat) for seat in (1, 2, 3)] == stacks
