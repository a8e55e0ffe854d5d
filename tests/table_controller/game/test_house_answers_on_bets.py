"""Answers that no book gives but a house may: what the word, the added chips and the wrong words then are."""

from __future__ import annotations

import pytest
from support.robot import TDA, Robot

from firmware_bridge.vocabulary.chips import parse_chips
from table_controller.game.rulebooks.loader import with_house
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.ledger import owes_chips
from table_controller.vocabulary.events import Declared, Word
from table_controller.vocabulary.outcomes import ActRuled

IPO = package_rulebook("ipo-2015")


def facing_600(book: Rulebook, to: int = 600) -> Robot:
    """Seat 1 of four is to act on a raise to 600, or to `to`."""
    robot = Robot(book).open(dict.fromkeys((1, 2, 3, 4), 10_000), (100, 200), button=1)
    robot.deal()
    robot.act("raise", to)
    robot.findings.clear()
    assert robot.actor == 1
    return robot


def options(robot: Robot) -> list[str]:
    return [option.name for option in robot.findings[-1].options]


@pytest.mark.parametrize(
    ("word", "said_chips", "ruled"),
    [
        ("raise", 1600, ActRuled(1, "raise", 1600, all_in=False)),
        ("raise", None, ActRuled(1, "raise", 1000, all_in=False)),
        ("raise", 700, ActRuled(1, "raise", 1000, all_in=False)),
        ("number", 1200, ActRuled(1, "raise", 1200, all_in=False)),
        ("all-in", None, ActRuled(1, "raise", 10_000, all_in=True)),
    ],
)
def test_where_the_voice_rules_the_word_makes_the_call_something_else(
    word: Word, said_chips: int | None, ruled: ActRuled
) -> None:
    robot = facing_600(with_house(IPO, [("voice_vs_chips", "voice")]))
    robot.push(1, parse_chips("500 100"))
    robot.say(1, word, said_chips)
    assert robot.outcomes[-1] == ruled
    assert owes_chips(robot.table.ledger[0]) == ruled.to_chips - 600
    assert robot.actor == 2, "the next seat faces the new bet"
    assert robot.table.betting.level_chips == ruled.to_chips


def test_where_the_first_counts_the_same_word_changes_nothing() -> None:
    robot = facing_600(IPO)
    robot.push(1, parse_chips("500 100"))
    robot.say(1, "raise", 1600)
    assert robot.table.betting.level_chips == 600
    assert dict(robot.findings[-1].facts)["as_kind"] == "call", "what the chips count as is told with the word in vain"


def test_a_clear_word_with_the_chips_goes_before_them() -> None:
    robot = facing_600(IPO)
    robot.push(1, parse_chips("500 100"))
    robot.do(Declared(1, "raise", 1600, "with", robot.now_s))
    assert robot.outcomes[-1] == ActRuled(1, "raise", 1600, all_in=False)
    assert [(found.topic, found.cite.ref) for found in robot.findings] == [("betting-method", "43-A")]


def test_a_word_with_the_chips_that_cannot_be_played_changes_nothing() -> None:
    robot = facing_600(IPO)
    robot.act("all-in")
    robot.act("fold")
    robot.act("fold")
    robot.push(4, 9400)  # a call with all that is left
    robot.do(Declared(4, "raise", 20_000, "with", robot.now_s))
    assert robot.table.betting.level_chips == 10_000
    assert sum(money.committed_chips for money in robot.table.ledger) == 20_300


def test_the_floor_decides_on_the_added_chips_alone_where_the_call_stands() -> None:
    for outcome, offered in (
        ("call_then_floor", ["take-back", "stands"]),
        ("floor", ["take-back", "stands", "min-raise"]),
    ):
        robot = facing_600(with_house(TDA, [("string_bet.outcome", outcome)]))
        robot.push(1, parse_chips("500 100"))
        robot.push(1, 1000)
        assert options(robot) == offered, outcome


def test_words_left_to_the_floor_mean_something_and_words_without_a_rule_may_mean_nothing() -> None:
    for answer, offered in (
        ("floor", ["call-or-fold", "warning"]),
        ("silent", ["call-or-fold", "play-on", "warning"]),
    ):
        robot = facing_600(with_house(TDA, [("invalid_declarations", answer)]))
        robot.say(1, "check")
        assert options(robot) == offered, answer


def test_chips_of_two_values_are_the_floors_where_no_rule_is_printed() -> None:
    silent = with_house(TDA, [("multi_chip.denominations", "silent")])
    robot = facing_600(silent, 650)
    robot.push(1, parse_chips("500 2x100"))  # all of them are needed
    assert options(robot) == ["call", "min-raise", "take-back"]
    robot = facing_600(silent, 650)
    robot.push(1, parse_chips("7x100"))  # of one value
    assert robot.outcomes[-1] == ActRuled(1, "call", 650, all_in=False)
