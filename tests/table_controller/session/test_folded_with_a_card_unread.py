"""A node goes out in the deal, between a seat's two cards: both lie in the muck when the player folds."""

from __future__ import annotations

import pytest
from support.felt_prompt import Evening

BLINDS = ("shuffle", "2: pushes 2x25", "3: pushes 100")


@pytest.mark.parametrize("read", [4, 5, 8, 9])
def test_it_is_a_fold(read: int) -> None:
    """So many cards are read before seats 5 to 7 are out."""
    order = (2, 3, 4, 5, 6, 1) * 2
    evening = Evening(BLINDS)
    evening.do(*(f"card {seat}" for seat in order[:read]), "unplug seats-5-7")
    evening.do(*(f"card {seat}" for seat in order[read:]), "wait 1", "4: mucks", "5: mucks", "wait 9")
    assert [finding for one in evening.session.happened for finding in one.findings] == []
    assert {one.seat: one.status for one in evening.view.seats}[5] == "folded"
    evening.do("plug seats-5-7", "wait 6")
    assert evening.view.prompts == ()
    assert {one.seat: one.cards for one in evening.view.seats} == {1: 2, 2: 2, 3: 2, 4: 0, 5: 0, 6: 2}


def test_a_part_of_a_hand_is_no_fold() -> None:
    """Planted: both cards were read, and one of them stays where it lies."""
    evening = Evening()
    evening.do("4: mucks")
    cards = evening.felt.process.table.world.cards
    cards.move(cards.pile("seat:5")[:1], "muck")
    evening.do("wait 9")
    assert {one.seat: one.status for one in evening.view.seats}[5] == "in"


ORDER = (2, 3, 4, 5, 6, 1) * 2


@pytest.mark.parametrize("out", ["fault seat:5 off", "unplug seats-5-7"])
def test_a_hand_that_no_reader_ever_saw_is_folded_in_its_turn(out: str) -> None:
    """Seat 5 "had never acted", and whoever acted after it was accused."""
    evening = Evening(BLINDS)
    evening.do(out, *(f"card {seat}" for seat in ORDER), "wait 1", "4: mucks", "5: mucks", "wait 6")
    assert {one.seat: one.status for one in evening.view.seats}[5] == "folded"
    evening.do("fault seat:5 ok" if "fault" in out else "plug seats-5-7", "wait 6")
    assert [finding for one in evening.session.happened for finding in one.findings] == []
    assert [prompt.seat for prompt in evening.view.prompts if prompt.seat == 5] == []


def test_cards_from_elsewhere_are_no_fold_of_a_hand_that_is_read() -> None:
    """Planted: two cards of the stub fly into the muck, and the cards of the seat to act are where they were."""
    evening = Evening(BLINDS)
    evening.do(*(f"card {seat}" for seat in ORDER), "wait 1", "4: mucks")
    cards = evening.felt.process.table.world.cards
    cards.move(cards.pile("stub")[:2], "muck")
    evening.do("wait 9")
    assert {one.seat: one.status for one in evening.view.seats}[5] == "in"
