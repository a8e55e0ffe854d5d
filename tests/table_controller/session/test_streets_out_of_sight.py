"""Streets that were dealt while nobody saw the middle: asked about as a dealer deals them, and nobody is accused."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from table_controller.game import queries
from table_controller.inference import implied
from table_controller.vocabulary.commands import Confirm, Say

TO_THE_FLOP = (*(f"{seat}: mucks" for seat in (4, 5, 6, 1)), "2: pushes 2x25", "wait 1")
FLOP, TURN, RIVER = "flop 2c 7d 9h", "turn Ks", "river Qs"


def before_the_flop(*last: str) -> Evening:
    """Two players have seen the betting before the flop through, its bets are in; then what comes `last`."""
    evening = Evening()
    evening.do(*TO_THE_FLOP)
    evening.key(Say("check"))
    evening.do("sweep", "wait 2", *last)
    return evening


@pytest.fixture
def evening() -> Evening:
    """The plug of the middle is out."""
    return before_the_flop("unplug centre", "wait 2")


@pytest.fixture
def board_is_out() -> Evening:
    """Only the reader of the board is dead: burns are seen, streets are not."""
    return before_the_flop("fault board off", "wait 2")


def found(evening: Evening) -> list[str]:
    """What the hand, as it is told now, finds wrong."""
    return [finding.topic for one in evening.session.happened for finding in one.findings]


def asked(evening: Evening) -> list[str]:
    return [prompt.kind for prompt in evening.view.prompts]


def answer(evening: Evening, word: str) -> None:
    evening.key(Confirm(evening.view.prompts[0].prompt, word))
    evening.do("wait 1")


def test_flop_and_turn_that_nobody_saw_are_one_question_then_the_checks_between_them(evening: Evening) -> None:
    evening.do(FLOP, "wait 2", TURN, "wait 2", "plug centre", "wait 8")
    assert asked(evening) == ["gap-streets"]
    assert evening.view.prompts[0].chips == 4
    answer(evening, "yes")
    assert asked(evening) == ["unsaid-checks"]
    answer(evening, "yes")
    assert (evening.view.board, evening.view.street) == (("2c", "7d", "9h", "Ks"), "turn")
    assert queries.who_acts(evening.session.table) == 2
    assert found(evening) == []
    evening.do("wait 4")
    assert asked(evening) == [], "what is answered is not asked again"


def test_a_whole_board_that_nobody_saw_is_one_question_too(evening: Evening) -> None:
    evening.do(FLOP, "wait 2", TURN, "wait 2", RIVER, "wait 2", "plug centre", "wait 8")
    assert asked(evening) == ["gap-streets"]
    answer(evening, "yes")
    while asked(evening):
        assert asked(evening) == ["unsaid-checks"]
        answer(evening, "yes")
    assert (evening.view.board, evening.view.street) == (("2c", "7d", "9h", "Ks", "Qs"), "river")
    assert found(evening) == []


def test_streets_that_were_not_dealt_are_not_asked_about_again(evening: Evening) -> None:
    evening.do(FLOP, "wait 2", TURN, "wait 2", "plug centre", "wait 8")
    answer(evening, "no")
    evening.do("wait 6")
    assert asked(evening) == []
    assert (evening.view.board, evening.view.street) == ((), "preflop")


def test_a_flop_alone_is_asked_about_as_ever(evening: Evening) -> None:
    evening.do(FLOP, "wait 2", "plug centre", "wait 8")
    assert asked(evening) == ["gap-burned", "gap-boarded"]


def test_four_cards_after_one_burn_are_no_two_streets(evening: Evening) -> None:
    evening.do(FLOP, "wait 2", "board Ks", "wait 2", "plug centre", "wait 8")
    assert asked(evening) == ["gap-burned", "gap-boarded"]
    answer(evening, "yes")
    answer(evening, "yes")
    assert found(evening) == ["four-card-flop"]


def test_who_bets_on_a_flop_that_nobody_saw_is_not_accused(evening: Evening) -> None:
    evening.do(FLOP, "wait 3", "2: pushes 2x100", "wait 2", "3: pushes 2x100", "wait 2")
    assert found(evening) == []
    assert evening.acts() == {2: ("bet", 200), 3: ("call", 200)}
    assert evening.view.street == "flop"
    evening.do("plug centre", "wait 8")
    assert asked(evening) == [], "the cards that lie there are those of the flop"
    assert evening.view.board == ("2c", "7d", "9h")


def test_what_followed_on_the_turn_is_asked_about_after_it(evening: Evening) -> None:
    evening.do(FLOP, "wait 3", "2: pushes 2x100", "wait 2", "3: pushes 2x100", "wait 2", "sweep", "wait 1", TURN)
    evening.do("wait 2", "plug centre", "wait 8")
    assert asked(evening) == ["gap-burned", "gap-boarded"]
    while asked(evening):
        answer(evening, "yes")
    assert (evening.view.board, evening.view.street) == (("2c", "7d", "9h", "Ks"), "turn")
    assert found(evening) == []


def test_chips_that_come_as_the_plug_is_pulled_came_before_any_flop(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted failure: a table that takes every act without a turn for one on a street that nobody saw."""
    evening.do("plug centre", "wait 8", "unplug centre", "2: pushes 2x100", "wait 2")
    assert found(evening) == ["irregular"]
    again = Evening()
    again.do(*TO_THE_FLOP)
    again.key(Say("check"))
    again.do("sweep", "wait 2")
    monkeypatch.setattr(implied, "STREET_S", -60.0)
    again.do("unplug centre", "2: pushes 2x100", "wait 2")
    assert found(again) == []


def test_a_second_burn_over_a_dead_board_is_no_wrong_burn(board_is_out: Evening) -> None:
    board_is_out.do(FLOP, "wait 3", TURN, "wait 2")
    assert (asked(board_is_out), board_is_out.view.street) == (["unsaid-checks"], "flop")
    answer(board_is_out, "yes")
    board_is_out.do("fault board ok", "wait 6")
    assert (board_is_out.view.board, board_is_out.view.street) == (("2c", "7d", "9h", "Ks"), "turn")
    assert found(board_is_out) == []


def told_after_two_burns_as_the_board_dies() -> tuple[list[str], list[str]]:
    evening = before_the_flop("burn", "wait 1", "fault board off", "burn", "wait 2")
    return found(evening), asked(evening)


def test_a_turn_that_is_read_before_the_checks_are_answered_is_no_card_too_many_of_the_flop(
    board_is_out: Evening,
) -> None:
    """The flop in the dark was told as late as the burn after it, which then was a second one of the flop."""
    board_is_out.do(FLOP, "wait 2", TURN, "wait 2", "fault board ok", "wait 3")
    assert asked(board_is_out) == ["unsaid-checks"]
    answer(board_is_out, "yes")
    assert (board_is_out.view.board, board_is_out.view.street) == (("2c", "7d", "9h", "Ks"), "turn")
    assert found(board_is_out) == []


def test_a_burn_right_after_a_burn_is_one_too_many_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted failure: a table that takes any burn over a dead board for the next street's."""
    assert told_after_two_burns_as_the_board_dies() == (["burn-error"], [])
    monkeypatch.setattr(implied, "STREET_S", -10.0)
    assert told_after_two_burns_as_the_board_dies() == (["premature-board"], ["unsaid-checks"])


@pytest.mark.parametrize("came", ["burn", ""])
def test_a_burn_that_nobody_saw_is_that_of_the_flop_that_comes(evening: Evening, came: str) -> None:
    """The planted failure: nothing lies at the burn."""
    evening.do(*([came] if came else []), "wait 1", "plug centre", "wait 1.5", "board 2c 7d 9h", "wait 2")
    assert found(evening) == ([] if came else ["burn-error"])
    assert (asked(evening), evening.view.board) == ([], ("2c", "7d", "9h"))
