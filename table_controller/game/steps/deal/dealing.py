"""Cards that come to seats, cards that the dealer turns up, and what the book makes of a deal that went wrong.

| what happens                            | then                                                               |
| --------------------------------------- | ------------------------------------------------------------------ |
| the last card is dealt                  | the first street opens                                             |
| an act while one hand is short of a card | the same: the dealer took the deal for done                       |
| a card is to be replaced                | its seat gets one more when all have theirs, and it is the burn    |
| a hand has a wrong number of cards      | it is judged when the deal ends, and anew with every act after it  |
| the deal is void                        | `voiding`; a card that may have come before asks the dealer again  |
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BURN, STUB, seat_zone
from table_controller.game.queries import comes_up, had_by, held_by, variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.betting import before_the_deal_ends
from table_controller.game.rules.deal import card_counts, dealing_order, misdeals
from table_controller.game.rules.deal.deal_rulings import Ruling, cards_of_a_hand
from table_controller.game.state.custody import arrived, located, lying, moved, named, where
from table_controller.game.state.hand import DEAL, Arrival, DealRepair, Hand, dealt_on, is_street
from table_controller.game.state.ledger import owes_chips, put
from table_controller.game.state.table import Change, Table, Unexplained
from table_controller.game.steps.betting import chips
from table_controller.game.steps.deal import draws
from table_controller.game.steps.flow import voiding
from table_controller.game.steps.flow.acts import deal_done, open_first_street
from table_controller.game.steps.showdown import mucking
from table_controller.game.steps.showdown.exposing import on_card_shown
from table_controller.game.steps.table import placing
from table_controller.vocabulary.events import (
    CardDealt,
    CardShown,
    CardsMucked,
    ChipsPushed,
    Declared,
    Event,
    HandTaken,
    is_told,
)

ACTS: Final = frozenset({ChipsPushed, Declared, CardsMucked})
"""Events that may be an act."""


def on_dealt(table: Table, event: CardDealt, book: Rulebook) -> Change:
    """A card came to a seat: it is judged by where the deal was.

    A card that was said to be dealt to another seat was dealt to this one: that reading is corrected.
    """
    if (drawn := placing.on_drawn(table, event)) is not None:
        return drawn
    if (replaced := draws.on_dealt(table, event) or draws.dealt_early(table, event, book)) is not None:
        return replaced
    hand, seat, zone = table.hand, event.seat, seat_zone(event.seat)
    lay = where(table.cards, event.handle)
    beside = next((one for one in hand.dealt if one.handle == event.handle), None)  # it may have lain here since then
    after_s = event.after_s if beside is None else min(beside.after_s, event.after_s)
    arrival = Arrival(event.handle, seat, after_s, event.by_s)
    before = table if lay is None or lay == zone else _without(table, event.handle)
    cards = moved(table.cards, event.handle, zone) if lay is not None else arrived(table.cards, event.handle, zone)
    if lay is not None and hand.phase == DEAL and before is table and (lay == zone or not _is_of_a_seat(table, lay)):
        return Change(replace(table, cards=cards), unexplained=(Unexplained("card-not-from-deck", seat),))
    dealt = replace(before, cards=cards, hand=replace(before.hand, dealt=(*before.hand.dealt, arrival)))
    if event.handle not in hand.up and hand.phase == DEAL and comes_up(before, seat):
        dealt = replace(dealt, hand=replace(dealt.hand, up=(*dealt.hand.up, event.handle)))
    if before.hand.phase == DEAL and before.hand.fate:
        return _after_a_misdeal(dealt, arrival, book)
    if dealing_order.is_the_boxed_card(before, seat, book):
        change = Change(lay_face_up(replace(dealt, hand=_boxed_once_less(dealt.hand, seat)), event.handle))
        change = Change(one_more_later(change.table, seat))
    elif dealing_order.replaced_at_once(before, seat, book):
        change = Change(_replaced(replace(dealt, hand=_boxed_once_less(dealt.hand, seat)), seat))
    elif seat in hand.amiss.later and had_by(before, seat) >= cards_of_a_hand(table) - (hand.phase != DEAL):
        change = Change(_replaced(dealt, seat))
    elif before.hand.phase == DEAL:
        change = carried_out(dealt, dealing_order.judged(before, dealt, arrival, book), book, arrival.handle)
    elif is_street(hand.phase) and seat in hand.seats and hand.amiss.aside + hand.dealt and held_by(table, seat):
        stuck = None if table.betting.recorded_acts else dealing_order.stuck_together(before, arrival, book)
        change = Change(_uneven(dealt)) if stuck is None else carried_out(let_be(dealt, seat), (stuck,), book)
    else:
        return Change(dealt, unexplained=(Unexplained("card-outside-deal", seat),))
    if event.exposed:
        change = change.then(_turned_up(change.table, seat, book))
    return change.then(opened(change.table, book)) if deal_done(change.table) else change


def _is_of_a_seat(table: Table, zone: str) -> bool:
    """Whether the zone is that of a seat in the hand."""
    return zone in [seat_zone(seat) for seat in table.hand.seats]


def on_shown(table: Table, event: CardShown, book: Rulebook) -> Change:
    """One card was turned up: by the dealer it is judged, by a player it is a matter of manners."""
    if not event.by_dealer:
        return on_card_shown(table, event, book)
    if event.seat in table.hand.taken:  # what turns up while a hand is taken out of the muck kills nothing
        return Change(table)
    if table.hand.phase != DEAL and not is_street(table.hand.phase):
        return Change(table, unexplained=(Unexplained("card-exposed", event.seat),))
    if (last := draws.last_card_shown(table, event.seat, event.card, book)) is not None:
        return last
    change = _turned_up(table, event.seat, book, event.card, event.handle)
    return change.then(opened(change.table, book)) if deal_done(change.table) else change


def ended_by(table: Table, event: Event, book: Rulebook) -> Change:
    """An act before the last card of the deal: the dealer took the deal for done, and one hand is short."""
    if type(event) not in ACTS or table.hand.phase != DEAL or table.hand.fate or not _is_act(table, event):
        return Change(table)
    if isinstance(event, ChipsPushed | Declared) and before_the_deal_ends.too_early(table, event, book):
        return Change(table)
    need, amiss = cards_of_a_hand(table), table.hand.amiss
    short = [seat for seat in table.hand.seats if had_by(table, seat) < need]
    if len(short) != 1 or amiss.later or table.hand.boxed:
        return Change(table)
    if not had_by(table, short[0]):
        left_out = dealing_order.left_out(table, True, book)
        return carried_out(table, () if left_out is None else (left_out,), book)
    return opened(table, book) if had_by(table, short[0]) == need - 1 else Change(table)


def out_of_a_misdeal(table: Table, event: Event) -> Change | None:
    """Words, chips and hands of a deal that is void: none is an act or taken in by mistake, chips go back."""
    if table.hand.fate != "misdeal" or not isinstance(event, ChipsPushed | Declared | CardsMucked | HandTaken):
        return None
    if isinstance(event, ChipsPushed):
        pushed = chips.lay(table, event)
        money = replace(pushed.ledger[event.seat - 1], loose_chips=0)
        return Change(replace(pushed, ledger=put(pushed.ledger, event.seat, money)))
    return Change(mucking.lay(table, event) if isinstance(event, CardsMucked) else table)


def counted(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """Hands with a wrong number of cards, wherever the change from `before` makes them other ones."""
    del event
    table = change.table
    if not table.hand.amiss.uneven or not is_street(table.hand.phase):
        return change
    was_even = not (before.hand.amiss.uneven and is_street(before.hand.phase))
    for seat in table.hand.seats:
        old = () if was_even else card_counts.judged(before, seat, book)
        new = card_counts.judged(change.table, seat, book)
        if old == new or change.table.hand.fate or not is_street(change.table.hand.phase):
            continue  # also once the last other hand has died: its pot is won
        if new:  # what is asked of the hand now takes the place of what was; else the question stays until it is ruled
            change = change.then(carried_out(_without_case(change.table, seat), new, book))
    return change


def carried_out(table: Table, rulings: tuple[Ruling, ...], book: Rulebook, handle: Handle | None = None) -> Change:
    """What the rulings say is done; a void deal needs no other. `handle` is the card whose place was judged."""
    if not rulings:
        return Change(table)
    if any(ruling.remedy == "misdeal" for ruling in rulings):
        void = voiding.misdeal(table, book)
        hand = replace(void.table.hand, amiss=DealRepair(doubt=handle))
        told = tuple(ruling.finding for ruling in rulings if not ruling.finding.options)
        return replace(void, table=replace(void.table, hand=hand), findings=(*told, *void.findings))
    change = Change(table, findings=tuple(ruling.finding for ruling in rulings))
    for ruling in rulings:
        seat = ruling.finding.seat or 1
        match ruling.remedy:
            case "dead":
                change = change.then(voiding.taken_out(_not_later(change.table, seat), seat, book))
            case "supply" | "replace":
                change = change.then(Change(one_more_later(change.table, seat)))
            case "return":
                change = change.then(Change(put_back(change.table, seat)))
            case "door":
                shown, hand = change.table.hand.exposed[-1], change.table.hand
                change = change.then(Change(replace(change.table, hand=replace(hand, up=(*hand.up, shown)))))
            case _:
                pass
    return change


def apart(table: Table, seat: int, book: Rulebook) -> Change:
    """The last two cards of the seat were not stuck together: the second is judged as one that came by itself.

    After the last card that was due the round is over: then it is one too many, and the seat's cards are counted.
    """
    table = counted_again(table, seat)
    hand = table.hand
    if not hand.dealt or hand.dealt[-1].seat != seat or table.betting.recorded_acts:
        return Change(table)
    dealing = replace(table, hand=replace(hand, phase=DEAL))
    before = replace(dealing, hand=replace(dealing.hand, dealt=hand.dealt[:-1]))
    if deal_done(before):
        return Change(table)
    return carried_out(table, dealing_order.judged_apart(before, dealing, hand.dealt[-1], book), book)


def lay_face_up(table: Table, handle: Handle) -> Table:
    """The card of a seat lies there face up: as one does that the dealer turned up."""
    return replace(table, hand=replace(table.hand, exposed=(*table.hand.exposed, handle)))


def _boxed_once_less(hand: Hand, seat: int) -> Hand:
    """The hand where a card that the seat was due and that lay face up in the deck is accounted for."""
    if seat not in hand.boxed:
        return hand
    at = len(hand.boxed) - 1 - hand.boxed[::-1].index(seat)
    return replace(hand, boxed=(*hand.boxed[:at], *hand.boxed[at + 1 :]))


def one_more_later(table: Table, seat: int) -> Table:
    """The seat gets a card when all have theirs: a missing one, or one for a card that was exposed."""
    amiss = table.hand.amiss
    return table if seat in amiss.later else _with(table, replace(amiss, later=(*amiss.later, seat)))


def replaced_by_ruling(table: Table, seat: int) -> Table:
    """The seat gets a card for one that the floor was asked about: play waited for the floor, and waits for the card.

    The first round may have opened meanwhile: the deal lasts on, unless somebody has done something, which stands.
    """
    later, need, betting = one_more_later(table, seat), cards_of_a_hand(table), table.betting
    begun = betting.recorded_acts or betting.held or betting.motions or betting.announced or betting.unwatched
    if begun or betting.actor is None or table.hand.phase != variant_of(table).first.name or table.hand.repair:
        return later
    whole = all(held_by(table, one) >= need for one in table.hand.seats)  # a missing card comes with the round open
    if not whole or any(money.loose_chips for money in table.ledger):
        return later
    return replace(later, hand=replace(later.hand, phase=DEAL), betting=replace(betting, actor=None))


def put_back(table: Table, seat: int) -> Table:
    """The last card of the seat goes back on the deck, where it is the next burn."""
    own = _own(table, seat)
    if not own:
        return table
    amiss = table.hand.amiss
    amiss = replace(amiss, aside=(*amiss.aside, own[-1]), returned=(*amiss.returned, own[-1]))
    return replace(_with(table, amiss), cards=moved(table.cards, own[-1], STUB))


def passed_on(table: Table, seat: int) -> Table:
    """The last card of the seat goes on to the one that was due it; no card comes back out of the muck for that."""
    held = lying(table.cards, seat_zone(seat))
    own, need = [handle for handle in _own(table, seat) if handle in held], cards_of_a_hand(table)
    short = [other for other in table.hand.seats if other != seat and had_by(table, other) < need]
    if not own or not short:
        return table
    least = min(had_by(table, other) for other in short)
    start = table.hand.seats.index(seat) if seat in table.hand.seats else 0
    ring = (*table.hand.seats[start + 1 :], *table.hand.seats[:start])
    to = next(other for other in ring if other in short and had_by(table, other) == least)
    return replace(table, cards=moved(table.cards, own[-1], seat_zone(to)), hand=dealt_on(table.hand, own[-1], to))


def _is_act(table: Table, event: Event) -> bool:
    match event:
        case ChipsPushed():
            return total_chips(event.chips) > owes_chips(table.ledger[event.seat - 1])
        case Declared():
            return event.word != "other"
        case CardsMucked(seat=int() as seat):
            held = lying(table.cards, seat_zone(seat))
            return bool(held) and set(held) <= set(event.handles)
        case _:
            return False


def _after_a_misdeal(table: Table, arrival: Arrival, book: Rulebook) -> Change:
    """A card of a deal that is void: it may have come before the one that voided it."""
    asked = dealing_order.reopened(table, arrival, book)
    if asked is None:
        return Change(table)
    open_again = _with(replace(table, hand=replace(table.hand, fate="")), DealRepair())
    return Change(open_again, findings=(asked.finding,))


def _without(table: Table, handle: Handle) -> Table:
    """The table as if the card had not been dealt: it was read at the wrong seat, and voids nothing there."""
    hand = table.hand
    if all(one.handle != handle for one in hand.dealt):
        return table
    dealt = tuple(one for one in hand.dealt if one.handle != handle)
    if hand.amiss.doubt == handle:
        hand = replace(hand, fate="", amiss=DealRepair())
    elif handle in hand.amiss.aside:  # what became of it at the wrong seat
        aside = tuple(one for one in hand.amiss.aside if one != handle)
        returned = tuple(one for one in hand.amiss.returned if one != handle)
        hand = replace(hand, amiss=replace(hand.amiss, aside=aside, returned=returned))
    return replace(table, hand=replace(hand, dealt=dealt))


def _turned_up(
    table: Table, seat: int, book: Rulebook, face: Card | None = None, handle: Handle | None = None
) -> Change:
    """A card of the seat lies face up, as `face` if the dealer named it: the last that came, and not yet turned up.

    It is `handle` where a reader tells which one lies there.
    """
    own = [card for card in _own(table, seat) if card not in table.hand.exposed]
    down = [card for card in own if card not in table.hand.up]
    if not down or (own[-1] not in down and handle is None and _is_seen(table, own[-1], face)):
        return Change(table)
    card = handle if handle in down else down[-1]
    if face is not None and (variant_of(table).first.up or is_told(card)):  # no reader will ever name it
        table = replace(table, cards=named(table.cards, card, face))
    turned = replace(table, hand=replace(table.hand, exposed=(*table.hand.exposed, card)))
    if table.hand.fate or where(table.cards, card) != seat_zone(seat):
        return Change(turned)  # of a hand that is not the seat's any more
    ruling = misdeals.in_a_draw(turned, seat, book) or misdeals.exposed(turned, seat, card, book)
    ruling = ruling or misdeals.single(turned, seat, book)
    return carried_out(turned, () if ruling is None else (ruling,), book)


def _is_seen(table: Table, handle: Handle, face: Card | None) -> bool:
    """Whether the card that turned up may be this one, which lies face up before its seat anyway."""
    known = located(table.cards, handle)
    return face is None or known is None or known.card in (None, face)


def _replaced(table: Table, seat: int) -> Table:
    """The card that the seat had coming is there; one that was exposed is the burn now."""
    table = _not_later(table, seat)
    face_up = [handle for handle in _own(table, seat) if handle in table.hand.exposed]
    if not face_up:
        return table
    amiss = replace(table.hand.amiss, aside=(*table.hand.amiss.aside, face_up[-1]))
    hand = replace(table.hand, amiss=amiss, burns=table.hand.burns + 1)
    return replace(table, cards=moved(table.cards, face_up[-1], BURN), hand=hand)


def opened(table: Table, book: Rulebook) -> Change:
    """The deal is over: the first street opens, cards exposed in the deal being its burn."""
    need, burns = cards_of_a_hand(table), table.hand.burns
    uneven = any(held_by(table, seat) != need for seat in table.hand.seats)
    change = open_first_street(_uneven(table) if uneven else table, book)
    if not burns:
        return change
    return change.then(Change(replace(change.table, hand=replace(change.table.hand, burns=burns))))


def _own(table: Table, seat: int) -> tuple[Handle, ...]:
    """The cards dealt to the seat that are still its own, in the order dealt."""
    aside = table.hand.amiss.aside
    return tuple(one.handle for one in table.hand.dealt if one.seat == seat and one.handle not in aside)


def _without_case(table: Table, seat: int) -> Table:
    """The table without an older case about the cards of the seat."""
    about = (card_counts.TOPIC, seat)
    return replace(table, cases=tuple(case for case in table.cases if (case.finding.topic, case.seat) != about))


def _with(table: Table, amiss: DealRepair) -> Table:
    return replace(table, hand=replace(table.hand, amiss=amiss))


def _uneven(table: Table) -> Table:
    return _with(table, replace(table.hand.amiss, uneven=True))


def let_be(table: Table, seat: int) -> Table:
    """The number of cards of the seat is asked about no more."""
    return _with(table, replace(table.hand.amiss, accepted=(*table.hand.amiss.accepted, (seat, held_by(table, seat)))))


def counted_again(table: Table, seat: int) -> Table:
    """The number of cards of the seat was let be while something else was asked; if it is wrong, it is asked now."""
    amiss, now = table.hand.amiss, (seat, held_by(table, seat))
    if now not in amiss.accepted:
        return table
    return _uneven(_with(table, replace(amiss, accepted=tuple(one for one in amiss.accepted if one != now))))


def _not_later(table: Table, seat: int) -> Table:
    amiss = table.hand.amiss
    return _with(table, replace(amiss, later=tuple(other for other in amiss.later if other != seat)))
