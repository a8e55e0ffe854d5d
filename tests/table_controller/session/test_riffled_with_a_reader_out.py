"""The deck is gathered and riffled while a reader is out that held cards when it was last heard."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

from table_controller.vocabulary.commands import MarkRiffle
from table_controller.vocabulary.events import Riffled

OVER = ("4: pushes 3x100", "5: mucks", "6: mucks", "1: mucks", "2: mucks", "3: mucks", "wait 2", "sweep", "wait 1")
DEAL = ("3: pushes 2x25", "4: pushes 100", *(f"card {seat}" for seat in (3, 4, 5, 6, 1, 2) * 2))
OUTAGES = (
    ("fault seat:4 off", "fault seat:4 ok"),
    ("unplug seats-1-4", "plug seats-1-4"),
    ("fault muck off", "fault muck ok"),
)


def riffles(evening: Evening) -> int:
    return sum(isinstance(one.event, Riffled) for one in evening.session.happened)


@pytest.mark.parametrize("outage", OUTAGES, ids=lambda outage: outage[0])
def test_the_riffle_is_seen_and_the_hand_before_leaves_nothing(outage: tuple[str, str]) -> None:
    off, on = outage
    evening = Evening()
    evening.do(*OVER, "pay 4", "wait 1", off, "wait 2", "puck 2", "shuffle", "wait 3")
    assert evening.view.hand == 2
    evening.do(*DEAL, "5: mucks", on, "wait 6")
    assert evening.view.prompts == ()
    assert {one.seat: one.cards for one in evening.view.seats} == {1: 2, 2: 2, 3: 2, 4: 2, 5: 0, 6: 2}


def test_a_riffle_that_is_keyed_ends_the_cards_out_of_sight() -> None:
    """The stub's antenna is out, too: nobody sees the riffle, and the dealer keys it."""
    evening = Evening()
    evening.do(*OVER, "pay 4", "wait 1", "fault seat:4 off", "fault stub off", "wait 2", "puck 2", "shuffle", "wait 3")
    assert evening.view.hand == 1
    evening.key(MarkRiffle())
    evening.do("wait 1", *DEAL, "5: mucks", "fault seat:4 ok", "fault stub ok", "wait 6")
    assert evening.view.prompts == ()
    assert {one.seat: one.cards for one in evening.view.seats}[4] == 2


@pytest.mark.parametrize("cards_out", [2, 12])
def test_a_stub_that_is_mixed_in_the_hand_is_no_new_hand(cards_out: int) -> None:
    """Planted: the hands lie there unseen, and nothing else is on the felt."""
    evening = Evening()
    if cards_out == 12:
        evening.do("unplug seats-1-4", "unplug seats-5-7", "wait 2")
    else:
        evening.do(*OVER[:-4], "fault muck off", "fault seat:4 off", "wait 2")
    evening.do("shuffle stub", "wait 6")
    assert (riffles(evening), evening.view.hand) == (1, 1)
