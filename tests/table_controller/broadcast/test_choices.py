"""What a producer has chosen, kept in a file: graphics go on whatever becomes of it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from table_controller.broadcast.choices import Choices
from table_controller.broadcast.pages import Show

GRAPHICS: Final = frozenset({"table", "board", "finding"})


def test_what_was_kept_is_read_without_graphics_that_are_gone(tmp_path: Path) -> None:
    said: list[str] = []
    path = tmp_path / "new" / "home-t1-live.json"
    assert Choices(path, said.append).read(GRAPHICS) == Show()
    Choices(path, said.append).keep(Show(hidden=True, off=("board", "an-old-one")))
    assert Choices(path, said.append).read(GRAPHICS) == Show(hidden=True, off=("board",))
    assert said == []


@pytest.mark.parametrize("text", ["", "{", "[]", '{"hidden": "maybe"}', '{"other": 1}', "\x00"])
def test_a_file_that_is_none_is_said_and_left(tmp_path: Path, text: str) -> None:
    path, said = tmp_path / "one.json", list[str]()
    path.write_text(text)
    assert Choices(path, said.append).read(GRAPHICS) == Show()
    assert len(said) == 1
    assert "is not known any more" in said[0]


def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path) -> None:
    said: list[str] = []
    (tmp_path / "file").touch()
    choices = Choices(tmp_path / "file" / "one.json", said.append)
    for hidden in (True, False):
        choices.keep(Show(hidden=hidden))
    assert len(said) == 1
    assert "will not outlive" in said[0]
