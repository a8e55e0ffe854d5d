"""A bet of which one tray alone shows anything, keyed or not: it is nothing to ask about, nor a debt."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from firmware_bridge.simulator.world import BANK
from table_controller.vocabulary.commands import Confirm, Say
from table_controller.vocabulary.views import plainly

DEAD = ("bet:4 off", "stack:4 off")


def owed(evening: Evening) -> dict[int, int]:
    return {one.seat: one.owes_chips for one in evening.view.seats if one.owes_chips}


@pytest.mark.parametrize("dead", DEAD)
@pytest.mark.parametrize("keyed", ["first", "after", "after an answer"])
def test_a_bet_of_which_one_tray_shows_nothing(dead: str, keyed: str) -> None:
    evening = Evening()
    evening.do(f"fault {dead}", "wait 3")
    if keyed == "first":
        evening.key(Say("raise", 4, 500))
    evening.do("4: pushes 5x100", "wait 3" if keyed == "after" else "wait 8")
    if keyed == "after an answer":
        for prompt in evening.view.prompts:
            evening.key(Confirm(prompt.prompt, prompt.answers[0]))
    if keyed != "first" and evening.acts().get(4) is None:
        evening.key(Say("raise", 4, 500))
    evening.do("wait 4")
    assert (evening.view.prompts, owed(evening)) == ((), {})
    evening.do("5: mucks", f"fault {dead.partition(' ')[0]} ok", "wait 5")
    assert (evening.view.prompts, evening.view.differences, owed(evening)) == ((), (), {})
    assert evening.acts()[4] == ("raise", 500)
    assert {one.seat: one.stack_chips for one in evening.view.seats}[4] == 9_500
    assert [finding for one in evening.session.happened for finding in one.findings] == []


def test_another_amount_than_he_said_is_owed() -> None:
    """Planted: he says 500, and 400 lie there."""
    evening = Evening()
    evening.do("fault stack:4 off", "wait 3")
    evening.key(Say("raise", 4, 500))
    evening.do("4: pushes 4x100", "wait 8")
    assert owed(evening) == {4: 100}


def test_a_tray_that_lives_is_believed() -> None:
    """Planted: he says 500, and puts them into his pocket."""
    evening = Evening()
    evening.key(Say("raise", 4, 500))
    evening.felt.process.table.world.chips.move(((100, 5),), "stack:4", BANK)
    evening.do("wait 8")
    assert (len(evening.view.prompts), owed(evening)) == (1, {4: 500})


@pytest.mark.parametrize("dead", DEAD)
@pytest.mark.parametrize("pause_s", [1, 4])
@pytest.mark.parametrize("back_after", [1, 3, 6])
def test_the_chips_of_the_seat_to_act_are_its_act(dead: str, pause_s: int, back_after: int) -> None:
    """Nobody keys it, and others act at once: what came of the bet is told in its place."""
    evening = Evening()
    evening.do(f"fault {dead}", "wait 3", "4: pushes 3x100", f"wait {pause_s}")
    for step, line in enumerate(("5: mucks", "6: mucks", "1: mucks", "2: mucks", "3: mucks", "wait 3"), 1):
        evening.do(line)
        if step == back_after:
            evening.do(f"fault {dead.partition(' ')[0]} ok", "wait 2")
    assert (evening.view.prompts, evening.view.differences, owed(evening)) == ((), (), {})
    act = plainly(evening.view).next
    assert (act.code, act.seat, act.chips) == ("return-chips", 4, 200)
    evening.do("4: pulls 2x100", "wait 1", "sweep", "wait 1", "pay 4", "wait 3")
    assert (evening.view.prompts, evening.view.differences) == ((), ())
    assert [one.stack_chips for one in evening.view.seats] == [10_000, 9_950, 9_900, 10_150, 10_000, 10_000]
    assert [finding for one in evening.session.happened for finding in one.findings] == []


def test_chips_that_another_one_puts_in_are_asked_about() -> None:
    """Planted: it is the turn of seat 4."""
    evening = Evening()
    evening.do("fault stack:5 off", "wait 3", "5: pushes 3x100", "wait 8")
    assert [prompt.kind for prompt in evening.view.prompts] == ["half-come"]
