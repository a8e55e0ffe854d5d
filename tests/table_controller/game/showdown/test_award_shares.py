"""Split pots, odd chips, and the ranking behind them."""

from __future__ import annotations

import dataclasses
import random

import pytest
from support.robot import TDA

from firmware_bridge.vocabulary.cards import DECK, parse_cards
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.hands.ranking import rank
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_showdown import OddChipOrder
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.rules.showdown import odd_chips
from table_controller.game.rules.showdown.hand_ranks import strength_of
from table_controller.game.state.hand import Share
from table_controller.game.state.pots import Pot
from table_controller.game.steps.showdown.award import shares_of, split
from table_controller.vocabulary.findings import Ruled


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


WHOLE = dataclasses.replace(
    TDA, odd_chip=dataclasses.replace(TDA.odd_chip, break_down=Ruled(False, TDA.odd_chip.break_down.cite))
)
IN_PLAY = (25, 100, 500)


@pytest.mark.parametrize("book", [TDA, *(package_rulebook(name) for name in ("tda-holdem", "ipo-2015", "figp-2012"))])
@pytest.mark.parametrize("lies", [((100, 5),), ((500, 1),), ((100, 4), (25, 4)), ()])
def test_every_book_splits_in_the_smallest_chip_in_play_whatever_lies_there(book: Rulebook, lies: Chips) -> None:
    assert odd_chips.unit_of(lies, IN_PLAY, book) == 25


def test_a_house_that_breaks_nothing_splits_in_the_smallest_that_lies_there() -> None:
    assert odd_chips.unit_of(((500, 1), (100, 5)), IN_PLAY, WHOLE) == 100
    assert odd_chips.unit_of((), IN_PLAY, WHOLE) == 25


def test_an_equal_combination_is_separated_by_the_cards_beside_it() -> None:
    board = parse_cards("As9d7h4c2s")
    king, queen = rank("high", parse_cards("AcKs"), board), rank("high", parse_cards("AhQd"), board)
    assert king is not None
    assert queen is not None
    assert king.made == queen.made
    assert strength_of(king, TDA) > strength_of(queen, TDA)


def test_the_order_of_combinations_is_the_order_of_hands() -> None:
    chance = random.Random(6)  # noqa: S311 - the same hands every time
    made = []
    for _ in range(3000):
        cards = tuple(chance.sample(DECK, 7))
        ranked = rank("high", cards[:2], cards[2:])
        assert ranked is not None
        made.append(ranked)
    by_combination = sorted(made, key=lambda one: (one.made, one.strength))
    assert [one.strength for one in by_combination] == sorted(one.strength for one in made)


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
