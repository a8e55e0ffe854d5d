"""Random hands beside pokerkit: the same acts, the same cards, the same payouts.

pokerkit has gaps (the numbers are those of the research on it): where one bites, the hand is marked
with the gap's number and checked only by the side-pot calculation of `support.oracle`, which checks
all hands anyway.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from support.mirrored_hand import play

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.hand import Share
from table_controller.game.state.pots import Pot
from table_controller.game.steps.showdown import awarding
from table_controller.game.steps.showdown.award import shares_of
from table_controller.vocabulary.outcomes import PotAwarded

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS = 20_000 if SOAK else 2_000
PARTS = 8
EXEMPT_AT_MOST = 0.10


@pytest.mark.parametrize("part", range(PARTS))
def test_random_hands_pay_out_as_pokerkit_does(part: int) -> None:
    seen: Counter[str] = Counter()
    share = HANDS // PARTS
    for game in play(range(part * share, (part + 1) * share)):
        seen["exempt"] += bool(game.gaps)
        seen.update(f"probe {gap}" for gap in game.gaps)
        seen.update(f"only one may raise: {gap}" for gap in game.restricted)
        awarded = [outcome for outcome in game.robot.outcomes if isinstance(outcome, PotAwarded)]
        seen["side pots"] += len({outcome.pot for outcome in awarded}) > 1
        seen["split pots"] += any(count > 1 for count in Counter(outcome.pot for outcome in awarded).values())
    print(f"{share} hands: {dict(seen)}")  # noqa: T201 - how many hands each gap took out is part of the result
    assert seen["exempt"] <= EXEMPT_AT_MOST * share, seen
    assert seen["side pots"] > share // 20
    assert seen["split pots"] > share // 100


def test_a_wrong_payout_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: side pots go to the best hand of the table, whether or not it paid for them."""

    def all_to_best(
        pots: Sequence[Pot],
        order: Sequence[int],
        strengths: Mapping[int, int],
        unit_chips: int,
        book: Rulebook,
        lows: Mapping[int, int],
    ) -> tuple[Share, ...]:
        del lows
        return shares_of([Pot(pot.chips, tuple(order)) for pot in pots], order, strengths, unit_chips, book)

    monkeypatch.setattr(awarding, "shares_of", all_to_best)
    with pytest.raises(AssertionError, match="hand of seed"):
        play(range(200))
