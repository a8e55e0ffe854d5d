"""Calling the floor and muting the buzzer: events like any other, that change nothing of the game."""

from __future__ import annotations

from uuid import UUID

import pytest
from support.one_hand import BOOK, HEADER
from support.robot import Robot

from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.public import public_messages
from table_controller.controller.controller import Controller, fold
from table_controller.game.state.panel import NO_PANEL, Panel, after
from table_controller.journal.journal import MemoryJournal
from table_controller.session.state import new_session
from table_controller.vocabulary.commands import (
    CallFloor,
    Command,
    GivePenalty,
    MarkRiffle,
    MuteBuzzer,
    Rule,
    TellPanel,
    Undo,
)
from table_controller.vocabulary.events import BuzzerMuted, Event, FloorCalled, FloorRuled, Riffled
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import Refused

CALLED, BOTH, MUTED = Panel(floor_called=True), Panel(floor_called=True, muted=True), Panel(muted=True)


def preflop() -> Controller:
    robot = Robot()
    robot.open(dict.fromkeys(range(1, 5), 5000))
    robot.deal()
    session = replace(new_session(), table=robot.table, base=robot.table)
    return Controller(MemoryJournal(HEADER, boot_id=UUID(int=7)), BOOK, session, lambda: 0)


def taken(controller: Controller, *commands: Command) -> list[Record]:
    records = [controller.accept(command, 100.0) for command in commands]
    assert all(isinstance(record, Record) for record in records)
    return [record for record in records if isinstance(record, Record)]


@pytest.mark.parametrize(
    ("before", "event", "then"),
    [
        (NO_PANEL, FloorCalled(calling=True, at_s=1.0), CALLED),
        (MUTED, FloorCalled(calling=True, at_s=1.0), BOTH),
        (CALLED, FloorCalled(calling=True, at_s=1.0), CALLED),
        (CALLED, FloorCalled(calling=False, at_s=1.0), NO_PANEL),
        (BOTH, FloorRuled("warning", (), "floor", "", 1.0), MUTED),
        (CALLED, BuzzerMuted(muted=True, at_s=1.0), BOTH),
        (BOTH, BuzzerMuted(muted=False, at_s=1.0), CALLED),
        (BOTH, Riffled(1.0), CALLED),
    ],
)
def test_the_transitions(before: Panel, event: Event, then: Panel) -> None:
    assert after(before, event) == then


def test_the_game_goes_on_as_if_nothing_had_been_pressed() -> None:
    with_panel, without = preflop(), preflop()
    taken(with_panel, CallFloor(), MuteBuzzer())
    view = with_panel.view(100.0)
    assert (view.floor_called, view.muted) == (True, True)
    plain = without.view(100.0)
    assert replace(view, floor_called=False, muted=False, as_of=plain.as_of) == plain


def test_they_are_journalled_and_come_back_with_the_journal() -> None:
    live = preflop()
    start = live.session
    taken(live, CallFloor(), MuteBuzzer(), GivePenalty(2, 0), Undo())
    assert live.session.table.panel == BOTH  # undo took the warning back, not these
    assert fold(live.journal, BOOK, start).table.panel == BOTH
    taken(live, Rule("warning"), MarkRiffle())
    assert live.session.table.panel == NO_PANEL


def test_whether_there_is_a_panel_is_no_business_of_the_journal() -> None:
    controller = preflop()
    assert isinstance(controller.accept(TellPanel(there=True), 100.0), Refused)
    assert controller.journal.last_sequence == 0


def test_the_room_hears_that_the_floor_is_called_and_not_of_the_buzzer() -> None:
    called, muted, back = taken(preflop(), CallFloor(), MuteBuzzer(), CallFloor(calling=False))
    told = [[(message.type, message.data) for message in public_messages(record)] for record in (called, muted, back)]
    assert told == [[("floor_called", {"calling": True})], [], [("floor_called", {"calling": False})]]
