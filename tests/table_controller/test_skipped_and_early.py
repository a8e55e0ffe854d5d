"""Acts before the turn and players passed over: what the scripts of the books cannot say."""

from __future__ import annotations

from dataclasses import replace

from support.robot import Robot

from table_controller import events as ev
from table_controller import next_acts, queries
from table_controller.findings import Ruled
from table_controller.rulebooks.shipped import package_rulebook

FIGP = package_rulebook("figp-2012")
TDA = package_rulebook("tda-2019")


def dealt(book: str, seats: int = 5) -> Robot:
    """Before the flop, the turn on seat 4."""
    robot = Robot(book=package_rulebook(book)).open(dict.fromkeys(range(1, seats + 1), 10_000), (100, 200))
    robot.deal()
    assert queries.who_acts(robot.table) == 4
    return robot


def on_the_flop(book: str, seats: int = 5) -> Robot:
    """Nothing bet, the turn on seat 2."""
    robot = dealt(book, seats)
    while queries.who_acts(robot.table) is not None:
        robot.act("call" if queries.to_call_chips(robot.table) else "check")
    robot.street()
    assert queries.who_acts(robot.table) == 2
    return robot


def refs(robot: Robot, topic: str) -> list[str]:
    return [found.cite.ref for found in robot.findings if found.topic == topic]


def waiting(robot: Robot) -> list[int]:
    """Seats whose acts wait for their turn."""
    return [held.seat for held in robot.table.betting.held]


def rule(robot: Robot, option: str) -> None:
    robot.do(ev.FloorRuled(option, (), "floor", "", robot.now_s))


def test_a_word_and_its_chips_are_one_act_out_of_turn_not_two() -> None:
    robot = dealt("figp-2012")
    robot.say(5, "raise")
    robot.push(5, 600)
    assert refs(robot, "out-of-turn") == ["23"]


def test_who_said_raise_before_his_turn_may_still_give_up_his_hand_in_it() -> None:
    robot = dealt("tda-2019")
    robot.say(5, "raise")
    robot.muck(5)
    assert not {5} & set(queries.live_seats(robot.table))
    assert waiting(robot) == []


def test_a_raise_said_before_the_turn_waits_for_its_chips_when_the_others_bind() -> None:
    robot = on_the_flop("tda-2019")
    robot.say(3, "bet")  # 2 is skipped; how much is not said
    robot.push(3, 500)
    robot.say(4, "raise")
    robot.say(5, "fold")
    assert refs(robot, "skipped-player") == ["53-B"]
    assert [(held.seat, held.to_chips) for held in robot.table.betting.held] == [(4, 0)]
    assert robot.table.betting.level_chips == 500


def test_one_case_about_a_skipped_player_takes_the_place_of_the_other() -> None:
    robot = on_the_flop("figp-2012")
    robot.say(3, "check")
    robot.say(4, "check")
    robot.say(5, "check")
    offered = [{option.name for option in case.finding.options} for case in robot.table.cases if case.seat == 2]
    assert len(offered) == 1
    assert "not-binding" in offered[0]
    assert "not-substantial" not in offered[0]


def test_in_silence_the_acts_past_a_skipped_player_wait_until_the_floor_binds_them() -> None:
    robot = on_the_flop("figp-2012")
    robot.say(3, "check")
    robot.say(4, "check")
    assert waiting(robot) == [3, 4]
    rule(robot, "dead-hand")
    assert waiting(robot) == []
    assert queries.who_acts(robot.table) == 5


def test_without_a_test_of_its_own_two_acts_are_for_the_floor() -> None:
    silent = replace(TDA.substantial_action, postflop=Ruled(None, TDA.discretion))
    robot = on_the_flop("tda-2019")
    robot.book = replace(TDA, substantial_action=silent)
    robot.say(3, "check")
    assert not refs(robot, "skipped-player")
    robot.say(4, "check")
    assert refs(robot, "skipped-player") == [TDA.discretion.ref]
    assert next_acts.next_act(robot.table).code == "call-floor"
    assert waiting(robot) == [3, 4]


def test_a_fold_that_the_book_is_silent_on_leaves_the_pot_until_the_floor_has_spoken() -> None:
    robot = Robot(book=FIGP).open({1: 10_000, 2: 10_000}, (100, 200))
    robot.deal()
    robot.act("call")
    robot.act("check")
    robot.street()
    first = robot.actor
    assert first is not None
    robot.act("fold")
    assert queries.live_seats(robot.table) == tuple(sorted((1, 2), key=lambda seat: seat != first))
    assert next_acts.next_act(robot.table).code == "call-floor"
    rule(robot, "dead-hand")
    assert queries.is_settled(robot.table)
