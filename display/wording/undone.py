"""What undo took back, redo let stand again, or either would: the acts by their own words."""

from __future__ import annotations

from typing import Final

from display.wording.wording import Wording
from table_controller.vocabulary.findings import Fact
from table_controller.vocabulary.views import Notice, SeatView

_RULED: Final = "told.ActRuled."


def note(notice: Notice, seats: tuple[SeatView, ...], words: Wording) -> str:
    """The line about an undo or a redo; empty for every other notice."""
    facts = dict(notice.facts)
    if notice.code not in {"undone", "redone"} or "event" not in facts:
        return ""
    return words.say(f"note.{notice.code}", act=act(notice.facts, seats, words))


def act(facts: tuple[Fact, ...], seats: tuple[SeatView, ...], words: Wording) -> str:
    """One act that was told: ``seat 4 raises to 500``."""
    told = dict(facts)
    seat, chips, word = told.get("seat"), told.get("chips", 0), str(told.get("word", ""))
    player = words.player(seats, seat) if isinstance(seat, int) else ""
    option = words.code("option", word)
    if told.get("event") == "ActRuled" and words.has(f"{_RULED}{word}"):
        return words.say(f"{_RULED}{word}", player=player, chips=chips)
    if told.get("event") == "CardsDrawn":
        key = "told.CardsDrawn" if chips else "told.CardsDrawn.pat"
        return words.say(key, player=player, count=str(chips))
    if told.get("event") == "Declared":
        said = next((words.code(one, word) for one in ("act", "value") if words.has(f"{one}.{word}")), word)
        return words.say("act-of.said", player=player, word=said)
    key = f"act-of.{told.get('event')}"
    return words.say(key if words.has(key) else "act-of.other", player=player, chips=chips, option=option)
