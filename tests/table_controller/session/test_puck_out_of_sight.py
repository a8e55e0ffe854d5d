"""The reader of the dealer button fails: the screen says so, and once it is back the button is where it lies."""

from __future__ import annotations

from support.felt_prompt import Evening


def unseen(evening: Evening) -> list[str]:
    return [f"{zone}" for node in evening.view.nodes for zone in node.unknown_zones]


def test_it_is_named_until_it_reads_again() -> None:
    evening = Evening()
    assert unseen(evening) == []
    evening.do("fault puck off", "wait 1")
    assert unseen(evening) == ["puck"]
    evening.do("puck 3", "fault puck ok", "wait 1")
    assert (unseen(evening), evening.view.puck) == ([], 3)


def test_a_node_that_starts_anew_sees_it() -> None:
    """Neither the outage of the node nor the one before it sticks to the button."""
    evening = Evening()
    evening.do("fault puck off", "wait 1", "unplug centre", "wait 3", "fault puck ok", "plug centre", "wait 5")
    assert unseen(evening) == []
