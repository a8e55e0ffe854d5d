"""The table between hands: opened, players, levels, the riffle that starts a hand, the end of one."""

from __future__ import annotations

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.requests import HandEnded, HandStarted
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import MAX_SEATS
from table_controller.game.queries import (
    ante_mode_of,
    awards_due,
    behind_chips,
    deal_can_be_taken_in,
    left_in_front,
    level_of,
    owing,
    returns_due,
    variant_of,
    who_posts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import dealing_order, decks
from table_controller.game.rules.table import antes, penalties, protests
from table_controller.game.state import chip_custody
from table_controller.game.state.betting import Round, Stand
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.chip_custody import ChipBoard
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, Hand
from table_controller.game.state.ledger import Ledger, SeatChips, fresh, put
from table_controller.game.state.seats import Player, clear, leave, sit
from table_controller.game.state.table import NEW_TABLE, Case, Change, Level, Setup, Table, Unexplained, without_due
from table_controller.game.steps.betting.forced import with_forced_bets
from table_controller.game.steps.deal import repairs
from table_controller.game.steps.flow.refunds import without_voiding
from table_controller.game.steps.flow.voiding import dealt_again, taken_in
from table_controller.game.steps.table import games, levels, placing
from table_controller.game.steps.table.chip_counts import (
    expects,
    explained,
    given_back,
    missing_goes_with_him,
    still_expected,
)
from table_controller.game.steps.table.penalties import gone
from table_controller.game.steps.table.placing import by_the_puck, place_button, seats_dealt_in
from table_controller.game.variants import NO_LIMIT_HOLDEM, VARIANTS, not_played
from table_controller.vocabulary.events import HandPutAway, LevelAnnounced, PlayerLeft, PlayerSat, Riffled, TableOpened
from table_controller.vocabulary.outcomes import HandBegan


def on_opened(table: Table, event: TableOpened, book: Rulebook) -> Change:
    """The table is set up, unless a hand is under way or the set-up makes no sense."""
    if table.hand.phase not in (IDLE, SETTLED):
        return Change(table, unexplained=(Unexplained("hand-under-way"),))
    if fault := _fault(event):
        return Change(table, unexplained=(Unexplained("set-up", None, (("fault", fault),)),))
    stacks = {player.seat: player for player in event.players}
    places = range(1, event.seats + 1)
    values = tuple(stacks[seat].stack_chips if seat in stacks else 0 for seat in places)
    fresh_table = replace(
        NEW_TABLE,
        setup=Setup(
            event.rulebook,
            event.variant,
            event.seats,
            tuple(sorted(set(event.denominations))),
            antes.paid_by(event.ante_mode, book),
            event.house,
            max(values),
            event.language,
        ),
        players=tuple(Player(seat, stacks[seat].name) if seat in stacks else None for seat in places),
        level=Level(
            event.small_blind_chips,
            event.big_blind_chips,
            event.ante_chips,
            event.small_bet_chips,
            event.big_bet_chips,
            event.bring_in_chips,
        ),
        first_button=event.button,
        betting=Round(tuple(Stand() for _ in places)),
        ledger=tuple(SeatChips(value) for value in values),
        chips=ChipBoard(values, ((),) * event.seats, (), sum(values)),
    )
    return Change(place_button(fresh_table, book))


def on_riffled(table: Table, event: Riffled, book: Rulebook) -> Change:
    """The first riffle starts the hand; a finished hand that still lies there is put away first."""
    if table.hand.phase == DEAL and table.hand.fate == "misdeal":
        return dealt_again(table, book)
    if not event.amid and deal_can_be_taken_in(table):
        void = taken_in(table, book)
        return void.then(dealt_again(void.table, book))
    if table.hand.phase == SETTLED:
        away = on_put_away(table, HandPutAway(event.at_s), book)
        return away.then(on_riffled(away.table, event, book))
    if table.hand.phase != IDLE:
        return repairs.stub_shuffled(table, book)
    missing = "table not opened" if not table.setup.seats else not_played(table.setup.variant)
    if any(one.what == "break" and one.at_s < event.at_s for one in table.due):  # play went on: it was called off
        table = without_due(table, "break")
    table = place_button(levels.riffled(table), book)
    if missing or table.positions is None:
        return Change(
            table, unexplained=(Unexplained("no-hand", None, (("reason", missing or "fewer than two players"),)),)
        )
    seats, number = seats_dealt_in(table), table.hand.number + 1
    laid = by_the_puck(table, book)
    positions = laid.positions or table.positions
    due, table = laid.course.due or positions, laid  # where the book lets the puck decide, it lies right
    blank = ((),) * table.setup.seats
    hand = Hand(number, DEAL, seats, tabled=blank)
    left_open = _cases_left_open(table)
    table = replace(table, cases=tuple(filter(protests.is_of_no_hand, table.cases)))
    clean = replace(table, hand=hand, cards=(), buttons=(), declared_all_in=(), early=(), hidden=(), asked=())
    cleared = still_expected(replace(clean, ledger=_as_it_begins(table, seats)))
    began = with_forced_bets(cleared, positions, book)
    stacks = tuple((seat, table.ledger[seat - 1].stack_chips) for seat in seats)
    outcome = _began(began, stacks)
    began, of_the_button = placing.began(began, book)
    told = (*antes.format_unsaid(began, book), *antes.order_unsaid(began, book), *of_the_button)
    told = (*told, *dealing_order.button_lies_elsewhere(replace(began, positions=due), book))
    if number == 1:  # a later level is looked at when it is announced
        told = (*told, *antes.far_from_typical(level_of(began), ante_mode_of(began), book))
    return Change(began, (outcome,), (HandStarted(number),), unexplained=left_open, findings=told)


def _as_it_begins(table: Table, seats: tuple[int, ...]) -> Ledger:
    """Chips that were put forward too soon pay what is due; those of the last hand that lie there still pay nothing."""
    lies = [total_chips(bet) - left for bet, left in zip(table.chips.bets, left_in_front(table), strict=True)]
    return tuple(
        fresh(money, lies[place - 1]) if place in seats else money for place, money in enumerate(table.ledger, 1)
    )


def _began(table: Table, stacks: tuple[tuple[int, int], ...]) -> HandBegan:
    """That the hand has begun, with button and blinds as its game has them."""
    posts, hand = who_posts(table), table.hand
    if posts is None:
        return HandBegan(hand.number, 0, None, 0, hand.seats, stacks)
    return HandBegan(hand.number, posts.button, posts.small_blind, posts.big_blind, hand.seats, stacks)


def on_put_away(table: Table, event: HandPutAway, book: Rulebook) -> Change:
    """The finished hand is gathered: button and blinds move on."""
    del event
    if table.hand.phase != SETTLED:
        return Change(table, unexplained=(Unexplained("hand-under-way" if table.hand.phase != IDLE else "no-hand"),))
    left_out, own = (*_chips_left_out(table), *_cases_left_open(table)), _own_in_front(table)
    outlast = tuple(case for case in table.cases if not _ends_with_the_hand(case))
    table = given_back(replace(table, cases=without_voiding(outlast)))
    for player in table.players:
        if player is not None and player.leaving:
            table = _cash_out(table, player.seat)
    away = replace(
        placing.put_away(table, book),
        players=clear(table.players),
        hand=Hand(table.hand.number),
        betting=Round(tuple(Stand() for _ in table.betting.stands)),
        ledger=tuple(fresh(money, own.get(seat, 0)) for seat, money in enumerate(table.ledger, 1)),
        cards=(),
    )
    told = decks.at_a_new_level(book) if away.coming is not None else ()
    ended = (HandEnded(table.hand.number),)
    placed = place_button(games.begun(away), book)
    told = (*told, *placing.told_between_hands(placed, book))
    return Change(placed, requests=ended, unexplained=left_out, findings=told)


def _own_in_front(table: Table) -> dict[int, int]:
    """What lies in front of each seat and is its own again: a blind for the next hand that came early.

    Nothing while the hand still has a pot to pay: a bet that was not drawn in is part of it.
    """
    return {} if awards_due(table) else dict(returns_due(table))


def _chips_left_out(table: Table) -> tuple[Unexplained, ...]:
    """Chips that the finished hand owes somebody, though its cards are gathered: the dealer has forgotten them."""
    owed = (*returns_due(table), *awards_due(table))
    return tuple(Unexplained("chips-not-pushed", seat, (("chips", chips),)) for seat, chips in owed)


def _ends_with_the_hand(case: Case) -> bool:
    """Whether the case stopped the hand: it ends with it, ruled or not."""
    return case.finding.stops_play and not protests.is_of_no_hand(case)


def _cases_left_open(table: Table) -> tuple[Unexplained, ...]:
    """Cases that stopped the hand, and that the floor has never ruled on."""
    left = filter(_ends_with_the_hand, table.cases)
    return tuple(Unexplained("case-left-open", case.seat, (("topic", case.finding.topic),)) for case in left)


def on_sat(table: Table, event: PlayerSat, book: Rulebook) -> Change:
    """A player takes an empty seat, or one who lost everything buys in again; cards come with the next hand.

    His chips may have been counted there already.
    """
    seat, at = event.seat, event.seat - 1
    if not 1 <= seat <= table.setup.seats:
        return Change(table, unexplained=(Unexplained("no-such-seat", seat),))
    before = table.players[at]
    if before is not None and before.leaving and table.hand.phase in (IDLE, SETTLED):
        if _unsettled(table, seat):  # who goes still owes the pot, or has chips of it coming
            return Change(table, unexplained=(Unexplained("seat-taken", seat),))
        table = _cash_out(table, seat)
        table = replace(table, players=(*table.players[:at], None, *table.players[at + 1 :]))
    over, money = table.hand.phase in (IDLE, SETTLED), table.ledger[at]
    busy = table.players[at] is not None and bool(money.stack_chips or (money.committed_chips and not over))
    if busy or event.stack_chips <= 0:
        return Change(table, unexplained=(Unexplained("seat-taken" if busy else "no-chips", seat),))
    seated = replace(
        table,
        players=sit(table.players, seat, event.name, event.entry if table.hand.number else ""),
        ledger=put(table.ledger, seat, replace(money, stack_chips=money.stack_chips + event.stack_chips)),
        chips=chip_custody.brought(table.chips, seat, event.stack_chips),
    )
    return Change(explained(seated, seat, event.stack_chips, book))


def _unsettled(table: Table, seat: int) -> bool:
    """Whether the seat owes chips to the hand that is over, or gets some of it."""
    return any(seat == at for at, _ in (*owing(table), *returns_due(table), *awards_due(table)))


def on_left(table: Table, event: PlayerLeft, book: Rulebook) -> Change:
    """A player gives up the seat: at once between hands, else when the hand is put away."""
    seat = event.seat
    if table.players[seat - 1] is None:
        return Change(table, unexplained=(Unexplained("seat-empty", seat),))
    if table.hand.phase not in (IDLE, SETTLED) and seat in table.hand.seats:
        return Change(table, unexplained=(Unexplained("left-during-hand", seat),))
    owed = penalties.unserved(table, seat, book)
    going = missing_goes_with_him(replace(table, players=leave(table.players, seat)), seat)
    if table.hand.phase != IDLE:  # the chips go with him; what a pot still owes him comes first
        money = replace(going.ledger[seat - 1], stack_chips=0)
        going = expects(replace(going, ledger=put(going.ledger, seat, money)), seat)
        return Change(going, findings=owed)
    left = _cash_out(going, seat)
    return Change(replace(left, players=clear(left.players)), findings=owed)


def on_level(table: Table, event: LevelAnnounced, book: Rulebook) -> Change:
    """New blinds and ante, from the next hand."""
    level = Level(  # limit bets follow the big blind
        event.small_blind_chips, event.big_blind_chips, event.ante_chips, bring_in_chips=table.level.bring_in_chips
    )
    if variant_of(table).forced == "bring-in" and not table.level.big_blind_chips:  # its bring-in and its small bet
        low, small, big = event.small_blind_chips, event.big_blind_chips, 2 * event.big_blind_chips
        return _stud_level(table, Level(0, 0, event.ante_chips, small, big, low), book)
    if not 0 <= level.small_blind_chips <= level.big_blind_chips or not level.big_blind_chips or level.ante_chips < 0:
        return Change(table, unexplained=(Unexplained("set-up", None, (("fault", "blinds"),)),))
    before = (table.coming or table.level).ante_chips
    unusual = antes.far_from_typical(level, table.setup.ante_mode, book)
    told = (*antes.reduced(before, level.ante_chips, book), *unusual)
    if table.hand.phase == IDLE and table.hand.number:
        told = (*told, *decks.at_a_new_level(book))
    change = levels.announced(without_due(table, "level"), level, book)
    return Change(change.table, findings=(*change.findings, *told))


def _stud_level(table: Table, level: Level, book: Rulebook) -> Change:
    """A new level at a table of stud alone, which has no blinds."""
    if not 0 < level.bring_in_chips < level.small_bet_chips or level.ante_chips < 0:
        return Change(table, unexplained=(Unexplained("set-up", None, (("fault", "blinds"),)),))
    told = antes.reduced((table.coming or table.level).ante_chips, level.ante_chips, book)
    return levels.announced(without_due(table, "level"), level, book).told(told)


def _cash_out(table: Table, seat: int) -> Table:
    """The chips of a player who goes leave the table, and penalties with him, and what the floor may still say of him.

    What lies there beyond what he owns was found there, unless his stack is still to be cleared.
    """
    table, lies = gone(table, seat), table.chips.stacks[seat - 1]
    table = replace(table, cases=tuple([one for one in table.cases if one.seat != seat or one.finding.stops_play]))
    own = lies if seat in table.recount else max(0, min(lies, behind_chips(table, seat)))
    board = chip_custody.counted(chip_custody.brought(table.chips, seat, -own), seat, 0)
    ledger: Ledger = put(table.ledger, seat, SeatChips())
    return replace(table, ledger=ledger, chips=board)


def _is_forced(event: TableOpened) -> bool:
    """Whether the forced bets of the game make sense: blinds, or in stud a bring-in below the small bet."""
    if VARIANTS.get(event.variant, NO_LIMIT_HOLDEM).forced == "bring-in":
        return 0 < event.bring_in_chips < event.small_bet_chips <= event.big_bet_chips
    return 0 <= event.small_blind_chips <= event.big_blind_chips and event.big_blind_chips > 0


def _fault(event: TableOpened) -> str | None:
    """What makes a set-up impossible, as a code."""
    seats = [player.seat for player in event.players]
    checks = (
        ("seats", HEADS_UP <= event.seats <= MAX_SEATS),
        ("players", len(set(seats)) == len(seats) and all(1 <= seat <= event.seats for seat in seats)),
        ("stacks", all(player.stack_chips >= 0 for player in event.players)),
        ("button", 1 <= event.button <= event.seats),
        ("blinds", _is_forced(event)),
        ("ante", event.ante_chips >= 0),
        ("denominations", bool(event.denominations) and all(chip > 0 for chip in event.denominations)),
    )
    return next((name for name, fine in checks if not fine), None)
