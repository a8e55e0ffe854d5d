"""Scripts and real hands through faulty hardware: the same outcome, every kind of fault counted, few prompts.

`make test` plays two of seven scripts of regular play, with each profile of faults another seventh; a soak all of them.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from support.counting import counted

from firmware_bridge.simulator.profiles import NOISY, STORM, FaultProfile
from table_controller.runtime.simulated.hardware_player import HardwareSetup
from table_controller.runtime.simulated.playing import HardwarePlayers, play_scripts, replay_hands
from table_controller.scripts.replay import replay
from table_controller.scripts.report import PASSED, run_scripts, script_files

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
PROFILES = (NOISY, STORM)
FAULT = re.compile(r"faults of kind ([a-z-]+): (\d+) injected, (\d+) seen, (\d+) healed")
PHH = Path("../shared/hands/phh/pluribus/105")


def injected(said: list[str]) -> dict[str, int]:
    return {found[1]: int(found[2]) for line in said if (found := FAULT.fullmatch(line))}


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.name)
def test_regular_scripts_pass_through_faulty_hardware(project: Path, profile: FaultProfile) -> None:
    said: list[str] = []
    folders = [project / "tests/scripts/plain", project / "tests/scripts/tda-2019"]
    every = [file for folder in folders for file in script_files(folder)]
    files = every if SOAK else every[PROFILES.index(profile) :: 7]
    status = run_scripts(files, HardwarePlayers(HardwareSetup(faults=profile)), said.append)
    assert [line for line in said if line.startswith("FAIL")] == []
    assert status == PASSED
    counts = injected(said)
    assert tuple(sorted(counts)) == tuple(sorted(profile.kinds))
    assert sum(1 for number in counts.values() if number) >= 0.8 * len(counts)
    (prompts,) = [line for line in said if line.startswith("prompts per hand: ")]
    assert int(prompts.split()[6]) <= 3
    counted(len(files), f"scripts through hardware with the faults {profile.name}")


def test_real_hands_end_the_same_through_noisy_hardware(project: Path) -> None:
    folder = (project / PHH).resolve()
    if not folder.is_dir():  # the project stands without its neighbours; the soak names the hands as needed
        pytest.skip(f"no hand histories in {folder}")
    said: list[str] = []
    status = replay([folder], HardwarePlayers(HardwareSetup(faults=NOISY)), said.append)
    assert status == PASSED, [line for line in said if line.startswith("different")]
    assert said[-1].endswith(" 0 different")
    assert injected(said)["miss"] > 0


def test_faults_without_hardware_and_unknown_ones_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert play_scripts([Path("x.toml")], "engine", 1, "noisy") == 2
    assert "add --through hardware" in capsys.readouterr().err
    assert replay_hands([Path("x")], "hardware", 1, 1, drop_frames=False, faults="quiet") == 2
    assert "there are noisy, storm" in capsys.readouterr().err
