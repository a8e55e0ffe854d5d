"""Hands ranked from pokerkit's table are what pokerkit itself makes of all the cards; and nobody waits for it."""

from __future__ import annotations

import asyncio
import gc
import random
import subprocess
import sys
from pathlib import Path
from typing import Any, get_args

import pytest
from pokerkit import hands
from pokerkit.hands import StandardHighHand
from support.counting import counted

from firmware_bridge.vocabulary.cards import DECK, SUITS, Card
from table_controller.game.hands import ranking
from table_controller.game.hands.ranking import LABELS, best_five, rank
from table_controller.game.hands.shipped import learn_strengths, strengths_file
from table_controller.game.variants import HandKind
from table_controller.runtime.processes import controller_process

DRAWS = 4_000
KINDS = 7_462


def drawn(chance: random.Random) -> tuple[Card, ...]:
    """Five to seven cards, every second time most of them of one suit."""
    suit, count = chance.choice(SUITS), chance.choice((5, 6, 7, 7))
    cards = chance.sample(DECK, len(DECK))
    if chance.random() < 0.5:
        cards.sort(key=lambda card: card[1] != suit)
        cards[5], cards[6], cards[-1], cards[-2] = cards[-1], cards[-2], cards[5], cards[6]
    return tuple(chance.sample(cards[:7], count))


def unlike_pokerkit(draws: int) -> list[tuple[Card, ...]]:
    """Draws whose strength or label is not what pokerkit says of the best five of them."""
    chance, wrong = random.Random(7), list[tuple[Card, ...]]()  # noqa: S311 - seeded
    for _ in range(draws):
        cards = drawn(chance)
        hole, board = cards[:2], cards[2:]
        entry = StandardHighHand.from_game("".join(hole), "".join(board)).entry
        ours = rank("high", hole, board)
        label = ours and ours.label.replace("Royal flush", "Straight flush")
        if ours is None or (ours.strength, label) != (entry.index, entry.label.value):
            wrong.append(cards)
    return wrong


def test_the_best_hand_is_pokerkits() -> None:
    assert unlike_pokerkit(DRAWS) == []
    counted(DRAWS, "hands ranked beside pokerkit")


def test_a_flush_that_is_overlooked_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    rank.cache_clear()
    monkeypatch.setattr(ranking, "SUITS", "x")
    assert unlike_pokerkit(100)
    rank.cache_clear()


def test_hands_of_one_kind_are_ordered_by_what_they_are_made_of() -> None:
    def made(hole: str, board: str) -> int:
        ranked = rank("high", _cards(hole), _cards(board))
        assert ranked is not None
        return ranked.made

    assert made("AhAd", "KcQs9d") == made("AsAc", "7d5h2c"), "a pair of aces is one, whatever lies beside it"
    assert made("AhAd", "KcQs9d") > made("KhKd", "AcQs9d")


SHORT_DECK = tuple(card for card in DECK if card[0] not in "2345")

MADE: tuple[tuple[HandKind, str, int, int, int | None, tuple[Card, ...]], ...] = (
    ("high", "OmahaHoldemHand", 4, 5, 2, DECK),
    ("high", "OmahaHoldemHand", 5, 5, 2, DECK),
    ("low-8", "OmahaEightOrBetterLowHand", 4, 5, 2, DECK),
    ("high-short", "ShortDeckHoldemHand", 2, 5, None, SHORT_DECK),
    ("high", "StandardHighHand", 7, 0, None, DECK),
    ("low-8", "EightOrBetterLowHand", 7, 0, None, DECK),
    ("low-a5", "RegularLowHand", 7, 0, None, DECK),
    ("low-27", "StandardLowHand", 5, 0, None, DECK),
    ("badugi", "BadugiHand", 4, 0, None, DECK),
)
"""The kind, pokerkit's name of it, hole cards, board cards, hole cards used, the deck."""


def unlike_pokerkits_hands(
    kind: HandKind, name: str, hole: int, board: int, used: int | None, deck: tuple[Card, ...]
) -> list[tuple[tuple[Card, ...], ...]]:
    """Pairs of hands of which pokerkit says otherwise which is better, or that one is none."""
    chance, theirs, wrong = random.Random(11), getattr(hands, name), list[tuple[tuple[Card, ...], ...]]()  # noqa: S311 - seeded
    for _ in range(DRAWS // 4):
        cards = tuple(chance.sample(deck, 2 * hole + board))
        one, other, middle = cards[:hole], cards[hole : 2 * hole], cards[2 * hole :]
        ours: list[Any] = [rank(kind, held, middle, used) for held in (one, other)]
        said = [_pokerkits(theirs, held, middle) for held in (one, other)]
        if None in said or None in ours:
            if [hand is None for hand in said] != [hand is None for hand in ours]:
                wrong.append((one, other, middle))
            continue
        order = [(pair[0] > pair[1]) - (pair[0] < pair[1]) for pair in (ours, said)]
        if order[0] != order[1]:
            wrong.append((one, other, middle))
    return wrong


def _pokerkits(theirs: Any, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Any:
    try:
        return theirs.from_game("".join(hole), "".join(board))
    except ValueError:  # no such low
        return None


@pytest.mark.parametrize(("kind", "name", "hole", "board", "used", "deck"), MADE)
def test_of_two_hands_of_any_game_the_same_is_better_by_pokerkit(
    kind: HandKind, name: str, hole: int, board: int, used: int | None, deck: tuple[Card, ...]
) -> None:
    assert unlike_pokerkits_hands(kind, name, hole, board, used, deck) == []
    counted(DRAWS // 4, "pairs of hands compared beside pokerkit")


def test_omaha_played_with_any_of_the_hole_cards_is_caught() -> None:
    """Planted: how many of his cards a player must use is forgotten."""
    assert unlike_pokerkits_hands("high", "OmahaHoldemHand", 4, 5, None, DECK)


def test_the_best_five_of_omaha_have_two_of_the_hand() -> None:
    hole, board = _cards("AhKh2c3d"), _cards("QhJhTh9h2s")
    assert best_five("high", hole, board, 2) == _cards("AhKhQhJhTh")
    five = best_five("high", _cards("Ah2c3d4s"), board, 2)
    assert sorted(five) == sorted(_cards("Ah2cQhJh2s")), "one heart is no flush of five, whatever lies in the middle"


def test_the_cards_of_a_low_are_told_from_the_highest_down_an_ace_last() -> None:
    omaha = _cards("Ah2cTc9d"), _cards("KdKh4c5h7s")
    assert best_five("low-8", *omaha, 2) == _cards("7s5h4c2cAh")
    assert best_five("low-a5", _cards("Ah2c3d9d9h9sKc"), ()) == _cards("Kc9s3d2cAh")
    assert best_five("low-27", _cards("7h2c3d4d5h"), ()) == _cards("7h5h4d3d2c")
    assert best_five("badugi", _cards("Ah2c3dKs"), ()) == _cards("Ks3d2cAh")
    assert best_five("badugi", _cards("Ah2h3dKs"), ()) == _cards("Ks3dAh"), "two of one suit: three cards play"


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(text[at : at + 2]) for at in range(0, len(text), 2))


def test_a_royal_flush_has_its_name() -> None:
    ranked = rank("high", _cards("AhKh"), _cards("QhJhTh9h8h"))
    assert ranked is not None
    assert ranked.label == LABELS[-1]


@pytest.mark.parametrize("cards", ["AhKhQhJh", "AhAhKhQhJh"])
def test_too_few_cards_or_one_twice_are_no_hand(cards: str) -> None:
    assert rank("high", _cards(cards)[:2], _cards(cards)[2:]) is None


SHOWDOWN = """
import sys
from support.robot import Robot
from table_controller.game import queries
from table_controller.game.hands.shipped import learn_strengths
robot = Robot().open({1: 5000, 2: 5000, 3: 5000})
if "warm" in sys.argv:
    learn_strengths()
before = set(sys.modules)
robot.deal()
while robot.table.hand.phase != "showdown":
    robot.street() if robot.actor is None else robot.act("call" if queries.to_call_chips(robot.table) else "check")
robot.show()
assert robot.table.hand.phase == "settled"
assert ("pokerkit" in sys.modules) == ("warm" not in sys.argv)
print(sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
"""


def imported(*arguments: str) -> str:
    """What a process imports from its first deal to the end of its first showdown."""
    tests = Path(__file__).parents[3]
    run = [sys.executable, "-c", SHOWDOWN, *arguments]
    return subprocess.run(
        run, check=True, capture_output=True, text=True, env={"PYTHONPATH": str(tests)}
    ).stdout.strip()


def test_the_first_showdown_imports_nothing_where_hands_were_warmed_up() -> None:
    assert imported("warm") == "[]"
    assert "pokerkit" in imported(), "without it the import would stand in the middle of the showdown"


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> dict[object, ranking.Ranked]:
    """No hand was ranked yet in this process; what becomes known."""
    known: dict[object, ranking.Ranked] = {}
    monkeypatch.setattr(ranking, "_known", known)
    return known


def test_the_controller_warms_up_after_the_first_view(unknown: dict[object, ranking.Ranked]) -> None:
    async def story() -> None:
        seen = asyncio.Event()
        warming = asyncio.create_task(controller_process.warm_up(seen, ("high",)))
        await asyncio.sleep(0)
        assert not unknown
        assert not gc.isenabled()
        seen.set()
        await warming
        assert len(unknown) == KINDS

    gc.disable()  # as the command does before it imports anything
    try:
        asyncio.run(story())
        assert gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize("kind", get_args(HandKind))
def test_what_is_known_beforehand_is_what_pokerkit_says_now(kind: HandKind) -> None:
    kept = Path(ranking.__file__).with_name(f"{kind}.json").read_text(encoding="utf-8")
    assert kept == strengths_file(kind), "`make strengths` asks it again"


def test_a_list_that_is_cut_off_is_not_learned(unknown: dict[object, ranking.Ranked]) -> None:
    with pytest.raises(ValueError, match="7461 strengths of 7462 hands"):
        ranking.learn(range(KINDS - 1))
    assert not unknown


@pytest.mark.parametrize("kind", get_args(HandKind))
def test_every_hand_of_a_kind_is_known_beforehand(kind: HandKind, unknown: dict[object, ranking.Ranked]) -> None:
    learn_strengths((kind,))
    assert len(unknown) == len(tuple(ranking._every(kind))) > 1000
    beforehand = dict(unknown)
    unknown.clear()
    for ranks, suited in ranking._every(kind):
        ranking._five(kind, ranks, suited)
    assert unknown == beforehand, "label, strength and order are what asking pokerkit one by one gives"


def test_nothing_is_asked_for_once_all_is_known(unknown: dict[object, ranking.Ranked]) -> None:
    learn_strengths()
    beforehand = dict(unknown)
    rank.cache_clear()
    chance = random.Random(3)  # noqa: S311 - seeded
    for _ in range(500):
        cards = tuple(chance.sample(DECK, 5))
        rank("high", cards[:2], cards[2:])
    assert unknown == beforehand
    rank.cache_clear()
