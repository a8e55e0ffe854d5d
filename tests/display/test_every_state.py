"""Every state x kind of finding x size x language x theme on the rendered cells: whole, apart, and no hidden face.

`make test` shows each view on one of the screens, turn by turn; a soak every view on every one of them.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import pytest
from support.counting import counted
from support.played_states import played_states
from support.screen_states import counts, of_each_kind, senses, variants

from display.app import DealerScreen
from display.languages import DEFAULT, LANGUAGES, table_of
from display.screen import themes
from display.widgets.bet import BetLine
from display.widgets.painted import Painted
from display.widgets.panel import Panel
from display.widgets.seat import SeatBox
from display.widgets.table import Table
from display.wording.wording import faces
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.views import TableView

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
EVERY = 1 if SOAK else 50
SIZES = ((80, 24), (120, 40), (200, 50))
ALL = tuple(product(SIZES, LANGUAGES, themes.THEMES))
THEMES = tuple(themes.THEMES)
PAIRS = product(enumerate(SIZES), enumerate(LANGUAGES))
SCREENS = ALL if SOAK else tuple((size, said, THEMES[(i + j) % len(THEMES)]) for (i, size), (j, said) in PAIRS)
"""Each size with each language, and in `make test` each of these with one theme."""

CODE = re.compile(r"(?<!\S)[2-9TJQKA][cdhs](?=[\s,.]|$)")
"""A card as findings name it."""


def states() -> tuple[TableView, ...]:
    """What the scripts come to, what they do not come to, and each kind of finding and question."""
    kinds = of_each_kind(table_of(DEFAULT))
    return (*played_states(EVERY), *variants().values(), senses(), counts(), *kinds)


def wrong(app: DealerScreen, view: TableView, reader: Any) -> list[str]:
    """All that must not be on a screen."""
    rows = reader.grid(app)
    return [*reader.faults(app), *_shortened(app), *_misdrawn(app, rows), *_faces(view, "\n".join(rows))]


def _shown(app: DealerScreen) -> list[Painted]:
    return [part for part in app.query(Painted) if part.display and all(up.display for up in part.ancestors_with_self)]


def _lines(part: Painted) -> list[str]:
    return ["".join(text for text, _ in row) for row in part.rows]


def _shortened(app: DealerScreen) -> list[str]:
    """Texts that end in dots for want of room, but for names, and for choices that are whole once somebody chooses."""
    found = []
    for part in _shown(app):
        named = 1 if isinstance(part, SeatBox) else 0
        for number, line in enumerate(_lines(part)):
            choices = "\n".join(_lines(part)[: number + 1])
            choice = isinstance(part, Panel) and re.search(r"(^|  )o \d ", choices)
            if "…" in line and not (named and number <= 1) and not choice:
                found.append(f"{part!r} shortens {line!r}")
    return found


def _misdrawn(app: DealerScreen, rows: Sequence[str]) -> list[str]:
    """Texts that are not on the screen where their widget lies: something else was drawn over them."""
    found = []
    for part in _shown(app):
        if isinstance(part, SeatBox | BetLine | Panel):
            region = part.region
            for number, line in enumerate(_lines(part)[: region.height]):
                drawn = _cells(rows[region.y + number], region.x, region.right)
                if line.rstrip() and not drawn.startswith(line.rstrip()):
                    found.append(f"{part!r} is drawn over: {line!r} shows as {drawn!r}")
    return found


def _cells(row: str, begin: int, end: int) -> str:
    """The signs between two columns of a row; a wide sign takes two."""
    from rich.cells import cell_len

    at, text = 0, ""
    for sign in row:
        if begin <= at < end:
            text += sign
        at += cell_len(sign)
    return text


def _faces(view: TableView, text: str) -> list[str]:
    """Card faces that nobody tabled, that do not lie face up and that no finding names."""
    public = {card for seat in view.seats for card in (*seat.tabled, *seat.up)} | set(view.board)
    told = {str(value) for finding in view.findings for _, value in finding.facts}
    named = {code for value in told for code in re.findall(r"[2-9TJQKA][cdhs]", value)}
    hidden = set(re.findall(r"[2-9TJQKA][♣♦♥♠]", text)) - {faces((card,)) for card in public}
    return [f"hidden face {face}" for face in sorted(hidden | (set(CODE.findall(text)) - named - public))]


async def settled(pilot: Any) -> None:
    """Every widget has taken its news and the screen is laid out; `Pilot.pause` also waits for an idle processor."""
    await pilot._wait_for_screen()
    pilot.app.screen._on_timer_update()


Look = Callable[[DealerScreen, TableView], list[str]]


def looked(views: Sequence[TableView], size: tuple[int, int], language: str, theme: str, look: Look) -> list[str]:
    """What `look` finds on one screen that is shown these views one after the other."""

    async def story() -> list[str]:
        found: list[str] = []
        app = DealerScreen(language=language, theme=theme)
        async with app.run_test(size=size) as pilot:
            for view in views:
                app.shown = replace(app.shown, view=None, counting=False)
                app.hear(view)
                await settled(pilot)
                here = f"{size} {language} {theme} {view.rulebook} {view.street} {view.next.code}"
                found += [f"{here}: {fault}" for fault in look(app, view)]
            assert app.worn.name == theme
        return found

    return asyncio.run(story())


@pytest.mark.parametrize("at", range(len(SCREENS)), ids=lambda at: "-".join(map(str, SCREENS[at])))
def test_every_state_is_whole_and_hides_what_is_hidden(at: int, reader: Any) -> None:
    views = states() if SOAK else states()[at :: len(SCREENS)]
    assert len(views) >= 40
    found = looked(views, *SCREENS[at], lambda app, view: wrong(app, view, reader))
    assert found == []
    counted(len(views), "screens of a state")


def test_the_scripts_come_to_every_street_and_to_many_findings() -> None:
    views = states()
    assert {view.street for view in views} >= {
        "idle",
        "deal",
        "preflop",
        "flop",
        "turn",
        "river",
        "showdown",
        "settled",
    }
    kinds = {(finding.topic, dict(finding.facts).get("cause")) for view in views for finding in view.findings}
    assert len(kinds) > 130
    assert len({prompt.kind for view in views for prompt in view.prompts}) > 20


def _clip(app: DealerScreen) -> None:
    app.query(SeatBox).first().paint([[("x" * 60, "")]])


def _lay_over(app: DealerScreen) -> None:
    seats = list(app.query_one(Table).query(SeatBox))
    seats[1].styles.offset = seats[2].styles.offset


def _turn_up(app: DealerScreen) -> None:
    app.query(SeatBox).first().paint([[("Q♠", "")]])


def _shorten(app: DealerScreen) -> None:
    app.query_one(Panel).paint([[("The trays count otherw…", "")]])


def _name(app: DealerScreen) -> None:
    app.query_one(Panel).paint([[("Seat 3 has Qs, Kd", "")]])


@pytest.mark.parametrize(
    ("plant", "said"),
    [
        (_clip, "cuts"),
        (_lay_over, "lies over"),
        (_turn_up, "hidden face Q♠"),
        (_shorten, "shortens"),
        (_name, "hidden face Qs"),
    ],
)
def test_a_planted_fault_is_seen(plant: Callable[[DealerScreen], None], said: str, reader: Any) -> None:
    async def story() -> list[str]:
        app = DealerScreen()
        async with app.run_test(size=(120, 40)) as pilot:
            app.hear(senses())
            await pilot.pause()
            assert wrong(app, senses(), reader) == []
            plant(app)
            await pilot.pause()
            return wrong(app, senses(), reader)

    assert any(said in fault for fault in asyncio.run(story()))
