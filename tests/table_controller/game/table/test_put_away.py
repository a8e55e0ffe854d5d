"""A dealer who forgets to push or return chips is told; a seat given up may be taken at once."""

from __future__ import annotations

from support.robot import Robot

from table_controller.game.next_act import next_act
from table_controller.vocabulary import events as ev


def won_by_3() -> Robot:
    robot = Robot().open(dict.fromkeys((1, 2, 3), 10_000), (50, 100), button=1)
    robot.deal()
    robot.act("fold")
    robot.act("fold")
    return robot


def test_a_forgotten_pot_and_a_forgotten_return_are_findings() -> None:
    robot = won_by_3()
    robot.do(ev.HandPutAway(9.0))
    causes = [dict(finding.facts).get("cause") for finding in robot.findings]
    assert causes
    assert set(causes) == {"chips-not-pushed"}


def test_nothing_is_said_when_the_chips_went_where_they_should() -> None:
    robot = won_by_3()
    robot.tidy()
    robot.put_away()
    assert robot.findings == []


def test_somebody_may_sit_down_where_a_player_has_just_stood_up() -> None:
    robot = won_by_3()
    robot.tidy()
    robot.do(ev.PlayerLeft(1, 9.0))
    robot.do(ev.PlayerSat(1, "Neu", 5000, "new", 9.5))
    robot.put_away()
    assert robot.findings == []
    robot.riffle()
    assert robot.stack(1) == 4900, "the newcomer is the big blind"


def in_the_muck_when_it_won() -> Robot:
    """The dealer takes in the hand of seat 3, and both others fold before the floor has spoken."""
    robot = Robot().open(dict.fromkeys((1, 2, 3), 10_000), (50, 100), button=1)
    robot.deal()
    robot.do(ev.HandTaken(3, 1.0))
    robot.muck(3)
    robot.act("fold")
    robot.act("fold")
    robot.tidy()
    return robot


def test_a_hand_put_away_before_the_floor_has_spoken_leaves_a_finding_for_each_case() -> None:
    robot = in_the_muck_when_it_won()
    assert next_act(robot.table).code == "call-floor"
    robot.findings.clear()
    robot.put_away()
    told = [(found.topic, found.seat, dict(found.facts)) for found in robot.findings]
    assert told == [("irregular", 3, {"cause": "case-left-open", "topic": "mucked-in-error"})]
    assert robot.table.cases == ()
    assert next_act(robot.table).code == "new-hand", "nobody is called about a hand that is gone"


def test_a_case_that_the_floor_has_ruled_on_leaves_nothing() -> None:
    robot = in_the_muck_when_it_won()
    robot.do(ev.FloorRuled("dead-hand", (), "floor", "", 1.0))
    robot.tidy()
    robot.findings.clear()
    robot.put_away()
    assert robot.findings == []
