"""A sweep from places that are out of sight: the pot gained exactly what lay there, and the next bets come there."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from firmware_bridge.vocabulary.chips import parse_chips, total_chips
from table_controller.vocabulary.commands import Confirm, Say
from table_controller.vocabulary.views import plainly


@pytest.fixture
def evening() -> Evening:
    """Seats 1 and 3 have 400 each in front, the small blind is dead, and seat 1 is out of sight."""
    evening = Evening()
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: pushes 4x100", "2: mucks", "3: pushes 3x100", "wait 2")
    return evening


def settled(evening: Evening) -> list[str]:
    asked = []
    while evening.view.prompts:
        prompt = evening.view.prompts[0]
        asked.append(prompt.kind)
        evening.key(Confirm(prompt.prompt, prompt.answers[0]))
        evening.do("wait 2")
    return asked


@pytest.mark.parametrize("off", ["fault bet:1 off", "unplug seats-1-4"])
def test_what_the_pot_gained_lay_there(evening: Evening, off: str) -> None:
    evening.do(off, "wait 3", "sweep", "wait 4")
    assert evening.view.prompts == ()
    assert plainly(evening.view).next.code == "burn"
    evening.do("fault bet:1 ok" if "fault" in off else "plug seats-1-4", "wait 5")
    assert (settled(evening), evening.view.differences) == ([], ())


@pytest.mark.parametrize("bet", ["500", "6x100", "4x100", "1000"])
def test_what_was_bet_there_since_is_one_question(evening: Evening, bet: str) -> None:
    """The bet of the next street lies where the last one had been told to be gone; some of its chips are alike."""
    evening.do("unplug seats-1-4", "wait 3", "sweep", "wait 2", "burn", "board 3")
    evening.key(Say("check", 3))
    evening.do(f"1: pushes {bet}", "wait 2", "plug seats-1-4", "wait 5")
    assert settled(evening) == ["gap-pushed"]
    assert evening.acts() == {3: ("check", 0), 1: ("bet", total_chips(parse_chips(bet)))}
    assert evening.view.differences == ()


def test_what_is_less_is_asked_about(evening: Evening) -> None:
    """Planted: of the bet that nobody sees a chip is gone before it is drawn in."""
    evening.do("fault bet:1 off", "wait 3", "1: pulls 100", "wait 8", "take 1 100", "wait 1", "sweep", "wait 8")
    assert evening.view.prompts != ()
