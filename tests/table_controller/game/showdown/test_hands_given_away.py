"""Whose cards lie at other players' seats has no hand any more, where the book prints that."""

from __future__ import annotations

import pytest
from support.robot import Robot

from firmware_bridge.vocabulary.zones import Zone, seat_zone
from table_controller.game.queries import live_seats
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.custody import lying
from table_controller.vocabulary import events as ev


@pytest.fixture
def robot() -> Robot:
    """Seat 2 has two cards and the hand is at the flop."""
    table = Robot(package_rulebook("figp-2012"))
    table.open(dict.fromkeys((1, 2, 3, 4), 10_000), (50, 100))
    table.deal()
    for kind in ("call", "call", "call", "check"):
        table.act(kind)
    table.street()
    return table


def hands_over(robot: Robot, *zones: Zone) -> None:
    cards = lying(robot.table.cards, seat_zone(2))
    for handle, zone in zip(cards, zones, strict=False):
        robot.do(ev.CardStrayed(handle, zone, robot.now_s))


def test_both_cards_at_one_seat(robot: Robot) -> None:
    hands_over(robot, seat_zone(3), seat_zone(3))
    assert 2 not in live_seats(robot.table)
    assert not robot.table.cases


def test_one_of_them_read_across_the_line(robot: Robot) -> None:
    """The antenna beside heard the first card: no card lies at home all the same."""
    hands_over(robot, seat_zone(4), seat_zone(3))
    assert 2 not in live_seats(robot.table)
    assert not robot.table.cases, "what was asked of the first card is answered"


def test_one_card_alone_is_only_asked_about(robot: Robot) -> None:
    hands_over(robot, seat_zone(3))
    assert 2 in live_seats(robot.table)
    assert [case.finding.topic for case in robot.table.cases] == ["dead-hand"]
