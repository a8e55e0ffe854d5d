"""The clock on the dealer's screen: counted down by the screen's own monotonic time, whatever the wall clock says."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest

from display.app import DealerScreen
from display.keys.machine import press
from display.keys.pad import Keypad
from display.widgets.action import action_lines
from display.widgets.shown import Shown
from display.wording.ticking import Ticking, ticking
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import read_script
from table_controller.scripts.straight import StraightPlayer
from table_controller.vocabulary.commands import AskClock
from table_controller.vocabulary.views import ClockView, TableView

SCRIPT = """
title    = "A clock"
rulebook = "tda-2019"
refs     = []
variant  = "NT"
blinds   = [100, 200]
button   = 1
stacks   = { 1 = 10000, 2 = 10000, 3 = 10000, 4 = 10000 }
script   = \"\"\"
deal
4: raises to 600
wait 60
2: clock
wait 10
\"\"\"
"""


@pytest.fixture
def view(tmp_path: Path) -> TableView:
    """A clock of thirty seconds of which ten are over."""
    path = tmp_path / "a_clock.toml"
    path.write_text(SCRIPT)
    player = StraightPlayer(package_rulebook("tda-2019"))
    played = play(read_script(path), lambda _: player)
    assert played.failure is None
    return player.view


def first_line(screen: DealerScreen) -> str:
    return "".join(text for text, _ in action_lines(screen.shown, ENGLISH, 120)[0])


def test_the_view_tells_what_is_left(view: TableView) -> None:
    assert view.clock is not None
    assert (view.clock.seat, round(view.clock.left_s), view.clock.counted_s) == (1, 20, 5)


def test_the_screen_counts_down_by_its_own_time(view: TableView, monkeypatch: pytest.MonkeyPatch) -> None:
    moments = [1000.0]
    screen = DealerScreen()
    screen.now_s = lambda: moments[0]

    async def run() -> list[str]:
        async with screen.run_test(size=(120, 40)) as pilot:
            screen.hear(view)
            await pilot.pause()
            lines = [first_line(screen)]
            for moment in (1000.5, 1001.0, 1014.9, 1016.0, 1020.0, 1025.0):
                monkeypatch.setattr(time, "time", lambda moment=moment: moment * -86_400.0)  # somebody sets the clock
                moments[0] = moment
                screen.tick()
                await pilot.pause()
                lines.append(first_line(screen))
            return lines

    lines = asyncio.run(run())
    shown = [line.strip().split("  ")[0].strip() for line in lines]
    assert shown == ["CLOCK 20 s", "CLOCK 20 s", "CLOCK 19 s", "CLOCK 6 s", "COUNT 4", "TIME", "TIME"]


def test_an_act_takes_the_clock_off_the_screen(view: TableView) -> None:
    screen = DealerScreen()

    async def run() -> str:
        async with screen.run_test(size=(120, 40)) as pilot:
            screen.hear(view)
            await pilot.pause()
            assert "CLOCK" in first_line(screen)
            screen.hear(replace(view, clock=None))
            await pilot.pause()
            return first_line(screen)

    assert "CLOCK" not in asyncio.run(run())


def test_a_demonstration_runs_faster() -> None:
    clock = Ticking(ClockView(1, 30.0, 5.0, pace=10.0), 103.0)
    assert [clock.left_s(now_s) for now_s in (100.0, 100.1, 102.95, 103.0, 200.0)] == [30, 29, 1, 0, 0]
    assert clock.next_s(100.0) == pytest.approx(0.1)
    assert clock.next_s(103.0) is None


def test_no_clock_no_ticking(view: TableView) -> None:
    assert ticking(replace(view, clock=None), 5.0) is None


def test_the_dealer_keys_who_asks(view: TableView) -> None:
    pad = press(Keypad(), "l", view, paused=False, demo=False).pad
    assert press(pad, "4", view, paused=False, demo=False).command == AskClock(4)
    beside = press(pad, "0", view, paused=False, demo=False)
    assert (beside.command, beside.local) == (None, "seat-not-here"), "six sit here"
    assert press(pad, "enter", view, paused=False, demo=False).command == AskClock(None)
    assert press(pad, "x", view, paused=False, demo=False).local == "unknown-key"


def test_a_clock_that_stands_says_what_is_left_at_most_and_goes_on_by_one_key(view: TableView) -> None:
    """When it stopped nobody knows where the table was started anew; and nobody has to ask for it again."""
    assert view.clock is not None
    stands = replace(view, clock=replace(view.clock, stopped=True))
    (first, *_) = action_lines(Shown(view=stands, clock_s=20), ENGLISH, 120)
    assert "STOPPED, 20 s at most: l goes on" in "".join(text for text, _ in first)
    assert press(Keypad(), "l", stands, paused=False, demo=False).command == AskClock(None)
    assert press(Keypad(), "l", view, paused=False, demo=False).command is None
