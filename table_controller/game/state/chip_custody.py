"""Where the chips lie: stacks by value, bets and pot by denomination.

| motion               | from   | to     | if the chips are not there                                              |
|----------------------|--------|--------|-------------------------------------------------------------------------|
| pushed               | stack  | bet    | what the stack lacked is `found`                                        |
| taken back           | bet    | stack  | change was made unseen: the value counts; what is still missing is `found` |
| gathered             | bet    | pot    | the same                                                                |
| pot pushed           | pot    | stack  | the same                                                                |
| stack counted        |        |        | the difference is `found`, or lost                                      |

`brought_chips` + `found_chips` is what lies on the table, always: chips are never made up or lost in
a sum. Stacks are kept by value because change between stacks is made unseen.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from firmware_bridge.vocabulary.chips import NO_CHIPS, Chips, add_chips, fewest_chips, subtract_chips, total_chips
from firmware_bridge.vocabulary.values import replace


class ChipBoard(Struct, frozen=True):
    """Stacks and bets have one entry per place, seat 1 first."""

    stacks: tuple[int, ...] = ()
    bets: tuple[Chips, ...] = ()
    pot: Chips = NO_CHIPS
    brought_chips: int = 0
    found_chips: int = 0


NO_BOARD = ChipBoard()
"""A table without seats."""


def lying_chips(board: ChipBoard) -> int:
    """Value of all chips on the table."""
    return sum(board.stacks) + sum(total_chips(bet) for bet in board.bets) + total_chips(board.pot)


def pushed(board: ChipBoard, seat: int, chips: Chips) -> ChipBoard:
    """Chips go from a stack to the place before it."""
    at = seat - 1
    left = board.stacks[at] - total_chips(chips)
    stacks = (*board.stacks[:at], max(left, 0), *board.stacks[seat:])
    bets = (*board.bets[:at], add_chips(board.bets[at], chips), *board.bets[seat:])
    return ChipBoard(stacks, bets, board.pot, board.brought_chips, board.found_chips - min(left, 0))


def taken_back(board: ChipBoard, seat: int, chips: Chips, denominations: Sequence[int]) -> ChipBoard:
    """Chips go from before a seat to its stack."""
    at = seat - 1
    bet, missing = _less(board.bets[at], chips, denominations)
    stacks = (*board.stacks[:at], board.stacks[at] + total_chips(chips), *board.stacks[seat:])
    bets = (*board.bets[:at], bet, *board.bets[seat:])
    return ChipBoard(stacks, bets, board.pot, board.brought_chips, board.found_chips + missing)


def gathered(board: ChipBoard, seat: int, chips: Chips, denominations: Sequence[int]) -> ChipBoard:
    """Chips go from before a seat to the pot."""
    at = seat - 1
    bet, missing = _less(board.bets[at], chips, denominations)
    bets = (*board.bets[:at], bet, *board.bets[seat:])
    return replace(board, bets=bets, pot=add_chips(board.pot, chips), found_chips=board.found_chips + missing)


def pot_pushed(board: ChipBoard, seat: int, chips: Chips, denominations: Sequence[int]) -> ChipBoard:
    """Chips go from the pot to a stack."""
    at = seat - 1
    pot, missing = _less(board.pot, chips, denominations)
    stacks = (*board.stacks[:at], board.stacks[at] + total_chips(chips), *board.stacks[seat:])
    return replace(board, stacks=stacks, pot=pot, found_chips=board.found_chips + missing)


def counted(board: ChipBoard, seat: int, stack_chips: int) -> ChipBoard:
    """A stack was read afresh."""
    at = seat - 1
    stacks = (*board.stacks[:at], stack_chips, *board.stacks[seat:])
    return replace(board, stacks=stacks, found_chips=board.found_chips + stack_chips - board.stacks[at])


def brought(board: ChipBoard, seat: int, chips: int) -> ChipBoard:
    """A player comes with chips (or, negative, goes with them)."""
    at = seat - 1
    stacks = (*board.stacks[:at], board.stacks[at] + chips, *board.stacks[seat:])
    return replace(board, stacks=stacks, brought_chips=board.brought_chips + chips)


def _less(held: Chips, taken: Chips, denominations: Sequence[int]) -> tuple[Chips, int]:
    """What is left of `held`, and the value that `taken` had more than was there."""
    left = subtract_chips(held, taken)
    if all(count > 0 for _, count in left):
        return left, 0
    value = total_chips(left)
    if value <= 0:
        return NO_CHIPS, -value
    try:
        return fewest_chips(value, denominations), 0
    except ValueError:  # the denominations in play cannot make it: only the value is known
        return ((1, value),), 0
