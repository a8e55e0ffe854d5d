"""What the dealer does next at a table, as a code and as the screen says it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from firmware_bridge.vocabulary.chips import add_chips, fewest_chips, holds_chips, picked, total_chips
from firmware_bridge.vocabulary.zones import MUCK, STUB, Zone, seat_zone, zone_seat
from table_controller.game.queries import (
    acting_order,
    awards_due,
    bets_to_gather,
    burn_due,
    deal_order,
    discards_now,
    draw_due,
    due_later,
    face_up_cards,
    floor_stops,
    forced_bets_due,
    had_by,
    has_tabled,
    live_from,
    live_seats,
    owing,
    returned_as,
    returned_with_the_pot,
    returns_due,
    shows_best,
    shows_first,
    stand_of,
    street_due,
    tables_now,
    to_call_chips,
    up_unnamed,
    variant_of,
    waits_for_a_card_back,
    who_acts,
)
from table_controller.game.state.custody import came_from, lying, where
from table_controller.game.state.hand import DEAL, IDLE, SETTLED, Exchange, is_street
from table_controller.game.state.ledger import owes_chips
from table_controller.game.state.table import Table
from table_controller.vocabulary.views import NextAct, PromptView

FOR_THE_DEALER: Final = frozenset({"string-bet"})
"""Topics of cases that a dealer may settle: every book that prints something on string bets makes them the dealer's to
call (TDA 2019 56, TDA Hold'em 40, IPO 47, FIGP 14)."""

_NEW_HAND, _FLOOR = NextAct("new-hand"), NextAct("call-floor")


def next_act(table: Table) -> NextAct:
    """The dealer's next physical act: the floor is called exactly while a case is open that stops play.

    There is always one, and it can be done: `steps.flow.progress` leaves no round open that is over.
    """
    return _FLOOR if floor_stops(table) else next_of_play(table)


def next_of_play(table: Table) -> NextAct:
    """The next act as if the floor had nothing to decide."""
    phase = table.hand.phase
    if phase == IDLE:
        return next(_chips_back(table), _NEW_HAND)
    if phase == DEAL:
        return _next_of_deal(table)
    seat = who_acts(table)
    for short in due_later(table) if is_street(phase) else ():
        return NextAct("deal-card", short)
    if seat is not None:
        return NextAct("await", seat, to_call_chips(table))
    if (act := next(_chips_back(table), None)) is not None:
        return act
    if phase == SETTLED:
        return _NEW_HAND
    street = street_due(table)
    for seat, chips in owing(table):
        # a pot pushed before all hands are shown may be right yet: the hands are shown first
        if street is not None or not table.ledger[seat - 1].received_chips:
            return NextAct("await", seat, chips)
    for seat in tables_now(table):
        return NextAct("await", seat)
    if street is not None:
        return NextAct("burn") if burn_due(table) else NextAct(f"deal-{street}")
    drawn = None if table.hand.exchange is None else _next_of_draw(table)
    return drawn or NextAct("await", shows_first(table) or next(iter(live_seats(table)), None))


def _next_of_draw(table: Table) -> NextAct | None:
    """All discard in turn, then the cards come, after a burn."""
    if (seat := discards_now(table)) is not None:
        return NextAct("await", seat)
    if burn_due(table):
        return NextAct("burn")
    if (seat := draw_due(table)) is not None:
        return NextAct("deal-card", seat)
    if table.hand.exchange is not None and table.hand.exchange.for_all:
        return NextAct("deal-community")
    if (seat := next(iter(up_unnamed(table)), None)) is not None:
        return NextAct("name-up", seat)
    if waits_for_a_card_back(table) is not None and (seat := _speaks_first(table)) is not None:
        return NextAct("await", seat)
    return None


def _speaks_first(table: Table) -> int | None:
    """Who speaks first once a card too many is back on the deck: who shows the best board, else the button's left."""
    return next((seat for seat in live_from(table, shows_best(table)) if stand_of(table, seat).status == "in"), None)


def _chips_back(table: Table) -> Iterator[NextAct]:
    """Chips that the dealer gives back or awards: first what lies in front of seats, then what comes from the pot.

    Before a pot is pushed what is owed to it comes in: a bet in words that nobody saw the chips of.
    """
    for seat, chips in returns_due(table):
        yield NextAct("return-chips", seat, chips)
    if table.hand.phase == SETTLED:
        for seat, chips in owing(table):
            yield NextAct("await", seat, chips)
    for seat, chips in awards_due(table):
        yield NextAct("make-change" if _needs_change(table, chips) else "push-pot", seat, chips)


def _needs_change(table: Table, part_chips: int) -> bool:
    """Whether no chips of the pot make a part of it, but others of that worth would; bets are gathered first.

    Where no tray sees the pot or bets, only their worth is known, and the dealer sees for himself.
    """
    lies, blind = table.chips.pot, table.tray_coverage
    for _, bet in bets_to_gather(table):
        lies = add_chips(lies, bet)
    if blind.pot or blind.seats or total_chips(lies) < part_chips or picked(lies, part_chips) is not None:
        return False
    try:  # `picked` tries few ways: the fewest chips are one more
        return not holds_chips(lies, fewest_chips(part_chips, table.setup.denominations))
    except ValueError:  # the denominations in play cannot make it
        return False


def lying_loose(table: Table, seat: int) -> int:
    """Chips in front of the player to act that no act explains; those of a motion under way are none."""
    return 0 if table.betting.motions else table.ledger[seat - 1].loose_chips


def _next_of_deal(table: Table) -> NextAct:
    if table.hand.fate and (act := next(_chips_back(table), None)) is not None:
        return act
    for seat, _, chips in forced_bets_due(table):
        return NextAct("await", seat, chips)
    order = deal_order(table)
    if not order and (unnamed := up_unnamed(table)):
        return NextAct("name-up", next(iter(unnamed)))
    if street_due(table) is not None:
        return NextAct("deal-community")
    return NextAct("deal-card", next(iter((*order, *acting_order(table))), None))


_BETS_FIRST: Final = ("set-aside", "shuffle-stub", "cut-stub", "burn", "deal-flop", "deal-turn", "deal-river")
"""Acts for a wrong board before which bets come in: the next card and the shuffle for it, or the end of the betting
while one lies aside."""


def _bets_come_in(table: Table) -> NextAct | None:
    """What is done before the next street, the showdown or a pot is pushed: the bets that trays see in front come in.

    Chips that came after the last act of the round are no bet: they go back first. Nothing comes in while cards of a
    wrong board are on their way: its procedure says what comes next, card by card.
    """
    blind, repair = table.tray_coverage, table.hand.repair
    if table.hand.phase in (IDLE, DEAL) or (repair is not None and repair.left[0] not in _BETS_FIRST):
        return None
    seen = [seat for seat, _ in bets_to_gather(table) if seat not in blind.seats]
    for seat in seen:
        if loose := lying_loose(table, seat):
            return NextAct("return-chips", seat, loose)
    return NextAct("gather-bets") if seen else None


def _button_moves(table: Table) -> NextAct | None:
    """The button goes to the seat of the hand that comes or begins, where its reader sees that it lies elsewhere."""
    again = not table.hand.dealt or table.hand.fate == "misdeal"
    early = table.hand.phase == IDLE or (table.hand.phase == DEAL and again)
    due = table.positions.button if table.positions is not None and early else None
    if due is None or table.puck is None or table.puck == due or not table.hand.number:
        return None
    return NextAct("move-button", due)


_NOT_SEEN_COME: Final = frozenset({"gap-dealt", "gap-burned", "gap-boarded", "gap-streets"})
"""Questions about a card that lies there already: until they are answered it is still the next one to deal."""


def act_on_screen(table: Table) -> NextAct:
    """What the dealer does next, as the screen says it."""
    act = next_act(table)
    return plainer(table, act) or act


def plainer(table: Table, act: NextAct, asked: Iterable[PromptView] = ()) -> NextAct | None:
    """The next act in plainer words, None where its own are plain.

    ``gather-bets`` (before the next street, the showdown or a pot is pushed, what trays see in front of players comes
    in), ``move-button SEAT`` (before the first card, where its reader sees it elsewhere),
    ``deal-again`` (gather and shuffle after a misdeal: `next_act` names the card that follows it), ``answer-first``
    (the next card may be one that is `asked` about: who followed `next_act` would deal it twice), ``replace-card SEAT``
    and ``deal-missing SEAT`` (the card for an exposed one, or the one that a hand lacks), ``burn-returned`` (it was put
    back on the deck), ``push-pot SEAT`` with what comes back to it (no chips in front of it make that, and all of the
    pot is its own), ``put-in SEAT`` (fewer chips are in than it bet), ``settle SEAT`` (play waits for what the dealer
    may settle without the floor), ``loose-chips SEAT`` (no act explains them: the act is keyed, or they go back) and
    ``no-cards SEAT`` (whose turn it is to act or to show has none there).
    """
    match act.code:
        case "call-floor":
            return _for_the_dealer(table)
        case "push-pot":
            return _bets_come_in(table)
        case "return-chips" if act.seat is not None and act.seat == returned_with_the_pot(table):
            return _bets_come_in(table) or NextAct("push-pot", act.seat, act.chips + dict(awards_due(table))[act.seat])
        case "new-hand":
            return _button_moves(table)
        case "deal-card" | "await" if table.hand.fate == "misdeal":
            return _button_moves(table) or NextAct("deal-again")
        case "await":
            return _awaited(table, act)
        case code if code == "burn" or code.startswith("deal-"):
            return _card(table, act, asked)
        case _:
            return None


def _for_the_dealer(table: Table) -> NextAct | None:
    stopping = [case for case in table.cases if case.finding.stops_play]
    if not stopping or any(case.finding.topic not in FOR_THE_DEALER for case in stopping):
        return None
    return NextAct("settle", stopping[-1].seat)


def _card(table: Table, act: NextAct, asked: Iterable[PromptView]) -> NextAct | None:
    """The next card in plainer words, or what comes before it."""
    if act.code == "deal-card" and act.seat in table.hand.amiss.later and not _comes_round(table, act.seat):
        first = variant_of(table).first
        if had_by(table, act.seat) < first.down + first.up:
            return NextAct("deal-missing", act.seat)
        aside = table.hand.amiss.aside
        lies = any(at == act.seat and card not in aside for card, at in face_up_cards(table).items())
        return NextAct("replace-card", act.seat) if lies else None  # where it has gone, it is named there
    if any(one.kind in _NOT_SEEN_COME for one in asked):
        return NextAct("answer-first")
    if (seat := _has_one_too_many(table)) is not None:
        return NextAct("card-to-deck", seat)
    if (before := _button_moves(table) or _bets_come_in(table)) is not None:
        return before
    if (exchange := table.hand.exchange) is not None and (exchange.back or exchange.unshuffled):
        return NextAct(_shuffled_in(table, exchange), act.seat)
    on_the_deck = any(where(table.cards, handle) == STUB for handle in table.hand.amiss.returned)
    return NextAct("burn-returned") if act.code == "burn" and on_the_deck else None


def _shuffled_in(table: Table, exchange: Exchange) -> str:
    """What goes into a stub that is too short, or was dealt from too early."""
    kinds = {*exchange.unshuffled, *(returned_as(table, handle) for handle in exchange.back)}
    if "discard" in kinds:
        return "shuffle-discards"
    return "shuffle-both" if len(kinds) > 1 else "shuffle-burns" if "burn" in kinds else "shuffle-early"


def _has_one_too_many(table: Table) -> int | None:
    """The seat at which a card lies that was not due in this draw or stud street."""
    extra = table.hand.exchange.extra if table.hand.exchange is not None else ()
    zones = (where(table.cards, handle) for handle in extra)
    return next((seat for zone in zones if zone is not None and (seat := zone_seat(Zone(zone))) is not None), None)


def _awaited(table: Table, act: NextAct) -> NextAct | None:
    """What the dealer does for the seat that is awaited, or before it."""
    if (extra := waits_for_a_card_back(table)) is not None:
        return NextAct("card-to-deck", extra)
    if not act.chips and (gathering := _bets_come_in(table)) is not None:
        return gathering
    if table.hand.phase == DEAL:
        return _button_moves(table)
    seat = who_acts(table)
    if seat is not None and (loose := lying_loose(table, seat)):
        return NextAct("loose-chips", seat, loose)
    if seat is not None and (short := _put_in_too_little(table)) is not None:
        return NextAct("put-in", *short)
    due = seat if seat is not None else shows_first(table)
    if due is None or lying(table.cards, seat_zone(due)) or has_tabled(table, due):
        return None
    if table.hand.showing.face_up and came_from(table.cards, MUCK, seat_zone(due)):
        return None
    return NextAct("no-cards", due)


def _put_in_too_little(table: Table) -> tuple[int, int] | None:
    """The seat that has fewer chips in than its bet or its blind, where trays would see them, and how many it lacks.

    It took some back, they were too few for a call, or the floor has made more of it. Of what was said, the chips are
    still on their way until some of them have come. That it is brought in comes before any act, whoever sees it.
    """
    if table.betting.motions or not any(map(owes_chips, table.ledger)):
        return None
    acts = {one.seat: one for one in table.betting.recorded_acts}
    for seat, chips in owing(table):
        act = acts.get(seat)
        if act is None:
            continue
        has_more = stand_of(table, seat).status == "in" and seat not in table.tray_coverage.seats
        part = has_more and act.before_chips < act.to_chips - chips
        if act.by in ("chips", "ruling") or part:
            return seat, chips
    unseen, begun = table.tray_coverage.seats, bool(acts or table.betting.held)
    due = ((seat, kind, chips) for seat, kind, chips in forced_bets_due(table))
    return next(
        ((seat, chips) for seat, kind, chips in due if seat not in unseen or (kind == "bring-in" and not begun)), None
    )


def _comes_round(table: Table, seat: int) -> bool:
    """Whether the seat is due a card of the deal itself before the one that comes later."""
    return deal_order(table).count(seat) > due_later(table).count(seat)
