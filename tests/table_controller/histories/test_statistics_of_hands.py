"""The statistics of real hands, and of hands that pokerkit plays, are those that their files tell by their words."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Final

import pytest
from support.counting import counted
from support.phh_statistics import FIGURES, Counted, statistics_of
from support.random_hands import random_hand
from support.real_hands import DATASET
from support.watched_hands import Watched

from firmware_bridge.vocabulary.values import replace
from table_controller.histories.phh import PhhHand, read_phh, referee_stacks
from table_controller.projections import course, statistics
from table_controller.projections.statistics import hand_statistics
from table_controller.scripts.header import Header
from table_controller.scripts.interpret import play
from table_controller.scripts.phh_script import not_played, script_of
from table_controller.scripts.report import rulebook_of
from table_controller.vocabulary.statistics import PlayerStatistics, Sample

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
DRAWN: Final = 1000 if SOAK else 150
"""Hands that pokerkit plays, by a seed each."""
AGAINST: Final = 700
"""Of 748 real hands these many at least are played to their end."""


def of_ours(hand: PhhHand) -> dict[int, Counted]:
    """What the table makes of the hand: it is told as a script, and statistics are taken of its last hand."""
    players: list[Watched] = []

    def make(header: Header) -> Watched:
        players.append(Watched(rulebook_of(header)))
        return players[-1]

    played = play(script_of(hand, hand.finishing_stacks or ()), make)
    assert played.failure is None, (hand.path, played.failure)
    tables = players[0].hands[-1]
    seats = {player.name: player.seat for player in tables[0].players if player is not None}
    return {seats[one.name]: figures(one) for one in hand_statistics(tables)}


def figures(one: PlayerStatistics) -> Counted:
    told = {name: getattr(one, name) for name in FIGURES}
    return {name: (sample.n, sample.of) for name, sample in told.items() if isinstance(sample, Sample)}


def drawn(seed: int) -> str:
    """A hand that pokerkit plays, as its file."""
    return random_hand(Random(seed)).dumps()  # noqa: S311 - seeded, so that a failure is one number


def compared(file: Path) -> bool:
    """Whether the hand can be played; its statistics are then those of its file."""
    hand = read_phh(file)
    if not_played(hand) is not None or hand.variant != "NT":
        return False
    ends = hand.finishing_stacks or referee_stacks(file)
    theirs = statistics_of(file.read_text("utf-8"), dict(enumerate(ends, 1)))
    assert of_ours(replace(hand, finishing_stacks=ends)) == theirs, file
    return True


@pytest.mark.skipif(DATASET is None, reason="no dataset of hand histories beside the project")
def test_real_hands_have_the_statistics_of_their_files() -> None:
    assert DATASET is not None
    files = sorted(file for file in DATASET.rglob("*.phh"))
    told = [file for file in (files if SOAK else files[::10]) if compared(file)]
    assert len(told) >= (AGAINST if SOAK else AGAINST // 10)
    counted(len(told), "real hands")


def test_hands_of_pokerkit_have_the_statistics_of_their_files(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    for seed in range(DRAWN):
        file.write_text(drawn(seed), encoding="utf-8")
        assert compared(file), seed
    counted(DRAWN, "hands drawn")


@pytest.mark.parametrize("name", ["_raises", "_pays", "standing"])
def test_a_wrong_count_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Planted: a figure that is counted otherwise does not get by."""
    where: ModuleType = course if name == "standing" else statistics
    right = getattr(where, name)
    wrong = {
        "_raises": lambda act: right(act) and act.kind != "all-in" and act.to_chips != act.level_chips * 2,
        "_pays": lambda act: right(act) or act.kind == "check",
        "standing": lambda table, statuses: right(table, (*statuses, "folded")),
    }
    monkeypatch.setattr(where, name, wrong[name])
    file = tmp_path / "hand.phh"
    differ = 0
    for seed in range(60):
        file.write_text(drawn(seed), encoding="utf-8")
        try:
            compared(file)
        except AssertionError:
            differ += 1
    assert differ
