"""The hand told anew: undo, redo, corrections, and what was judged before all was known.

An `Undone` event names events by number. The hand is folded again from its riffle, without the readings, words and
rulings taken back; what lies where (custody) and which cards are named stays, because those happened. The inference
does not move, so nothing is read twice from one observation. A `Redone` event lets undone events stand again, in order;
a correction tells an earlier event as it really was, and is one event that undo takes back like any other.
"""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Table
from table_controller.game.state.tray_coverage import ALL_IN_SIGHT
from table_controller.inference import chip_gaps
from table_controller.inference.infer import Inference
from table_controller.session import unsaid_checks
from table_controller.session.hand_log import log_of
from table_controller.session.recording import joined, noted, take
from table_controller.session.replay import Retelling, Telling, after_fold, corrected, folding, replay_hand
from table_controller.session.state import Session
from table_controller.session.undo import of_the_same_keys
from table_controller.vocabulary.commands import Command, Redo, Undo
from table_controller.vocabulary.events import (
    CardsMucked,
    ChecksDenied,
    ChipsDenied,
    Event,
    FloorRuled,
    Redone,
    RuledInTime,
    Undone,
    WordCorrected,
)
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import Corrected
from table_controller.vocabulary.record import AppliedEvent, Input, Record
from table_controller.vocabulary.views import Refused


def undo(session: Session, command: Undo, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    """The hand without the last acts that can be taken back, so many as the command says."""
    numbers = session.last_undoable(command.steps)
    if not numbers:
        return Refused("nothing-to-undo")
    all_of_it = of_the_same_keys(numbers, session.happened)
    back = replace(session, undone=session.undone | set(all_of_it), redoable=(*numbers, *session.redoable))
    return folded(back, session.undone, command, Undone(all_of_it, at_s), at_s, book)


def redo(session: Session, command: Redo, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    """The hand with acts that were taken back last, oldest first, until something else was done."""
    numbers = session.redoable[: command.steps] if command.steps > 0 else ()
    if not numbers:
        return Refused("nothing-to-redo")
    all_of_it = of_the_same_keys(numbers, session.happened)
    again = replace(session, undone=session.undone - set(all_of_it), redoable=session.redoable[len(numbers) :])
    return folded(again, session.undone, command, Redone(all_of_it, at_s), at_s, book)


def folded(
    session: Session, before: frozenset[int], cause: Input, event: Undone | Redone, at_s: float, book: Rulebook
) -> tuple[Session, Record] | Refused:
    """The hand folded again, with what is undone now and not `before`, and the record that says so."""
    note = AppliedEvent(session.events + 1, event, (), (), ())
    log = log_of(session.happened)
    first = log.parting(before, session.undone)
    base, rest = (log.tables[first], log[first:]) if first else (session.base, log)
    fold = replay_hand(base, rest, session.undone, book)
    happened = log.told_anew(first, fold.happened, fold.tables)
    if log.moves_unseen or session.base.tray_coverage != ALL_IN_SIGHT:
        now, old = Telling(base, rest, session.undone), Telling(base, rest, before)
        session = replace(session, inference=after_fold(session.inference, old, now, at_s, book))
    inference = _dealt_anew(session.inference, session.table, fold.table)
    changed = before ^ session.undone
    for one in rest:
        if one.number in changed and isinstance(one.event, ChipsDenied):
            flow = chip_gaps.denied_again if one.number in before else chip_gaps.asked_again
            inference = replace(inference, flow=flow(inference.flow, one.event, at_s))
    if (last := session.answer) is not None and last.number in changed:
        again = last.given_again if last.number in before else last.taken_back
        inference = again(inference) or inference
    told = replace(session, table=fold.table, happened=happened.and_then(note, fold.table), inference=inference)
    answers = any(isinstance(one.event, WordCorrected | ChecksDenied) for one in rest if one.number in changed)
    if answers or (session.unsaid is not None and min(changed) < session.unsaid.number):
        told = checks_anew(told, book)  # other checks may be missing now, or none
    return noted(told, cause, note, at_s)


def _dealt_anew(inference: Inference, before: Table, after: Table) -> Inference:
    """What readers have seen, where a card that they saw was dealt to another seat than they told."""
    sightings = inference.sightings.dealt_anew(before.cards, after.cards)
    return inference if sightings is inference.sightings else replace(inference, sightings=sightings)


def retell(
    session: Session, cause: Input | None, event: Retelling, told: tuple[Corrected, ...], at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """The hand folded again with an earlier event told as it really was."""
    note = AppliedEvent(session.events + 1, event, told, (), ())
    changed = corrected(session.base, (*session.happened, note), session.undone, book)
    now = Telling(session.base, changed.happened, session.undone)
    inference = after_fold(session.inference, Telling(session.base, session.happened, session.undone), now, at_s, book)
    inference = _dealt_anew(inference, session.table, changed.table)
    session = replace(session, table=changed.table, happened=changed.happened, redoable=(), inference=inference)
    return noted(session, cause, changed.more, at_s)


def checks_anew(session: Session, book: Rulebook) -> Session:
    """The session with the question about checks that the hand, as it is told now, leaves open."""
    told = folding(session.base, session.happened, session.undone, book)
    return replace(session, unsaid=unsaid_checks.anew(told, session.undone))


def ruled_in_time(
    session: Session, number: int, cause: Command, at_s: float, events: tuple[Event, ...], book: Rulebook
) -> tuple[Session, Record]:
    """The record of a ruling on an act that others have acted behind: it counts from event `number` on."""
    session, before = take(session, cause, at_s, events, book)
    ruling = next(one.number for one in before.applied_events if isinstance(one.event, FloorRuled))
    session, now = retell(session, cause, RuledInTime(number, ruling, at_s), (), at_s, book)
    return session, joined(before, now)


def not_his_act(session: Session, seat: int) -> int:
    """The number of what this seat is accused of for cards which the dealer took in; 0 if there is nothing.

    A fold out of turn, or that the bettor threw his hand away: no reader sees whose hand it was. Not once the floor has
    ruled on what came after.
    """
    for one in reversed(session.happened):
        if isinstance(one.event, FloorRuled) and one.number not in session.undone:
            return 0
        if isinstance(one.event, CardsMucked) and one.event.seat == seat and one.number not in session.undone:
            return one.number if any(map(_accuses, one.findings)) else 0
    return 0


def _accuses(found: Finding) -> bool:
    return found.topic == "out-of-turn" or dict(found.facts).get("cause") == "bettor-discarded"


def not_thrown_in(
    session: Session, number: int, cause: Command, at_s: float, events: tuple[Event, ...], book: Rulebook
) -> tuple[Session, Record] | Refused:
    """The record of a hand that the dealer took in: its player has not folded, so no fold of his was out of turn."""
    back = replace(session, undone=session.undone | {number}, redoable=())
    without = folded(back, session.undone, cause, Undone((number,), at_s), at_s, book)
    if isinstance(without, Refused):
        return without
    session, before = without
    session, now = take(session, cause, at_s, events, book)
    return session, joined(before, now)
