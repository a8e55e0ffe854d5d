"""One journal record: an input and all that followed from it, so that both are durable or neither.

The controller turns every input (an observation of the bridge, a command of a person) into events,
steps the engine through them, and appends input and consequences as one record before anything is
shown, sent or asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from firmware_bridge.observations import Observation
from firmware_bridge.requests import Request
from table_controller.commands import Command
from table_controller.events import Event
from table_controller.findings import Finding
from table_controller.outcomes import Outcome

Input: TypeAlias = Observation | Command
"""What the controller reacts to."""


@dataclass(frozen=True, slots=True)
class Happening:
    """One event with what the engine made of it.

    `number` counts the events of the journal from 1 without holes: undo names events by it.
    """

    number: int
    event: Event
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    requests: tuple[Request, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """An input at `at_s` (monotonic), the hand it fell in, and what happened, in order.

    `cause` is None for the opening of the table. `live_n` is the number of the last public message before
    this record, so that the public messages of this record are `live_n` + 1, + 2 … (see `broadcast.public`).
    """

    at_s: float
    hand: int
    live_n: int
    cause: Input | None
    happenings: tuple[Happening, ...]
