"""A deal or a whole hand that does not count: bets go back, and the deal is done again or the hand is over.

| what     | forced bets      | other bets | then                                                     |
| -------- | ---------------- | ---------- | -------------------------------------------------------- |
| misdeal  | stay where they are | go back | the same seats, button and limits are dealt again        |
| void     | go back          | go back    | the hand is over, and nobody won it                      |
"""

from __future__ import annotations

from firmware_bridge.vocabulary.requests import HandStarted
from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import misdeals
from table_controller.game.rules.table.penalties import one_more_served
from table_controller.game.state.betting import is_live, live_count, out_of_hand
from table_controller.game.state.button import HEADS_UP, Positions
from table_controller.game.state.corrections import taken_back
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, DealRepair
from table_controller.game.state.showing import NOT_SHOWING
from table_controller.game.state.table import Change, Table
from table_controller.game.steps.betting.forced import with_forced_bets
from table_controller.game.steps.flow.acts import close_round
from table_controller.game.steps.flow.refunds import all_bets_back, still_asked
from table_controller.vocabulary.outcomes import ActRuled, DealVoided


def misdeal(table: Table, book: Rulebook) -> Change:
    """The deal is void: what was bet beyond antes and blinds goes back, and the next riffle deals it again.

    So are the questions about it; what a player may be punished for stays with the floor.
    """
    if table.hand.phase in (IDLE, SETTLED) or table.positions is None:
        return Change(table)
    ledger = all_bets_back(table.ledger)
    hand = replace(table.hand, phase=DEAL, fate="misdeal", betting_over=False, shares=(), exchange=None)
    clean = replace(table, hand=hand, ledger=ledger, buttons=(), declared_all_in=(), early=(), asked=())
    clean = replace(clean, cases=still_asked(table))
    again = with_forced_bets(clean, table.positions, book)
    told = misdeals.absent_from_a_void_deal(table, book)
    return Change(again, (DealVoided(table.hand.number),), findings=told)


def taken_in(table: Table, book: Rulebook) -> Change:
    """The cards of a deal that no rule had voided are back in the deck: it is void because nothing is left of it."""
    ruling, void = misdeals.gathered(table, book), misdeal(table, book)
    return void if ruling is None else replace(void, findings=(ruling.finding, *void.findings))


def posted_anew(table: Table, positions: Positions, book: Rulebook) -> Table:
    """Other seats are the blinds: what was posted goes back, and their forced bets are due."""
    return with_forced_bets(replace(table, ledger=all_bets_back(table.ledger)), positions, book)


def bet_back(table: Table, seat: int) -> Table:
    """What the seat bet in this round is its own again; what others must call stays."""
    betting, ledger = taken_back(table.betting, table.ledger, seat, table.betting.stands[seat - 1].bet_chips)
    return replace(table, betting=betting, ledger=ledger)


def taken_out(table: Table, seat: int, book: Rulebook) -> Change:
    """The hand of the seat is dead, which is nobody's act: the turn goes on from there."""
    if not is_live(table.betting.stands[seat - 1]):
        return Change(table)
    betting = out_of_hand(table.betting, seat)
    outcome = ActRuled(seat, "fold", betting.stands[seat - 1].bet_chips, all_in=False)
    gone = replace(table, betting=betting)
    over = betting.actor is None and table.betting.actor is not None
    change = Change(gone, (outcome,))
    if over or live_count(betting) < HEADS_UP:
        return change.then(close_round(gone, book))
    return change


def dealt_again(table: Table, book: Rulebook) -> Change:
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
        aside=(),
        repair=None,
        taken=(),
        showed=(),
        boxed=(),
        amiss=DealRepair(),
        showing=NOT_SHOWING,
        up=(),
        replays=table.hand.replays + 1,
    )
    if misdeals.replay_is_a_hand_more(book):
        table = replace(table, penalties=one_more_served(table, hand.sits_out))  # the void deal and this one are two
    told = misdeals.penalty_in_the_replay(table, book)
    return Change(replace(table, hand=hand, cards=()), findings=told, requests=(HandStarted(hand.number),))
