"""Of hands that show in stud the best speaks first, as pokerkit ranks what lies there; suits settle what is equal."""

from __future__ import annotations

from random import Random

import pytest
from pokerkit import Automation, FixedLimitRazz, FixedLimitSevenCardStud, Mode, State

from firmware_bridge.vocabulary.cards import DECK, Card, parse_cards
from table_controller.game.hands.up_cards import brings_in, by_top_card, speaks_first

BOARDS = 300


def opens_on_pokerkit(low_wins: bool, boards: dict[int, list[Card]]) -> int:
    """The player who speaks on pokerkit once these cards lie there; all have checked before."""
    state: State = (FixedLimitRazz if low_wins else FixedLimitSevenCardStud).create_state(
        (Automation.ANTE_POSTING, Automation.BET_COLLECTION),
        *(True, 1, 1, 2, 4, 1000, len(boards)),
        mode=Mode.CASH_GAME,
    )
    for at in range(len(boards[0])):
        if at:
            state.burn_card("??")
        for player, cards in boards.items():
            state.deal_hole(f"{'' if at else '????'}{cards[at]}", player)
        if at < len(boards[0]) - 1:
            if state.can_post_bring_in():
                state.post_bring_in()
            while state.actor_index is not None:
                state.check_or_call()
    opener = state.opener_index
    assert opener is not None
    return opener


def some_boards(chance: Random) -> dict[int, list[Card]]:
    """Cards face up of two to six players, no two of them of the same ranks; of few ranks, so that pairs are many."""
    while True:
        ranks = chance.sample("23456789TJQKA", 6)
        deck = [card for card in DECK if card[0] in ranks]
        chance.shuffle(deck)
        count, size = chance.randint(2, 5), chance.randint(1, 4)
        boards = {player: [deck.pop() for _ in range(size)] for player in range(count)}
        if size == 1 or len({"".join(sorted(card[0] for card in cards)) for cards in boards.values()}) == count:
            return boards


@pytest.mark.parametrize("low_wins", [False, True])
def test_who_speaks_first_is_who_does_on_pokerkit(low_wins: bool) -> None:
    chance = Random(4)  # noqa: S311 - seeded
    for _ in range(BOARDS):
        boards = some_boards(chance)
        if len(boards[0]) == 1:
            ours = brings_in({player: cards[0] for player, cards in boards.items()}, low_wins=low_wins)
        else:
            ours = speaks_first(boards, low_wins=low_wins)
        assert ours == opens_on_pokerkit(low_wins, boards), boards


def test_two_pairs_are_more_than_one_that_is_higher() -> None:
    boards = {1: parse_cards("7h8c7sTs"), 2: parse_cards("2d3c2c3d")}
    assert (speaks_first(boards, low_wins=False), speaks_first(boards, low_wins=True)) == (2, 1)


def test_equal_ranks_speak_by_the_suit_of_the_highest() -> None:
    boards = {1: parse_cards("2sKh"), 2: parse_cards("2hKs"), 3: parse_cards("2dKd")}
    assert speaks_first(boards, low_wins=False) == 2
    assert speaks_first(boards, low_wins=True) == 2
    assert by_top_card(boards, low=False) == (2, 1, 3)
