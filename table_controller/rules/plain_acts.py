"""The plain ways to call and to raise: exact chips, one motion, the total said."""

from __future__ import annotations

from table_controller.machines.betting import may_raise
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour
from table_controller.rules.gesture import Gesture
from table_controller.rules.readings import Acts, Reading


@behaviour(None)
def exact_call(act: Gesture, book: Rulebook) -> Reading | None:
    """Silent chips, or an amount, of exactly the bet are a call."""
    del book
    return Acts("call", act.level_chips) if act.call_chips and act.total_chips == act.level_chips else None


@behaviour(None)
def one_motion(act: Gesture, book: Rulebook) -> Reading | None:
    """Silent chips of a whole bet or raise, put in at once, are that."""
    del book
    if not _is_whole(act) or act.may_be_a_call:
        return None
    return Acts(act.raise_word, act.total_chips)


@behaviour(None)
def total_said(act: Gesture, book: Rulebook) -> Reading | None:
    """An amount said with the word bet or raise is the total for the round."""
    del book
    return Acts(act.raise_word, act.total_chips, by="word") if _is_whole(act) else None


@behaviour(None)
def amount_alone(act: Gesture, book: Rulebook) -> Reading | None:
    """An amount said without a word is the total for the round."""
    del book
    return Acts(act.raise_word, act.total_chips, by="word") if _is_whole(act) else None


def _is_whole(act: Gesture) -> bool:
    """Whether it is a legal bet or raise that leaves something behind."""
    return act.total_chips >= act.minimum_chips and not act.is_all_in and may_raise(act.table.betting, act.seat)
