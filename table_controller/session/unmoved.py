"""Chips that were taken to follow the words while no tray saw them, and lie where they lay once the trays are back.

The note that trays are out of sight (`TraysOutOfSight`) lets chips follow the words from then on; what trays show of it
later is no news. Where all of them are back and nothing has moved, nobody has put these chips in: the hand is told
again without the note, they are owed as before, and the player is waited for. A push that is only late is seen as one.

So it is where chips had left the stack before the trays went, and lie nowhere now: what was taken to be his bet is not.
Where just what he owed left it as its bet's tray went, it was a push in the dark (`pushed_in_vain`): that is told again
as none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.zones import Zone, bet_zone, stack_zone, zone_seat
from table_controller.game.state.table import Table
from table_controller.game.state.tray_coverage import ALL_IN_SIGHT
from table_controller.inference.by_the_books import came_nowhere
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.session.hand_log import HandLog
from table_controller.vocabulary.events import (
    BetsGathered,
    ChipsMovedByKey,
    ChipsNotMoved,
    ChipsPushed,
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
    if table.tray_coverage != ALL_IN_SIGHT or len(log.tables) != len(log):
        return ()
    whole, gone = _waits_whole(table, flow), _gone(flow)
    if not whole and not gone:
        return ()
    notes: list[int] = []
    for before, one in zip(reversed(log.tables), reversed(log), strict=True):
        if _goes_on(one):
            return ()
        if isinstance(one.event, TraysOutOfSight) and one.number not in undone:
            notes.append(one.number)
            if before.tray_coverage == ALL_IN_SIGHT:
                in_vain = whole or gone == _followed(before, table)
                return tuple(sorted(notes)) if in_vain and notes[-1] not in set(_told_again(log)) else ()
        elif not whole and isinstance(one.event, ChipsPushed):
            return ()  # his own chips may be among those that are missing
    return ()


def pushed_in_vain(flow: ChipFlow, log: HandLog, undone: frozenset[int]) -> Mapping[Zone, int]:
    """The bets whose chips left the stack as their tray went and have come nowhere, each with its push's number."""
    if not flow.supposed:
        return {}
    open_now = {bet: account for bet, account in flow.supposed.items() if came_nowhere(flow, bet)}
    found: dict[Zone, int] = {}
    known = {*undone, *_told_again(log)}
    for one in reversed(log):
        if _goes_on(one) or len(found) == len(open_now):
            break
        if isinstance(push := one.event, ChipsPushed) and one.number not in known:
            account = open_now.get(bet := bet_zone(push.seat))
            if account is not None and (push.chips, push.began_s) == (account.lost, account.began_s):
                found[bet] = one.number
    return found


def _waits_whole(table: Table, flow: ChipFlow) -> bool:
    """Whether all that keys and words had told, and no tray has shown, are bets of stacks that are seen to be whole."""
    left = dict(flow.told)
    for seat in range(1, table.setup.seats + 1):
        stack, bet = stack_zone(seat), bet_zone(seat)
        if left.get(bet, 0) > 0 and left.get(stack) == -left[bet] and not _is_open(flow, (stack, bet)):
            del left[stack], left[bet]
    return bool(flow.told) and not left


def _gone(flow: ChipFlow) -> dict[int, int]:
    """What each bet lacks whose stack was seen to lose chips, if that is all that is open: none have come anywhere."""
    accounts = [account for kept in (flow.adrift, flow.gaps, flow.dismissed) for account in kept.values()]
    if flow.told or flow.unseen or any(account.gained for account in accounts):
        return {}
    lacks: dict[int, int] = {}
    for zone, account in flow.gaps.items():
        seat = zone_seat(zone)
        if seat is None or zone != bet_zone(seat) or stack_zone(seat) not in flow.adrift:
            return {}
        lacks[seat] = total_chips(account.lost)
    return lacks


def _followed(before: Table, after: Table) -> dict[int, int]:
    """By how much each bet grew between two moments, where it did."""
    bets = zip(before.chips.bets, after.chips.bets, strict=True)
    grown = ((seat, total_chips(now) - total_chips(was)) for seat, (was, now) in enumerate(bets, 1))
    return {seat: value for seat, value in grown if value}


def _is_open(flow: ChipFlow, zones: Sequence[str]) -> bool:
    """Whether one of the zones is out of sight, or something of it is not explained."""
    return any(zone in kept for zone in zones for kept in (flow.unseen, flow.adrift, flow.gaps, flow.dismissed))


def _goes_on(one: AppliedEvent) -> bool:
    """Whether the hand has left the moment at which the chips were due."""
    return isinstance(one.event, _MOVES_ON) or any(isinstance(out, StreetOpened | HandSettled) for out in one.outcomes)


def _told_again(log: HandLog) -> Iterator[int]:
    """The notes that are told otherwise already."""
    return (one.event.number for one in log if isinstance(one.event, ChipsNotMoved))
