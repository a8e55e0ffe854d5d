"""Stacks that are counted between hands: those out of sight as the hand was put away, once their trays are back.

A chip that is lost and a player who has none left are known before the next hand begins, not after it. Where the
missing chips are put back, nobody has to say so.
"""

from __future__ import annotations

from collections.abc import Iterable

from table_controller.game.rules.table.chip_handling import differences, is_count
from table_controller.game.state.hand import IDLE
from table_controller.game.state.table import Table
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.tray_counts import stacks_at_rest
from table_controller.vocabulary.events import HandPutAway, TraysCounted
from table_controller.vocabulary.record import AppliedEvent


def seats_counted(happened: Iterable[AppliedEvent]) -> frozenset[int]:
    """The seats whose stacks these counts are of."""
    counts = (one.event for one in happened if isinstance(one.event, TraysCounted))
    return frozenset(seat for count in counts for seat, _ in count.stacks)


def counted_late(
    table: Table, flow: ChipFlow, happened: tuple[AppliedEvent, ...], counted: frozenset[int], at_s: float
) -> tuple[TraysCounted, ...]:
    """The count of stacks that were not `counted` as the hand was put away, as far as they are seen to lie still.

    What was told to come to one, or to go, and its tray has not shown yet, is waited for.
    """
    if table.hand.phase != IDLE or not happened or not isinstance(happened[0].event, HandPutAway):
        return ()
    stacks, known = stacks_at_rest(flow), counted | seats_counted(happened)
    seats = (player.seat for player in table.players if player is not None)
    late = tuple([(seat, stacks[seat]) for seat in seats if seat in stacks and seat not in known])
    return (TraysCounted(late, None, at_s),) if late else ()


def counted_again(table: Table, flow: ChipFlow, at_s: float) -> tuple[TraysCounted, ...]:
    """The count of stacks that an open case is about, and that lie still now and are not what they were then."""
    if table.hand.phase != IDLE:
        return ()
    stacks = stacks_at_rest(flow)
    then = {seat: counted for case in table.cases if is_count(case) for seat, _, counted in differences(case)}
    now = tuple([(seat, stacks[seat]) for seat in sorted(then) if stacks.get(seat, then[seat]) != then[seat]])
    return (TraysCounted(now, None, at_s),) if now else ()
