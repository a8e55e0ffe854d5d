"""Silent chips that may be meant as a call are not read as a raise."""

from __future__ import annotations

import pytest
from support.robot import Robot

from firmware_bridge.vocabulary.chips import Chips, parse_chips
from table_controller.game import queries
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.ledger import owes_chips
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.events import AllInButtonPlaced


def facing_200() -> Robot:
    robot = Robot().open(dict.fromkeys((1, 2, 3, 4), 10_000), (100, 200), button=1)
    robot.deal()
    assert queries.to_call_chips(robot.table) == 200
    return robot


@pytest.mark.parametrize("chips", [parse_chips("1000"), parse_chips("500"), parse_chips("100 1000")])
def test_an_over_chip_is_a_call(chips: Chips) -> None:
    robot = facing_200()
    robot.push(4, chips)
    if len(chips) == 1:
        assert [finding.topic for finding in robot.findings] == ["overchip"]
        assert queries.returns_due(robot.table) == ((4, chips[0][0] - 200),), "the change goes back"
    else:
        assert robot.findings == [], "1000 alone would call, so the 100 more says raise"


def test_a_word_before_makes_the_same_chip_a_raise() -> None:
    robot = facing_200()
    robot.say(4, "raise")
    robot.push(4, ((1000, 1),))
    assert robot.findings == []
    assert queries.to_call_chips(robot.table) == 1000


def over_chip_all_in() -> Robot:
    robot = Robot().open({1: 10_000, 2: 10_000, 3: 10_000, 4: 1_000}, (100, 200), button=1)
    robot.deal()
    robot.push(4, ((1000, 1),))
    assert [finding.topic for finding in robot.findings] == ["overchip"]
    return robot


def test_an_all_in_button_found_late_that_lay_there_before_the_chip_says_all_in() -> None:
    robot = over_chip_all_in()
    robot.do(AllInButtonPlaced(4, True, robot.table.time.since_s - 0.5))
    assert queries.to_call_chips(robot.table) == 1000
    assert queries.stand_of(robot.table, 4).status == "all-in"


def test_a_button_that_the_dealer_gives_afterwards_says_nothing() -> None:
    robot = over_chip_all_in()
    robot.do(AllInButtonPlaced(4, True, robot.now_s))
    assert queries.to_call_chips(robot.table) == 200


def without_an_ante(missing: int) -> Robot:
    """A hand that is dealt, all antes and blinds in but the ante of one seat."""
    robot = Robot().open({1: 10000, 2: 10000, 3: 10000, 4: 10000}, (100, 200), ante=100)
    robot.riffle()
    for seat, kind, chips in queries.forced_bets_due(robot.table):
        if (seat, kind) != (missing, "ante"):
            robot.push(seat, chips)
    for seat in queries.deal_order(robot.table):
        robot.do(ev.CardDealt(seat, robot.draw(), robot.now_s, robot.now_s + 0.1))
    return robot


def test_a_full_call_of_one_whose_ante_is_missing_is_a_call_and_the_ante_is_owed() -> None:
    robot = without_an_ante(4)
    robot.push(4, 200)
    assert not robot.findings
    stand = robot.table.betting.stands[3]
    assert (stand.bet_chips, stand.act.kind if stand.act else None) == (200, "call")
    assert owes_chips(robot.table.ledger[3]) == 100
    robot.push(4, 100)
    assert not owes_chips(robot.table.ledger[3])
    assert queries.who_acts(robot.table) == 1


def test_a_call_together_with_the_missing_ante_pays_both() -> None:
    robot = without_an_ante(4)
    robot.push(4, 300)
    assert not robot.findings
    assert robot.table.betting.stands[3].bet_chips == 200
    assert not owes_chips(robot.table.ledger[3])


def test_less_than_a_call_beside_a_missing_ante_is_an_undercall() -> None:
    robot = without_an_ante(4)
    robot.push(4, 150)
    assert [found.topic for found in robot.findings] == ["undercall"]


@pytest.mark.parametrize("book", ["ipo-2015", "tda-2019", "tda-holdem", "figp-2012"])
@pytest.mark.parametrize("chips", [parse_chips("1000 5x100"), parse_chips("1000 500 4x100")])
def test_where_nobody_is_left_to_raise_a_little_more_than_the_call_is_no_raise_too_small(
    book: str, chips: Chips
) -> None:
    robot = Robot(package_rulebook(book)).open({1: 10_000, 2: 10_000, 3: 1_400}, (50, 100))
    robot.deal()
    robot.act("call")
    robot.act("fold")
    robot.say(3, "all-in")
    robot.findings.clear()
    robot.push(1, chips)
    assert [finding.topic for finding in robot.findings] == ["multiple-chips"]
    assert robot.table.betting.stands[0].bet_chips == 1_400
    back = dict(queries.returns_due(robot.table))
    assert back[1] == 100 + sum(value * count for value, count in chips) - 1_400, "what is over goes back"
