"""Table scripts and real hands through simulated hardware: the stacks come out right, and the path is real."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from support.counting import counted
from support.pace import PACE
from support.real_hands import DATASET

from table_controller.runtime.simulated.hardware_player import HardwareSetup
from table_controller.runtime.simulated.playing import HardwarePlayers
from table_controller.scripts.replay import replay
from table_controller.scripts.report import FAILED, PASSED, run_scripts, script_files

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
SCRIPTS = Path(__file__).parents[2] / "scripts"
PARTS = 8
LIVE = HardwarePlayers(HardwareSetup())
BRISK = HardwarePlayers(HardwareSetup(timing=PACE))
DEAF = HardwarePlayers(HardwareSetup(drop_frames=True))
needs_hands = pytest.mark.skipif(DATASET is None, reason="the real hands lie in ../shared, which is not here")


def sample() -> list[Path]:
    """Every no-limit hold'em hand in a soak, else a tenth of them."""
    assert DATASET is not None
    files = [
        file for file in sorted(DATASET.rglob("*.phh")) if re.search("^variant = .NT", file.read_text(), re.MULTILINE)
    ]
    return files if SOAK else files[::10]


@pytest.mark.parametrize("part", range(PARTS))
def test_every_script_passes_through_hardware_too(part: int) -> None:
    """All of them in a soak, else every eighth; a tenth of the others plays in a storm besides."""
    said: list[str] = []
    files = list(script_files(SCRIPTS))[:: 1 if SOAK else 8][part::PARTS]
    assert run_scripts(files, BRISK, said.append) == PASSED, "\n".join(said)
    assert said[-2].startswith("keys per hand:")
    assert said[-1] == f"{len(files)} passed, 0 failed"


def test_every_script_fails_when_the_nodes_frames_are_lost() -> None:
    """All of them in a soak, else every tenth."""
    said: list[str] = []
    files = list(script_files(SCRIPTS))[:: 1 if SOAK else 10]
    assert run_scripts(files, DEAF, said.append) == FAILED
    assert said[-1] == f"0 passed, {len(files)} failed"
    counted(len(files), "scripts that fail when frames are lost")


@needs_hands
def test_real_hands_end_with_the_stacks_of_their_files() -> None:
    said: list[str] = []
    files = sample()
    assert replay(files, BRISK, said.append) == PASSED, "\n".join(line for line in said if line.startswith("different"))
    apart = sum(line.startswith("apart") for line in said)
    played = len(files) - apart
    assert said[-1] == f"{played} hands, {played} equal, 0 different"
    assert "keys per hand" in said[-2]


@needs_hands
def test_no_real_hand_is_equal_when_the_nodes_frames_are_lost() -> None:
    said: list[str] = []
    files = sample()
    assert replay(files, DEAF, said.append) == FAILED
    assert said[-1] == f"{len(files)} hands, 0 equal, {len(files)} different"
