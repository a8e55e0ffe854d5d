"""What trays count at a hand's end: a lost chip is found, and regular play gives no false alarm."""

from __future__ import annotations

import pytest
from support.robot import Robot

from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, POT, bet_zone, stack_zone
from table_controller.game.queries import behind_chips
from table_controller.inference.chip_accounts import ChipFlow, Unmatched
from table_controller.inference.doubt import PATIENCE_S
from table_controller.inference.tray_counts import trays_counted
from table_controller.projections.effects import choices_of
from table_controller.projections.table_view import miscounts_of
from table_controller.vocabulary import events as ev
from table_controller.vocabulary.events import ChipsRaced, TraysCounted
from table_controller.vocabulary.findings import Finding

LIES = {stack_zone(1): ((100, 5),), stack_zone(2): ((100, 7),), bet_zone(1): (), POT: ((25, 4),)}


def settled(stacks: dict[int, int] | None = None) -> Robot:
    """A hand that everybody folded to seat 3, not yet put away, its pot not yet pushed."""
    robot = Robot().open(stacks or {1: 10000, 2: 10000, 3: 10000})
    robot.deal()
    while robot.table.hand.phase != "settled":
        robot.act("fold")
    return robot


def count(robot: Robot, **lost: int) -> tuple[Finding, ...]:
    """Trays count what the game believes, but for what is lost, by ``s2=500``."""
    seats = range(1, robot.table.setup.seats + 1)
    stacks = tuple((seat, behind_chips(robot.table, seat) - lost.get(f"s{seat}", 0)) for seat in seats)
    return told(robot, TraysCounted(stacks, None, 1.0))


def told(robot: Robot, event: ev.Event) -> tuple[Finding, ...]:
    """The findings on one event."""
    before = len(robot.findings)
    robot.do(event)
    return tuple(robot.findings[before:])


def test_trays_that_agree_are_no_finding_even_while_the_pot_is_not_pushed() -> None:
    assert count(settled()) == ()


def test_a_lost_chip_is_a_case_with_what_should_be_there_and_what_is() -> None:
    robot = settled()
    (found,) = count(robot, s2=500)
    facts = {name: int(value) for name, value in found.facts}
    assert (found.topic, found.seat) == ("chip-handling", 2)
    assert facts["expected_chips"] - facts["counted_chips"] == 500
    assert not found.stops_play
    (shown,) = miscounts_of(robot.table)
    assert (shown.seat, shown.expected_chips - shown.counted_chips) == (2, 500)


def test_two_stacks_that_differ_are_one_case_and_the_sum_is_told() -> None:
    robot = settled()
    stacks = tuple((seat, behind_chips(robot.table, seat) - 25 * (seat < 3)) for seat in (1, 2, 3))
    middle = 30000 - sum(behind_chips(robot.table, seat) for seat in (1, 2, 3))
    (found,) = told(robot, TraysCounted(stacks, middle, 1.0))
    assert found.seat is None
    assert [shown.seat for shown in miscounts_of(robot.table)] == [1, 2]
    facts = {name: int(value) for name, value in found.facts}
    assert facts["expected_sum_chips"] - facts["counted_sum_chips"] == 50


def test_the_floor_takes_the_count_and_the_next_one_closes_the_case() -> None:
    robot = settled()
    count(robot, s2=500)
    before = robot.table.ledger[1].stack_chips
    (case,) = robot.table.cases
    assert [choice.name for choice in choices_of(robot.table, case, robot.book)] == ["accept-count", "count-again"]
    robot.do(ev.FloorRuled("accept-count", (), "floor", "", 1.0))
    assert robot.table.ledger[1].stack_chips == before - 500
    assert miscounts_of(robot.table) == ()


def test_a_case_stays_on_the_screen_into_the_next_hand_until_a_count_agrees() -> None:
    robot = settled()
    count(robot, s2=500)
    robot.do(ev.HandPutAway(1.0))
    robot.do(ev.Riffled(2.0))
    assert [shown.seat for shown in miscounts_of(robot.table)] == [2]


def test_a_count_in_the_middle_of_a_hand_says_nothing() -> None:
    robot = Robot().open({1: 10000, 2: 10000, 3: 10000})
    robot.deal()
    assert told(robot, TraysCounted(((1, 5), (2, 5)), 0, 1.0)) == ()


def owing(owed: int, chips: int) -> Robot:
    """A hand in which seat 1 has said a raise to so much, and a stack that holds so many chips."""
    robot = Robot().open({1: 10000, 2: 10000, 3: 10000})
    robot.deal()
    robot.do(ev.Declared(1, "raise", owed, "before", 5.0))
    told(robot, TraysCounted(((1, chips),), None, 6.0))
    return robot


def test_a_bet_whose_chips_are_not_there_stops_play_until_the_floor_has_spoken() -> None:
    robot = owing(6000, 5000)
    (case,) = robot.table.cases
    assert case.finding.stops_play
    assert [choice.name for choice in choices_of(robot.table, case, robot.book)] == ["accept-count", "void-hand"]
    told(robot, TraysCounted(((1, 5000),), None, 7.0))
    assert len(robot.table.cases) == 1
    robot.do(ev.FloorRuled("accept-count", (), "floor", "", 8.0))
    assert (robot.table.ledger[0].stack_chips, robot.table.betting.stands[0].bet_chips) == (0, 5000)
    assert robot.table.betting.stands[0].status == "all-in"


def test_a_bet_whose_chips_are_there_is_no_case_and_closes_one() -> None:
    assert not owing(6000, 6000).table.cases
    robot = owing(6000, 5000)
    told(robot, TraysCounted(((1, 6000),), None, 7.0))
    assert not robot.table.cases


def test_chips_that_are_missing_behind_a_bet_that_is_paid_leave_the_stack_alone() -> None:
    robot = owing(6000, 5000)
    robot.do(ev.HiddenChipsFound(1, ((1000, 3),), 7.0))
    robot.do(ev.FloorRuled("accept-count", (), "floor", "", 8.0))
    assert (robot.table.ledger[0].stack_chips, robot.table.betting.stands[0].bet_chips) == (2000, 6000)


@pytest.mark.parametrize(
    ("flow", "stacks", "middle"),
    [
        (ChipFlow(lies=LIES), ((1, 500), (2, 700)), 100),
        (ChipFlow(lies=LIES, unseen={stack_zone(2): 1.0}), ((1, 500),), None),
        (ChipFlow(lies=LIES, unseen={POT: 1.0}), ((1, 500), (2, 700)), None),
        (ChipFlow(lies=LIES, gaps={stack_zone(1): Unmatched((), ((100, 1),), 1.0, 1.0, 1.0)}), ((2, 700),), None),
        (
            ChipFlow(lies=LIES, adrift={stack_zone(1): Unmatched((), ((100, 1),), 10.0, 10.0, 10.0)}),
            ((2, 700),),
            None,
        ),
        (
            ChipFlow(lies=LIES, adrift={stack_zone(1): Unmatched((), ((100, 1),), 1.0, 1.0, 10.0 - PATIENCE_S)}),
            ((1, 500), (2, 700)),
            100,
        ),
    ],
    ids=["all", "a stack out of sight", "the pot out of sight", "asked about", "just moved", "moved long ago"],
)
def test_only_trays_in_sight_and_at_rest_are_counted(
    flow: ChipFlow, stacks: tuple[tuple[int, int], ...], middle: int | None
) -> None:
    assert trays_counted(flow, 10.0) == TraysCounted(stacks, middle, 10.0)


def test_without_trays_there_is_no_count() -> None:
    assert trays_counted(ChipFlow(), 1.0) is None
    assert trays_counted(ChipFlow(lies={POT: ((25, 4),)}), 1.0) is None
    assert BOARD not in LIES


@pytest.mark.parametrize(
    ("denomination", "drawn", "cause"),
    [(25, (), "race-cards-missing"), (30, (), "no-such-race"), (100, (), "no-such-race")],
)
def test_a_race_that_cannot_be_is_told(denomination: int, drawn: tuple[()], cause: str) -> None:
    robot = Robot().open({1: 75, 2: 10025, 3: 10000})
    robot.table = replace(robot.table, setup=replace(robot.table.setup, denominations=(25, 100, 500)))
    (found,) = told(robot, ChipsRaced(denomination, drawn, 1.0))
    assert dict(found.facts)["cause"] == cause
    assert robot.table.ledger[0].stack_chips == 75
