"""Chips that followed a word while their trays were out, and once these show that nothing has moved: owed again."""

from __future__ import annotations

import pytest
from support.felt_prompt import DEALT, Evening

from firmware_bridge.simulator.world import BANK
from firmware_bridge.vocabulary.zones import bet_zone
from table_controller.vocabulary.commands import Say
from table_controller.vocabulary.events import ChipsNotMoved


def owed(evening: Evening) -> dict[int, int]:
    return {one.seat: one.owes_chips for one in evening.view.seats if one.owes_chips}


def open_now(evening: Evening) -> tuple[object, ...]:
    findings = [finding for one in evening.session.happened for finding in one.findings]
    return evening.view.prompts, evening.view.differences, findings


@pytest.fixture
def dark() -> Evening:
    """Seat 4 says a raise to 300 whose chips nobody could see; ten seconds later they are taken to be in."""
    evening = Evening((*DEALT, "unplug seats-1-4", "wait 1"))
    evening.key(Say("raise", 4, 300))
    evening.do("wait 10")
    assert owed(evening) == {}
    return evening


def test_what_lies_where_it_lay_is_owed_again(dark: Evening) -> None:
    dark.do("plug seats-1-4", "wait 4")
    assert owed(dark) == {4: 300}
    dark.do("4: pushes 3x100", "wait 2")
    assert owed(dark) == {}
    assert dark.acts()[4] == ("raise", 300)
    assert open_now(dark) == ((), (), [])


def test_what_went_in_is_in(dark: Evening) -> None:
    dark.do("4: pushes 3x100", "plug seats-1-4", "wait 4")
    assert owed(dark) == {}
    assert open_now(dark) == ((), (), [])
    assert not any(isinstance(one.event, ChipsNotMoved) for one in dark.session.happened)


@pytest.mark.parametrize("late", [3, 4])
def test_of_two_words_one_is_owed_again(late: int) -> None:
    """Seats 4 and 3 bet in the dark, and only the chips of one of them are in when their trays are back."""
    evening = Evening((*DEALT, "unplug seats-1-4", "wait 1"))
    evening.key(Say("raise", 4, 300))
    evening.do("5: mucks", "6: mucks")
    for seat in (1, 2):
        evening.key(Say("fold", seat))
    evening.key(Say("call", 3))
    evening.do("wait 10")
    early = {4: "4: pushes 3x100", 3: "3: pushes 2x100"}
    evening.do(early[7 - late], "plug seats-1-4", "wait 4")
    assert owed(evening) == {late: {4: 300, 3: 200}[late]}
    evening.do(early[late], "wait 2")
    assert owed(evening) == {}
    assert [one.stack_chips for one in evening.view.seats] == [10_000, 9_950, 9_700, 9_700, 10_000, 10_000]


def test_what_had_left_the_stack_before_and_lies_nowhere_is_owed_again() -> None:
    """The chips are gone as the trays go out: they were taken to follow the word, and lie in front of nobody."""
    evening = Evening((*DEALT, "wait 1"))
    evening.key(Say("raise", 4, 300))
    evening.do("take 4 500 4x100", pause_s=0.6)
    evening.do("unplug seats-1-4", "wait 10")
    assert owed(evening) == {}, "some of what has left the stack was taken to be in front"
    evening.do("plug seats-1-4", "wait 4")
    assert owed(evening) == {4: 300}


def test_what_was_put_in_before_the_trays_went_out_and_is_swept_early_is_not_owed_again() -> None:
    evening = Evening((*DEALT, "wait 1"))
    evening.key(Say("raise", 4, 300))
    evening.do("unplug seats-1-4", "wait 10", "4: pushes 3x100", "sweep", "plug seats-1-4", "wait 4")
    assert owed(evening) == {}


def left_as_the_trays_went() -> Evening:
    """Seat 4 says a raise to 300; his chips have just left the stack when the plug of his trays is pulled."""
    evening = Evening((*DEALT, "wait 1"))
    evening.key(Say("raise", 4, 300))
    evening.do("take 4 3x100", pause_s=0.6)
    evening.do("unplug seats-1-4", "wait 1")
    assert owed(evening) == {}, "they were taken to have come where nobody looks"
    return evening


def puts_in(evening: Evening) -> None:
    """What the hand of seat 4 holds comes to lie in front."""
    evening.felt.process.table.chips.carry(((100, 3),), BANK, bet_zone(4))


def test_what_left_the_stack_as_its_bet_went_out_of_sight_and_came_nowhere_is_owed_again() -> None:
    evening = left_as_the_trays_went()
    evening.do("plug seats-1-4", "wait 2")
    assert owed(evening) == {4: 300}
    puts_in(evening)
    evening.do("wait 2")
    assert owed(evening) == {}
    assert evening.acts()[4] == ("raise", 300)
    assert open_now(evening) == ((), (), [])


def test_what_left_the_stack_as_its_bet_went_out_of_sight_and_came_is_in() -> None:
    evening = left_as_the_trays_went()
    puts_in(evening)
    evening.do("wait 1", "plug seats-1-4", "wait 2")
    assert owed(evening) == {}
    assert open_now(evening) == ((), (), [])
    assert not any(isinstance(one.event, ChipsNotMoved) for one in evening.session.happened)


def test_who_acted_behind_chips_that_have_not_come_has_acted() -> None:
    evening = left_as_the_trays_went()
    evening.do("5: pushes 3x100", "wait 1", "plug seats-1-4", "wait 2")
    assert owed(evening) == {4: 300}
    assert evening.acts()[5] == ("call", 300)
    puts_in(evening)
    evening.do("wait 2")
    assert open_now(evening) == ((), (), [])
