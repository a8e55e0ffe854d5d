"""Chips of an earlier bet of the round: pulled back, or lying there while new ones come without a word."""

from __future__ import annotations

import pytest
from support.robot import TDA, Robot

from firmware_bridge.vocabulary.chips import parse_chips
from table_controller.game import queries
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.rules.behaviour import without
from table_controller.game.state.ledger import owes_chips, returns_chips
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.outcomes import ActRuled

HOLDEM = package_rulebook("tda-holdem")
IPO = package_rulebook("ipo-2015")


def pull(robot: Robot, seat: int, chips: str) -> None:
    robot.do(ev.ChipsTakenBack(seat, parse_chips(chips), robot.now_s))


def raised_big_blind(book: Rulebook = TDA, posted: str = "4x25", to: int = 700) -> Robot:
    """Seat 3 is the big blind of 100 and faces a raise."""
    robot = Robot(book).open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.riffle()
    robot.push(2, 50)
    robot.push(3, parse_chips(posted))
    for seat in queries.deal_order(robot.table):
        robot.do(ev.CardDealt(seat, robot.draw(), robot.now_s, robot.now_s))
    robot.act("raise", to)
    robot.act("fold")
    assert robot.actor == 3
    robot.findings.clear()
    return robot


def topics(robot: Robot) -> list[tuple[str, str]]:
    return [(found.topic, found.cite.ref) for found in robot.findings]


def money(robot: Robot, seat: int) -> tuple[int, int]:
    """What the seat owes and gets back."""
    return owes_chips(robot.table.ledger[seat - 1]), returns_chips(robot.table.ledger[seat - 1])


def test_who_pulls_his_bet_back_may_not_fold_any_more() -> None:
    robot = raised_big_blind()
    pull(robot, 3, "4x25")
    assert topics(robot) == [("prior-bet-chips", "46-B")]
    assert queries.may(robot.table) == ("call", "raise")
    robot.say(3, "fold")
    assert robot.actor == 3
    assert [option.name for option in robot.findings[-1].options] == ["call", "forfeit-and-fold"]
    robot.do(ev.FloorRuled("call", (), "floor", "", robot.now_s))
    assert robot.outcomes[-1] == ActRuled(3, "call", 700, all_in=False)
    assert money(robot, 3) == (700, 0)


def test_change_that_is_due_may_be_drawn_at_any_time() -> None:
    robot = raised_big_blind(posted="1x1000")
    pull(robot, 3, "900")
    assert topics(robot) == []
    assert queries.may(robot.table) == ("fold", "call", "raise")


@pytest.mark.parametrize(
    ("posted", "pushed", "act", "after"),
    [
        ("1x1000", "100", ("raise", 1300), (200, 0)),  # 1100 in front, half of the raise to 1300 is 1000
        ("1x1000", "25", ("raise", 1300), (275, 0)),
        ("1x500", "500", ("call", 700), (0, 300)),  # 500 does not cover: one chip over the call
        ("1x500", "2x100", ("call", 700), (0, 0)),
        ("1x500", "2x500", ("raise", 1500), (0, 0)),
    ],
)
def test_change_left_lying_counts_with_the_new_chips(
    posted: str, pushed: str, act: tuple[str, int], after: tuple[int, int]
) -> None:
    robot = raised_big_blind(posted=posted)
    robot.push(3, parse_chips(pushed))
    ruled = [outcome for outcome in robot.outcomes if isinstance(outcome, ActRuled)][-1]
    assert (ruled.kind, ruled.to_chips) == act
    assert money(robot, 3) == after
    assert robot.findings[0].topic == "prior-bet-chips"


def test_what_was_pushed_is_told_apart_from_the_change_that_lay_there() -> None:
    """One chip of 100 beside change of 50 was told as 150 that went in."""
    robot = Robot(TDA).open(dict.fromkeys((1, 2, 3, 4), 10_000), (50, 100))
    robot.deal()
    robot.act("raise", 250)
    robot.push(1, parse_chips("3x100"))
    robot.act("raise", 400)
    robot.act("fold")
    robot.act("call")
    robot.findings.clear()
    robot.push(1, 100)
    assert robot.outcomes[-1] == ActRuled(1, "call", 400, all_in=False)
    (found,) = [found for found in robot.findings if found.topic == "prior-bet-chips"]
    assert found.facts[:3] == (("pushed_chips", 100), ("lay_chips", 50), ("to_call_chips", 150))


def test_without_its_rule_the_change_does_not_count() -> None:
    """The planted failure: with the behaviours left out the same chips are an undercall."""
    slugs = {"prior_chips.short_of_the_call", "prior_chips.covers_or_partly_pulled"}
    robot = raised_big_blind(without(TDA, frozenset(slugs)), posted="1x1000")
    robot.push(3, 100)
    assert [topic for topic, _ in topics(robot)] == ["undercall"]


def test_a_bet_taken_back_is_owed_and_no_act_changes() -> None:
    robot = raised_big_blind()
    robot.act("call")
    robot.street()
    robot.act("bet", 400)
    robot.findings.clear()
    pull(robot, 3, "4x100")
    assert topics(robot) == [("binding-action", "50-A")]
    assert money(robot, 3)[0] == 400
    robot.push(3, 400)
    assert money(robot, 3)[0] == 0
    assert robot.actor == 1


@pytest.mark.parametrize(("book", "stops"), [(IPO, True), (HOLDEM, False)])
def test_a_handful_stands_as_it_was_put_in(book: Rulebook, stops: bool) -> None:
    robot = Robot(book).open(dict.fromkeys((1, 2, 3), 10_000), (50, 100))
    robot.deal()
    robot.push(1, parse_chips("10x100"))
    pull(robot, 1, "6x100")
    assert robot.findings[-1].topic == "string-bet"
    assert robot.findings[-1].stops_play is stops
    if stops:
        robot.do(ev.FloorRuled("stands", (), "floor", "", robot.now_s))
    assert not robot.table.cases
    assert robot.table.betting.level_chips == 1000
    assert (robot.actor, money(robot, 1)) == (2, (600, 0))


@pytest.mark.parametrize(
    ("pushed", "asks"), [("1000", True), ("2x500", True), ("500 1x100", False), ("2x1000", False), ("2x100", False)]
)
def test_a_book_without_a_measure_asks_the_floor_only_in_doubt(pushed: str, asks: bool) -> None:
    robot = raised_big_blind(HOLDEM)
    robot.push(3, parse_chips(pushed))
    assert (("prior-bet-chips", "36") in topics(robot)) is asks


def test_chips_that_are_not_the_seats_bet_stay_irregular() -> None:
    robot = raised_big_blind()
    pull(robot, 3, "500")  # only 100 lies there
    assert [topic for topic, _ in topics(robot)] == ["irregular"]
