"""Seeds upon seeds of random play under random faults.

After every record: no chip made or lost, every card in one place, the journal replays to the live state. A red run
prints its seed and commit; the same seed plays the same table again, record for record.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter

import pytest
from support.counting import counted
from support.evening import Story, faults_of, play_evening
from support.guard import Broken

from firmware_bridge.simulator.profiles import STORM
from firmware_bridge.vocabulary.tally import Tally
from table_controller.game.state import chip_custody
from table_controller.game.state.chip_custody import ChipBoard
from table_controller.runtime.simulated.one_process import OneProcess

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SEEDS = 300 if SOAK else 30
PARTS = 3
HANDS = 2
GIVEN_UP_AT_MOST = 0.03
"""Under a storm a hand may come to where regular play knows no way on: a floor would be called."""


@pytest.mark.parametrize("part", range(PARTS))
def test_random_play_under_random_faults(part: int) -> None:
    hands, given_up, tally = 0, Counter[str](), Tally()
    for seed in range(part, SEEDS, PARTS):
        story = play_evening(seed, HANDS)
        hands += story.hands
        given_up.update(f"seed {seed}: {why}" for why in story.given_up.elements())
        tally.add(story.tally)
    say(f"{hands} hands, given up: {dict(given_up) or 'none'}", *tally.lines())
    assert sum(given_up.values()) <= max(1, GIVEN_UP_AT_MOST * hands)
    counted(hands, "random hands under random faults")


def say(*lines: str) -> None:
    sys.stdout.write("\n" + "\n".join(lines) + "\n")


def essence(story: Story) -> tuple[object, ...]:
    return story.digest, story.records, story.hands, story.table_s, tuple(story.tally.lines())


def test_a_seed_plays_the_same_table_again() -> None:
    assert essence(play_evening(5, 2, STORM)) == essence(play_evening(5, 2, STORM))
    assert essence(play_evening(5, 2, STORM)) != essence(play_evening(6, 2, STORM))
    assert len({faults_of(seed).kinds for seed in range(20)}) > 10


def _loses_chips(board: ChipBoard, seat: int, chips: tuple[tuple[int, int], ...], denominations: object) -> ChipBoard:
    """The books forget what a gathered bet was worth."""
    del seat, chips, denominations
    return ChipBoard(board.stacks, ((),) * len(board.bets), board.pot, board.brought_chips, board.found_chips)


def test_a_planted_loss_of_chips_is_caught_with_its_seed_and_again_at_the_same_record(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chip_custody, "gathered", _loses_chips)
    first, again = (caught(4) for _ in range(2))
    assert first == again
    assert re.match(r"seed 4, commit [^,]+(, with \d+ files changed)?, faults ", first)
    assert "chips lie there" in first


def caught(seed: int) -> str:
    with pytest.raises(Broken) as problem:
        play_evening(seed, 3)
    return str(problem.value)


def _drops_a_record(process: OneProcess) -> None:
    """The twentieth record of the journal is lost on its way to whoever replays it."""
    journal = process.controller.journal
    append = journal.append
    count = iter(range(1, 1_000_000))

    def forgetful(payload: bytes, mono_ns: int, wall_ns: int) -> object:
        entry = append(payload, mono_ns, wall_ns)
        if next(count) == 20:
            journal.waiting.clear()  # type: ignore[attr-defined]  # the swarm's own journal
        return entry

    journal.append = forgetful  # type: ignore[method-assign, assignment]


def _loses_a_card(process: OneProcess) -> None:
    """A card of the deck is in two piles of the felt."""
    cards = process.table.world.cards
    process.table.scheduler.call_at(10.0, lambda: cards._piles["dealer"].append(cards.pile("dealer")[0]))


def test_a_lost_record_and_a_doubled_card_are_caught() -> None:
    with pytest.raises(Broken, match=r"seed 1, .*the journal folds to another desk"):
        play_evening(1, 2, spoil=_drops_a_record)
    with pytest.raises(Broken, match=r"seed 2, .*cards, but"):
        play_evening(2, 2, spoil=_loses_a_card)
