"""A bet in words whose chips are not there: it is what is there, all-in, and pots and callers follow.

| the hand           | what becomes of the rest of the bet                                              |
| ------------------ | -------------------------------------------------------------------------------- |
| the bet stands     | who called it called what is there; what is above goes back                      |
| it was a call      | an all-in for less                                                               |
| it is over         | the winners get so much less, of the last pot first: it was the top of the bet   |
| it is void         | what goes back to the others is so much less                                     |
"""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import behind_chips
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.betting import RecordedAct, Round, with_stand
from table_controller.game.state.corrections import all_in_now, lowered, taken_back
from table_controller.game.state.hand import DEAL, SETTLED, Share, is_street
from table_controller.game.state.ledger import SeatChips, owes_chips, put, returns_chips
from table_controller.game.state.pots import unmatched
from table_controller.game.state.table import Change, Table
from table_controller.game.steps.floor.ruled_acts import dead_hand
from table_controller.game.steps.flow.acts import close_round
from table_controller.game.steps.showdown.award import split
from table_controller.game.steps.showdown.awarding import given_anew
from table_controller.vocabulary.outcomes import ActRuled, BetReturned, Outcome


def bet_is_what_is_there(table: Table, seat: int, book: Rulebook) -> Change:
    """What the seat has and owes is what lies in its stack: the rest leaves the books, of its stack first."""
    money, lies = table.ledger[seat - 1], table.chips.stacks[seat - 1]
    missing = behind_chips(table, seat) - lies
    if missing <= 0:
        return Change(table)
    behind = min(missing, money.stack_chips)
    short = min(missing - behind, owes_chips(money))
    board = replace(
        table.chips, brought_chips=table.chips.brought_chips - missing, found_chips=table.chips.found_chips + missing
    )
    ledger = put(table.ledger, seat, replace(money, stack_chips=money.stack_chips - behind))
    counted = replace(table, ledger=ledger, chips=board)
    if not short:
        return all_in_if_nothing_is_behind(counted, seat, book)
    if counted.hand.phase != SETTLED:
        return _in_the_hand(counted, seat, short, book)
    if counted.hand.fate == "void":
        return Change(_less_goes_back(counted, seat, short))
    change = given_anew(counted, _less(counted, short, book))
    less = _out_of_the_pot(change.table.ledger[seat - 1], short)
    return replace(change, table=replace(change.table, ledger=put(change.table.ledger, seat, less)))


def _in_the_hand(table: Table, seat: int, short: int, book: Rulebook) -> Change:
    betting, ledger = table.betting, table.ledger
    stand = betting.stands[seat - 1]
    last = next((act for act in reversed(betting.recorded_acts) if act.seat == seat), None)
    if last is not None and last.to_chips > last.level_chips and stand.bet_chips == betting.level_chips:
        betting, ledger = lowered(betting, ledger, max(stand.bet_chips - short, last.level_chips))
        betting = replace(betting, full_raise_chips=max(betting.full_raise_chips, _full_raise_before(table, last)))
    bet = betting.stands[seat - 1].bet_chips
    betting, ledger = taken_back(betting, ledger, seat, short - (stand.bet_chips - bet))
    betting = _acted_for(betting, seat)
    ledger = put(ledger, seat, _gone(ledger[seat - 1], short))
    lower = replace(table, betting=betting, ledger=ledger)
    change = Change(lower, _told(table, lower)).then(all_in_if_nothing_is_behind(lower, seat, book))
    betting, ledger = change.table.betting, change.table.ledger
    if betting.actor is None and is_street(table.hand.phase) and (excess := unmatched(ledger, betting.stands)):
        betting, ledger = taken_back(betting, ledger, *excess)
        matched = replace(change.table, betting=betting, ledger=ledger)
        return change.then(Change(matched, (BetReturned(*excess),)))
    return change


def all_in_if_nothing_is_behind(table: Table, seat: int, book: Rulebook) -> Change:
    """A seat in the hand whose stack is gone is all-in with what it bet; the betting is over if it was the last."""
    if table.hand.phase == SETTLED or table.ledger[seat - 1].stack_chips:
        return Change(table)
    if table.betting.stands[seat - 1].status != "in":
        return Change(table)
    money = table.ledger[seat - 1]
    if money.committed_chips == money.dead_chips and table.hand.phase != DEAL:  # nothing of its own is in the pot
        return Change(table).then(dead_hand(table, seat, book))
    now = replace(table, betting=all_in_now(table.betting, seat))
    over = table.betting.actor is not None and now.betting.actor is None
    return Change(now).then(close_round(now, book)) if over else Change(now)


def _full_raise_before(table: Table, last: RecordedAct) -> int:
    """What a raise had to be before that act: an all-in for less does not change it (TDA 2019, rule 43)."""
    before = table.betting.recorded_acts[: table.betting.recorded_acts.index(last)]
    most = max((act.to_chips - act.level_chips for act in before), default=0)
    return min(table.betting.full_raise_chips, max(most, table.level.big_blind_chips))


def _acted_for(betting: Round, seat: int) -> Round:
    """The round with the last act of the seat for what it has bet: no more can go back of it later."""
    stand, acts = betting.stands[seat - 1], betting.recorded_acts
    at = max((at for at, act in enumerate(acts) if act.seat == seat), default=None)
    if at is not None and acts[at].to_chips > stand.bet_chips:
        fewer = replace(acts[at], to_chips=stand.bet_chips, before_chips=min(acts[at].before_chips, stand.bet_chips))
        betting = replace(betting, recorded_acts=(*acts[:at], fewer, *acts[at + 1 :]))
    if stand.act is None:
        return betting
    return with_stand(betting, seat, replace(stand, act=replace(stand.act, to_chips=stand.bet_chips)))


def _gone(money: SeatChips, short: int) -> SeatChips:
    """Of what is missing, what came back from the bet leaves the stack; the rest was dead money."""
    behind = min(short, money.stack_chips)
    out = _out_of_the_pot(replace(money, stack_chips=money.stack_chips - behind), short - behind)
    return replace(out, dead_chips=max(0, money.dead_chips - (short - behind)))


def _out_of_the_pot(money: SeatChips, short: int) -> SeatChips:
    """What is missing is no part of what the seat put in; beyond that it was taken back without being anybody's bet.

    A win that was set against the debt is none any more.
    """
    dead, lack = min(short, money.committed_chips), max(0, -money.stack_chips)
    return replace(
        money,
        stack_chips=money.stack_chips + lack,
        committed_chips=money.committed_chips - dead,
        pushed_chips=money.pushed_chips + short - dead + lack,
    )


def _told(before: Table, after: Table) -> tuple[Outcome, ...]:
    """The acts of the round that are for less now."""
    told: list[Outcome] = []
    for seat, (old, new) in enumerate(zip(before.betting.stands, after.betting.stands, strict=True), 1):
        if new.act is not None and new.bet_chips != old.bet_chips:
            told.append(ActRuled(seat, new.act.kind, new.bet_chips, all_in=new.status == "all-in"))
    return tuple(told)


def _less_goes_back(table: Table, seat: int, short: int) -> Table:
    """A hand that is void, of which chips were paid out and are gone: the others get back so much less.

    Each in proportion to what he has coming, in whole chips, what does not divide from the first.
    """
    ledger, unit = table.ledger, min(table.setup.denominations, default=1)
    ledger = put(ledger, seat, replace(ledger[seat - 1], received_chips=ledger[seat - 1].received_chips - short))
    coming = {at: min(returns_chips(money), money.stack_chips) for at, money in enumerate(ledger, 1) if at != seat}
    dues = {at: due for at, due in coming.items() if due > 0}
    whole, left = sum(dues.values()), short
    parts = {at: min(due, short * due // whole // unit * unit) for at, due in dues.items()}
    left -= sum(parts.values())
    for at, due in dues.items():
        more = min(left, due - parts[at])
        left -= more
        money = ledger[at - 1]
        gone = parts[at] + more
        ledger = put(
            ledger,
            at,
            replace(money, stack_chips=money.stack_chips - gone, pushed_chips=money.pushed_chips - gone),
        )
    return replace(table, ledger=ledger)


def _less(table: Table, short: int, book: Rulebook) -> tuple[Share, ...]:
    """The shares of the pots without the chips that are not there."""
    unit = min(table.setup.denominations, default=1)
    shares = list(table.hand.shares)
    for pot in sorted({share.pot for share in shares}, reverse=True):
        held = sum(share.chips for share in shares if share.pot == pot)
        gone = min(short, held)
        halves = dict.fromkeys(share.half for share in shares if share.pot == pot)
        left = split(held - gone, len(halves), unit, book.odd_chip.order.value)
        for half, chips in zip(halves, left, strict=True):
            own = [at for at, share in enumerate(shares) if (share.pot, share.half) == (pot, half)]
            for at, part in zip(own, split(chips, len(own), unit, book.odd_chip.order.value), strict=True):
                shares[at] = replace(shares[at], chips=part)
        short -= gone
    return tuple(share for share in shares if share.chips)
