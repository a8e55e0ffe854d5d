"""The floor's PIN at the screen: asked for when it is needed, drawn as dots, gone when it was used."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from display.app import DealerScreen
from display.feed import Heard
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import Rule, Undo, authorized, preview_asked
from table_controller.vocabulary.views import OptionView, PreviewView, Refused, TableView

PIN = "80264917"
RULING = Rule("take-back", role="floor", reason="so", case=2)
KEYS = ("o", "2", "1", "s", "o", "enter")
Story = Callable[[Any, DealerScreen, Any], Awaitable[None]]


def guarded(view: TableView) -> TableView:
    """The same table where a PIN is set and every choice needs it."""
    case, *rest = view.findings
    choices = tuple(OptionView(one.name, one.effects, needs_pin=True) for one in case.choices)
    return replace(view, floor_pin=True, findings=(replace(case, choices=choices), *rest))


def at_the_screen(view: TableView, fake: Callable[..., Any], story: Story) -> Any:
    controller = fake(view)

    async def play() -> None:
        app = DealerScreen(controller)
        async with app.run_test(size=(100, 34)) as pilot:
            await pilot.pause()
            await story(pilot, app, controller)

    asyncio.run(play())
    return controller


async def hears(pilot: Any, app: DealerScreen, heard: Heard) -> None:
    app.hear(heard)
    await pilot.pause()


def test_a_ruling_asks_for_the_pin_shows_dots_and_sends_it_beside_the_ruling(
    tables: Mapping[str, TableView], fake_controller: Callable[..., Any], reader: Any
) -> None:
    async def story(pilot: Any, app: DealerScreen, controller: Any) -> None:
        assert "(PIN)" in reader.text(app), "it is said before anybody chooses"
        await pilot.press(*KEYS)
        await controller.took(1)
        await hears(pilot, app, Refused("pin-needed command=Rule"))
        assert "PIN is needed" in reader.text(app)
        assert "PIN for: Seat 4 Dmitri: take it back" in reader.text(app), "it says what the PIN lets through"
        assert "seat 4 gets 300 back" in reader.text(app), "and what comes of it, before the controller has answered"
        await controller.took(2)
        await pilot.press(*PIN[:-1], PIN[-1], PIN[-1], "backspace")
        assert "•" * len(PIN) in reader.text(app)
        assert PIN[:3] not in reader.text(app)
        await pilot.press("enter")
        await controller.took(3)
        await hears(pilot, app, Refused("pin-wrong left=2 command=Rule"))
        assert "2 more before it has to wait" in reader.text(app)
        await pilot.press(*"1234", "enter")
        await controller.took(5)
        assert PIN not in repr(app.shown), "it is forgotten"
        await hears(pilot, app, Refused("pin-wait seconds=15 command=Rule"))
        assert "none is taken for 15 seconds" in reader.text(app)
        assert app.shown.pad.mode == "idle"

    controller = at_the_screen(guarded(tables["full"]), fake_controller, story)
    looks = preview_asked(RULING)
    assert controller.sent == [RULING, looks, authorized(RULING, PIN), looks, authorized(RULING, "1234")]


def test_the_pin_never_goes_with_another_command_than_the_one_that_needs_it(
    tables: Mapping[str, TableView], fake_controller: Callable[..., Any]
) -> None:
    async def story(pilot: Any, app: DealerScreen, controller: Any) -> None:
        await pilot.press("u", "u", "f")
        await controller.took(3)
        await hears(pilot, app, Refused("pin-needed command=Undo"))
        assert app.shown.pad.mode == "idle", "the fold after it is not the one that waits"
        await pilot.press("u", "u")
        await hears(pilot, app, Refused("pin-needed command=Undo"))
        await pilot.press("1", "2", "escape")
        assert app.shown.pad.mode == "idle"
        assert app.shown.pad.held is None

    told = PreviewView(preview_asked(Undo()).asked, "Undo", ())
    controller = at_the_screen(replace(tables["nine"], preview=told), fake_controller, story)
    assert controller.sent[1] == Undo()


def test_the_dealer_goes_on_while_a_case_is_open(
    tables: Mapping[str, TableView], fake_controller: Callable[..., Any], reader: Any
) -> None:
    """A case that does not stop play stays where it is, and the hand is played past it."""
    view = guarded(tables["full"])
    case, *rest = view.findings

    async def story(pilot: Any, app: DealerScreen, controller: Any) -> None:
        assert "play waits for the floor" in reader.text(app)
        await hears(pilot, app, replace(view, findings=(replace(case, stops_play=False), *rest)))
        assert "play goes on" in reader.text(app)
        await pilot.press("f")
        await controller.took(1)
        assert "play goes on" in reader.text(app)

    at_the_screen(view, fake_controller, story)
