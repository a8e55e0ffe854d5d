"""All that the dealer's screen shows at one moment, beside the view: the link, the last lines, the keypad."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final, Literal

from display.feed import Connected, Heard, Lost
from display.keypad import Keypad
from display.wording import Wording
from table_controller.views import Notice, Refused, TableView, Told

STORY_LINES: Final = 60
"""Lines of the hand that the screen keeps."""

Link = Literal["waiting", "live", "lost"]


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands on the screen.

    `note` is one line for the dealer about the last key, gone with the next one; `paused` is the simulated
    table's pace as last asked for. `clock_s` are the seconds left of the clock on the player to act, None: no clock.
    """

    view: TableView | None = None
    link: Link = "waiting"
    reason: str = ""
    story: tuple[str, ...] = ()
    note: str = ""
    pad: Keypad = field(default_factory=Keypad)
    paused: bool = False
    clock_s: int | None = None

    def hear(self, heard: Heard, said: list[str], words: Wording) -> Shown:
        """After one more message of the feed, which the plain log tells as `said`."""
        match heard:
            case TableView():
                return replace(self, view=heard, link="live", reason="")
            case Notice(code="pace"):
                return replace(self, paused=bool(dict(heard.facts).get("paused")))
            case Told() | Notice():
                return replace(self, story=(*self.story, *said)[-STORY_LINES:])
            case Refused():
                return replace(self, note=words.say("note.refused", reason=words.reason(heard.reason)))
            case Connected():
                return replace(self, link="live" if self.view else "waiting", reason="", paused=False)
            case Lost():
                return replace(self, link="lost" if self.view else "waiting", reason=words.reason(heard.reason))
