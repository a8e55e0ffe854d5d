"""Random hands of Omaha, hi-lo, draws and stud beside pokerkit: the same acts, sizes, discards and payouts.

Where pokerkit has a gap (`support.mirrored_hand` names each, and its probe), the side-pot calculation of
`support.oracle` alone checks the hand, as it checks all of them. pokerkit has no five-card Omaha, no Courchevel,
no pot-limit hi-lo and no five-card draw, and plays limit hi-lo by the pot: these are put together from its own parts.
In stud it gives odd chips by place, and of equal boards lets the first by place speak: the calculation gives them by
suit.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest
from support.mirrored_hand import play
from support.oracle import top_first

from firmware_bridge.vocabulary.cards import DECK, Card
from table_controller.game.hands import up_cards
from table_controller.game.hands.ranking import Ranked, best_five, rank
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import stud
from table_controller.game.state.hand import Share
from table_controller.game.state.pots import Pot
from table_controller.game.steps.flow import acts
from table_controller.game.steps.showdown import awarding
from table_controller.game.steps.showdown.award import shares_of
from table_controller.game.variants import HandKind, Variant
from table_controller.vocabulary.outcomes import CardsDrawn, PotAwarded

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS = 3_000 if SOAK else 60
GAMES = ("PO", "PO5", "PC", "PO/8", "FO/8", "N5D", "N2L1D", "F2L3D", "FB", "F7S", "F7S/8", "FR")
STUD = frozenset({"F7S", "F7S/8", "FR"})
HANDS_OF = dict.fromkeys(STUD, HANDS if SOAK else 300)
"""A hand of stud costs a third of one of Omaha."""
EXEMPT_AT_MOST = {"PO/8": 0.2, "FO/8": 0.15, "F7S/8": 0.15}
"""Of hi-lo more: the award has gaps of its own."""


@pytest.mark.parametrize("variant", GAMES)
def test_random_hands_of_a_game_pay_out_as_pokerkit_does(variant: str) -> None:
    seen: Counter[str] = Counter()
    hands = HANDS_OF.get(variant, HANDS)
    for game in play(range(hands), variant):
        seen["exempt"] += bool(game.gaps)
        seen.update(f"probe {gap}" for gap in game.gaps)
        seen.update(f"only one may raise: {gap}" for gap in game.restricted)
        awarded = [outcome for outcome in game.robot.outcomes if isinstance(outcome, PotAwarded)]
        seen["halves"] += any(outcome.half == "low" for outcome in awarded)
        seen["side pots"] += len({outcome.pot for outcome in awarded}) > 1
        drawn = [outcome for outcome in game.robot.outcomes if isinstance(outcome, CardsDrawn)]
        seen["draws"] += any(outcome.count for outcome in drawn)
    print(f"{hands} hands: {dict(seen)}")  # noqa: T201 - how many hands each gap took out is part of the result
    assert seen["exempt"] <= max(6, EXEMPT_AT_MOST.get(variant, 0.1) * hands), seen
    assert seen["side pots"] > hands // 30
    assert (seen["halves"] > hands // 20) == variant.endswith("/8")
    assert (seen["draws"] > hands // 3) == (variant in ("N5D", "N2L1D", "F2L3D", "FB"))


def test_a_low_that_wins_nothing_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the high hand has the whole pot."""

    def high_alone(
        pots: Sequence[Pot],
        order: Sequence[int],
        strengths: Mapping[int, int],
        unit_chips: int,
        book: Rulebook,
        lows: Mapping[int, int],
    ) -> tuple[Share, ...]:
        del lows
        return shares_of(pots, order, strengths, unit_chips, book)

    monkeypatch.setattr(awarding, "shares_of", high_alone)
    with pytest.raises(AssertionError, match="hand of seed"):
        play(range(60), "PO/8")


def odd_chips_go(best: Callable[[HandKind, tuple[Card, ...]], Sequence[Card]]) -> Iterator[bool]:
    """Whether the seats come in the order of their highest card that counts, in random hands of few ranks."""
    chance = random.Random(1)  # noqa: S311 - seeded
    for _ in range(40):
        ranks = chance.sample("23456789TJQKA", 7)
        deck = [card for card in DECK if card[0] in ranks]
        chance.shuffle(deck)
        hands = {seat: tuple(deck[7 * seat : 7 * seat + 7]) for seat in range(3)}
        kinds: tuple[HandKind, HandKind] = ("high", "low-a5")
        for kind in kinds:
            order = up_cards.by_top_card({seat: best(kind, cards) for seat, cards in hands.items()}, low=kind != "high")
            yield [*order] == top_first(hands, low=kind != "high")


def test_odd_chips_go_by_the_suit_of_the_highest_card_that_counts() -> None:
    """Planted: of two kings that would do the hand has the lower."""
    assert all(odd_chips_go(lambda kind, cards: best_five(kind, cards, ())))
    lower = {"c": "s", "s": "c", "d": "h", "h": "d"}

    def turned(cards: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(Card(card[0] + lower[card[1]]) for card in cards)

    assert not all(odd_chips_go(lambda kind, cards: turned(best_five(kind, turned(cards), ()))))


def test_a_bring_in_of_the_highest_card_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the cards that lie face up are read the other way round."""

    def turned(doors: Mapping[int, Card], low_wins: bool, book: Rulebook) -> int | None:
        del book
        return up_cards.brings_in(doors, low_wins=not low_wins)

    monkeypatch.setattr(stud, "brings_in", turned)
    with pytest.raises(AssertionError, match="hand of seed"):
        play(range(20), "F7S")


@pytest.mark.parametrize(("variant", "kind"), [("PO", "high"), ("N2L1D", "high"), ("FB", "high"), ("N5D", "low-27")])
def test_hands_ranked_otherwise_are_caught(monkeypatch: pytest.MonkeyPatch, variant: str, kind: HandKind) -> None:
    """Planted: any cards of a hand of Omaha count; the lowest hand does not win, or the highest does not."""

    def otherwise(variant: Variant, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Ranked | None:
        del variant
        return rank(kind, hole, board)

    monkeypatch.setattr(acts, "rank_in", otherwise)
    with pytest.raises(AssertionError, match="hand of seed"):
        play(range(60), variant)
