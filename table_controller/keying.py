"""Commands of people to events: what the dealer keyed, in the words of the engine.

A command that cannot be meant (a word with nobody to act, an answer to no question) is refused with
a code; it is not an event, for nothing happened at the table.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

from table_controller.game import queries
from table_controller.game.state.hand import IDLE, riffle_begins
from table_controller.game.state.table import Table
from table_controller.hand_keying import folded_by_key, keyed_of_the_hand
from table_controller.sight import KEEN, Eyes
from table_controller.vocabulary.commands import (
    AnnounceLevel,
    Ask,
    AskClock,
    AskHistory,
    CallFloor,
    Command,
    Confirm,
    CorrectBet,
    CorrectCard,
    CorrectSeat,
    CorrectStack,
    CorrectWord,
    CountDeck,
    Done,
    Explain,
    FoundChips,
    GivePenalty,
    Leave,
    MarkBoard,
    MarkBoxed,
    MarkButton,
    MarkConduct,
    MarkDealt,
    MarkFold,
    MarkPresence,
    MarkRiffle,
    MarkTaken,
    MuteBuzzer,
    Pace,
    Preview,
    PutAway,
    RaceChips,
    Redo,
    Rule,
    Say,
    SeatPlayer,
    ShowCards,
    TellPanel,
    TellTable,
    TurnUp,
    Undo,
    UnseatPlayer,
)
from table_controller.vocabulary.events import (
    Asked,
    BoxedCardFound,
    BuzzerMuted,
    CardShown,
    ChipsRaced,
    ClockAsked,
    ConductSeen,
    DeckCounted,
    Declared,
    Event,
    FloorCalled,
    FloorRuled,
    HandPutAway,
    HandTabled,
    HandTaken,
    HiddenChipsFound,
    LevelAnnounced,
    PenaltyGiven,
    PlayerCameBack,
    PlayerLeft,
    PlayerSat,
    PlayerWentAway,
    Riffled,
    TableTold,
)
from table_controller.vocabulary.views import Refused

Keyed: TypeAlias = tuple[Event, ...] | Refused


def keyed(command: Command, table: Table, at_s: float, eyes: Eyes = KEEN) -> Keyed:
    """The events that a command stands for, or why it is refused.

    `Undo`, corrections, questions of a screen, `Confirm`, `TellPanel`, `Pace` and `Leave` are not the engine's: the
    desk and the processes take them.
    """
    match command:
        case Say() | MarkFold() | Ask() | AskClock():
            return _said(command, table, at_s)
        case TurnUp():
            return _turned_up(command, table, at_s)
        case RaceChips():
            return (ChipsRaced(command.denomination, command.drawn, at_s),)
        case FoundChips():
            return (HiddenChipsFound(command.seat, command.chips, at_s),)
        case MarkBoxed() | CountDeck() | MarkTaken() | MarkRiffle() | PutAway():
            return _of_the_deck(command, table, at_s)
        case MarkPresence() | MarkConduct() | TellTable() | GivePenalty():
            return _of_players(command, at_s)
        case Rule():
            return (FloorRuled(command.option, command.arguments, command.role, command.reason, at_s),)
        case SeatPlayer() | UnseatPlayer() | AnnounceLevel():
            return _between_hands(command, at_s)
        case Done() | MarkDealt() | MarkBoard() | ShowCards() | MarkButton():
            return keyed_of_the_hand(command, table, at_s, eyes)
        case CallFloor() | MuteBuzzer():
            return _of_the_panel(command, at_s)
        case (Undo() | Redo() | CorrectStack() | CorrectBet() | CorrectCard() | CorrectSeat() | CorrectWord()) | (
            Preview() | Confirm() | TellPanel() | Pace() | Leave() | AskHistory() | Explain()
        ):
            return Refused(f"not-here command={type(command).__name__}")
        case _:
            assert_never(command)


def _said(command: Say | MarkFold | Ask | AskClock, table: Table, at_s: float) -> Keyed:
    seat = command.seat if command.seat is not None else queries.who_acts(table)
    if seat is None and isinstance(command, MarkFold):
        seat = queries.shows_first(table)
    if seat is None:
        return Refused("nobody-to-act")
    if isinstance(command, AskClock):
        return Refused("nobody-to-act") if queries.who_acts(table) is None else (ClockAsked(command.seat, at_s),)
    if isinstance(command, MarkFold):
        if (folded := folded_by_key(table, seat, at_s)) is not None:
            return (folded,)
        return (Declared(seat, "fold", None, "before", at_s),)
    if isinstance(command, Ask):
        return (Asked(seat, command.what, command.about, at_s),)
    return (Declared(seat, command.word, command.amount_chips, command.when, at_s, command.text),)


def _of_the_deck(command: MarkBoxed | CountDeck | MarkTaken | MarkRiffle | PutAway, table: Table, at_s: float) -> Keyed:
    match command:
        case MarkRiffle():
            return (Riffled(at_s, amid=not riffle_begins(table.hand)),)
        case PutAway():
            if queries.is_settled(table):
                return (HandPutAway(at_s),)
            return Refused("no-hand-to-gather" if table.hand.phase == IDLE else "hand-under-way")
        case MarkBoxed():
            return (BoxedCardFound(command.seat, command.card, at_s),)
        case CountDeck():
            return (DeckCounted(command.missing, at_s),)
        case MarkTaken():
            return (HandTaken(command.seat, at_s),)
        case _:
            assert_never(command)


def _of_players(command: MarkPresence | MarkConduct | TellTable | GivePenalty, at_s: float) -> Keyed:
    match command:
        case MarkPresence():
            if command.here:
                return (PlayerCameBack(command.seat, at_s),)
            return (PlayerWentAway(command.seat, at_s, command.near),)
        case MarkConduct():
            return (ConductSeen(command.seat, command.what, at_s),)
        case TellTable():
            return (TableTold(command.what, at_s, command.in_s),)
        case GivePenalty():
            return (PenaltyGiven(command.seat, command.hands, at_s, command.rounds),)
        case _:
            assert_never(command)


def _of_the_panel(command: CallFloor | MuteBuzzer, at_s: float) -> Keyed:
    if isinstance(command, CallFloor):
        return (FloorCalled(command.calling, at_s),)
    return (BuzzerMuted(command.muted, at_s),)


def _between_hands(command: SeatPlayer | UnseatPlayer | AnnounceLevel, at_s: float) -> Keyed:
    match command:
        case SeatPlayer():
            return (PlayerSat(command.seat, command.name, command.stack_chips, command.entry, at_s),)
        case UnseatPlayer():
            return (PlayerLeft(command.seat, at_s),)
        case AnnounceLevel():
            return (LevelAnnounced(command.small_blind_chips, command.big_blind_chips, command.ante_chips, at_s),)
        case _:
            assert_never(command)


def _turned_up(command: TurnUp, table: Table, at_s: float) -> Keyed:
    if command.card is not None or command.by_dealer:
        return (CardShown(command.seat, command.card, at_s, command.by_dealer),)
    asked = command.seat in queries.tables_now(table)
    if not asked and queries.stand_of(table, command.seat).status not in ("in", "all-in", "mucked"):
        return Refused(f"no-live-hand seat={command.seat}")
    return (HandTabled(command.seat, at_s),)
