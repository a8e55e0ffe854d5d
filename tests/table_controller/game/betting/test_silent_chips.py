"""Silent chips that may be meant as a call are not read as a raise."""

from __future__ import annotations

import pytest
from support.robot import Robot

from firmware_bridge.vocabulary.chips import Chips, parse_chips
from table_controller.game import queries


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
