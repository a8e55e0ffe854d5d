"""What the room tells a table stands in its state as long as it holds: hand for hand, a break, what is due."""

from __future__ import annotations

from support.dealt_tables import KeysOnly
from support.planned_hands import BLINDS

from table_controller.broadcast.snapshots import Coming, Room, RoomDue, state_of
from table_controller.vocabulary.commands import AnnounceLevel, Command, MarkRiffle, TellTable
from table_controller.vocabulary.record import Record


def told(table: KeysOnly, *commands: Command) -> Room:
    """What the state says of the room after these commands, a second each."""
    for command in commands:
        assert isinstance(table.take(command), Record)
    return state_of(table.view()).room


def test_hand_for_hand_and_a_break_hold_until_they_are_over() -> None:
    table = KeysOnly()
    assert told(table) == Room(hand_for_hand=False, on_break=False, due=())
    assert told(table, TellTable("bubble"), TellTable("break")) == Room(hand_for_hand=True, on_break=True, due=())
    assert told(table, TellTable("bubble-over"), TellTable("break-over")) == told(KeysOnly())


def test_what_is_due_is_counted_down_until_it_comes() -> None:
    table = KeysOnly()
    assert told(table, TellTable("break-due", 300)).due == (RoomDue("break", 300.0),)
    assert told(table, TellTable("level-due", 120)).due == (RoomDue("level", 120.0), RoomDue("break", 299.0))
    assert told(table, TellTable("break-due", 60)).due == (RoomDue("break", 60.0), RoomDue("level", 119.0))
    assert told(table, AnnounceLevel(100, 200, 0)).due == (RoomDue("break", 59.0),)
    assert told(table, TellTable("break")) == Room(hand_for_hand=False, on_break=True, due=())


def test_a_level_is_due_until_it_is_announced_and_a_break_is_off_when_the_next_hand_begins_after_its_time() -> None:
    table = KeysOnly()
    due = told(table, TellTable("level-due", 0), TellTable("break-due", 1), MarkRiffle()).due
    assert due == (RoomDue("level", 0.0), RoomDue("break", 0.0))
    table = KeysOnly()
    assert told(table, TellTable("level-due", 0), TellTable("break-due", 0), MarkRiffle()).due == (
        RoomDue("level", 0.0),
    )


def test_a_level_after_the_first_sign_of_a_hand_is_shown_for_the_hand_after() -> None:
    """A new dealer sits down between hands: that is the first sign of the next one (TDA 2019, rule 23)."""
    table = KeysOnly()
    told(table, TellTable("new-dealer"), AnnounceLevel(200, 400, 0))
    assert state_of(table.view()).level.coming == Coming(200, 400, 0, hand=2)
    told(table, MarkRiffle())
    level = state_of(table.view()).level
    assert (level.big_blind_chips, level.coming) == (BLINDS[1], Coming(200, 400, 0, hand=2))


def test_a_level_before_it_is_shown_for_the_next_hand() -> None:
    table = KeysOnly()
    told(table, AnnounceLevel(200, 400, 0))
    assert state_of(table.view()).level.coming == Coming(200, 400, 0, hand=1)
    told(table, TellTable("new-dealer"))
    assert state_of(table.view()).level.coming == Coming(200, 400, 0, hand=1)
    told(table, AnnounceLevel(300, 600, 0))
    assert state_of(table.view()).level.coming == Coming(200, 400, 0, hand=1), "the next one first"
    told(table, MarkRiffle())
    level = state_of(table.view()).level
    assert (level.big_blind_chips, level.coming) == (400, Coming(300, 600, 0, hand=2))
