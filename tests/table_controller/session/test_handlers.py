"""Each command has its one place: a handler that makes events of it, or the session or the processes beside it."""

from __future__ import annotations

from collections.abc import Collection

from table_controller.session.handlers import HANDLERS
from table_controller.vocabulary.commands import (
    COMMANDS,
    AskHistory,
    Confirm,
    CorrectBet,
    CorrectCard,
    CorrectSeat,
    CorrectStack,
    CorrectWord,
    Explain,
    Leave,
    Pace,
    Preview,
    Redo,
    TellPanel,
    TellPlayed,
    Undo,
)

OF_THE_SESSION = {Undo, Redo, Confirm, CorrectStack, CorrectBet, CorrectCard, CorrectSeat, CorrectWord}
OF_THE_PROCESSES = {Preview, AskHistory, Explain, TellPanel, TellPlayed, Pace, Leave}


def homeless(handled: Collection[type]) -> set[type]:
    """Commands that nobody takes, or that two would."""
    beside = OF_THE_SESSION | OF_THE_PROCESSES
    return (set(COMMANDS.types) - set(handled) - beside) | (set(handled) & beside)


def test_every_command_is_taken_once() -> None:
    assert homeless(HANDLERS) == set()
    assert set(HANDLERS) <= set(COMMANDS.types)


def test_a_command_without_a_handler_and_one_with_two_are_seen() -> None:
    some = next(iter(HANDLERS))
    assert homeless(set(HANDLERS) - {some}) == {some}
    assert homeless({*HANDLERS, Undo}) == {Undo}
