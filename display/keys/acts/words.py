"""What players say."""

from __future__ import annotations

import dataclasses
from typing import Final

from display.keys.pad import Act, Given, Made, Pressed
from table_controller.vocabulary.commands import Say
from table_controller.vocabulary.events import When, Word

_NEXT_WHEN: Final[dict[When, When]] = {"before": "with", "with": "after", "after": "before"}


def _said(given: Given, word: Word, amount: str = "", text: str = "") -> Say:
    amount_chips = given.number(amount) if amount else None
    return Say(word, given.pad.seat, amount_chips, given.pad.when, text, given.turn)


def _next_when(given: Given) -> Made:
    return Pressed(dataclasses.replace(given.idle, when=_NEXT_WHEN[given.pad.when]))


WORDS: Final = (
    Act("check", lambda given: _said(given, "check"), key="c"),
    Act("call", lambda given: _said(given, "call"), key="k"),
    Act("bet", lambda given: _said(given, "bet", "bet"), ("bet",), "b"),
    Act("raise", lambda given: _said(given, "raise", "raise"), ("raise",), "r"),
    Act("number", lambda given: _said(given, "number", "number"), ("number",), "n"),
    Act("all-in", lambda given: _said(given, "all-in"), key="a"),
    Act("says-fold", lambda given: _said(given, "fold"), key="F"),
    Act("says-pot", lambda given: _said(given, "pot"), key="P"),
    Act("says-other", lambda given: _said(given, "other", text=given.text("words")), ("words",), "O"),
    Act("when", _next_when, key="w"),
)
