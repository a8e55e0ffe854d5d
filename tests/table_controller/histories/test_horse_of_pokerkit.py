"""The HORSE hands of the 2023 World Series (event 54, day 4) that the pokerkit wheel carries as tests of its own.

They exist as code: they are run, and each hand is taken as they end it, so that none of them is copied here.
"""

from __future__ import annotations

import unittest
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pokerkit import Poker, State
from pokerkit.notation import HandHistory
from support.told_hands import account_played

from table_controller.histories.phh import read_phh, referee_stacks
from table_controller.histories.phh_check import check_text
from table_controller.histories.phh_writer import phh_text
from table_controller.scripts.replay import replay
from table_controller.scripts.report import straight_player

HANDS = 14
GAMES = Counter({"FT": 8, "F7S/8": 6})


@pytest.fixture(name="horse")
def _horse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """A file of each hand, written by pokerkit's own recorder, with the stacks that its game ended with."""
    tests = pytest.importorskip("pokerkit.tests.test_wsop.test_2023_54_4")
    files: list[Path] = []
    recorded = HandHistory.from_game_state

    def kept(game: Poker, state: State, **fields: Any) -> HandHistory:
        history = recorded(game, state, **fields)
        file = tmp_path / f"{len(files) + 1}.phh"
        file.write_text(history.dumps() + f"\nfinishing_stacks = {list(state.stacks)}\n", encoding="utf-8")
        files.append(file)
        return history

    monkeypatch.setattr(HandHistory, "from_game_state", kept)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromModule(tests).run(result)
    assert result.wasSuccessful(), result.failures
    return files


def test_the_horse_hands_end_as_they_did_there(horse: list[Path]) -> None:
    said: list[str] = []
    assert replay(horse, straight_player, said.append) == 0
    assert said[-1] == f"{HANDS} hands, {HANDS} equal, 0 different"
    assert Counter(read_phh(file).variant for file in horse) == GAMES
    first = horse[0].read_text(encoding="utf-8")
    stacks = read_phh(horse[0]).finishing_stacks or ()
    horse[0].write_text(first.replace(str(stacks[0]), str(int(stacks[0]) + 1)), encoding="utf-8")
    assert replay(horse[:1], straight_player, said.append) == 1, "planted: a chip too many"


def test_the_horse_hands_are_without_fault_and_come_back_as_they_were(horse: list[Path]) -> None:
    for file in horse:
        assert check_text(file.read_text(encoding="utf-8")) == ()
        given = read_phh(file)
        again = file.with_suffix(".again")
        again.write_text(phh_text(account_played(given)), encoding="utf-8")
        assert referee_stacks(again) == given.finishing_stacks
        told = [act for act in read_phh(again).acts if "cards" not in act.__struct_fields__]
        assert told == [act for act in given.acts if "cards" not in act.__struct_fields__]
