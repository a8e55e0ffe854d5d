"""An act, the end of a round, the next street, the award: where betting, ledger and hand move together."""

from __future__ import annotations

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.hands.ranking import Ranked, best_five, rank_in, rank_low
from table_controller.game.queries import (
    board_due,
    floor_stops,
    for_everybody,
    hands_dealt,
    level_of,
    live_seats,
    stacks_of,
    street_due,
    up_cards,
    up_unnamed,
    variant_of,
    who_acts,
    who_posts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import is_conduct, is_manners
from table_controller.game.rules.betting import forced_bets, limits, limps, out_of_turn, string_bets, wrong_amounts
from table_controller.game.rules.betting.readings import Acts, Announces, Leaves
from table_controller.game.rules.deal import short_stubs, streets, stud
from table_controller.game.rules.deal.boards import TOO_MANY
from table_controller.game.rules.showdown import boards_played, hand_ranks, odd_chips, showdown_order, tabling
from table_controller.game.rules.table import chip_handling
from table_controller.game.state import corrections
from table_controller.game.state.betting import (
    By,
    Held,
    Stand,
    Status,
    able_count,
    live_count,
    opened,
    with_act,
    with_blinds,
)
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.custody import names
from table_controller.game.state.hand import SETTLED, SHOWDOWN, Share, is_street
from table_controller.game.state.ledger import commit, put, win, without_loose
from table_controller.game.state.pots import unmatched
from table_controller.game.state.table import Case, Change, Table
from table_controller.game.steps.betting import hidden
from table_controller.game.steps.flow.refunds import void
from table_controller.game.steps.showdown import awarding
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import (
    ActKind,
    ActRuled,
    BetReturned,
    HandSettled,
    HandShown,
    Outcome,
    PotAwarded,
    StreetOpened,
)


def act(
    table: Table,
    seat: int,
    kind: ActKind,
    to_chips: int,
    book: Rulebook,
    by: By = "chips",
    waited: Held | None = None,
) -> Change:
    """The seat to act does this, or has done so before its turn, which `waited`; `to_chips` is its total for the round.

    That is capped by what it has.
    """
    stand, money = table.betting.stands[seat - 1], table.ledger[seat - 1]
    bet = stand.bet_chips
    to = (
        bet if kind in ("fold", "check") else max(bet, min(to_chips, bet + money.stack_chips))
    )  # no act takes chips back
    paid = commit(money, to - stand.bet_chips)
    all_in = not paid.stack_chips and kind != "fold"
    lie_chips = total_chips(table.chips.bets[seat - 1])
    betting = with_act(table.betting, seat, kind, to, all_in, by, waited, lie_chips)
    acted = replace(table, betting=betting, ledger=put(table.ledger, seat, paid), cases=_without(table, seat))
    told = limps.limped(table, seat, book) if kind == "call" else ()
    change = Change(acted, (ActRuled(seat, kind, to, all_in),), findings=told)
    if betting.terms.structure == "pot-limit" and (low := wrong_amounts.low_pot_bet_stands(acted, book)):
        change = change.then(_lowered(acted, *low))
        acted, betting = change.table, change.table.betting
    done = betting.actor is None or (kind == "fold" and live_count(betting) < HEADS_UP)
    if done and streets.ends_the_round(betting.recorded_acts[-1], book):
        return change.then(close_round(acted, book))
    return change.then(whose_turn_has_come(acted, book)) if betting.held else change


def _lowered(table: Table, to_chips: int, found: Finding) -> Change:
    """The bet of the round counts as less, for all who have answered it."""
    betting, ledger = corrections.lowered(table.betting, table.ledger, to_chips)
    outcomes = tuple(
        ActRuled(seat, stand.act.kind, to_chips, all_in=False)
        for seat, (stand, was) in enumerate(zip(betting.stands, table.betting.stands, strict=True), 1)
        if stand.act and stand.bet_chips != was.bet_chips
    )
    return Change(replace(table, betting=betting, ledger=ledger), outcomes, findings=(found,))


def whose_turn_has_come(table: Table, book: Rulebook) -> Change:
    """An act that was made before its turn is looked at when the turn comes."""
    held = next((act for act in table.betting.held if act.seat == table.betting.actor), None)
    if held is None:
        return Change(table)
    left = tuple(other for other in table.betting.held if other.seat != held.seat)
    free = replace(table, betting=replace(table.betting, held=left))
    reading = out_of_turn.comes_to_its_turn(table, held, book)
    match reading:
        case Acts():
            told = Change(free, findings=reading.findings)
            made = told.then(act(free, held.seat, reading.kind, reading.to_chips, book, reading.by, held))
            return made.then(_added_before(made.table, held, book)) if held.added_chips else made
        case Announces():  # said before the turn, and the chips are still to come
            return Change(replace(free, betting=replace(free.betting, announced=reading.word)))
        case Leaves() if any(found.options for found in reading.findings):
            return Change(free, findings=reading.findings)
        case _:  # free again: what lies in front goes back
            money = replace(free.ledger[held.seat - 1], loose_chips=0)
            found = reading.findings if isinstance(reading, Leaves) else ()
            return Change(replace(free, ledger=put(free.ledger, held.seat, money)), findings=found)


def _added_before(table: Table, held: Held, book: Rulebook) -> Change:
    """Chips of a second motion before the turn, now that the first one counts: back, or for the floor to decide."""
    reading = string_bets.beside(table, held.seat, held.added_chips, book)
    if not isinstance(reading, Leaves) or who_acts(table) is None:
        return Change(table)
    money = replace(table.ledger[held.seat - 1], loose_chips=held.added_chips)
    return Change(replace(table, ledger=put(table.ledger, held.seat, money)), findings=reading.findings)


def _without(table: Table, seat: int) -> tuple[Case, ...]:
    """The open cases but those about the act that the seat has now made.

    What stops play stops it until the floor has spoken; what the seat may be punished for stays, and what is about its
    chips, found or missing.
    """
    cases = table.cases
    return tuple(case for case in cases if case.seat != seat or _waits(case)) if cases else ()


def _waits(case: Case) -> bool:
    of_chips = chip_handling.is_of_chips_found(case) or chip_handling.is_count(case)
    return case.finding.stops_play or is_manners(case.finding) or of_chips


def close_round(table: Table, book: Rulebook) -> Change:
    """The betting of a street is over: what nobody matched goes back, then cards, showdown or award."""
    outcomes: list[Outcome] = []
    betting, ledger = table.betting, table.ledger
    if excess := unmatched(ledger, betting.stands):
        betting, ledger = corrections.taken_back(betting, ledger, *excess)
        outcomes.append(BetReturned(*excess))
    ledger = without_loose(ledger)
    betting = replace(betting, actor=None, announced=None)
    over = able_count(betting.stands) < HEADS_UP
    hand = replace(table.hand, betting_over=over)
    closed = Change(_face_up(replace(table, betting=betting, ledger=ledger, hand=hand), book), tuple(outcomes))
    if live_count(betting) < HEADS_UP:
        return closed if _is_undecided(closed.table) else closed.then(settle(closed.table, {}, book))
    if hand.exchange is not None:  # the round before the draw was open once more: the draw goes on
        return closed
    if street_due(closed.table) is None:
        return closed.then(open_showdown(closed.table, book))
    return closed


def open_first_street(table: Table, book: Rulebook) -> Change:
    """The deal is done: the first round begins left of the big blind, forced bets standing."""
    name = variant_of(table).first.name
    if variant_of(table).forced == "bring-in":
        return _brought_in(table, name, book)
    posts = who_posts(table)
    big = posts.big_blind if posts else 1
    stands = table.betting.stands
    entry = forced_bets.entry_chips(max(stand.bet_chips for stand in stands), table.level, book)
    if not forced_bets.big_blind_may_raise(book):
        stands = (*stands[: big - 1], replace(stands[big - 1], acted_at_chips=entry), *stands[big:])
    after = streets.speaks_before(big, book)
    betting = with_blinds(stands, after, entry, limits.size_of_street(table, name, book), table.betting.terms)
    opened_table = replace(table, betting=betting, hand=replace(table.hand, phase=name, burns=0))
    change = Change(opened_table, (StreetOpened(name),))
    return change if betting.actor is not None else change.then(close_round(opened_table, book))


def _brought_in(table: Table, name: str, book: Rulebook) -> Change:
    """The first round of stud: the lowest door card brings it in, in razz the highest, and its left acts."""
    doors = {seat: cards[0] for seat in live_seats(table) if (cards := up_cards(table, seat))}
    low = stud.brings_in(doors, variant_of(table).low_wins, book) or live_seats(table)[0]
    chips, size = level_of(table).bring_in_chips, limits.size_of_street(table, name, book)
    paid = commit(table.ledger[low - 1], chips)
    brought = paid.committed_chips - table.ledger[low - 1].committed_chips
    status: Status = "in" if paid.stack_chips else "all-in"
    stands = table.betting.stands
    stands = (*stands[: low - 1], Stand(status, brought, chips), *stands[low:])
    level = chips if stud.bring_in_is_the_least(book) else brought
    betting = replace(with_blinds(stands, low, level, size, table.betting.terms), raises=0)
    hand = replace(table.hand, phase=name, burns=0)
    opened_table = replace(table, betting=betting, ledger=put(table.ledger, low, paid), hand=hand)
    change = Change(opened_table, (StreetOpened(name),))
    return change if betting.actor is not None else change.then(close_round(opened_table, book))


def _speaks_after(table: Table, book: Rulebook) -> int:
    """The place left of which the first player of a later street is looked for."""
    button = table.positions.button if table.positions else table.setup.seats
    if for_everybody(table) and not short_stubs.who_spoke_first_does_again(book):
        return streets.speaks_after(button, book)
    first = stud.speaks_first(table, book)
    return streets.speaks_after(button, book) if first is None else (first - 2) % table.setup.seats + 1


def open_street(table: Table, name: str, book: Rulebook) -> Change:
    """The cards of the street are out: its round begins left of the button, if there is still betting."""
    earlier = replace(table.hand.showing, aggressor=showdown_order.last_of_the_hand(table))
    hand = replace(table.hand, phase=name, burns=0, showing=earlier)
    before = table.betting
    betting = opened(before.stands, _speaks_after(table, book), limits.size_of_street(table, name, book), before.terms)
    if hand.betting_over:
        betting = replace(betting, actor=None, aggressor=before.aggressor)
    change = Change(replace(table, hand=hand, betting=betting), (StreetOpened(name),))
    if hand.betting_over and variant_of(table).after(name) is None:
        return change.then(open_showdown(change.table, book))
    return change


def shown_in_order(table: Table, book: Rulebook) -> Table:
    """The table at its showdown with the order in which hands are shown, or all face up where somebody is all-in."""
    shown = _face_up(table, book)
    showing = replace(shown.hand.showing, order=showdown_order.order(shown, book))
    return replace(shown, hand=replace(shown.hand, showing=showing))


def open_showdown(table: Table, book: Rulebook) -> Change:
    """The last round is over and more than one hand is live."""
    shown = shown_in_order(replace(table, hand=replace(table.hand, phase=SHOWDOWN)), book)
    change = Change(shown, (StreetOpened(SHOWDOWN),), findings=showdown_order.not_said(shown, book))
    return change.then(try_award(shown, book))


def _face_up(table: Table, book: Rulebook) -> Table:
    """The table, knowing whether all live hands are tabled now."""
    showing = replace(table.hand.showing, face_up=tabling.all_hands_up(table, book))
    if showing.face_up and variant_of(table).deals_up:
        showing = replace(showing, order=showdown_order.at_risk_last(table, live_seats(table), book))
    return replace(table, hand=replace(table.hand, showing=showing))


def try_award(table: Table, book: Rulebook) -> Change:
    """Award the pots if nothing is open any more: one live hand, or all live hands and the board known.

    Of no live hand one may come back as long as the floor has to speak.
    """
    hand = table.hand
    if not (is_street(hand.phase) or hand.phase == SHOWDOWN):
        return Change(table)
    if hand.phase != SHOWDOWN and live_count(table.betting) >= HEADS_UP:
        return Change(table)
    live = live_seats(table)
    if _is_undecided(table):
        return Change(table)
    if not live:
        return settle(table, {}, book)
    if len(live) == 1:
        unseen = hand.phase != SHOWDOWN or live[0] in hand.shown or showdown_order.last_live_hand(book)
        return settle(table, {}, book) if unseen else Change(table)
    if showdown_order.waits_for(table, book) or _may_go_back(table):
        return Change(table)
    known = strengths_of(table, book)
    readable = known and len(known) == sum(seat in hand.shown for seat in live)
    return settle(table, known, book) if readable else Change(table)


def _is_undecided(table: Table) -> bool:
    """Whether the floor may still give a hand back where none is live, or kill the last one for what its player did."""
    if not floor_stops(table):
        return False
    live = live_seats(table)
    open_cases = (case for case in table.cases if case.finding.stops_play)
    return not live or any(case.seat in live and is_conduct(case.finding) for case in open_cases)


def _may_go_back(table: Table) -> bool:
    """Whether the floor has to say something of no player: a card of the board may go back to the deck."""
    open_cases = (case for case in table.cases if case.finding.stops_play and case.seat is None)
    return any(not showdown_order.is_of_the_order(case.finding) for case in open_cases)


def strengths_of(table: Table, book: Rulebook) -> dict[int, int]:
    """How strong each tabled live hand is with the present board: higher wins; one that cannot be read is left out."""
    game, board = variant_of(table), board_cards(table)
    found: dict[int, int] = {}
    for seat in live_seats(table):
        ranked, hole = _rank(table, seat), hole_cards(table, seat)
        if ranked is None or (boards_played.plays(game, hole, board) and not boards_played.may_play(book)):
            continue
        found[seat] = hand_ranks.strength_of(ranked, book)
    return found


def lows_of(table: Table) -> dict[int, int]:
    """How good each tabled live hand is for the low half: higher wins; empty where there is none to win."""
    game, board = variant_of(table), board_cards(table)
    found = {seat: rank_low(game, hole_cards(table, seat), board) for seat in live_seats(table)}
    return {seat: low.strength for seat, low in found.items() if low is not None}


def _by_suit(table: Table, book: Rulebook) -> tuple[tuple[int, ...], ...]:
    """In stud the live seats in the order in which odd chips go to their hands of each kind; nothing in other games."""
    game, live = variant_of(table), live_seats(table)
    if game.forced != "bring-in":
        return ()
    orders: list[tuple[int, ...]] = []
    for kind in game.kinds:
        best = {seat: five for seat in live if (five := best_five(kind, hole_cards(table, seat), board_cards(table)))}
        first = odd_chips.highest_card_by_suit(best, kind != "high", book)
        orders.append((*first, *(seat for seat in live if seat not in first)))
    return tuple(orders)


def settle(table: Table, strengths: dict[int, int], book: Rulebook) -> Change:
    """Award every pot: at once in the books of the game, the dealer's hands follow. Without a live hand it is void."""
    if not live_seats(table):  # the last hands died together: there is nobody to win
        return void(table)
    lows = lows_of(table) if strengths else {}
    by_suit = _by_suit(table, book) if strengths else ()
    shares, for_the_floor = awarding.awarded(table, strengths, lows, book, by_suit)
    ledger = without_loose(table.ledger)
    for share in shares:
        ledger = put(ledger, share.seat, win(ledger[share.seat - 1], share.chips))
    ledger, shares, left_open = hidden.settled(table, ledger, shares, book)
    betting = replace(table.betting, actor=None, announced=None)
    hand = replace(table.hand, phase=SETTLED, shares=shares)
    awarded: list[Outcome] = [
        PotAwarded(share.pot, share.seat, share.chips, _won_with(table, share) if strengths else "", share.half)
        for share in shares
    ]
    awarded.append(HandSettled(hand.number, stacks_of(table, ledger)))
    cases = tuple([case for case in table.cases if not _is_of_the_board(case)])  # no card of it can matter any more
    over = replace(table, hand=hand, betting=betting, ledger=ledger, cases=cases)
    return Change(over, tuple(awarded), findings=(*for_the_floor, *left_open))


def _won_with(table: Table, share: Share) -> str:
    """What the hand is called that has won this part of a pot."""
    if share.half != "low":
        return hand_label(table, share.seat)
    low = rank_low(variant_of(table), hole_cards(table, share.seat), board_cards(table))
    return low.label if low else ""


def _is_of_the_board(case: Case) -> bool:
    """Whether the floor is asked about cards of a street, and about no player."""
    return case.seat is None and (bool(case.word("street")) or case.finding.topic == TOO_MANY)


def show_known(table: Table, book: Rulebook) -> Change:
    """Announce tabled hands whose cards have become known, and award if that was the last thing open."""
    hand = table.hand
    outcomes: list[Outcome] = []
    for seat in hand.seats if any(hand.tabled) else ():
        handles = hand.tabled[seat - 1]
        if not handles or seat in hand.shown:
            continue
        if (cards := names(table.cards, handles)) is not None:
            ranked = _rank(table, seat)
            low = rank_low(variant_of(table), cards, board_cards(table)) if ranked else None
            outcomes.append(HandShown(seat, cards, ranked.label if ranked else "", low.label if low else ""))
            hand = replace(hand, shown=(*hand.shown, seat))
    change = Change(replace(table, hand=hand), tuple(outcomes)) if outcomes else Change(table)
    if not floor_stops(table):  # what the hand comes to by itself is looked at after every event
        return change
    award = try_award(change.table, book)
    return change if award.table is change.table else change.then(award)


def deal_done(table: Table) -> bool:
    """Whether every seat dealt in has its cards, none is to be replaced, and the first board cards lie there."""
    return hands_dealt(table) and len(table.hand.board) >= variant_of(table).first.board


def faces_known(table: Table) -> bool:
    """Whether every card that lies face up before a live hand has its name."""
    return not up_unnamed(table)


def hole_cards(table: Table, seat: int) -> tuple[Card, ...]:
    """The public cards of a tabled hand, empty while any of them is unknown."""
    handles = table.hand.tabled[seat - 1] if table.hand.tabled else ()
    return names(table.cards, handles) or ()


def board_cards(table: Table) -> tuple[Card, ...]:
    """The announced board cards, in the order dealt."""
    return names(table.cards, table.hand.board[: table.hand.named]) or ()


def _rank(table: Table, seat: int) -> Ranked | None:
    hole = hole_cards(table, seat)
    complete = len(table.hand.board) == table.hand.named or bool(board_due(table))
    return rank_in(variant_of(table), hole, board_cards(table)) if hole and complete else None


def hand_label(table: Table, seat: int) -> str:
    """What a tabled hand makes with the present board, empty while it cannot be told; of a low that won, the low."""
    if _won_low_only(table, seat):
        ranked = rank_low(variant_of(table), hole_cards(table, seat), board_cards(table))
    else:
        ranked = _rank(table, seat)
    return ranked.label if ranked else ""


def _won_low_only(table: Table, seat: int) -> bool:
    """Whether the seat has won the low half of pots, and nothing else."""
    return {share.half for share in table.hand.shares if share.seat == seat} == {"low"}


def winning_cards(table: Table, seat: int) -> tuple[Card, ...]:
    """The cards with which a shown hand has won, with all of the board; empty while it has won nothing.

    Of one that won only the low half those of its low, else those of its high hand.
    """
    hole, board = hole_cards(table, seat), board_cards(table)
    if not table.ledger[seat - 1].won_chips or not hole or board_due(table):
        return ()
    game = variant_of(table)
    return best_five(game.kinds[1 if _won_low_only(table, seat) else 0], hole, board, game.hole_used)
