"""The picture for the README: drawn from a view, the same every time, asking nobody for anything."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from docs.picture import main, picture

from table_controller.vocabulary.views import FEED, TableView


def test_a_picture_is_the_same_every_time(tables: Mapping[str, TableView]) -> None:
    first, second = (asyncio.run(picture([tables["full"]])) for _ in range(2))
    assert first == second
    assert "Gustavo" in first
    assert "url(" not in first.replace("url(#", "")
    ET.fromstring(first)  # noqa: S314 - our own picture


def test_from_a_file_to_a_file(tmp_path: Path, tables: Mapping[str, TableView]) -> None:
    (tmp_path / "view.json").write_bytes(FEED.encode(tables["nine"]))
    assert main([str(tmp_path / "view.json"), str(tmp_path / "out.svg"), "80x24"]) == 0
    assert "Francesco" in (tmp_path / "out.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "usage"),
        (["missing.json", "out.svg"], "No such file"),
        (["bad.json", "out.svg"], "not JSON"),
        (["bad.json", "out.svg", "wide"], "is not a size"),
    ],
)
def test_what_cannot_be_drawn_is_said(
    arguments: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.json").write_text("nonsense\n", encoding="utf-8")
    assert main(arguments) == 2
    assert said in capsys.readouterr().err
