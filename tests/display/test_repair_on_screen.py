"""A wrong board put right, read off the dealer's screen act by act: every printed procedure."""

from __future__ import annotations

import asyncio
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from display.app import DealerScreen
from table_controller.game.rulebooks.model import Rulebook
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import read_script
from table_controller.scripts.report import rulebook_of
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.events import Event
from table_controller.vocabulary.views import SHUFFLED_IN, TableView, plainly

FLOP = (
    "Step 1 of 4: the flop's 3 cards back into the deck",
    "Step 2 of 4: shuffle the stub, then key s",
    "Step 4 of 4: deal the flop without a burn",
)
TURN = (
    "Step 1 of 4: the turn card back into the deck",
    "Step 2 of 4: shuffle the stub, then key s",
)
RIVER = (
    "Step 1 of 4: the river card back into the deck",
    "Step 2 of 4: shuffle the stub, then key s",
)
RIVER_CARD = (
    "Step 1 of 7: the early turn card aside, off the board",
    "Step 2 of 7: burn a card",
    "Step 3 of 7: deal the turn",
    "Step 4 of 7: the early turn card back into the deck",
    "Step 5 of 7: shuffle the stub, then key s",
)
AFTER_BETS = (RIVER_CARD[0], *RIVER_CARD[2:])
"""Where the script burns, the screen still says that the bets come in."""


class Watching(StraightPlayer):
    """Keeps every view on which a wrong board is put right, or a stub that is too short."""

    def __init__(self, book: Rulebook) -> None:
        super().__init__(book)
        self.views: list[TableView] = []

    def _take(self, event: Event) -> None:
        super()._take(event)
        if self.view.repair is not None or plainly(self.view).next.code in SHUFFLED_IN:
            self.views.append(self.view)


def watched(project: Path, script: str) -> list[TableView]:
    players: list[Watching] = []

    def make(header: Any) -> Watching:
        players.append(Watching(rulebook_of(header)))
        return players[-1]

    assert play(read_script(project / "tests" / "scripts" / script), make).failure is None
    views = players[0].views
    return [view for at, view in enumerate(views) if not at or stage(views[at - 1]) != stage(view)]


def stage(view: TableView) -> object:
    return view.repair, view.next


def rows_of(views: list[TableView], reader: Any, size: tuple[int, int]) -> list[str]:
    """The row of the next act on each of these screens, one after the other without repeats."""

    async def story() -> list[str]:
        rows: list[str] = []
        app = DealerScreen()
        async with app.run_test(size=size) as pilot:
            for view in views:
                app.hear(view)
                await pilot.pause()
                assert reader.faults(app) == []
                row = next(row for row in reader.grid(app) if "NEXT" in row)
                rows.append(row.partition("NEXT")[2].strip())
        return [row for at, row in enumerate(rows) if not at or rows[at - 1] != row]

    return asyncio.run(story())


def steps_of(rows: list[str]) -> list[list[str]]:
    """The rows of each step: while players act it is told alone, and as cards go back one by one their number falls."""
    return [list(group) for _, group in groupby((row for row in rows if row.startswith("Step")), key=_number)]


def _number(row: str) -> str:
    return row.partition(":")[0]


STORIES = {
    "tda-2019/RP-5A__the_flop_comes_again_without_a_burn.toml": FLOP,
    "tda-2019/RP-5B__the_river_card_becomes_the_turn.toml": AFTER_BETS,
    "tda-2019/RP-5C__the_river_comes_again_without_a_burn.toml": RIVER,
    "tda-2024-rp/PR-5A__the_flop_comes_again_without_a_burn.toml": FLOP,
    "tda-2024-rp/PR-5B__the_turn_comes_again_without_a_burn.toml": TURN,
    "tda-2024-rp/PR-5C__the_river_comes_again_without_a_burn.toml": RIVER,
    "tda-holdem/27-H(2)__for_whatever_reason.toml": FLOP,
    "tda-holdem/27-J__the_river_card_becomes_the_turn.toml": AFTER_BETS,
    "tda-holdem/27-J~2__the_river_comes_again_without_a_burn.toml": RIVER,
    "figp-2012/43__flop_too_early.toml": FLOP,
    "figp-2012/44__the_river_comes_without_a_burn.toml": RIVER_CARD,
    "figp-2012/44~2__river_too_early.toml": RIVER,
    "tda-holdem/27-H(1)__no_second_burn.toml": tuple(row.replace("3 cards", "4 cards") for row in FLOP),
    "figp-2012/41__five_cards_are_dealt_again.toml": tuple(row.replace("3 cards", "5 cards") for row in FLOP),
    "figp-2012/42__no_burn_reshuffled.toml": FLOP,
}


@pytest.mark.parametrize("script", STORIES)
@pytest.mark.parametrize("size", [(120, 40)])
def test_a_printed_procedure_is_walked_on_the_screen(
    project: Path, reader: Any, script: str, size: tuple[int, int]
) -> None:
    rows = rows_of(watched(project, script), reader, size)
    for step, whole in zip(steps_of(rows), STORIES[script], strict=True):
        assert whole in step
        assert not any("; " in row for row in step), "one act, and no other"


@pytest.mark.parametrize("script", STORIES)
def test_on_the_smallest_screen_the_present_act_is_there(project: Path, reader: Any, script: str) -> None:
    rows = rows_of(watched(project, script), reader, (80, 24))
    for step, whole in zip(steps_of(rows), STORIES[script], strict=True):
        assert whole in step


@pytest.mark.parametrize("script", STORIES)
def test_the_board_on_the_screen_is_never_one_that_goes_back(project: Path, script: str) -> None:
    for view in watched(project, script):
        assert view.repair is not None
        assert view.board_count == len(view.board) or view.repair.acts[view.repair.step - 1].startswith("deal-")


@pytest.mark.parametrize(
    ("script", "next_row"),
    [
        ("tda-2019/RP-10H(A)__the_burns_make_it_enough.toml", "Shuffle the burns in; cut; burn"),
        ("tda-2019/RP-5D__a_card_before_the_betting_is_over.toml", "Shuffle the early cards in; cut; burn"),
        (
            "plain/draw_the_stub_runs_out_tda_2019.toml",
            "Shuffle in the muck, not the discards of seat 6 Seat 6",
        ),
    ],
)
def test_what_goes_into_a_stub_that_is_too_short_is_named(
    script: str, next_row: str, project: Path, reader: Any
) -> None:
    """It said "burns, or early cards", and of a draw not whose discards stay out."""
    rows = rows_of(watched(project, script), reader, (80, 24))
    assert rows[0] == next_row
