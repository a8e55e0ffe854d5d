"""Hostile text never reaches the terminal as anything but text, and never stops the screen."""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from display import boundary
from display.app import DealerScreen
from display.feed import Lost
from display.paint import content
from table_controller.findings import Citation
from table_controller.views import (
    FindingView,
    NextAct,
    NodeView,
    Notice,
    PromptView,
    Refused,
    SeatView,
    TableView,
    Told,
)

OWN_CODES = re.compile(r"\x1b\[[0-9;]*m")
"""What the screen itself sends for colours."""

HOSTILE = (
    "\x1b[2J\x1b[HAnna", "\x1b]52;c;cm0gLXJm\x07", "\x1b]0;title\x1b\\", "\x9b31mCarl", "\x9d52;c;eA==\x9c", "x[/]y",
    "[bold]Bob[/bold]", "[@click=app.quit]quit[/]", "[link=http://x]x", "a\u202egnorw", "\u2066iso\u2069", "z\u200bw",
    "Z\u0321\u0322\u0323\u0324\u0325\u0326\u0327algo", "龍" * 40, "W" * 500, "🏴\u200d☠\ufe0f🇮🇹👍🏽",
    "\r\nnew\nline\ttab", "\x00\x07\x08\x7f", "\u2028\u2029\x85", "{player}{0}%s", "\\[x]", "$accent", "", " ",
    "\ufeff", "\U000e0041",
    "\u115f\u3164", "الفا", "\ud800",
)  # fmt: skip


def terminal_bytes(app: DealerScreen) -> str:
    """All that a full refresh sends to the terminal."""
    console = Console(force_terminal=True, color_system="truecolor", width=app.size.width, legacy_windows=False)
    return "\n".join(strip.render(console) for strip in app.screen._compositor.render_strips())


def steering(sent: str) -> list[str]:
    """Characters in what was sent that are neither visible nor the screen's own colours."""
    text = OWN_CODES.sub("", sent).replace("\n", "")
    return sorted({f"U+{ord(char):04X}" for char in text if unicodedata.category(char)[0] == "C"})


def poisoned(names: Sequence[str], make_table: Callable[..., TableView]) -> TableView:
    """A table in which every text that comes from outside is hostile."""
    seats = tuple(
        SeatView(at, name, "in", 900, 0, 2, ("Ah", "\x1bh"), name, hand_label=name)  # type: ignore[arg-type]  # a card that is none
        for at, name in enumerate(names, 1)
    )
    first = names[0]
    return make_table(
        seats=seats,
        variant=first,
        rulebook=first,
        street=first,
        next=NextAct(first, 1),
        board=(first,),
        board_count=1,
        broker=first,
        findings=(FindingView(1, first, 1, Citation(first, first), ((first, first),), (first,), open=True),),
        prompts=(PromptView(first, first, 1, (first, first)),),
        nodes=(NodeView(first, first, first, (first,)),),
    )


def batches() -> Iterator[tuple[str, ...]]:
    for start in range(0, len(HOSTILE), 4):
        yield HOSTILE[start : start + 4] if len(HOSTILE) - start > 1 else (HOSTILE[start], "Anna")


async def sent_for(views: Sequence[TableView], size: tuple[int, int]) -> str:
    """What a screen sends for these views, one after the other, and for as hostile messages between them."""
    sent = ""
    app = DealerScreen()
    async with app.run_test(size=size) as pilot:
        for view in views:
            name = view.seats[0].name
            app.hear(view)
            for message in (Told(1, 0.0, {"is": name}), Notice(name, ((name, name),)), Refused(name), Lost(name)):
                app.hear(message)
            await pilot.pause()
            sent += terminal_bytes(app)
            app.hear(view)
            await pilot.pause()
            sent += terminal_bytes(app)
    return sent


@pytest.mark.parametrize("size", [(80, 24), (200, 50)])
def test_hostile_text_everywhere_stays_text(size: tuple[int, int], make_table: Callable[..., TableView]) -> None:
    views = [poisoned(names, make_table) for names in batches()]
    sent = asyncio.run(sent_for(views, size))
    assert steering(sent) == []
    assert "x[/]y" in sent, "markup is shown as it was written"


def test_a_planted_unescaped_name_is_caught(
    monkeypatch: pytest.MonkeyPatch, make_table: Callable[..., TableView]
) -> None:
    def let_through(text: str, *_: Any) -> str:
        return text

    monkeypatch.setattr(boundary, "clean", let_through)
    monkeypatch.setattr(boundary, "clean_name", let_through)
    view = make_table(seats=(SeatView(1, "\x1b[2JAnna", "in", 900, 0, 2), SeatView(2, "Bo", "in", 900, 0, 2)))
    assert steering(asyncio.run(sent_for([view], (80, 24)))) == [], "the last net holds alone"
    monkeypatch.setattr(boundary, "guard", let_through)
    assert "U+001B" in steering(asyncio.run(sent_for([view], (80, 24))))


@given(st.lists(st.tuples(st.text(st.characters(exclude_categories=())), st.sampled_from(["", "bold"])), max_size=4))
def test_no_composed_line_carries_a_control_character(pieces: list[tuple[str, str]]) -> None:
    assert steering(content([pieces, pieces]).plain) == []
