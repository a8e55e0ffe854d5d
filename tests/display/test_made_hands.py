"""What a hand makes, in the words of a table: read off the cards, and true to the engine's kind."""

from __future__ import annotations

import random

import pytest

from display.wording.made_hands import made, made_against, ranks_of, that_play
from display.wording.wording import ENGLISH, wording_in
from firmware_bridge.vocabulary.cards import DECK, RANKS, Card, parse_card
from table_controller.game.hands.ranking import LABELS, rank, rank_in, rank_low
from table_controller.game.variants import VARIANTS


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(text[at : at + 2]) for at in range(0, len(text), 2))


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("AhKd9c7s4h3d2c", "ace high"),
        ("AhAdKc9s7h4d2c", "a pair of aces"),
        ("KhKd9c9s7h7d2c", "kings and nines"),
        ("7h7d7cAs9h4d2c", "three sevens"),
        ("AhKd2c3s4h5d9c", "a straight to the five"),
        ("2h3d4c5s6h7d8c", "a straight to the eight"),
        ("AdKd9d7d4dKhKs", "a flush to the ace"),
        ("7h7d7cAsAh4d4c", "sevens full of aces"),
        ("7h7d7cAsAhAd4c", "aces full of sevens"),
        ("8h8d8c8sAhAdAc", "four eights"),
        ("5h6h7h8h9hAhTc", "a straight flush to the nine"),
        ("ThJhQhKhAh9h8h", "a royal flush"),
    ],
)
def test_a_hand_is_said_by_what_makes_it(hand: str, said: str) -> None:
    ranked = rank("high", cards(hand)[:2], cards(hand)[2:])
    assert ranked is not None
    assert made(ranked.label, cards(hand), ENGLISH) == said


def test_what_is_said_orders_hands_of_a_kind_as_the_engine_does() -> None:
    """Of two hands of a kind the one whose ranks are higher never loses."""
    chance, by_label = random.Random(5), dict[str, list[tuple[list[int], int]]]()  # noqa: S311
    for _ in range(20_000):
        drawn = tuple(chance.sample(DECK, 7))
        ranked = rank("high", drawn[:2], drawn[2:])
        assert ranked is not None
        named = ranks_of(ranked.label, drawn)
        assert named or ranked.label == "Royal flush", (ranked.label, drawn)
        height = [-1 if rank == "A" and named == "5" else RANKS.index(rank) for rank in named]
        by_label.setdefault(ranked.label, []).append((height, ranked.strength))
    assert len(by_label) >= len(LABELS) - 2
    for hands in by_label.values():
        hands.sort()
        strongest: dict[tuple[int, ...], int] = {}
        for height, strength in hands:
            below = [best for other, best in strongest.items() if list(other) < height]
            assert not below or strength > max(below)
            strongest[tuple(height)] = max(strength, strongest.get(tuple(height), strength))


@pytest.mark.parametrize("code", ["en", "it", "es"])
@pytest.mark.parametrize("label", LABELS)
def test_where_the_cards_do_not_show_it_the_kind_is_said(code: str, label: str) -> None:
    words = wording_in(code)
    assert made(label, (), words) == words.code("rank-long", label)
    assert made(label, (), words, brief=True) == words.code("rank", label)
    if label not in ("High card", "Royal flush"):
        assert made(label, cards("AhKd"), words) == words.code("rank-long", label)


def test_every_language_says_each_its_own_way() -> None:
    pair = cards("AhAdKc9s7h4d2c")
    assert made("One pair", pair, wording_in("it")) == "una coppia di assi"
    assert made("One pair", pair, wording_in("es"), brief=True) == "pareja de ases"
    assert made("Straight", cards("8h9dTcJsQh2d2c"), wording_in("it")) == "una scala alla donna"


@pytest.mark.parametrize(
    ("board", "winner", "loser", "said"),
    [
        ("As9s5d4c7h", "AhKd", "AdQd", "a pair of aces, king kicker"),
        ("As9s5d4c7h", "AhKd", "9d5c", "a pair of aces"),
        ("AsKsQd9c8h", "AhTd", "Ad7d", "a pair of aces, ten kicker"),
        ("AsKsQdJc8h", "Ah3d", "Ad2d", "a pair of aces"),
        ("As9sAd4c7h", "Kh9d", "Qd9c", "aces and nines, king kicker"),
        ("2s2c2d9c7h", "AhKd", "AdQd", "three twos, king kicker"),
        ("2s2c2d2h7h", "AhKd", "QdJd", "four twos, ace kicker"),
        ("Ks9s5s4c7h", "AsTs", "QsJs", "a flush to the ace"),
        ("AsKs5s4s7h", "QsTd", "JsTh", "a flush to the ace, queen next"),
        ("Kc9s5d4c7h", "AhQd", "AdJd", "ace high, queen kicker"),
        ("5s6c7d8h2c", "9hKd", "9dQd", "a straight to the nine"),
        ("5s5c7d7h7c", "AhKd", "AdQd", "sevens full of fives"),
    ],
)
def test_the_kicker_that_decides_is_said(board: str, winner: str, loser: str, said: str) -> None:
    mine, other = (rank("high", cards(hole), cards(board)) for hole in (winner, loser))
    assert mine is not None
    assert other is not None
    words = made_against(mine.label, cards(winner + board), [cards(loser + board), ()], ENGLISH)
    assert words == said


def test_a_kicker_is_said_exactly_where_the_engine_finds_one() -> None:
    """Two hands of one combination: one has a kicker exactly if they are not equal."""
    chance, named = random.Random(7), 0  # noqa: S311 - seeded, so that a failure can be told
    for _ in range(4_000):
        deck = chance.sample(list(DECK), 9)
        board, hands = deck[:5], (deck[5:7], deck[7:])
        one, two = (rank("high", tuple(hand), tuple(board)) for hand in hands)
        assert one is not None
        assert two is not None
        if one.label != two.label or one.label in {"Straight", "Straight flush", "Full house", "Royal flush"}:
            continue
        whole = [(*hand, *board) for hand in hands]
        same = ranks_of(one.label, whole[0]) == ranks_of(two.label, whole[1])
        said = made_against(one.label, whole[0], [whole[1]], ENGLISH)
        assert (", " in said) == (same and one.strength != two.strength), (said, deck)
        named += ", " in said
    assert named > 100


@pytest.mark.parametrize(
    ("code", "hand", "board", "said"),
    [
        ("PO", "AhAdKsKc", "2h2d7c9sJd", "aces and twos"),
        ("PO", "AhKh9c8c", "QhJhTh2c3d", "a royal flush"),
        ("PO", "KhKdKcKs", "2h3d7c9sJd", "a pair of kings"),
        ("PO", "Ah9c8c7c", "KhQhJh2h3d", "ace high"),  # one heart of the hand is no flush
        ("PO5", "AhTd9c8c7c", "KhQhJc2d3d", "a straight to the ace"),
        ("N2L1D", "7h5d4c3s2h", "", "a low of 7-5-4-3-2"),
        ("N2L1D", "Ah5d4c3s2h", "", "a low of A-5-4-3-2"),
        ("FR", "AhAd2c3s4h5dKc", "", "a low of 5-4-3-2-A"),
        ("FR", "AhTs7d8s6c", "", "a low of T-8-7-6-A"),  # all in, and turned up after fifth street
        ("FR", "AhAd2c2s4h4dKc", "", "a low"),
        ("FR", "Ah2d3c4sKdQd", "5h", "a low of 5-4-3-2-A"),  # a card of the middle that is everybody's
        ("F7S", "AhAd2c4sKdQd", "Kh", "aces and kings"),
        ("FB", "Ah2d3c7s", "", "a badugi of 7-3-2-A"),
        ("FB", "Ah2h3c7s", "", "three cards, 7-3-A"),
    ],
)
def test_a_hand_of_another_game_is_said_by_the_cards_that_play(code: str, hand: str, board: str, said: str) -> None:
    ranked = rank_in(VARIANTS[code], cards(hand), cards(board))
    assert ranked is not None
    assert made(ranked.label, that_play(ranked.label, cards(hand), cards(board), code), ENGLISH) == said


@pytest.mark.parametrize("code", ["PO", "PO5", "FR", "N2L1D", "FB"])
def test_hands_that_are_said_alike_are_alike(code: str) -> None:
    """What is said of two hands of a kind never says that the weaker one is the better."""
    chance, variant = random.Random(code), VARIANTS[code]  # noqa: S311
    drawn = sum(street.down + street.up for street in variant.streets)
    lows, strengths = "Low" if code in ("FR", "N2L1D") else "Badugi", dict[str, set[int]]()
    for _ in range(400):
        taken = chance.sample(DECK, drawn + 5)
        hand, board = taken[:drawn], taken[drawn:] if code.startswith("P") else []
        ranked = rank_in(variant, tuple(hand), tuple(board))
        assert ranked is not None
        plays = that_play(ranked.label, hand, board)
        if ranked.label == lows and len(plays) == (5 if lows == "Low" else 4) and not _is_row_or_suited(plays, code):
            strengths.setdefault(ranks_of(ranked.label, plays), set()).add(ranked.strength)
        elif code.startswith("P"):
            assert ranks_of(ranked.label, plays) or ranked.label == "Royal flush", (hand, board)
    assert all(len(same) == 1 for same in strengths.values())
    assert bool(strengths) != code.startswith("P")


def _is_row_or_suited(plays: tuple[Card, ...], code: str) -> bool:
    """In deuce to seven a straight or a flush is no low of its ranks."""
    heights = [RANKS.index(card[0]) for card in plays]
    row = len(set(heights)) == len(plays) and max(heights) - min(heights) == len(plays) - 1
    return code == "N2L1D" and (row or len({card[1] for card in plays}) == 1)


def test_the_low_half_of_omaha_is_said_by_two_of_the_hand() -> None:
    hand, board = cards("Ac2dTs9c"), cards("3h4c8dKsQd")
    ranked = rank_low(VARIANTS["PO/8"], hand, board)
    assert ranked is not None
    assert made("Low", that_play("Low", hand, board), ENGLISH) == "a low of 8-4-3-2-A"
