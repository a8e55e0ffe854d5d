"""The dealer's answer to a question, and all that follows from it."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import Zone, seat_zone
from table_controller.game.queries import deal_due
from table_controller.game.rulebooks.model import Rulebook
from table_controller.inference import chip_gaps, waiting_pushes
from table_controller.inference.doubt import UNSAID
from table_controller.inference.infer import Inference, answer
from table_controller.inference.told_cards import ABSENT, let_be, not_shown
from table_controller.session import unsaid_checks
from table_controller.session.answers import LastAnswer
from table_controller.session.recording import take
from table_controller.session.state import Session
from table_controller.session.told_anew import checks_anew, retell
from table_controller.session.unsaid_checks import UnsaidCheck
from table_controller.session.unwatched import watched_again, with_turn
from table_controller.vocabulary.commands import Confirm
from table_controller.vocabulary.events import (
    BoardByKey,
    CardsDealtByKey,
    CardsNotThere,
    ChecksDenied,
    QuestionAnswered,
)
from table_controller.vocabulary.record import AppliedEvent, Record
from table_controller.vocabulary.views import Refused


def confirm(session: Session, command: Confirm, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    """All that follows from an answer; refused where nobody asked, or where it is none of those offered."""
    open_now = {doubt.prompt: doubt for doubt in session.questions()}
    if command.prompt not in open_now:
        return Refused("no-such-question")
    if command.answer not in open_now[command.prompt].answers:
        return Refused(f"no-such-answer answers={','.join(open_now[command.prompt].answers)}")
    kind, _, place = command.prompt.partition(":")
    if kind in UNSAID and (check := unsaid_checks.asked(session.unsaid, session.undone)) is not None:
        return _confirm_check(session, check, command, at_s, book)
    if kind in ABSENT:
        return _confirm_absence(session, command, Zone(place), at_s, book)
    due = deal_due(session.table)
    zone = None if due is None else seat_zone(due)
    inference, events = answer(session.inference, command.prompt, command.answer, at_s, zone)
    if not events:
        events = chip_gaps.denied(session.inference.flow, inference.flow, at_s)
    inference, events = waiting_pushes.with_answer(inference, events)
    if not events:
        return _only_answered(session, inference, command, at_s, book)
    told = with_turn(replace(session, inference=inference), command, at_s, events, book)
    return watched_again(told, at_s, book)


def _only_answered(
    session: Session, inference: Inference, command: Confirm, at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """The record of an answer of which nothing comes but that it is not asked again."""
    before, given = session.inference, QuestionAnswered(command.prompt, command.answer, at_s)
    told = with_turn(replace(session, inference=inference), command, at_s, (given,), book)
    session, record = watched_again(told, at_s, book)
    number = next(one.number for one in record.applied_events if one.event == given)
    return replace(session, answer=LastAnswer(number, before, inference)), record


def _confirm_check(
    session: Session, check: UnsaidCheck, command: Confirm, at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """The dealer's word on a check that nobody keyed: it came before what followed, or it did not."""
    if command.answer == "no":
        session, record = take(session, command, at_s, (ChecksDenied(check.seats, check.number, at_s),), book)
        denied = next(one.number for one in record.applied_events if isinstance(one.event, ChecksDenied))
        return replace(session, unsaid=replace(check, answered=denied)), record
    word, outcomes = unsaid_checks.told(check, at_s)
    session, record = retell(session, command, word, outcomes, at_s, book)
    return checks_anew(session, book), record


def _confirm_absence(
    session: Session, command: Confirm, zone: Zone, at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """The dealer's word on cards that were taken to have come and that no reader shows: they lie there, or never came.

    If they never came, all that followed from them is told anew.
    """
    cards = session.inference.cards
    handles = not_shown(session.table.cards, cards).get(zone, ())
    if command.answer == "yes":
        inference = replace(session.inference, cards=let_be(cards, handles, zone))
        return take(replace(session, inference=inference), command, at_s, (), book)
    notes: list[AppliedEvent] = []
    for number in _numbers_of(session.happened, handles):
        session, record = retell(session, command, CardsNotThere(handles, number, at_s), (), at_s, book)
        notes += record.applied_events
    return session, Record(at_s, session.table.hand.number, session.live_n, command, tuple(notes))


def _numbers_of(happened: Iterable[AppliedEvent], handles: tuple[Handle, ...]) -> tuple[int, ...]:
    """The implied events that told of these cards."""
    told = [(one.number, one.event) for one in happened if isinstance(one.event, CardsDealtByKey | BoardByKey)]
    return tuple(number for number, event in told if any(handle in _cards_of(event) for handle in handles))


def _cards_of(event: CardsDealtByKey | BoardByKey) -> tuple[Handle | None, ...]:
    return (event.burned,) if isinstance(event, BoardByKey) else tuple(handle for _, handle in event.cards)
