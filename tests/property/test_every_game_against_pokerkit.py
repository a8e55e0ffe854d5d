"""Random hands of Omaha, hi-lo and draws beside pokerkit: the same acts, sizes, discards and payouts.

Where pokerkit has a gap (`support.mirrored_hand` names each, and its probe), the side-pot calculation of
`support.oracle` alone checks the hand, as it checks all of them. pokerkit has no five-card Omaha, no pot-limit
hi-lo and no five-card draw, and plays limit hi-lo by the pot: these games are put together from its own parts.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from support.mirrored_hand import play

from firmware_bridge.vocabulary.cards import Card
from table_controller.game.hands.ranking import Ranked, rank
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.hand import Share
from table_controller.game.state.pots import Pot
from table_controller.game.steps.flow import acts
from table_controller.game.steps.showdown import awarding
from table_controller.game.steps.showdown.award import shares_of
from table_controller.game.variants import HandKind, Variant
from table_controller.vocabulary.outcomes import CardsDrawn, PotAwarded

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS = 3_000 if SOAK else 60
GAMES = ("PO", "PO5", "PO/8", "FO/8", "N5D", "N2L1D", "F2L3D", "FB")
EXEMPT_AT_MOST = {"PO/8": 0.2, "FO/8": 0.15}
"""Of hi-lo more: the award has gaps of its own."""


@pytest.mark.parametrize("variant", GAMES)
def test_random_hands_of_a_game_pay_out_as_pokerkit_does(variant: str) -> None:
    seen: Counter[str] = Counter()
    for game in play(range(HANDS), variant):
        seen["exempt"] += bool(game.gaps)
        seen.update(f"probe {gap}" for gap in game.gaps)
        seen.update(f"only one may raise: {gap}" for gap in game.restricted)
        awarded = [outcome for outcome in game.robot.outcomes if isinstance(outcome, PotAwarded)]
        seen["halves"] += any(outcome.half == "low" for outcome in awarded)
        seen["side pots"] += len({outcome.pot for outcome in awarded}) > 1
        drawn = [outcome for outcome in game.robot.outcomes if isinstance(outcome, CardsDrawn)]
        seen["draws"] += any(outcome.count for outcome in drawn)
    print(f"{HANDS} hands: {dict(seen)}")  # noqa: T201 - how many hands each gap took out is part of the result
    assert seen["exempt"] <= max(6, EXEMPT_AT_MOST.get(variant, 0.1) * HANDS), seen
    assert seen["side pots"] > HANDS // 30
    assert (seen["halves"] > HANDS // 20) == variant.endswith("/8")
    assert (seen["draws"] > HANDS // 3) == (variant in ("N5D", "N2L1D", "F2L3D", "FB"))


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


@pytest.mark.parametrize(("variant", "kind"), [("PO", "high"), ("N2L1D", "high"), ("FB", "high"), ("N5D", "low-27")])
def test_hands_ranked_otherwise_are_caught(monkeypatch: pytest.MonkeyPatch, variant: str, kind: HandKind) -> None:
    """Planted: any cards of a hand of Omaha count; the lowest hand does not win, or the highest does not."""

    def otherwise(variant: Variant, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Ranked | None:
        del variant
        return rank(kind, hole, board)

    monkeypatch.setattr(acts, "rank_in", otherwise)
    with pytest.raises(AssertionError, match="hand of seed"):
        play(range(60), variant)
