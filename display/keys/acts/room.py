"""What the room tells the table."""

from __future__ import annotations

from typing import Final

from display.keys.pad import Act
from table_controller.vocabulary.commands import AnnounceLevel, TellTable

_MINUTE_S: Final = 60

ROOM: Final = (
    Act(
        "level",
        lambda given: AnnounceLevel(given.chips("small-blind"), given.chips("big-blind"), given.chips("ante")),
        ("small-blind", "big-blind", "ante"),
        look=True,
        lasts=True,
    ),
    Act(
        "level-due", lambda given: TellTable("level-due", given.chips("minutes") * _MINUTE_S), ("minutes",), lasts=True
    ),
    Act(
        "break-due", lambda given: TellTable("break-due", given.chips("minutes") * _MINUTE_S), ("minutes",), lasts=True
    ),
    Act("break", lambda _given: TellTable("break"), lasts=True),
    Act("break-over", lambda _given: TellTable("break-over"), lasts=True),
    Act("bubble", lambda _given: TellTable("bubble"), lasts=True),
    Act("bubble-over", lambda _given: TellTable("bubble-over"), lasts=True),
    Act("new-dealer", lambda _given: TellTable("new-dealer"), lasts=True),
    Act("shuffler", lambda _given: TellTable("shuffler"), lasts=True),
    Act("button-draw", lambda _given: TellTable("button-draw"), lasts=True),
)
