"""The pure heart of the controller: an input comes, a record of all that follows from it goes out.

    observation ─▶ inference ─▶ events ─▶ engine.step ─▶ outcomes, findings, requests
    command ─────▶ keying ────▶   "

`react` does no I/O and reads no clock. Folding the same inputs gives the same desk, byte for byte, which is
what recovery, replay, undo and bug reports rest on.

Undo. An `Undone` event names events by number. The hand is folded again from its riffle, without
the readings, words and rulings taken back; what lies where (custody) and which cards are named stays,
because those happened. The inference does not move, so nothing is read twice from one observation.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Final, get_args

from firmware_bridge.observations import Inventory, NodeSeen, ZoneSeen
from firmware_bridge.requests import NameCards, Request
from firmware_bridge.zones import stack_zone
from table_controller import engine
from table_controller.broadcast.public import public_messages
from table_controller.clock_events import ClockAsked, TimePassed
from table_controller.commands import (
    Command,
    Confirm,
    FoundChips,
    Leave,
    MarkRiffle,
    Pace,
    SeatPlayer,
    Undo,
    UnseatPlayer,
)
from table_controller.deck_events import BoxedCardFound, DeckCounted, PlayerEvent, StrangeCardFound
from table_controller.events import (
    Asked,
    CardShown,
    CardsMucked,
    ChipsPushed,
    ChipsTakenBack,
    Declared,
    Event,
    FloorRuled,
    HandPutAway,
    HandTabled,
    Riffled,
    TableOpened,
    Undone,
)
from table_controller.inference.asking import questions
from table_controller.inference.chip_flow import forget
from table_controller.inference.doubt import Doubt
from table_controller.inference.infer import Inference, answer, infer
from table_controller.inference.tray_counts import trays_counted
from table_controller.keying import keyed
from table_controller.machines.hand import DEAL, returning
from table_controller.queries import is_settled
from table_controller.record import Happening, Input, Record
from table_controller.recounts import recounts
from table_controller.rulebooks.model import Rulebook
from table_controller.sight import Sight
from table_controller.table import NEW_TABLE, Table
from table_controller.views import Refused

UNDOABLE: Final = (
    *(Declared, Asked, ChipsPushed, ChipsTakenBack, CardsMucked, HandTabled, CardShown, FloorRuled),
    *(StrangeCardFound, BoxedCardFound, DeckCounted),
    *get_args(PlayerEvent),
    ClockAsked,
)
"""Readings, words and rulings: what a dealer can take back. Deals and boards are corrected, not undone."""


@dataclass(frozen=True, slots=True)
class Desk:
    """The table, how it came to be since the hand's riffle (`base`, `happened`), and what is still doubtful.

    `events` numbers the last event of the journal, `live_n` the last public message.
    """

    table: Table
    base: Table
    happened: tuple[Happening, ...] = ()
    undone: frozenset[int] = frozenset()
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
        return tuple(
            happening.number
            for happening in self.happened
            if isinstance(happening.event, UNDOABLE) and happening.number not in self.undone
        )


def empty_desk() -> Desk:
    """A desk before the table is opened."""
    return Desk(NEW_TABLE, NEW_TABLE)


def open_table(desk: Desk, opened: TableOpened, book: Rulebook) -> tuple[Desk, Record]:
    """Set the table up: the first record of a journal."""
    return _take(desk, None, opened.at_s, (opened,), book)


def react(desk: Desk, cause: Input, at_s: float, book: Rulebook) -> tuple[Desk, Record] | Refused:
    """All that follows from one input at `at_s`; a command that cannot be meant is refused and leaves no record."""
    match cause:
        case NodeSeen() | ZoneSeen() | Inventory():
            inference, _ = infer(desk.inference, cause, settled=is_settled(desk.table))  # across a gap nothing happens
            return _take(replace(desk, sight=desk.sight.seen(cause), inference=inference), cause, at_s, (), book)
        case TimePassed():
            return _take(desk, cause, at_s, (TimePassed(at_s),), book)
        case Undo():
            return _undo(desk, cause, at_s, book)
        case Confirm():
            return _confirm(desk, cause, at_s, book)
        case Pace() | Leave():
            return Refused("not-simulated")
        case _ if isinstance(cause, Command):
            events = keyed(cause, desk.table, at_s)
            if isinstance(events, Refused):
                return events
            return _take(_explained_by(desk, cause), cause, at_s, events, book)
        case _:
            begun = desk.table.hand.phase == DEAL and not desk.table.cards
            inference, events = infer(
                desk.inference,
                cause,
                settled=is_settled(desk.table),
                begun=begun,
                returning=returning(desk.table.hand),
                recounts=recounts(desk.table),
            )
            return _take(replace(desk, inference=inference), cause, at_s, events, book)


def _explained_by(desk: Desk, command: Command) -> Desk:
    """Chips that came or went with a player need no further explanation, nor the cards before a keyed riffle."""
    match command:
        case SeatPlayer() | UnseatPlayer() | FoundChips():
            flow = forget(desk.inference.flow, stack_zone(command.seat))
            return replace(desk, inference=replace(desk.inference, flow=flow))
        case MarkRiffle():
            return replace(desk, inference=desk.inference.begun_by_key())
        case _:
            return desk


def _take(desk: Desk, cause: Input | None, at_s: float, events: Iterable[Event], book: Rulebook) -> tuple[Desk, Record]:
    """Step the engine through `events` and put everything into one record."""
    happenings: list[Happening] = []
    for event in events:
        for told in (*_count_before(desk, event, at_s), event):
            desk, happening = _step(desk, told, book)
            happenings.append(happening)
    record = Record(at_s, desk.table.hand.number, desk.live_n, cause, tuple(happenings))
    return replace(desk, live_n=desk.live_n + len(public_messages(record))), record


def _count_before(desk: Desk, event: Event, at_s: float) -> tuple[Event, ...]:
    """What the trays hold as a hand that is over is put away."""
    if not isinstance(event, Riffled | HandPutAway) or not is_settled(desk.table):
        return ()
    counted = trays_counted(desk.inference.flow, at_s)
    return () if counted is None else (counted,)


def _step(desk: Desk, event: Event, book: Rulebook) -> tuple[Desk, Happening]:
    if isinstance(event, Riffled | HandPutAway | TableOpened):
        desk = replace(desk, base=desk.table, happened=(), undone=frozenset())
    step = engine.step(desk.table, event, book)
    happening = Happening(desk.events + 1, event, step.outcomes, step.findings, step.requests)
    return (
        replace(desk, table=step.table, happened=(*desk.happened, happening), events=desk.events + 1),
        happening,
    )


def _confirm(desk: Desk, command: Confirm, at_s: float, book: Rulebook) -> tuple[Desk, Record] | Refused:
    open_now = {doubt.prompt: doubt for doubt in desk.questions()}
    if command.prompt not in open_now:
        return Refused("no-such-question")
    if command.answer not in open_now[command.prompt].answers:
        return Refused(f"no-such-answer answers={','.join(open_now[command.prompt].answers)}")
    inference, events = answer(desk.inference, command.prompt, command.answer, at_s)
    return _take(replace(desk, inference=inference), command, at_s, events, book)


def _undo(desk: Desk, command: Undo, at_s: float, book: Rulebook) -> tuple[Desk, Record] | Refused:
    numbers = desk.undoable()[-command.steps :] if command.steps > 0 else ()
    if not numbers:
        return Refused("nothing-to-undo")
    undone = Undone(numbers, at_s)
    table, happened = _fold_again(desk, desk.undone | set(numbers), book)
    note = Happening(desk.events + 1, undone, (), (), ())
    desk = replace(
        desk,
        table=table,
        happened=(*happened, note),
        undone=desk.undone | set(numbers),
        events=desk.events + 1,
    )
    record = Record(at_s, desk.table.hand.number, desk.live_n, command, (note,))
    return replace(desk, live_n=desk.live_n + len(public_messages(record))), record


def _fold_again(desk: Desk, undone: frozenset[int], book: Rulebook) -> tuple[Table, tuple[Happening, ...]]:
    """The hand from its riffle, without what is taken back: of those only custody remains."""
    table, happened = desk.base, []
    for old in desk.happened:
        if old.number in undone:
            table = engine.lay(table, old.event)
            happened.append(replace(old, outcomes=(), findings=(), requests=()))
            continue
        step = engine.step(table, old.event, book)
        table = step.table
        happened.append(Happening(old.number, old.event, step.outcomes, step.findings, step.requests))
    return table, tuple(happened)
