"""What a hand comes to by itself: one place looks at where it stands, whatever event left it there.

| the hand stands at             | and                                      | then                           |
| ------------------------------ | ---------------------------------------- | ------------------------------ |
| the deal                       | every seat has its cards                 | the first round opens          |
| the deal, a street             | one live hand is left                    | it wins                        |
| a street, a seat to act        | that seat cannot act any more            | the turn goes on               |
| a street, a seat to act        | it alone can bet, over a short blind     | it calls what lies there       |
| a street, a seat to act        | it alone can bet, with nothing to call   | the round is over              |
| a street, nobody to act        | a bet that nobody matched lies there     | it goes back                   |
| a street, nobody to act        | fewer than two can bet                   | the cards come, then showdown  |
| the last street, nobody to act |                                          | showdown                       |
| the showdown                   | all live hands are known, or one is left | the pots are awarded           |
| the showdown                   | a tabled hand makes no poker hand        | the floor decides              |
| hands are to be shown          | the seat that must has no cards there    | the floor decides              |

So there is always a next act: no handler has to remember what its change may have brought about. Handlers that end a
round themselves only do it sooner, in the same event.
"""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import MUCK, seat_zone
from table_controller.game.queries import dealt_to, floor_stops, live_seats, shows_first, street_due, tables_now
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import streets
from table_controller.game.rules.showdown import showdown_order, tabling
from table_controller.game.state.betting import able_count, is_live, live_count, with_turn
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.corrections import taken_back
from table_controller.game.state.custody import came_from, lying
from table_controller.game.state.hand import DEAL, SHOWDOWN, is_street
from table_controller.game.state.pots import unmatched
from table_controller.game.state.table import Change, Table
from table_controller.game.steps.deal import boards, dealing, draws
from table_controller.game.steps.flow.acts import close_round, deal_done, strengths_of, try_award, whose_turn_has_come
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import BetReturned


def goes_on(table: Table, book: Rulebook) -> Change:
    """What follows from where the hand stands; no change while the floor has to speak first."""
    phase = table.hand.phase
    if table.hand.fate or floor_stops(table):
        return Change(table)
    if phase == DEAL:
        if live_count(table.betting) < HEADS_UP:
            return close_round(table, book)
        early = boards.lying_early(table, book) if street_due(table) is not None else Change(table)
        return early.then(_deal_is_done(early.table, book)) if deal_done(early.table) else early
    if phase == SHOWDOWN:
        return _showdown(table, book)
    bets = table.hand.exchange is None or table.betting.actor is not None  # a ruling may have reopened the round before
    change = _round(table, book) if is_street(phase) and bets else Change(table)
    if is_street(change.table.hand.phase):
        change = change.then(draws.goes_on(change.table, book))
    return change if change.table.hand.phase != phase else change.told(_nothing_to_show(change.table, book))


def _deal_is_done(table: Table, book: Rulebook) -> Change:
    opened = dealing.opened(table, book)
    opened = replace(opened, table=_over_a_short_blind(opened.table))
    if not is_street(opened.table.hand.phase):
        return opened
    return opened.then(draws.goes_on(opened.table, book))  # all may be all-in: the next cards are due at once


def _showdown(table: Table, book: Rulebook) -> Change:
    """The award; a hand that lies there whole and makes no poker hand is for the floor."""
    if excess := unmatched(table.ledger, table.betting.stands):  # a ruling made more of a bet that nobody can answer
        betting, ledger = taken_back(table.betting, table.ledger, *excess)
        back = replace(table, betting=betting, ledger=ledger)
        return Change(back, (BetReturned(*excess),)).then(_showdown(back, book))
    awarded = try_award(table, book)
    if awarded.table.hand.phase != SHOWDOWN:
        return awarded
    if showdown_order.waits_for(table, book) or table.hand.named < len(table.hand.board):
        return awarded.told(_nothing_to_show(table, book))
    known = strengths_of(table, book)
    unread = (seat for seat in live_seats(table) if seat not in known)
    return awarded.told(tuple(tabling.no_hand(seat, "no-poker-hand", book) for seat in unread))


def _nothing_to_show(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """The first live seat that must show now and was dealt cards that lie there no more."""
    showing, over = table.hand.showing, table.hand.phase == SHOWDOWN
    if not (over or showing.face_up or showing.asked or showing.order):  # nobody is to show: so it is nearly always
        return ()
    due = tables_now(table) or ((first,) if (first := shows_first(table)) is not None else ())
    for seat in due[:1]:
        gone = dealt_to(table, seat) and not lying(table.cards, seat_zone(seat))
        if gone and is_live(table.betting.stands[seat - 1]) and not came_from(table.cards, MUCK, seat_zone(seat)):
            return (tabling.no_hand(seat, "no-cards", book),)
    return ()


def _round(table: Table, book: Rulebook) -> Change:
    betting = table.betting
    if betting.recorded_acts and not streets.ends_the_round(betting.recorded_acts[-1], book):
        return Change(table)
    if live_count(betting) < HEADS_UP:
        return close_round(table, book)
    if betting.actor is None:
        return close_round(table, book) if _is_left_open(table) else Change(table)
    if betting.stands[betting.actor - 1].status == "in":
        lowered = _over_a_short_blind(table)
        over = able_count(betting.stands) < HEADS_UP and with_turn(lowered.betting).actor is None
        return close_round(lowered, book) if over else Change(lowered)
    turned = replace(table, betting=with_turn(betting))
    if turned.betting.actor is None:
        return close_round(turned, book)
    return Change(turned).then(whose_turn_has_come(turned, book))


def _over_a_short_blind(table: Table) -> Table:
    """The table where whoever alone can still bet has to call no more than somebody has put in.

    A big blind that is short leaves the whole of it to call while others may answer; of what nobody can match, nobody
    is asked to put anything in.
    """
    betting = table.betting
    if betting.actor is None or betting.aggressor is not None or able_count(betting.stands) >= HEADS_UP:
        return table
    most = max(stand.bet_chips for seat, stand in enumerate(betting.stands, 1) if seat != betting.actor)
    if most >= betting.level_chips:
        return table
    held = tuple(
        replace(one, level_chips=most) if one.level_chips == betting.level_chips else one for one in betting.held
    )
    return replace(table, betting=replace(betting, level_chips=most, held=held))


def _is_left_open(table: Table) -> bool:
    """Whether nobody is to act and the round was not closed: its cards, its bets or its showdown would never come."""
    return (
        street_due(table) is None
        or (able_count(table.betting.stands) < HEADS_UP and not table.hand.betting_over)
        or unmatched(table.ledger, table.betting.stands) is not None
        or (table.hand.betting_over and any(money.loose_chips for money in table.ledger))
    )
