"""Pure questions about a table: who acts, for how much, what is due to whom, what is waited for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias, assert_never

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips, picked, total_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BURN, MUCK, STUB, Zone, seat_zone, stack_zone, zone_seat
from table_controller.game.hands import up_cards as up_cards_order
from table_controller.game.state import clocks, showing
from table_controller.game.state.betting import LIVE, Stand, is_live, may_raise
from table_controller.game.state.button import Positions
from table_controller.game.state.chip_custody import lying_chips
from table_controller.game.state.custody import came_from, located, lying, where
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, SHOWDOWN, Exchange, Returned, is_street
from table_controller.game.state.ledger import Ledger, award_due_chips, balance_chips, owes_chips, put, returns_chips
from table_controller.game.state.pots import Pot, pots_of
from table_controller.game.state.seats import clockwise
from table_controller.game.state.table import Level, Table
from table_controller.game.variants import NO_LIMIT_HOLDEM, VARIANTS, Variant
from table_controller.vocabulary.views import Choice

ForcedKind: TypeAlias = Literal["ante", "small-blind", "big-blind", "bring-in"]


def variant_of(table: Table) -> Variant:
    """The game of the table; hold'em where the table was never opened."""
    return VARIANTS.get(table.setup.variant, NO_LIMIT_HOLDEM)


def level_of(table: Table) -> Level:
    """The level as the game has it: with its own ante and bring-in, and in a game with a bring-in without blinds."""
    own, level = table.rotation, table.level
    stud = variant_of(table).forced == "bring-in"
    if not own.changes and not (stud and level.big_blind_chips):
        return level
    return level_in(variant_of(table), level, own.ante_chips, own.bring_in_chips)


def level_in(game: Variant, level: Level, ante_chips: int | None, bring_in_chips: int | None) -> Level:
    """The level of a table as a game has it that was named with this ante and bring-in, None for the table's own."""
    ante = level.ante_chips if ante_chips is None else ante_chips
    if game.forced != "bring-in":
        return replace(level, ante_chips=ante, bring_in_chips=0)
    return replace(
        level,
        small_blind_chips=0,
        big_blind_chips=0,
        ante_chips=ante,
        small_bet_chips=level.small_bet_chips or level.big_blind_chips,
        big_bet_chips=level.big_bet_chips or 2 * (level.small_bet_chips or level.big_blind_chips),
        bring_in_chips=level.bring_in_chips if bring_in_chips is None else bring_in_chips,
    )


def who_posts(table: Table, positions: Positions | None = None) -> Positions | None:
    """Button and blinds of the hand as its game has them: in some the button alone posts, and nobody beside it."""
    places = positions or table.positions
    if places is None or not variant_of(table).button_posts:
        return places
    return Positions(places.button, None, places.button, places.button)


def ante_mode_of(table: Table) -> Literal["all", "bb"]:
    """Who pays an ante in this game: everyone in one without blinds, for nobody has a blind to pay it with."""
    return "all" if variant_of(table).forced == "bring-in" else table.setup.ante_mode


def who_acts(table: Table) -> int | None:
    """The seat to act, None if nobody is."""
    actor = table.betting.actor
    return actor if actor is not None and is_street(table.hand.phase) else None


def is_turn_unwatched(table: Table) -> bool:
    """Whether nobody saw what the seat to act did, if anything: who acts past it may well be in turn."""
    return bool(table.betting.unwatched) and who_acts(table) in table.betting.unwatched


def is_turn_unclear(table: Table) -> bool:
    """Whether what the seat to act did is not known: nobody saw it, or its chips lie there, and no act explains them.

    They are for the floor, or the dealer has taken the act back and keys it anew.
    """
    if is_turn_unwatched(table):
        return True
    seat = who_acts(table)
    if seat is None or not table.ledger[seat - 1].loose_chips:
        return False
    return is_with_the_floor(table, seat) or (table.hand.phase, seat) in table.hand.laid


def has_answered(table: Table, seat: int) -> bool:
    """Whether the seat has acted in this round and faces no bet that is new to it: it has nothing left to decide."""
    stand = stand_of(table, seat)
    answered = stand.acted_at_chips is not None and stand.bet_chips >= table.betting.level_chips
    return answered and not any(held.seat == seat for held in table.betting.held)


def is_no_act_yet(table: Table, seat: int) -> bool:
    """Whether chips lie in front of a seat that is still to act, and are no act, not even one out of turn.

    They came while nobody was to act: they are its own, and no case is about them.
    """
    if who_acts(table) == seat or has_answered(table, seat) or not table.ledger[seat - 1].loose_chips:
        return False
    if any(held.seat == seat for held in table.betting.held) or stand_of(table, seat).status != "in":
        return False
    return not any(case.seat == seat for case in table.cases)


def is_settled(table: Table) -> bool:
    """Whether the hand is over and its pots awarded, but not yet put away."""
    return table.hand.phase == SETTLED


def acting_order(table: Table) -> tuple[int, ...]:
    """Seats dealt in, from the first left of the button.

    In stud the button means nothing: from the seat that got the first card, as a dealer begins at his own left.
    """
    if table.positions is None:
        return ()
    dealt = table.hand.dealt if variant_of(table).deals_up else ()
    after = dealt[0].seat - 1 if dealt else table.positions.button
    return _clockwise_of(table.setup.seats, after, table.hand.seats)


def last_of_a_round(table: Table) -> int | None:
    """The seat that gets the last card of each round of the deal: the button's, in stud that before the first."""
    if table.positions is None:
        return None
    order = acting_order(table) if variant_of(table).deals_up else (table.positions.button,)
    return order[-1] if order else None


@lru_cache(maxsize=256)
def _clockwise_of(seats: int, button: int, dealt_in: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(seat for seat in clockwise(seats, button) if seat in dealt_in)


def live_seats(table: Table) -> tuple[int, ...]:
    """Seats whose hand can win, in acting order."""
    stands = table.betting.stands
    return tuple([seat for seat in acting_order(table) if stands[seat - 1].status in LIVE])


def to_call_chips(table: Table) -> int:
    """What the seat to act must add to call: up to the full big blind even if that blind is short."""
    seat = who_acts(table)
    if seat is None:
        return 0
    behind = table.ledger[seat - 1].stack_chips
    return min(behind, max(0, table.betting.level_chips - table.betting.stands[seat - 1].bet_chips))


def max_raise_to_chips(table: Table) -> int:
    """The most to which the seat to act may raise, 0 if it may not."""
    seat = who_acts(table)
    if seat is None or not may_raise(table.betting, seat):
        return 0
    total = table.betting.stands[seat - 1].bet_chips + table.ledger[seat - 1].stack_chips
    if total <= table.betting.level_chips:
        return 0
    match table.betting.terms.structure:
        case "no-limit":
            return total
        case "pot-limit":
            return min(total, _pot_limit_chips(table, seat))
        case "fixed-limit":
            return min(total, _least_full_chips(table))
        case _ as never:
            assert_never(never)


def min_raise_to_chips(table: Table) -> int:
    """The least to which the seat to act may bet or raise (all it has, if that is less), 0 if it may not."""
    most = max_raise_to_chips(table)
    return min(most, _least_full_chips(table))


def _least_full_chips(table: Table) -> int:
    """The total of the smallest full bet or raise.

    Over an opening all-in under the minimum bet some books ask for twice the big blind. In a limit game a
    short all-in that counts for nothing is completed, not raised.
    """
    betting = table.betting
    level, size = betting.level_chips, betting.full_raise_chips
    if betting.terms.structure == "fixed-limit" and not betting.raises:
        return size  # nothing but a bring-in, or less than half a bet, lies there: it is completed
    if betting.terms.structure == "fixed-limit":
        short = level % size if size else 0
        return level - short + size if 0 < 2 * short < size else level + size
    if betting.terms.short_open_doubles and 0 < level < table.level.big_blind_chips:
        return 2 * table.level.big_blind_chips
    return level + size


def _pot_limit_chips(table: Table, seat: int) -> int:
    """The pot as it is after the seat's call, on top of that call; before the flop short blinds may count as full."""
    betting, money = table.betting, table.ledger
    pot = sum(one.committed_chips for one in money)
    if betting.terms.short_blind_counts_full and table.hand.phase == variant_of(table).first.name and table.positions:
        level = table.level
        seats = (table.positions.small_blind, table.positions.big_blind)
        for at, chips in zip(seats, (level.small_blind_chips, level.big_blind_chips), strict=True):
            if at is not None and betting.stands[at - 1].status == "all-in":
                pot += max(0, chips - betting.stands[at - 1].bet_chips)
    return betting.level_chips + pot + betting.level_chips - betting.stands[seat - 1].bet_chips


def may(table: Table) -> tuple[Choice, ...]:
    """What is open to the seat to act, passive choices first."""
    seat = who_acts(table)
    if seat is None:
        return ()
    bound = table.betting.announced is not None or table.betting.stands[seat - 1].limit == "raise"
    if bound and max_raise_to_chips(table):
        return ("raise" if table.betting.level_chips else "bet",)
    choices: tuple[Choice, ...] = ("fold", "call") if to_call_chips(table) else ("check",)
    if table.betting.stands[seat - 1].limit == "call-or-raise":
        choices = choices[-1:]
    if max_raise_to_chips(table):
        choices = (*choices, "raise" if table.betting.level_chips else "bet")
    return choices


def street_due(table: Table) -> str | None:
    """The street whose board or cards come next, None while the betting or a draw goes on, or none is left.

    In the deal that is the first one, where it has a board card, once all have their hands.
    """
    if table.hand.phase == DEAL:
        first = variant_of(table).first
        return first.name if len(table.hand.board) < first.board and hands_dealt(table) else None
    if not is_street(table.hand.phase) or table.betting.actor is not None or table.hand.exchange is not None:
        return None
    street = variant_of(table).after(table.hand.phase)
    return street.name if street else None


def board_due(table: Table) -> int:
    """Board cards still to come before the next street opens."""
    due = street_due(table)
    return 0 if due is None else variant_of(table).board_by(due) - len(table.hand.board)


def is_flop_begun(table: Table) -> bool:
    """Whether a card lies on the board that came after the first round of betting."""
    return len(table.hand.board) > variant_of(table).first.board


def faces_missing(table: Table) -> tuple[Handle, ...]:
    """The board cards that lie there for all to see, in the order dealt, from the first on that nobody has named."""
    if not is_street(table.hand.phase) and table.hand.phase != SHOWDOWN:
        return ()
    return board_out(table)[table.hand.named :]


def board_out(table: Table) -> tuple[Handle, ...]:
    """The board cards of the streets that lie there whole, so that everybody sees their faces."""
    if not full_board(table) or not is_street(table.hand.phase):
        return table.hand.board
    return table.hand.board[: variant_of(table).board_by(table.hand.phase)]


def burn_due(table: Table) -> bool:
    """Whether a card must be burned before the next one; the repair of a wrong board says so itself."""
    due, repair, exchange = street_due(table), table.hand.repair, table.hand.exchange
    if exchange is not None:
        return (draw_due(table) is not None or exchange.for_all) and not table.hand.burns
    if repair is not None and f"deal-{due}" in repair.left:
        return "burn" in repair.left[: repair.left.index(f"deal-{due}")]
    street = variant_of(table).street(due) if due else None
    return street is not None and street.burn and not table.hand.burns and board_due(table) == street.board


def exchanging(table: Table) -> Exchange | None:
    """The draw under way, or the cards of a stud street; None while a ruling has the round before it open again."""
    return table.hand.exchange if table.betting.actor is None else None


def discards_now(table: Table) -> int | None:
    """The seat that has to discard next in a draw, None if none has.

    Where the dealer gives each his cards before the next one discards, none has until they have come.
    """
    exchange = exchanging(table)
    if exchange is None or (exchange.came and exchange.due):
        return None
    return next((seat for seat in exchange.waits if is_live(stand_of(table, seat))), None)


def discarding(table: Table) -> frozenset[int] | None:
    """The seats that have thrown cards away in the draw under way; None if none is on, or its cards come already."""
    exchange = exchanging(table)
    if exchange is None or (not exchange.waits and exchange.untold is None and table.hand.burns):
        return None
    return frozenset(seat for seat, count in exchange.drew if count)


def draw_due(table: Table) -> int | None:
    """The seat that gets the next card of a draw, None while others have to discard, or if none is due."""
    exchange = exchanging(table)
    if exchange is None or discards_now(table) is not None:
        return None
    return next(iter(exchange.due), None)


def waits_for_a_card_back(table: Table) -> int | None:
    """The seat at which a card too many lies that came when all had drawn and nobody had bet, None if there is none."""
    exchange = exchanging(table)
    if exchange is None or exchange.waits or exchange.due or exchange.drew or exchange.came:
        return None
    zones = (where(table.cards, handle) for handle in exchange.extra)
    return next((seat for zone in zones if zone is not None and (seat := zone_seat(Zone(zone))) is not None), None)


def returned_as(table: Table, handle: Handle) -> Returned:
    """What a card is that goes back to the stub in a draw or in stud: burned, thrown away or dealt too early."""
    card = located(table.cards, handle)
    if card is not None and BURN in (card.zone, *card.trail):
        return "burn"
    return "early" if variant_of(table).deals_up else "discard"


def draws_left(table: Table) -> bool:
    """Whether players still exchange cards in this hand: in a draw under way, or in one that comes."""
    streets = variant_of(table).streets
    names = [street.name for street in streets]
    at = names.index(table.hand.phase) if table.hand.phase in names else len(names)
    return any(street.draws for street in streets[at if table.hand.exchange is not None else at + 1 :])


def turn_of(table: Table) -> int | None:
    """Whose turn it is, to act or to discard."""
    return discards_now(table) if exchanging(table) is not None else who_acts(table)


def forced_bets_due(table: Table) -> tuple[tuple[int, ForcedKind, int], ...]:
    """Antes and blinds of this hand still to be put in: seat, kind, chips; antes first."""
    first = variant_of(table).first.name
    if table.positions is None or table.hand.phase not in (DEAL, first):
        return ()
    bring_in, posts = variant_of(table).forced == "bring-in", who_posts(table)
    antes: list[tuple[int, ForcedKind, int]] = []
    blinds: list[tuple[int, ForcedKind, int]] = []
    for seat in acting_order(table):
        missing = owes_chips(table.ledger[seat - 1])
        if not missing:
            continue
        stand = table.betting.stands[seat - 1]
        own = any(act.seat == seat for act in table.betting.recorded_acts)
        acted = stand.acted_at_chips is not None and (own or not bring_in)  # who brings it in counts as having acted
        if acted or stand.status == "folded":
            continue
        has_ante = table.ledger[seat - 1].committed_chips > stand.bet_chips
        if not has_ante and not stand.bet_chips:
            continue  # what he owes is no forced bet
        blind = min(missing, stand.bet_chips) if has_ante else missing
        kind: ForcedKind = "big-blind" if posts is not None and seat == posts.big_blind else "small-blind"
        kind = "bring-in" if bring_in else kind
        if missing > blind:
            antes.append((seat, "ante", missing - blind))
        if blind:
            blinds.append((seat, kind, blind))
    return (*antes, *blinds)


def hand_size(table: Table) -> int:
    """How many cards a hand has by now: those of every street that has come."""
    count = 0
    for street in variant_of(table).streets:
        count += street.down + street.up
        if street.name == table.hand.phase:
            break
    return count - len(for_everybody(table))


def for_everybody(table: Table) -> tuple[Handle, ...]:
    """The card in the middle that stands for one of each player's own, where the stub was too short for those."""
    return () if full_board(table) else table.hand.board


def cards_in_the_stub(table: Table) -> int:
    """How many cards the deck has left, by what was seen to leave it."""
    return variant_of(table).deck_size - sum(card.zone != STUB for card in table.cards)


def cards_by_now(table: Table, seat: int) -> int:
    """How many cards lie at a seat that has had all of its own so far: those of a street that comes to it not yet."""
    exchange = table.hand.exchange
    return hand_size(table) - (exchange.due.count(seat) if exchange is not None else 0)


def comes_up(table: Table, seat: int) -> bool:
    """Whether the next card of the seat is dealt face up, as door cards and those of the middle streets of stud are.

    One in the place of a down card that was turned up is not.
    """
    if table.hand.phase == DEAL:
        first = variant_of(table).first
        lies = any(one.seat == seat and one.handle in table.hand.up for one in table.hand.dealt)
        return bool(first.up) and had_by(table, seat) >= first.down and not lies
    street = variant_of(table).street(table.hand.phase)
    up = street is not None and bool(street.up) and table.hand.exchange is not None
    return up and seat not in table.hand.amiss.later


def up_cards(table: Table, seat: int) -> tuple[Card, ...]:
    """The cards that lie face up before a seat in stud, those with a name."""
    up, zone = set(table.hand.up), seat_zone(seat)
    return tuple(one.card for one in table.cards if one.handle in up and one.zone == zone and one.card is not None)


def shows_best(table: Table) -> int | None:
    """The live seat that speaks first by the cards that show, which in razz shows the lowest; None where none show."""
    boards = {seat: cards for seat in live_seats(table) if (cards := up_cards(table, seat))}
    return up_cards_order.speaks_first(boards, low_wins=variant_of(table).low_wins)


def live_from(table: Table, first: int | None) -> tuple[int, ...]:
    """The live seats clockwise from `first`, or from the first left of the button if it has no live hand."""
    seats = live_seats(table)
    at = seats.index(first) if first in seats else 0
    return (*seats[at:], *seats[:at])


def up_unnamed(table: Table) -> dict[int, tuple[Handle, ...]]:
    """The cards that lie face up before live hands in stud and that nobody has named, by seat in order of the deal."""
    up = set(table.hand.up)
    of: dict[str, int] = (
        {seat_zone(seat): seat for seat in acting_order(table) if seat in live_seats(table)} if up else {}
    )
    found: dict[int, tuple[Handle, ...]] = dict.fromkeys(of.values(), ())
    for one in table.cards:
        if one.handle in up and one.card is None and one.zone in of:
            found[of[one.zone]] += (one.handle,)
    return {seat: handles for seat, handles in found.items() if handles}


def full_board(table: Table) -> int:
    """How many cards lie on the board after the last street."""
    return sum(street.board for street in variant_of(table).streets)


def deal_order(table: Table) -> tuple[int, ...]:
    """Seats that still get cards of the initial deal, one entry a card, in order; boxed cards are replaced last."""
    if table.hand.phase != DEAL:
        return ()
    order = acting_order(table)
    first = variant_of(table).first
    dealt = {} if table.hand.fate else cards_had(table)
    lies = {seat: dealt.get(seat, 0) for seat in order}
    has = {seat: count + table.hand.boxed.count(seat) for seat, count in lies.items()}
    need = first.down + first.up
    round_ = tuple(seat for lap in range(need) for seat in order if has[seat] <= lap)
    boxed = (seat for seat in order for _ in range(min(has[seat], need) - lies[seat]))
    return (*round_, *boxed, *due_later(table))


def hands_dealt(table: Table) -> bool:
    """Whether every seat dealt in has its cards in the deal, none is to be replaced, and all door cards are known."""
    if table.hand.phase != DEAL or table.hand.fate:
        return False
    first, seats = variant_of(table).first, table.hand.seats
    need = first.down + first.up
    if due_later(table) or len(table.hand.dealt) < need * len(seats) or up_unnamed(table):
        return False
    dealt = cards_had(table)
    return all(dealt.get(seat, 0) >= need for seat in seats)


def due_later(table: Table) -> tuple[int, ...]:
    """Seats that get one more card when all have theirs; whose player threw his hand away is due none any more."""
    hand, stands = table.hand, table.betting.stands
    dealt_around = (*hand.absent, *hand.sits_out)  # folded from the first card on, and dealt to like the others
    return tuple([seat for seat in hand.amiss.later if seat in dealt_around or stands[seat - 1].status in LIVE])


def deal_due(table: Table) -> int | None:
    """The first seat of the deal's order; None if no card is due."""
    hand = table.hand
    if hand.phase != DEAL or hand.fate or hand.boxed or due_later(table):
        return next(iter(deal_order(table)), None)
    order, dealt, first = acting_order(table), cards_had(table), variant_of(table).first
    least = min([dealt.get(seat, 0) for seat in order], default=0)
    if least >= first.down + first.up:
        return None
    return next((seat for seat in order if dealt.get(seat, 0) == least), None)


def dealt_cards(table: Table) -> dict[int, int]:
    """How many cards were dealt to each seat that got one, wherever they are now."""
    count: dict[int, int] = {}
    for arrival in table.hand.dealt:
        count[arrival.seat] = count.get(arrival.seat, 0) + 1
    return count


def cards_had(table: Table) -> dict[int, int]:
    """`had_by` of every seat that got a card."""
    dealt = dealt_cards(table)
    return {seat: had_by(table, seat) for seat in dealt} if table.hand.amiss.aside else dealt


def had_by(table: Table, seat: int) -> int:
    """How many cards of the deal the seat has had: one that was replaced and its replacement count once."""
    count, amiss = dealt_to(table, seat), table.hand.amiss
    replaced = count - held_by(table, seat) if amiss.aside else 0
    return count - max(0, replaced - amiss.later.count(seat))


def face_up_cards(table: Table) -> dict[Handle, int]:
    """Cards of the deal that lay face up, with their seats: to be replaced or replaced already, before the flop."""
    hand = table.hand
    if not hand.exposed or is_flop_begun(table) or hand.fate:
        return {}
    aside, later = hand.amiss.aside, hand.amiss.later
    return {
        one.handle: one.seat
        for one in hand.dealt
        if one.handle in hand.exposed and (one.handle in aside or one.seat in later)
    }


def cards_taken_up(table: Table) -> dict[Handle, int]:
    """Cards of the deal that the dealer takes up at seats, with these: that lay face up, or go back on the deck."""
    amiss, begun = table.hand.amiss, is_flop_begun(table)
    back = {one.handle: one.seat for one in table.hand.dealt if one.handle in amiss.returned and not begun}
    return {**back, **face_up_cards(table)}


def dealt_to(table: Table, seat: int) -> int:
    """How many cards were dealt to the seat, wherever they are now."""
    return sum([arrival.seat == seat for arrival in table.hand.dealt])


def held_by(table: Table, seat: int) -> int:
    """How many of the cards dealt to the seat are its own: not those that were replaced or put back on the deck."""
    aside = table.hand.amiss.aside
    return sum([arrival.seat == seat and arrival.handle not in aside for arrival in table.hand.dealt])


def returns_due(table: Table) -> tuple[tuple[int, int], ...]:
    """Seats with chips coming back from in front of them, and how many: change and unmatched bets."""
    back = [returns_chips(money) for money in table.ledger]
    return _dues(table, [_back_in_front(table, at, chips) if chips else 0 for at, chips in enumerate(back)])


def awards_due(table: Table) -> tuple[tuple[int, int], ...]:
    """Seats to which the dealer must still push chips of the pot, in the order in which he does.

    What is won, pot by pot; and what goes back to a seat but was gathered already.
    """
    won = dict.fromkeys([share.seat for share in table.hand.shares])
    due = {seat: award_due_chips(table.ledger[seat - 1]) for seat in won}
    for at, money in enumerate(table.ledger):
        if (back := returns_chips(money)) and (gathered := back - _back_in_front(table, at, back)) > 0:
            due[at + 1] = due.get(at + 1, 0) + gathered
    return tuple((seat, chips) for seat, chips in due.items() if chips)


def returned_with_the_pot(table: Table) -> int | None:
    """The seat to which all that was in the pots is still to be pushed, and what comes back to it together with that.

    So it is where no chips that a tray sees in front of it make what comes back: to change some for it would be for
    nothing. What is still owed to the pot comes in before.
    """
    winners = {share.seat for share in table.hand.shares}
    if len(winners) != 1 or owing(table):
        return None
    (seat,) = winners
    if seat in table.tray_coverage.seats or table.tray_coverage.pot:
        return None
    back_chips = dict(returns_due(table)).get(seat, 0)
    if not back_chips or picked(table.chips.bets[seat - 1], back_chips) is not None:
        return None
    return seat if award_due_chips(table.ledger[seat - 1]) else None


def _back_in_front(table: Table, at: int, back_chips: int) -> int:
    """How many of the chips that go back to a seat, the first being 0, lie in front of it; the others were gathered.

    Where just its bet of this street lies there, and that is less, all were: with the bets of a street before.
    """
    lies_chips, bet_chips = _in_front(table, at), table.betting.stands[at].bet_chips
    stands = 0 < bet_chips <= table.ledger[at].committed_chips  # a hand that is void has none
    only_the_bet = stands and lies_chips == bet_chips < back_chips
    return 0 if only_the_bet and total_chips(table.chips.pot) >= back_chips else min(back_chips, lies_chips)


def _in_front(table: Table, at: int) -> int:
    """The value of what lies in front of a seat, the first being 0."""
    return total_chips(table.chips.bets[at])


def owing(table: Table) -> tuple[tuple[int, int], ...]:
    """Seats that must still put chips in, and how many."""
    return _dues(table, [owes_chips(money) for money in without_uncontested(table)])


def uncontested(table: Table) -> tuple[Pot, ...]:
    """Side pots that only one seat can win any more, the betting being over: they are awarded with the others.

    Their chips are those that others put in; what nobody matched has gone back to its seat.
    """
    if table.hand.phase in (IDLE, DEAL, SETTLED) or who_acts(table) is not None:
        return ()
    return tuple(pot for pot in pots_of(table.ledger, table.betting.stands) if len(pot.seats) == 1)


def without_uncontested(table: Table) -> Ledger:
    """The ledger as if what the dealer has pushed already of a pot that only one seat can win still lay there."""
    if not any(money.received_chips for money in table.ledger):
        return table.ledger
    ledger = table.ledger
    for pot in uncontested(table):
        (seat,), money = pot.seats, ledger[pot.seats[0] - 1]
        early = min(money.received_chips, pot.chips)
        ledger = put(ledger, seat, replace(money, received_chips=money.received_chips - early))
    return ledger


def bets_to_gather(table: Table) -> tuple[tuple[int, Chips], ...]:
    """Chips that lie in front of seats although their betting round is over; none once others lie there beside them."""
    if table.hand.phase == DEAL or (who_acts(table) is not None and not _only_earlier_bets(table)):
        return ()
    return tuple((seat, chips) for seat, chips in enumerate(table.chips.bets, 1) if chips)


def _only_earlier_bets(table: Table) -> bool:
    """Whether nobody has put in a chip in this round, and bets of the one before lie there still."""
    if table.betting.level_chips or any(money.loose_chips for money in table.ledger):
        return False
    return any(earlier_chips(table, seat) for seat in range(1, len(table.ledger) + 1))


def earlier_chips(table: Table, seat: int) -> int:
    """What lies in front of a seat and is no part of its bet in this round: its ante, or a bet that was not brought in.

    While the seat owes a forced bet nobody can say which of them lies there; once it has acted, they were put in.
    """
    if table.hand.phase in (IDLE, SETTLED) or not table.chips.bets:
        return 0
    money, lies = table.ledger[seat - 1], total_chips(table.chips.bets[seat - 1])
    forced = not any(act.seat == seat for act in table.betting.recorded_acts)
    if forced and table.hand.phase in (DEAL, variant_of(table).first.name) and owes_chips(money):
        return 0
    gathered = max(0, money.pushed_chips - money.received_chips - lies)
    left = money.committed_chips - stand_of(table, seat).bet_chips - gathered
    return max(0, min(left, lies - money.loose_chips - returns_chips(money)))


def pots(table: Table) -> tuple[Pot, ...]:
    """The pots, bets of the round included; a pot that only one seat can win counts as returned."""
    if table.hand.phase in (IDLE, SETTLED):
        return ()
    ledger = without_uncontested(table)
    return tuple(pot for pot in pots_of(ledger, table.betting.stands) if len(pot.seats) > 1)


def pot_chips(table: Table) -> int:
    """All chips in pots and bets that are not yet awarded."""
    if table.hand.phase in (IDLE, SETTLED):
        return 0
    return sum(money.committed_chips for money in table.ledger)


def most_chips(table: Table) -> int | None:
    """More than these can lie nowhere at the table; None between hands, when chips may come that nobody told of yet."""
    if table.hand.phase in (IDLE, SETTLED):
        return None
    aside = sum(chips for _, chips in table.aside)
    return max(lying_chips(table.chips), aside + pot_chips(table) + sum(money.stack_chips for money in table.ledger))


def hand_to_show(table: Table, seat: int) -> tuple[Handle, ...]:
    """The cards of a seat, or those that it threw away where its hand must be shown all the same."""
    if has_tabled(table, seat):
        return table.hand.tabled[seat - 1]
    held, due = lying(table.cards, seat_zone(seat)), seat in tables_now(table)
    return held or (came_from(table.cards, MUCK, seat_zone(seat)) if due else ())


def has_tabled(table: Table, seat: int) -> bool:
    """Whether the seat has turned up its hand."""
    return bool(table.hand.tabled) and bool(table.hand.tabled[seat - 1])


def tables_now(table: Table) -> tuple[int, ...]:
    """Seats that must table now: all live hands once somebody is all-in and betting is over, and who was told to."""
    hand = table.hand
    if hand.phase in (IDLE, DEAL):
        return ()
    up = live_seats(table) if hand.showing.face_up and hand.phase != SETTLED else ()
    due = (*up, *hand.showing.asked)
    order = hand.showing.order if up and variant_of(table).deals_up else ()
    seats = dict.fromkeys((*order, *acting_order(table)))
    return tuple(seat for seat in seats if seat in due and not has_tabled(table, seat))


def shows_first(table: Table) -> int | None:
    """Who must show next at the showdown, None if the book does not say or nobody is left."""
    order, live = table.hand.showing.order, live_seats(table)
    if table.hand.phase != SHOWDOWN or not order:
        return None
    seats = dict.fromkeys((*order, *live))
    return next((seat for seat in seats if seat in live and not has_tabled(table, seat)), None)


def has_left(table: Table, seat: int) -> bool:
    """Whether nobody plays at the seat any more: empty, or its player goes when the hand is put away."""
    player = table.players[seat - 1]
    return player is None or player.leaving


def is_busted(table: Table, seat: int) -> bool:
    """Whether the player of the seat has no chips left, and none in a hand that is under way."""
    out = table.hand.phase in (IDLE, SETTLED) or stand_of(table, seat).status == "out"
    return out and not table.ledger[seat - 1].stack_chips


def is_cashed_out(table: Table) -> bool:
    """Whether chips of the hand that is settled have left the table: its awards are not what was put in any more."""
    return sum([money.committed_chips - money.won_chips for money in table.ledger]) != 0


def deal_can_be_taken_in(table: Table) -> bool:
    """Whether a riffle of the whole deck takes in a deal under way: some cards came, and no ruling is waited for."""
    hand = table.hand
    return hand.phase == DEAL and not hand.fate and bool(hand.dealt) and not floor_stops(table)


def floor_stops(table: Table) -> bool:
    """Whether a case is open that play waits for."""
    return bool(table.cases) and any(case.finding.stops_play for case in table.cases)


def is_with_the_floor(table: Table, seat: int) -> bool:
    """Whether a case about the seat is open that play waits for."""
    return any(case.seat == seat and case.finding.stops_play for case in table.cases)


def stacks_of(table: Table, ledger: Ledger) -> tuple[tuple[int, int], ...]:
    """Each player's seat and stack in chips, as `ledger` has it."""
    return tuple((player.seat, ledger[player.seat - 1].stack_chips) for player in table.players if player is not None)


def _dues(table: Table, chips: list[int]) -> tuple[tuple[int, int], ...]:
    if not any(chips):
        return ()
    start = table.positions.button if table.positions else table.setup.seats
    return tuple((seat, chips[seat - 1]) for seat in clockwise(table.setup.seats, start) if chips[seat - 1])


def stand_of(table: Table, seat: int) -> Stand:
    """Where the seat stands in the betting; not dealt in, if there is no such seat."""
    stands = table.betting.stands
    return stands[seat - 1] if 1 <= seat <= len(stands) else Stand()


def behind_chips(table: Table, seat: int) -> int:
    """What lies in a seat's stack by the ledger: without what is still to be pushed there or to come from there."""
    money = table.ledger[seat - 1]
    aside = sum(chips for at, chips in table.aside if at == seat)
    return money.stack_chips - balance_chips(money) + aside


def in_the_pot(table: Table) -> int:
    """What lies in the pot by the ledger; a hand that is over still has to pay it out."""
    settled = table.hand.phase in (IDLE, SETTLED)
    middle = (balance_chips(one) if settled else one.pushed_chips - one.received_chips for one in table.ledger)
    return sum(middle) - sum(map(total_chips, table.chips.bets))


def left_in_front(table: Table) -> tuple[int, ...]:
    """What lies in front of each seat and is no bet of its own: of a hand that was put away before bets came in."""
    settled, over_chips = table.hand.phase in (IDLE, SETTLED), max(0, -in_the_pot(table))
    left: list[int] = []
    for money, bet in zip(table.ledger, table.chips.bets, strict=False):
        own_chips = balance_chips(money) if settled else money.pushed_chips - money.received_chips
        left.append(min(over_chips, max(0, total_chips(bet) - max(0, own_chips))))
        over_chips -= left[-1]
    return tuple(left)


def not_given_chips(table: Table, seat: int) -> int:
    """How much of an earlier hand still lies in the pot that is in the seat's stack by the ledger."""
    in_pot, behind = total_chips(table.chips.pot), table.chips.stacks[seat - 1]
    return max(0, min(in_pot - in_the_pot(table), behind_chips(table, seat) - behind))


def expected_recounts(table: Table) -> Mapping[Zone, int]:
    """The stacks that are to be exchanged, filled or cut, with what they hold then."""
    return {stack_zone(seat): behind_chips(table, seat) for seat in table.recount}


def to_bring(table: Table) -> tuple[tuple[int, int], ...]:
    """Stacks that are to be filled, a re-buy for one, and what their trays are still to show; not where none looks."""
    seen = (seat for seat in table.recount if seat not in table.tray_coverage.seats)
    missing = ((seat, behind_chips(table, seat) - table.chips.stacks[seat - 1]) for seat in seen)
    return tuple((seat, chips) for seat, chips in missing if chips > 0)


def deadline_s(table: Table, now_s: float) -> float | None:
    """When a clock or the time to show a hand is over, None if the table waits for no moment."""
    moments = (clocks.deadline_s(table.time, now_s), showing.deadline_s(table.hand.showing, now_s))
    return min((moment for moment in moments if moment is not None), default=None)
