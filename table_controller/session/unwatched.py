"""Turns that nobody saw, because readers or trays were silent: judged once they are seen, or told.

Until then a seat that acted past such a turn is accused of nothing.
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import is_turn_unwatched, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.inference import implied
from table_controller.inference.by_the_books import not_come
from table_controller.session.hand_log import log_of
from table_controller.session.recording import joined, take
from table_controller.session.state import Session
from table_controller.session.told_anew import retell
from table_controller.session.unmoved import pushed_in_vain, unmoved
from table_controller.vocabulary.events import (
    CardsMucked,
    ChipsNotMoved,
    ChipsPushed,
    Declared,
    Event,
    TurnOutOfSight,
    TurnTold,
)
from table_controller.vocabulary.outcomes import StreetOpened
from table_controller.vocabulary.record import Input, Record


def acted_before_the_note(session: Session, events: tuple[Event, ...]) -> bool:
    """Whether trays show now that the seat put its chips in before it was noted that nobody had seen its turn.

    A dealer who sweeps and burns within a second of the last call is ahead of the trays.
    """
    seat = who_acts(session.table)
    if seat is None or not is_turn_unwatched(session.table):
        return False
    number = _turn_noted(session)
    note = next((one.event for one in reversed(session.happened) if one.number == number), None)
    if not isinstance(note, TurnOutOfSight):
        return False
    return any(isinstance(event, ChipsPushed) and event.seat == seat and event.began_s < note.at_s for event in events)


def with_turn(
    session: Session, cause: Input, at_s: float, events: tuple[Event, ...], book: Rulebook
) -> tuple[Session, Record]:
    """The record of these events; what a seat did in a turn that nobody saw is told before the acts past it."""
    seat = who_acts(session.table)
    at = next((at for at, event in enumerate(events) if _is_act_of(event, seat)), None)
    if at is None or not is_turn_unwatched(session.table):
        return take(session, cause, at_s, events, book)
    session, before = take(session, cause, at_s, events[:at], book)
    event = events[at]
    told = TurnTold(
        _turn_noted(session),
        at_s,
        said=event if isinstance(event, Declared) else None,
        pushed=event if isinstance(event, ChipsPushed) else None,
        mucked=event if isinstance(event, CardsMucked) else None,
    )
    session, now = retell(session, cause, told, (), at_s, book)
    session, after = take(session, cause, at_s, events[at + 1 :], book)
    return session, joined(before, now, after)


def _is_act_of(event: Event, seat: int | None) -> bool:
    return isinstance(event, Declared | ChipsPushed | CardsMucked) and event.seat == seat


HEARD_AGAIN_S: Final = 1.5
"""A node whose line is back has told by then what changed while it was silent: it repeats all within a second, and
chips rest for half of one. Of what has not changed it tells nothing."""


def watched_again_s(session: Session) -> float | None:
    """When the seat to act is known to have done nothing while its readers were silent; None if that is no question.

    Not while chips of anybody are asked about, for the answer may be the act; nor once it was taken back, and can stand
    again.
    """
    seat = who_acts(session.table)
    if seat is None or not is_turn_unwatched(session.table) or session.inference.flow.gaps or session.redoable:
        return None
    if implied.is_unwatched(seat, session.inference, session.sensors):
        return None
    due_s = max((node.at_s for node in session.sensors.nodes.values()), default=0.0) + HEARD_AGAIN_S
    told = (one.event.at_s for one in reversed(session.happened) if isinstance(one.event, TurnTold))
    return due_s if next(told, -1.0) < due_s else None  # what was judged then is judged: nothing was heard since


def watched_again(done: tuple[Session, Record], at_s: float, book: Rulebook) -> tuple[Session, Record]:
    """The same, and once it is seen that the seat to act has done nothing: who acted past it was out of turn."""
    session, record = done
    seat = who_acts(session.table)
    if seat is None or not is_turn_unwatched(session.table):
        return done
    if implied.is_unwatched(seat, session.inference, session.sensors):
        return done
    session, now = retell(session, record.cause, TurnTold(_turn_noted(session), at_s), (), at_s, book)
    return session, joined(record, now)


def owed_again(done: tuple[Session, Record], cause: Input, at_s: float, book: Rulebook) -> tuple[Session, Record]:
    """The same, and once all trays show that chips which were to follow the words have not: they are owed again."""
    session, record = done
    log = log_of(session.happened)
    notes = unmoved(session.table, session.inference.flow, log, session.undone)
    in_vain = pushed_in_vain(session.inference.flow, log, session.undone)
    if not notes and not in_vain:
        return done
    told: list[Record] = []
    for number in (*notes, *in_vain.values()):
        session, now = retell(session, cause, ChipsNotMoved(number, at_s), (), at_s, book)
        told.append(now)
    for bet in in_vain:
        flow = not_come(session.inference.flow, bet)
        session = replace(session, inference=replace(session.inference, flow=flow))
    session, now = take(session, cause, at_s, (), book)  # what of it has moved after all is seen by now
    return session, joined(record, *told, now)


def _turn_noted(session: Session) -> int:
    """The number of the event that first noted that nobody saw the turn which it is now."""
    seat, told = who_acts(session.table), set[int]()
    found = 0
    for one in reversed(session.happened):
        match one.event:
            case TurnTold(number=number, act=act) if one.number not in session.undone:
                told |= {number} if act is None or act.seat == seat else set()
            case TurnOutOfSight(seats=seats) if one.number not in told and (seat in seats or not found):
                found = one.number
            case _ if found and any(isinstance(outcome, StreetOpened) for outcome in one.outcomes):
                break
            case _:
                pass
    return found
