"""The newest case is the one that a ruling without a number is about: one that stays open keeps its place."""

from __future__ import annotations

from support.robot import Robot
from support.script_text import script_text

from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.table import Case, with_case, without_case
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.report import straight_player
from table_controller.vocabulary.findings import Finding, Option


def test_a_case_that_stays_open_after_all_keeps_its_place() -> None:
    """The floor named a winner of the odd chip who has no part in the pot; then `play-on` was read of that case."""
    robot = Robot().open({1: 5000, 2: 5000})
    cite = robot.book.discretion
    cases = tuple(
        Case(number, Finding("irregular", None, cite, (), (Option("play-on"),), stops_play=True)) for number in (2, 3)
    )
    table = replace(robot.table, cases=cases)
    assert with_case(without_case(table, cases[0]), cases[0]).cases == cases


def test_two_cards_stuck_at_one_seat_answer_nothing_about_another() -> None:
    """The dealer's word on the second pair was taken for one on the first: a misdeal that nobody had ruled on."""
    steps = """
deal
1: says "all-in"
2: calls
board
card 1
expect finding misdeal seat 1
stuck 2
expect option misdeal
expect next call-floor
"""
    script = parse_script("stuck.toml", script_text("stuck twice", steps, {1: 2900, 2: 3800}))
    assert play(script, straight_player).failure is None
