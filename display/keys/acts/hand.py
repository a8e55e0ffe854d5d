"""A hand from the riffle to the next one, by keys alone: what a sensor would tell."""

from __future__ import annotations

from typing import Final, Literal

from display.keys.cases import stub_is_shuffled
from display.keys.pad import Act, Given
from table_controller.vocabulary.commands import Done, MarkBoard, MarkButton, MarkDealt, MarkRiffle, PutAway, ShowCards
from table_controller.vocabulary.views import SHUFFLED_IN

DONE_KEY: Final = " "
"""The largest key for the commonest word: the next act is done."""


def _done(given: Given) -> Done | Literal["answer-first"]:
    """The act that the screen names; an answer has keys of its own."""
    if given.view is None:
        return Done()
    act = given.view.next
    if act.code == "answer-first":
        return "answer-first"
    return Done(act.code, act.seat, act.chips)


def _under_way(given: Given) -> bool:
    """Whether the deck has no shuffle to see now: a slip of the finger, or the stub was scattered."""
    view = given.view
    if view is not None and stub_is_shuffled(view, "return-cards", "shuffle-stub"):
        return False
    if view is None or view.street in {"idle", "settled"}:
        return False
    return view.next.code not in {"deal-again", *SHUFFLED_IN}


def _unread(given: Given) -> bool:
    """Whether a reader that lives sees fewer cards than the deal would put there: the eyes and the key disagree."""
    view = given.view
    if view is None or view.street != "deal":
        return False
    playing = {seat.seat for seat in view.seats if seat.status in {"in", "all-in"}}
    return any(one.seat in playing and one.reads in {"none", "one", "some"} for one in view.senses)


HAND: Final = (
    Act("done", _done, key=DONE_KEY),
    Act("riffle", lambda _given: MarkRiffle(), key="s", look=_under_way),
    Act("button", lambda given: MarkButton(given.seat()), ("seat",), "G", lasts=True),
    Act("dealt-all", lambda _given: MarkDealt(), key="D", look=_unread),
    Act("dealt-to", lambda given: MarkDealt(given.seat()), ("seat",)),
    Act("board", lambda given: MarkBoard(given.cards("board-cards")), ("board-cards",), "B"),
    Act("show-cards", lambda given: ShowCards(given.seat(), given.cards("hand-cards")), ("seat", "hand-cards"), "S"),
    Act("gathered", lambda _given: PutAway(), key="g"),
)
