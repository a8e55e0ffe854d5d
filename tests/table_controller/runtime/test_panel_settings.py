"""The panel's settings are read strictly: what is wrong is named with what to do, what is doubtful is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from firmware_bridge.panel.debounce import Times
from firmware_bridge.panel.panel import PanelPins
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.panel_process import ABSENT, panel_children, panel_ended
from table_controller.runtime.settings.panel_settings import (
    LAST_PIN,
    SPOKEN_FOR,
    PanelSettings,
    doubts_about,
    read_panel,
)
from table_controller.runtime.settings.settings import SettingsError, read_settings

ROOT = Path(__file__).resolve().parents[3]
SHIPPED = ROOT / "config" / "panel.toml"


def read(folder: Path, text: str) -> PanelSettings:
    path = folder / "panel.toml"
    path.write_text(text, encoding="utf-8")
    return read_panel(path)


def test_the_shipped_panel_is_off_and_its_pins_are_free_ones() -> None:
    shipped = read_panel(SHIPPED)
    assert not shipped.enabled
    assert shipped.pins == PanelPins((("next", 17), ("check", 27), ("floor", 22)), 23, 24)
    assert shipped.times == Times()
    assert not {17, 27, 22, 23, 24} & SPOKEN_FOR.keys()


def test_what_is_left_out_is_not_there(tmp_path: Path) -> None:
    panel = read(tmp_path, "enabled = true\nbounce_ms = 50\nhold_ms = 700\n[buttons]\nfloor = 5\n")
    assert panel.pins == PanelPins((("floor", 5),))
    assert panel.times == Times(0.05, 0.7)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("lamp = 17\n[buttons]\nnext = 17\n", "buttons.next and lamp are both on GPIO 17: each needs a pin of its own"),
        ("buzzer = 4\nlamp = 4\n", "lamp and buzzer are both on GPIO 4"),
        ("[buttons]\nnext = 5\nfloor = 5\n", "buttons.next and buttons.floor are both on GPIO 5"),
        ("lamp = 28\n", f"lamp: GPIO 28 is not on the header: BCM numbers go from 0 to {LAST_PIN}"),
        ("[buttons]\ncheck = -1\n", "buttons.check: GPIO -1 is not on the header"),
        ('lamp = "GPIO4"\n', "lamp: is text in quotes, but it must be a whole number"),
        ("light = 4\n", "light: there is no such setting"),
        ("[buttons]\nundo = 4\n", "buttons.undo: there is no such setting"),
        ("bounce_ms = 1\n", "bounce_ms: must be at least 5"),
        ("hold_ms = 60000\n", "hold_ms: must be at most 5000"),
        ("enabled = true\n", "enabled, and no pin is named"),
        ("enabled =\n", "is not TOML: invalid value"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(why)) as problem:
        read(tmp_path, text)
    assert str(problem.value).startswith(str(tmp_path / "panel.toml"))


@pytest.mark.parametrize("pin", range(LAST_PIN + 1))
def test_pins_that_something_else_may_use_are_doubted(tmp_path: Path, pin: int) -> None:
    doubts = doubts_about(read(tmp_path, f"enabled = true\n[buttons]\nfloor = {pin}\n"))
    assert [doubt.partition(" may be")[0] for doubt in doubts] == (
        [f"buttons.floor: GPIO {pin}"] if pin in SPOKEN_FOR else []
    )
    assert doubts_about(read(tmp_path, f"[buttons]\nfloor = {pin}\n")) == ()  # it is off


def table(folder: Path, panel: str | None) -> Path:
    path = folder / "table.toml"
    path.write_text((ROOT / "config" / "table.toml").read_text(encoding="utf-8"), encoding="utf-8")
    if panel is not None:
        (folder / "panel.toml").write_text(panel, encoding="utf-8")
    return path


def test_a_table_starts_a_panel_only_if_it_has_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def started(panel: str | None) -> list[str]:
        config = table(tmp_path, panel)
        assert read_settings(config).panel == "panel.toml"
        return [child.name for child in panel_children(config, tmp_path / "s", tmp_path / "panel.log")]

    assert started(None) == []
    assert started("lamp = 2\n") == []
    assert capsys.readouterr().err == ""
    assert started("enabled = true\nlamp = 2\n") == ["panel"]
    assert capsys.readouterr().err.startswith("cardspeak: panel: lamp: GPIO 2 may be taken: I2C")
    with pytest.raises(SettingsError, match="there is no such setting"):
        started("pins = 3\n")


@pytest.mark.parametrize(("status", "again"), [(ABSENT, False), (2, False), (1, True), (-9, True), (143, True)])
def test_a_panel_that_died_is_started_again_one_that_is_not_there_is_not(
    tmp_path: Path, status: int, *, again: bool
) -> None:
    child = Child("panel", ["panel"], tmp_path / "panel.log")
    panel_ended(child, status)
    assert child.restart is again
