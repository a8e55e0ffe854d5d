"""The count of the chips: opens by itself when trays differ, tells every seat, and never stands in dealing's way."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest
from support.screen_states import counts, plain

from display.app import DealerScreen
from display.widgets.count import CountSheet, count_lines, stacks
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import PutAway
from table_controller.vocabulary.views import MiscountView, TableView

TITLE = "Chips that do not add up"


def story(
    app: DealerScreen, steps: Sequence[TableView | str], reader: Any, size: tuple[int, int] = (80, 24)
) -> list[str]:
    """The screen's text after each view and key."""

    async def play() -> list[str]:
        seen = []
        async with app.run_test(size=size) as pilot:
            for step in steps:
                if isinstance(step, str):
                    await pilot.press(step)
                else:
                    app.hear(step)
                await pilot.pause()
                assert reader.faults(app) == []
                seen.append(reader.text(app))
        return seen

    return asyncio.run(play())


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)])
def test_every_stack_is_told_with_its_difference_and_what_to_do(size: tuple[int, int], reader: Any) -> None:
    (text,) = story(DealerScreen(), (counts(),), reader, size)
    assert TITLE in text
    rows = [" ".join(row.split()) for row in text.split("\n")]
    assert "! Seat 2 Bruno 10,000 9,500 -500 15x100 8x1,000" in rows
    assert "Seat 1 Anna 10,000 10,000 = 20x100 8x1,000" in rows
    assert "Seat 4 Dan 10,000 not seen" in rows
    assert "Whole table 90,000 not seen" in rows
    assert "TDA 2019, rule 31: Whose chips they are, and who counts them" in rows
    assert "o 1 the trays are right o 2 people count the chips" in rows
    assert "Count the marked stacks by hand" in text
    assert "NEXT  Gather the cards" in text, "the next act stays in sight"


def test_it_opens_by_itself_and_a_key_only_closes_it(reader: Any, fake_controller: Any) -> None:
    controller = fake_controller()
    quiet = replace(counts(open_case=False), miscounts=())
    before, opened, still, closed, again, _ = story(
        DealerScreen(controller),
        (quiet, counts(), replace(counts(), as_of=9), "a", replace(counts(), as_of=10), "g"),
        reader,
    )
    assert TITLE not in before
    assert TITLE in opened
    assert TITLE in still
    assert controller.sent == [PutAway()], "the key that closes it is no word of a player"
    assert TITLE not in closed
    assert TITLE not in again, "what was closed does not come back for the same count"


def test_escape_only_closes_and_its_key_opens_it_again(reader: Any) -> None:
    opened, closed, again, off = story(DealerScreen(), (counts(), "escape", "M", "M"), reader)
    assert [TITLE in text for text in (opened, closed, again, off)] == [True, False, True, False]


def test_the_menu_and_the_floors_choice_open_from_it(reader: Any) -> None:
    _, menu = story(DealerScreen(), (counts(), "full_stop"), reader)
    assert "What do you want to tell the table?" in menu
    _, choice = story(DealerScreen(), (counts(), "o"), reader)
    assert "The floor chooses which option?" in choice
    _, closed = story(DealerScreen(), (counts(open_case=False), "o"), reader)
    assert TITLE not in closed
    assert "offers this choice" not in closed


def test_a_count_that_comes_while_somebody_types_waits_for_him(reader: Any) -> None:
    typed, hidden, shown = story(DealerScreen(), (plain(), "b", counts(), "escape"), reader)[1:]
    assert "Bet how much?" in typed
    assert TITLE not in hidden
    assert TITLE in shown


def test_the_first_card_dealt_takes_its_place(reader: Any) -> None:
    dealing = replace(counts(), street="deal", seats=(replace(counts().seats[0], cards=1), *counts().seats[1:]))
    opened, dealt, later = story(DealerScreen(), (counts(), dealing, plain()), reader)
    assert TITLE in opened
    assert TITLE not in dealt
    assert TITLE not in later


def test_during_a_hand_it_stays_until_a_key(reader: Any) -> None:
    view = replace(plain(), counts=())
    _, opened, acted = story(DealerScreen(), (view, "M", replace(view, as_of=8)), reader)
    assert "No tray tells what it holds" in opened
    assert "No tray tells what it holds" in acted


def test_without_trays_the_case_tells_and_with_them_the_present_counts() -> None:
    told = replace(counts(), counts=(), miscounts=(MiscountView(3, 10_000, 10_100),))
    by_seat = {one.name: one for one in stacks(told, ENGLISH)}
    assert by_seat["seat 3 Carla"].counted_chips == 10_100
    assert by_seat["seat 1 Anna"].counted_chips is None
    live = replace(counts(), miscounts=(MiscountView(1, 10_000, 1),))
    assert {one.name: one for one in stacks(live, ENGLISH)}["seat 1 Anna"].counted_chips == 10_000


def test_the_sum_is_told_once_every_stack_is_seen() -> None:
    seen = replace(counts(), counts=tuple(one for one in counts().counts if one.counted is not None))
    seen = replace(seen, seats=tuple(seat for seat in seen.seats if seat.seat != 4))
    text = "\n".join("".join(piece for piece, _ in line) for line in count_lines(seen, ENGLISH, 80))
    assert "Whole table 80,000 79,500 -500" in " ".join(text.split())


def test_all_is_well_is_said_too(reader: Any) -> None:
    fine = replace(
        counts(open_case=False), miscounts=(), counts=tuple(one for one in counts().counts if one.seat not in (2, 4))
    )
    _, text = story(DealerScreen(), (fine, "M"), reader)
    assert "Nothing to do: trays and game agree" in text


def test_it_lies_over_the_table_only() -> None:
    async def sheet() -> tuple[int, int]:
        app = DealerScreen()
        async with app.run_test(size=(120, 40)) as pilot:
            app.hear(counts())
            await pilot.pause()
            region = app.query_one(CountSheet).region
            return region.y, region.width

    assert asyncio.run(sheet()) == (6, 120)
