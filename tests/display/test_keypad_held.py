"""Commands that wait: a correction for a second look at what it changes, a ruling for the floor's PIN."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import replace as replace_pad
from typing import Any

from support.aims import aimless
from support.beforehand import told_beforehand

from display.app import DealerScreen
from display.keys.hints import offered
from display.keys.machine import after_its_hand, pin_asked, press
from display.keys.pad import Keypad, Pressed
from display.widgets.asking import questions
from display.widgets.look import look_lines
from display.widgets.shown import Shown
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import (
    CorrectBet,
    GivePenalty,
    Preview,
    Say,
    TurnUp,
    authorized,
    preview_asked,
)
from table_controller.vocabulary.views import Effect, PreviewView, Refused, TableView

BET = CorrectBet(5, 600)
WOULD = (
    Effect("bet", 5, 600, was_chips=950),
    Effect("card", word="Kh", was="Kd"),
    Effect("seat-free", 3),
    Effect("pot", None, 14_150, was_chips=14_500),
)


def with_preview(view: TableView, *effects: Effect, refused: str = "") -> TableView:
    asked = preview_asked(BET).asked
    return replace(view, preview=PreviewView(asked, "CorrectBet", effects, refused))


def test_a_correction_shows_what_it_would_change_and_then_happens(
    tables: Mapping[str, TableView], fake_controller: Any, reader: Any
) -> None:
    controller = fake_controller(tables["full"])

    async def story() -> tuple[str, str, str]:
        app = DealerScreen(controller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("full_stop", "8", "6", "5", "6", "0", "0", "enter")
            await pilot.pause()
            asking = reader.text(app)
            app.hear(with_preview(tables["full"], *WOULD))
            await pilot.pause()
            assert reader.faults(app) == []
            told = reader.text(app)
            await pilot.press("enter")
            await pilot.pause()
            return asking, told, reader.text(app)

    asking, told, after = asyncio.run(story())
    assert "asking what it would change" in asking
    for line in (
        "Correct a bet, seat 5 Eve, 600: Enter does it",
        "the bet of seat 5 is 600 (before: 950)",
        "K♦ becomes K♥",
        "seat 3 is free",
        "pot 14,150 (before: 14,500)",
    ):
        assert line in told
    assert "This would change" not in after
    assert controller.sent == [preview_asked(BET), BET]


def test_what_is_keyed_about_a_hand_closes_with_it(
    tables: Mapping[str, TableView], fake_controller: Any, reader: Any
) -> None:
    """`t 1` at the end of a hand still waited for Enter in the next one, where it would have shown a live hand."""
    before = tables["full"]
    controller, after = fake_controller(before), replace(before, hand=before.hand + 1)

    async def story() -> tuple[str, str, str]:
        app = DealerScreen(controller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("t", "1")
            await pilot.pause()
            app.hear(before)
            await pilot.pause()
            asking = reader.text(app)
            app.hear(after)
            await pilot.pause()
            told = reader.text(app)
            await pilot.press("enter")
            await pilot.pause()
            return asking, told, reader.text(app)

    asking, told, later = asyncio.run(story())
    closed = "What was begun with keys is closed: that hand is over"
    assert "Hand tabled, seat 1" in asking
    assert closed not in asking
    assert closed in told
    assert "Hand tabled" not in told + later
    assert controller.sent == [preview_asked(TurnUp(1)), Preview()]


def test_what_is_about_no_hand_goes_on_being_asked_in_the_next_one(tables: Mapping[str, TableView]) -> None:
    view = tables["full"]
    after = replace(view, hand=view.hand + 1)

    def keyed(*keys: str) -> Keypad:
        pad = Keypad()
        for key in keys:
            pad = press(pad, key, view, paused=False, demo=False).pad
        return pad

    for keys in (("v",), ("G",), (".", "5", "4", "5"), ("q",), ("."), (".", "7")):
        assert after_its_hand(keyed(*keys), after) == keyed(*keys), keys
    for keys in (("r", "5"), ("d", "4"), ("e",), ("e", "4"), ("w",), ("B",), (".", "8", "6", "5")):
        assert after_its_hand(keyed(*keys), view) == keyed(*keys) != Keypad(), keys
        assert after_its_hand(keyed(*keys), after) == Keypad(), keys
    waits = pin_asked(BET, replace_pad(keyed(".", "8", "6", "5"), held=BET))
    assert after_its_hand(waits, view) == waits
    assert after_its_hand(waits, after) == Keypad()


def test_escape_lets_it_be_and_a_refused_one_says_why(tables: Mapping[str, TableView], fake_controller: Any) -> None:
    controller = fake_controller(tables["full"])
    pad = Keypad("look", act="correct-bet", held=BET)

    def told(view: TableView) -> str:
        return "\n".join(text for line in look_lines(Shown(view=view, pad=pad), ENGLISH, 80, 9) for text, _ in line)

    assert "not possible: nobody is to act" in told(with_preview(tables["full"], refused="nobody-to-act"))
    refused = with_preview(tables["full"], refused="nobody-to-act")
    for view in (refused, tables["full"], None):
        assert "enter" not in dict(offered(pad, view)), "what cannot be done, or is not known yet, is not offered"
        assert press(pad, "enter", view, paused=False, demo=False) == Pressed(pad, local="unknown-key")
    assert "enter" in dict(offered(pad, with_preview(tables["full"], *WOULD)))
    assert "cannot be done" in questions(Shown(view=refused, pad=pad), ENGLISH)[0]
    other = replace(tables["full"], preview=PreviewView("another", "Undo", WOULD))
    assert "K♥" not in told(other), "what another command would do is not shown for this one"
    assert len(look_lines(Shown(view=with_preview(tables["full"], *WOULD), pad=pad), ENGLISH, 80, 4)) == 4

    async def story() -> None:
        app = DealerScreen(controller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("full_stop", "8", "6", "5", "6", "0", "0", "enter", "escape", "c")
            await controller.took(3)

    asyncio.run(story())
    assert [aimless(one) for one in controller.sent] == [preview_asked(BET), Preview(), Say("check")]


def test_the_pin_is_asked_for_where_the_controller_wants_it(
    tables: Mapping[str, TableView], fake_controller: Any, reader: Any
) -> None:
    controller = fake_controller(tables["full"])

    async def story() -> list[str]:
        seen = []
        app = DealerScreen(controller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("full_stop", "6", "5", "4", "2", "enter")
            app.hear(told_beforehand(tables["full"], app.shown.pad, Effect("penalty", 4, 2)))
            await pilot.press("enter")
            app.hear(Refused("pin-needed"))
            await pilot.press("0", "0", "4")
            app.hear(told_beforehand(tables["full"], app.shown.pad, Effect("penalty", 4, 2)))
            await pilot.pause()
            seen.append(reader.text(app))
            await pilot.press("2", "enter")
            app.hear(Refused("pin-wrong left=2"))
            await pilot.press("1", "enter")
            await pilot.pause()
            seen.append(reader.text(app))
        return seen

    asked, after = asyncio.run(story())
    assert "PIN for: Penalty, seat 4 Dmitri, 2 •••▁" in asked, "it says what the PIN lets through"
    assert "seat 4 misses 2 hands" in asked, "and what comes of it"
    assert "004" not in asked
    assert "PIN" not in after
    penalty = GivePenalty(4, 2)
    shown = preview_asked(penalty)
    assert controller.sent == [shown, penalty, shown, authorized(penalty, "0042"), shown, authorized(penalty, "1")]


def test_a_refusal_does_not_take_the_keys_from_a_dealer_who_types(tables: Mapping[str, TableView]) -> None:
    typing = Shown(view=tables["full"], pad=Keypad("raise", "16", act="raise"), sent=GivePenalty(4, 2))
    assert typing.hear(Refused("pin-needed"), [], ENGLISH).pad == typing.pad
    idle = replace(typing, pad=Keypad())
    assert idle.hear(Refused("pin-needed"), [], ENGLISH).pad == pin_asked(GivePenalty(4, 2))
    assert idle.hear(Refused("nobody-to-act"), [], ENGLISH).pad == Keypad()
    assert "0042" not in repr(authorized(GivePenalty(4, 2), "0042"))
