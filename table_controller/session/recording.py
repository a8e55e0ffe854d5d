"""From events to one record: the engine is stepped through them, with what must have come before and what follows."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_bridge.vocabulary.observations import NodeSeen, ZoneSeen
from firmware_bridge.vocabulary.values import replace
from table_controller.game import engine
from table_controller.game.queries import deal_can_be_taken_in, expected_recounts, is_settled
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.hand import riffle_begins
from table_controller.game.state.table import Table
from table_controller.inference import implied, waiting_pushes
from table_controller.inference.by_the_books import (
    counted_in_part,
    gathered_after_all,
    moved_meanwhile,
    of_an_earlier_hand,
    pushed_as_said,
    pushed_before,
    swept_along,
    went_where_due,
)
from table_controller.inference.chip_flow import there_already
from table_controller.inference.told_cards import told_cards
from table_controller.inference.tray_counts import trays_counted
from table_controller.projections.statistics import added, hand_statistics
from table_controller.session import unsaid_checks
from table_controller.session.consoles import of_a_new_hand
from table_controller.session.counts import counted_again, counted_late, seats_counted
from table_controller.session.hand_log import NOTHING, log_of
from table_controller.session.replay import folding
from table_controller.session.state import Session
from table_controller.session.undo import ends_redo
from table_controller.vocabulary.commands import Confirm
from table_controller.vocabulary.events import Event, HandPutAway, Riffled, TableOpened
from table_controller.vocabulary.record import AppliedEvent, Input, Record
from table_controller.vocabulary.statistics import TableStatistics


def take(
    session: Session, cause: Input | None, at_s: float, events: Sequence[Event], book: Rulebook
) -> tuple[Session, Record]:
    """Step the engine through `events` and put everything into one record."""
    applied_events: list[AppliedEvent] = []
    awaited = expected_recounts(session.table)
    inference, waited = waiting_pushes.before(session.inference, events)
    flow, first = pushed_before(session.table, inference.flow, events, at_s)
    if first or waited:
        session, events = replace(session, inference=replace(inference, flow=flow)), (*waited, *first, *events)
    for event in events:
        for told in (*_before(session, event, at_s), event):
            session, applied = _step(session, told, book)
            applied_events.append(applied)
    inference, recognised = session.inference.with_told(told_cards(session.table.cards, session.inference.cards), at_s)
    changed = {zone: chips for zone, chips in expected_recounts(session.table).items() if awaited.get(zone) != chips}
    flow, counted = there_already(inference.flow, changed, at_s)
    flow, pushed = pushed_as_said(session.table, flow, at_s)
    back = isinstance(cause, NodeSeen | ZoneSeen)  # what lies in a tray that is back, the inventory tells in a moment
    flow, went = (flow, ()) if back else went_where_due(session.table, flow, at_s)
    flow, in_part = counted_in_part(session.table, flow, at_s)
    flow, unseen = moved_meanwhile(session.table, flow)
    flow, swept = swept_along(session.table, flow, at_s) if isinstance(cause, Confirm) else (flow, ())
    inference, waited_for = waiting_pushes.held_back(replace(inference, flow=flow), ())
    session = replace(session, inference=inference)
    for told in (
        *recognised,
        *counted,
        *pushed,
        *went,
        *in_part,
        *unseen,
        *waited_for,
        *swept,
        *gathered_after_all(session.table, flow, at_s),
        *(() if back else _counted_late(session, at_s)),
    ):
        session, applied = _step(session, told, book)
        applied_events.append(applied)
    record = Record(at_s, session.table.hand.number, session.live_n, cause, tuple(applied_events))
    return session, record


def _counted_late(session: Session, at_s: float) -> tuple[Event, ...]:
    """The count of stacks that the count of the hand left out, or found otherwise, once they can be counted."""
    table, flow = session.table, session.inference.flow
    return (
        *counted_late(table, flow, session.happened, session.counted, at_s),
        *counted_again(table, flow, at_s),
    )


def _before(session: Session, event: Event, at_s: float) -> tuple[Event, ...]:
    """What must have happened where no sensor lives; and what the trays hold as a hand that is over is put away."""
    unseen = implied.implied(event, session.table, session.inference, session.sensors, session.events + 1)
    unseen = (*unseen, *implied.turn_out_of_sight(event, session.table, session.inference, session.sensors))
    if not isinstance(event, Riffled | HandPutAway) or not is_settled(session.table):
        return unseen
    counted = trays_counted(session.inference.flow, at_s)
    return unseen if counted is None else (*unseen, counted)


def _is_boundary(event: Event, table: Table) -> bool:
    """Whether a hand ends or begins on this table by the event: what was before cannot be taken back from then on."""
    match event:
        case Riffled():
            return riffle_begins(table.hand) or (not event.amid and deal_can_be_taken_in(table))
        case HandPutAway():
            return is_settled(table)
        case _:
            return isinstance(event, TableOpened)


def _with_the_hand(session: Session, book: Rulebook) -> TableStatistics:
    """The statistics with those of the hand that lies there, if it is over: nothing can change it any more."""
    if not is_settled(session.table):
        return session.statistics
    return added(session.statistics, session.table.hand.number, hand_statistics(tables_of(session, book)))


def tables_of(session: Session, book: Rulebook) -> tuple[Table, ...]:
    """The tables that the hand has gone through, in order, as it is told now; the last one is that of the session."""
    log = log_of(session.happened)
    if len(log.tables) == len(log):
        return (*log.tables[1:], session.table)
    # told anew as a whole, or come from elsewhere
    return tuple([one.after for one in folding(session.base, log, session.undone, book)])


def _step(session: Session, event: Event, book: Rulebook) -> tuple[Session, AppliedEvent]:
    begins = _is_boundary(event, session.table)
    if begins:
        session = replace(
            session,
            statistics=_with_the_hand(session, book),
            base=session.table,
            happened=NOTHING,
            undone=frozenset(),
            redoable=(),
            consoles=of_a_new_hand(session.live_n),
            answer=None,
            counted=seats_counted(session.happened[-1:]),
        )
    elif ends_redo(event, session.happened, session.redoable):
        session = replace(session, redoable=())
    step = engine.step(session.table, event, book)
    requests = implied.for_the_bridge(step.requests)
    applied = AppliedEvent(session.events + 1, event, step.outcomes, step.findings, requests)
    inference = implied.after_step(session.inference, session.table, event, step.table)
    if begins and isinstance(event, Riffled) and inference.flow.adrift:
        inference = replace(inference, flow=of_an_earlier_hand(step.table, inference.flow, event.at_s))
    happened = log_of(session.happened).and_then(applied, session.table)
    unsaid = unsaid_checks.noted(session.unsaid, event, session.table, step.table, applied.number, session.happened)
    return replace(
        session, table=step.table, happened=happened, events=session.events + 1, inference=inference, unsaid=unsaid
    ), applied


def joined(record: Record, *more: Record) -> Record:
    """One record of what several tell of one cause."""
    events = (event for one in (record, *more) for event in one.applied_events)
    return replace(record, hand=more[-1].hand, applied_events=tuple(events))


def noted(session: Session, cause: Input | None, note: AppliedEvent, at_s: float) -> tuple[Session, Record]:
    """The session with one event more, and the record of it."""
    record = Record(at_s, session.table.hand.number, session.live_n, cause, (note,))
    return replace(session, events=session.events + 1), record
