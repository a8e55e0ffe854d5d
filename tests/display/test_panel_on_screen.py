"""That the floor is called and the buzzer mute stands in the top line, whatever else is wrong; never cut."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from display.screen.paint import cells
from display.widgets.shown import Shown
from display.widgets.status import status_line
from display.wording.wording import ENGLISH
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.views import NodeView, Notice, TableView

SICK = tuple(NodeView(f"node-{number}", "down", "silent") for number in range(1, 5))


def words_of(view: TableView, width: int, *, lost: bool = False) -> str:
    shown = replace(Shown(view=view), link="lost" if lost else "live", paused=lost)
    line = status_line(shown, ENGLISH, width)
    assert cells(line) <= width
    return "".join(text for text, _ in line)


@pytest.mark.parametrize("width", [80, 100, 120, 200])
@pytest.mark.parametrize("lost", [False, True])
def test_called_and_muted_are_in_the_top_line(make_table: Callable[..., TableView], width: int, *, lost: bool) -> None:
    view = make_table(nodes=SICK, broker="absent connection-refused", simulated=True)
    plain = words_of(view, width, lost=lost)
    assert ENGLISH.say("panel.called") not in plain
    told = words_of(replace(view, floor_called=True, muted=True), width, lost=lost)
    assert ENGLISH.say("panel.called") in told
    assert ENGLISH.say("panel.muted") in told


def test_the_notices_have_words() -> None:
    there, absent = (ENGLISH.notice(Notice("panel", (("there", there),))) for there in (1, 0))
    assert (there, absent) == (ENGLISH.say("notice.panel"), ENGLISH.say("notice.panel.0"))
    assert there != absent
