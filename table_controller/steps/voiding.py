"""A deal or a whole hand that does not count: bets go back, and the deal is done again or the hand is over.

| what     | forced bets      | other bets | then                                                     |
| -------- | ---------------- | ---------- | -------------------------------------------------------- |
| misdeal  | stay where they are | go back | the same seats, button and limits are dealt again        |
| void     | go back          | go back    | the hand is over, and nobody won it                      |
"""

from __future__ import annotations

from dataclasses import replace

from firmware_bridge.requests import HandStarted
from table_controller.machines.hand import DEAL, IDLE, SETTLED
from table_controller.machines.ledger import Ledger, Money, put
from table_controller.outcomes import DealVoided, HandSettled, HandVoided
from table_controller.rulebooks.model import Rulebook
from table_controller.steps.forced import with_forced_bets
from table_controller.table import Change, Table


def misdeal(table: Table, book: Rulebook) -> Change:
    """The deal is void: what was bet beyond antes and blinds goes back, and the next riffle deals it again."""
    if table.hand.phase in (IDLE, SETTLED) or table.positions is None:
        return Change(table)
    ledger = _all_bets_back(table.ledger)
    hand = replace(table.hand, phase=DEAL, fate="misdeal", betting_over=False, shares=())
    clean = replace(table, hand=hand, ledger=ledger, cases=(), buttons=(), declared_all_in=(), early=(), asked=())
    again = with_forced_bets(clean, table.positions, book)
    return Change(again, (DealVoided(table.hand.number),))


def void(table: Table) -> Change:
    """The hand is void: every chip bet in it goes back, and nobody wins; one that is over too, until the next begins."""
    if table.hand.phase == IDLE or table.hand.fate == "void":
        return Change(table)
    ledger = _all_bets_back(table.ledger)
    hand = replace(table.hand, phase=SETTLED, fate="void", shares=())
    betting = replace(table.betting, actor=None, announced=None, held=())
    over = replace(table, hand=hand, ledger=ledger, betting=betting, cases=())
    stacks = tuple((player.seat, ledger[player.seat - 1].stack_chips) for player in table.players if player is not None)
    return Change(over, (HandVoided(hand.number), HandSettled(hand.number, stacks)))


def dealt_again(table: Table) -> Change:
    """The riffle after a misdeal: the same hand, its cards forgotten, its forced bets already in."""
    hand = replace(
        table.hand,
        fate="",
        board=(),
        named=0,
        burns=0,
        tabled=((),) * table.setup.seats,
        shown=(),
        dealt=(),
        exposed=(),
        boxed=(),
        replays=table.hand.replays + 1,
    )
    return Change(replace(table, hand=hand, cards=()), requests=(HandStarted(hand.number),))


def _all_bets_back(ledger: Ledger) -> Ledger:
    """Every chip of the hand is its seat's again, in the books; what was moved stays moved."""
    for seat, money in enumerate(ledger, start=1):
        stack = money.stack_chips + money.committed_chips - money.won_chips
        ledger = put(ledger, seat, Money(stack, 0, 0, money.pushed_chips, money.received_chips, 0, 0))
    return ledger
