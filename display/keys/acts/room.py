"""What the room tells the table."""

from __future__ import annotations

from typing import Final

from display.keys.pad import Act, Given
from table_controller.vocabulary.commands import AnnounceLevel, ChooseGame, TellTable
from table_controller.vocabulary.games import WITH_BRING_IN

_MINUTE_S: Final = 60


def _stakes_asked(given: Given) -> tuple[str, ...]:
    """A game with a bring-in asks for ante and bring-in; of one with blinds those of the table hold, and its ante."""
    return ("variant", "ante-of-game", "bring-in") if given.text("variant") in WITH_BRING_IN else ("variant",)


def _game(given: Given) -> ChooseGame:
    """Enter alone leaves ante and bring-in as they are at this table."""
    return ChooseGame(given.text("variant"), given.number("ante-of-game"), given.number("bring-in"))


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
    Act("game", _game, _stakes_asked, lasts=True),
)
