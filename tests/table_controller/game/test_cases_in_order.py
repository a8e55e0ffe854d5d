"""The newest case is the one that a ruling without a number is about: one that stays open keeps its place."""

from __future__ import annotations

from support.robot import Robot

from firmware_bridge.vocabulary.values import replace
from table_controller.game.state.table import Case, with_case, without_case
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
