"""Whose chips no tray sees: a frozen note of the table, kept by the word of the shell that knows the trays."""

from __future__ import annotations

from msgspec import Struct


class TrayCoverage(Struct, frozen=True):
    """Seats of which neither stack nor bet is in sight, or one of them never was; whether the pot is out of sight."""

    seats: tuple[int, ...] = ()
    pot: bool = False


ALL_IN_SIGHT = TrayCoverage()
