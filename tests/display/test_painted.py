"""A change of the table costs the rows that changed: nothing else is painted again, and nothing is laid out."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from textual.geometry import Region
from textual.widget import Widget

from display.app import DealerScreen
from display.screen import themes
from display.screen.paint import part
from display.widgets.bet import BetLine
from display.widgets.painted import Painted
from display.widgets.seat import SeatBox
from display.widgets.table import Table
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.views import TableView

Row = tuple[str, int]
"""A kind of widget, and a row of it."""


def bets_more(view: TableView) -> TableView:
    """The player to act puts chips in: its stack and its bet change, and nothing else."""
    betting = next(seat for seat in view.seats if seat.seat == 7)
    bet = replace(betting, stack_chips=betting.stack_chips - 1_000, bet_chips=betting.bet_chips + 1_000)
    seats = tuple(bet if seat is betting else seat for seat in view.seats)
    return replace(view, seats=seats)


def after(
    first: TableView, second: TableView, monkeypatch: pytest.MonkeyPatch, plant: Callable[[DealerScreen], None] | None
) -> tuple[list[Row], int]:
    """The rows that are painted for `second` where `first` was shown, and how often the screen is laid out for it."""
    painted: list[Row] = []
    layouts: list[object] = []
    render_line = Painted.render_line

    def noted(part: Painted, y: int) -> Any:
        painted.append((type(part).__name__, y))
        return render_line(part, y)

    async def story() -> None:
        app = DealerScreen()
        async with app.run_test(size=(120, 40)) as pilot:
            app.hear(first)
            await pilot.pause()
            app.screen.screen_layout_refresh_signal.subscribe(app.query_one(Table), layouts.append)
            monkeypatch.setattr(Painted, "render_line", noted)
            app.hear(second)
            await pilot.pause()
            if plant is not None:
                plant(app)
                await pilot.pause()

    asyncio.run(story())
    return painted, len(layouts)


def test_only_rows_that_changed_are_painted_and_nothing_is_laid_out(
    tables: Mapping[str, TableView], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = tables["full"]
    painted, layouts = after(view, bets_more(view), monkeypatch, None)
    assert set(painted) >= {("BetLine", 0), ("SeatBox", 2)}, "the bet, and the stack under the frame and the name"
    assert {kind for kind, _ in painted} <= {"BetLine", "SeatBox", "ActionLines", "NextActLine"}
    assert len(painted) <= 5
    assert layouts == 0


def _whole(app: DealerScreen) -> None:
    app.query(SeatBox).first().refresh()


def _moved(app: DealerScreen) -> None:
    app.query(BetLine).first().styles.width = 9


@pytest.mark.parametrize(("plant", "seen"), [(_whole, "rows"), (_moved, "layouts")])
def test_a_planted_repaint_and_a_planted_layout_are_seen(
    plant: Callable[[DealerScreen], None], seen: str, tables: Mapping[str, TableView], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = tables["full"]
    painted, layouts = after(view, bets_more(view), monkeypatch, plant)
    assert len(painted) > 5 if seen == "rows" else layouts


def test_the_same_rows_again_ask_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Region] = []
    monkeypatch.setattr(Widget, "refresh", lambda _self, *regions, **_: asked.extend(regions))
    sheet = Painted()
    sheet.paint([[("one", themes.PLAIN)], [("two", themes.PLAIN)]])
    assert [region.y for region in asked] == [0, 1]
    asked.clear()
    sheet.paint([[("one", themes.PLAIN)], [("two", themes.PLAIN)]])
    assert asked == []
    sheet.paint([[("one", themes.PLAIN)]])
    assert [region.y for region in asked] == [1], "a row that is gone is painted over"


@pytest.mark.parametrize(
    ("begin", "end", "cut"), [(0, 3, "abc"), (2, 5, "cde"), (4, 9, "ef"), (0, 0, ""), (3, 3, ""), (6, 9, "")]
)
def test_a_part_of_a_line_keeps_its_styles(begin: int, end: int, cut: str) -> None:
    line = part([("abc", "a"), ("def", "d")], begin, end)
    assert "".join(text for text, _ in line) == cut
    assert all(style == ("a" if sign in "abc" else "d") for text, style in line for sign in text)
