"""hardware_docs/table-script.md tells of every word that a script may use, and what it promises is so."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.scripts.header import _KEYS
from table_controller.scripts.interpret import Failure, MakePlayer, play
from table_controller.scripts.parse import parse_script
from table_controller.scripts.parse_expect import EXPECT_STEPS
from table_controller.scripts.parse_player import PLAYER_WORDS
from table_controller.scripts.parse_table import TABLE_STEPS
from table_controller.scripts.report import rulebook_of, straight_player


@pytest.fixture(scope="module")
def page() -> str:
    return (Path(__file__).parents[3] / "hardware_docs" / "table-script.md").read_text("utf-8")


def _section(page: str, title: str) -> str:
    return page.partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def _told(section: str) -> set[str]:
    """The words that a section's first column shows, each by its first word behind any seat."""
    rows = [line.replace("\\|", "/").split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {word for row in rows for word in re.findall(r"`(?:3: )?([a-z_-]+)", row)}


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("The table", set(_KEYS)),
        ("The dealer, the table, the floor", set(TABLE_STEPS)),
        ("The players", set(PLAYER_WORDS)),
        ("What must be true", set(EXPECT_STEPS)),
    ],
)
def test_the_page_lists_every_word_and_no_other(page: str, title: str, words: set[str]) -> None:
    assert _told(_section(page, title)) == words


@pytest.mark.parametrize("make", [straight_player, lambda header: HardwarePlayer(rulebook_of(header))])
def test_the_example_of_the_page_passes(page: str, make: MakePlayer) -> None:
    text = page.partition("```toml\n")[2].partition("```")[0]
    assert play(parse_script("page", text), make).failure is None


def test_what_is_marked_without_a_rule_has_none(page: str, failing: Callable[[str], Failure]) -> None:
    marked = [line for line in page.splitlines() if line.startswith("| `") and "no rule yet" in line]
    words = _told("\n".join(marked))
    lines: dict[str, str] = {}
    assert words == set(lines)
    for line in lines.values():
        assert "no rule yet" in failing(f"deal\n{line}").text
