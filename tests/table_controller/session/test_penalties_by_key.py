"""A penalty is keyed for somebody who can serve it."""

from __future__ import annotations

from support.sensed_session import SensedSession

from table_controller.vocabulary.commands import CorrectStack, GivePenalty
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import Refused


def test_who_has_no_chips_left_and_an_empty_seat_get_none() -> None:
    table = SensedSession().open()
    table.took(CorrectStack(3, ()))
    assert table.take(GivePenalty(3, 2)) == Refused("seat-busted seat=3")
    assert table.take(GivePenalty(3, 0)) == Refused("seat-busted seat=3"), "nor a warning"
    assert table.take(GivePenalty(4, 2)) == Refused("seat-empty seat=4")
    assert isinstance(table.take(GivePenalty(2, 2)), Record)
