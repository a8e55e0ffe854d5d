"""Hands shown instead of an act, folds taken back, bets during the deal: what the scripts of the books leave out."""

from __future__ import annotations

import pytest
from support.robot import Robot

from firmware_bridge.vocabulary.values import replace
from table_controller.game import next_act, queries
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.corrections import without_fold
from table_controller.vocabulary import events as ev


def facing_all_in(book: str, *, names_cards: bool = True) -> Robot:
    """Seat 1 is all-in before the flop, seat 2 is gone, seat 3 is to act."""
    robot = Robot(book=package_rulebook(book), names_cards=names_cards)
    robot.open({1: 5_000, 2: 10_000, 3: 10_000}, (50, 100))
    robot.deal()
    robot.say(1, "all-in")
    robot.act("fold")
    assert queries.who_acts(robot.table) == 3
    return robot


def topics(robot: Robot) -> list[str]:
    return [found.topic for found in robot.findings]


def test_no_call_is_read_while_the_cards_have_no_names() -> None:
    robot = facing_all_in("tda-holdem", names_cards=False)
    robot.do(ev.HandTabled(3, 1.0))
    assert topics(robot) == ["call-by-exposure"]
    assert queries.who_acts(robot.table) == 3


@pytest.mark.parametrize("book", ["tda-2019", "figp-2012"])
def test_a_shown_hand_plays_on_where_it_may_only_be_penalised(book: str) -> None:
    robot = facing_all_in(book)
    robot.do(ev.HandTabled(3, 1.0))
    robot.do(ev.HandTabled(1, 1.0))
    assert topics(robot) == ["exposing-cards", "exposing-cards"]
    assert next_act.next_act(robot.table).code == "await", "penalties do not stop play"


def test_a_hand_that_the_floor_let_play_on_is_not_folded_by_the_answer_to_it() -> None:
    robot = facing_all_in("ipo-2015")
    robot.do(ev.HandTabled(3, 1.0))
    assert next_act.next_act(robot.table).code == "call-floor"
    robot.do(ev.FloorRuled("play-on", (), "floor", "", 1.0))
    robot.do(ev.HandTabled(1, 1.0))
    assert queries.who_acts(robot.table) == 3
    assert queries.live_seats(robot.table) == (3, 1)


@pytest.mark.parametrize(
    ("book", "found"),
    [
        ("tda-holdem", ["exposing-cards", "info-access"]),
        ("ipo-2015", ["exposing-cards"]),
        ("tda-2019", ["exposing-cards", "penalty"]),  # 68(2) and, in the list of offences, 71-B
        ("figp-2012", ["exposing-cards", "info-access"]),
    ],
)
def test_a_hand_exposed_with_no_all_in_to_face_stays_live(book: str, found: list[str]) -> None:
    robot = Robot(book=package_rulebook(book)).open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.deal()
    robot.do(ev.HandTabled(1, 1.0))
    assert topics(robot) == found
    assert 1 in queries.live_seats(robot.table)
    silent = book == "ipo-2015"
    assert (next_act.next_act(robot.table).code == "call-floor") == silent, "a silent book leaves it to the floor"


def test_a_card_that_a_player_shows_after_the_hand_is_his_own_affair_until_another_asks() -> None:
    robot = Robot(book=package_rulebook("figp-2012")).open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.deal()
    robot.act("fold")
    robot.act("fold")
    robot.do(ev.CardShown(3, None, 1.0))
    assert topics(robot) == []
    robot.do(ev.Asked(1, "show", 3, 2.0))
    assert topics(robot) == ["info-access"]
    robot.do(ev.Asked(1, "show", 2, 2.0))
    assert topics(robot) == ["info-access", "irregular"], "nobody has seen that one"


def test_a_claimed_fold_can_be_retrieved_until_others_have_acted() -> None:
    robot = Robot(book=package_rulebook("ipo-2015")).open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.deal()
    before = robot.table.betting
    robot.muck(1)
    folded = robot.table
    robot.do(ev.Declared(1, "call", None, "before", 1.0))
    assert topics(robot) == ["nonstandard-fold"]
    robot.do(ev.FloorRuled("retrieve", (), "floor", "", 1.0))
    assert robot.table.betting == before
    robot.table = folded
    robot.act("fold")
    late = robot.table.betting
    robot.do(ev.Declared(1, "call", None, "before", 1.0))
    robot.do(ev.FloorRuled("retrieve", (), "floor", "", 1.0))
    assert robot.table.betting == late


def test_a_retrieved_hand_may_raise_again_only_if_it_might_before() -> None:
    robot = Robot(book=package_rulebook("ipo-2015")).open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.deal()
    robot.act("raise", 300)
    robot.act("raise", 900)
    robot.act("fold")
    before = robot.table.betting
    robot.muck(1)
    assert queries.street_due(robot.table) is None, "the hand is over"
    assert without_fold(robot.table.betting, 1).stands[0] == replace(before.stands[0], act=None)
    assert without_fold(robot.table.betting, 2) == robot.table.betting, "not the last to act"
