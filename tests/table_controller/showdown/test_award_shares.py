"""Split pots, odd chips, and the ranking behind them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.robot import TDA

from firmware_bridge.cards import parse_cards
from table_controller.findings import Ruled
from table_controller.machines.hand import Share
from table_controller.machines.pots import Pot
from table_controller.rulebooks.model_showdown import OddChipOrder
from table_controller.showdown.award import shares_of, split
from table_controller.showdown.ranking import rank


@pytest.mark.parametrize(
    ("chips", "ways", "unit", "order", "parts"),
    [
        (14, 3, 1, "first_left_of_button", (5, 5, 4)),
        (350, 3, 25, "first_left_of_button", (125, 125, 100)),
        (350, 3, 25, "all_to_first", (150, 100, 100)),
        (350, 3, 25, None, (125, 125, 100)),
        (325, 2, 25, "first_left_of_button", (175, 150)),
        (325, 2, 1, "first_left_of_button", (163, 162)),
        (60, 2, 25, "first_left_of_button", (35, 25)),
        (300, 1, 25, "first_left_of_button", (300,)),
    ],
)
def test_parts_of_a_pot(chips: int, ways: int, unit: int, order: OddChipOrder | None, parts: tuple[int, ...]) -> None:
    assert split(chips, ways, unit, order) == parts
    assert sum(parts) == chips


def test_side_pot_first_and_each_for_itself() -> None:
    pots = (Pot(350, (1, 4, 7)), Pot(225, (4, 7)))
    shares = shares_of(pots, (4, 7, 1), {1: 5, 4: 5, 7: 5}, 25, TDA)
    assert shares == (
        Share(1, 4, 125),
        Share(1, 7, 100),
        Share(0, 4, 125),
        Share(0, 7, 125),
        Share(0, 1, 100),
    )


def test_a_book_that_breaks_nothing_down_splits_to_the_chip() -> None:
    whole = replace(TDA, odd_chip=replace(TDA.odd_chip, break_down=Ruled(False, TDA.odd_chip.break_down.cite)))
    assert shares_of((Pot(325, (1, 2)),), (1, 2), {1: 1, 2: 1}, 25, whole) == (Share(0, 1, 163), Share(0, 2, 162))


def test_hands_are_ranked_by_their_best_five() -> None:
    board = parse_cards("2c7d9hTsJs")
    straight = rank("high", parse_cards("8c3d"), board)
    pair = rank("high", parse_cards("JdAc"), board)
    assert straight is not None
    assert pair is not None
    assert straight.strength > pair.strength
    assert (straight.label, pair.label) == ("Straight", "One pair")
    assert rank("high", parse_cards("8s2d"), board) == replace(straight)  # suits do not count


def test_too_few_cards_or_one_card_twice_make_no_hand() -> None:
    assert rank("high", parse_cards("AhAd"), ()) is None
    assert rank("high", parse_cards("AhAd"), parse_cards("Ac2d3h4sAd")) is None
