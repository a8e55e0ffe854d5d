"""From a key on the terminal to a command at the controller."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
from support.aims import aimless
from support.screen_states import variants
from textual.events import Key

from display.app import DealerScreen
from display.keys.notes import Noted
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import (
    Ask,
    Command,
    Confirm,
    Done,
    Leave,
    MarkFold,
    MarkPresence,
    Pace,
    PutAway,
    Redo,
    Rule,
    Say,
    TurnUp,
)
from table_controller.vocabulary.views import Notice, TableView

KEYS: tuple[tuple[tuple[str, ...], Command], ...] = (
    (("c",), Say("check")),
    (("k",), Say("call")),
    (("a",), Say("all-in")),
    (("F",), Say("fold")),
    (("f",), MarkFold()),
    (("b", "6", "0", "0", "enter"), Say("bet", amount_chips=600)),
    (("r", "1", "6", "backspace", "2", "5", "enter"), Say("raise", amount_chips=125)),
    (("n", "5", "enter"), Say("number", amount_chips=5)),
    (("w", "w", "k"), Say("call", when="after")),
    (("e", "0", "c"), Say("check", seat=10)),
    (("g",), PutAway()),
    (("y",), Redo()),
    (("p",), Pace(paused=True)),
    (("2",), Confirm("cards-gone:8", "folded")),
    (("o", "2", "enter"), Rule("take-back", role="floor")),
    (("o", "2", "1", "s", "o", "enter"), Rule("take-back", role="floor", reason="so")),
    (("o", "1", "2", "h", "e", "space", "q", "enter"), Rule("complete-call", role="director", reason="he q")),
    (("m", "4"), Ask("count", 4)),
    (("question_mark", "question_mark", "c", "c"), Say("check")),
    (("full_stop", "2", "3", "4"), MarkPresence(4, here=False)),
    (("space",), Done()),
    (("d", "5", "a", "h", "enter"), TurnUp(5, Card("Ah"), by_dealer=True)),
    (("r", "escape", "c"), Say("check")),
)


def test_each_key_sends_its_command(tables: Mapping[str, TableView], fake_controller: Any) -> None:
    controller = fake_controller(tables["full"])

    async def story() -> None:
        app = DealerScreen(controller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            read_s = app.now_s() + 1.0  # the question has stood there long enough to be read
            app.now_s = lambda: read_s
            for number, (keys, command) in enumerate(KEYS):
                for key in keys:
                    app.post_message(
                        Key(
                            key,
                            {"question_mark": "?", "space": " ", "full_stop": "."}.get(
                                key, key if len(key) == 1 else None
                            ),
                        )
                    )
                await controller.took(number + 1)
                assert [aimless(one) for one in controller.sent[number:]] == [command], keys

    asyncio.run(story())


def test_a_waiting_key_asks_for_more(tables: Mapping[str, TableView], fake_controller: Any, reader: Any) -> None:
    async def story() -> list[str]:
        app = DealerScreen(fake_controller(tables["full"]))
        seen = []
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for keys in (("r", "1", "6"), ("escape", "t"), ("escape", "e", "5"), ("escape", "w"), ("escape", "x")):
                await pilot.press(*keys)
                await pilot.pause()
                seen.append(reader.grid(app)[3].strip())
            assert reader.faults(app) == []
        return seen

    assert asyncio.run(story()) == [
        "Raise to how much in all? 16▁",
        "Hand tabled face up. Which seat? 1-9, 0 is seat 10",
        "next key: seat 5 Eve",
        "next word: with the chips",
        "x does nothing here; ? shows the keys",
    ]


def test_a_digit_where_the_floor_chooses_says_which_key_comes_first(fake_controller: Any, reader: Any) -> None:
    """The choices are numbered, and a dealer pressed the number."""

    async def story() -> str:
        app = DealerScreen(fake_controller(variants()["play waits"]))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("2")
            await pilot.pause()
            return "\n".join(reader.grid(app))

    assert "2 does nothing here: press o first to choose" in asyncio.run(story())


@pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
@pytest.mark.parametrize("demo", [False, True])
def test_leaving(key: str, demo: bool, tables: Mapping[str, TableView], fake_controller: Any, reader: Any) -> None:
    controller = fake_controller(tables["full"])

    async def story() -> int | None:
        app = DealerScreen(controller, demo=demo)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press(key)
            await pilot.pause()
            assert app.return_code is None, "a key beside all in does not end the table's screen by itself"
            assert "Leave this screen? Enter" in reader.text(app)
            await pilot.press("enter" if key == "q" else key)
        return app.return_code

    assert asyncio.run(story()) == 0
    assert controller.sent == ([Leave()] if demo else [])


AMOUNTS = "to call 10,170,000   raise all in to 20,340,000"


def test_all_in_and_caps_lock_are_noted(tables: Mapping[str, TableView], fake_controller: Any, reader: Any) -> None:
    async def story() -> list[str]:
        app, seen = DealerScreen(fake_controller(tables["full"])), []
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            for keys in (("a",), ("e", "5", "a"), ("F",), ("F",), ("f", "F"), ("T",), ("T",), ("C",)):
                await pilot.press(*keys)
                await pilot.pause()
                seen.append(reader.grid(app)[3].strip())
            app.hear(replace(tables["full"], as_of=8, floor_called=True))
            await pilot.press("C")
            await pilot.pause()
            seen.append(reader.grid(app)[3].strip())
        return seen

    assert asyncio.run(story()) == [
        "Seat 7 Gustavo all in 20,340,000 (u takes it back)",
        "Seat 5 Eve all in 950 (u takes it back)",
        *(AMOUNTS, "Caps Lock?", AMOUNTS),
        *("Theme: high contrast", "Theme: monochrome"),  # leafed through
        *(AMOUNTS, "The floor is no longer called"),
    ]


def test_a_note_gives_the_amounts_back(tables: Mapping[str, TableView], fake_controller: Any, reader: Any) -> None:
    """At a table with readers no key comes for minutes: a note goes by itself, and when another player's turn comes."""
    view, moments = tables["full"], [1000.0]
    assert view.action is not None
    after = [replace(view, as_of=8 + seat, action=replace(view.action, seat=seat)) for seat in (8, 10)]

    async def story() -> list[str]:
        app, seen = DealerScreen(fake_controller(view)), []
        app.now_s = lambda: moments[0]
        async with app.run_test(size=(80, 24)) as pilot:

            async def at(moment_s: float, heard: TableView | None = None) -> None:
                moments[0] = moment_s
                app.tick() if heard is None else app.hear(heard)
                await pilot.pause()
                seen.append(reader.grid(app)[3].strip())

            await pilot.pause()
            await pilot.press("F")
            await at(1001.0)
            await pilot.press("F")
            assert app._tick is not None, "it goes without a key and without a word of the controller"
            for moment_s in (1008.5, 1009.0):
                await at(moment_s)
            await pilot.press("a")
            for moment_s, heard in ((1009.1, after[0]), (1012.0, None), (1012.1, after[1])):
                await at(moment_s, heard)
        return seen

    assert Noted("Caps Lock?", 1001.0, 7).next_s(1003.0) == 6.0
    all_in = "Seat 7 Gustavo all in 20,340,000 (u takes it back)"
    seen = [text.replace(" (+20,339,600)", "") for text in asyncio.run(story())]  # seat 10 has a bet already
    assert seen == [AMOUNTS, "Caps Lock?", AMOUNTS, all_in, all_in, AMOUNTS]


def test_the_end_of_the_demonstration_closes_its_screen(fake_controller: Any) -> None:
    async def story() -> int | None:
        app = DealerScreen(fake_controller(Notice("leave")), demo=True)
        await app.run_async(headless=True)
        return app.return_code

    assert asyncio.run(story()) == 0


def test_a_key_for_a_controller_that_is_gone_is_not_kept(
    tables: Mapping[str, TableView], fake_controller: Any, reader: Any
) -> None:
    controller = fake_controller(tables["full"])
    controller.there = False

    async def story() -> str:
        app = DealerScreen(controller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("c")
            await pilot.pause()
            text: str = reader.text(app)
            return text

    assert "Not taken: the controller is not connected, nothing was sent" in asyncio.run(story())
    assert controller.sent == []
