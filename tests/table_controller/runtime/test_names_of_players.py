"""Names that nobody could see are refused; two players of one name may sit down, and it is said."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.command_line import cardspeak_started

from table_controller.runtime.processes.places import JOURNAL
from table_controller.runtime.settings.settings import SettingsError, namesakes, read_settings

SHIPPED = Path(__file__).parents[3] / "config"
UNSEEN = r"\u200b\u200d\u2060"
"""Signs without width, as TOML writes them."""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    shutil.copytree(SHIPPED, tmp_path / "config")
    return tmp_path / "config" / "table.toml"


def rename(config: Path, was: str, name: str) -> None:
    text = config.read_text(encoding="utf-8")
    assert f'"{was}"' in text
    config.write_text(text.replace(f'"{was}"', f'"{name}"'), encoding="utf-8")


@pytest.mark.parametrize("name", [UNSEEN, f" {UNSEEN} ", "   "])
def test_a_name_of_which_nothing_is_seen_is_refused(config: Path, name: str) -> None:
    rename(config, "Bruno", name)
    with pytest.raises(SettingsError, match="players: the name at seat 2 has no sign that can be seen: type it anew"):
        read_settings(config)


def test_a_name_with_such_signs_in_it_is_taken(config: Path) -> None:
    rename(config, "Bruno", f"Bru{UNSEEN}no")
    assert namesakes(read_settings(config)) == ""


def test_two_of_one_name_start_with_a_word_to_the_technician_and_in_the_log(config: Path) -> None:
    """That they look alike is enough: signs that are not seen tell nobody apart, nor do capitals called out."""
    rename(config, "Bruno", f"anna{UNSEEN}")
    told = "the players at seats 1 and 2 have the same name; an initial behind it tells them apart"
    assert namesakes(read_settings(config)) == told
    state = config.parent.parent / ".state"
    state.mkdir(mode=0o700)
    (state / JOURNAL).touch()  # so that the start ends by itself, after it has said this
    done = cardspeak_started(config.parent.parent, "run")
    assert f"cardspeak: config/table.toml: {told}\n" in done.stderr
    assert f"WARNING controller: config/table.toml: {told}\n" in (state / "controller.log").read_text(encoding="utf-8")
