"""A bet that the dealer keyed, while one tray alone shows that chips moved: it is nothing to ask about, nor a debt."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from firmware_bridge.simulator.world import BANK
from table_controller.vocabulary.commands import Confirm, Say

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
