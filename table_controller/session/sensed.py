"""What sensors tell, and time: observations go through the inference, and the events that come of them are recorded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.observations import (
    CardArrived,
    ChipsMoved,
    Handle,
    Inventory,
    NodeSeen,
    Observation,
    ZoneSeen,
)
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BURN, MUCK, POT, STUB, Zone, seat_zone, zone_kind, zone_seat
from table_controller.game.queries import (
    burn_due,
    cards_taken_up,
    deal_order,
    discarding,
    expected_recounts,
    is_settled,
    most_chips,
    owing,
    who_acts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.clocks import is_over
from table_controller.game.state.custody import where
from table_controller.game.state.hand import DEAL, IDLE, returning
from table_controller.game.state.table import Table
from table_controller.game.steps.deal.boards import dealt_without_its_burn
from table_controller.game.steps.deal.draws import may_go_back
from table_controller.game.steps.table.clock import time_of
from table_controller.inference import implied, misread, waiting_pushes
from table_controller.inference.by_the_books import before_the_first_word, seen_by_the_books, swept_before_dark
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.chip_flow import forget
from table_controller.inference.infer import NO_CARDS, ChipsDue, infer
from table_controller.inference.sensor_status import BRIDGE, STARTED
from table_controller.inference.told_cards import ALL_READ, Overhearing, ToldCards, Unread, overhearing, told_cards
from table_controller.session.counts import debts_counted
from table_controller.session.handlers import told_hand
from table_controller.session.recording import joined, take
from table_controller.session.state import Session
from table_controller.session.told_anew import folded, retell
from table_controller.session.unwatched import acted_before_the_note, owed_again, watched_again, with_turn
from table_controller.vocabulary.events import (
    CardDealt,
    CardsMucked,
    CardStrayed,
    ClockStopped,
    Declared,
    Event,
    SeatCorrected,
    TimePassed,
    Undone,
)
from table_controller.vocabulary.outcomes import Corrected
from table_controller.vocabulary.record import AppliedEvent, Input, Record
from table_controller.vocabulary.views import Refused


def noticed(session: Session, cause: Observation | TimePassed, at_s: float, book: Rulebook) -> tuple[Session, Record]:
    """What sensors tell, and time."""
    match cause:
        case NodeSeen() | ZoneSeen() | Inventory():
            return _in_sight(session, cause, at_s, book)
        case TimePassed():
            news = (
                implied.news(session.table, session.inference.flow, session.sensors, at_s)
                if session.inference.flow.unseen
                else ()
            )
            news = (*news, *debts_counted(session, at_s), *_clock_unseen(session, at_s))
            return watched_again(take(session, cause, at_s, (*news, TimePassed(at_s)), book), at_s, book)
        case _:
            return watched_again(_sensed(session, cause, at_s, book), at_s, book)


def _in_sight(
    session: Session, cause: NodeSeen | ZoneSeen | Inventory, at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """What comes into sight or goes: across a gap nothing happens, but what was told or awaited may be seen."""
    sensors, word = session.sensors, cause
    if isinstance(word, Inventory):
        sensors, word = misread.legible(sensors, word, most_chips(session.table))
        flow = before_the_first_word(session.table, session.inference.flow, word)
        session = replace(session, inference=replace(session.inference, flow=flow))
    inference, seen = infer(
        session.inference,
        word,
        settled=is_settled(session.table),
        begun=_is_begun(session.table),
        due=ChipsDue(expected_recounts(session.table)),
        unread=Unread(told_cards(session.table.cards, session.inference.cards)),
    )
    if inference.flow.adrift and POT in inference.flow.unseen.keys() - session.inference.flow.unseen.keys():
        flow, swept = swept_before_dark(session.table, inference.flow, at_s)
        inference, seen = replace(inference, flow=flow), (*seen, *swept)
    session = replace(session, sensors=sensors.seen(word), inference=inference)
    known = implied.back_in_sight(session.table, inference.flow, session.sensors, at_s)
    done = take(session, cause, at_s, (*_clock_kept(session, cause, at_s), *seen, *known), book)
    if not isinstance(cause, Inventory):
        return done
    # it tells at once what lies in all zones that have come into sight: a difference is known then
    return watched_again(owed_again(done, cause, at_s, book), at_s, book)


def _clock_kept(session: Session, cause: Input, at_s: float) -> tuple[Event, ...]:
    """A table that is started anew keeps what was left of the clock when that was known last: it stands."""
    clock = session.table.time.clock
    if clock is None or not isinstance(cause, NodeSeen) or (cause.node, cause.reason) != (BRIDGE, STARTED):
        return ()
    told = [time_of(one.event) for one in session.happened[-1:]]
    return (ClockStopped(clock.ends_s - max(clock.asked_s, *told), at_s),)


def _clock_unseen(session: Session, at_s: float) -> tuple[Event, ...]:
    """A clock does not run out on a player who went out of sight while it ran: he may have acted, and nobody saw it."""
    clock = session.table.time.clock
    if clock is None or clock.left_s is not None or not is_over(clock, at_s):
        return ()
    lost = implied.is_lost_since(clock.seat, clock.asked_s, session.inference)
    return (ClockStopped(0.0, at_s),) if lost else ()


def _sensed(session: Session, cause: Observation, at_s: float, book: Rulebook) -> tuple[Session, Record]:
    """What sensors saw happen."""
    if isinstance(cause, ChipsMoved):
        word = misread.word_on(session.sensors, cause, most_chips(session.table))
        if word is not None:
            return _tray_told_anew(session, cause, word, at_s, book)
    inference, events = infer(
        session.inference,
        cause,
        settled=is_settled(session.table),
        begun=_is_begun(session.table),
        returning=(
            *returning(session.table.hand),
            *dealt_without_its_burn(session.table),
            *may_go_back(session.table),
        ),
        taken_up=_taken_up(session),
        due=ChipsDue(expected_recounts(session.table), _debtors(session, cause)),
        unread=_unread(session, cause),
        drawing=discarding(session.table),
    )
    if isinstance(cause, ChipsMoved):
        flow = _without_empty_seats(session.table, inference.flow, cause.zone)
        flow, events = seen_by_the_books(session.table, flow, events, at_s)
        inference, events = waiting_pushes.held_back(replace(inference, flow=flow), events)
    session = replace(session, inference=inference)
    beside = _read_beside(session, events, at_s)
    if beside is None and acted_before_the_note(session, events):
        return with_turn(session, cause, at_s, events, book)
    if (done := _folded_before_its_word(session, cause, at_s, events, book)) is not None:
        return done
    if beside is None:
        return _with_owners(take(session, cause, at_s, events, book), events)
    told = Corrected("seat", beside.wrong_seat, to_seat=beside.right_seat, now=CardDealt.__name__)
    return retell(session, cause, beside, (told,), at_s, book)


ON_THE_WAY_S: Final = 1.0
"""Nobody for whom a word is keyed has his cards in the muck so soon after it: he had let go of them before. A reader
tells of cards some 0.3 s after they lie still."""


def _said_for_the_next(session: Session, events: tuple[Event, ...]) -> AppliedEvent | None:
    """The word that was keyed last, for a seat whose cards were on their way to the muck then; the round goes on."""
    if who_acts(session.table) is None:
        return None
    folds = next((event for event in events if isinstance(event, CardsMucked)), None)
    last = next((one for one in reversed(session.happened) if one.number not in session.undone), None)
    if folds is None or last is None or not isinstance(said := last.event, Declared):
        return None
    keyed_for_him = said.seat == folds.seat and said.word != "fold" and last.number in session.last_undoable(1)
    return last if keyed_for_him and folds.at_s - said.at_s < ON_THE_WAY_S else None


def _folded_before_its_word(
    session: Session, cause: Observation, at_s: float, events: tuple[Event, ...], book: Rulebook
) -> tuple[Session, Record] | None:
    """The record of a fold that came before a word, which is the next player's then; None if it is no such fold."""
    if (said := _said_for_the_next(session, events)) is None:
        return None
    back = replace(session, undone=session.undone | {said.number}, redoable=())
    without = folded(back, session.undone, cause, Undone((said.number,), at_s), at_s, book)
    if isinstance(without, Refused):
        return None
    now, fold = take(without[0], cause, at_s, events, book)
    following, word = who_acts(now.table), said.event
    if following is None or not isinstance(word, Declared) or following == word.seat:
        return None
    if now.table.hand.phase != session.table.hand.phase:
        return None
    now, told = take(now, cause, at_s, (replace(word, seat=following, at_s=at_s),), book)
    return now, joined(without[1], fold, told)


def _with_owners(done: tuple[Session, Record], events: tuple[Event, ...]) -> tuple[Session, Record]:
    """The session where a card that went on to another seat, and was dealt there, is of that seat's hand.

    Else the hand that it came to first would never be in the muck whole.
    """
    session, record = done
    hand = session.table.hand
    dealt = {one.handle: one.seat for one in hand.dealt}
    dealt |= {handle: seat for seat, handle in hand.exchange.came} if hand.exchange is not None else {}
    sightings = session.inference.sightings
    for event in events:
        if not isinstance(event, CardStrayed) or (seen := sightings.cards.get(event.handle)) is None:
            continue
        seat = dealt.get(event.handle)
        if seat is not None and seat != seen.owner and event.zone == seat_zone(seat):
            sightings = sightings.with_card(event.handle, replace(seen, owner=seat))
    if sightings is session.inference.sightings:
        return done
    return replace(session, inference=replace(session.inference, sightings=sightings)), record


def _debtors(session: Session, cause: Observation) -> tuple[int, ...]:
    """The seats that still owe chips of a hand that is over, where chips have moved."""
    if not isinstance(cause, ChipsMoved) or not is_settled(session.table):
        return ()
    return tuple(seat for seat, _ in owing(session.table))


def _tray_told_anew(
    session: Session, cause: ChipsMoved, word: ZoneSeen, at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """The record of a motion by which a tray misreads, or reads again."""
    due, flow = expected_recounts(session.table), session.inference.flow
    flow, counted = misread.told_anew(flow, word, cause.lie, due)
    sensors = misread.noted(session.sensors, word)
    session = replace(session, sensors=sensors, inference=replace(session.inference, flow=flow))
    known = implied.back_in_sight(session.table, flow, sensors, at_s)
    return take(session, cause, at_s, (*counted, *known), book)


def _is_begun(table: Table) -> bool:
    """Whether it was riffled for the hand, and no card has come off the deck yet."""
    return table.hand.phase == DEAL and not table.cards


def _without_empty_seats(table: Table, flow: ChipFlow, zone: Zone) -> ChipFlow:
    """The flow without what has gone from the stack of a seat where nobody sits any more: who left took it along."""
    seat, account = zone_seat(zone), flow.adrift.get(zone)
    if seat is None or zone_kind(zone) != "stack" or account is None or account.gained:
        return flow
    empty = seat <= len(table.players) and table.players[seat - 1] is None
    return forget(flow, zone) if empty else flow


def _read_beside(session: Session, events: tuple[Event, ...], at_s: float) -> SeatCorrected | None:
    """The correction that a card stands for which came after the deal and was read first at the seat beside.

    There it may have killed a hand: all that came of it is told anew. A card that was seen to go back on the deck since
    then was dealt to both.
    """
    if len(events) != 1 or not isinstance(card := events[0], CardDealt) or session.table.hand.phase in (IDLE, DEAL):
        return None
    if where(session.table.cards, card.handle) == STUB:
        return None
    for one in reversed(session.happened):
        if isinstance(one.event, CardDealt) and one.event.handle == card.handle and one.number not in session.undone:
            wrong = one.event.seat
            return SeatCorrected(wrong, card.seat, one.number, at_s) if wrong != card.seat else None
    return None


def _overhearing(session: Session, told: ToldCards) -> Overhearing:
    order = deal_order(session.table)
    next_seen = next((seat for seat in order if implied.sees(session.sensors, seat_zone(seat))), None)
    return overhearing(told, order, next_seen, session.table.setup.seats)


def _taken_up(session: Session) -> Mapping[Handle, int]:
    """Cards of the deal that the dealer takes up; none while nobody sees whether they go to the burns."""
    return NO_CARDS if session.sensors.unknown & {BURN, MUCK} else cards_taken_up(session.table)


def _unread(session: Session, cause: Observation) -> Unread:
    """What no reader has seen of the hand, as far as it bears on what is seen now."""
    known = told_cards(session.table.cards, session.inference.cards)
    due = bool(session.inference.cards.found) and isinstance(cause, CardArrived) and burn_due(session.table)
    if not known:
        return Unread(burn_due=True) if due else ALL_READ
    return Unread(known, _overhearing(session, known), _hand_to_act(session), due)


def _hand_to_act(session: Session) -> Zone | None:
    """Where the hand of the seat to act lies, if its reader is out and has never seen a card of it."""
    seat = who_acts(session.table)
    if seat is None or (zone := seat_zone(seat)) not in session.sensors.unknown:
        return None
    return zone if told_hand(session.table, seat) else None
