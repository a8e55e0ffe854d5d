"""What the screen itself does, and the simulated table."""

from __future__ import annotations

from typing import Final

from display.keys.pad import Act, Given, Keypad, Made, Pressed
from table_controller.vocabulary.commands import AskHistory, Explain, Leave, MuteBuzzer, Pace


def _left(given: Given) -> Made:
    """The demonstration ends with its screen; a real table goes on without it."""
    return Pressed(Keypad(), Leave() if given.demo else None, "leave")


def _muted(given: Given) -> MuteBuzzer:
    return MuteBuzzer(muted=given.view is None or not given.view.muted)


SCREEN: Final = (
    Act("pause", lambda given: Pressed(given.idle, Pace(not given.paused)), key="p"),
    Act("language", lambda given: Pressed(given.idle, local="language"), key="L"),
    Act("theme", lambda given: Pressed(given.idle, local="theme"), key="T"),
    Act("count-screen", lambda given: Pressed(given.idle, local="count-screen"), key="M"),
    Act("mute", _muted, key="Q"),
    Act("explain", lambda _given: Explain(), key="i"),
    Act("history", lambda _given: AskHistory(), key="j"),
    Act("help", lambda given: Pressed(given.idle, local="help"), key="?"),
    Act("leave", _left, ("leave",), "q", lasts=True),
)
