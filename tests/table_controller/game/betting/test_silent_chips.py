"""Silent chips that may be meant as a call are not read as a raise."""

from __future__ import annotations

import pytest
from support.robot import Robot

from firmware_bridge.vocabulary.chips import Chips, parse_chips
from table_controller.game import queries
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
