"""What the room has told the table stands in the top line, counted down by the screen's own time."""

from __future__ import annotations

import asyncio

import pytest
from support.screen_states import plain

from display.app import DealerScreen
from display.languages import LANGUAGES
from display.screen.paint import cells
from display.widgets.status import status_line
from display.wording.ticking import Dues, dues
from display.wording.wording import wording_in
from table_controller.vocabulary.views import RoomDueView, RoomView

TOLD = plain(room=RoomView(True, False, (RoomDueView("level", 2.0), RoomDueView("break", 300.0))))


def top(screen: DealerScreen, language: str = "en", width: int = 160) -> str:
    return "".join(text for text, _ in status_line(screen.shown, wording_in(language), width))


def test_it_is_counted_down_and_gone_once_it_is_over() -> None:
    moments = [1000.0]
    screen = DealerScreen()
    screen.now_s = lambda: moments[0]

    async def run() -> list[str]:
        async with screen.run_test(size=(160, 40)) as pilot:
            lines = []
            for moment, view in ((1000.0, TOLD), (1001.5, None), (1061.0, None), (1400.0, None), (1400.0, plain())):
                moments[0] = moment
                if view is not None:
                    screen.hear(view)
                screen.tick()
                await pilot.pause()
                lines.append(top(screen))
            return lines

    first, second, third, late, over = asyncio.run(run())
    assert "level in 0:02 · break in 5:00 · HAND FOR HAND" in first
    assert "level in 0:01 · break in 4:59" in second
    assert "a level is due · break in 3:59" in third
    assert "a level is due · a break is due" in late
    assert not any(word in over for word in ("level", "break", "HAND FOR HAND"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [80, 100, 160])
def test_there_is_room_for_it_in_every_language(language: str, width: int) -> None:
    screen = DealerScreen()
    asyncio.run(heard(screen))
    words = wording_in(language)
    line = top(screen, language, width)
    assert cells([(line, "")]) <= width
    assert words.say("room.level-due", left="0:02") in line


async def heard(screen: DealerScreen) -> None:
    async with screen.run_test(size=(160, 40)) as pilot:
        screen.now_s = lambda: 1000.0
        screen.hear(TOLD)
        await pilot.pause()


def test_the_seconds_are_those_of_the_table() -> None:
    fast = dues(plain(room=RoomView(due=(RoomDueView("break", 30.0),)), pace=10.0), 100.0)
    assert [fast.seconds(now_s) for now_s in (100.0, 100.1, 103.0, 110.0)] == [(30,), (29,), (0,), (0,)]
    assert fast.next_s(100.0) == pytest.approx(0.1)
    assert fast.next_s(103.0) is None
    assert Dues().next_s(1.0) is None
