"""Undo of the last interpretations is the same observations without them, whatever came before."""

from __future__ import annotations

import os
import random

import pytest
from support.any_events import next_event, open_table
from support.counting import counted

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from table_controller.game.engine import lay, step
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import Table
from table_controller.session.recording import take
from table_controller.session.session import handle_input
from table_controller.session.state import Session
from table_controller.session.undo import is_of_the_key_before, may_be_undone
from table_controller.vocabulary.commands import Undo
from table_controller.vocabulary.events import (
    BoardByKey,
    CardIdentified,
    CardRecognised,
    CardsDealtByKey,
    Event,
    HandTabled,
    is_told,
)
from table_controller.vocabulary.views import Refused

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
RUNS = 1000 if SOAK else 100
EVENTS = 200


def _took(session: Session, event: Event, book: Rulebook) -> Session:
    """The session after an event, whatever brought it."""
    return take(session, None, 1.0, (event,), book)[0]


def _without_the_last(base: Table, events: list[Event], k: int, book: Rulebook) -> Table:
    """The hand told again, the last `k` interpretations left where the hands left things."""
    marked = [at for key in _keys(events)[-k:] for at in key]
    seen = {event.told for event in events if isinstance(event, CardRecognised)}
    table, with_it, stay = base, False, set(seen)
    for at, event in enumerate(events):
        left: Event | None
        face = isinstance(event, CardIdentified) and is_told(event.handle)
        with_it = at in marked and isinstance(event, HandTabled | BoardByKey) if not face else with_it
        if isinstance(event, CardIdentified) and face and with_it:  # a face that was keyed with what is undone
            left = event if event.handle in stay else None
        else:
            left = _seen_of(event, seen) if at in marked else event
        if at in marked and isinstance(left, BoardByKey):
            stay |= set(left.cards)
        table = lay(table, event) if left is None else step(table, left, book).table
    return table


def _keys(events: list[Event]) -> list[list[int]]:
    """Where the interpretations are, together those that one key told of."""
    keys = list[list[int]]()
    for at, event in enumerate(events):
        if not may_be_undone(event):
            continue
        if at and is_of_the_key_before(event, events[at - 1]):
            keys[-1].append(at)
        else:
            keys.append([at])
    return keys


def _seen_of(event: Event, seen: set[Handle]) -> Event | None:
    """Cards that a reader has seen are no interpretation, though keys told of them first: they lie there, in order."""
    match event:
        case CardsDealtByKey(cards=cards):
            last = max((at for at, (_, handle) in enumerate(cards, 1) if handle in seen), default=0)
            return replace(event, cards=cards[:last]) if last else None
        case BoardByKey(burned=burned, cards=board):
            last = max((at for at, handle in enumerate(board, 1) if handle in seen), default=0)
            return replace(event, cards=board[:last]) if last or burned in seen else None
        case _:
            return None


def _walk(seed: int) -> int:
    """Undo now and then, on a copy of the session; how often it was."""
    chance, undos = random.Random(seed), 0  # noqa: S311 - seeded, so that a failure is one number
    table, book = open_table(chance)
    session, base, events = Session(table, table), table, list[Event]()
    for _ in range(EVENTS):
        event = next_event(chance, session.table, 0.3)
        before, session = session, _took(session, event, book)
        if len(session.happened) == 1:  # a hand began, or ended: what came before is not told again
            base, events = before.table, []
        events.append(event)
        if chance.random() < 0.1 and session.undoable():
            k = chance.randint(1, 5)
            taken = handle_input(session, Undo(k), 1.0, book)
            assert not isinstance(taken, Refused)
            assert taken[0].table == _without_the_last(base, events, k, book), f"seed {seed}"
            undos += 1
    return undos


def _walks(runs: int) -> int:
    return sum(_walk(seed) for seed in range(runs))


def test_undo_equals_the_observations_without_what_is_undone() -> None:
    undos = _walks(RUNS)
    assert undos > RUNS
    counted(RUNS * EVENTS, "events")


def test_an_undo_that_forgets_where_the_chips_lie_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: chips put forward are gone when their reading is undone."""
    monkeypatch.setattr("table_controller.game.engine.lay", lambda table, _event: table)
    with pytest.raises(AssertionError, match="seed"):
        _walks(20)
