"""Whoever asks what the commands are waits for no engine: what a command needs is imported when it runs."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = {"textual", "pokerkit", "paho", "msgspec", "asyncio", "serial", "markdown_it"}
OURS = ("table_controller.game", "table_controller.session", "table_controller.broadcast", "firmware_bridge")


def imported(*words: str) -> set[str]:
    """The modules that a Python started with these words imports."""
    run = subprocess.run(
        [sys.executable, "-X", "importtime", *words], capture_output=True, check=True, timeout=60, encoding="utf-8"
    )
    return {line.rpartition("|")[2].strip() for line in run.stderr.splitlines() if line.startswith("import time:")}


def too_much(modules: set[str]) -> set[str]:
    """What of these has no business in a list of commands."""
    heavy = {name for name in modules if name.partition(".")[0] in HEAVY}
    return heavy | {name for name in modules if name.startswith(OURS)}


@pytest.mark.parametrize(
    "words", [["--help"], ["journal", "--help"], ["hands", "--help"], ["pin", "--help"], ["--version"]]
)
def test_help_brings_neither_engine_nor_screen_nor_broker(words: list[str]) -> None:
    modules = imported("-m", "table_controller.runtime", *words)
    assert "table_controller.runtime.cli.main" in modules
    assert too_much(modules) == set()


def test_a_command_that_brings_the_engine_would_be_seen() -> None:
    """Planted: the floor's PIN, imported where the command line is made."""
    modules = imported("-c", "import table_controller.runtime.processes.floor_pin")
    assert {"table_controller.game.engine", "asyncio", "msgspec"} <= too_much(modules)
