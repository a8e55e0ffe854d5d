"""What travels from a display to the controller: a command, and beside it the floor's PIN where it is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

from firmware_bridge.vocabulary.lines import Vocabulary
from table_controller.commands import COMMANDS, Command


@dataclass(frozen=True, slots=True)
class WithPin:
    """A command with the floor's PIN, from a display to the controller's door and no further.

    It is no `Command`: nothing that can be journalled, published or shown has a place for a PIN. `asked` is the command
    as the object of its line.
    """

    pin: str = field(repr=False)
    asked: dict[str, Any]


Sent: TypeAlias = Command | WithPin

SENT: Vocabulary[Sent] = Vocabulary("commands", 1, *COMMANDS.types, WithPin)
"""What a display sends to the controller, with the PIN where it is asked for."""


def with_pin(command: Command, pin: str) -> WithPin:
    """The command as the floor sends it."""
    return WithPin(pin, COMMANDS.to_object(command))


def bare(sent: Sent) -> tuple[Command, str]:
    """The command without its PIN, and the PIN, empty if there was none; LineError for what holds no command."""
    return (COMMANDS.from_object(sent.asked), sent.pin) if isinstance(sent, WithPin) else (sent, "")
