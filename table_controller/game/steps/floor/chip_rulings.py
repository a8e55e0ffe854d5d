"""What a ruling of the floor does to chips out of sight, old chips, rebuys and counts. `rulings` lists the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import behind_chips
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table.chip_handling import differences, is_of_a_debt
from table_controller.game.state import chip_custody
from table_controller.game.state.ledger import put
from table_controller.game.state.table import Case, Change, Table
from table_controller.game.steps.floor import unpaid
from table_controller.game.steps.floor.option import Effect, seat_ruled_on
from table_controller.game.steps.table.chip_counts import bought, taken_off
from table_controller.vocabulary.events import FloorRuled


def _taken(table: Table, seat: int | None, chips: int, book: Rulebook) -> Change:
    """Chips of a stack leave the game, as far as it has them."""
    if seat is None:
        return Change(table)
    return unpaid.all_in_if_nothing_is_behind(taken_off(table, seat, chips), seat, book)


def _confiscate(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    return _taken(table, seat_ruled_on(table, case, event), case.fact("found_chips"), book)


def _halve(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """Half of the stack is out of the event; a half chip stays with its player."""
    seat = seat_ruled_on(table, case, event)
    stack = table.ledger[seat - 1].stack_chips if seat is not None else 0
    half = stack // 2
    return _taken(table, seat, half - half % min(table.setup.denominations, default=1), book)


def _set_aside(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The found chips are no part of this hand; with the next one they are."""
    seat = seat_ruled_on(table, case, event)
    if seat is None:
        return Change(table)
    money = table.ledger[seat - 1]
    chips = min(money.stack_chips, max(0, case.fact("found_chips")))
    ledger = put(table.ledger, seat, replace(money, stack_chips=money.stack_chips - chips))
    aside = replace(table, ledger=ledger, aside=(*table.aside, (seat, chips)))
    return unpaid.all_in_if_nothing_is_behind(aside, seat, book)


def _accept(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The trays are right: each stack that differed is what was counted, give or take what was played since.

    So many more or fewer chips are in play from now on, and the books have them.
    """
    del event
    if is_of_a_debt(case) and case.seat is not None:
        return unpaid.bet_is_what_is_there(table, case.seat, book)
    change = Change(table)
    for seat, expected, counted in differences(case):
        here = change.table
        money, lies = here.ledger[seat - 1], here.chips.stacks[seat - 1]
        more = max(counted - expected, -money.stack_chips)
        known = more and lies == behind_chips(here, seat) + more  # a pot pushed wrong lies there by the books, too
        board = chip_custody.brought(here.chips, seat, more if known else max(more, -lies))
        here = replace(
            here,
            ledger=put(here.ledger, seat, replace(money, stack_chips=money.stack_chips + more)),
            chips=chip_custody.counted(board, seat, lies) if known else board,
        )
        change = change.then(unpaid.all_in_if_nothing_is_behind(here, seat, book))
    return change


def _given(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The floor gives a seat chips from the rack: a rebuy, old chips exchanged, a chip for the odd rest of a race."""
    match event.option:
        case "allow-rebuy":
            seat, chips = case.seat, case.fact("rebuy_chips")
        case "exchange-chips":
            seat, chips = case.seat, case.fact("exchange_chips")
        case _:
            seat, chips = case.fact("next_seat") or None, min(table.setup.denominations, default=0)
    return Change(table if seat is None else bought(table, seat, chips, book))


EFFECTS: Final[Mapping[str, Effect]] = {
    "confiscate": _confiscate,
    "halve-stack": _halve,
    "set-aside": _set_aside,
    "accept-count": _accept,
    "allow-rebuy": _given,
    "exchange-chips": _given,
    "add-chip": _given,
}
"""Options about chips by name; ``count-again``, ``remove-chips``, ``no-chip`` and ``no-rebuy`` change nothing."""
