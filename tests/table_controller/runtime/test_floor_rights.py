"""What the floor alone may ask for, by what it would do: corrections that void a ruling, chips and seats by word."""

from __future__ import annotations

from support.one_hand import UNDERCALL, controller_after

from table_controller.controller.floor_rights import needs_pin
from table_controller.session.session import handle_input
from table_controller.vocabulary.commands import CorrectSeat, FoundChips, Rule, SeatPlayer, Undo, UnseatPlayer
from table_controller.vocabulary.views import Refused


def test_a_correction_that_voids_a_ruling_is_a_ruling() -> None:
    table = controller_after(UNDERCALL)
    moved = CorrectSeat(3, 1)
    assert not needs_pin(moved, table.session, table.book), "what the sensors read of a seat is the dealer's"
    table.accept(Rule("take-back"), 1000.0)
    record = handle_input(table.session, moved, 1001.0, table.book)
    assert not isinstance(record, Refused)
    assert [getattr(one.event, "moot", ()) for one in record[1].applied_events] != [()], (
        "the ruling loses its case by it"
    )
    assert needs_pin(moved, table.session, table.book)
    table.accept(moved, 1001.0)
    assert needs_pin(Undo(), table.session, table.book), "and would have it again"


def test_chips_that_were_found_are_taken_back_by_the_floor() -> None:
    table = controller_after(UNDERCALL)
    before = table.view(0.0).seats[1].stack_chips
    table.accept(FoundChips(2, ((100, 3),)), 1000.0)
    assert table.view(0.0).seats[1].stack_chips == before + 300
    assert needs_pin(Undo(), table.session, table.book)
    table.accept(Undo(), 1001.0)
    assert table.view(0.0).seats[1].stack_chips == before


def test_between_hands_nobody_sits_leaves_or_moves_without_the_floor() -> None:
    table = controller_after("")
    assert table.session.table.hand.phase == "idle"
    for command in (CorrectSeat(3, 1), SeatPlayer(3, "Late", 5000), UnseatPlayer(2), FoundChips(2, ((100, 1),))):
        assert needs_pin(command, table.session, table.book), command
