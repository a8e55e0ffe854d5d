"""A ruling on an act that others have acted behind: it counts from where the floor was asked, and they are told anew.

By then no act can be made another one in its place. So the hand is folded again with the ruling told right after what
had left the act open: a second motion of chips is a raise from there on, and what came behind it faces that raise.
Not where the floor has ruled on something since.
"""

from __future__ import annotations

from table_controller.game.engine import step
from table_controller.game.state.table import Step
from table_controller.game.steps.floor.rulings import counts_from, left_behind
from table_controller.session.corrections import HandSoFar
from table_controller.session.replay import corrected
from table_controller.vocabulary.events import FloorRuled, RuledInTime
from table_controller.vocabulary.record import AppliedEvent


def left_open_by(hand: HandSoFar, ruled: FloorRuled) -> int:
    """The number of the event from which such a ruling counts; 0 if it counts from now."""
    case = left_behind(hand.table, ruled)
    if case is None:
        return 0
    asked = next((one for one in hand.told() if case in one.after.cases), None)
    if asked is None:
        return 0
    since = [one.told for one in hand.told() if one.applied.number > asked.applied.number]
    if not counts_from(asked.after, hand.table, since, ruled, case, hand.book):
        return 0
    return asked.applied.number


def told_in_time(hand: HandSoFar, ruled: FloorRuled) -> Step | None:
    """What the ruling would make of the hand; None if it counts from now, as most do."""
    number = left_open_by(hand, ruled)
    if not number:
        return None
    last, made = hand.happened[-1].number, step(hand.table, ruled, hand.book)
    notes = (
        AppliedEvent(last + 1, ruled, made.outcomes, made.findings, made.requests),
        AppliedEvent(last + 2, RuledInTime(number, last + 1, ruled.at_s), (), (), ()),
    )
    told = corrected(hand.base, (*hand.happened, *notes), hand.undone, hand.book)
    return Step(told.table, told.more.outcomes, told.more.findings)
