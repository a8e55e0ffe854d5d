"""A wrong "no" to a question about chips: taken back it is asked again; what it costs where nobody takes it back."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from firmware_bridge.vocabulary.zones import POT, bet_zone
from table_controller.vocabulary.commands import Confirm, Redo, Undo
from table_controller.vocabulary.views import plainly


@pytest.fixture
def swept_unseen() -> Evening:
    """Two players left; the bets were drawn in while neither their trays nor that of the pot were seen."""
    evening = Evening()
    evening.do("4: mucks", "5: mucks", "6: mucks", "1: pushes 4x100", "2: mucks", "3: pushes 3x100", "wait 2")
    out, back = (tuple(f"{act} {node}" for node in ("centre", "seats-1-4")) for act in ("unplug", "plug"))
    evening.do(*out, "wait 3", "sweep", "wait 2", *back, "wait 4")
    return evening


def asked(evening: Evening) -> list[tuple[str, int | None, int]]:
    return [(one.kind, one.seat, one.chips) for one in evening.view.prompts]


def denied(evening: Evening) -> None:
    (prompt,) = evening.view.prompts
    evening.key(Confirm(prompt.prompt, "no"))
    evening.do("wait 2")


def test_a_no_that_is_taken_back_is_asked_again(swept_unseen: Evening) -> None:
    evening = swept_unseen
    assert asked(evening) == [("gap-gathered-bets", None, 850)]
    denied(evening)
    assert asked(evening) == []
    assert plainly(evening.view).next.code == "pot-to-bet"
    evening.key(Undo())
    evening.do("wait 2")
    assert asked(evening) == [("gap-gathered-bets", None, 850)]
    (prompt,) = evening.view.prompts
    evening.key(Confirm(prompt.prompt, "yes"))
    evening.do("wait 2")
    assert (asked(evening), evening.view.differences) == ([], ())
    assert evening.view.next.code == "burn"


def test_and_redone_it_stands_again(swept_unseen: Evening) -> None:
    evening = swept_unseen
    denied(evening)
    told = evening.view.differences
    evening.key(Undo())
    evening.key(Redo())
    evening.do("wait 2")
    assert (asked(evening), evening.view.differences) == ([], told)


def test_a_no_to_a_push_that_was_one_is_taken_back(evening: Evening) -> None:
    evening.do("4: mucks", "5: mucks", "6: mucks", "unplug seats-1-4", "wait 3", "1: pushes 4x100", "wait 2")
    evening.do("plug seats-1-4", "wait 8")
    (prompt,) = evening.view.prompts
    evening.key(Confirm(prompt.prompt, "no"))
    evening.do("wait 2")
    assert asked(evening) == []
    evening.key(Undo())
    evening.do("wait 8")
    assert [kind for kind, _, _ in asked(evening)] == [prompt.kind]
    evening.key(Confirm(evening.view.prompts[0].prompt, "yes"))
    evening.do("wait 4")
    assert evening.acts()[1] == ("raise", 400)
    assert (asked(evening), evening.view.differences) == ([], ())


def test_chips_that_went_back_meanwhile_are_not_asked_about(swept_unseen: Evening) -> None:
    """The dealer did what the screen asked for after his "no": there is nothing left to ask."""
    evening = swept_unseen
    denied(evening)
    evening.felt.process.table.world.chips.move(((100, 4),), POT, bet_zone(1))
    evening.do("wait 3")
    evening.key(Undo())
    evening.do("wait 2")
    assert asked(evening) == [("gap-gathered-bets", None, 450)]


def test_a_no_that_nobody_takes_back_costs_nobody_chips(swept_unseen: Evening) -> None:
    """Once the hand is over it is all one: what lies in the pot is pushed with it."""
    evening = swept_unseen
    denied(evening)
    evening.do("burn", "board 3", "wait 1", "3: mucks", "wait 3")
    assert evening.view.differences == ()
    assert (plainly(evening.view).next.code, plainly(evening.view).next.chips) == ("push-pot", 850)
    evening.do("pay 1 8x100 2x25", "wait 3", "gather", "wait 1", "puck 2", "shuffle", "wait 3")
    assert evening.view.differences == ()
    assert [seat.stack_chips for seat in evening.view.seats if seat.seat in (1, 2)] == [10_450, 9_950]


@pytest.fixture
def evening() -> Evening:
    return Evening()
