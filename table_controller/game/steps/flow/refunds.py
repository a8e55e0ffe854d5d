"""A hand that does not count: every chip bet in it is its player's again, once."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import has_left, is_cashed_out, stacks_of
from table_controller.game.rules.behaviour import OF_A_PLAYER, is_conduct
from table_controller.game.rules.table import chip_handling, protests
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.ledger import Ledger, SeatChips, put
from table_controller.game.state.table import Case, Change, Table
from table_controller.vocabulary.findings import Finding, Option
from table_controller.vocabulary.outcomes import HandSettled, HandVoided

VOID: Final = "void-hand"
"""The option by which a hand counts for nothing."""


def void(table: Table) -> Change:
    """The hand is void: every chip bet in it goes back, and nobody wins; one that is over too.

    Not once a player has left with what it came to: his chips are not on the table any more.
    """
    if table.hand.phase == IDLE or table.hand.fate == "void":
        return Change(table)
    gone = is_cashed_out(table) or any(has_left(table, seat) for seat in table.hand.seats)
    if table.hand.phase == SETTLED and gone:
        return Change(table)
    ledger = all_bets_back(table.ledger)
    hand = replace(table.hand, phase=SETTLED, fate="void", shares=())
    betting = replace(table.betting, actor=None, announced=None, held=())
    over = replace(table, hand=hand, ledger=ledger, betting=betting, cases=asked_after(table))
    return Change(over, (HandVoided(hand.number), HandSettled(hand.number, stacks_of(table, ledger))))


def still_asked(table: Table) -> tuple[Case, ...]:
    """What is with the floor though the deal or the hand does not count: conduct, and what is about no hand."""
    return tuple(filter(outlasts_the_deal, table.cases))


def asked_after(table: Table) -> tuple[Case, ...]:
    """The same once the hand is over: of a question that stopped play no more than the conduct is left."""
    return tuple(map(_of_conduct, without_voiding(still_asked(table))))


def without_voiding(cases: tuple[Case, ...]) -> tuple[Case, ...]:
    """The cases once their hand is void, or put away: what a player did may be punished still, but by no void hand."""
    return tuple(_unvoided(case) for case in cases)


def _unvoided(case: Case) -> Case:
    options = tuple(option for option in case.finding.options if option.name != VOID)
    if len(options) == len(case.finding.options) or not is_conduct(case.finding):
        return case
    return replace(case, finding=replace(case.finding, options=options))


def _of_conduct(case: Case) -> Case:
    found = case.finding
    left = tuple(option for option in found.options if option.name in OF_A_PLAYER)
    about_more = any(option.name not in (*OF_A_PLAYER, "no-penalty") for option in found.options)
    if not (found.stops_play and is_conduct(found) and about_more):
        return case
    return replace(case, finding=replace(found, options=(*left, Option("no-penalty")), stops_play=False))


def outlasts_the_deal(case: Case) -> bool:
    """Whether the case stays with the floor though the deal or the hand does not count."""
    carried = chip_handling.is_of_chips_found(case) and not chip_handling.may_be_set_aside(case)
    return is_conduct(case.finding) or protests.is_of_no_hand(case) or carried


def without_questions_of(table: Table, seat: int) -> Table:
    """The table after the hand of `seat` has ended: what it does or did is no question any more."""
    cases = tuple(
        case
        for case in table.cases
        if case.seat != seat or outlasts_the_deal(case) or not is_of_a_live_hand(case.finding)
    )
    return table if cases == table.cases else replace(table, cases=cases)


def is_of_a_live_hand(found: Finding) -> bool:
    """Whether the floor is asked what a hand is to do, or whether it is live."""
    return any(option.name in OF_A_LIVE_HAND for option in found.options)


OF_A_LIVE_HAND: Final = frozenset(
    {
        *("dead-hand", "retrieve", "turn-up", "call", "take-back", "stands", "min-raise", "complete-call"),
        *("forfeit-and-fold", "call-or-fold", "passive-only", "chips", "word"),
    }
)
"""Options that mean nothing for a hand that is dead."""


def all_bets_back(ledger: Ledger) -> Ledger:
    """Every chip of the hand is its seat's again, in the books; what was moved stays moved."""
    for seat, money in enumerate(ledger, start=1):
        stack = money.stack_chips + money.committed_chips - money.won_chips
        ledger = put(ledger, seat, SeatChips(stack, 0, 0, money.pushed_chips, money.received_chips, 0, 0))
    return ledger
