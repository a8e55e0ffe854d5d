"""What takes back or puts right what the table believes; all but plain redo show first what they change."""

from __future__ import annotations

from typing import Final, get_args

from display.keys.acts.chips import fewest
from display.keys.pad import Act, Given, Made
from table_controller.vocabulary.commands import (
    CorrectBet,
    CorrectCard,
    CorrectSeat,
    CorrectStack,
    CorrectWord,
    Redo,
    Undo,
)
from table_controller.vocabulary.events import BettingWord


def _last(given: Given) -> int:
    """The event that undo took back first as the act began."""
    return given.pad.begun.undo_next if given.pad.begun is not None else 0


def _stack(given: Given) -> Made:
    chips = fewest(given.chips("stack-now"), given)
    return "no-such-chips" if chips is None else CorrectStack(given.seat(), chips)


def _word(given: Given) -> Made:
    word = next(one for one in get_args(BettingWord) if one == given.text("word-before"))
    return CorrectWord(given.seat(), word, given.number("word-chips"))


def _asked_of_the_word(given: Given) -> tuple[str, ...]:
    """A call and an all-in have no amount."""
    amount = () if given.text("word-before") in {"call", "all-in"} else ("word-chips",)
    return ("seat", "word-before", *amount)


def _card(given: Given) -> Made:
    card = given.card("really")
    return "no-card" if card is None else CorrectCard(given.text("place"), card)


CORRECTIONS: Final = (
    Act("undo", lambda given: Undo(after=_last(given)), key="u", look=True),
    Act("undo-several", lambda given: Undo(given.chips("steps"), _last(given)), ("steps",), "U", look=True),
    Act("redo", lambda _given: Redo(), key="y"),
    Act("redo-several", lambda given: Redo(given.chips("steps")), ("steps",), "Y", look=True),
    Act("correct-stack", _stack, ("seat", "stack-now"), look=True, lasts=True),
    Act("correct-bet", lambda given: CorrectBet(given.seat(), given.chips("bet-to")), ("seat", "bet-to"), look=True),
    Act("correct-card", _card, ("place", "really"), look=True),
    Act(
        "correct-seat",
        lambda given: CorrectSeat(given.seat("wrong-seat"), given.seat("right-seat")),
        ("wrong-seat", "right-seat"),
        look=True,
    ),
    Act("correct-word", _word, _asked_of_the_word, look=True),
)
