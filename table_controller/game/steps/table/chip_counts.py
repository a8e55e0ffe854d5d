"""The count at a hand's end: what trays hold beside what the ledger believes; and stacks that are about to change.

A seat is on the list of `recount` while its stack is to be exchanged, filled or cut: chips that then come or go there
are no difference once the stack holds what the ledger says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import behind_chips
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table import chip_handling, rebuys
from table_controller.game.state import chip_custody
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.ledger import owes_chips, put
from table_controller.game.state.table import Case, Change, Table
from table_controller.vocabulary.events import Declared, TraysCounted


def expects(table: Table, *seats: int) -> Table:
    """The table while these stacks are to be brought to what the ledger says."""
    return replace(table, recount=tuple(sorted({*table.recount, *seats})))


def taken_off(table: Table, seat: int, chips: int) -> Table:
    """Chips of a stack leave the game, as far as it has them; those that come back to it are among them."""
    money = table.ledger[seat - 1]
    left = replace(money, stack_chips=max(0, money.stack_chips - max(0, chips)))
    cut = replace(table, ledger=put(table.ledger, seat, left))
    if behind_chips(cut, seat) < 0:  # part of it lies in front: what no act explains goes back first
        cut = replace(cut, ledger=put(cut.ledger, seat, replace(left, loose_chips=0)))
    return expects(cut, seat)


def missing_goes_with_him(table: Table, seat: int) -> Table:
    """The table as a player goes: chips that are gone from his stack already go with him, and are missing no more.

    Those of a bet that he still owes stay: the floor says what becomes of them.
    """
    money, board = table.ledger[seat - 1], table.chips
    missing = min(money.stack_chips, behind_chips(table, seat) - board.stacks[seat - 1])
    if missing <= 0:
        return table
    left = replace(money, stack_chips=money.stack_chips - missing)
    board = replace(board, brought_chips=board.brought_chips - missing, found_chips=board.found_chips + missing)
    return replace(table, ledger=put(table.ledger, seat, left), chips=board)


def on_trays_counted(table: Table, event: TraysCounted, book: Rulebook) -> Change:
    """A hand is over and its chips lie still: a difference is a case, and the case of the count before is closed.

    A stack that waits for its own recount is left out, and so is one whose player goes. Before the end it matters
    only whether a stack can pay what it owes. Once the hand is put away, stacks are counted that were left out then.
    """
    if table.hand.phase not in (SETTLED, IDLE) or _is_of_debts(table, event):
        return _debts(table, event, book)
    if table.hand.phase == IDLE:
        return _late(table, event, book)
    pairs = [(seat, _expected(table, seat, counted), counted) for seat, counted in _seated(table, event)]
    differences = [pair for pair in pairs if pair[1] != pair[2]]
    seated = sum(player is not None for player in table.players)
    sums = None
    if event.middle_chips is not None and len(pairs) == seated:
        believed = sum(money.stack_chips for money in table.ledger) + sum(chips for _, chips in table.aside)
        sums = (believed, sum(pair[2] for pair in pairs) + event.middle_chips)
    table = _lies_there(_as_expected(table, event), pairs)
    counted = replace(table, cases=tuple(case for case in table.cases if not chip_handling.is_count(case)))
    return Change(counted, findings=chip_handling.miscounted(differences, sums, book))


def _late(table: Table, event: TraysCounted, book: Rulebook) -> Change:
    """What stacks differ that are counted after the others, or again: one case with those that differ still."""
    pairs = [(seat, behind_chips(table, seat), counted) for seat, counted in _seated(table, event)]
    more = [pair for pair in pairs if pair[1] != pair[2]]
    table = _lies_there(_as_expected(table, event), pairs)
    counts = [case for case in table.cases if chip_handling.is_count(case)]
    before = [one for case in counts[-1:] for one in chip_handling.differences(case)]
    still = [one for one in before if one[0] not in dict(event.stacks)]
    if not more and still == before:
        return Change(table)
    left = replace(table, cases=tuple(case for case in table.cases if case not in counts))
    return Change(left, findings=chip_handling.miscounted([*still, *more], None, book))


def _seated(table: Table, event: TraysCounted) -> tuple[tuple[int, int], ...]:
    return tuple((seat, counted) for seat, counted in event.stacks if _is_judged(table, seat))


def _is_of_debts(table: Table, event: TraysCounted) -> bool:
    """Whether only stacks were counted that owe something, or did: the hand is over, and not all of it is paid."""
    asked = {case.seat for case in table.cases if chip_handling.is_of_a_debt(case)}
    seats = [seat for seat, _ in event.stacks if _may_owe(table, seat)]
    return bool(seats) and all(owes_chips(table.ledger[seat - 1]) or seat in asked for seat in seats)


def _may_owe(table: Table, seat: int) -> bool:
    """Whether somebody pays from the stack of the seat: of one who is sent off what he owes is all that stays."""
    return 1 <= seat <= table.setup.seats and table.players[seat - 1] is not None


def _debts(table: Table, event: TraysCounted, book: Rulebook) -> Change:
    """A bet whose chips are not there is a case, once; with chips enough for it nothing is to be decided."""
    change = Change(table)
    for seat, counted in event.stacks:
        if not _may_owe(table, seat):
            continue
        owed = owes_chips(table.ledger[seat - 1])
        asked = [case for case in table.cases if case.seat == seat and chip_handling.is_of_a_debt(case)]
        if owed <= counted:
            cases = tuple(case for case in change.table.cases if case not in asked)
            change = replace(change, table=replace(change.table, cases=cases))
        elif not asked:
            found = chip_handling.not_there(table, seat, owed, (behind_chips(table, seat), counted), book)
            gone = _taken_off(change.table, seat)
            board = chip_custody.counted(gone.chips, seat, counted)
            change = change.then(Change(replace(gone, chips=board), findings=found))
    return change


def _taken_off(table: Table, seat: int) -> Table:
    """The table where a stack that was to be cut has been, though it holds less than was to stay."""
    less = table.chips.stacks[seat - 1] - behind_chips(table, seat)
    if seat not in table.recount or less <= 0:
        return table
    waits = tuple(other for other in table.recount if other != seat)
    return replace(table, chips=chip_custody.brought(table.chips, seat, -less), recount=waits)


def _as_expected(table: Table, event: TraysCounted) -> Table:
    """The table where stacks that waited for their own recount are counted, if they hold what they should."""
    for seat, chips in event.stacks:
        if seat in table.recount and chips == behind_chips(table, seat):
            board = chip_custody.brought(table.chips, seat, chips - table.chips.stacks[seat - 1])
            table = replace(table, chips=board, recount=tuple(other for other in table.recount if other != seat))
    return table


def _is_judged(table: Table, seat: int) -> bool:
    if not 1 <= seat <= table.setup.seats or seat in table.recount:
        return False
    player = table.players[seat - 1]
    return player is not None and not player.leaving


def _lies_there(table: Table, pairs: Sequence[tuple[int, int, int]]) -> Table:
    """The table where a stack that holds what its player owns lies as it was counted.

    Chips may have gone there, or from there, without any act that told of it.
    """
    for seat, expected, found in pairs:
        if expected == found and seat not in table.recount:
            table = replace(table, chips=chip_custody.counted(table.chips, seat, found))
    return table


def _expected(table: Table, seat: int, counted_chips: int) -> int:
    """What lies in the stack by the ledger; chips that are still to be pushed there are told on their own."""
    moved = behind_chips(table, seat)
    return moved if moved == counted_chips else table.ledger[seat - 1].stack_chips + _aside_chips(table, seat)


def _aside_chips(table: Table, seat: int) -> int:
    return sum(chips for at, chips in table.aside if at == seat)


def owed_in_vain(table: Table, stacks: Mapping[int, int]) -> tuple[tuple[int, int], ...]:
    """Seats whose `stacks` hold less than they owe, where the floor has not been asked, and those that hold it again.

    Each with its stack, for a count to tell.
    """
    asked = {case.seat for case in table.cases if chip_handling.is_of_a_debt(case)}
    told: list[tuple[int, int]] = []
    for seat, lies in sorted(stacks.items()):
        owed = owes_chips(table.ledger[seat - 1])
        if (owed > lies) != (seat in asked) and _may_owe(table, seat):
            told.append((seat, lies))
    return tuple(told)


def given_back(table: Table) -> Table:
    """The hand is over: chips that were no part of it are the seat's stack again."""
    ledger = table.ledger
    for seat, chips in table.aside:
        money = ledger[seat - 1]
        ledger = put(ledger, seat, replace(money, stack_chips=money.stack_chips + chips))
    return replace(table, ledger=ledger, aside=())


def on_rebuy(table: Table, event: Declared, book: Rulebook) -> Change | None:
    """A player announced a rebuy: he has the chips from now on, or the floor is asked; None for any other word."""
    rebuy = rebuys.announced(table, event, book)
    if rebuy is None:
        return None
    told = Change(table, findings=(rebuy.finding,))
    return replace(told, table=bought(table, event.seat, rebuy.chips, book)) if rebuy.counts else told


def bought(table: Table, seat: int, chips: int, book: Rulebook) -> Table:
    """The seat has so many chips more; they come from the rack, and a count may have found them there already."""
    money = table.ledger[seat - 1]
    more = replace(table, ledger=put(table.ledger, seat, replace(money, stack_chips=money.stack_chips + chips)))
    return expects(explained(more, seat, chips, book), seat)


def explained(table: Table, seat: int, chips: int, book: Rulebook) -> Table:
    """The table whose case about a count knows of chips that the seat has more by the game."""
    cases: list[Case] = []
    for case in table.cases:
        if not chip_handling.is_count(case):
            cases.append(case)
            continue
        pairs = [
            (at, lies + (chips if at == seat else 0), found) for at, lies, found in chip_handling.differences(case)
        ]
        sums = None
        if believed := case.fact("expected_sum_chips"):
            sums = (believed + chips, case.fact("counted_sum_chips"))
        left = chip_handling.miscounted([pair for pair in pairs if pair[1] != pair[2]], sums, book)
        cases += [replace(case, finding=found) for found in left]
    return replace(table, cases=tuple(cases))


def still_expected(table: Table) -> Table:
    """The table as a hand begins: of the stacks that are to change those wait on that do not hold it yet."""
    waits = tuple(seat for seat in table.recount if table.chips.stacks[seat - 1] != behind_chips(table, seat))
    return replace(table, recount=waits)
