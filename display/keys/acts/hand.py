"""A hand from the riffle to the next one, by keys alone: what a sensor would tell."""

from __future__ import annotations

from typing import Final

from display.keys.pad import Act
from table_controller.commands import MarkRiffle, PutAway
from table_controller.hand_commands import Done, MarkBoard, MarkButton, MarkDealt, ShowCards

DONE_KEY: Final = " "
"""The largest key for the commonest word: the next act is done."""

HAND: Final = (
    Act("done", lambda _given: Done(), key=DONE_KEY),
    Act("riffle", lambda _given: MarkRiffle(), key="s"),
    Act("button", lambda given: MarkButton(given.seat()), ("seat",), "G"),
    Act("dealt-all", lambda _given: MarkDealt(), key="D"),
    Act("dealt-to", lambda given: MarkDealt(given.seat()), ("seat",)),
    Act("board", lambda given: MarkBoard(given.cards("board-cards")), ("board-cards",), "B"),
    Act("show-cards", lambda given: ShowCards(given.seat(), given.cards("hand-cards")), ("seat", "hand-cards"), "S"),
    Act("gathered", lambda _given: PutAway(), key="g"),
)
