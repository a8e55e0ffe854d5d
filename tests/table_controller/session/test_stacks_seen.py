"""How sure each stack is, and since when: what a broadcast says beside a chip count."""

from __future__ import annotations

import pytest
from support.dealt_tables import BOOK, opened
from support.felt_prompt import Evening

from table_controller.controller.controller import fold
from table_controller.inference.stacks_seen import UnseenStack
from table_controller.session.session import open_table
from table_controller.session.state import new_session
from table_controller.vocabulary.commands import Confirm, SeatPlayer, UnseatPlayer
from table_controller.vocabulary.views import CountView


@pytest.fixture
def evening() -> Evening:
    """Six players before the flop, seat 4 to act, every tray in sight."""
    made = Evening()
    made.do("wait 2")
    return made


def count(evening: Evening, seat: int) -> CountView:
    return next(one for one in evening.view.counts if one.seat == seat)


def test_a_stack_whose_tray_shows_what_the_books_have_is_seen(evening: Evening) -> None:
    assert {(one.sure, one.off_chips, one.seen_s) for one in evening.view.counts} == {("seen", 0, 0.0)}


def test_a_bet_moves_for_a_moment_and_is_seen_again(evening: Evening) -> None:
    evening.do("4: pushes 3x100", pause_s=0.1)
    assert count(evening, 4).sure == "moving"
    evening.do("wait 3")
    assert (count(evening, 4).sure, evening.acts()[4]) == ("seen", ("raise", 300))


def test_a_stack_with_a_pot_that_is_still_to_be_pushed_to_it_is_moving(evening: Evening) -> None:
    """It is told with what it has won, and its tray shows it without: nobody could add them up, and it was `seen`."""
    evening.do(*(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "wait 20")
    assert [(one.seat, one.sure) for one in evening.view.counts if one.sure != "seen"] == [(3, "moving")]
    assert count(evening, 3).seen_s == pytest.approx(20, abs=5), "since it is his"
    evening.do("sweep", "pay 3", "wait 3")
    assert {one.sure for one in evening.view.counts} == {"seen"}


def test_a_stack_to_which_a_bet_goes_back_is_moving(evening: Evening) -> None:
    evening.do("4: pushes 5x100", *(f"{seat}: mucks" for seat in (5, 6, 1, 2)), "3: pushes 4x100", "wait 3")
    assert {one.sure for one in evening.view.counts} == {"seen"}, "all of it lies in front, and is no part of a stack"
    evening.do("sweep", "flop", "wait 2", "3: pushes 5x100", "wait 2", "4: mucks", "wait 3")
    assert count(evening, 3).sure == "moving"


def test_a_tray_that_goes_out_of_sight_leaves_the_books_and_when_it_was_seen_last(evening: Evening) -> None:
    evening.felt.kill("stack:4")
    evening.do("wait 60")
    told = count(evening, 4)
    assert told.sure == "books"
    assert told.seen_s == pytest.approx(60, abs=3)
    assert count(evening, 3).sure == "seen"
    journal = evening.felt.process.controller.journal
    assert fold(journal, BOOK) == evening.session, "a new start of the controller knows it too"
    evening.felt.kill("stack:4", dead=False)
    assert (count(evening, 4).sure, count(evening, 4).seen_s) == ("seen", 0.0)


def test_a_tray_that_shows_other_chips_than_the_books_says_how_many(evening: Evening) -> None:
    evening.do("take 5 500", "wait 25")
    for prompt in evening.view.prompts:
        evening.key(Confirm(prompt.prompt, "ignore"))
    evening.do("wait 5")
    told = count(evening, 5)
    assert (told.sure, told.off_chips) == ("differs", -500)
    assert told.seen_s == pytest.approx(30, abs=5), "since the chips went, and not since it was asked about"


def test_of_a_newcomer_nothing_was_seen_before_his_tray_shows_it(evening: Evening) -> None:
    evening.do(*(f"{seat}: mucks" for seat in (4, 5, 6, 1, 2)), "sweep", "pay 3", "wait 1", "gather", "wait 1")
    evening.felt.kill("stack:4")
    evening.key(UnseatPlayer(4))
    evening.key(SeatPlayer(4, "Nina", 5_000))
    assert (count(evening, 4).sure, count(evening, 4).seen_s) == ("books", None)


def test_of_a_table_that_was_just_opened_nothing_was_seen() -> None:
    session, _ = open_table(new_session(), opened(), BOOK)
    assert session.doubtful == tuple(UnseenStack(seat, "books", None) for seat in range(1, 7))
