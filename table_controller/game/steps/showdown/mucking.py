"""Cards in the muck: given up by their player, or taken in by the dealer."""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, MUCK, seat_zone
from table_controller.game.queries import has_left, has_tabled, live_seats, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import streets
from table_controller.game.rules.showdown import mucked_hands
from table_controller.game.state.betting import (
    Act,
    RecordedAct,
    is_live,
    live_count,
    out_of_hand,
    with_stand,
    with_turn,
)
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.corrections import before_last, bet_again, taken_back, without_bet
from table_controller.game.state.custody import lying, moved, where
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, SHOWDOWN, is_street, still_over
from table_controller.game.state.ledger import put
from table_controller.game.state.seats import clockwise
from table_controller.game.state.table import Case, Change, Table, Unexplained
from table_controller.game.steps.betting.words import fold
from table_controller.game.steps.deal import draws
from table_controller.game.steps.flow.acts import close_round, shown_in_order, try_award
from table_controller.game.steps.showdown import showdown
from table_controller.vocabulary.events import CardsMucked, HandTaken, is_told
from table_controller.vocabulary.findings import Fact, Finding
from table_controller.vocabulary.outcomes import ActRuled


def lay(table: Table, event: CardsMucked) -> Table:
    """The cards in the muck, with no act made of it."""
    cards = table.cards
    for handle in event.handles:
        cards = moved(cards, handle, MUCK)
    return replace(table, cards=cards)


def on_mucked(table: Table, event: CardsMucked, book: Rulebook) -> Change:
    """Cards lie in the muck: the whole hand of the seat to act is a fold, at the showdown a hand not shown.

    Cards of the hand that nobody has ever read went with those that were.
    """
    held = lying(table.cards, seat_zone(event.seat)) if event.seat else ()
    unread = tuple([handle for handle in held if is_told(handle)])
    if unread and set(held) - set(event.handles) == set(unread) - set(event.handles) != set(held):
        event = replace(event, handles=(*event.handles, *unread))
    mucked = lay(table, event)
    seat = event.seat
    if seat is None and _board_is_taken(table, event.handles):
        return Change(mucked, unexplained=(Unexplained("board-in-muck"),))
    if seat is None or table.hand.phase in (IDLE, SETTLED) or seat in table.hand.taken:
        return Change(mucked)
    if (drawn := draws.discarded(mucked, seat, event.handles)) is not None:
        return drawn
    stand = table.betting.stands[seat - 1]
    over = table.hand.phase == SHOWDOWN or table.hand.betting_over or stand.status == "all-in"
    if not is_live(stand) or (has_tabled(table, seat) and over):
        return Change(mucked)
    if not held or not set(held) <= set(event.handles):
        return Change(mucked, unexplained=(Unexplained("part-of-hand-mucked", seat),))
    if found := mucked_hands.discarded_by_the_bettor(table, seat, book):
        return _opened(mucked, seat, found, book)
    if (unshown := showdown.discarded(mucked, seat, book)) is not None:
        return unshown
    if table.hand.phase != SHOWDOWN:
        return fold(mucked, seat, book, "cards")
    return Change(mucked, unexplained=(Unexplained("all-in-hand-mucked", seat),))


def _board_is_taken(table: Table, handles: tuple[Handle, ...]) -> bool:
    """Whether these are the first cards of the board that go into the muck before the hand is over."""
    board = table.hand.board
    if not is_street(table.hand.phase) or not any(handle in board for handle in handles):
        return False
    return all(where(table.cards, handle) == BOARD for handle in board)


def on_taken(table: Table, event: HandTaken, book: Rulebook) -> Change:
    """The dealer took in a hand that its player had not given up: a case for the floor, be it read as a fold or not."""
    seat = event.seat
    if table.hand.phase in (IDLE, SETTLED) or seat not in table.hand.seats or seat in table.hand.taken:
        return Change(table)
    if (tabled := showdown.taken_in(table, seat, book)) is not None:
        return tabled
    money = table.ledger[seat - 1]
    if not (money.stack_chips or money.committed_chips):  # his chips are gone: there is nothing to give back
        return Change(replace(table, betting=out_of_hand(table.betting, seat)))
    if not is_live(table.betting.stands[seat - 1]):
        given_up = _as_not_folded(table, seat)
        if given_up is None:
            return Change(table, unexplained=(Unexplained(_why_folded(table, seat), seat),))
        table = _without_the_folds_case(given_up, seat)
    found = (*mucked_hands.taken(seat, book), *mucked_hands.unprotected(seat, book))
    return _opened(table, seat, found, book) if found else Change(table, unexplained=(Unexplained("hand-taken", seat),))


def _opened(table: Table, seat: int, found: tuple[Finding, ...], book: Rulebook) -> Change:
    """A live hand lies in the muck: dead or live until the floor decides, as the book has it."""
    stand = table.betting.stands[seat - 1]
    facts: tuple[Fact, ...] = (("was", stand.status), ("street", table.hand.phase))
    if who_acts(table) == seat:
        facts = (*facts, ("turn", seat))
    told = tuple(replace(one, facts=(*one.facts, *facts)) if one.options else one for one in found)
    table = replace(table, hand=replace(table.hand, taken=(*table.hand.taken, seat)))
    if not mucked_hands.dead_on_contact(book):
        return Change(table, findings=told)
    if table.hand.phase == SHOWDOWN:
        return Change(showdown.with_status(table, seat, "mucked"), findings=told)
    return Change(replace(table, betting=out_of_hand(table.betting, seat)), findings=told)


def ruled(table: Table, case: Case, option: str, book: Rulebook) -> Change:
    """The floor chose what becomes of a hand in the muck."""
    seat = case.seat or 1
    if option == "retrieve":
        live = _given_back(table, case, book)
        came_back = live.hand.phase == SHOWDOWN and live.betting is not table.betting
        shown = shown_in_order(live, book) if came_back else live
        return Change(shown, findings=mucked_hands.retrieved(seat, book))
    if option == "return-bet":
        back = mucked_hands.uncalled_chips(table, seat)
    else:
        whole = mucked_hands.whole_round(table, seat, book) if case.word("cause") == mucked_hands.TAKEN else 0
        back = whole or mucked_hands.refund(table, seat, book)
    if table.hand.phase != case.word("street"):
        back = 0
        if is_street(table.hand.phase) and not is_live(table.betting.stands[seat - 1]):
            return Change(table)  # it is dead already, and play has gone on without it
    return _killed(table, seat, back, book)


OPTIONS: Final = frozenset({"dead-hand", "retrieve", "return-bet"})
"""Options about a hand in the muck."""


def _killed(table: Table, seat: int, back_chips: int, book: Rulebook) -> Change:
    """The hand is dead; `back_chips` of its bet are its player's again, and the round goes on without it."""
    if table.hand.phase in (IDLE, SETTLED):
        return Change(table)
    if table.hand.phase == SHOWDOWN:
        return try_award(showdown.with_status(table, seat, "mucked"), book)
    gone = out_of_hand(table.betting, seat)
    less, ledger = taken_back(gone, table.ledger, seat, back_chips)
    betting = without_bet(less, seat, gone.stands[seat - 1].bet_chips - less.stands[seat - 1].bet_chips)
    ledger = put(ledger, seat, replace(ledger[seat - 1], loose_chips=0))
    dead = replace(table, betting=betting, ledger=ledger)
    bet = betting.stands[seat - 1].bet_chips
    change = Change(dead, (ActRuled(seat, "fold", bet, all_in=False),))
    alone = live_count(betting) < HEADS_UP
    if is_street(dead.hand.phase) and (alone or (betting.actor is None and not dead.hand.betting_over)):
        return change.then(close_round(dead, book))
    return change


def _given_back(table: Table, case: Case, book: Rulebook) -> Table:
    """The hand is live again, with its turn if it had it and nobody has acted since."""
    seat = case.seat or 1
    money = table.ledger[seat - 1]
    if not (money.stack_chips or money.committed_chips):  # his chips were lost meanwhile: he has nothing to play for
        return table
    taken = tuple(other for other in table.hand.taken if other != seat)
    table = replace(table, hand=replace(table.hand, taken=taken))
    street, phase = case.word("street"), table.hand.phase
    between_rounds = street not in (phase, DEAL)
    unmatched = between_rounds and not _has_matched(table, seat, case.word("was"))
    gone_on = unmatched or (street != phase and bool(table.betting.recorded_acts))
    if gone_on or has_left(table, seat) or is_live(table.betting.stands[seat - 1]):  # live: it was all the time
        return table
    all_in = case.word("was") == "all-in" or not money.stack_chips
    live = showdown.with_status(table, seat, "all-in" if all_in else "in")
    if table.hand.phase == SHOWDOWN:
        return live
    recorded_acts = [recorded_act for recorded_act in live.betting.recorded_acts if recorded_act.seat == seat]
    stand = replace(live.betting.stands[seat - 1], act=_last_act(recorded_acts))
    betting = with_stand(live.betting, seat, stand)
    if between_rounds and betting.actor is not None and table.positions is not None:  # who speaks first, speaks first
        first = clockwise(table.setup.seats, streets.speaks_after(table.positions.button, book))[0]
        betting = with_turn(replace(betting, actor=first))
    elif case.fact("turn") == seat or betting.actor is None:
        betting = with_turn(replace(betting, actor=seat))
    ledger = live.ledger
    if not between_rounds:
        betting, ledger = bet_again(live.betting, betting, ledger)
    return replace(live, betting=betting, ledger=ledger, hand=still_over(live.hand, betting.actor is None))


def _has_matched(table: Table, seat: int, was: str) -> bool:
    """Whether the seat has put in as much as anybody who can still win, or all that it had."""
    most = max((table.ledger[other - 1].committed_chips for other in live_seats(table)), default=0)
    return was == "all-in" or table.ledger[seat - 1].committed_chips >= most


def _last_act(recorded_acts: list[RecordedAct]) -> Act | None:
    return Act(recorded_acts[-1].kind, recorded_acts[-1].to_chips) if recorded_acts else None


def _why_folded(table: Table, seat: int) -> str:
    """Why the fold has to be taken back before the hand can be one that was taken in."""
    acts = table.betting.recorded_acts
    last = next((at for at, act in enumerate(acts) if act.seat == seat and act.kind == "fold"), None)
    if last is None:
        return "hand-taken-earlier"  # in a round before this one
    if any(act.seat != seat for act in acts[last + 1 :]):
        return "hand-taken"
    return "hand-given-up" if acts[last].by != "cards" else "hand-taken-last"


def _without_the_folds_case(table: Table, seat: int) -> Table:
    """The table without what was asked of the player for a fold that was none: the dealer had taken his cards."""
    asked = [case for case in table.cases if case.seat == seat and _is_of_a_fold(case)]
    return replace(table, cases=tuple(case for case in table.cases if case not in asked[-1:]))


def _is_of_a_fold(case: Case) -> bool:
    """Whether the case is about a hand given up before its turn, or facing no bet."""
    topic = case.finding.topic
    return topic == "nonstandard-fold" or (topic == "out-of-turn" and not case.word("as_kind"))


def _as_not_folded(table: Table, seat: int) -> Table | None:
    """The table as if the seat's cards had not been read as a fold; None once the round has gone on from it."""
    betting = table.betting
    last = betting.recorded_acts[-1] if betting.recorded_acts else None
    if who_acts(table) is None or last is None or (last.seat, last.kind, last.by) != (seat, "fold", "cards"):
        return None
    back = before_last(betting)
    return replace(table, betting=back if last.turn else replace(back, actor=betting.actor))
