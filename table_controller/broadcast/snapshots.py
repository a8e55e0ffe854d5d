"""The retained pictures: the whole table (`state`), whether it is there (`avail`), how it does (`health`).

`state` is an allow-list of the view: prompts to the dealer stay inside, because they may name a card by
its handle, and node trouble belongs to `health`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from table_controller.broadcast.envelope import STREAM, Identity, Moment, seal
from table_controller.broadcast.public import PublicMessage
from table_controller.vocabulary.findings import Fact
from table_controller.vocabulary.views import ActionView, NextAct, NodeView, PotView, SeatView, TableView


class OpenFinding(Struct, frozen=True):
    """A finding that still stands open."""

    topic: str
    seat: int | None
    book: str
    rule: str
    facts: tuple[Fact, ...]
    options: tuple[str, ...]


class State(Struct, frozen=True):
    """The whole table as the public may see it; includes every event up to number `as_of`."""

    as_of: int
    hand: int
    street: str
    variant: str
    rulebook: str
    small_blind_chips: int
    big_blind_chips: int
    ante_chips: int
    denominations: tuple[int, ...]
    button: int | None
    small_blind: int | None
    big_blind: int | None
    seats: tuple[SeatView, ...]
    board: tuple[Card, ...]
    board_count: int
    pots: tuple[PotView, ...]
    pot_chips: int
    action: ActionView | None
    next: NextAct
    findings: tuple[OpenFinding, ...]


class Avail(Struct, frozen=True):
    """``ready``, or ``lost`` by last will; `conn` grows with every connection, so a late will is known as old."""

    state: Literal["ready", "lost"]
    conn: int


class Health(Struct, frozen=True):
    """The hardware's nodes, the outbox, and further named facts of the controller."""

    nodes: tuple[NodeView, ...]
    backlog: int
    marked_n: int
    conn: int
    facts: tuple[Fact, ...]


def state_of(view: TableView) -> State:
    """The public part of a view."""
    return State(
        view.as_of,
        view.hand,
        view.street,
        view.variant,
        view.rulebook,
        view.small_blind_chips,
        view.big_blind_chips,
        view.ante_chips,
        view.denominations,
        view.button,
        view.small_blind,
        view.big_blind,
        view.seats,
        view.board,
        view.board_count,
        view.pots,
        view.pot_chips,
        view.action,
        view.next,
        tuple(
            OpenFinding(
                found.topic,
                found.seat,
                found.cite.book,
                found.cite.ref,
                tuple((name, value) for name, value in found.facts if "handle" not in name),
                found.options,
            )
            for found in view.findings
            if found.open
        ),
    )


def seal_state(who: Identity, view: TableView, moment: Moment) -> bytes:
    """The `state` message."""
    message = PublicMessage("state", msgspec.to_builtins(state_of(view)))
    more = {"stream": STREAM, "hand": view.hand}
    return seal(who, message, f"state:{view.as_of}:{moment.mono_ns}", moment, more)


def seal_avail(who: Identity, avail: Avail, moment: Moment) -> bytes:
    """The `avail` message, or the will."""
    message = PublicMessage("avail", msgspec.to_builtins(avail))
    return seal(who, message, f"avail:{avail.conn}:{avail.state}:{moment.mono_ns}", moment, {})


def seal_health(who: Identity, health: Health, moment: Moment) -> bytes:
    """The `health` message."""
    message = PublicMessage("health", msgspec.to_builtins(health))
    return seal(who, message, f"health:{moment.mono_ns}", moment, {})


def facts_of(named: Mapping[str, int | str]) -> tuple[Fact, ...]:
    """Named facts in a stable order."""
    return tuple(sorted(named.items()))
