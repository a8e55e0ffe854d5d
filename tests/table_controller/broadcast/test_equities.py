"""What hands win on average: pokerkit enumerates the same spots, percentages add up, and viewers' cards alone count."""

from __future__ import annotations

import os
import random
from typing import Final

import pytest
from pokerkit import StandardHighHand
from support.counting import counted
from support.dealt_tables import Felt
from support.spots import by_pokerkit, cards, of_pokerkit, random_spot, spot

from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.equities import at_once, exact, in_tenths, outs, spot_of
from table_controller.vocabulary.views import TableView

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
SPOTS, FLOPS = (200, 100) if SOAK else (60, 1)
"""Of turn and river each, and of the flop, which pokerkit takes a second for: five hundred in a soak."""


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """The seed of a soak; the same every time in `make test`."""
    return int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0


@pytest.mark.parametrize("board", [4, 5])
def test_equities_are_those_that_pokerkit_enumerates(board: int, seed: int) -> None:
    chance = random.Random(f"{seed} {board}")  # noqa: S311 - seeded
    for _ in range(SPOTS):
        one = random_spot(chance, board)
        told, truth = exact(one), by_pokerkit(one)
        for player, share in zip(told.players, truth, strict=True):
            assert abs(player.equity_pct - float(share * 100)) < 0.1 + 1e-9, one
    counted(SPOTS, "spots")


def test_the_flop_too(seed: int) -> None:
    chance = random.Random(f"{seed} 3")  # noqa: S311 - seeded
    for _ in range(FLOPS):
        one = random_spot(chance, 3)
        for player, share in zip(at_once(one).players, by_pokerkit(one), strict=True):
            assert abs(player.equity_pct - float(share * 100)) < 0.1 + 1e-9, one
    counted(FLOPS, "spots")


@pytest.mark.parametrize("variant", ["PO", "PO5", "PC", "PO/8"])
@pytest.mark.parametrize("board", [4, 5])
def test_equities_of_omaha_are_those_that_pokerkit_enumerates(variant: str, board: int, seed: int) -> None:
    chance = random.Random(f"{seed} {board} {variant}")  # noqa: S311 - seeded
    spots = 60 if SOAK else 3
    for _ in range(spots):
        one = random_spot(chance, board, variant)
        for player, share in zip(exact(one).players, by_pokerkit(one), strict=True):
            assert abs(player.equity_pct - float(share * 100)) < 0.1 + 1e-9, one
    counted(spots, "spots")


def test_with_one_card_of_a_courchevel_board_the_first_figure_is_sampled_and_the_exact_one_follows() -> None:
    one = replace(spot("AhKhQdTd9c", "2c3c4c5d6d", board="Jh"), variant="PC")
    first, then = at_once(one), exact(one)
    assert (first.method, then.method, then.board_count) == ("sampled", "exact", 41 * 40 * 39 * 38 // 24)
    for sampled, walked in zip(first.players, then.players, strict=True):
        assert abs(sampled.equity_pct - walked.equity_pct) < 2
        assert walked.outs == ()


def test_outs_of_omaha_use_two_of_the_hand_and_halves_have_none() -> None:
    """One heart in the hand is no flush with four on the board; a set of aces is behind a flush of two."""
    one = replace(spot("AsAdKc9d", "QhJh3c3d", board="Ah8h4h2c"), variant="PO")
    assert {"8c", "8d", "8s", "4c", "4d", "4s", "2d", "2h", "2s", "Ac"} == {str(card) for card in outs(one)[1]}
    assert outs(replace(one, variant="PO/8")) == {}


def test_a_wrong_deck_would_be_found() -> None:
    """The planted failure: with a dead card left in the deck the figures differ."""
    one = spot("AhKh", "QsQd", board="2c7d9hJs", dead="QhQc")
    assert [player.equity_pct for player in exact(one).players] != [
        player.equity_pct for player in exact(replace(one, dead=frozenset())).players
    ]


@pytest.mark.parametrize("players", range(2, 10))
def test_percentages_add_to_a_hundred(players: int) -> None:
    chance = random.Random(players)  # noqa: S311 - seeded
    for _ in range(200):
        parts = [chance.random() ** 3 for _ in range(players)]
        tenths = in_tenths([part / sum(parts) for part in parts])
        assert sum(tenths) == 1000
        assert all(abs(tenth - 1000 * part / sum(parts)) < 1 for tenth, part in zip(tenths, parts, strict=True))
    assert sum(in_tenths([1 / players] * players)) == 1000


def test_before_the_flop_a_sample_comes_first_and_is_near() -> None:
    one = spot("AhKh", "QsQd")
    first, then = at_once(one), exact(one)
    assert (first.method, then.method) == ("sampled", "exact")
    assert (first.board_count, then.board_count) == (20_000, 1_712_304)
    assert [player.equity_pct for player in then.players] == [46.2, 53.8]
    assert abs(first.players[0].equity_pct - 46.2) < 1.5
    assert first == at_once(one), "the same spot, the same figure"


def test_a_tie_is_shared() -> None:
    told = exact(spot("AhKd", "AdKh", board="2c7d9hJs3s"))
    assert [(one.equity_pct, one.win_pct, one.tie_pct) for one in told.players] == [(50.0, 0.0, 100.0)] * 2


def test_outs_are_the_cards_that_bring_a_hand_to_the_front() -> None:
    told = outs(spot("AsAd", "KhQh", board="2h7hJc9s"))
    assert set(told) == {2}
    hearts = {Card(rank + "h") for rank in "3456789TJA"} - set(cards("7h"))
    assert set(told[2]) == hearts | set(cards("TsTcTdTh"))
    assert outs(spot("AsAd", "KhQh")) == {}, "not before the flop"
    assert outs(spot("AsAd", "KhQh", board="2h7hJc9s3c")) == {}, "nor after the river"


def test_outs_agree_with_what_pokerkit_ranks() -> None:
    chance = random.Random(11)  # noqa: S311 - seeded
    for _ in range(20):
        one = random_spot(chance, 4)
        for seat, drawn in outs(one).items():
            gone = {card for _, hand in one.hands for card in hand} | set(one.board) | one.dead
            for card in (card for card in DECK if card not in gone):
                made = {
                    at: StandardHighHand.from_game(of_pokerkit(hand), of_pokerkit((*one.board, card)))
                    for at, hand in one.hands
                }
                assert (card in drawn) == (made[seat] == max(made.values())), (one, card)


def table(*, folded: tuple[int, ...] = ()) -> TableView:
    view = Felt().view()
    seats = tuple(replace(one, status="folded" if one.seat in folded else "in") for one in view.seats)
    return replace(view, seats=seats)


def test_a_spot_needs_every_hand_that_is_still_in() -> None:
    view = table(folded=(1, 4, 5, 6))
    known = {2: ("Ah", "Kh"), 3: ("Qs", "Qd")}
    found = spot_of(view, known)
    assert found is not None
    assert found.hands == ((2, cards("AhKh")), (3, cards("QsQd")))
    assert spot_of(view, {2: ("Ah", "Kh")}) is None, "one hand is not known"
    assert spot_of(view, {2: ("Ah", "Kh"), 3: ("Qs",)}) is None, "half a hand is none"
    assert spot_of(table(folded=(1, 2, 4, 5, 6)), known) is None, "nothing to divide"


def test_folded_hands_are_out_of_the_deck() -> None:
    found = spot_of(table(folded=(1, 4, 5, 6)), {2: ("Ah", "Kh"), 3: ("Qs", "Qd"), 4: ("Qh", "Qc")})
    assert found is not None
    assert found.dead == frozenset(cards("QhQc"))


def test_no_figure_is_made_of_a_card_that_lies_twice() -> None:
    assert spot_of(table(folded=(1, 4, 5, 6)), {2: ("Ah", "Kh"), 3: ("Ah", "Qd")}) is None
