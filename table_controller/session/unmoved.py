"""Chips that were taken to follow the words while no tray saw them, and lie where they lay once the trays are back.

The note that trays are out of sight (`TraysOutOfSight`) lets chips follow the words from then on; what trays show of it
later is no news. Where all of them are back and nothing has moved, nobody has put these chips in: the hand is told
again without the note, they are owed as before, and the player is waited for. A push that is only late is seen as one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from firmware_bridge.vocabulary.zones import bet_zone, stack_zone
from table_controller.game.state.table import Table
from table_controller.game.state.tray_coverage import ALL_IN_SIGHT
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.session.hand_log import HandLog
from table_controller.vocabulary.events import (
    BetsGathered,
    ChipsMovedByKey,
    ChipsNotMoved,
    ChipsTakenBack,
    PotPushed,
    TraysOutOfSight,
)
from table_controller.vocabulary.outcomes import HandSettled, StreetOpened
from table_controller.vocabulary.record import AppliedEvent

_MOVES_ON: Final = (BetsGathered, ChipsMovedByKey, ChipsTakenBack, PotPushed)
"""By these chips move on, or are told to: what the trays show then is no simple matter of one bet."""


def unmoved(table: Table, flow: ChipFlow, log: HandLog, undone: frozenset[int]) -> tuple[int, ...]:
    """The numbers of the notes since which chips followed the words in vain, oldest first; none where that is not so.

    Nothing is told again across a street: what was bet before it has come in, or is asked about.
    """
    if table.tray_coverage != ALL_IN_SIGHT or not _waits_whole(table, flow) or len(log.tables) != len(log):
        return ()
    notes: list[int] = []
    for before, one in zip(reversed(log.tables), reversed(log), strict=True):
        if _goes_on(one):
            return ()
        if isinstance(one.event, TraysOutOfSight) and one.number not in undone:
            notes.append(one.number)
            if before.tray_coverage == ALL_IN_SIGHT:
                return tuple(sorted(notes)) if notes[-1] not in set(_told_again(log)) else ()
    return ()


def _waits_whole(table: Table, flow: ChipFlow) -> bool:
    """Whether all that keys and words had told, and no tray has shown, are bets of stacks that are seen to be whole."""
    left = dict(flow.told)
    for seat in range(1, table.setup.seats + 1):
        stack, bet = stack_zone(seat), bet_zone(seat)
        if left.get(bet, 0) > 0 and left.get(stack) == -left[bet] and not _is_open(flow, (stack, bet)):
            del left[stack], left[bet]
    return bool(flow.told) and not left


def _is_open(flow: ChipFlow, zones: Sequence[str]) -> bool:
    """Whether one of the zones is out of sight, or something of it is not explained."""
    return any(zone in kept for zone in zones for kept in (flow.unseen, flow.adrift, flow.gaps, flow.dismissed))


def _goes_on(one: AppliedEvent) -> bool:
    """Whether the hand has left the moment at which the chips were due."""
    return isinstance(one.event, _MOVES_ON) or any(isinstance(out, StreetOpened | HandSettled) for out in one.outcomes)


def _told_again(log: HandLog) -> Iterator[int]:
    """The notes that are told otherwise already."""
    return (one.event.number for one in log if isinstance(one.event, ChipsNotMoved))
