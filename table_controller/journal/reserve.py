"""Disk space set aside ahead of the journal, so that a hand that has begun can be finished on a full disk.

Behind the last record there is always room for more than a hand. When the disk is full the room shrinks;
below the low-water mark no new hand may begin, and what is left is for the one under way.
"""

from __future__ import annotations

from typing import Final

from table_controller.journal.storage import StorageFile

LOW_WATER_BYTES: Final = 4 << 20
"""A new hand needs this much: 1,000 events of 4 kB, with the records of what caused them.

Measured on real hands through the simulated hardware: 0.7 kB of journal for an event, at most 60 events a hand.
"""

AHEAD_BYTES: Final = 2 * LOW_WATER_BYTES
"""Set aside behind the last record, while the disk has it."""

REFILL_BYTES: Final = 1 << 20
"""The room is filled up again when it is short of this much."""

RETRY_BYTES: Final = 64 << 10
"""A disk that had no room is asked again after so much more was written."""


class Reserve:
    """The space behind the end of one open file. Asking for it never raises: see `trouble`."""

    def __init__(self, file: StorageFile) -> None:
        self._file = file
        self._until = 0
        self._ask_at = 0
        self._promised = True
        """False where the file system sets nothing aside: then what is free now is all that is known."""
        self._refusal = ""

    def keep(self, end: int, *, now: bool = False) -> None:
        """Fill up the room behind `end` if it is due, or `now`."""
        if not self._promised or self._until - end > AHEAD_BYTES - REFILL_BYTES or (end < self._ask_at and not now):
            return
        self._ask_at = end + RETRY_BYTES
        try:
            self._promised = self._file.reserve(end + AHEAD_BYTES)
        except OSError as problem:
            self._refusal = f"no-reserve reason={problem.strerror}"
        else:
            self._until, self._refusal = end + AHEAD_BYTES, ""

    def left_bytes(self, end: int) -> int:
        """How much more can be written behind `end`, whatever else fills the disk."""
        return max(self._until - end, 0) if self._promised else min(self._free_bytes(), AHEAD_BYTES)

    def room_for_a_hand(self, end: int) -> bool:
        """Whether the room is above the low-water mark, or can be made so now."""
        if self.left_bytes(end) < LOW_WATER_BYTES:
            self.keep(end, now=True)
        return self.left_bytes(end) >= LOW_WATER_BYTES

    def trouble(self, end: int) -> str:
        """Why there is less room than there should be, or soon will be; empty while the disk has enough."""
        free_bytes = self._free_bytes()
        if not self._refusal and free_bytes >= LOW_WATER_BYTES:
            return ""
        return f"{self._refusal or 'disk-full'} free_bytes={free_bytes} reserve_bytes={self.left_bytes(end)}"

    def _free_bytes(self) -> int:
        try:
            return self._file.free_bytes()
        except OSError:
            return 0
