"""What each seat has, has bet and has moved: the game's belief beside the hands' doing.

| what happens           | stack | committed | pushed | received | why                                         |
|------------------------|-------|-----------|--------|----------|---------------------------------------------|
| a bet is ruled         | -     | +         |        |          | an act binds before its chips are in        |
| chips go forward       |       |           | +      |          | what was moved is known only as moved       |
| unmatched part returns | +     | -         |        |          | logical at once; the dealer's hands follow  |
| chips are taken back   |       |           | -      |          |                                             |
| a pot is awarded       | +     | (won +)   |        |          | logical at once                             |
| the pot is pushed      |       |           |        | +        |                                             |

The difference of the two sides is what a seat owes or has coming. `loose` are chips in front that no
act explains yet: nobody owes them back while the hand can still ask for them.
"""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace


class SeatChips(Struct, frozen=True):
    """One seat's chips: behind, and since the hand began. `dead` is the part of `committed` that is nobody's bet."""

    stack_chips: int = 0
    committed_chips: int = 0
    dead_chips: int = 0
    pushed_chips: int = 0
    received_chips: int = 0
    won_chips: int = 0
    loose_chips: int = 0


Ledger: TypeAlias = tuple[SeatChips, ...]
"""One entry per place, seat 1 first."""


def put(ledger: Ledger, seat: int, money: SeatChips) -> Ledger:
    """The ledger with one seat's money changed."""
    return (*ledger[: seat - 1], money, *ledger[seat:])


def commit(money: SeatChips, chips: int, dead_chips: int = 0) -> SeatChips:
    """`chips` more are bet, or paid dead, up to what is behind; loose chips have found their act."""
    chips = min(chips, money.stack_chips)
    return SeatChips(
        money.stack_chips - chips,
        money.committed_chips + chips,
        money.dead_chips + min(dead_chips, chips),
        money.pushed_chips,
        money.received_chips,
        money.won_chips,
        0,
    )


def push(money: SeatChips, chips: int, loose_chips: int) -> SeatChips:
    """`chips` went forward, `loose_chips` of them (and of what lay there) without an act."""
    return SeatChips(
        money.stack_chips,
        money.committed_chips,
        money.dead_chips,
        money.pushed_chips + chips,
        money.received_chips,
        money.won_chips,
        loose_chips,
    )


def give_back(money: SeatChips, chips: int) -> SeatChips:
    """The unmatched part of a bet is the seat's again."""
    return replace(money, stack_chips=money.stack_chips + chips, committed_chips=money.committed_chips - chips)


def win(money: SeatChips, chips: int) -> SeatChips:
    """A pot or a share of it is awarded. What was pushed to the seat before that and came back is nothing more."""
    if not money.won_chips and money.received_chips:
        over_chips = money.pushed_chips - money.committed_chips - money.loose_chips
        back_chips = max(0, min(money.received_chips, over_chips))
        pushed, received = money.pushed_chips - back_chips, money.received_chips - back_chips
        money = replace(money, pushed_chips=pushed, received_chips=received)
    return replace(money, stack_chips=money.stack_chips + chips, won_chips=money.won_chips + chips)


def fresh(money: SeatChips, lying_chips: int = 0) -> SeatChips:
    """A seat as a hand begins, with what lies in front of it already."""
    return SeatChips(money.stack_chips, pushed_chips=lying_chips)


def without_loose(ledger: Ledger) -> Ledger:
    """The ledger where no act can claim what lies in front any more: it goes back."""
    return tuple([replace(money, loose_chips=0) if money.loose_chips else money for money in ledger])


def balance_chips(money: SeatChips) -> int:
    """What must still go to the seat (positive) or come from it (negative) for hands to match belief."""
    return money.pushed_chips - money.received_chips - money.committed_chips + money.won_chips


def owes_chips(money: SeatChips) -> int:
    """What the seat must still put in: the balance, if it is the table that has it coming."""
    owed = money.received_chips + money.committed_chips - money.pushed_chips - money.won_chips
    return max(owed, 0)


def returns_chips(money: SeatChips) -> int:
    """What goes back to the seat of what it put forward: change, and bets that nobody matched.

    Of what it has received from the pot, what it won came first.
    """
    excess = money.pushed_chips - money.committed_chips - money.loose_chips
    if excess <= 0:
        return 0
    back = max(0, money.received_chips - money.won_chips)
    return max(0, min(excess - back, balance_chips(money)))


def award_due_chips(money: SeatChips) -> int:
    """What is still to be pushed to the seat from the pots that it won."""
    if not money.won_chips:
        return 0
    return max(0, balance_chips(money) - money.loose_chips - returns_chips(money))
