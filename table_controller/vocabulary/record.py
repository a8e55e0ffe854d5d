"""One journal record: an input and all that followed from it, so that both are durable or neither.

The controller turns every input (an observation of the bridge, a command of a person) into events,
steps the engine through them, and appends input and consequences as one record before anything is
shown, sent or asked.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.lines import LineError
from firmware_bridge.vocabulary.observations import OBSERVATIONS, KeysReleased, Observation
from firmware_bridge.vocabulary.requests import REQUESTS, KeysTaken, OverrideDelay, Request
from table_controller.vocabulary.commands import COMMANDS, CONSOLE_COMMANDS, Command, FromConsole
from table_controller.vocabulary.events import EVENTS, Event, TimePassed
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import OUTCOMES, Outcome

Input: TypeAlias = Observation | Command | FromConsole | TimePassed
"""What the controller reacts to: what was seen, keyed, asked for by a console, and a deadline that has come."""


class AppliedEvent(Struct, frozen=True):
    """One event with what the engine made of it.

    `number` counts the events of the journal from 1 without holes: undo names events by it. `withdrawn` are earlier
    findings of the hand that a correction has left without ground.
    """

    number: int
    event: Event
    outcomes: tuple[Outcome, ...]
    findings: tuple[Finding, ...]
    requests: tuple[Request, ...]
    withdrawn: tuple[Finding, ...] = ()


class Record(Struct, frozen=True):
    """An input at `at_s` (monotonic), the hand it fell in, and what happened, in order.

    `cause` is None for the opening of the table. `live_n` is the number of the last public message before
    this record, so that the public messages of this record are `live_n` + 1, + 2 … (see `broadcast.public`).
    """

    at_s: float
    hand: int
    live_n: int
    cause: Input | None
    applied_events: tuple[AppliedEvent, ...]


def requests_of(record: Record) -> tuple[Request, ...]:
    """What the controller asks of the bridge once the record is in the journal."""
    asked = tuple(request for applied in record.applied_events for request in applied.requests)
    match record.cause:
        case KeysReleased(deal=deal):
            return (*asked, KeysTaken(deal))
        case FromConsole(asked="", refused="", signed=signed, signature=signature):
            return (*asked, OverrideDelay(signed, signature))
        case _:
            return asked


def encode_record(record: Record) -> bytes:
    """The record as one JSON object: what the journal holds."""
    return msgspec.json.encode(
        {
            "at_s": record.at_s,
            "hand": record.hand,
            "live_n": record.live_n,
            "cause": _cause_object(record.cause),
            "happenings": [_applied_object(applied) for applied in record.applied_events],
        }
    )


def decode_record(payload: bytes) -> Record:
    """The record of a journal entry; raise `LineError` saying what is wrong with it."""
    try:
        fields = msgspec.json.decode(payload)
        return Record(
            fields["at_s"],
            fields["hand"],
            fields["live_n"],
            _cause(fields["cause"]),
            tuple(_applied(applied) for applied in fields["happenings"]),
        )
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError) as problem:
        raise LineError(f"journal record: {type(problem).__name__}: {problem}") from None


def _cause_object(cause: Input | None) -> dict[str, Any] | None:
    if cause is None:
        return None
    if isinstance(cause, TimePassed):
        return EVENTS.to_object(cause)
    if isinstance(cause, FromConsole):
        return CONSOLE_COMMANDS.to_object(cause)
    name = type(cause).__name__
    return OBSERVATIONS.to_object(cause) if name in OBSERVATIONS.names else COMMANDS.to_object(cause)  # type: ignore[arg-type]  # the name decides which half of the union it is


def _cause(fields: dict[str, Any] | None) -> Input | None:
    if fields is None:
        return None
    if fields["is"] == TimePassed.__name__:
        return TimePassed(float(fields["at_s"]))
    if fields["is"] in CONSOLE_COMMANDS.names:
        return CONSOLE_COMMANDS.from_object(fields)
    return OBSERVATIONS.from_object(fields) if fields["is"] in OBSERVATIONS.names else COMMANDS.from_object(fields)


def _applied_object(applied: AppliedEvent) -> dict[str, Any]:
    fields = {
        "number": applied.number,
        "event": EVENTS.to_object(applied.event),
        "outcomes": [OUTCOMES.to_object(outcome) for outcome in applied.outcomes],
        "findings": msgspec.to_builtins(applied.findings),
        "requests": [REQUESTS.to_object(request) for request in applied.requests],
    }
    return {**fields, "withdrawn": msgspec.to_builtins(applied.withdrawn)} if applied.withdrawn else fields


def _applied(fields: dict[str, Any]) -> AppliedEvent:
    return AppliedEvent(
        fields["number"],
        EVENTS.from_object(fields["event"]),
        tuple(OUTCOMES.from_object(outcome) for outcome in fields["outcomes"]),
        tuple(msgspec.convert(finding, Finding) for finding in fields["findings"]),
        tuple(REQUESTS.from_object(request) for request in fields["requests"]),
        tuple(msgspec.convert(finding, Finding) for finding in fields.get("withdrawn", ())),
    )
