"""Chips that a seat owes by rule or word, and that move while one of its trays is out: nobody is asked."""

from __future__ import annotations

import pytest
from support.felt_prompt import DEALT, Evening

from table_controller.vocabulary.commands import Say

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
