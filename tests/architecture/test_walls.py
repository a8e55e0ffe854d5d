"""The import walls of pyproject.toml hold, and each of them is a wall."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

PACKAGES = ("firmware_bridge", "table_controller", "display")

# One brick through every wall. The last line of each import breaks the contract named beside it.
PLANTED = {
    "firmware_bridge/planted_bridge.py": """
import table_controller.vocabulary.events  # the bridge knows neither controller nor display
import serial  # serial ports are opened in one place
import gpiozero  # pins are driven in one place
""",
    "firmware_bridge/vocabulary/cards.py": """
import firmware_bridge.secrets.vault  # no import runs up in the bridge
""",
    "table_controller/game/variants.py": """
import table_controller.game.engine  # no import runs up in the rules kernel
import firmware_bridge.simulator  # the controller knows the bridge by its vocabulary, and no display
import table_controller.runtime  # no import runs up in the controller
import textual  # the terminal is drawn by the display only
import pokerkit  # pokerkit ranks hands and reads histories, nothing else
""",
    "display/wording/wording.py": """
import display.app  # no import runs up in the display
import table_controller.game.queries  # the display knows vocabularies
import cryptography  # ciphers seal cards and sign heads, nothing else
import paho.mqtt.client  # MQTT is spoken by the broadcast only
import aiohttp  # graphics are served in one place
""",
}


def _contracts(root: Path) -> list[str]:
    settings = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))
    return [contract["name"] for contract in settings["tool"]["importlinter"]["contracts"]]


def _lint(root: Path) -> tuple[int, str]:
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [program, "--no-cache"],
        cwd=root,
        env={**os.environ, "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def _copy(root: Path, target: Path) -> Path:
    for package in PACKAGES:
        left_behind = shutil.ignore_patterns("__pycache__", "node_modules")
        shutil.copytree(root / package, target / package, ignore=left_behind)
    shutil.copy(root / "pyproject.toml", target)
    return target


def test_every_wall_stands(project: Path) -> None:
    code, said = _lint(project)
    assert code == 0, said
    for name in _contracts(project):
        assert f"{name} KEPT" in said


def test_a_brick_through_a_wall_is_seen(project: Path, tmp_path: Path) -> None:
    copy = _copy(project, tmp_path)
    for name, text in PLANTED.items():
        with (copy / name).open("a", encoding="utf-8") as module:
            module.write(text)
    code, said = _lint(copy)
    assert code != 0
    for contract in _contracts(project):
        assert f"{contract} BROKEN" in said, said


def test_nothing_lies_beside_the_folders_of_the_controller(project: Path) -> None:
    assert [path.name for path in (project / "table_controller").glob("*.py")] == ["__init__.py"]
