"""What undo took back, redo let stand again, or either would: the acts by their own words."""

from __future__ import annotations

from typing import Final

from display.wording.wording import Wording
from table_controller.vocabulary.findings import Fact
from table_controller.vocabulary.views import Notice, TableView

_RULED: Final = "told.ActRuled."


def act_word(kind: str, to_chips: int, view: TableView | None) -> str:
    """The word for an act: in stud a raise of the bring-in to the small bet completes it."""
    completes = kind == "raise" and view is not None and view.bring_in and to_chips == view.big_blind_chips
    return "complete" if completes else kind


def note(notice: Notice, view: TableView | None, words: Wording) -> str:
    """The line about an undo or a redo; empty for every other notice."""
    facts = dict(notice.facts)
    if notice.code not in {"undone", "redone"} or "event" not in facts:
        return ""
    return words.say(f"note.{notice.code}", act=act(notice.facts, view, words))


def act(facts: tuple[Fact, ...], view: TableView | None, words: Wording) -> str:
    """One act that was told: ``seat 4 raises to 500``."""
    told, seats = dict(facts), view.seats if view is not None else ()
    seat, chips, word = told.get("seat"), told.get("chips", 0), str(told.get("word", ""))
    player = words.player(seats, seat) if isinstance(seat, int) else ""
    option = words.code("option", word)
    if told.get("event") == "ActRuled" and words.has(f"{_RULED}{word}"):
        return words.say(f"{_RULED}{act_word(word, int(chips), view)}", player=player, chips=chips)
    if told.get("event") == "CardsDrawn":
        key = "told.CardsDrawn" if chips else "told.CardsDrawn.pat"
        return words.say(key, player=player, count=str(chips))
    if told.get("event") == "Declared":
        said = next((words.code(one, word) for one in ("act", "value") if words.has(f"{one}.{word}")), word)
        return words.say("act-of.said", player=player, word=said)
    key = f"act-of.{told.get('event')}"
    return words.say(key if words.has(key) else "act-of.other", player=player, chips=chips, option=option)
