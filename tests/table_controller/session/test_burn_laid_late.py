"""A turn without a burn is the burn of the one dealt in its place, though it is laid with the burns only after that."""

from __future__ import annotations

from support.felt_prompt import DEALT, Evening

from table_controller.vocabulary.commands import Rule, Say


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
