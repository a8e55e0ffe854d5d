"""The floor ends a hand that cannot be played on, whatever is open in it: its bets go back, or one player wins it."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import is_flop_begun, live_seats, variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table import protests
from table_controller.game.state.corrections import taken_back
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.table import Case, Change, Table, Unexplained
from table_controller.game.steps.floor.option import number_named
from table_controller.game.steps.floor.ruled_acts import dead_hand, given_back
from table_controller.game.steps.flow import refunds, voiding
from table_controller.game.steps.flow.acts import settle
from table_controller.vocabulary.events import FloorRuled
from table_controller.vocabulary.findings import Finding

VOID: Final = refunds.VOID
MISDEAL: Final = "misdeal"
POT_TO_SEAT: Final = "pot-to-seat"
ENDS_THE_HAND: Final = frozenset({VOID, MISDEAL, POT_TO_SEAT})


def ended(table: Table, case: Case | None, event: FloorRuled, book: Rulebook) -> Change | None:
    """The hand is over as the floor says, though no case asked, nor `case`; None if the ruling ends no hand.

    ``void-hand`` gives every bet back; ``misdeal``, as long as no flop lies there, has it dealt again (who saw it
    need not wait for the readers to see it too). ``pot-to-seat`` with ``seat`` makes all other hands dead: the seat
    gets all that it can win, and what the others have put in above that goes back to them, for none of them has won it.
    """
    if event.option == POT_TO_SEAT:
        return _to_seat(table, number_named(event, "seat", table.setup.seats), book)
    if event.option == VOID and table.hand.phase not in (IDLE, SETTLED):
        return Change(table, findings=_above(case, VOID, book)).then(refunds.void(table))
    early = table.hand.phase in (DEAL, variant_of(table).first.name) and not is_flop_begun(table)
    if event.option == MISDEAL and early and not table.hand.fate:
        return Change(table, findings=_above(case, MISDEAL, book)).then(voiding.misdeal(table, book))
    return None


def _above(case: Case | None, option: str, book: Rulebook) -> tuple[Finding, ...]:
    """What is told of it: above the rule of the case for which play waits, if there is one.

    A penalty that is open beside it is another matter.
    """
    over = protests.overrules(case, option, book) if case is not None and case.finding.stops_play else None
    return protests.ends_the_hand(None, option, book) if over is None else (over,)


def _without_side_pots(table: Table, seat: int) -> Table:
    """The table where nobody has more in than `seat` can win from him; an ante paid for the table stays."""
    betting, ledger = table.betting, table.ledger
    if betting.stands[seat - 1].status != "all-in":
        return table  # it could have called all that lies there
    most = ledger[seat - 1].committed_chips - ledger[seat - 1].dead_chips
    for other, money in enumerate(ledger, 1):
        betting, ledger = taken_back(betting, ledger, other, money.committed_chips - money.dead_chips - most)
    return replace(table, betting=betting, ledger=ledger)


def _to_seat(table: Table, seat: int | None, book: Rulebook) -> Change:
    live = live_seats(table)
    if table.hand.phase in (IDLE, DEAL, SETTLED) or seat not in live:
        return Change(table, unexplained=(Unexplained("no-part-in-a-pot", seat),))
    free = given_back(replace(table, betting=replace(table.betting, held=(), announced=None, motions=0)), seat)
    asked = _without_side_pots(replace(free, cases=refunds.asked_after(table)), seat)
    change = Change(asked, findings=protests.ends_the_hand(seat, POT_TO_SEAT, book))
    for other in live:
        if other != seat:
            change = change.then(dead_hand(change.table, other, book))
    over = change.table
    return change if over.hand.phase == SETTLED else change.then(settle(over, {}, book))
