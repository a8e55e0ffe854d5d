"""What happened in the hand under way, with what undo, views and keys ask of it at every step.

A hand may grow to hundreds of events. What is asked of all of them is kept while it grows, so that a word, a view and
an undo cost the same in a long hand as in a short one: the old table before each event above all, which costs next to
nothing, for states share what they have in common. A log is what happened and nothing more: it is equal to, and
written as, the tuple of its applied events.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final, Self

from table_controller.game.state.table import Table
from table_controller.projections.findings import goes_on
from table_controller.session.replay import is_retelling
from table_controller.session.undo import is_of_the_key_before, may_be_undone
from table_controller.vocabulary.events import (
    AllInButtonPlaced,
    CardRecognised,
    ChipsMovedByKey,
    FloorRuled,
    PlayerLeft,
    PlayerSat,
    PuckPlaced,
    StrangeCardFound,
    TraysOutOfSight,
)
from table_controller.vocabulary.record import AppliedEvent

_CLOSES: Final = frozenset({FloorRuled, AllInButtonPlaced, PlayerLeft, PlayerSat, PuckPlaced})
_MOVES_UNSEEN: Final = frozenset({ChipsMovedByKey, TraysOutOfSight})


class HandLog(tuple[AppliedEvent, ...]):  # noqa: SLOT001 - a tuple has no slots for what is kept of it
    """Happenings, oldest first."""

    tables: tuple[Table, ...] = ()
    """The table before each of them; fewer than there are applied events where a hand came from elsewhere."""
    undoable: tuple[int, ...] = ()
    """Numbers of the events that may be taken back, undone or not."""
    shown: tuple[AppliedEvent, ...] = ()
    """Those with findings, and those that close findings."""
    findings: int = 0
    """How many findings there were."""
    closes: bool = False
    """Whether one may have closed findings of others: a ruling, a button put down."""
    strange: tuple[AppliedEvent, ...] = ()
    """Those in which a card was found that cannot be in play."""
    went_on: tuple[int, ...] = ()
    """Numbers of the events by which play went on, undone or not: an act, a street, the end of the hand."""
    tells_anew: bool = False
    """Whether one tells an earlier one otherwise, or a card that was told of was seen."""
    moves_unseen: bool = False
    """Whether one may have moved chips that no tray was seen to move."""

    @classmethod
    def of(cls, happened: Iterable[AppliedEvent], tables: tuple[Table, ...] = ()) -> Self:
        """The log of these, and of the tables before each of them where those are known."""
        log = cls(happened)
        log.tables = tables
        log.undoable = tuple(
            one.number for at, one in enumerate(log) if _is_keyed_anew(one, log[at - 1] if at else None)
        )
        log.shown = tuple(one for one in log if _is_shown(one))
        log.findings = _findings(log.shown)
        log.closes = any(type(one.event) in _CLOSES for one in log.shown)
        log.strange = tuple(one for one in log if isinstance(one.event, StrangeCardFound))
        log.went_on = _goes_on(log)
        log.tells_anew = any(map(_tells_anew, log))
        log.moves_unseen = any(type(one.event) in _MOVES_UNSEEN for one in log)
        return log

    def and_then(self, applied: AppliedEvent, before: Table) -> Self:
        """The log with one more, that came at the table `before`."""
        event, log = applied.event, type(self)(self + (applied,))  # noqa: RUF005 - one copy of a long tuple, not two
        log.tables = self.tables + (before,) if len(self.tables) == len(self) else self.tables  # noqa: RUF005 - the same
        begun = _is_keyed_anew(applied, self[-1] if self else None)
        log.undoable = (*self.undoable, applied.number) if begun else self.undoable
        log.shown = (*self.shown, applied) if _is_shown(applied) else self.shown
        log.findings = self.findings + len(applied.findings)
        log.closes = self.closes or type(event) in _CLOSES
        log.strange = (*self.strange, applied) if type(event) is StrangeCardFound else self.strange
        log.went_on = (*self.went_on, *_goes_on((applied,)))
        log.tells_anew = self.tells_anew or _tells_anew(applied)
        log.moves_unseen = self.moves_unseen or type(event) in _MOVES_UNSEEN
        return log

    def told_anew(self, first: int, rest: Sequence[AppliedEvent], tables: Sequence[Table]) -> Self:
        """The log of the first so many, then the rest as it is told now: the same events at these tables."""
        log = type(self)((*self[:first], *rest))
        log.tables, log.undoable, log.closes = (*self.tables[:first], *tables), self.undoable, self.closes
        kept = bisect_left(self.shown, rest[0].number, key=_number) if rest else len(self.shown)
        dropped, anew = self.shown[kept:], tuple([one for one in rest if _is_shown(one)])
        log.shown = (*self.shown[:kept], *anew) if dropped or anew else self.shown
        log.findings = self.findings - _findings(dropped) + _findings(anew)
        stays = bisect_left(self.strange, rest[0].number, key=_number) if rest else len(self.strange)
        log.strange = (*self.strange[:stays], *(one for one in rest if type(one.event) is StrangeCardFound))
        gone_on = bisect_left(self.went_on, rest[0].number) if rest else len(self.went_on)
        log.went_on = (*self.went_on[:gone_on], *_goes_on(rest))
        log.tells_anew, log.moves_unseen = self.tells_anew, self.moves_unseen
        return log

    def latest(self, count: int) -> tuple[tuple[AppliedEvent, ...], int]:
        """Those that the last `count` findings are of, and how many findings there were before them.

        All of them, where what came later may have closed what came before.
        """
        if self.closes:
            return self.shown, 0
        last = self.shown[-count:]
        return last, self.findings - _findings(last)

    def at(self, number: int) -> int:
        """The place of the event of that number; raise ValueError if it is none of this hand."""
        place = number - self[0].number if self else -1
        if not 0 <= place < len(self) or self[place].number != number:
            raise ValueError(f"event {number} is none of this hand")
        return place

    def parting(self, before: frozenset[int], now: frozenset[int]) -> int:
        """How many events are told alike, be `before` undone or `now`; 0 where only a whole fold can say."""
        changed = before ^ now
        if not changed or self.tells_anew or len(self.tables) != len(self):
            return 0
        return self.at(min(changed))


NOTHING: Final = HandLog()
"""Nothing has happened since the riffle."""


def log_of(happened: tuple[AppliedEvent, ...]) -> HandLog:
    """The log of what happened, where it is not one already."""
    return happened if isinstance(happened, HandLog) else HandLog.of(happened)


def _findings(happened: Iterable[AppliedEvent]) -> int:
    return sum([len(one.findings) for one in happened])


def _goes_on(happened: Iterable[AppliedEvent]) -> tuple[int, ...]:
    return tuple([one.number for one in happened if goes_on(one)])


def _is_keyed_anew(applied: AppliedEvent, before: AppliedEvent | None) -> bool:
    """Whether it may be taken back, and is not taken back with the one before it."""
    if not may_be_undone(applied.event):
        return False
    return before is None or not is_of_the_key_before(applied.event, before.event)


def _number(applied: AppliedEvent) -> int:
    return applied.number


def _is_shown(applied: AppliedEvent) -> bool:
    return bool(applied.findings) or type(applied.event) in _CLOSES


def _tells_anew(applied: AppliedEvent) -> bool:
    return isinstance(applied.event, CardRecognised) or is_retelling(applied.event)
