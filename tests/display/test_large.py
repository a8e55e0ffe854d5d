"""On a screen that hangs on a wall, what is read from across the room is drawn three rows high."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from typing import Any

import pytest

from display.app import DealerScreen
from display.screen.glyphs import ROWS, glyphs
from display.wording.wording import ENGLISH, wording_in
from table_controller.vocabulary.views import TableView


def text_of(view: TableView, size: tuple[int, int], reader: Any) -> list[str]:
    async def story() -> tuple[list[str], list[str]]:
        app = DealerScreen()
        async with app.run_test(size=size) as pilot:
            app.hear(view)
            await pilot.pause()
            return reader.faults(app), reader.text(app).split("\n")

    faults, rows = asyncio.run(story())
    assert faults == []
    return rows


def is_drawn(what: str, rows: list[str]) -> bool:
    wanted = glyphs(what)
    assert wanted is not None
    threes = zip(rows, rows[1:], rows[2:], strict=False)
    return any(all(part in row for part, row in zip(wanted, three, strict=True)) for three in threes)


@pytest.mark.parametrize(
    ("size", "large"), [((120, 40), False), ((159, 50), False), ((160, 44), True), ((200, 50), True)]
)
def test_next_the_call_and_the_pot_grow_with_the_screen(
    size: tuple[int, int], large: bool, tables: Mapping[str, TableView], reader: Any
) -> None:
    view = tables["nine"]
    rows = text_of(view, size, reader)
    for what in (f"{ENGLISH.say('next.title')}  {ENGLISH.next_act(view)}", "300", "750", "10,000"):
        assert is_drawn(what, rows) == large, what
    assert any(ENGLISH.next_act(view) in row for row in rows), "it stands there in the terminal's own letters too"


def test_the_board_and_every_side_pot_are_drawn_on_a_wall(tables: Mapping[str, TableView], reader: Any) -> None:
    rows = text_of(tables["full"], (200, 50), reader)
    for what in ("A♥", "K♦", "2♣", "12,400", "2,100"):
        assert is_drawn(what, rows), what


def test_a_panel_with_room_has_titles(tables: Mapping[str, TableView], reader: Any) -> None:
    text = "\n".join(text_of(tables["full"], (200, 50), reader))
    assert [text.count(title) for title in (" Question", " Findings", "─ Log ─")] == [1, 1, 1]
    small = "\n".join(text_of(tables["full"], (80, 24), reader))
    assert " Findings" not in small, "there every row is wanted for what is said"


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_every_next_act_can_be_drawn(language: str, project: Any) -> None:
    """But for what stands in for a name or a number, which is the players' own."""
    file = (project / "display/languages" / f"{language}.toml").read_text(encoding="utf-8")
    acts = re.findall(r'^"(next\.[a-z.-]+)" = "(.*)"$', file, re.MULTILINE)
    assert len(acts) > 20
    assert wording_in(language).has("next.title")
    for code, text in acts:
        assert glyphs(re.sub(r"\{[^}]*\}", "7", text)) is not None, code


def test_a_drawn_text_is_three_equal_rows_and_a_strange_letter_draws_none() -> None:
    rows = glyphs("Pasa a ÑANDÚ, sería él: 1.250")
    assert rows is not None
    assert (len(rows), len({len(row) for row in rows})) == (ROWS, 1)
    assert glyphs("É") != glyphs("E") != glyphs("È")
    assert glyphs("Дмитрий") is None
    assert glyphs("") == ("", "", "")
