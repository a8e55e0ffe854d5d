"""Chips that a seat owes by rule or word, and that move while one of its trays is out: nobody is asked."""

from __future__ import annotations

import pytest
from support.felt_prompt import DEALT, Evening

from table_controller.vocabulary.commands import Confirm, MarkFold, Say
from table_controller.vocabulary.views import plainly

STORY = (
    *("5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1", "key", "wait 1", "sweep", "wait 2"),
    *("burn", "board 3", "wait 2"),
)


@pytest.mark.parametrize("zone", ["bet:3", "stack:3", "pot"])
@pytest.mark.parametrize("back_after", [1, 2, 8, 13, 99])
def test_a_blind_that_one_tray_shows_is_a_blind(zone: str, back_after: int) -> None:
    """Off before the blinds, in sight again after so many steps."""
    evening = Evening(())
    evening.do(f"fault {zone} off", "wait 3")
    asked: set[str] = set()
    for step, line in enumerate((*DEALT, "4: pushes 100", *STORY)):
        if step == back_after + 1:
            evening.do(f"fault {zone} ok", "wait 4")
        if line == "key":
            evening.key(Say("check", 3))
        else:
            evening.do(line)
        asked |= {prompt.kind for prompt in evening.view.prompts}
    assert asked == set()
    assert (evening.view.street, evening.view.differences) == ("flop", ())
    assert [one.stack_chips for one in evening.view.seats] == [10_000, 9_950, 9_900, 9_900, 10_000, 10_000]
    assert [finding for one in evening.session.happened for finding in one.findings] == []


def test_bets_are_brought_in_once_their_trays_are_back() -> None:
    """The big blind and the first raiser play in the dark, up to a bet on the flop; then their trays are back."""
    evening = Evening()
    evening.do("unplug seats-1-4", "wait 1")
    evening.key(Say("raise", 4, 300))
    evening.do("4: pushes 3x100", "5: mucks", "6: mucks")
    for seat in (1, 2):
        evening.key(MarkFold(seat))
        evening.do(f"{seat}: mucks")
    evening.key(Say("call", 3))
    evening.do("3: pushes 2x100", "wait 1", "sweep", "wait 1", "flop", "wait 1")
    evening.key(Say("check", 3))
    evening.key(Say("bet", 4, 500))
    evening.do("4: pushes 500", "wait 1", "plug seats-1-4", "wait 4", "3: pushes 500", "wait 2")
    assert (evening.view.prompts, evening.view.differences) == ((), ())
    assert plainly(evening.view).next.code == "gather-bets"
    evening.do("sweep", "wait 2")
    assert plainly(evening.view).next.code == "burn"
    assert [one.stack_chips for one in evening.view.seats] == [10_000, 9_950, 9_200, 9_200, 10_000, 10_000]


def test_a_bet_from_a_stack_whose_tray_is_stuck_is_asked_about_and_counts() -> None:
    """Only "play on" was offered, and the chips were a phantom in front for hands."""
    evening = Evening((*DEALT, "fault stack:4 stuck", "4: pushes 3x100", "wait 3"))
    (asked,) = evening.view.prompts
    assert (asked.kind, asked.seat, asked.chips, asked.answers) == ("came-in-front", 4, 300, ("yes", "no"))
    evening.key(Confirm(asked.prompt, "yes"))
    assert evening.acts()[4] == ("raise", 300)
    evening.do("5: pushes 3x100", "6: mucks", "1: mucks", "2: mucks", "3: mucks", "sweep", "wait 2")
    evening.do("fault stack:4 ok", "wait 4")
    assert (evening.view.prompts, evening.view.differences) == ((), ())
    assert evening.view.seats[3].stack_chips == 9_700


def test_chips_that_nobody_pushed_are_left_so() -> None:
    """Planted: the dealer says that he did not."""
    evening = Evening((*DEALT, "fault stack:4 stuck", "4: pushes 3x100", "wait 3"))
    evening.key(Confirm(evening.view.prompts[0].prompt, "no"))
    assert 4 not in evening.acts()
    assert [(one.place, one.seat, one.chips) for one in evening.view.differences] == [("front", 4, 300)]


def test_a_blind_out_of_sight_is_swept_with_the_rest_of_its_call() -> None:
    """The call was asked about and told; the blind stayed as "100 more in the middle"."""
    evening = Evening(("fault bet:3 off", "wait 2", *DEALT))
    evening.do("4: pushes 3x100", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "3: pushes 2x100", "sweep", "wait 3")
    (asked,) = evening.view.prompts
    assert asked.chips == 200
    evening.key(Confirm(asked.prompt, "yes"))
    evening.do("wait 4")
    assert (evening.view.prompts, evening.view.differences) == ((), ())
    assert plainly(evening.view).next.code == "burn"


def test_a_hand_with_a_stuck_stack_tray_leaves_no_phantom() -> None:
    """What he said, what is due back and what he has won went where the books have it, to the chip."""
    evening = Evening((*DEALT, "fault stack:4 stuck", "wait 1", "4: pushes 3x100"))
    evening.key(Say("raise", 4, 300))
    assert (evening.acts()[4], evening.view.seats[3].owes_chips) == (("raise", 300), 0)
    evening.do("5: mucks", "6: mucks", "1: mucks", "2: mucks", "3: mucks", "wait 1", "4: pulls 2x100", "wait 4")
    evening.do("sweep", "wait 2", "pay 4", "wait 4", "puck 2", "wait 1")
    assert evening.view.next.code == "new-hand"
    assert (evening.view.prompts, evening.view.differences) == ((), ())
    evening.do("fault stack:4 ok", "wait 5")
    assert (evening.view.prompts, evening.view.differences) == ((), ())
    assert evening.view.seats[3].stack_chips == 10_150


def test_chips_that_are_not_what_is_due_back_are_asked_about() -> None:
    """Planted: he takes another amount than is due."""
    evening = Evening((*DEALT, "fault stack:4 stuck", "wait 1", "4: pushes 3x100"))
    evening.key(Say("raise", 4, 300))
    evening.do("5: mucks", "6: mucks", "1: mucks", "2: mucks", "3: mucks", "wait 1", "4: pulls 100", "wait 4", "puck 1")
    assert [one.kind for one in evening.view.prompts] == ["chips-went"]
