"""The pure heart of the controller: an input comes, a record of all that follows from it goes out.

    observation ─▶ inference ─▶ events ─▶ engine.step ─▶ outcomes, findings, requests
    command ─────▶ handlers ──▶   "

`handle_input` does no I/O and reads no clock. Folding the same inputs gives the same session, byte for byte, which is
what recovery, replay, undo and bug reports rest on.

Undo. An `Undone` event names events by number. The hand is folded again from its riffle, without
the readings, words and rulings taken back; what lies where (custody) and which cards are named stays,
because those happened. The inference does not move, so nothing is read twice from one observation.
A `Redone` event lets undone events stand again, in order; a correction tells an earlier event as it
really was, and is one event that undo takes back like any other. All three fold the hand again: see `replay`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import Final

from msgspec import Struct, field

from firmware_bridge.vocabulary.chips import NO_CHIPS, total_chips
from firmware_bridge.vocabulary.observations import (
    CardArrived,
    ChipsMoved,
    Handle,
    Inventory,
    NodeSeen,
    Observation,
    ZoneSeen,
)
from firmware_bridge.vocabulary.requests import NameCards, Request
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BURN, MUCK, POT, STUB, Zone, seat_zone, stack_zone, zone_kind, zone_seat
from table_controller.game import engine
from table_controller.game.next_act import next_act
from table_controller.game.queries import (
    burn_due,
    cards_taken_up,
    deal_can_be_taken_in,
    deal_due,
    deal_order,
    discarding,
    expected_recounts,
    is_settled,
    is_turn_unwatched,
    most_chips,
    not_given_chips,
    owing,
    stand_of,
    who_acts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.showdown import discards
from table_controller.game.rules.table.chip_handling import is_of_a_debt
from table_controller.game.state.clocks import is_over
from table_controller.game.state.custody import lying, where
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, returning, riffle_begins
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import NEW_TABLE, Table
from table_controller.game.state.tray_coverage import ALL_IN_SIGHT
from table_controller.game.steps.deal.boards import dealt_without_its_burn
from table_controller.game.steps.deal.draws import may_go_back
from table_controller.game.steps.flow.correcting import wrong_stack
from table_controller.game.steps.table.chip_counts import owed_in_vain
from table_controller.game.steps.table.clock import time_of
from table_controller.inference import chip_gaps, implied, misread, told_chips, waiting_pushes
from table_controller.inference.asking import questions
from table_controller.inference.by_the_books import (
    before_the_first_word,
    brought_in_part,
    counted_in_part,
    gathered_after_all,
    moved_meanwhile,
    not_come,
    of_an_earlier_hand,
    pushed_as_said,
    pushed_before,
    seen_by_the_books,
    swept_along,
    swept_before_dark,
    went_where_due,
)
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.chip_flow import forget, there_already
from table_controller.inference.chip_values import chips_worth
from table_controller.inference.differences import differences, put_back, told_back
from table_controller.inference.doubt import PATIENCE_S, UNSAID, Doubt
from table_controller.inference.infer import NO_CARDS, ChipsDue, Inference, answer, infer
from table_controller.inference.sensor_status import BRIDGE, STARTED, SensorStatus
from table_controller.inference.stacks_seen import Doubtful, doubtful, is_as_it_was
from table_controller.inference.told_cards import (
    ABSENT,
    ALL_READ,
    Overhearing,
    ToldCards,
    Unread,
    let_be,
    not_shown,
    overhearing,
    told_cards,
)
from table_controller.inference.tray_counts import at_rest_s, stacks_in_sight, trays_counted
from table_controller.projections.statistics import added, hand_statistics
from table_controller.session import unsaid_checks
from table_controller.session.answers import LastAnswer
from table_controller.session.consoles import (
    NOBODY_HEARD,
    HeardConsoles,
    came_to_nothing,
    not_now,
    of_a_new_hand,
    with_heard,
)
from table_controller.session.corrections import HandSoFar, ToRetell, retelling_of
from table_controller.session.hand_log import NOTHING, log_of
from table_controller.session.handlers import keyed, told_hand
from table_controller.session.late_counts import counted_again, counted_late, seats_counted
from table_controller.session.late_rulings import left_open_by
from table_controller.session.preconditions import AIMED, is_not_offered, is_stale
from table_controller.session.replay import Retelling, Telling, after_fold, corrected, folding, replay_hand
from table_controller.session.undo import ends_redo, of_the_same_keys
from table_controller.session.unmoved import pushed_in_vain, unmoved
from table_controller.session.unsaid_checks import UnsaidCheck
from table_controller.vocabulary.commands import (
    COMMANDS,
    AskHistory,
    Command,
    Confirm,
    CorrectSeat,
    CorrectStack,
    Done,
    Explain,
    FoundChips,
    FromConsole,
    Leave,
    MarkButton,
    MarkRiffle,
    MarkTaken,
    Pace,
    Preview,
    Redo,
    SeatPlayer,
    TellPlayed,
    TurnUp,
    Undo,
    UnseatPlayer,
)
from table_controller.vocabulary.events import (
    BoardByKey,
    CardDealt,
    CardsDealtByKey,
    CardsMucked,
    CardsNotThere,
    CardStrayed,
    ChecksDenied,
    ChipsDenied,
    ChipsNotMoved,
    ChipsPushed,
    ClockStopped,
    Declared,
    Event,
    FloorRuled,
    HandPutAway,
    HandTabled,
    HandTaken,
    PotPushed,
    QuestionAnswered,
    Redone,
    Riffled,
    RuledInTime,
    SeatCorrected,
    StackCorrected,
    TableOpened,
    TimePassed,
    TraysCounted,
    TurnOutOfSight,
    TurnTold,
    Undone,
    WordCorrected,
)
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import Corrected, StreetOpened
from table_controller.vocabulary.record import AppliedEvent, Input, Record
from table_controller.vocabulary.statistics import NO_STATISTICS, TableStatistics
from table_controller.vocabulary.views import NextAct, Refused

_NO_INPUT: Final[Mapping[type[Input], str]] = {
    **dict.fromkeys((Pace, Leave, TellPlayed), "not-simulated"),
    **dict.fromkeys((Preview, AskHistory, Explain), "only-shown"),
}
"""Commands that are no news for the table, each with why it is refused."""


class Session(Struct, frozen=True):
    """The table, how it came to be since the hand's riffle (`base`, `happened`), and what is still doubtful.

    `undone` are numbers of events that are taken back, `redoable` those of them that can stand again, oldest first.
    `events` numbers the last event of the journal. `live_n` is the number at which the next record's public messages
    begin to count: the controller keeps it, nothing here reads more out of it. `counted` are seats whose stacks were
    counted as the last hand was put away, `doubtful` those whose trays do not show what the books have now.
    `statistics` are those of all hands that were put away: of the one under way everything may still be told otherwise.
    """

    table: Table
    base: Table
    happened: tuple[AppliedEvent, ...] = NOTHING
    undone: frozenset[int] = frozenset()
    redoable: tuple[int, ...] = ()
    inference: Inference = field(default_factory=Inference)
    sensors: SensorStatus = field(default_factory=SensorStatus)
    events: int = 0
    live_n: int = 0
    unsaid: UnsaidCheck | None = None
    consoles: HeardConsoles = NOBODY_HEARD
    answer: LastAnswer | None = None
    counted: frozenset[int] = frozenset()
    doubtful: Doubtful = ()
    statistics: TableStatistics = NO_STATISTICS

    def so_far(self, book: Rulebook) -> HandSoFar:
        """The hand from its riffle, by this book."""
        return HandSoFar(self.base, self.table, self.happened, self.undone, book)

    def questions(self) -> tuple[Doubt, ...]:
        """What the dealer may be asked, due or not yet due, in the order of asking."""
        return (*unsaid_checks.doubt(self.unsaid, self.undone), *questions(self.inference, self.table))

    def unsettled(self) -> tuple[Finding, ...]:
        """The findings that would be none if the check about which the dealer is asked had come in time."""
        if self.unsaid is None:
            return ()  # as nearly always
        return tuple(unsaid_checks.unsettled(self.unsaid, self.undone, log_of(self.happened).shown))

    def open_requests(self) -> tuple[Request, ...]:
        """All that was asked of the bridge since the riffle and is not answered: a side that was away is told again."""
        named = {card.handle for card in self.table.cards if card.card is not None}
        asked: list[Request] = []
        for applied in self.happened:
            for request in applied.requests:
                if not isinstance(request, NameCards):
                    asked.append(request)
                elif unnamed := tuple(handle for handle in request.handles if handle not in named):
                    asked.append(NameCards(unnamed, request.why))
        return tuple(asked)

    def undoable(self) -> tuple[int, ...]:
        """Numbers of the events that could still be taken back, oldest first."""
        numbers, undone = log_of(self.happened).undoable, self.undone
        standing = tuple([number for number in numbers if number not in undone]) if undone else numbers
        return tuple(sorted((*standing, *self._answer_undoable())))

    def _answer_undoable(self) -> tuple[int, ...]:
        """The number of the last answer, if it can be taken back."""
        last = self.answer
        if last is None or last.number in self.undone or last.taken_back(self.inference) is None:
            return ()
        return (last.number,)

    def last_undoable(self, count: int) -> tuple[int, ...]:
        """The numbers of the last so many of them, oldest first."""
        if self.answer is not None:
            return self.undoable()[-count:] if count > 0 else ()
        standing = (number for number in reversed(log_of(self.happened).undoable) if number not in self.undone)
        return tuple(islice(standing, max(0, count)))[::-1]


def new_session() -> Session:
    """A session before the table is opened."""
    return Session(NEW_TABLE, NEW_TABLE)


def open_table(session: Session, opened: TableOpened, book: Rulebook) -> tuple[Session, Record]:
    """Set the table up: the first record of a journal."""
    now, record = _take(session, None, opened.at_s, (opened,), book)
    return _with_doubtful(session, now, opened.at_s), record


def handle_input(session: Session, cause: Input, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    """All that follows from one input at `at_s`; a command that cannot be meant is refused and leaves no record."""
    done = _handled(session, cause, at_s, book)
    if isinstance(done, Refused):
        return done
    now, record = done
    return _with_doubtful(session, now, at_s), record


def _with_doubtful(session: Session, now: Session, at_s: float) -> Session:
    """The session `now`, with which stacks are not seen any more since it was `session`."""
    if now.inference.flow == session.inference.flow and is_as_it_was(session.table, now.table):
        return now  # as after most inputs
    unseen = doubtful(session.table, session.doubtful, now.table, now.inference.flow, at_s)
    return now if unseen == session.doubtful else replace(now, doubtful=unseen)


def _handled(session: Session, cause: Input, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    if isinstance(cause, FromConsole):
        return _from_console(session, cause, at_s, book)
    if isinstance(cause, Done) and (back := _put_back(session, cause, at_s)) is not None:
        return _take(back[0], cause, at_s, back[1], book)
    if isinstance(cause, AIMED) and is_stale(cause, session.table, session.happened, session.undone, session.undoable):
        return Refused("stale")
    if (why := _NO_INPUT.get(type(cause))) is not None:
        return Refused(why)
    return (
        _commanded(session, cause, at_s, book) if isinstance(cause, Command) else _noticed(session, cause, at_s, book)
    )


def _noticed(session: Session, cause: Observation | TimePassed, at_s: float, book: Rulebook) -> tuple[Session, Record]:
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
            news = (*news, *_counted(session, at_s), *_clock_unseen(session, at_s))
            return _watched_again(_take(session, cause, at_s, (*news, TimePassed(at_s)), book), at_s, book)
        case _:
            return _watched_again(_sensed(session, cause, at_s, book), at_s, book)


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
    done = _take(session, cause, at_s, (*_clock_kept(session, cause, at_s), *seen, *known), book)
    if not isinstance(cause, Inventory):
        return done
    # it tells at once what lies in all zones that have come into sight: a difference is known then
    return _watched_again(_unmoved(done, cause, at_s, book), at_s, book)


def _commanded(session: Session, cause: Command, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    """What people at the table ask for."""
    match cause:
        case Undo():
            return _undo(session, cause, at_s, book)
        case Redo():
            return _redo(session, cause, at_s, book)
        case _ if isinstance(cause, CorrectStack | ToRetell):
            return _correct(session, cause, at_s, book)
        case Confirm():
            return _confirm(session, cause, at_s, book)
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
    back = _undo(session, Undo(), at_s, book)
    if isinstance(back, Refused):
        return back
    shown = _keyed(back[0], cause, at_s, book)
    return shown if isinstance(shown, Refused) else (shown[0], _joined(replace(back[1], cause=cause), shown[1]))


def _from_console(
    session: Session, cause: FromConsole, at_s: float, book: Rulebook
) -> tuple[Session, Record] | Refused:
    """What a console asks for, as if it were keyed here; one that was refused is only written down."""
    if cause.refused:
        return _take(session, cause, at_s, (), book)
    if why := not_now(session.consoles, cause, session.live_n):
        return Refused(why)
    heard = replace(session, consoles=with_heard(session.consoles, cause))
    if not cause.asked:
        return _take(heard, cause, at_s, (), book)
    asked = COMMANDS.decode(cause.asked.encode())
    done = Refused("no-such-option") if is_not_offered(asked, session.table) else _handled(heard, asked, at_s, book)
    if isinstance(done, Refused):
        return done
    now, record = done
    why = came_to_nothing(record)
    return Refused(why) if why else (now, replace(record, cause=cause))


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
    not_his = _not_his_act(session, cause.seat) if isinstance(cause, MarkTaken) else 0
    if isinstance(events, Refused) and isinstance(cause, MarkTaken) and not_his:
        events = (HandTaken(cause.seat, at_s),)  # that it lies in the muck is known, not who put it there
    if isinstance(events, Refused):
        return events
    events = tuple([_as_readers_show(session, event) for event in _with_deck(session, events)])
    events = (*_part_in_the_muck(session, events, at_s), *events)
    events = implied.with_trays(cause, events, session.table, session.inference.flow, session.sensors)
    for ruled in (event for event in events if isinstance(event, FloorRuled)):
        if number := left_open_by(session.so_far(book), ruled):
            return _ruled_in_time(session, number, cause, at_s, events, book)
    if not_his:
        return _not_thrown_in(session, not_his, cause, at_s, events, book)
    return _with_turn(_explained_by(session, cause, events), cause, at_s, events, book)


def _ruled_in_time(
    session: Session, number: int, cause: Command, at_s: float, events: tuple[Event, ...], book: Rulebook
) -> tuple[Session, Record]:
    """The record of a ruling on an act that others have acted behind: it counts from event `number` on."""
    session, before = _take(session, cause, at_s, events, book)
    ruling = next(one.number for one in before.applied_events if isinstance(one.event, FloorRuled))
    session, now = _retell(session, cause, RuledInTime(number, ruling, at_s), (), at_s, book)
    return session, _joined(before, now)


def _not_his_act(session: Session, seat: int) -> int:
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


def _not_thrown_in(
    session: Session, number: int, cause: Command, at_s: float, events: tuple[Event, ...], book: Rulebook
) -> tuple[Session, Record] | Refused:
    """The record of a hand that the dealer took in: its player has not folded, so no fold of his was out of turn."""
    back = replace(session, undone=session.undone | {number}, redoable=())
    folded = _folded(back, session.undone, cause, Undone((number,), at_s), at_s, book)
    if isinstance(folded, Refused):
        return folded
    session, before = folded
    session, now = _take(session, cause, at_s, events, book)
    return session, _joined(before, now)


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


def debts_due_s(session: Session) -> float | None:
    """When stacks are to be counted that cannot pay what their seats owe, or can again; None if all can."""
    return min((due_s for _, due_s in _debts(session)), default=None)


def in_part_due_s(session: Session) -> float | None:
    """When a stack that has got a part of what it is to be brought is counted; None if there is none."""
    parts = brought_in_part(session.table, session.inference.flow) if session.table.recount else ()
    return min((account.at_s + PATIENCE_S for _, account in parts), default=None)


def _debts(session: Session) -> tuple[tuple[tuple[int, int], float], ...]:
    """Those stacks, each with when it is counted: what is missing may be on its way, what has come is there at once."""
    table, flow = session.table, session.inference.flow
    if not any(map(owes_chips, table.ledger)) and not any(map(is_of_a_debt, table.cases)):
        return ()
    rest_s = at_rest_s(flow)
    found = owed_in_vain(table, stacks_in_sight(flow))
    return tuple(((seat, lies), 0.0 if owes_chips(table.ledger[seat - 1]) <= lies else rest_s) for seat, lies in found)


def _counted(session: Session, at_s: float) -> tuple[Event, ...]:
    """The count of those stacks, once it is due."""
    debts = tuple(stack for stack, due_s in _debts(session) if due_s <= at_s)
    return (TraysCounted(debts, None, at_s),) if debts else ()


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
    if beside is None and _acted_before_the_note(session, events):
        return _with_turn(session, cause, at_s, events, book)
    if (done := _folded_before_its_word(session, cause, at_s, events, book)) is not None:
        return done
    if beside is None:
        return _with_owners(_take(session, cause, at_s, events, book), events)
    told = Corrected("seat", beside.wrong_seat, to_seat=beside.right_seat, now=CardDealt.__name__)
    return _retell(session, cause, beside, (told,), at_s, book)


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
    folded = _folded(back, session.undone, cause, Undone((said.number,), at_s), at_s, book)
    if isinstance(folded, Refused):
        return None
    now, fold = _take(folded[0], cause, at_s, events, book)
    following, word = who_acts(now.table), said.event
    if following is None or not isinstance(word, Declared) or following == word.seat:
        return None
    if now.table.hand.phase != session.table.hand.phase:
        return None
    now, told = _take(now, cause, at_s, (replace(word, seat=following, at_s=at_s),), book)
    return now, _joined(folded[1], fold, told)


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


def _acted_before_the_note(session: Session, events: tuple[Event, ...]) -> bool:
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


def _tray_told_anew(
    session: Session, cause: ChipsMoved, word: ZoneSeen, at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """The record of a motion by which a tray misreads, or reads again."""
    due, flow = expected_recounts(session.table), session.inference.flow
    flow, counted = misread.told_anew(flow, word, cause.lie, due)
    sensors = misread.noted(session.sensors, word)
    session = replace(session, sensors=sensors, inference=replace(session.inference, flow=flow))
    known = implied.back_in_sight(session.table, flow, sensors, at_s)
    return _take(session, cause, at_s, (*counted, *known), book)


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


def _put_back(session: Session, command: Done, at_s: float) -> tuple[Session, tuple[Event, ...]] | None:
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


def _explained_by(session: Session, command: Command, events: tuple[Event, ...] = ()) -> Session:
    """Chips that came or went with a player need no further explanation, nor the cards before a keyed riffle."""
    match command:
        case SeatPlayer():
            return _sat_down(_explained(session, command.seat), command)
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
    """The chips that the newcomer brings are no news, be they there already, come later or unseen."""
    flow, stack = session.inference.flow, stack_zone(command.seat)
    more_chips = command.stack_chips - total_chips(flow.lies.get(stack, NO_CHIPS))
    return replace(session, inference=replace(session.inference, flow=told_chips.told(flow, stack, more_chips)))


def _explained(session: Session, seat: int) -> Session:
    flow = forget(session.inference.flow, stack_zone(seat))
    return replace(session, inference=replace(session.inference, flow=flow))


def _take(
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


def _confirm(session: Session, command: Confirm, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
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
    told = _with_turn(replace(session, inference=inference), command, at_s, events, book)
    return _watched_again(told, at_s, book)


def _only_answered(
    session: Session, inference: Inference, command: Confirm, at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """The record of an answer of which nothing comes but that it is not asked again."""
    before, given = session.inference, QuestionAnswered(command.prompt, command.answer, at_s)
    told = _with_turn(replace(session, inference=inference), command, at_s, (given,), book)
    session, record = _watched_again(told, at_s, book)
    number = next(one.number for one in record.applied_events if one.event == given)
    return replace(session, answer=LastAnswer(number, before, inference)), record


def _with_turn(
    session: Session, cause: Input, at_s: float, events: tuple[Event, ...], book: Rulebook
) -> tuple[Session, Record]:
    """The record of these events; what a seat did in a turn that nobody saw is told before the acts past it."""
    seat = who_acts(session.table)
    at = next((at for at, event in enumerate(events) if _is_act_of(event, seat)), None)
    if at is None or not is_turn_unwatched(session.table):
        return _take(session, cause, at_s, events, book)
    session, before = _take(session, cause, at_s, events[:at], book)
    event = events[at]
    told = TurnTold(
        _turn_noted(session),
        at_s,
        said=event if isinstance(event, Declared) else None,
        pushed=event if isinstance(event, ChipsPushed) else None,
        mucked=event if isinstance(event, CardsMucked) else None,
    )
    session, now = _retell(session, cause, told, (), at_s, book)
    session, after = _take(session, cause, at_s, events[at + 1 :], book)
    return session, _joined(before, now, after)


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


def _watched_again(done: tuple[Session, Record], at_s: float, book: Rulebook) -> tuple[Session, Record]:
    """The same, and once it is seen that the seat to act has done nothing: who acted past it was out of turn."""
    session, record = done
    seat = who_acts(session.table)
    if seat is None or not is_turn_unwatched(session.table):
        return done
    if implied.is_unwatched(seat, session.inference, session.sensors):
        return done
    session, now = _retell(session, record.cause, TurnTold(_turn_noted(session), at_s), (), at_s, book)
    return session, _joined(record, now)


def _unmoved(done: tuple[Session, Record], cause: Input, at_s: float, book: Rulebook) -> tuple[Session, Record]:
    """The same, and once all trays show that chips which were to follow the words have not: they are owed again."""
    session, record = done
    log = log_of(session.happened)
    notes = unmoved(session.table, session.inference.flow, log, session.undone)
    in_vain = pushed_in_vain(session.inference.flow, log, session.undone)
    if not notes and not in_vain:
        return done
    told: list[Record] = []
    for number in (*notes, *in_vain.values()):
        session, now = _retell(session, cause, ChipsNotMoved(number, at_s), (), at_s, book)
        told.append(now)
    for bet in in_vain:
        flow = not_come(session.inference.flow, bet)
        session = replace(session, inference=replace(session.inference, flow=flow))
    session, now = _take(session, cause, at_s, (), book)  # what of it has moved after all is seen by now
    return session, _joined(record, *told, now)


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


def _joined(record: Record, *more: Record) -> Record:
    """One record of what several tell of one cause."""
    events = (event for one in (record, *more) for event in one.applied_events)
    return replace(record, hand=more[-1].hand, applied_events=tuple(events))


def _confirm_check(
    session: Session, check: UnsaidCheck, command: Confirm, at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """The dealer's word on a check that nobody keyed: it came before what followed, or it did not."""
    if command.answer == "no":
        session, record = _take(session, command, at_s, (ChecksDenied(check.seats, check.number, at_s),), book)
        denied = next(one.number for one in record.applied_events if isinstance(one.event, ChecksDenied))
        return replace(session, unsaid=replace(check, answered=denied)), record
    word, outcomes = unsaid_checks.told(check, at_s)
    session, record = _retell(session, command, word, outcomes, at_s, book)
    return _checks_anew(session, book), record


def _checks_anew(session: Session, book: Rulebook) -> Session:
    """The session with the question about checks that the hand, as it is told now, leaves open."""
    told = folding(session.base, session.happened, session.undone, book)
    return replace(session, unsaid=unsaid_checks.anew(told, session.undone))


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
        return _take(replace(session, inference=inference), command, at_s, (), book)
    notes: list[AppliedEvent] = []
    for number in _numbers_of(session.happened, handles):
        session, record = _retell(session, command, CardsNotThere(handles, number, at_s), (), at_s, book)
        notes += record.applied_events
    return session, Record(at_s, session.table.hand.number, session.live_n, command, tuple(notes))


def _numbers_of(happened: Iterable[AppliedEvent], handles: tuple[Handle, ...]) -> tuple[int, ...]:
    """The implied events that told of these cards."""
    told = [(one.number, one.event) for one in happened if isinstance(one.event, CardsDealtByKey | BoardByKey)]
    return tuple(number for number, event in told if any(handle in _cards_of(event) for handle in handles))


def _cards_of(event: CardsDealtByKey | BoardByKey) -> tuple[Handle | None, ...]:
    return (event.burned,) if isinstance(event, BoardByKey) else tuple(handle for _, handle in event.cards)


def _undo(session: Session, command: Undo, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    numbers = session.last_undoable(command.steps)
    if not numbers:
        return Refused("nothing-to-undo")
    all_of_it = of_the_same_keys(numbers, session.happened)
    back = replace(session, undone=session.undone | set(all_of_it), redoable=(*numbers, *session.redoable))
    return _folded(back, session.undone, command, Undone(all_of_it, at_s), at_s, book)


def _redo(session: Session, command: Redo, at_s: float, book: Rulebook) -> tuple[Session, Record] | Refused:
    numbers = session.redoable[: command.steps] if command.steps > 0 else ()
    if not numbers:
        return Refused("nothing-to-redo")
    all_of_it = of_the_same_keys(numbers, session.happened)
    again = replace(session, undone=session.undone - set(all_of_it), redoable=session.redoable[len(numbers) :])
    return _folded(again, session.undone, command, Redone(all_of_it, at_s), at_s, book)


def _folded(
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
        told = _checks_anew(told, book)  # other checks may be missing now, or none
    return _noted(told, cause, note, at_s)


def _dealt_anew(inference: Inference, before: Table, after: Table) -> Inference:
    """What readers have seen, where a card that they saw was dealt to another seat than they told."""
    sightings = inference.sightings.dealt_anew(before.cards, after.cards)
    return inference if sightings is inference.sightings else replace(inference, sightings=sightings)


def _noted(session: Session, cause: Input | None, note: AppliedEvent, at_s: float) -> tuple[Session, Record]:
    """The session with one event more, and the record of it."""
    record = Record(at_s, session.table.hand.number, session.live_n, cause, (note,))
    return replace(session, events=session.events + 1), record


def _correct(
    session: Session, command: CorrectStack | ToRetell, at_s: float, book: Rulebook
) -> tuple[Session, Record] | Refused:
    if isinstance(command, CorrectStack):
        why = wrong_stack(session.table, command.seat, command.chips)
        stack = StackCorrected(command.seat, command.chips, at_s)
        return Refused(why) if why else _take(_explained_by(session, command), command, at_s, (stack,), book)
    found = retelling_of(session.so_far(book), command, at_s)
    if isinstance(found, Refused):
        return found
    event, told = found
    if not event.number:
        return _take(_explained_by(session, command), command, at_s, (event,), book)
    return _retell(session, command, event, (told,), at_s, book)


def _retell(
    session: Session, cause: Input | None, event: Retelling, told: tuple[Corrected, ...], at_s: float, book: Rulebook
) -> tuple[Session, Record]:
    """The hand folded again with an earlier event told as it really was."""
    note = AppliedEvent(session.events + 1, event, told, (), ())
    changed = corrected(session.base, (*session.happened, note), session.undone, book)
    now = Telling(session.base, changed.happened, session.undone)
    inference = after_fold(session.inference, Telling(session.base, session.happened, session.undone), now, at_s, book)
    inference = _dealt_anew(inference, session.table, changed.table)
    session = replace(session, table=changed.table, happened=changed.happened, redoable=(), inference=inference)
    return _noted(session, cause, changed.more, at_s)
