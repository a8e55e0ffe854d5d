"""The all-in button that comes after a single chip says what the chip is: nobody has to rule on it any more."""

from __future__ import annotations

from support.robot import Robot

from table_controller.game import next_act
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.vocabulary.events import AllInButtonPlaced


def test_the_button_answers_what_the_chip_was() -> None:
    robot = Robot(package_rulebook("figp-2012")).open({1: 1000, 2: 10_000, 3: 10_000}, (100, 200), button=1)
    robot.deal()
    robot.push(1, ((1000, 1),))
    assert next_act.next_act(robot.table).code == "call-floor"
    robot.do(AllInButtonPlaced(1, True, robot.now_s))
    assert robot.table.cases == ()
    assert robot.table.betting.stands[0].status == "all-in"
    assert next_act.next_act(robot.table).seat == 2
