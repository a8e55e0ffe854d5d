"""What only the floor may ask for: what moves chips, seats or the clock by somebody's word alone.

Where the floor has set a PIN, whoever runs the table asks for it before such a command is taken. Nothing of this is in
the engine or in the journal: a record says what was ruled, by which role and why, and folds the same with a PIN or
without.
"""

from __future__ import annotations

from typing import Final

from table_controller.chip_events import ChipsRaced
from table_controller.commands import (
    AnnounceLevel,
    AskClock,
    Command,
    GivePenalty,
    RaceChips,
    Rule,
    SeatPlayer,
    Undo,
    UnseatPlayer,
)
from table_controller.correction_events import StackCorrected
from table_controller.corrections import CorrectStack, Redo
from table_controller.deck_events import PenaltyGiven
from table_controller.desk import Desk
from table_controller.events import FloorRuled
from table_controller.machines.hand import IDLE, SETTLED
from table_controller.rulebooks.model import Rulebook
from table_controller.steps.binding import binds
from table_controller.steps.effects import effects_of

OF_THE_FLOOR: Final = (FloorRuled, PenaltyGiven, StackCorrected, ChipsRaced)
"""Events that came from the floor: to take one back, or to let it stand again, is the floor's too."""


def needs_pin(command: Command, desk: Desk, book: Rulebook) -> bool:
    """Whether the command, on this table, is one for the floor.

    A choice is judged by what it would do just now. Penalties count, warnings do not; players sit down and leave freely
    between hands; what the dealer says, counts or corrects of what the sensors read is the dealer's.
    """
    match command:
        case Rule(option, arguments, role, reason):
            return binds(effects_of(desk.table, FloorRuled(option, arguments, role, reason, 0.0), book))
        case GivePenalty(hands=hands):
            return hands > 0
        case AskClock(seat=seat):
            return seat is None
        case SeatPlayer() | UnseatPlayer():
            return desk.table.hand.phase not in (IDLE, SETTLED)
        case AnnounceLevel() | RaceChips() | CorrectStack():
            return True
        case Undo(steps=steps):
            return _of_the_floor(desk, desk.undoable()[-steps:] if steps > 0 else ())
        case Redo(steps=steps):
            return _of_the_floor(desk, desk.redoable[:steps] if steps > 0 else ())
        case _:
            return False


def _of_the_floor(desk: Desk, numbers: tuple[int, ...]) -> bool:
    """Whether one of these events of the hand was the floor's."""
    return any(one.number in numbers and isinstance(one.event, OF_THE_FLOOR) for one in desk.happened)
