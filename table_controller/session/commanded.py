"""What people at the table ask for: a command stands for events, with what readers and trays show of them."""

from __future__ import annotations

from firmware_bridge.vocabulary.chips import NO_CHIPS, total_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import MUCK, seat_zone, stack_zone
from table_controller.game.next_act import next_act
from table_controller.game.queries import deal_can_be_taken_in, not_given_chips, stand_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.showdown import discards
from table_controller.game.state.custody import lying
from table_controller.game.state.hand import SETTLED
from table_controller.game.state.table import Table
from table_controller.game.steps.flow.correcting import wrong_stack
from table_controller.inference import implied, told_chips
from table_controller.inference.chip_flow import forget
from table_controller.inference.chip_values import chips_worth
from table_controller.inference.differences import differences, put_back, told_back
from table_controller.session.confirming import confirm
from table_controller.session.corrections import ToRetell, retelling_of
from table_controller.session.handlers import keyed
from table_controller.session.late_rulings import left_open_by
from table_controller.session.recording import joined, take
from table_controller.session.state import Session
from table_controller.session.told_anew import not_his_act, not_thrown_in, redo, retell, ruled_in_time, undo
from table_controller.session.unwatched import with_turn
from table_controller.vocabulary.commands import (
    Command,
    Confirm,
    CorrectSeat,
    CorrectStack,
    Done,
    FoundChips,
    MarkButton,
    MarkRiffle,
    MarkTaken,
    Redo,
    SeatPlayer,
    TurnUp,
    Undo,
    UnseatPlayer,
)
from table_controller.vocabulary.events import (
    CardsDealtByKey,
    CardsMucked,
    Event,
    FloorRuled,
    HandTabled,
    HandTaken,
    PotPushed,
    Riffled,
    StackCorrected,
)
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import NextAct, Refused


def commanded(session: Session, cause: Command, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    """What people at the table ask for."""
    match cause:
        case Undo():
            return undo(session, cause, at_s, book)
        case Redo():
            return redo(session, cause, at_s, book)
        case _ if isinstance(cause, CorrectStack | ToRetell):
            return _correct(session, cause, at_s, book)
        case Confirm():
            return confirm(session, cause, at_s, book)
        case TurnUp(seat=seat, card=None, by_dealer=False) if _ended_by_its_discard(session, seat, book):
            return _shown_after_the_end(session, cause, at_s, book)
        case _:
            return _keyed(session, cause, at_s, book)


def _ended_by_its_discard(session: Session, seat: int, book: Rulebook) -> bool:
    """Whether the hand is over for the seat has thrown its cards away at the showdown, and by the book they live.

    Not once the pot was pushed, or anything else was told since.
    """
    if session.table.hand.phase != SETTLED or not 1 <= seat <= session.table.setup.seats:
        return False
    last = next(iter(session.last_undoable(1)), 0)
    since = [one.event for one in session.happened if one.number >= last]
    discards_ended_it = isinstance(since[0], CardsMucked) and since[0].seat == seat if since else False
    live = discards.shown_again(book)
    thrown = stand_of(session.table, seat).status == "mucked"
    pushed = any(isinstance(event, PotPushed) for event in since)
    return discards_ended_it and thrown and not pushed and live is not None and live.live


def _shown_after_the_end(
    session: Session, cause: TurnUp, at_s: float, book: Rulebook
) -> tuple[Session, Record] | Refused:
    """The discard did not end the hand after all, and the cards are turned up: TDA 2019, rule 14."""
    back = undo(session, Undo(), at_s, book)
    if isinstance(back, Refused):
        return back
    shown = _keyed(back[0], cause, at_s, book)
    return shown if isinstance(shown, Refused) else (shown[0], joined(replace(back[1], cause=cause), shown[1]))


def _part_in_the_muck(session: Session, events: tuple[Event, ...], at_s: float) -> tuple[CardsMucked, ...]:
    """The cards of a hand that is turned up which lie in the muck: they lie there face down, and nobody may name them.

    Nothing has told of them while others of the hand were still in front of its player.
    """
    seat = next((event.seat for event in events if isinstance(event, HandTabled)), None)
    if seat is None:
        return ()
    hand = session.inference.sightings.hand_of(seat)
    there = tuple(handle for handle, seen in hand.items() if seen.present and seen.zone == MUCK)
    lie = set(lying(session.table.cards, seat_zone(seat)))
    return (CardsMucked(seat, there, at_s),) if there and set(there) < lie else ()


def _keyed(session: Session, cause: Command, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    """What a key of the dealer stands for."""
    events = keyed(cause, session.table, at_s, implied.coverage_of(session.sensors, session.events))
    not_his = not_his_act(session, cause.seat) if isinstance(cause, MarkTaken) else 0
    if isinstance(events, Refused) and isinstance(cause, MarkTaken) and not_his:
        events = (HandTaken(cause.seat, at_s),)  # that it lies in the muck is known, not who put it there
    if isinstance(events, Refused):
        return events
    events = tuple([_as_readers_show(session, event) for event in _with_deck(session, events)])
    events = (*_part_in_the_muck(session, events, at_s), *events)
    events = implied.with_trays(cause, events, session.table, session.inference.flow, session.sensors)
    for ruled in (event for event in events if isinstance(event, FloorRuled)):
        if number := left_open_by(session.so_far(book), ruled):
            return ruled_in_time(session, number, cause, at_s, events, book)
    if not_his:
        return not_thrown_in(session, not_his, cause, at_s, events, book)
    return with_turn(_explained_by(session, cause, events), cause, at_s, events, book)


def chips_put_back(session: Session, command: Done, at_s: float) -> tuple[Session, tuple[Event, ...]] | None:
    """The session after chips were put where the books have them, if that is what the screen asks for.

    A pot of an earlier hand has lain there until now; of all else the books have always said so.
    """
    table, flow = session.table, session.inference.flow
    act = NextAct(command.act, command.seat, command.chips)
    found = differences(table, flow)
    if act != put_back(found, next_act(table)):
        return None
    given: tuple[Event, ...] = ()
    if act.code == "pot-back" and act.seat is not None and not_given_chips(table, act.seat) >= act.chips:
        given = (PotPushed(act.seat, chips_worth(act.chips, (table.chips.pot,)), at_s),)
    return replace(session, inference=replace(session.inference, flow=told_back(flow, act, found))), given


def _explained_by(session: Session, command: Command, events: tuple[Event, ...] = ()) -> Session:
    """Chips that came or went with a player need no further explanation, nor the cards before a keyed riffle."""
    match command:
        case SeatPlayer():
            return _sat_down(session, command)
        case UnseatPlayer():
            return _explained(session, command.seat)
        case FoundChips():  # the tray shows them already, or in a moment
            flow = told_chips.told(session.inference.flow, stack_zone(command.seat), total_chips(command.chips))
            return replace(session, inference=replace(session.inference, flow=flow))
        case CorrectStack():
            return _explained(session, command.seat)
        case CorrectSeat():
            return _explained(_explained(session, command.wrong_seat), command.right_seat)
        case MarkButton():
            return replace(session, inference=session.inference.with_puck(command.seat))
        case MarkRiffle() if any(isinstance(event, Riffled) and not event.amid for event in events):
            return replace(session, inference=session.inference.begun_by_key(session.sensors.unknown))
        case Done(act="move-button", seat=int(seat)):
            return replace(session, inference=session.inference.with_puck(seat))
        case Done() if any(isinstance(event, Riffled) for event in events):
            return replace(session, inference=session.inference.begun_by_key(session.sensors.unknown))
        case _:
            return session


def _with_deck(session: Session, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """A riffle keyed in a deal of which no reader shows a card any more is one of the whole deck."""
    if not deal_can_be_taken_in(session.table) or session.inference.sightings.shows_a_card:
        return events
    return tuple(Riffled(event.at_s) if isinstance(event, Riffled) else event for event in events)


def _as_readers_show(session: Session, event: Event) -> Event:
    """A keyed deal with the cards that readers show at the seats and the hand does not have: no others were dealt.

    So it is where cards came before the riffle was keyed, which nobody had seen.
    """
    if not isinstance(event, CardsDealtByKey):
        return event
    known = {card.handle for card in session.table.cards}
    shown: dict[int, list[Handle]] = {}
    for handle, seen in session.inference.sightings.cards.items():
        if seen.present and seen.owner is not None and seen.zone == seat_zone(seen.owner) and handle not in known:
            shown.setdefault(seen.owner, []).append(handle)
    cards = tuple([(seat, shown[seat].pop(0) if shown.get(seat) else told) for seat, told in event.cards])
    return replace(event, cards=cards)


def _sat_down(session: Session, command: SeatPlayer) -> Session:
    """The chips that the newcomer brings are no news, be they there already, come later or unseen.

    What lies there beyond them stays in question: the sum was keyed wrong, or the chips are.
    """
    if _is_taken(session.table, command.seat):
        return session  # nobody sits down, so no chips came with him
    flow, stack = session.inference.flow, stack_zone(command.seat)
    if told_chips.waiting_chips(flow, stack) > command.stack_chips:
        more_chips = command.stack_chips
    else:
        flow = forget(flow, stack)
        more_chips = command.stack_chips - total_chips(flow.lies.get(stack, NO_CHIPS))
    return replace(session, inference=replace(session.inference, flow=told_chips.told(flow, stack, more_chips)))


def _is_taken(table: Table, seat: int) -> bool:
    """Whether somebody plays on at the seat, who has chips."""
    player = table.players[seat - 1] if 1 <= seat <= table.setup.seats else None
    return player is not None and not player.leaving and table.ledger[seat - 1].stack_chips > 0


def _explained(session: Session, seat: int) -> Session:
    flow = forget(session.inference.flow, stack_zone(seat))
    return replace(session, inference=replace(session.inference, flow=flow))


def _correct(
    session: Session, command: CorrectStack | ToRetell, at_s: float, book: Rulebook
) -> tuple[Session, Record] | Refused:
    if isinstance(command, CorrectStack):
        why = wrong_stack(session.table, command.seat, command.chips)
        stack = StackCorrected(command.seat, command.chips, at_s)
        return Refused(why) if why else take(_explained_by(session, command), command, at_s, (stack,), book)
    found = retelling_of(session.so_far(book), command, at_s)
    if isinstance(found, Refused):
        return found
    event, told = found
    if not event.number:
        return take(_explained_by(session, command), command, at_s, (event,), book)
    return retell(session, command, event, (told,), at_s, book)
