"""What one card zone knows of the tags that it lists: since when, when last read, how often missed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Protocol

NEVER: Final = float("-inf")

STEADY_S: Final = 1.0
"""A reader that goes out of sight again within so long comes and goes: a loose plug, a jammed antenna."""


class Seen(Protocol):
    """One tag that a zone lists."""

    @property
    def tag(self) -> bytes:
        """Its id."""

    @property
    def after_s(self) -> float:
        """When the last scan without it was."""

    @property
    def by_s(self) -> float:
        """When the first scan with it was."""

    @property
    def unread_scans(self) -> int:
        """How many scans in a row have missed it since it was last read."""


class Read:
    """What one zone knows of one tag: here since `by_s`, last read at `read_s`, missed `unread` times by its list."""

    __slots__ = ("after_s", "by_s", "read_s", "unread")

    def __init__(self, after_s: float, by_s: float, read_s: float, unread: int) -> None:
        self.after_s, self.by_s, self.read_s, self.unread = after_s, by_s, read_s, unread


class ZoneReads:
    """One card zone: its last list, and its reads by tag, also of home tags that are no longer listed.

    `at_s` is when it last told a list, `lost_s` when it last did before it went out of sight, `shown_s` when it came
    into sight. Of a reader that comes and goes every moment, `lost_s` is when that began. `held` is, by tag, when it
    last read what it listed as it went out of sight; empty while it is in sight.
    """

    __slots__ = ("at_s", "calm", "held", "listed", "lost_s", "period_s", "reads", "shown_s", "unsteady", "visible")

    def __init__(self) -> None:
        self.at_s = 0.0
        self.lost_s = 0.0
        self.shown_s = 0.0
        self.unsteady = False  # it went out of sight again soon after it had come back
        self.period_s = 0.1
        self.listed: tuple[bytes, ...] = ()
        self.reads: dict[bytes, Read] = {}
        self.held: dict[bytes, float] = {}
        self.calm = False  # every tag listed is read and at home: the same list again changes nothing
        self.visible = False

    def read_s(self, tag: bytes) -> float:
        """When `tag` was last read here, as far as is known."""
        read = self.reads.get(tag)
        if read is None:
            return NEVER
        return self.at_s if self.calm else read.read_s

    def show(self) -> None:
        """It comes into sight with the list that it just took."""
        self.visible, self.shown_s = True, self.at_s
        self.held.clear()

    def lose(self) -> None:
        """It goes out of sight: what it listed counts no more."""
        if self.visible:
            self.unsteady = self.lost_s > 0.0 and not self._steady
            self.lost_s = self.lost_s if self.unsteady else self.at_s
            self.held = {tag: self.read_s(tag) for tag in self.reads}
        self.visible = self.calm = False
        self.listed = ()
        self.reads.clear()

    @property
    def _steady(self) -> bool:
        """Whether it has been in sight for long enough to be believed about what does not lie there."""
        return self.at_s - self.shown_s >= STEADY_S

    def came_after_s(self, tag: bytes) -> float:
        """After which moment `tag`, which it lists, came here.

        A node that has just started knows of no scan without it: the last list before the zone was lost had none. A
        reader that comes and goes may have missed it in between, unless it had read something else by then.
        """
        read = self.reads[tag]
        lost_s = min(self.lost_s, read.by_s)
        reads_well = any(other.by_s <= read.after_s for other in self.reads.values())
        return lost_s if self.unsteady and not (self._steady or reads_well) else max(read.after_s, lost_s)

    def reads_now(self, tag: bytes, most_unread: int) -> bool:
        """Whether `tag` is listed with at most so many misses."""
        return tag in self.listed and self.reads[tag].unread <= most_unread

    def take(self, seen: Sequence[Seen], period_s: float, at_s: float) -> dict[bytes, Read]:
        """Take a new list; answer the reads before it."""
        before = self.reads
        if self.calm:  # lists like the last one were passed over
            for read in before.values():
                read.read_s = self.at_s
        self.period_s, self.at_s, self.calm = period_s, at_s, False
        self.listed = tuple([one.tag for one in seen])
        self.reads = {one.tag: _fresh(before.get(one.tag), one, period_s, at_s) for one in seen}
        return before


def _fresh(before: Read | None, one: Seen, period_s: float, at_s: float) -> Read:
    unread = one.unread_scans
    read_s = max(one.by_s, at_s - unread * period_s)
    if before is not None and abs(before.by_s - one.by_s) < 0.5 * period_s:  # the same stay, in a corrected clock
        # A count that stands still was not read anew: the node set it when it last looked.
        read_s = before.read_s if unread and unread == before.unread else max(before.read_s, read_s)
    return Read(one.after_s, one.by_s, read_s, unread)
