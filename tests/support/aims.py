"""Commands without what they say they are about, for tests of what is keyed and not of when."""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import Command, Done, MarkFold, Rule, Say, Sent, Undo


def aimless(command: Sent | None) -> Command | Sent | None:
    """The command as a script gives it."""
    match command:
        case Say() | MarkFold():
            return replace(command, turn=0)
        case Rule():
            return replace(command, case=0)
        case Undo():
            return replace(command, after=0)
        case Done():
            return Done()
        case _:
            return command
