"""Stacks that are counted at other times than a hand's end.

Between hands: those out of sight as the hand was put away, once their trays are back. A chip that is lost and a player
who has none left are known before the next hand begins, not after it; and where the missing chips are put back, nobody
has to say so. While a hand goes on: those that cannot pay what their seats owe, or have got a part of what is due.
"""

from __future__ import annotations

from collections.abc import Iterable

from table_controller.game.rules.table.chip_handling import differences, is_count, is_of_a_debt
from table_controller.game.state.hand import IDLE
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Table
from table_controller.game.steps.table.chip_counts import owed_in_vain
from table_controller.inference.by_the_books import brought_in_part
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.doubt import PATIENCE_S
from table_controller.inference.tray_counts import at_rest_s, stacks_at_rest, stacks_in_sight
from table_controller.session.state import Session
from table_controller.vocabulary.events import Event, HandPutAway, TraysCounted
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


def debts_due_s(session: Session) -> float | None:
    """When stacks are to be counted that cannot pay what their seats owe, or can again; None if all can."""
    return min((due_s for _, due_s in _debts(session)), default=None)


def in_part_due_s(session: Session) -> float | None:
    """When a stack that has got a part of what it is to be brought is counted; None if there is none."""
    parts = brought_in_part(session.table, session.inference.flow) if session.table.recount else ()
    return min((account.at_s + PATIENCE_S for _, account in parts), default=None)


def _debts(session: Session) -> tuple[tuple[tuple[int, int], float], ...]:
    """Those stacks, each with when it is counted: what is missing may be on its way, what has come is there at once."""
    table, flow = session.table, session.inference.flow
    if not any(map(owes_chips, table.ledger)) and not any(map(is_of_a_debt, table.cases)):
        return ()
    rest_s = at_rest_s(flow)
    found = owed_in_vain(table, stacks_in_sight(flow))
    return tuple(((seat, lies), 0.0 if owes_chips(table.ledger[seat - 1]) <= lies else rest_s) for seat, lies in found)


def debts_counted(session: Session, at_s: float) -> tuple[Event, ...]:
    """The count of those stacks, once it is due."""
    debts = tuple(stack for stack, due_s in _debts(session) if due_s <= at_s)
    return (TraysCounted(debts, None, at_s),) if debts else ()
