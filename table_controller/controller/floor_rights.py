"""What only the floor may ask for: what moves chips, seats or the clock by somebody's word alone.

Where the floor has set a PIN, whoever runs the table asks for it before such a command is taken. Nothing of this is in
the engine or in the journal: a record says what was ruled, by which role and why, and folds the same with a PIN or
without.
"""

from __future__ import annotations

from typing import Final

from table_controller.game.rulebooks.model import Rulebook
from table_controller.projections.effects import binds, changes, effects_of
from table_controller.session.late_rulings import told_in_time
from table_controller.session.replay import RETELLINGS
from table_controller.session.session import handle_input
from table_controller.session.state import Session
from table_controller.vocabulary.commands import (
    AnnounceLevel,
    AskClock,
    ChooseGame,
    Command,
    CorrectBet,
    CorrectCard,
    CorrectSeat,
    CorrectStack,
    CorrectWord,
    FoundChips,
    GivePenalty,
    RaceChips,
    Redo,
    Rule,
    SeatPlayer,
    Undo,
    UnseatPlayer,
)
from table_controller.vocabulary.events import (
    ChipsRaced,
    Event,
    FloorRuled,
    HiddenChipsFound,
    PenaltyGiven,
    SeatCorrected,
    StackCorrected,
)
from table_controller.vocabulary.views import Refused

OF_THE_FLOOR: Final = (FloorRuled, PenaltyGiven, StackCorrected, ChipsRaced, HiddenChipsFound)
"""Events that came from the floor: to take one back, or to let it stand again, is the floor's too."""


def needs_pin(command: Command, session: Session, book: Rulebook) -> bool:
    """Whether the command, on this table, is one for the floor.

    A choice is judged by what it would do just now, and so is a correction: it is the floor's if a ruling would lose
    its case by it, or if a player would sit elsewhere. Penalties count, warnings do not. What the dealer says, counts
    or corrects of what the sensors read is the dealer's.
    """
    match command:
        case Rule(option="warning" | "no-penalty"):
            return False
        case Rule(option, arguments, role, reason):
            ruled = FloorRuled(option, arguments, role, reason, 0.0)
            made = told_in_time(session.so_far(book), ruled)
            return binds(effects_of(session.table, ruled, book) if made is None else changes(session.table, made))
        case GivePenalty(hands=hands, rounds=rounds):
            return hands > 0 or rounds > 0
        case AskClock(seat=seat):
            return seat is None
        case SeatPlayer() | UnseatPlayer() | AnnounceLevel() | FoundChips() | RaceChips() | CorrectStack():
            return True
        case ChooseGame():  # which game is next is on the dealer's plaque; other stakes are a level
            return bool(command.big_blind_chips or command.big_bet_chips or command.ante_mode)
        case CorrectBet() | CorrectCard() | CorrectSeat() | CorrectWord():
            return _corrects_the_floor(command, session, book)
        case Undo(steps=steps):
            return _of_the_floor(session, session.last_undoable(steps))
        case Redo(steps=steps):
            return _of_the_floor(session, session.redoable[:steps] if steps > 0 else ())
        case _:
            return False


def _of_the_floor(session: Session, numbers: tuple[int, ...]) -> bool:
    """Whether one of these events of the hand was the floor's."""
    return any(_is_of_the_floor(one.event) for one in session.happened if one.number in numbers)


def _corrects_the_floor(command: Command, session: Session, book: Rulebook) -> bool:
    """Whether the correction, made now, would be the floor's."""
    at_s = max((float(getattr(one.event, "at_s", 0.0)) for one in session.happened), default=0.0)
    made = handle_input(session, command, at_s, book)
    return not isinstance(made, Refused) and any(_is_of_the_floor(one.event) for one in made[1].applied_events)


def _is_of_the_floor(event: Event) -> bool:
    """A correction is the floor's where rulings have lost their case by it, or where it moved a player."""
    if isinstance(event, SeatCorrected) and not event.number:
        return True
    return isinstance(event, OF_THE_FLOOR) or (isinstance(event, RETELLINGS) and bool(event.moot))
