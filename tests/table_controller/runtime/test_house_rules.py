"""House rules of a table: read with its settings, opened with it, written into its journal's name."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from table_controller.game.rulebooks.known import table_rulebook
from table_controller.game.rulebooks.loader import house_pairs, with_house
from table_controller.game.rulebooks.shipped import package_rulebook, rulebook_hash
from table_controller.runtime.processes.controller_process import open_controller
from table_controller.runtime.processes.supervise import settings_text
from table_controller.runtime.settings.settings import SettingsError, house_rules, opening, read_settings
from table_controller.scripts.parse import parse_script
from table_controller.scripts.unreadable import UnreadableError
from table_controller.vocabulary.findings import Citation

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT = """title = "House"
rulebook = "tda-2024-rp"
variant = "NT"
blinds = [100, 200]
button = 1
stacks = { 1 = 10000, 2 = 10000 }
house = { "undercall.tiny_chip" = "complete", call_time.ladder_s = [60, 30], reopen.cumulative = false, SILENT }
script = "deal"
""".replace("SILENT", 'early_call = "silent"')
PAIRS = (
    ("call_time.ladder_s", "60, 30"),
    ("early_call", "silent"),
    ("reopen.cumulative", "false"),
    ("undercall.tiny_chip", "complete"),
)


def _table(project: Path, folder: Path, house: str | None, line: str = 'house = "house.toml"') -> Path:
    text = (project / "config" / "table.toml").read_text("utf-8").replace('# house = "house.toml"', line)
    (folder / "table.toml").write_text(text, "utf-8")
    if house is not None:
        (folder / "house.toml").write_text(house, "utf-8")
    return folder / "table.toml"


def test_a_table_takes_the_house_rules_of_the_file_that_it_names(project: Path, tmp_path: Path) -> None:
    settings = read_settings(_table(project, tmp_path, 'early_call = "silent"\n[undercall]\ntiny_chip = "complete"\n'))
    assert house_rules(settings) == (("early_call", "silent"), ("undercall.tiny_chip", "complete"))
    assert opening(settings, 0.0).house == house_rules(settings)
    controller = open_controller(settings, tmp_path / "state", 1.0)
    controller.journal.close()
    assert controller.book.undercall.tiny_chip.cite == Citation("house", "undercall.tiny_chip")


def test_other_house_rules_do_not_go_on_with_the_same_journal(project: Path, tmp_path: Path) -> None:
    house = 'early_call = "silent"\n'
    epochs = []
    for rules in (house, house, ""):
        controller = open_controller(read_settings(_table(project, tmp_path, rules)), tmp_path / "state", 1.0)
        controller.journal.close()
        epochs.append(controller.journal.header.epoch)
    assert epochs[0] == epochs[1] != epochs[2]


def test_faults_of_house_rules_are_named(project: Path, tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"house.toml: cannot be read"):
        read_settings(_table(project, tmp_path, None))
    with pytest.raises(SettingsError, match=r"house.toml: at its end: is not TOML: invalid value"):
        read_settings(_table(project, tmp_path, "early_call ="))
    with pytest.raises(SettingsError, match="house"):
        read_settings(_table(project, tmp_path, "", "house = 5"))
    with pytest.raises(SettingsError, match=r"table.toml: house rule 'early_cal': no such policy"):
        read_settings(_table(project, tmp_path, 'early_cal = "silent"\n'))
    hoyle = _table(project, tmp_path, "")
    hoyle.write_text(hoyle.read_text("utf-8").replace("tda-2019", "hoyle"), "utf-8")
    with pytest.raises(SettingsError, match=r"table.toml: rulebook 'hoyle' is not there; there is figp-2012"):
        read_settings(hoyle)


def test_the_shipped_example_names_policies_that_there_are(project: Path) -> None:
    text = (project / "config" / "house.toml").read_text("utf-8")
    assert tomllib.loads(text) == {}
    examples = [line[2:] for line in text.splitlines() if line.startswith("# ") and " = " in line and ": " not in line]
    assert len(examples) == 4
    pairs = house_pairs(tomllib.loads("\n".join(examples)))
    assert with_house(package_rulebook("tda-2019"), pairs).undercall.tiny_chip.value == "complete"


def test_a_script_lays_house_rules_over_any_shipped_book() -> None:
    header = parse_script("x", SCRIPT).header
    assert header.house == PAIRS
    book = table_rulebook(header.rulebook, header.house)
    assert book.call_time.ladder_s.value == (60, 30)
    assert book.early_call.value is None
    assert book.early_call.cite == Citation("house", "early_call")
    assert book.premature_turn.cite.ref == "PR-5B"
    assert rulebook_hash(header.rulebook, header.house) != rulebook_hash(header.rulebook)


@pytest.mark.parametrize("book", ["tda-holdem", "ipo-2015", "tda-2019", "figp-2012", "tda-2024-rp"])
def test_a_script_plays_under_every_book(book: str) -> None:
    assert parse_script("x", SCRIPT.replace("tda-2024-rp", book)).header.rulebook == book


@pytest.mark.parametrize(
    ("old", "new", "line", "says"),
    [
        ("undercall.tiny_chip", "undercall.tiny", 7, "house: house rule 'undercall.tiny': no such policy"),
        ('"complete"', '"mine"', 7, "house: house rule undercall.tiny_chip: 'mine' is not an answer here"),
        ("tda-2024-rp", "tda-2018", 2, "rulebook: 'tda-2018' is not known; use one of figp-2012"),
    ],
)
def test_unknown_books_and_house_rules_are_said_with_their_line(old: str, new: str, line: int, says: str) -> None:
    with pytest.raises(UnreadableError) as fault:
        parse_script("x.toml", SCRIPT.replace(old, new))
    assert str(fault.value).startswith(f"x.toml:{line} {says}")


def test_the_demonstration_hands_house_rules_on(project: Path, tmp_path: Path) -> None:
    opened = opening(read_settings(_table(project, tmp_path, 'early_call = "silent"\n')), 0.0)
    (tmp_path / "demo.toml").write_text(settings_text(opened), "utf-8")
    assert house_rules(read_settings(tmp_path / "demo.toml")) == opened.house
