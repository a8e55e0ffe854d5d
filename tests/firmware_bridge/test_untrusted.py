"""Brackets by the thousand, at every entrance where a document comes in: an error of reading, and nothing ends."""

from __future__ import annotations

import json
import tomllib
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.dealt_tables import Felt

from firmware_bridge.secrets.decks import DeckError, load_decks
from firmware_bridge.vocabulary.lines import LineError
from firmware_bridge.vocabulary.observations import OBSERVATIONS
from firmware_bridge.vocabulary.untrusted import LONGEST_TEXT, clean_text, read_json, read_toml
from table_controller.broadcast.broker_settings import BrokerSettingsError, read_broker_settings
from table_controller.game.rulebooks.strict import ManifestError, parse
from table_controller.histories.phh import PhhError, read_phh
from table_controller.runtime.settings.panel_settings import read_panel
from table_controller.runtime.settings.settings import SettingsError, read_settings
from table_controller.scripts.parse import read_script
from table_controller.scripts.unreadable import UnreadableError
from table_controller.vocabulary.commands import Rule, SeatPlayer, UnseatPlayer
from table_controller.vocabulary.record import encode_record

DEEP: Final = 20_000
TOML: Final = "a = " + "[" * DEEP + "]" * DEEP + "\n"
JSON: Final = b"[" * DEEP + b"]" * DEEP


def _manifest(path: Path) -> object:
    return parse(path.read_text(encoding="utf-8"), path.name)


def test_deep_json_is_an_error_of_reading() -> None:
    for payload in (JSON, b'{"a":' * DEEP, b"\xff"):
        with pytest.raises(msgspec.DecodeError):
            read_json(payload, object)
    with pytest.raises(LineError, match="nested too deeply"):
        OBSERVATIONS.decode(JSON)


def test_deep_toml_is_an_error_of_reading() -> None:
    with pytest.raises(tomllib.TOMLDecodeError, match="nested too deeply"):
        read_toml(TOML)
    with pytest.raises(RecursionError):
        tomllib.loads(TOML)


@pytest.mark.parametrize(
    ("read", "error"),
    [
        (load_decks, DeckError),
        (_manifest, ManifestError),
        (read_phh, PhhError),
        (read_settings, SettingsError),
        (read_script, UnreadableError),
        (read_broker_settings, BrokerSettingsError),
        (read_panel, SettingsError),
    ],
)
def test_a_deep_file_is_refused_in_one_line(
    tmp_path: Path, read: Callable[[Path], Any], error: type[Exception]
) -> None:
    path = tmp_path / "deep.toml"
    path.write_text(TOML, encoding="utf-8")
    with pytest.raises(error) as refused:
        read(path)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 300


STEERS: Final = "\x1b[2J An\u202ena\u200b \t Ro\u0301sa\x07\ud800\n" + "x" * 500


def test_a_name_steers_nothing_and_stays_a_name() -> None:
    assert clean_text(STEERS) == ("[2J Anna Rósa " + "x" * 500)[:LONGEST_TEXT]
    assert clean_text("Андрей  李 \n محمد") == "Андрей 李 محمد"


@given(st.text(max_size=300))
def test_cleaning_twice_changes_nothing(text: str) -> None:
    once = clean_text(text, 40)
    assert clean_text(once, 40) == once
    assert len(once) <= 40
    assert not any(unicodedata.category(sign)[0] == "C" for sign in once)


def test_names_and_reasons_enter_the_journal_clean() -> None:
    """The screen had cleaned them, the journal and MQTT had not."""
    felt = Felt()
    felt.take(UnseatPlayer(5))
    felt.take(SeatPlayer(5, STEERS, 10_000))
    felt.take(Rule("void-hand", reason=STEERS))
    records = b"".join(encode_record(record) for record in felt.process.take_records())
    assert b"Anna R" in records
    for sign in ("\x1b", "\u202e", "\u200b", "\x07"):
        assert sign.encode() not in records
        assert json.dumps(sign)[1:-1].encode() not in records
