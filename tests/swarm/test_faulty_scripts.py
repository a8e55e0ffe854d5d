"""Scripts and real hands through faulty hardware: the same outcome, every kind of fault counted, few prompts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_bridge.simulator.profiles import NOISY, STORM, FaultProfile
from table_controller.runtime.hardware_player import HardwareSetup
from table_controller.runtime.playing import HardwarePlayers, play_scripts, replay_hands
from table_controller.runtime.scripts.replay import replay
from table_controller.runtime.scripts.report import PASSED, run_scripts

FAULT = re.compile(r"faults of kind ([a-z-]+): (\d+) injected, (\d+) seen, (\d+) healed")
PHH = Path("../shared/hands/phh/pluribus/105")


def injected(said: list[str]) -> dict[str, int]:
    return {found[1]: int(found[2]) for line in said if (found := FAULT.fullmatch(line))}


@pytest.mark.parametrize("profile", [NOISY, STORM], ids=lambda profile: profile.name)
def test_regular_scripts_pass_through_faulty_hardware(project: Path, profile: FaultProfile) -> None:
    said: list[str] = []
    folders = [project / "tests/scripts/plain", project / "tests/scripts/tda-2019"]
    status = run_scripts(folders, HardwarePlayers(HardwareSetup(faults=profile)), said.append)
    assert [line for line in said if line.startswith("FAIL")] == []
    assert status == PASSED
    counts = injected(said)
    assert tuple(sorted(counts)) == tuple(sorted(profile.kinds))
    assert sum(1 for number in counts.values() if number) >= 0.8 * len(counts)
    (prompts,) = [line for line in said if line.startswith("prompts per hand: ")]
    assert int(prompts.split()[6]) <= 3


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
