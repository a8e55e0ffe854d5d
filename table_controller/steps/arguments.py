"""What a ruling names beside its option: a seat, a number of seconds, of hands, of rounds."""

from __future__ import annotations

from table_controller.table import Case, Table
from table_controller.vocabulary.events import FloorRuled


def number_named(event: FloorRuled, name: str, most: int) -> int | None:
    """The number that the ruling gives under `name`, at most `most`; None where it names none."""
    text = dict(event.arguments).get(name, "")
    if not (text.isascii() and text.isdigit()):
        return None
    return min(most, int(text)) if len(text) <= len(str(most)) else most


def seat_ruled_on(table: Table, case: Case, event: FloorRuled) -> int | None:
    """The seat that the ruling names, else the one of the case; None where the table has no such seat."""
    seats = table.setup.seats
    seat = number_named(event, "seat", seats + 1)  # one more than there are is no seat
    seat = case.seat if seat is None else seat
    return seat if seat is not None and 1 <= seat <= seats else None
