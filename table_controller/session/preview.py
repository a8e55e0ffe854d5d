"""What a screen is shown of a command that it has not given yet: the command on a copy of the session, kept nowhere."""

from __future__ import annotations

from firmware_bridge.vocabulary.lines import LineError
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Step
from table_controller.projections.effects import previewed
from table_controller.projections.undo_summary import acts_of
from table_controller.session.session import handle_input
from table_controller.session.state import Session
from table_controller.vocabulary.commands import COMMANDS, Preview, Redo, Undo
from table_controller.vocabulary.events import Redone, Undone
from table_controller.vocabulary.findings import Fact
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import PreviewView, Refused


def preview_view(session: Session, asked: Preview, at_s: float, book: Rulebook) -> PreviewView | None:
    """What the command that is asked about would change now; None if none is asked about."""
    if not asked.asked:
        return None
    try:
        command = COMMANDS.decode(asked.asked.encode())
    except LineError:
        return PreviewView(asked.asked, "", (), "bad-command")
    code = type(command).__name__
    if isinstance(command, Preview):
        return PreviewView(asked.asked, code, (), "only-shown")
    reaction = handle_input(session, command, at_s, book)
    if isinstance(reaction, Refused):
        return PreviewView(asked.asked, code, (), reaction.reason)
    after, record = reaction
    outcomes = tuple(outcome for one in record.applied_events for outcome in one.outcomes)
    findings = tuple(found for one in record.applied_events for found in one.findings)
    effects = previewed(session.table, Step(after.table, outcomes, findings))
    if isinstance(command, Undo | Redo):  # what is not told any more was not shuffled in
        effects = tuple(effect for effect in effects if effect.code != "shuffled-in")
    return PreviewView(asked.asked, code, effects, acts=_acts(session, after, record))


def _acts(before: Session, after: Session, record: Record) -> tuple[tuple[Fact, ...], ...]:
    """What an undo would take back as it was told before it, what a redo lets stand as it is told then."""
    for one in record.applied_events:
        if isinstance(one.event, Undone):
            return acts_of(before.happened, one.event.numbers)
        if isinstance(one.event, Redone):
            return acts_of(after.happened, one.event.numbers)
    return ()
