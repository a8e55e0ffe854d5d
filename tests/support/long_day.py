"""A long day at the table: a few real hands again and again, through a real controller into a journal."""

from __future__ import annotations

from typing import Any

from support.one_hand import BOOK, entries_of

from firmware_bridge.vocabulary.observations import DeckRiffled
from firmware_bridge.vocabulary.values import replace
from table_controller.controller.controller import Controller
from table_controller.controller.snapshots import SnapshotKeeper
from table_controller.journal.journal import Log
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Input, Record, decode_record

HANDS = 5
"""So many are played through the simulated hardware; the second to the fourth are then repeated."""


def causes() -> tuple[TableOpened, list[tuple[Input, float]], list[int]]:
    """The opening, every input with its time, and the places of the riffles."""
    records = [decode_record(entry.payload) for entry in entries_of(HANDS)]
    (opened,) = (applied.event for applied in records[0].applied_events)
    assert isinstance(opened, TableOpened)
    inputs = [(record.cause, record.at_s) for record in records[1:] if record.cause is not None]
    return opened, inputs, [at for at, (cause, _) in enumerate(inputs) if isinstance(cause, DeckRiffled)]


def later(cause: Input, by_s: float) -> Input:
    """The same input some seconds later."""
    moved: dict[str, Any] = {
        name: getattr(cause, name) + by_s
        for name in cause.__struct_fields__
        if name.endswith("_s") and isinstance(getattr(cause, name), float)
    }
    return replace(cause, **moved)


def play_a_day(journal: Log, events: int, keeper: SnapshotKeeper | None = None) -> Controller:
    """Play until the journal holds so many events."""
    opened, inputs, riffles = causes()
    controller = Controller.begin(journal, BOOK, opened, lambda: 0)
    again = inputs[riffles[1] : riffles[4]]
    by_s, length_s = 0.0, inputs[riffles[4]][1] - again[0][1]
    todo = inputs[: riffles[4]]
    while controller.session.events < events:
        for cause, at_s in todo:
            record = controller.accept(later(cause, by_s), at_s + by_s)
            if isinstance(record, Record) and keeper is not None:
                keeper.offer(controller.session, record)
            if controller.session.events >= events:
                break
        by_s, todo = by_s + length_s, again
    return controller
