"""Minimum raises and reopened betting: the worked examples of tda-2019, told as hands."""

from __future__ import annotations

import dataclasses

import pytest
from support.robot import TDA, Robot

from table_controller.game import queries
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.betting import Act
from table_controller.vocabulary.findings import Ruled

A, B, C, D, E, F = 3, 4, 5, 6, 1, 2


def _flop(stacks: dict[int, int], blinds: tuple[int, int], *, button: int) -> Robot:
    """A flop that everyone saw for the big blind."""
    robot = Robot().open(stacks, blinds, button=button)
    robot.deal()
    while robot.actor is not None:
        robot.act("call" if queries.to_call_chips(robot.table) else "check")
    robot.street()
    assert robot.table.hand.phase == "flop"
    return robot


def _open_to_raise(robot: Robot) -> bool:
    return "raise" in queries.may(robot.table)


def test_three_raises_of_growing_size() -> None:
    """Ex 43-1: 600, then 1000 more, then 2000 more: the next raise adds 2000 at least."""
    robot = _flop(dict.fromkeys(range(1, 6), 20_000), (100, 200), button=5)
    robot.act("bet", 600)
    robot.act("raise", 1600)
    robot.act("raise", 3600)
    assert queries.min_raise_to_chips(robot.table) == 5600


def test_short_all_in_before_the_flop_is_no_raise_to_build_on() -> None:
    """Ex 43-2: all-in 150 over a blind of 100 leaves the raise at 100."""
    robot = Robot().open({1: 10_000, 2: 10_000, 3: 150, 4: 10_000}, (50, 100), button=4)
    robot.deal()
    assert robot.actor == 3
    robot.act("all-in")
    assert (robot.actor, queries.to_call_chips(robot.table), queries.min_raise_to_chips(robot.table)) == (4, 150, 250)


def test_chips_of_a_bet_and_a_raise() -> None:
    """Ex 43-3: 300, then 1000 in two chips: a raise of 700, so 1700 is next."""
    robot = _flop(dict.fromkeys(range(1, 5), 20_000), (100, 200), button=4)
    robot.act("bet", 300)
    robot.push(2, ((500, 2),))
    assert queries.min_raise_to_chips(robot.table) == 1700


@pytest.mark.parametrize(("raises", "least"), [((125, 200, 500), 800), ((500,), 950)])
def test_one_total_two_histories(raises: tuple[int, ...], least: int) -> None:
    """Ex 43-4A and 43-4B: 500 reached in steps asks for 300 more, in one go for 450 more."""
    robot = Robot().open(dict.fromkeys(range(1, 8), 10_000), (25, 50), button=7)
    robot.deal()
    for amount in raises:
        robot.act("raise", amount)
    while len(raises) == 1 and robot.actor not in (6, None):
        robot.act("call")
    assert queries.min_raise_to_chips(robot.table) == least


def _cumulative() -> Robot:
    """Ex 47-1: bet 100, all-in 125, call, all-in 200, call; the bettor faces 100 more."""
    robot = _flop({A: 5000, B: 225, C: 5000, D: 300, E: 5000, F: 5000}, (50, 100), button=F)
    while robot.actor != A:
        robot.act("check")
    robot.act("bet", 100)
    assert robot.actor == B
    robot.act("all-in")
    robot.act("call")
    robot.act("all-in")
    robot.act("call")
    while robot.actor != A:
        robot.act("fold")
    return robot


def test_short_all_ins_add_up_to_a_full_raise() -> None:
    robot = _cumulative()
    assert queries.to_call_chips(robot.table) == 100
    assert queries.may(robot.table) == ("fold", "call", "raise")


def test_the_caller_of_the_first_all_in_faces_too_little() -> None:
    """Ex 47-1A: the bettor calls; the seat with 125 in faces 75."""
    robot = _cumulative()
    robot.act("call")
    assert (robot.actor, queries.to_call_chips(robot.table)) == (C, 75)
    assert queries.may(robot.table) == ("fold", "call")
    robot.push(C, 400)
    assert robot.findings[-1].topic == "reopening"
    assert robot.table.betting.stands[C - 1].act == Act("call", 200)


def test_the_bettor_raises_and_the_caller_may_again() -> None:
    """Ex 47-1B: raised to 300, the seat with 125 in faces 175."""
    robot = _cumulative()
    robot.act("raise", 300)
    assert (robot.actor, queries.to_call_chips(robot.table)) == (C, 175)
    assert _open_to_raise(robot)


def test_a_book_that_does_not_add_up_keeps_the_betting_closed() -> None:
    alone = dataclasses.replace(
        TDA, reopen=dataclasses.replace(TDA.reopen, cumulative=Ruled(False, TDA.reopen.cumulative.cite))
    )
    robot = _cumulative()
    robot = replay_with(robot, alone)
    assert queries.may(robot.table) == ("fold", "call")


def replay_with(told: Robot, book: object) -> Robot:
    """The same events under another book."""
    robot = Robot(book=book, names_cards=False)  # type: ignore[arg-type]
    for event in told.events:
        robot.do(event)
    return robot


def test_several_all_ins_leave_the_raise_at_the_last_full_one() -> None:
    """Ex 47-2: bet 300, all-ins 500, 650, 800: none adds 300, so the next is 1100."""
    robot = _flop({1: 10_000, 2: 600, 3: 750, 4: 900, 5: 10_000, 6: 10_000}, (50, 100), button=6)
    robot.act("bet", 300)
    robot.act("all-in")
    robot.act("all-in")
    robot.act("all-in")
    robot.act("call")
    assert (robot.actor, queries.to_call_chips(robot.table)) == (6, 800)
    assert queries.min_raise_to_chips(robot.table) == 1100


def _limped() -> Robot:
    """Ex 47-3: 2000-4000, a limp, an all-in of 7500, folded to the big blind."""
    robot = Robot().open({1: 90_000, 2: 90_000, 3: 90_000, 4: 90_000, 5: 7500}, (2000, 4000), button=5)
    robot.deal()
    robot.act("call")
    robot.act("fold")
    robot.act("all-in")
    robot.act("fold")
    assert (robot.actor, queries.to_call_chips(robot.table)) == (2, 3500)
    assert queries.min_raise_to_chips(robot.table) == 11_500
    return robot


def test_a_limper_faces_less_than_a_raise() -> None:
    robot = _limped()
    robot.act("call")
    assert (robot.actor, queries.to_call_chips(robot.table)) == (3, 3500)
    assert queries.may(robot.table) == ("fold", "call")


def test_the_big_blind_raises_and_the_limper_may_too() -> None:
    robot = _limped()
    robot.act("raise", 11_500)
    assert (robot.actor, queries.to_call_chips(robot.table)) == (3, 7500)
    assert _open_to_raise(robot)


def test_a_checker_faces_an_opening_all_in_under_the_minimum() -> None:
    robot = _flop({1: 160, 2: 5000, 3: 5000, 4: 5000}, (50, 100), button=2)
    robot.act("check")
    robot.act("check")
    robot.act("all-in")
    assert queries.to_call_chips(robot.table) == 60
    assert queries.min_raise_to_chips(robot.table) == 160  # the button has not acted: full size over what lies there
    robot.act("call")
    assert queries.may(robot.table) == ("fold", "call")


def test_a_short_big_blind_is_called_in_full() -> None:
    robot = Robot().open({1: 5000, 2: 5000, 3: 30, 4: 5000}, (50, 100), button=1)
    robot.deal()
    assert (robot.actor, queries.to_call_chips(robot.table)) == (4, 100)
    assert queries.min_raise_to_chips(robot.table) == 200


def test_a_blind_that_covers_the_short_big_blind_has_nothing_to_decide() -> None:
    robot = Robot().open({1: 5000, 2: 30}, (50, 100), button=1)
    robot.deal()
    assert robot.actor is None
    assert queries.tables_now(robot.table) == (2, 1)
    assert queries.returns_due(robot.table) == ((1, 20),)


@pytest.mark.parametrize("book", ["figp-2012", "tda-2019"])
def test_one_large_chip_of_a_player_who_may_not_raise_names_no_least_raise(book: str) -> None:
    robot = Robot(book=package_rulebook(book)).open(dict.fromkeys(range(1, 5), 10_000), (100, 200), button=1)
    robot.deal()
    robot.push(4, ((5000, 1),))
    assert dict(robot.findings[-1].facts)["min_raise_to_chips"] == 400, "he may raise"
    robot = Robot(book=package_rulebook(book)).open({1: 10_000, 2: 10_000, 3: 1300, 4: 10_000}, (100, 200), button=1)
    robot.deal()
    robot.act("raise", 1000)
    for _ in range(2):
        robot.act("fold")
    robot.act("all-in")
    assert queries.may(robot.table) == ("fold", "call")
    robot.push(4, ((5000, 1),))
    found = [finding for finding in robot.findings if finding.topic in ("overchip", "prior-bet-chips")]
    assert found, "one chip, beside those of the raise"
    assert all(dict(one.facts) == {"pushed_chips": 5000, "to_call_chips": 300} for one in found)
