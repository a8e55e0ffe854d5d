"""The pure heart of the controller: an input comes, a record of all that follows from it goes out.

    observation ─▶ inference ─▶ events ─▶ engine.step ─▶ outcomes, findings, requests
    command ─────▶ keying ────▶   "

`react` does no I/O and reads no clock. Folding the same inputs gives the same desk, byte for byte, which is
what recovery, replay, undo and bug reports rest on.

Undo. An `Undone` event names events by number. The hand is folded again from its riffle, without
the readings, words and rulings taken back; what lies where (custody) and which cards are named stays,
because those happened. The inference does not move, so nothing is read twice from one observation.
A `Redone` event lets undone events stand again, in order; a correction tells an earlier event as it
really was, and is one event that undo takes back like any other. All three fold the hand again: see `refold`.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice

from msgspec import Struct, field

from firmware_bridge.vocabulary.observations import Inventory, NodeSeen, ZoneSeen
from firmware_bridge.vocabulary.requests import NameCards, Request
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import seat_zone, stack_zone
from table_controller.game import engine
from table_controller.game.queries import deal_order, is_settled, recounts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.hand import DEAL, returning, riffle_begins
from table_controller.game.state.table import NEW_TABLE, Table
from table_controller.game.state.tray_coverage import ALL_IN_SIGHT
from table_controller.game.steps.flow.correcting import wrong_stack
from table_controller.inference import implied
from table_controller.inference.asking import questions
from table_controller.inference.chip_flow import forget
from table_controller.inference.doubt import Doubt
from table_controller.inference.infer import Inference, answer, infer
from table_controller.inference.sensor_status import Sight
from table_controller.inference.told_cards import NO_OVERHEARING, Overhearing, Told, overhearing, told_cards
from table_controller.inference.tray_counts import trays_counted
from table_controller.session.corrections import HandSoFar, ToRetell, retelling_of
from table_controller.session.hand_log import NOTHING, log_of
from table_controller.session.handlers import keyed
from table_controller.session.preconditions import AIMED, is_stale
from table_controller.session.replay import Retelling, Telling, after_fold, corrected, fold_again
from table_controller.session.undo import ends_redo, with_faces
from table_controller.vocabulary.commands import (
    AskHistory,
    Command,
    Confirm,
    CorrectSeat,
    CorrectStack,
    Done,
    Explain,
    FoundChips,
    Leave,
    MarkButton,
    MarkRiffle,
    Pace,
    Preview,
    Redo,
    SeatPlayer,
    Undo,
    UnseatPlayer,
)
from table_controller.vocabulary.events import (
    Event,
    HandPutAway,
    Redone,
    Riffled,
    StackCorrected,
    TableOpened,
    TimePassed,
    Undone,
)
from table_controller.vocabulary.outcomes import Corrected
from table_controller.vocabulary.record import Happening, Input, Record
from table_controller.vocabulary.views import Refused


class Desk(Struct, frozen=True):
    """The table, how it came to be since the hand's riffle (`base`, `happened`), and what is still doubtful.

    `undone` are numbers of events that are taken back, `redoable` those of them that can stand again, oldest first.
    `events` numbers the last event of the journal. `live_n` is the number at which the next record's public messages
    begin to count: the controller keeps it, nothing here reads more out of it.
    """

    table: Table
    base: Table
    happened: tuple[Happening, ...] = NOTHING
    undone: frozenset[int] = frozenset()
    redoable: tuple[int, ...] = ()
    inference: Inference = field(default_factory=Inference)
    sight: Sight = field(default_factory=Sight)
    events: int = 0
    live_n: int = 0

    def questions(self) -> tuple[Doubt, ...]:
        """What the dealer may be asked, due or not yet due, in the order of asking."""
        return questions(self.inference, self.table)

    def open_requests(self) -> tuple[Request, ...]:
        """All that was asked of the bridge since the riffle and is not answered: a side that was away is told again."""
        named = {card.handle for card in self.table.cards if card.card is not None}
        asked: list[Request] = []
        for happening in self.happened:
            for request in happening.requests:
                if not isinstance(request, NameCards):
                    asked.append(request)
                elif unnamed := tuple(handle for handle in request.handles if handle not in named):
                    asked.append(NameCards(unnamed, request.why))
        return tuple(asked)

    def undoable(self) -> tuple[int, ...]:
        """Numbers of the events that could still be taken back, oldest first."""
        numbers, undone = log_of(self.happened).undoable, self.undone
        return tuple([number for number in numbers if number not in undone]) if undone else numbers

    def last_undoable(self, count: int) -> tuple[int, ...]:
        """The numbers of the last so many of them, oldest first."""
        standing = (number for number in reversed(log_of(self.happened).undoable) if number not in self.undone)
        return tuple(islice(standing, max(0, count)))[::-1]


def empty_desk() -> Desk:
    """A desk before the table is opened."""
    return Desk(NEW_TABLE, NEW_TABLE)


def open_table(desk: Desk, opened: TableOpened, book: Rulebook) -> tuple[Desk, Record]:
    """Set the table up: the first record of a journal."""
    return _take(desk, None, opened.at_s, (opened,), book)


def react(desk: Desk, cause: Input, at_s: float, book: Rulebook) -> tuple[Desk, Record] | Refused:
    """All that follows from one input at `at_s`; a command that cannot be meant is refused and leaves no record."""
    if isinstance(cause, AIMED) and is_stale(cause, desk.table, desk.happened, desk.undone, desk.undoable):
        return Refused("stale")
    match cause:
        case NodeSeen() | ZoneSeen() | Inventory():
            cards = told_cards(desk.table.cards)  # across a gap nothing happens, but what was told may be seen
            inference, seen = infer(desk.inference, cause, settled=is_settled(desk.table), told=cards)
            return _take(replace(desk, sight=desk.sight.seen(cause), inference=inference), cause, at_s, seen, book)
        case TimePassed():
            news = implied.news(desk.table, desk.inference.flow, desk.sight, at_s) if desk.inference.flow.unseen else ()
            return _take(desk, cause, at_s, (*news, TimePassed(at_s)), book)
        case Undo():
            return _undo(desk, cause, at_s, book)
        case Redo():
            return _redo(desk, cause, at_s, book)
        case _ if isinstance(cause, CorrectStack | ToRetell):
            return _correct(desk, cause, at_s, book)
        case Confirm():
            return _confirm(desk, cause, at_s, book)
        case Pace() | Leave():
            return Refused("not-simulated")
        case Preview() | AskHistory() | Explain():
            return Refused("only-shown")
        case _ if isinstance(cause, Command):
            events = keyed(cause, desk.table, at_s, implied.eyes_of(desk.sight, desk.events))
            if isinstance(events, Refused):
                return events
            events = implied.with_trays(cause, events, desk.table, desk.inference.flow, desk.sight)
            return _take(_explained_by(desk, cause, events), cause, at_s, events, book)
        case _:
            begun = desk.table.hand.phase == DEAL and not desk.table.cards
            told = told_cards(desk.table.cards)
            inference, events = infer(
                desk.inference,
                cause,
                settled=is_settled(desk.table),
                begun=begun,
                returning=returning(desk.table.hand),
                recounts=recounts(desk.table),
                told=told,
                overhears=_overhearing(desk, told) if told else NO_OVERHEARING,
            )
            return _take(replace(desk, inference=inference), cause, at_s, events, book)


def _overhearing(desk: Desk, told: Told) -> Overhearing:
    order = deal_order(desk.table)
    next_seen = next((seat for seat in order if implied.sees(desk.sight, seat_zone(seat))), None)
    return overhearing(told, order, next_seen, desk.table.setup.seats)


def _explained_by(desk: Desk, command: Command, events: tuple[Event, ...] = ()) -> Desk:
    """Chips that came or went with a player need no further explanation, nor the cards before a keyed riffle."""
    match command:
        case SeatPlayer() | UnseatPlayer() | FoundChips():
            return _explained(desk, command.seat)
        case CorrectStack():
            return _explained(desk, command.seat)
        case CorrectSeat():
            return _explained(_explained(desk, command.wrong_seat), command.right_seat)
        case MarkButton():
            return replace(desk, inference=desk.inference.with_puck(command.seat))
        case MarkRiffle() if riffle_begins(desk.table.hand):
            return replace(desk, inference=desk.inference.begun_by_key())
        case Done() if any(isinstance(event, Riffled) for event in events):
            return replace(desk, inference=desk.inference.begun_by_key())
        case _:
            return desk


def _explained(desk: Desk, seat: int) -> Desk:
    flow = forget(desk.inference.flow, stack_zone(seat))
    return replace(desk, inference=replace(desk.inference, flow=flow))


def _take(desk: Desk, cause: Input | None, at_s: float, events: Iterable[Event], book: Rulebook) -> tuple[Desk, Record]:
    """Step the engine through `events` and put everything into one record."""
    happenings: list[Happening] = []
    for event in events:
        for told in (*_before(desk, event, at_s), event):
            desk, happening = _step(desk, told, book)
            happenings.append(happening)
    inference, recognised = desk.inference.with_told(told_cards(desk.table.cards), at_s)
    desk = replace(desk, inference=inference)
    for told in recognised:
        desk, happening = _step(desk, told, book)
        happenings.append(happening)
    record = Record(at_s, desk.table.hand.number, desk.live_n, cause, tuple(happenings))
    return desk, record


def _before(desk: Desk, event: Event, at_s: float) -> tuple[Event, ...]:
    """What must have happened where no sensor lives; and what the trays hold as a hand that is over is put away."""
    unseen = implied.implied(event, desk.table, desk.inference.flow, desk.sight, desk.events + 1)
    if not isinstance(event, Riffled | HandPutAway) or not is_settled(desk.table):
        return unseen
    counted = trays_counted(desk.inference.flow, at_s)
    return unseen if counted is None else (*unseen, counted)


def _is_boundary(event: Event, table: Table) -> bool:
    """Whether a hand ends or begins on this table by the event: what was before cannot be taken back from then on."""
    match event:
        case Riffled():
            return riffle_begins(table.hand)
        case HandPutAway():
            return is_settled(table)
        case _:
            return isinstance(event, TableOpened)


def _step(desk: Desk, event: Event, book: Rulebook) -> tuple[Desk, Happening]:
    if _is_boundary(event, desk.table):
        desk = replace(desk, base=desk.table, happened=NOTHING, undone=frozenset(), redoable=())
    elif ends_redo(event, desk.happened, desk.redoable):
        desk = replace(desk, redoable=())
    step = engine.step(desk.table, event, book)
    requests = implied.for_the_bridge(step.requests)
    happening = Happening(desk.events + 1, event, step.outcomes, step.findings, requests)
    inference = implied.after_step(desk.inference, desk.table, event, step.table)
    happened = log_of(desk.happened).and_then(happening, desk.table)
    return replace(desk, table=step.table, happened=happened, events=desk.events + 1, inference=inference), happening


def _confirm(desk: Desk, command: Confirm, at_s: float, book: Rulebook) -> tuple[Desk, Record] | Refused:
    open_now = {doubt.prompt: doubt for doubt in desk.questions()}
    if command.prompt not in open_now:
        return Refused("no-such-question")
    if command.answer not in open_now[command.prompt].answers:
        return Refused(f"no-such-answer answers={','.join(open_now[command.prompt].answers)}")
    inference, events = answer(desk.inference, command.prompt, command.answer, at_s)
    return _take(replace(desk, inference=inference), command, at_s, events, book)


def _undo(desk: Desk, command: Undo, at_s: float, book: Rulebook) -> tuple[Desk, Record] | Refused:
    numbers = desk.last_undoable(command.steps)
    if not numbers:
        return Refused("nothing-to-undo")
    all_of_it = with_faces(numbers, desk.happened)
    back = replace(desk, undone=desk.undone | set(all_of_it), redoable=(*numbers, *desk.redoable))
    return _folded(back, desk.undone, command, Undone(all_of_it, at_s), at_s, book)


def _redo(desk: Desk, command: Redo, at_s: float, book: Rulebook) -> tuple[Desk, Record] | Refused:
    numbers = desk.redoable[: command.steps] if command.steps > 0 else ()
    if not numbers:
        return Refused("nothing-to-redo")
    all_of_it = with_faces(numbers, desk.happened)
    again = replace(desk, undone=desk.undone - set(all_of_it), redoable=desk.redoable[len(numbers) :])
    return _folded(again, desk.undone, command, Redone(all_of_it, at_s), at_s, book)


def _folded(
    desk: Desk, before: frozenset[int], cause: Command, event: Undone | Redone, at_s: float, book: Rulebook
) -> tuple[Desk, Record] | Refused:
    """The hand folded again, with what is undone now and not `before`, and the record that says so."""
    note = Happening(desk.events + 1, event, (), (), ())
    log = log_of(desk.happened)
    first = log.parting(before, desk.undone)
    base, rest = (log.tables[first], log[first:]) if first else (desk.base, log)
    fold = fold_again(base, rest, desk.undone, book)
    happened = log.told_anew(first, fold.happened, fold.tables)
    if log.moves_unseen or desk.base.blind != ALL_IN_SIGHT:
        now, old = Telling(base, rest, desk.undone), Telling(base, rest, before)
        desk = replace(desk, inference=after_fold(desk.inference, old, now, at_s, book))
    told = replace(desk, table=fold.table, happened=happened.and_then(note, fold.table))
    return _noted(told, cause, note, at_s)


def _noted(desk: Desk, cause: Command, note: Happening, at_s: float) -> tuple[Desk, Record]:
    """The desk with one event more, and the record of it."""
    record = Record(at_s, desk.table.hand.number, desk.live_n, cause, (note,))
    return replace(desk, events=desk.events + 1), record


def _correct(
    desk: Desk, command: CorrectStack | ToRetell, at_s: float, book: Rulebook
) -> tuple[Desk, Record] | Refused:
    if isinstance(command, CorrectStack):
        why = wrong_stack(desk.table, command.seat, command.chips)
        stack = StackCorrected(command.seat, command.chips, at_s)
        return Refused(why) if why else _take(_explained_by(desk, command), command, at_s, (stack,), book)
    found = retelling_of(HandSoFar(desk.base, desk.table, desk.happened, desk.undone, book), command, at_s)
    if isinstance(found, Refused):
        return found
    event, told = found
    if not event.number:
        return _take(_explained_by(desk, command), command, at_s, (event,), book)
    return _retell(desk, command, event, told, at_s, book)


def _retell(
    desk: Desk, command: Command, event: Retelling, told: Corrected, at_s: float, book: Rulebook
) -> tuple[Desk, Record]:
    """The hand folded again with an earlier event told as it really was."""
    note = Happening(desk.events + 1, event, (told,), (), ())
    changed = corrected(desk.base, (*desk.happened, note), desk.undone, book)
    now = Telling(desk.base, changed.happened, desk.undone)
    inference = after_fold(desk.inference, Telling(desk.base, desk.happened, desk.undone), now, at_s, book)
    desk = replace(desk, table=changed.table, happened=changed.happened, redoable=(), inference=inference)
    return _noted(desk, command, changed.more, at_s)
