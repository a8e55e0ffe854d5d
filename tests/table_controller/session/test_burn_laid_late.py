"""A turn without a burn is the burn of the one dealt in its place, though it is laid with the burns only after that."""

from __future__ import annotations

import pytest
from support.dealt_tables import Felt
from support.felt_prompt import DEALT, Evening

from firmware_bridge.vocabulary.zones import BOARD
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.vocabulary.commands import Rule, Say, TurnUp


def open_burns(evening: Evening) -> list[str]:
    return [str(dict(one.facts)["cause"]) for one in evening.view.findings if one.open and one.topic == "burn-error"]


def test_the_turn_taken_off_is_the_burn_of_the_next_one() -> None:
    evening = Evening((*DEALT, "4: pushes 100", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "wait 1"))
    evening.key(Say("check"))
    evening.do("sweep", "wait 1", "flop", "wait 1")
    evening.key(Say("check"))
    evening.key(Say("check"))
    evening.do("board Ah", "wait 2")
    assert open_burns(evening) == ["no-burn"]
    evening.key(Rule("restore"))
    evening.do("board 1", "wait 2")
    assert open_burns(evening) == ["no-burn"], "the first turn still lies on the board"
    evening.do("move Ah burn", "wait 2")
    assert open_burns(evening) == []
    assert (evening.view.street, len(evening.view.board), evening.view.next.code) == ("turn", 4, "await")
    assert not [one for one in evening.view.findings if dict(one.facts).get("cause") == "card-strayed"]


ALL_IN = (
    *("4: mucks", "5: mucks", "6: mucks", "1: mucks", "wait 1", "2: pushes 5000 1000 5x500 13x100 6x25", "wait 1"),
    *("3: pushes 5000 1000 5x500 12x100 8x25", "wait 1", "sweep", "wait 1"),
)


@pytest.mark.parametrize("laid_first", [False, True])
def test_a_burn_that_is_told_after_the_turn_is_one_too_many_on_the_turn(*, laid_first: bool) -> None:
    """The floor made a card of the flop the next burn; the turn came with another, which was laid to the river."""
    felt = Felt(package_rulebook("ipo-2015"))
    felt.told("puck 1", *DEALT, *ALL_IN)
    felt.take(TurnUp(2))
    felt.take(TurnUp(3))
    felt.told("burn", "board 4", "wait 1.5")
    taken = felt.process.table.world.cards.names(BOARD)[-1]
    lays, ruled = (f"move {taken} burn", "wait 1.5"), Rule("pick-burn", (("card", str(taken)),))
    if laid_first:
        felt.told(*lays)
        felt.take(ruled)
    else:
        felt.take(ruled)
        felt.told(*lays)
    view = felt.told("turn", "wait 3")
    found = [dict(one.facts) for one in view.findings if one.open]
    assert found == [{"street": "turn", "cause": "two-burns"}]
