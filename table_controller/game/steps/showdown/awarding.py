"""The award: pots and parts by the book, and what the floor makes of odd chips and of the order.

| option             | effect                                                                    |
| ------------------ | ------------------------------------------------------------------------- |
| odd-chip           | what is odd goes to `seat`, without it to the first left of the button    |
| all-to-first       | several odd chips go to the first left of the button                      |
| main-pot-first     | the pots are pushed as they were formed                                   |
| first-formed-first | the side pots are pushed as they were formed, then the main pot           |
| side-pot-first     | the last pot formed is pushed first, the main pot last: as it is proposed |
| last-formed-first  | the same                                                                  |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from firmware_bridge.vocabulary.chips import add_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import has_left, is_cashed_out, live_seats, stacks_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.model_showdown import OddChipOrder
from table_controller.game.rules.deal import streets
from table_controller.game.rules.showdown import odd_chips, pot_order
from table_controller.game.state.betting import in_order_of_death
from table_controller.game.state.hand import SETTLED, Share
from table_controller.game.state.ledger import put, win
from table_controller.game.state.pots import beyond_the_live, pots_of
from table_controller.game.state.table import Case, Change, Table, Unexplained, with_case
from table_controller.game.steps.floor.option import Effect, number_named
from table_controller.game.steps.showdown.award import shares_of, split
from table_controller.vocabulary.events import FloorRuled
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import HandSettled, Outcome, PotAwarded


def awarded(
    table: Table,
    strengths: Mapping[int, int],
    lows: Mapping[int, int],
    book: Rulebook,
    by_suit: Sequence[tuple[int, ...]] = (),
) -> tuple[tuple[Share, ...], tuple[Finding, ...]]:
    """Who gets what of the pots as they stand, and what of it is for the floor.

    `by_suit` are the seats in the order in which odd chips go to high, and to low, hands of stud.
    """
    strengths = streets.best_hand_wins(strengths, book)
    pots, order = pots_of(table.ledger, table.betting.stands), next(iter(by_suit), live_seats(table))
    beyond = _beyond(table, len(pots))
    if beyond:
        pots = (*pots[:-1], replace(pots[-1], chips=pots[-1].chips - sum(share.chips for share in beyond)))
    lies = table.chips.pot
    for bet in table.chips.bets:
        lies = add_chips(lies, bet)
    unit = odd_chips.unit_of(lies, table.setup.denominations, book)
    shares = (*shares_of(pots, order, strengths, unit, book, lows, *by_suit[1:]), *beyond)
    return shares, (*odd_chips.left_over(shares, unit, book), *pot_order.open_order(shares, book))


def _beyond(table: Table, count: int) -> tuple[Share, ...]:
    """Side pots of dead hands, above the `count` pots of live ones: the last of them to die had won his.

    That of a player who was sent off leaves the table with him: no all-in can win more of another than it bet.
    """
    stands = table.betting.stands
    died = in_order_of_death(table.hand.died, stands, table.hand.seats)
    parts = beyond_the_live(table.ledger, stands, died)
    return tuple(Share(count + at, seat, chips) for at, (seat, chips) in enumerate(parts))


def given_anew(table: Table, shares: tuple[Share, ...]) -> Change:
    """The pots are given otherwise than they were: stacks and what is due to whom follow.

    Not once a player has left with his part, but that it is less because chips of the pot are not there.
    """
    gone = {share.seat for share in (*table.hand.shares, *shares) if has_left(table, share.seat)}
    if is_cashed_out(table) or (gone and not _is_less_for_all(table.hand.shares, shares)):
        return Change(table)
    ledger = table.ledger
    for share, sign in (*((share, -1) for share in table.hand.shares), *((share, 1) for share in shares)):
        money, chips = ledger[share.seat - 1], sign * share.chips
        # the stack of who is gone has left the books with him
        money = replace(money, won_chips=money.won_chips + chips) if share.seat in gone else win(money, chips)
        ledger = put(ledger, share.seat, money)
    outcomes: list[Outcome] = []
    if sorted(shares, key=_by_pot) != sorted(table.hand.shares, key=_by_pot):
        outcomes = [PotAwarded(share.pot, share.seat, share.chips, half=share.half) for share in shares]
        outcomes.append(
            HandSettled(table.hand.number, stacks_of(table, ledger))
        )  # the stacks told before hold no longer
    return Change(replace(table, ledger=ledger, hand=replace(table.hand, shares=shares)), tuple(outcomes))


def _is_less_for_all(before: tuple[Share, ...], after: tuple[Share, ...]) -> bool:
    """Whether nobody gets more than he did."""
    less = Counter[int]()
    for share in before:
        less[share.seat] += share.chips
    for share in after:
        less[share.seat] -= share.chips
    return all(chips >= 0 for chips in less.values())


def _by_pot(share: Share) -> tuple[int, int, int]:
    return share.pot, share.seat, share.chips


def _resplit(table: Table, unit_chips: int, order: OddChipOrder | None, first: int | None = None) -> Change:
    """The parts of pots that several share, split again: in this chip, the odd ones in this order from `first` on."""
    if table.hand.phase != SETTLED:
        return Change(table)
    shares = table.hand.shares
    again: list[Share] = []
    for pot, half in dict.fromkeys((share.pot, share.half) for share in shares):
        parts, laid_to_it = dict[int, int](), list[Share]()
        for share in shares:
            if (share.pot, share.half) != (pot, half):
                continue
            if share.seat in parts:
                laid_to_it.append(share)  # found chips of a loser: they were split by themselves
            else:
                parts[share.seat] = share.chips
        seats = list(parts)
        if first in parts:
            seats = [first, *(seat for seat in seats if seat != first)]
        chips = dict(zip(seats, split(sum(parts.values()), len(seats), unit_chips, order), strict=True))
        again += [*(Share(pot, seat, chips[seat], half) for seat in parts if chips[seat]), *laid_to_it]
    return given_anew(table, tuple(again))


def _odd_chip(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del book
    first = number_named(event, "seat", table.setup.seats + 1)
    if first not in (None, *(share.seat for share in table.hand.shares)):
        return Change(with_case(table, case), unexplained=(Unexplained("no-part-in-a-pot", first),))
    return _resplit(table, max(1, case.fact("unit_chips", 1)), "all_to_first", first)


def _all_to_first(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    return _resplit(table, max(1, case.fact("unit_chips", 1)), "all_to_first")


def _pushed(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The pots are pushed in another order; what was given stays."""
    del case, book
    keys = {
        "main-pot-first": lambda share: share.pot,
        "first-formed-first": lambda share: (not share.pot, share.pot),
    }
    key = keys.get(event.option, lambda share: -share.pot)
    return given_anew(table, tuple(sorted(table.hand.shares, key=key)))


EFFECTS: Final[Mapping[str, Effect]] = {
    "odd-chip": _odd_chip,
    "all-to-first": _all_to_first,
    **dict.fromkeys(("main-pot-first", "first-formed-first", "side-pot-first", "last-formed-first"), _pushed),
}
"""Options about the award by name."""
