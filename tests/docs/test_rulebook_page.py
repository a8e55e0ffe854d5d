"""hardware_docs/rulebook-of-your-own.md, walked from its first line to its last as it stands there."""

from __future__ import annotations

import asyncio
import re
import shutil
import sys
from pathlib import Path

import pytest
from support.walked_page import Ran, Saved, Walk, parts_of, says_so

from table_controller.runtime.cli.journal_tools import OK, replay

PAGE = Path(__file__).parents[2] / "hardware_docs" / "rulebook-of-your-own.md"


@pytest.fixture
def clone(project: Path, tmp_path: Path) -> Path:
    """What the reader's clone has: settings, and the program in `.venv`."""
    shutil.copytree(project / "config", tmp_path / "config")
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    return tmp_path


class Opened:
    """Waits until the table of a command has opened a journal that was not there before."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: set[int] = set()

    async def __call__(self, line: str) -> None:
        found = re.search(r"--state (\S+)", line)
        assert found, line
        journal = self._folder / found[1] / "table.journal"
        while True:
            if journal.exists() and journal.stat().st_ino not in self._known:
                status, _, table = await asyncio.to_thread(replay, journal)
                if status == OK and table is not None:
                    self._known.add(journal.stat().st_ino)
                    return
            await asyncio.sleep(0.1)


def test_the_page_is_so(clone: Path) -> None:
    asyncio.run(Walk(clone, Opened(clone)).walk(PAGE.read_text("utf-8")))
    state = clone / "my-state"
    old = [path for path in state.glob("table.journal.*") if not path.name.endswith("head")]
    assert len(old) == 1  # the journal of the season before
    assert replay(old[0])[0] == replay(state / "table.journal")[0] == OK
    assert len(list((state / "rulebooks").iterdir())) == 2


def test_every_block_of_the_page_is_walked() -> None:
    parts = list(parts_of(PAGE.read_text("utf-8")))
    fences = re.findall(r"^```(\w+)$", PAGE.read_text("utf-8"), re.MULTILINE)
    saved = [part for part in parts if isinstance(part, Saved)]
    ran = [part for part in parts if isinstance(part, Ran)]
    assert len(saved) == fences.count("toml")
    assert len(ran) == fences.count("sh")
    assert sum(part.says is not None for part in ran) == fences.count("text")


@pytest.mark.parametrize(
    ("told", "heard", "so"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\n…\n", "a\nb\nc\n", True),
        ("a\n…\nd\n", "a\nd\n", True),
        ("a … c\n", "a b c\n", True),
        ("a … c\n", "a b d\n", False),
    ],
)
def test_what_a_page_tells_is_compared(told: str, heard: str, so: bool) -> None:
    assert says_so(told, heard) is so


def test_a_page_that_tells_something_else_is_seen(clone: Path) -> None:
    """Planted: the page's first answer is another one."""
    page = PAGE.read_text("utf-8").replace("0 rows of its own", "3 rows of its own")
    with pytest.raises(AssertionError, match="3 rows of its own"):
        asyncio.run(Walk(clone, Opened(clone)).walk(page))
