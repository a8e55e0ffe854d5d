"""What a player does at the seat: folds, goes away and comes back, sits down, gives it up."""

from __future__ import annotations

import dataclasses
from typing import Final, Literal

from display.keys.pad import Act, Given, Made, Pressed
from table_controller.vocabulary.commands import MarkFold, MarkPresence, SeatPlayer, UnseatPlayer


def _pointed(given: Given) -> Made:
    return Pressed(dataclasses.replace(given.idle, seat=given.seat("point")))


def _sits(given: Given, entry: Literal["new", "moved"]) -> SeatPlayer:
    return SeatPlayer(given.seat(), given.text("name"), given.chips("stack"), entry)


SEATS: Final = (
    Act("fold", lambda given: MarkFold(given.pad.seat, given.turn), key="f"),
    Act("other-seat", _pointed, ("point",), "e"),
    Act("away", lambda given: MarkPresence(given.seat(), here=False), ("seat",), "v", lasts=True),
    Act("near", lambda given: MarkPresence(given.seat(), here=False, near=True), ("seat",), lasts=True),
    Act("back", lambda given: MarkPresence(given.seat(), here=True), ("seat",), "V", lasts=True),
    Act("sits", lambda given: _sits(given, "new"), ("seat", "name", "stack"), look=True, lasts=True),
    Act("moved-here", lambda given: _sits(given, "moved"), ("seat", "name", "stack"), look=True, lasts=True),
    Act("gives-up", lambda given: UnseatPlayer(given.seat()), ("seat",), look=True, lasts=True),
)
