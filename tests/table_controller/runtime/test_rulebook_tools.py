"""Finding a rule: explained, listed, compared; and the index where one search finds it."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from typing import TYPE_CHECKING

import pytest
from docs import rulebook_index, rulebook_tables
from rich.cells import cell_len

from display.printed.paper import Paper
from table_controller.game.rulebooks.keys import policy_keys, ruled_at
from table_controller.game.rulebooks.shipped import base_of, package_rulebook, rows_of, shipped_books
from table_controller.game.rulebooks.topics import near_topics, policies_of
from table_controller.runtime.cli import main, rulebook_check, rulebook_tools
from table_controller.runtime.cli.rulebook_tools import NotThereError, compare, explain, rules
from table_controller.scripts.header import parse_toml

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCRIPT = """title = "Two silent 1000s"
rulebook = "tda-2019"
refs = ["45-A"]
variant = "NT"
blinds = [100, 200]
button = 1
stacks = { 1 = 10000, 2 = 10000 }
script = \"\"\"
deal
\"\"\"
"""


@pytest.fixture(autouse=True, scope="module")
def _each_script_parsed_once() -> Iterator[None]:
    """Each explanation looks through all scripts for those of its rule."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulebook_tools, "parse_toml", cache(parse_toml))
        yield


def test_a_rule_is_explained_with_policies_and_scripts(tmp_path: Path) -> None:
    folder = tmp_path / "tests" / "scripts" / "tda-2019"
    folder.mkdir(parents=True)
    (folder / "45-A__several.toml").write_text(SCRIPT, "utf-8")
    (folder / "46__other.toml").write_text(SCRIPT.replace("45-A", "46-C"), "utf-8")
    (folder / "ipo.toml").write_text(SCRIPT.replace("tda-2019", "ipo-2015"), "utf-8")
    (folder / "broken.toml").write_text("deal", "utf-8")
    text = explain("tda-2019", "45-A", tmp_path)
    assert text.startswith("tda-2019 45-A: Multiple chips: need all chips test\n  says        Several silent chips ")
    assert "\n  topic       multiple-chips\n" in text
    assert "AUTO" in text
    assert "policies    multi_chip.denominations = any\n              multi_chip.last_chips = call_unless" in text
    assert text.endswith("  scripts     tests/scripts/tda-2019/45-A__several.toml  Two silent 1000s\n")


def test_without_a_checkout_it_says_that_there_are_no_scripts(tmp_path: Path) -> None:
    assert "  scripts     not here: tests/scripts is part of a checkout\n" in explain("tda-2019", "45-A", tmp_path)


def test_a_heading_names_its_parts_and_an_echo_what_it_restates(tmp_path: Path) -> None:
    assert "parts       28-A: Two actions with chips\n              28-B: Three actions" in explain(
        "tda-holdem", "28", tmp_path
    )
    assert "restates    16" not in explain("tda-2019", "41-C", tmp_path)
    assert "restates    44: Oversized chip" in explain("tda-2019", "41-C", tmp_path)
    assert "behaviours  those of 44" in explain("tda-2019", "41-C", tmp_path)


def test_a_rule_is_found_as_people_type_it_and_under_an_overlay(tmp_path: Path) -> None:
    assert explain("tda-2019", "ex46-1.2", tmp_path).startswith("tda-2019 Ex 46-1.2:")
    assert explain("tda-2024-rp", "pr5b", tmp_path).startswith("tda-2024-rp PR-5B: Premature turn")
    below = explain("tda-2024-rp", "45-A", tmp_path)
    assert below.startswith("tda-2019 45-A:")
    assert "tda-2024-rp is laid over tda-2019, which prints this rule" in below


def test_a_behaviour_is_found_with_its_file_and_line() -> None:
    where = rulebook_tools.source_of("irregular.unread")
    file, _, line = where.rpartition(":")
    assert file == "table_controller/game/rules/betting/irregular.py"
    assert (rulebook_tools.ROOT / file).read_text("utf-8").splitlines()[int(line) - 1].startswith("def unread(")
    assert rulebook_tools.source_of("irregular.planted") == rulebook_tools.source_of("planted.x") == "not there"


def test_rules_are_listed_whole_and_by_topic() -> None:
    assert len(rules("ipo-2015").splitlines()) == 147
    assert rules("tda-holdem", "string-bet") == "40  AUTO    String bets\n"
    assert rules("tda-2024-rp", "min-raise").splitlines() == [
        "tda-2024-rp prints no rule on min-raise",
        "laid over tda-2019: cardspeak rules tda-2019 --topic min-raise",
    ]


def test_books_stand_side_by_side() -> None:
    lines = compare("reopening").splitlines()
    assert lines[2].split() == ["policy", *shipped_books()]
    at = next(number for number, line in enumerate(lines) if line.startswith("reopen.cumulative"))
    assert [" ".join(line.split()) for line in lines[at : at + 2]] == [
        "reopen.cumulative false silent true as tda-2019 true",
        "(19) (1) (47-A) (33-B)",
    ]
    assert "  no rule of its own" in lines
    assert any("Cumulative short all-ins reopen" in line for line in lines)
    topics = {row.topic for book in shipped_books() for row in rows_of(book)}
    assert all(compare(topic) for topic in topics)


@pytest.mark.parametrize("paper", [Paper(44), Paper(80), Paper(80, ascii_only=True), Paper(200)])
def test_a_comparison_keeps_to_the_width_and_loses_nothing(paper: Paper) -> None:
    topics = {row.topic for book in shipped_books() for row in rows_of(book)}
    for topic in topics:
        text = compare(topic, paper)
        keys = policies_of(topic)
        table = text.partition("\n\n")[2][: text.rindex("\n\nfigp-2012\n") - len(topic) - 2] if keys else ""
        assert max(map(cell_len, table.splitlines()), default=0) <= paper.columns, topic
        assert text.isascii() or not paper.ascii_only
        for book in shipped_books():
            refs = {f"({ruled_at(package_rulebook(book), key).cite.ref})" for key in keys if not base_of(book)}
            assert all(ref in table for ref in refs), (topic, book)
    assert "misdeal.deadline" in compare("misdeal", Paper(200))


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "latin-1"])
def test_a_comparison_goes_into_a_pipe_of_any_encoding(encoding: str) -> None:
    env = dict(os.environ, PYTHONIOENCODING=encoding, COLUMNS="80", FORCE_COLOR="1")
    command = [sys.executable, "-c", "from table_controller.runtime.cli.main import main; main()", "compare", "misdeal"]
    ended = subprocess.run(command, env=env, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    text = ended.stdout.decode(encoding)
    assert ("─" in text, "?" in text, "\x1b" in text) == (encoding == "utf-8", False, False)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (["explain", "tda-2018", "1"], "no rulebook 'tda-2018'; near it: tda-2019"),
        (["explain", "hoyle", "1"], "no rulebook 'hoyle'; "),
        (["explain", "tda-2019", "45-Z"], "tda-2019 prints no rule '45-Z'; near it: "),
        (["explain", "tda-2019", "Ex 46-1."], "near it: Ex 46-1.1, Ex 46-1.2, Ex 46-1.3"),
        (["explain", "tda-2019", ""], "tda-2019 prints no rule ''; cardspeak rules tda-2019 lists them"),
        (["rules", "tda"], "no rulebook 'tda'; "),
        (["rules", "tda-2019", "--topic", "min-rise"], "no rule has the topic 'min-rise'; near it: min-raise"),
        (["compare", "raise"], "no rule has the topic 'raise'; near it: min-raise, raise-cap, raise-method"),
        (["compare", "zzz"], "the topics are absent-player, "),
    ],
)
def test_what_is_not_there_is_said_with_what_is_near(
    command: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main.app(command)
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert said.err.startswith("cardspeak: ")
    assert says in said.err


@pytest.mark.parametrize("command", [["explain", "figp-2012", "8-a"], ["rules", "figp-2012"], ["compare", "raise-cap"]])
def test_the_commands_print_and_end_well(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main.app(command)
    assert ended.value.code == 0
    assert "8-a" in capsys.readouterr().out


def test_a_near_match_is_a_rule_that_can_be_explained() -> None:
    with pytest.raises(NotThereError) as problem:
        explain("figp-2012", "9-z")
    near = str(problem.value).partition("near it: ")[2].split(", ")
    assert all(explain("figp-2012", ref) for ref in near)


def test_the_index_in_the_tree_is_the_one_that_would_be_written(project: Path) -> None:
    kept = (project / "table_controller" / "game" / "rulebooks" / "INDEX.md").read_text("utf-8")
    assert kept == rulebook_index.page(), "run: make docs"


def test_the_tables_of_answers_in_the_docs_are_current(project: Path) -> None:
    kept = (project / "hardware_docs" / "rulebooks.md").read_text("utf-8")
    assert kept == rulebook_tables.page(), "run: make docs"


def test_the_tables_tell_each_answer_once_with_its_rule() -> None:
    lines = [line for line in rulebook_tables.page().splitlines() if line.startswith("| `")]
    keys = [line.split("`")[1] for line in lines]
    assert len(set(keys)) == len(keys)
    assert {"misdeal.deadline", "premature_turn", "fouled_deck", "undercall.multiway_raise"} <= set(keys)
    assert (
        "| `misdeal.stuck_cards` | *silent* (FIN) | *silent* (1) | true (35-A(1)) | as tda-2019 | true (27-B) |"
        in lines
    )


def test_one_search_finds_a_rule_by_its_number() -> None:
    lines = rulebook_index.page().splitlines()
    starts = [line.split(" | ")[0] for line in lines if line.startswith("| ")]
    for book in shipped_books():
        for row in rows_of(book):
            assert starts.count(f"| {book} {row.ref}") == 1


OWN = """book = "harbour"
title = "Harbour"
base = "tda-2019"

[undercall]
tiny_chip = { value = "complete", ref = "D-8" }

[[rows]]
ref = "D-8"
title = "A chip that is nothing is made a call"
topic = "undercall"
class = "AUTO"
game = "all"
behaviours = ["undercalls.undercall"]

[[rows]]
ref = "D-9"
title = "Nobody carries it"
topic = "undercall"
class = "AUTO"
game = "all"

[titles.it]
"D-8" = "Chi mette una fiche minima completa"
"""


def table_with_an_own_book(folder: Path) -> Path:
    (folder / "rulebooks").mkdir()
    (folder / "rulebooks" / "harbour.toml").write_text(OWN, "utf-8")
    config = folder / "table.toml"
    config.write_text('[screen]\nlanguage = "it"\n', "utf-8")
    return config


def test_an_answer_whose_row_names_another_behaviour_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = table_with_an_own_book(tmp_path)
    assert rulebook_check.check(None, config) == rulebook_check.SOUND
    said = capsys.readouterr().out
    assert (
        "note: D-8: its answer undercall.tiny_chip is carried by undercalls.tiny_chip; the row names "
        "undercalls.undercall\n" in said
    )
    assert "note: D-9: AUTO, and names no behaviour" in said
    book = config.parent / "rulebooks" / "harbour.toml"
    book.write_text(
        OWN.replace('["undercalls.undercall"]', '["undercalls.tiny_chip"]').replace("AUTO", "INFO"), "utf-8"
    )
    assert rulebook_check.check(None, config) == rulebook_check.SOUND
    assert "note: D-" not in capsys.readouterr().out


def test_rules_have_their_titles_in_the_language_of_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = table_with_an_own_book(tmp_path)
    for words in (["rules", "harbour"], ["explain", "harbour", "D-8"]):
        with pytest.raises(SystemExit) as ended:
            main.app([*words, "--config", str(config)])
        assert not ended.value.code
        assert "Chi mette una fiche minima completa" in capsys.readouterr().out
    rulebook_tools.take(tmp_path / "nowhere" / "table.toml")


def test_what_may_be_answered_is_listed_with_who_says_so() -> None:
    said = rulebook_tools.answers("undercall.tiny_chip")
    assert said.startswith('undercall.tiny_chip: one of "floor", "complete"\n  carried by  undercalls.tiny_chip\n')
    assert "  complete\n    figp-2012 15-b: " in said
    assert "  silent\n    tda-holdem 1: the floor decides\n" in said
    assert {line.split()[0] for line in rulebook_tools.answers().splitlines()} == {*policy_keys()}
    with pytest.raises(NotThereError, match=r"near it: undercall\.tiny_chip"):
        rulebook_tools.answers("tiny_chip")


@pytest.mark.parametrize(("word", "near"), [("calling-time", ["call-time"]), ("undercal", ["undercall"]), ("zzzz", [])])
def test_a_topic_that_no_book_has_is_answered_with_those_near_it(word: str, near: list[str]) -> None:
    topics = {row.topic for book in shipped_books() for row in rows_of(book)}
    assert near_topics(word, topics)[: len(near)] == near
    assert bool(near_topics(word, topics)) == bool(near)
