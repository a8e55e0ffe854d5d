"""A finger on the screen: keys, lines of a menu and seats are targets, large enough and none over another."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest
from textual.pilot import Pilot
from textual.widget import Widget

from display.app import DealerScreen
from display.keys.menus import ACTS, MENUS
from display.keys.modes import MODES
from display.keys.pad import Keypad
from display.keys.reading import LINES
from display.screen.geometry import Box, screen
from display.widgets.action import action_lines
from display.widgets.keys import KeyLine, key_line
from display.widgets.menu import Menu, menu_picture, menu_rows
from display.widgets.seat import SeatBox
from display.widgets.shown import Shown
from display.widgets.touch import Target, touched
from display.wording.wording import ENGLISH
from table_controller.vocabulary.commands import MarkPresence, Say
from table_controller.vocabulary.views import TableView

SIZES = ((80, 24), (120, 40), (200, 50))
LEAST_COLUMNS = 3


def pads() -> list[Keypad]:
    """The keypad in every menu and at every question."""
    menus = [Keypad("menu"), *(Keypad("menu", menu=group) for group in MENUS)]
    return [*menus, *(Keypad(mode, act="race") for mode in MODES if mode != "look")]


def target_faults(targets: tuple[Target, ...], width: int, rows: int) -> list[str]:
    """Targets that are too small for a finger, outside of their widget, or over another one."""
    small = [f"{one} is small" for one in targets if one.box.width < LEAST_COLUMNS or one.box.height < 1]
    whole = Box(0, 0, width, rows)
    outside = [f"{one} is outside" for one in targets if one.box.right > whole.right or one.box.bottom > whole.bottom]
    over = [f"{one} over {two}" for one, two in combinations(targets, 2) if one.box.overlaps(two.box)]
    return [*small, *outside, *over]


@pytest.mark.parametrize("size", SIZES)
def test_every_target_is_large_enough_and_its_own(size: tuple[int, int], tables: Mapping[str, TableView]) -> None:
    faults = []
    for view in tables.values():
        for pad in (Keypad(), *pads()):
            shown = Shown(view=view, pad=pad)
            boxes = screen(*size, menu_rows(shown, ENGLISH, size[0]))
            _, keys = key_line(shown, ENGLISH, boxes.keys.width, boxes.keys.height)
            faults += target_faults(keys, boxes.keys.width, boxes.keys.height)
            if not menu_rows(shown, ENGLISH, size[0]):
                continue
            lines, rows = menu_picture(shown, ENGLISH, boxes.panel.width, boxes.panel.height)
            faults += target_faults(rows, boxes.panel.width, boxes.panel.height)
            cut = [text for line in lines for text, _ in line if "…" in text]
            faults += [f"{pad.menu} cuts {text}" for text in cut]
    assert faults == []


def test_targets_are_higher_on_a_high_screen(tables: Mapping[str, TableView]) -> None:
    shown = Shown(view=tables["nine"], pad=Keypad("menu", menu="seats"))
    heights = []
    for size in SIZES:
        boxes = screen(*size, menu_rows(shown, ENGLISH, size[0]))
        _, rows = menu_picture(shown, ENGLISH, boxes.panel.width, boxes.panel.height)
        heights.append((boxes.keys.height, rows[0].box.height))
    assert heights == [(1, 1), (3, 2), (3, 3)]


def test_planted_targets_are_found() -> None:
    small, over = Target(Box(0, 0, 2, 1), "a"), Target(Box(1, 0, 3, 1), "b")
    assert len(target_faults((small, over), 80, 1)) == 2
    assert len(target_faults((Target(Box(78, 0, 3, 1), "c"),), 80, 1)) == 1
    assert touched((small,), 5, 0) is None


@pytest.mark.parametrize("size", SIZES)
def test_every_question_stands_there_whole(size: tuple[int, int], tables: Mapping[str, TableView]) -> None:
    cut = []
    for act in ACTS.values():
        for mode in MODES:
            shown = Shown(view=tables["full"], pad=Keypad(mode, typed="250", act=act.code))
            text = "".join(piece for piece, _ in action_lines(shown, ENGLISH, size[0])[1])
            asked_here = not callable(act.asks) and mode in act.asks
            cut += [text] if asked_here and "…" in text else []
    assert cut == []


def target_of(widget: KeyLine | Menu, key: str) -> tuple[int, int]:
    box = next(one.box for one in widget.targets if one.key == key)
    return box.x + box.width // 2, box.y + box.height - 1


@pytest.mark.parametrize("size", SIZES)
def test_an_act_by_touch_alone(
    size: tuple[int, int], tables: Mapping[str, TableView], fake_controller: Any, reader: Any
) -> None:
    controller = fake_controller(tables["full"])

    async def touch(pilot: Pilot[None], kind: type[Widget], key: str) -> None:
        await pilot.pause()
        widget = pilot.app.query_one(kind)
        assert isinstance(widget, KeyLine | Menu)
        assert await pilot.click(widget, offset=target_of(widget, key))
        await pilot.pause()

    async def story() -> None:
        app = DealerScreen(controller)
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await touch(pilot, KeyLine, ".")
            await touch(pilot, Menu, LINES[tuple(MENUS).index("seats")])
            assert reader.faults(app) == []
            assert "away from the table" in reader.text(app)
            await touch(pilot, Menu, LINES[MENUS["seats"].index(ACTS["away"])])
            await touch(pilot, KeyLine, "8")
            await controller.took(1)
            seats = [box for box in app.query(SeatBox) if box.display]
            await pilot.click(seats[2])
            await pilot.pause()
            assert "seat 3 Chiara" in reader.text(app)
            await touch(pilot, KeyLine, "k")
            await controller.took(2)

    asyncio.run(story())
    assert controller.sent == [MarkPresence(8, here=False), Say("call", seat=3)]


def test_a_seat_is_touched_where_a_seat_is_asked(tables: Mapping[str, TableView], fake_controller: Any) -> None:
    controller = fake_controller(tables["full"])

    async def story() -> None:
        app = DealerScreen(controller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("v")
            await pilot.pause()
            await pilot.click([box for box in app.query(SeatBox) if box.display][9])
            await controller.took(1)

    asyncio.run(story())
    assert controller.sent == [MarkPresence(10, here=False)]
