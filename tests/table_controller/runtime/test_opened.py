"""Settings that were changed after the table was opened are not its journal's: the start says so and offers ways on."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.vocabulary.values import replace
from table_controller.runtime.processes.places import JOURNAL
from table_controller.runtime.settings.opened import OPENED, check_opened
from table_controller.runtime.settings.settings import Settings, SettingsError, read_settings

SHIPPED = read_settings(Path(__file__).parents[3] / "config/table.toml")
CHANGED = replace(SHIPPED, game=replace(SHIPPED.game, big_blind_chips=5_000), players=SHIPPED.players[1:])


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """The folder of a table that was opened with the settings as shipped."""
    start(SHIPPED, tmp_path)
    (tmp_path / JOURNAL).touch()
    return tmp_path


def start(settings: Settings, state: Path, *, as_opened: bool = False) -> None:
    check_opened(settings, Path("config/table.toml"), state, state / JOURNAL, as_opened=as_opened)


def test_a_table_goes_on_with_its_own_settings_and_whatever_is_none_of_the_games(state: Path) -> None:
    known = (state / OPENED).read_bytes()
    start(SHIPPED, state)
    start(replace(SHIPPED, hardware=replace(SHIPPED.hardware, ports=("/dev/ttyACM7",)), venue="elsewhere"), state)
    start(replace(SHIPPED, game=replace(SHIPPED.game, rulebook="figp-2012")), state)  # a new epoch, between two hands
    assert (state / OPENED).read_bytes() == known


def test_a_start_with_changed_settings_stops_and_says_what_changed_and_the_ways_on(state: Path) -> None:
    for _ in range(2):  # it is no question that goes away by itself
        with pytest.raises(SettingsError) as caught:
            start(CHANGED, state)
    first = SHIPPED.players[0].seat
    was, said = SHIPPED.game.big_blind_chips, str(caught.value)
    assert f"game.big_blind_chips was {was}, is 5000; players at seat {first}." in said
    assert "put the settings back" in said
    assert "--as-opened" in said
    assert "--state FOLDER" in said


def test_the_table_goes_on_as_it_was_opened_if_that_is_what_is_meant(state: Path) -> None:
    start(CHANGED, state, as_opened=True)
    start(CHANGED, state)
    with pytest.raises(SettingsError):
        start(SHIPPED, state)


def test_a_new_table_is_opened_with_what_it_finds(state: Path) -> None:
    (state / JOURNAL).unlink()
    start(CHANGED, state)
    (state / JOURNAL).touch()
    start(CHANGED, state)
    assert b'"big_blind_chips":5000' in (state / OPENED).read_bytes()


@pytest.mark.parametrize("content", [b"", b"{", b"\xff", b"[" * 100_000, b'{"at_s": "never"}'])
def test_where_it_is_not_known_the_table_starts_and_it_is_known_from_then_on(state: Path, content: bytes) -> None:
    """An older release kept nothing."""
    (state / OPENED).write_bytes(content)
    start(CHANGED, state)
    with pytest.raises(SettingsError):
        start(SHIPPED, state)
    assert (state / OPENED).stat().st_mode & 0o077 == 0
