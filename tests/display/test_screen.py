"""The dealer's screen on the rendered cell grid: complete, uncut, and no card face that is not tabled."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from itertools import product
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual.pilot import Pilot

from display.app import DealerScreen
from display.feed import Connected, Heard, Lost
from display.screen import geometry
from display.screen.glyphs import glyphs
from display.screen.paint import cells
from display.widgets.painted import Painted
from display.widgets.panel import panel_lines
from display.widgets.seat import SeatBox, SeatPicture, seat_lines
from display.widgets.shown import Shown
from display.wording import boundary
from display.wording.wording import ENGLISH, face
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.views import (
    CountView,
    LogLine,
    Notice,
    PotView,
    Refused,
    SeatStatus,
    SeatView,
    TableView,
)

NAMES = ("full", "showdown", "heads-up", "nine")
SIZES = ((80, 24), (120, 40), (200, 50))


def show(size: tuple[int, int], look: Callable[[DealerScreen], Any], *heard: Heard, keys: tuple[str, ...] = ()) -> Any:
    """What `look` finds on a screen that heard these messages and took these keys."""

    async def story() -> Any:
        app = DealerScreen()
        async with app.run_test(size=size) as pilot:
            for message in heard:
                app.hear(message)
            await pilot.pause()
            if keys:
                await pilot.press(*keys)
            await pilot.pause()
            return look(app)

    return asyncio.run(story())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_every_table_is_complete_and_uncut(
    name: str, size: tuple[int, int], tables: Mapping[str, TableView], reader: Any
) -> None:
    view = tables[name]

    def look(app: DealerScreen) -> tuple[list[str], str, dict[int, str]]:
        boxes = ["\n".join(reader.texts(box)) for box in app.query(SeatBox) if box.display]
        return reader.faults(app), reader.text(app), dict(zip((seat.seat for seat in view.seats), boxes, strict=True))

    faults, text, boxes = show(size, look, view)
    assert faults == []
    for seat in view.seats:
        assert name_as_shown(seat, size) in boxes[seat.seat]
        if seat.status != "empty":
            assert is_told(f"{seat.stack_chips:,}", boxes[seat.seat])
        for chips in (seat.bet_chips, seat.won_chips, seat.owes_chips, seat.returns_chips):
            assert not chips or f"{chips:,}" in text
    for pot in view.pots:
        assert f"{pot.chips:,}" in text
    public = {card for seat in view.seats for card in seat.tabled} | set(view.board)
    told = {card for card in ("".join(pair) for pair in product("23456789TJQKA", "shdc")) if is_told(face(card), text)}
    assert told == public
    assert text.count("▒▒") == hidden(view)
    assert ENGLISH.next_act(view) in text


def is_told(what: str, text: str) -> bool:
    """Whether it stands there in letters, or drawn three rows high."""
    if what in text:
        return True
    drawn = glyphs(what)
    return drawn is not None and any(
        all(row in line for row, line in zip(drawn, three, strict=True)) for three in rows_of_three(text)
    )


def rows_of_three(text: str) -> list[list[str]]:
    rows = text.split("\n")
    return [rows[at : at + 3] for at in range(len(rows) - 2)]


def test_what_the_keypad_asks_stands_over_its_choices(tables: Mapping[str, TableView], reader: Any) -> None:
    rows = show((80, 24), reader.grid, tables["full"], keys=(".", "8", "7"))
    asked = next(at for at, row in enumerate(rows) if "which one?" in row)
    assert "1 " in rows[asked + 1]
    assert asked > 15, "in the panel, not under NEXT"


def name_as_shown(seat: SeatView, size: tuple[int, int]) -> str:
    """Short names whole; long ones at least by their beginning."""
    name = boundary.clean_name(seat.name)
    return name if len(name) <= 12 or (size[0] > 120 and len(name) <= 18) else name[:11]


def hidden(view: TableView) -> int:
    """Backs that must be seen: at seats, and board cards not yet named."""
    return sum(max(0, seat.cards - len(seat.tabled)) for seat in view.seats) + view.board_count - len(view.board)


def test_whose_turn_it_is_needs_no_colour(tables: Mapping[str, TableView], reader: Any) -> None:
    small = show((80, 24), reader.text, tables["full"])
    assert small.count("▶ 7 Gustavo") == 1
    assert "▶ Seat 7 Gustavo to act" in small
    large = show((120, 40), reader.text, tables["full"])
    assert large.count("┏") == 1
    for word in ("folded", "ALL IN", "waits", "SB", "BB", " D ", "all-in"):
        assert word in large


def test_the_action_in_chips(tables: Mapping[str, TableView], reader: Any) -> None:
    text = show((120, 40), reader.text, tables["nine"])
    assert "to call 300 = 3x100   raise to at least 500   at most 10,000" in text
    assert "may fold, call or raise" in text
    poor = replace(tables["nine"], counts=(CountView(8, 10_000, ((500, 20),)),))
    for view in (poor, replace(poor, counts=())):  # no such chips, or nobody sees any
        assert "to call 300   raise to at least 500" in show((120, 40), reader.text, view)


def test_findings_questions_and_trouble_are_told(tables: Mapping[str, TableView], reader: Any) -> None:
    text = show((200, 50), reader.text, tables["full"])
    assert "! Less than a call: seat 4 Dmitri" in text
    assert "TDA 2019, rule 45-A: All chips needed" in text
    assert "play waits" in text
    assert "300 went in, 400 to call" in text
    assert "o 1 complete the call: seat 4 calls 400; owes 100" in text
    assert "o 2 take it back: seat 4 gets 300 back" in text
    assert "1 still there   2 folded" in text
    sick = show((200, 50), reader.text, tables["showdown"])
    assert "2 of 4 readers need a look" in sick
    assert "MQTT absent (connection refused)" in sick
    assert "0011aabb" in sick
    assert "not seen: board, muck" in sick


def test_what_does_not_fit_is_counted(tables: Mapping[str, TableView]) -> None:
    view = tables["full"]
    crowd = replace(view, findings=view.findings * 6, prompts=view.prompts * 3)
    for rows in range(5, 20):
        lines = panel_lines(Shown(view=crowd, link="live"), ENGLISH, 78, rows)
        assert len(lines) <= rows
        assert any("more" in text for line in lines for text, _ in line)


def test_the_story_runs_along(tables: Mapping[str, TableView], reader: Any) -> None:
    act = {"is": "ActRuled", "v": 1, "seat": 8, "kind": "check", "to_chips": 0, "all_in": False}
    text = show((120, 40), reader.text, tables["nine"], LogLine(3, 1.0, act))
    assert "Seat 8 Hugo checks" in text


def test_a_lost_controller_is_said_loudly_and_forgotten_when_it_is_back(
    tables: Mapping[str, TableView], reader: Any
) -> None:
    stale = show((80, 24), reader.text, tables["nine"], Lost("closed"))
    assert "No word from the controller" in stale
    assert "CONTROLLER LOST" in stale
    assert "Hugo" in stale, "the old picture stays"
    back = show((80, 24), reader.text, tables["nine"], Lost("closed"), Connected(), tables["nine"])
    assert "LOST" not in back
    assert "NEXT  Action on seat 8 Hugo" in back


def test_before_the_first_view_it_waits_and_says_why(reader: Any) -> None:
    text = show((80, 24), reader.text, Lost("no-socket"))
    assert "Waiting for the controller" in text
    assert "no controller answers" in text


def test_refusals_and_pace_are_shown(tables: Mapping[str, TableView], reader: Any) -> None:
    text = show((80, 24), reader.text, tables["nine"], Refused("nobody-to-act"), Notice("pace", (("paused", 1),)))
    assert "Not taken: nobody is to act" in text
    assert "PAUSED" in text


@pytest.mark.parametrize("size", SIZES)
def test_help_is_complete_and_uncut(size: tuple[int, int], tables: Mapping[str, TableView], reader: Any) -> None:
    faults, text = show(size, lambda app: (reader.faults(app), reader.text(app)), tables["full"], keys=("?",))
    assert faults == []
    assert "…" not in text
    assert "take back the last reading or word" in text
    closed = show(size, reader.text, tables["full"], keys=("?", "x"))
    assert "Gustavo" in closed
    assert "take back the last" not in closed


def test_a_terminal_too_small_says_so_and_one_that_grows_shows_the_table(
    tables: Mapping[str, TableView], reader: Any
) -> None:
    async def story() -> tuple[str, str, list[str]]:
        app = DealerScreen()
        async with app.run_test(size=(60, 20)) as pilot:
            app.hear(tables["full"])
            await pilot.pause()
            small = reader.text(app)
            await pilot.resize_terminal(80, 24)
            await pilot.pause()
            return small, reader.text(app), reader.faults(app)

    small, grown, faults = asyncio.run(story())
    assert "80 columns and 24 rows" in " ".join(small.split())
    assert "Gustavo" not in small
    assert "Gustavo" in grown
    assert faults == []


@pytest.mark.parametrize("fault", ["long line", "moved seat", "planted face"])
def test_planted_faults_are_caught(fault: str, tables: Mapping[str, TableView], reader: Any) -> None:
    async def plant(app: DealerScreen, pilot: Pilot[None]) -> None:
        seats = list(app.query(SeatBox))
        match fault:
            case "long line":
                app.query(Painted).first().paint([[("x" * 200, "")]])
            case "moved seat":
                seats[3].styles.offset = seats[4].styles.offset
            case _:
                seats[6].paint([[("Q♠", "")]])
        await pilot.pause()

    async def story() -> tuple[list[str], set[str]]:
        app = DealerScreen()
        async with app.run_test(size=(120, 40)) as pilot:
            app.hear(tables["full"])
            await pilot.pause()
            await plant(app, pilot)
            return reader.faults(app), set(reader.card.findall(reader.text(app)))

    faults, shown = asyncio.run(story())
    assert faults or "Q♠" in shown


statuses: st.SearchStrategy[SeatStatus] = st.sampled_from(get_args(SeatStatus))
amounts = st.sampled_from([0, 25, 1_600, 99_975, 10_170_000])
pictures = st.builds(
    SeatPicture,
    st.builds(
        SeatView, st.integers(1, 10), st.text(max_size=30), statuses, amounts, amounts, st.integers(0, 5),
        st.sampled_from([(), ("Ah", "Kd"), ("Ah", "Kd", "Qc", "Js")]), st.just("raise"), amounts, amounts, amounts,
        st.booleans(), amounts, st.sampled_from(["", "Three of a kind", "Straight flush", "Something new"]),
    ),
    st.sampled_from([(), ("D",), ("D", "SB"), ("BB",)]),
    st.booleans(),
    st.sampled_from([0, 200]),
    st.integers(19, 30),
    st.booleans(),
)  # fmt: skip


@given(pictures)
@settings(max_examples=200)
def test_any_seat_fills_its_box_exactly_and_keeps_its_amounts(picture: SeatPicture) -> None:
    framed = picture.framed and picture.width >= 24
    lines = seat_lines(replace(picture, framed=framed), ENGLISH)
    assert [cells(line) for line in lines] == [picture.width] * (5 if framed else 3)
    text = "\n".join("".join(piece for piece, _ in line) for line in lines)
    seat = picture.seat
    if seat.status != "empty":
        assert f"{seat.stack_chips:,}" in text
    owed = seat.owes_chips or seat.returns_chips
    assert not owed or f"{owed:,}" in text


def test_eleven_pots_on_the_smallest_screen(tables: Mapping[str, TableView], reader: Any) -> None:
    view = replace(tables["nine"], pots=tuple(PotView(10_170_000, tuple(range(1, 10))) for _ in range(9)))
    text = show((80, 24), reader.text, view)
    assert "more: " in text
    assert show((80, 24), reader.faults, view) == []


def test_the_smallest_screen_is_the_one_promised() -> None:
    assert (geometry.MIN_COLUMNS, geometry.MIN_ROWS) == (80, 24)
