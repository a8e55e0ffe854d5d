"""The form of a table's settings: keys and mouse, each error at its field, saved whole or not at all, comments kept."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from display.languages import LANGUAGES
from display.setup.app import SetupScreen
from display.setup.form import Fault, Form, Saved, Values, at_field, form_of, press
from display.setup.sheet import fault_text, sheet_lines
from display.wording.wording import wording_in
from firmware_bridge.vocabulary.values import replace
from table_controller.runtime.settings import templates
from table_controller.runtime.settings.setting_up import check, document, fields_of, save, set_up
from table_controller.runtime.settings.settings import read_settings
from table_controller.runtime.settings.settings_text import edited

HOSTILE = "Eve\x1b]52;c;ZXZpbA==\x07 \u202eleft [bold]"


@pytest.fixture
def config(project: Path, tmp_path: Path) -> Path:
    """The settings that come with the project, in a folder of their own."""
    path = tmp_path / "table.toml"
    path.write_bytes((project / "config" / "table.toml").read_bytes())
    return path


def form_at(path: Path) -> Form:
    return form_of(fields_of(tomllib.loads(path.read_text("utf-8"))))


def typed(form: Form, name: str, text: str) -> Form:
    """The form with a field emptied and typed anew."""
    form = at_field(form, name)
    for key in ("delete", *text):
        form = press(form, key, check, lambda _values: Saved())
    return form


def saving(path: Path) -> Callable[[Values], Saved | Fault]:
    text = path.read_text("utf-8")
    return lambda values: save(path, text, values)


def faults_after(form: Form, *changes: tuple[str, str]) -> list[tuple[str, str]]:
    for name, text in changes:
        form = typed(form, name, text)
    return [(fault.field, fault.code) for fault in check(form.values)]


@pytest.mark.parametrize("installed", [False, True])
def test_an_empty_folder_gets_all_that_a_table_needs(
    installed: bool, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if installed:  # as pip lays the wheel's data
        shutil.copytree(project / "config", tmp_path / "share/cards-speak/config")
        monkeypatch.setattr(templates, "_REPOSITORY", tmp_path / "no repository")
        monkeypatch.setattr("sysconfig.get_path", lambda _name: str(tmp_path))
    folder = tmp_path / "new" / "config"
    folder.mkdir(parents=True)
    (folder / "broker.toml").write_text("# mine\n", "utf-8")
    form = form_of(fields_of(tomllib.loads(templates.templates()["table.toml"])))
    values = typed(form, "players.1.name", "Zoe").values
    assert isinstance(save(folder / "table.toml", "", values), Saved)
    assert sorted(file.name for file in folder.iterdir()) == sorted(templates.NAMES)
    assert (folder / "broker.toml").read_text("utf-8") == "# mine\n", "what is there stays"
    text = (folder / "table.toml").read_text("utf-8")
    assert "# where the first hand's button lies" in text, "its comments explain it"
    assert read_settings(folder / "table.toml").players[0].name == "Zoe"


def test_what_ships_is_right_and_saving_it_changes_nothing(config: Path) -> None:
    before = config.read_bytes()
    form = press(form_at(config), "f2", check, saving(config))
    assert form.saved == Saved()
    assert config.read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "faults"),
    [
        ((("game.small_blind_chips", ""),), [("game.small_blind_chips", "number")]),
        ((("game.small_blind_chips", "0"),), [("game.small_blind_chips", "least")]),
        ((("game.seats", "11"),), [("game.seats", "most")]),
        ((("game.seats", "5"),), [("players.6.name", "no-seat")]),
        ((("game.button", "7"),), [("game.button", "button-empty")]),
        ((("game.big_blind_chips", "25"),), [("game.big_blind_chips", "blinds")]),
        ((("game.ante_chips", "30"),), [("game.ante_chips", "no-chips")]),
        ((("players.2.stack_chips", "10001"),), [("players.2.stack_chips", "no-chips")]),
        ((("players.2.stack_chips", ""),), [("players.2.stack_chips", "stack-missing")]),
        ((("players.2.name", ""), ("game.seats", "x")), [("game.seats", "number"), ("players.2.name", "name-missing")]),
        ((("game.denominations", "25, 25"),), [("game.denominations", "twice")]),
    ],
)
def test_each_error_stands_at_its_field(
    config: Path, changes: tuple[tuple[str, str], ...], faults: list[tuple[str, str]]
) -> None:
    form = form_at(config)
    assert faults_after(form, *changes) == faults
    for name, text in changes:
        form = typed(form, name, text)
    before = config.read_bytes()
    form = press(form, "f2", check, saving(config))
    assert form.saved is None
    assert form.fields[form.at].name == faults[0][0], "the dealer is taken to it"
    for language in LANGUAGES:
        words = wording_in(language)
        assert all(fault_text(fault, words) for fault in form.faults)
    assert config.read_bytes() == before, "nothing is written"


def test_one_player_is_no_table(config: Path) -> None:
    form = form_at(config)
    empty = [(f"players.{seat}.{what}", "") for seat in range(2, 7) for what in ("name", "stack_chips")]
    assert faults_after(form, *empty) == [("players.2.name", "two-players")]


def test_what_is_saved_is_what_was_typed_and_comments_stay(config: Path) -> None:
    text = config.read_text("utf-8")
    form = typed(typed(form_at(config), "players.2.name", 'Bru"no # 7'), "players.7.name", "Greta")
    form = typed(typed(form, "players.7.stack_chips", "5000"), "game.seats", "8")
    form = press(at_field(form, "screen.language"), "right", check, saving(config))
    form = press(form, "ctrl+s", check, saving(config))
    assert form.saved == Saved()
    settings = read_settings(config)
    assert [(one.seat, one.name) for one in settings.players][1] == (2, 'Bru"no # 7')
    assert [(one.seat, one.name, one.stack_chips) for one in settings.players][-1] == (7, "Greta", 5000)
    assert (settings.game.seats, settings.screen.language) == (8, "it")
    told = config.read_text("utf-8")
    assert [line for line in text.splitlines() if "#" in line and line.split("#")[1] not in told] == []
    assert settings.hardware.decks == "decks.toml"
    assert list(config.parent.iterdir()) == [config], "nothing is left beside it"


def test_comments_that_cannot_be_kept_are_told(config: Path) -> None:
    config.write_text(config.read_text("utf-8").replace('name = "Bruno"', 'name = "Bruno" # owes a round'), "utf-8")
    form = typed(typed(form_at(config), "players.2.name", ""), "players.2.stack_chips", "")
    form = press(form, "f2", check, saving(config))
    assert form.saved == Saved(("# owes a round",))
    lines, _ = sheet_lines(form, "x", wording_in("en"), 80, 23)
    assert any("# owes a round" in piece for line in lines for piece, _ in line)
    assert [one.seat for one in read_settings(config).players] == [1, 3, 4, 5, 6]


def test_a_file_written_otherwise_is_written_anew(config: Path) -> None:
    text = config.read_text("utf-8").replace("denominations = [25, 100,", "denominations = [ # chips\n 25, 100,")
    config.write_text(text, "utf-8")
    form = press(typed(form_at(config), "game.denominations", "25 100 500"), "f2", check, saving(config))
    assert form.saved is not None
    assert "# chips" in form.saved.lost
    assert read_settings(config).game.denominations == (25, 100, 500)


def test_a_planted_wrong_edit_is_not_written(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip of the editor ends in the strict reading, before the file is touched."""
    before = config.read_bytes()
    planted = replace(
        edited(config.read_text("utf-8"), {}), text=config.read_text("utf-8").replace("seats = 6", "seats = 5")
    )
    monkeypatch.setattr("table_controller.runtime.settings.setting_up.edited", lambda *_: planted)
    form = press(form_at(config), "f2", check, saving(config))
    assert [fault.code for fault in form.faults] == ["other"]
    assert config.read_bytes() == before
    assert list(config.parent.iterdir()) == [config]


def test_a_file_that_changed_meanwhile_or_cannot_be_written_is_left(
    config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writes = saving(config)
    config.write_text(config.read_text("utf-8") + "# by hand\n", "utf-8")
    before = config.read_bytes()
    assert press(form_at(config), "f2", check, writes).faults == (Fault("", "changed"),)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    assert press(form_at(config), "f2", check, saving(config)).faults[0].code == "disk"
    assert config.read_bytes() == before
    assert list(config.parent.iterdir()) == [config]


def test_cancelling_asks_once_and_changes_nothing(config: Path) -> None:
    form = form_at(config)
    assert press(form, "escape", check, saving(config)).left
    form = press(typed(form, "players.1.name", "Zoe"), "escape", check, saving(config))
    assert (form.leaving, form.left) == (True, False)
    assert not press(form, "x", check, saving(config)).leaving
    assert press(form, "escape", check, saving(config)).left
    assert "Zoe" not in config.read_text("utf-8")


def test_a_hostile_name_is_neither_drawn_nor_saved_nor_changed(config: Path) -> None:
    escaped = "Eve\\u001b]52;c;ZXZpbA==\\u0007 \\u202eleft [bold]"
    config.write_text(config.read_text("utf-8").replace('"Elena"', f'"{escaped}"'), "utf-8")
    form = form_at(config)
    assert form.values["players.5.name"] == HOSTILE
    drawn = "".join(piece for line in sheet_lines(form, "x", wording_in("en"), 80, 23)[0] for piece, _ in line)
    assert not {"\x1b", "\x07", "\u202e"} & set(drawn)
    assert "Eve" in drawn
    form = press(form, "f2", check, saving(config))
    assert [(fault.field, fault.code) for fault in form.faults] == [("players.5.name", "name-unseen")]
    assert escaped in config.read_text("utf-8")


def test_a_new_file_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new.toml"
    form = form_of(fields_of({}))
    for seat, name in ((1, "Anna"), (2, "Bruno")):
        form = typed(typed(form, f"players.{seat}.name", name), f"players.{seat}.stack_chips", "5000")
    form = press(form, "f2", check, lambda values: save(path, "", values))
    assert form.saved == Saved()
    assert [one.name for one in read_settings(path).players] == ["Anna", "Bruno"]
    assert document({}, form.values)["game"]["seats"] == 10


def test_without_a_terminal_it_says_what_to_edit(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert set_up(config, "", terminal=False) == 2
    assert f"Edit {config}" in capsys.readouterr().err
    broken = tmp_path / "broken.toml"
    broken.write_text("[game\n", "utf-8")
    assert set_up(broken, "", terminal=False) == 2
    told = subprocess.run(
        [sys.executable, "-m", "table_controller.runtime", "setup", "--config", str(config)],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL, timeout=60,
    )  # fmt: skip
    assert (told.returncode, "Edit" in told.stderr, "Traceback" in told.stderr) == (2, True, False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_is_whole_on_the_smallest_screen(config: Path, language: str, reader: Any) -> None:
    async def story() -> None:
        app = SetupScreen(form_at(config).fields, str(config), check, saving(config), language)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            assert reader.faults(app) == []
            for name in ("Anna", "Franco", "10"):
                assert name in reader.text(app)
            await pilot.press(*["down"] * 9, "delete", *"Zo\u00eb", "enter", "backspace", "f2")
            await pilot.pause()
            assert reader.faults(app) == []
            assert app.form.values["players.1.name"] == "Zo\u00eb"
            assert [fault.code for fault in app.form.faults] == []
            assert app.form.saved is not None
            assert reader.text(app).count("Zo\u00eb") == 1

    asyncio.run(story())
    first = read_settings(config).players[0]
    assert (first.name, first.stack_chips) == ("Zo\u00eb", 1000)


def test_the_mouse_does_the_same(config: Path, reader: Any) -> None:
    async def story() -> None:
        app = SetupScreen(form_at(config).fields, str(config), check, saving(config))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            box, _ = next(one for one in app._sheet.targets if one[1] == "game.rulebook")
            before = app.form.values["game.rulebook"]
            await pilot.click("FormSheet", offset=(box.x + 1, box.y))
            assert app.form.values["game.rulebook"] != before
            box, _ = next(one for one in app._sheet.targets if one[1] == "players.3.name")
            await pilot.click("FormSheet", offset=(box.x + 1, box.y))
            await pilot.press("x")
            save_key = app._foot.targets[0].box
            await pilot.click("Foot", offset=(save_key.x + 1, 0))
            await pilot.pause()
            assert app.form.saved == Saved()
            assert "Saved" in reader.text(app)

    asyncio.run(story())
    assert read_settings(config).players[2].name == "Chiarax"
