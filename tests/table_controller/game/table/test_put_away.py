"""A dealer who forgets to push or return chips is told; a seat given up may be taken at once."""

from __future__ import annotations

from support.robot import Robot

from table_controller.game.next_act import next_act
from table_controller.game.rulebooks.shipped import package_rulebook
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


def early_call() -> Robot:
    """Seat 1 calls before the turn of seat 4, by a book that may cancel a hand for what a player did."""
    robot = Robot(book=package_rulebook("figp-2012")).open(dict.fromkeys((1, 2, 3, 4), 5000), (50, 100), button=1)
    robot.deal()
    robot.push(1, ((100, 1),))
    assert "void-hand" in asked(robot)
    return robot


def asked(robot: Robot) -> list[str]:
    case = robot.table.cases[0]
    return [option.name for option in case.finding.options]


def test_a_hand_that_is_put_away_can_be_cancelled_no_more_for_what_a_player_did() -> None:
    """He may be punished for it still: that is no matter of the hand."""
    robot = early_call()
    robot.act("raise", 300)
    for _ in range(3):
        robot.act("fold")
    robot.tidy()
    assert "void-hand" in asked(robot), "its chips lie there"
    robot.put_away()
    assert robot.table.hand.phase == "idle"
    assert asked(robot) == ["penalty", "warning", "no-penalty", "disqualify", "eliminate"]


def test_nor_can_one_that_is_void_already() -> None:
    robot = early_call()
    robot.do(ev.Declared(2, "raise", 300, "before", robot.now_s))
    robot.do(ev.FloorRuled("void-hand", (("case", "2"),), "floor", "", robot.now_s))
    assert (robot.table.hand.fate, "void-hand" in asked(robot)) == ("void", False)
