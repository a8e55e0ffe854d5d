"""The pure heart of the controller: an input comes, a record of all that follows from it goes out.

    observation ─▶ inference ─▶ events ─▶ engine.step ─▶ outcomes, findings, requests
    command ─────▶ handlers ──▶   "

`handle_input` does no I/O and reads no clock. Folding the same inputs gives the same session, byte for byte, which is
what recovery, replay, undo and bug reports rest on.

What people ask for goes to `commanded`, what sensors tell and time to `sensed`; both end in `recording`, where the
engine is stepped, or in `told_anew`, where the hand is folded again from its riffle.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.inference.stacks_seen import doubtful, is_as_it_was
from table_controller.session.commanded import chips_put_back, commanded
from table_controller.session.consoles import came_to_nothing, not_now, with_heard
from table_controller.session.preconditions import AIMED, is_not_offered, is_stale
from table_controller.session.recording import take
from table_controller.session.sensed import noticed
from table_controller.session.state import Session
from table_controller.vocabulary.commands import (
    COMMANDS,
    AskHistory,
    Command,
    Done,
    Explain,
    FromConsole,
    Leave,
    Pace,
    Preview,
    TellPlayed,
)
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Input, Record
from table_controller.vocabulary.views import Refused

_NO_INPUT: Final[Mapping[type[Input], str]] = {
    **dict.fromkeys((Pace, Leave, TellPlayed), "not-simulated"),
    **dict.fromkeys((Preview, AskHistory, Explain), "only-shown"),
}
"""Commands that are no news for the table, each with why it is refused."""


def open_table(session: Session, opened: TableOpened, book: Rulebook) -> tuple[Session, Record]:
    """Set the table up: the first record of a journal."""
    now, record = take(session, None, opened.at_s, (opened,), book)
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
    if isinstance(cause, Done) and (back := chips_put_back(session, cause, at_s)) is not None:
        return take(back[0], cause, at_s, back[1], book)
    if isinstance(cause, AIMED) and is_stale(cause, session.table, session.happened, session.undone, session.undoable):
        return Refused("stale")
    if (why := _NO_INPUT.get(type(cause))) is not None:
        return Refused(why)
    return commanded(session, cause, at_s, book) if isinstance(cause, Command) else noticed(session, cause, at_s, book)


def _from_console(
    session: Session, cause: FromConsole, at_s: float, book: Rulebook
) -> tuple[Session, Record] | Refused:
    """What a console asks for, as if it were keyed here; one that was refused is only written down."""
    if cause.refused:
        return take(session, cause, at_s, (), book)
    if why := not_now(session.consoles, cause, session.live_n):
        return Refused(why)
    heard = replace(session, consoles=with_heard(session.consoles, cause))
    if not cause.asked:
        return take(heard, cause, at_s, (), book)
    asked = COMMANDS.decode(cause.asked.encode())
    done = Refused("no-such-option") if is_not_offered(asked, session.table) else _handled(heard, asked, at_s, book)
    if isinstance(done, Refused):
        return done
    now, record = done
    why = came_to_nothing(record)
    return Refused(why) if why else (now, replace(record, cause=cause))
