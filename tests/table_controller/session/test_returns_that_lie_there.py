"""What goes back is what lies in front: NEXT asks for no chips that are gone, and leaves none that lie there."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from table_controller.vocabulary.commands import Confirm, Done, Rule
from table_controller.vocabulary.views import NextAct


def on_screen(evening: Evening) -> NextAct:
    return evening.view.on_screen or evening.view.next


def answer(evening: Evening, word: str) -> None:
    (asked,) = evening.view.prompts
    evening.key(Confirm(asked.prompt, word))


@pytest.fixture
def over_chip() -> Evening:
    """The round is over: 200 of the 500 with which seat 5 called go back; the tray of its stack is stuck."""
    evening = Evening()
    evening.do("4: pushes 3x100", "wait 2", "5: pushes 500", "wait 2")
    evening.do("6: mucks", "1: mucks", "2: mucks", "3: mucks", "wait 1", "fault stack:5 stuck")
    assert on_screen(evening) == NextAct("return-chips", 5, 200)
    return evening


def test_nothing_is_returned_of_a_bet_that_is_gone(over_chip: Evening) -> None:
    over_chip.do("5: pulls 500", "wait 3")
    assert on_screen(over_chip) == NextAct("answer-first"), "where have they gone?"
    answer(over_chip, "ignore")
    assert on_screen(over_chip) == NextAct("bet-back", 5, 500)
    over_chip.do("5: pushes 500", "wait 3")
    assert on_screen(over_chip) == NextAct("return-chips", 5, 200)


def test_who_keys_that_the_bet_lies_there_again_is_believed(over_chip: Evening) -> None:
    over_chip.do("5: pulls 500", "wait 3")
    answer(over_chip, "ignore")
    over_chip.key(Done("bet-back", 5, 500))
    assert over_chip.view.differences == ()
    assert on_screen(over_chip) == NextAct("return-chips", 5, 200)


def test_after_a_misdeal_all_goes_back_that_lies_there() -> None:
    evening = Evening()
    evening.do(
        "4: pushes 1000 2x500", "wait 2", "fault stack:4 stuck", "5: mucks", "6: mucks", "4: pushes 500", "wait 3"
    )
    answer(evening, "no")
    evening.key(Rule("misdeal"))
    assert on_screen(evening) == NextAct("chips-back", 4, 500), "what was no bet, too"
    evening.key(Done("chips-back", 4, 500))
    assert on_screen(evening) == NextAct("return-chips", 4, 2000)
