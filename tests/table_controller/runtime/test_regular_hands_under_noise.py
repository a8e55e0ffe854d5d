"""Regular hands on noisy hardware: nothing that the deal, the deck or the board did is called wrong.

Reads are missed, frames lost and flipped, a node restarts, a plug is pulled; the players only do what is regular.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import Final

import pytest
from support.counting import counted, measured, noted
from support.evening import Evening

from firmware_bridge.secrets.vault import Stranger, Vault
from firmware_bridge.simulator.profiles import profile_named
from firmware_bridge.vocabulary.zones import Zone
from table_controller.runtime.simulated.attending import Attending
from table_controller.scripts.table_driver import StepError
from table_controller.vocabulary.findings import Finding

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
PARTS: Final = 4
HANDS_AT_A_TABLE: Final = 25
TABLES = 84 if SOAK else 8
NOISY = profile_named("noisy")

WATCHED: Final = frozenset(
    {
        "hand-flow", "burn-rule", "burn-error", "misdeal", "misdeal-replay", "exposed-card", "wrong-card-count",
        "four-card-flop", "flop-redeal", "premature-board", "boxed-card", "fouled-deck", "scrambled-stub",
        "deck-change", "deck-prep", "randomness", "rabbit-hunting", "absent-player", "leaving-table", "dead-hand",
        "mucked-in-error", "card-protection", "exposing-cards", "info-access", "devices", "collusion", "authority",
        "staff-communication",
    }
)  # fmt: skip
"""What nobody may be told of here: nothing of it happens."""


OF_CHIPS: Final = frozenset({"pot-pushed", "no-such-chips", "stack-count", "chips-not-pushed"})
"""Causes that a dealer's wrong answer about chips moved in a gap may have: no matter of cards."""

GIVEN_UP_AT_MOST = 0.002
"""Where chips moved in a gap were answered for wrongly, play may come to where a floor would be called."""


def is_false(found: Finding) -> bool:
    """Whether a finding says of the cards what did not happen."""
    return found.topic in WATCHED or (found.topic == "irregular" and dict(found.facts).get("cause") not in OF_CHIPS)


class Watched(Evening):
    """An evening whose findings are kept."""

    def open(self) -> None:
        super().open()
        self.found: list[Finding] = []

    def hand(self) -> None:
        try:
            super().hand()
        finally:  # also of a hand that play gives up
            self.found += self._player.findings

    def _step(self) -> bool:
        self.found += self._player.findings
        return super()._step()


def play(seed: int, hands: int) -> tuple[Watched, int]:
    """So many hands, and how many of them play gave up: there the dealer called the floor."""
    evening, given_up = Watched(seed, NOISY), 0
    evening.open()
    for _ in range(hands):
        evening.story.hands += 1
        try:
            evening.buy_in()
            evening.hand()
        except StepError as problem:
            evening.story.given_up[str(problem)] += 1
            given_up += 1
            break
    return evening, given_up


@pytest.mark.parametrize("part", range(PARTS))
def test_no_false_finding_in_regular_hands_on_noisy_hardware(part: int) -> None:
    hands = prompts = 0
    topics, given_up = Counter[str](), Counter[str]()
    for seed in range(part, TABLES, PARTS):
        evening, _ = play(seed, HANDS_AT_A_TABLE)
        story = evening.close()
        hands, prompts = hands + story.hands, prompts + story.prompts
        given_up.update(f"seed {seed}: {why}" for why in story.given_up)
        topics.update(found.topic for found in evening.found)
        assert [found for found in evening.found if is_false(found)] == [], f"seed {seed}"
    asked = f"prompts per hand {prompts / hands:.2f} on average, in {hands} hands"
    measured(f"{asked}; other findings {dict(topics) or 'none'}")
    assert given_up.total() <= max(1, GIVEN_UP_AT_MOST * hands), given_up
    noted(prompts, "prompts answered")
    counted(hands, "regular hands on noisy hardware")


def test_a_planted_false_finding_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Vault.stranger

    def wrong(vault: Vault, tag: bytes, zone: Zone) -> Stranger | None:
        """A tenth of the cards is taken for strangers."""
        return Stranger("foreign") if tag[-1] % 10 == 0 else real(vault, tag, zone)

    monkeypatch.setattr(Vault, "stranger", wrong)
    monkeypatch.setattr(Attending, "_lies_a_stranger", lambda *_: True)  # and the dealer believes each reader
    evening, _ = play(1, 2)
    assert "fouled-deck" in {found.topic for found in evening.found}
