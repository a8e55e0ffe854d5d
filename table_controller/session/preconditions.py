"""What a key was about when it was pressed, held against the table as it is now.

A screen and a panel show what was true a moment ago; meanwhile the other one, or a sensor, may have brought the table
on. A command that says what it was about is refused then, so that nothing is done that nobody meant. One that says
nothing of it (a script's) is taken as it comes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from table_controller.game.next_act import act_on_screen
from table_controller.game.queries import who_acts
from table_controller.game.state.table import Table
from table_controller.projections.findings import finding_views, is_of
from table_controller.session.hand_log import log_of
from table_controller.vocabulary.commands import Command, Done, MarkFold, Rule, Say, Undo
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import NextAct

AIMED: Final = (Done, Say, MarkFold, Rule, Undo)
"""Commands that may say what they are about."""


def is_stale(
    command: Command,
    table: Table,
    happened: tuple[AppliedEvent, ...],
    undone: frozenset[int],
    undoable: Callable[[], tuple[int, ...]],
) -> bool:
    """Whether the table has moved on from what the command was about."""
    match command:
        case Done(act, seat, chips) if act:
            return NextAct(act, seat, chips) != _shown(act_on_screen(table), act)
        case Say(seat=None, turn=turn) | MarkFold(seat=None, turn=turn) if turn:
            return who_acts(table) != turn
        case Rule(option=option, arguments=arguments) if named := dict(arguments).get("case"):
            return not any(
                str(open_case.number) == named and any(one.name == option for one in open_case.finding.options)
                for open_case in table.cases
            )
        case Rule(option=option, case=case) if case:
            return _case_of(option, table, happened, undone) != case
        case Undo(after=after) if after:
            return undoable()[-1:] != (after,)
        case _:
            return False


def _shown(act: NextAct, shown: str) -> NextAct:
    """The next act as a screen shows it: where the disk lets no hand begin it names the floor, and the disk decides."""
    return NextAct("call-floor") if act.code == "new-hand" and shown == "call-floor" else act


def _case_of(option: str, table: Table, happened: tuple[AppliedEvent, ...], undone: frozenset[int]) -> int:
    """The number of the finding that a ruling would be about now, 0 if it is none that is shown."""
    offers = [case for case in table.cases if any(one.name == option for one in case.finding.options)]
    for case in (offers or list(table.cases))[-1:]:
        shown = finding_views(log_of(happened).shown, undone)
        return next((found.number for found in shown if is_of(found, case.finding, still=True)), 0)
    return 0


def is_not_offered(command: Command, table: Table) -> bool:
    """Whether a ruling names a case that is open, and an option that this case does not have."""
    if not isinstance(command, Rule):
        return False
    named = dict(command.arguments).get("case")
    case = next((one for one in table.cases if str(one.number) == named), None)
    return case is not None and all(one.name != command.option for one in case.finding.options)
