"""What a correction would change, and what it changed, in words: on the screen before it happens, in the log after."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from display.app import DealerScreen
from display.log import lines
from display.widgets.look import changed
from display.wording.wording import ENGLISH, wording_in
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import CorrectStack, Rule, Undo, preview_asked
from table_controller.vocabulary.outcomes import OUTCOMES, Corrected
from table_controller.vocabulary.views import Effect, LogLine, PreviewView, TableView

STACK = CorrectStack(5, ((1000, 1),))
EFFECTS = (
    Effect("stack", 5, 1000, was_chips=10_170_000),
    Effect("bet", 4, 10_170_000, was_chips=600),
    Effect("pot", None, 40_679_994, was_chips=1200),
    Effect("owes-nothing", 4, 0, was_chips=400),
    Effect("returns", 5, 10_170_000, was_chips=0),
    Effect("card", word="Kh", was="Kd"),
    Effect("sits", 7),
    Effect("turn", 4, 600),
)


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
def test_what_it_would_change_stands_there_before_it_happens(
    size: tuple[int, int], tables: Mapping[str, TableView], reader: Any
) -> None:
    view = replace(tables["full"], preview=PreviewView(preview_asked(STACK).asked, "CorrectStack", EFFECTS))

    async def story() -> tuple[list[str], str]:
        app = DealerScreen()
        async with app.run_test(size=size) as pilot:
            app.hear(view)
            await pilot.pause()
            await pilot.press(*".8551000", "enter")
            await pilot.pause()
            return reader.faults(app), reader.text(app)

    faults, text = asyncio.run(story())
    assert faults == []
    assert "seat 5 has 1,000 (before: 10,170,000)" in " ".join(text.split())


@pytest.mark.parametrize(
    ("keys", "ends", "effect", "said"),
    [
        (".66", Rule("void-hand"), Effect("hand-voided"), "the hand does not count"),
        (".674", Rule("pot-to-seat", (("seat", "4"),)), Effect("wins", 4, 900), "seat 4 wins 900"),
    ],
)
def test_what_ending_the_hand_comes_to_stands_there_before_enter_ends_it(
    keys: str, ends: Rule, effect: Effect, said: str, tables: Mapping[str, TableView], fake_controller: Any, reader: Any
) -> None:
    view = replace(tables["full"], preview=PreviewView(preview_asked(ends).asked, "Rule", (effect,)))

    async def story() -> tuple[str, list[object]]:
        controller = fake_controller(view)
        app = DealerScreen(controller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press(*keys)
            await pilot.pause()
            text = reader.text(app)
            await pilot.press("enter")
            await pilot.pause()
        return text, [one for one in controller.sent if isinstance(one, Rule)]

    text, sent = asyncio.run(story())
    assert said in " ".join(text.split())
    assert sent == [ends]


def test_undo_names_the_act_before_it_takes_it_back(
    tables: Mapping[str, TableView], fake_controller: Any, reader: Any
) -> None:
    undo = Undo(after=41)
    told = (("event", "ActRuled"), ("seat", 4), ("chips", 600), ("word", "raise"))
    preview = PreviewView(preview_asked(undo).asked, "Undo", (Effect("turn", 4, 200),), acts=(told,))
    view = replace(tables["full"], undo_next=41, preview=preview)

    async def story() -> tuple[str, list[Undo], list[Undo]]:
        controller = fake_controller(view)
        app = DealerScreen(controller)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("u")
            await pilot.pause()
            text, before = reader.text(app), [one for one in controller.sent if isinstance(one, Undo)]
            await pilot.press("u")
            await pilot.pause()
        return text, before, [one for one in controller.sent if isinstance(one, Undo)]

    text, before, after = asyncio.run(story())
    assert "This takes back: Seat 4 Dmitri raises to 600" in " ".join(text.split())
    assert "then seat 4 to call 200" in " ".join(text.split())
    assert (before, after) == ([], [undo])


def test_a_change_says_what_was_before() -> None:
    assert [changed(one, ENGLISH) for one in EFFECTS] == [
        "seat 5 has 1,000 (before: 10,170,000)",
        "the bet of seat 4 is 10,170,000 (before: 600)",
        "pot 40,679,994 (before: 1,200)",
        "seat 4 owes nothing (before: 400)",
        "seat 5 gets 10,170,000 back (before: 0)",
        "K♦ becomes K♥",
        "another player sits at seat 7",
        "then seat 4 to call 600",
    ]


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (Corrected("stack", 5, 10_000, 9500), "9,500 lie in the stack of seat 5 Eve, not 10,000"),
        (Corrected("bet", 5, 600, 1600), "seat 5 Eve bet to 1,600, not to 600"),
        (Corrected("card", None, before="Kd", now="Kh", place="board:2"), "the card is Kh, not Kd"),
        (Corrected("seat", 5, now="Declared", to_seat=4), "that was seat 4 Dmitri, not seat 5 Eve"),
        (Corrected("seat", 5, to_seat=4), "the player of seat 5 sits at seat 4"),
        (Corrected("word", 5, 200, 1000, "call", "raise"), "seat 5 Eve had said raise before the chips"),
    ],
)
def test_the_log_tells_what_was_put_right(told: Corrected, line: str, tables: Mapping[str, TableView]) -> None:
    said = lines(LogLine(9, 1.0, OUTCOMES.to_object(told)), tables["full"])
    assert len(said) == 1
    assert line in said[0]


def test_the_chips_of_a_reason_are_marked_and_its_seats_are_not() -> None:
    told = "bet-no-raise least=200 most=10000"
    assert "from 200 to 10,000" in ENGLISH.reason(told)
    assert "10.000" in wording_in("it").reason(told)
    assert "(10000)" in ENGLISH.reason("moved port=10000")


def test_every_reason_against_a_correction_has_words(project: Path) -> None:
    sources = [
        project / "table_controller" / name for name in ("game/steps/flow/correcting.py", "session/corrections.py")
    ]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    codes = set(re.findall(r'(?:return|else|Refused\()\s*f?"([a-z]+(?:-[a-z]+)+)', text))
    assert {"stack-under-owed", "bet-no-raise", "seat-empty", "right-seat-out"} <= codes
    assert sorted(code for code in codes if not ENGLISH.has(f"reason.{code}")) == []
