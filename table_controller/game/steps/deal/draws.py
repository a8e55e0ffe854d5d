"""A draw: the players discard in turn, and the dealer gives each as many cards as he threw away.

| what happens                              | what it is                                      |
| ----------------------------------------- | ----------------------------------------------- |
| cards of the seat whose turn it is go     | its discards; more of them may follow           |
| "pat", or a check                         | it keeps its cards                              |
| a number, where nobody reads its cards    | so many are its discards                        |
| a discard goes back before its cards come | it is none                                      |
| all have discarded                        | one burn, then the cards, seat by seat in turn  |
| a card comes to who has discarded         | each gets his cards before the next one discards |
| a card of the street goes on              | to the burns, the deck or the next seat: its own seat is due one again |
| the last card is there, or nobody drew    | the bets of the draw begin                      |
| a card too many, and nobody has bet       | it goes back on the deck first                  |
| the stub is too short for a card each     | burns go back into it, one card is everybody's  |
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import ForgetCards, NameCards
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BURN, MUCK, STUB, Zone, seat_zone, zone_kind, zone_seat
from table_controller.game.queries import (
    acting_order,
    cards_in_the_stub,
    comes_up,
    discards_now,
    draw_due,
    exchanging,
    hand_size,
    has_tabled,
    live_seats,
    returned_as,
    up_cards,
    variant_of,
    waits_for_a_card_back,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal import premature, short_stubs, stud
from table_controller.game.rules.deal.short_stubs import Stub, short
from table_controller.game.state.custody import arrived, came_from, forgotten, located, lying, moved, where
from table_controller.game.state.hand import Exchange, is_street
from table_controller.game.state.table import Change, Table, Unexplained
from table_controller.game.steps.flow.acts import close_round, faces_known, open_street
from table_controller.game.variants import Street
from table_controller.vocabulary.events import CardDealt, CardStrayed, Declared, Event, is_told
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import CardsDrawn

PAT = ("pat", "check")
"""What a player says who keeps all his cards."""


def begun(table: Table, street: Street, book: Rulebook) -> Change:
    """The cards before the bets of a street: all live hands discard, or each gets its card, the first left first."""
    seats = live_seats(table)
    dealt = seats if stud.dead_hands_get_none(book) else acting_order(table)
    exchange = Exchange(seats) if street.draws else Exchange((), dealt * (street.up + street.down))
    told: tuple[Finding, ...] = ()
    burns, early = lying(table.cards, BURN), table.hand.early
    at_once = premature.goes_back_at_once(book)
    burned = 0 if early and not at_once else min(1, table.hand.burns)  # an early burn is the burn
    last = not street.draws and variant_of(table).after(street.name) is None
    if last and (less := short(Stub(cards_in_the_stub(table) + len(early), len(burns), len(dealt)), book)) is not None:
        exchange = Exchange((), () if less.all else exchange.due, back=burns if less.burns else (), for_all=less.all)
        told = (less.told,)
    if early and (last or at_once):
        exchange, early = replace(exchange, back=(*exchange.back, *early)), ()
    begun_hand = replace(table.hand, phase=street.name, burns=burned, exchange=exchange, early=early)
    return Change(replace(table, hand=begun_hand), findings=told)


def to_be_shuffled(table: Table) -> bool:
    """Whether cards go into the stub, or lie on it, and nobody has shuffled yet."""
    exchange = table.hand.exchange
    return exchange is not None and bool(exchange.back or exchange.unshuffled)


def shuffled_in(table: Table) -> Change:
    """The cards that were to go into the stub are shuffled in: no card of it is known any more."""
    exchange = table.hand.exchange or Exchange(())
    hand = replace(table.hand, exchange=replace(exchange, back=(), reshuffled=True, unshuffled=()))
    shuffled = replace(table, cards=forgotten(table.cards, exchange.back), hand=hand)
    return Change(shuffled, requests=(ForgetCards(exchange.back),) if exchange.back else ())


def laid_on_the_stub(table: Table, handle: Handle) -> Change:
    """One of these cards is on the deck: it is forgotten at once, for the dealer may shuffle without a word."""
    exchange = table.hand.exchange or Exchange(())
    left = tuple(one for one in exchange.back if one != handle)
    lie = (*exchange.unshuffled, returned_as(table, handle))
    hand = replace(table.hand, exchange=replace(exchange, back=left, reshuffled=True, unshuffled=lie))
    return Change(
        replace(table, cards=forgotten(table.cards, (handle,)), hand=hand), requests=(ForgetCards((handle,)),)
    )


def on_boarded(table: Table, handle: Handle) -> Change | None:
    """The one card for everybody lies in the middle, custody done; None if no such card is due."""
    hand, exchange = table.hand, table.hand.exchange
    if exchange is None or not exchange.for_all:
        return None
    unburned = () if hand.burns else (Unexplained("no-burn"),)
    board = (*hand.board, handle)
    hand = replace(hand, board=board, burns=max(1, hand.burns), exchange=replace(exchange, for_all=False))
    return Change(replace(table, hand=hand), requests=(NameCards(board[hand.named :], "board"),), unexplained=unburned)


def discarded(table: Table, seat: int, handles: tuple[Handle, ...]) -> Change | None:
    """Cards of a seat went to the discards; None if that is no draw of it. Custody is done."""
    exchange = exchanging(table)
    if exchange is None or seat not in live_seats(table):
        return None
    drew, has_got = dict(exchange.drew), any(to == seat for to, _ in exchange.came)
    if seat not in exchange.waits and (seat not in drew or has_got):
        return None  # it takes no part in a draw, or its cards have come
    late: tuple[Unexplained, ...] = ()
    if seat not in exchange.waits and exchange.untold != seat:
        late = (Unexplained("draws-after-pat" if not drew[seat] else "discards-later", seat),)
    drew[seat] = drew.get(seat, 0) + len(handles)
    told = Change(table) if exchange.untold == seat else told_by_now(table)
    thrown = _with(told.table, seat, drew, handles)
    exchange = replace(thrown.hand.exchange or exchange, untold=seat)
    return told.then(Change(replace(thrown, hand=replace(thrown.hand, exchange=exchange)), unexplained=late))


def told_by_now(table: Table) -> Change:
    """What the last player has thrown away is all that he does: it is told how many cards that were."""
    exchange = table.hand.exchange
    if exchange is None or exchange.untold is None:
        return Change(table)
    seat, count = exchange.untold, dict(exchange.drew)[exchange.untold]
    told = replace(table, hand=replace(table.hand, exchange=replace(exchange, untold=None)))
    return Change(told, (CardsDrawn(seat, count),))


def on_said(table: Table, event: Declared) -> Change | None:
    """A player says that he keeps his cards, or how many he throws away; None for other words, and out of a draw.

    The number is his draw where no reader has seen his cards; where one has, the cards that go are.
    """
    exchange, seat = exchanging(table), event.seat
    if exchange is None or seat not in exchange.waits:
        return None
    told = told_by_now(table)
    table = told.table
    if event.word in PAT:
        return told.then(Change(_with(table, seat, {**dict(exchange.drew), seat: 0}), (CardsDrawn(seat, 0),)))
    held, count = lying(table.cards, seat_zone(seat)), event.amount_chips or 0
    if event.word != "number" or not 0 < count <= len(held):
        return None
    if not all(map(is_told, held)):
        return told
    cards = table.cards
    for handle in held[-count:]:
        cards = moved(cards, handle, MUCK)
    drew = {**dict(exchange.drew), seat: count}
    drawn = _with(replace(table, cards=cards), seat, drew, held[-count:])
    return told.then(Change(drawn, (CardsDrawn(seat, count),)))


def _with(table: Table, seat: int, drew: dict[int, int], handles: tuple[Handle, ...] = ()) -> Table:
    """The table where the seat has discarded so many cards."""
    exchange = table.hand.exchange or Exchange(())
    waits, thrown = tuple(one for one in exchange.waits if one != seat), (*exchange.thrown, *handles)
    exchange = replace(exchange, waits=waits, due=_due(table, drew), drew=tuple(drew.items()), thrown=thrown)
    return replace(table, hand=replace(table.hand, exchange=exchange))


def _due(table: Table, drew: Mapping[int, int]) -> tuple[int, ...]:
    """The cards that are still to come for so many discards, in the order of the seats.

    A hand that had a card too many gets one less.
    """
    exchange, size, due = table.hand.exchange or Exchange(()), hand_size(table), list[int]()
    got = Counter(to for to, _ in exchange.came)
    for seat in live_seats(table):
        room = size - len(lying(table.cards, seat_zone(seat)))
        due += [seat] * min(drew.get(seat, 0) - got[seat], room)
    return tuple(due)


def dealt_early(table: Table, event: CardDealt, book: Rulebook) -> Change | None:
    """A card of the next street of stud came to a seat while there is betting: it is laid aside. None for any other.

    It lies with what nobody plays any more, wherever the dealer puts it.
    """
    hand, game = table.hand, variant_of(table)
    street = game.after(hand.phase) if is_street(hand.phase) else None
    if street is None or not (street.up or street.down) or table.betting.actor is None or hand.exchange is not None:
        return None
    begun_street = hand.phase != game.first.name or table.betting.recorded_acts or hand.burns
    if not begun_street or where(table.cards, event.handle) is not None or event.seat not in live_seats(table):
        return None
    if event.seat in hand.amiss.later:
        return None
    cards = moved(arrived(table.cards, event.handle, seat_zone(event.seat)), event.handle, MUCK)
    early = replace(table, cards=cards, hand=replace(hand, early=(*hand.early, event.handle)))
    had = tuple([_dealt_to(table, handle) for handle in hand.early])
    if premature.completes_the_street(had, event.seat, book):
        return Change(early)
    return Change(early, findings=premature.to_a_seat(event.seat, street.name, book))


def _dealt_to(table: Table, handle: Handle) -> int | None:
    """The seat that an early card was dealt to before it was laid aside."""
    card = located(table.cards, handle)
    return None if card is None else next((zone_seat(Zone(zone)) for zone in card.trail if zone_seat(Zone(zone))), None)


def on_dealt(table: Table, event: CardDealt) -> Change | None:
    """A card came to a seat that had thrown one away; None if no draw is on, or it replaces one that was exposed."""
    if _is_one_too_many(table, event):
        # nobody has done anything since the last one: the draw lasts until it has gone back
        table = replace(table, betting=replace(table.betting, actor=None))
        table = replace(table, hand=replace(table.hand, exchange=Exchange(())))
    exchange, seat = table.hand.exchange, event.seat
    if exchange is None or seat in table.hand.amiss.later:
        return None
    if exchange.untold is not None:
        told = told_by_now(table)
        dealt = on_dealt(told.table, event)
        return dealt and told.then(dealt)
    if to_be_shuffled(table) and not _is_left_of_the_stub(table, event.handle):
        shuffled = shuffled_in(table)
        dealt = on_dealt(shuffled.table, event)  # nobody saw them go
        return dealt and shuffled.then(dealt)
    if event.handle in _come_so_far(exchange):  # it went on to this seat
        table = _without(table, event.handle)
    lay, zone = where(table.cards, event.handle), seat_zone(seat)
    cards = arrived(table.cards, event.handle, zone) if lay is None else moved(table.cards, event.handle, zone)
    return _came(replace(table, cards=cards), seat, event.handle)


def _is_left_of_the_stub(table: Table, handle: Handle) -> bool:
    """Whether the card may be one that was left in the stub, which nobody has shuffled anything into yet."""
    exchange = table.hand.exchange or Exchange(())
    lie = exchange.back and all(where(table.cards, one) == MUCK for one in exchange.back)
    return bool(lie) and not exchange.unshuffled and handle not in exchange.back and cards_in_the_stub(table) > 0


def _is_one_too_many(table: Table, event: CardDealt) -> bool:
    """Whether the card comes off the deck to a live hand when all have drawn, and nobody has begun to bet."""
    hand, betting = table.hand, table.betting
    street = variant_of(table).street(hand.phase)
    if hand.exchange is not None or street is None or not street.draws or betting.actor is None:
        return False
    if betting.recorded_acts or betting.held or betting.motions or any(money.loose_chips for money in table.ledger):
        return False
    return where(table.cards, event.handle) in (None, STUB) and event.seat in live_seats(table)


def taken_for_done(table: Table, book: Rulebook) -> Change:
    """The table as somebody acts while one card too many lies at a seat: nobody puts it right, and the bets begin."""
    if waits_for_a_card_back(table) is None:
        return Change(table)
    return goes_on(replace(table, hand=replace(table.hand, exchange=Exchange(()))), book)


def _come_so_far(exchange: Exchange) -> tuple[Handle, ...]:
    """The cards that have come in this draw or stud street, due or not."""
    return (*exchange.extra, *(handle for _, handle in exchange.came))


def _came(table: Table, seat: int, handle: Handle) -> Change:
    """A card has come to the seat, custody done: one that was due to it, or one too many."""
    exchange, hand = table.hand.exchange or Exchange(()), table.hand
    if seat not in exchange.due or exchanging(table) is None:
        hand = replace(hand, exchange=replace(exchange, extra=(*exchange.extra, handle)))
        return Change(replace(table, hand=hand), unexplained=(Unexplained("card-too-many", seat),))
    first, at = exchange.due[0], exchange.due.index(seat)
    wrong = () if seat == first else (Unexplained("card-out-of-order", seat, (("due_seat", first),)),)
    unburned = () if hand.burns else (Unexplained("no-burn"),)
    exchange = replace(
        exchange,
        due=(*exchange.due[:at], *exchange.due[at + 1 :]),
        came=(*exchange.came, (seat, handle)),
        unburned=exchange.unburned or not hand.burns,
    )
    hand = replace(hand, exchange=exchange, burns=max(1, hand.burns))  # of a burn that was left out it is said once
    came_up = comes_up(table, seat)
    hand = replace(hand, up=(*hand.up, handle)) if came_up else hand
    change = Change(replace(table, hand=hand), unexplained=(*unburned, *wrong))
    return change if not has_tabled(table, seat) else change.then(_beside_a_shown_hand(change.table, seat, handle))


def _beside_a_shown_hand(table: Table, seat: int, handle: Handle) -> Change:
    """The card comes to a hand that was shown: all-in it lies open with it; else the player holds his hand again."""
    hand, tabled = table.hand, table.hand.tabled
    if not hand.showing.face_up:
        shown = tuple(one for one in hand.shown if one != seat)
        hand = replace(hand, tabled=(*tabled[: seat - 1], (), *tabled[seat:]), shown=shown)
        return Change(replace(table, hand=hand))
    hand = replace(hand, tabled=(*tabled[: seat - 1], (*tabled[seat - 1], handle), *tabled[seat:]))
    asked = () if handle in hand.up else (NameCards((handle,), "tabled"),)
    return Change(replace(table, hand=hand), requests=asked)


def _without(table: Table, handle: Handle) -> Table:
    """The table where a card of the street has not come to its seat, which is due it again."""
    exchange = table.hand.exchange or Exchange(())
    order = acting_order(table)
    due = tuple(sorted((*(to for to, one in exchange.came if one == handle), *exchange.due), key=order.index))
    came = tuple((to, one) for to, one in exchange.came if one != handle)
    extra = tuple(one for one in exchange.extra if one != handle)
    up = tuple(one for one in table.hand.up if one != handle)
    exchange = replace(exchange, due=due, came=came, extra=extra)
    return replace(table, hand=replace(table.hand, up=up, exchange=exchange))


def _discard_taken_back(table: Table, seat: int, handle: Handle) -> Change | None:
    """A discard lies with its hand again, and none of its player's cards has come; None for any other.

    With his last one he has still to discard, if nothing has happened since; else he has stood pat.
    """
    exchange = table.hand.exchange or Exchange(())
    drew, thrown = dict(exchange.drew), tuple(one for one in exchange.thrown if one != handle)
    own = came_from(table.cards, MUCK, seat_zone(seat))
    if not drew.get(seat) or handle not in own or any(to == seat for to, _ in exchange.came):
        return None
    drew[seat] -= 1
    waits, untold = exchange.waits, exchange.untold
    if not drew[seat] and untold == seat:
        del drew[seat]
        waits, untold = tuple(one for one in live_seats(table) if one == seat or one in waits), None
    back = replace(table, cards=moved(table.cards, handle, seat_zone(seat)))
    due = _due(back, drew)
    exchange = replace(exchange, waits=waits, due=due, drew=tuple(drew.items()), thrown=thrown, untold=untold)
    return Change(replace(back, hand=replace(back.hand, exchange=exchange)))


def went_on(table: Table, event: CardStrayed) -> Change | None:
    """A card of a draw or of a stud street that goes on to the burns, the deck or another seat; None for any other.

    So the dealer puts it right at once that he forgot the burn, or dealt a card too many.
    """
    exchange, zone = exchanging(table), Zone(event.zone)
    seat = zone_seat(zone)
    if exchange is None:
        return None
    lies, ours = where(table.cards, event.handle), _come_so_far(exchange)
    shuffled = exchange.reshuffled or bool(exchange.back)
    if seat is not None and lies == MUCK and event.handle in exchange.thrown and not shuffled:
        return _discard_taken_back(table, seat, event.handle)
    off_the_deck = lies == STUB or (lies == MUCK and shuffled)
    if zone_kind(zone) == "seat" and seat in exchange.due and (off_the_deck or event.handle in ours):
        return on_dealt(table, CardDealt(seat or 0, event.handle, event.at_s, event.at_s))
    if event.zone == STUB and (extra := _too_many_beside(table, event.handle)) is not None:
        less = replace(exchange, extra=tuple(one for one in exchange.extra if one != extra))
        back = replace(table, cards=moved(table.cards, event.handle, STUB))
        return Change(replace(back, hand=replace(back.hand, exchange=less)))
    if event.handle not in ours or event.zone not in (BURN, STUB):
        return None
    gone = _without(table, event.handle)
    gone = replace(gone, cards=moved(gone.cards, event.handle, event.zone))
    if event.zone == STUB:
        return Change(gone)
    exchange = gone.hand.exchange or exchange
    if exchange.unburned:  # it stands for the burn that was left out
        return Change(replace(gone, hand=replace(gone.hand, exchange=replace(exchange, unburned=False))))
    return Change(gone, unexplained=(Unexplained("card-strayed", None, (("zone", event.zone),)),))


def may_go_back(table: Table) -> tuple[Handle, ...]:
    """The cards of a draw or a stud street that a dealer takes back onto the deck without a word.

    One too many came to a seat, so that any of its cards may go; or they came without the burn.
    """
    exchange = exchanging(table)
    if exchange is None:
        return ()
    beside = [one for extra in exchange.extra for one in lying(table.cards, where(table.cards, extra) or "")]
    came = [handle for _, handle in exchange.came]
    return (*exchange.extra, *beside, *(came if exchange.unburned else ()))


def _too_many_beside(table: Table, handle: Handle) -> Handle | None:
    """The card too many of the seat at which this one lies: face down one is as good as the other, and goes for it."""
    exchange, zone = exchanging(table), where(table.cards, handle)
    if exchange is None or handle in exchange.extra or zone is None or zone_kind(Zone(zone)) != "seat":
        return None
    return next((extra for extra in reversed(exchange.extra) if where(table.cards, extra) == zone), None)


def takes_the_burn(table: Table) -> bool:
    """Whether a card that is burned now is the burn of a draw or a stud street, be it before the last discard."""
    exchange = exchanging(table)
    return exchange is not None and not table.hand.burns and bool(exchange.waits or exchange.due)


def last_card_shown(table: Table, seat: int, face: Card | None, book: Rulebook) -> Change | None:
    """The last card that came to a seat in stud was turned up by the dealer; None for any other card.

    One that is replaced is a burn from now on, and its seat is dealt another when all have theirs.
    """
    hand, street = table.hand, variant_of(table).street(table.hand.phase)
    if street is None or not street.down or street is variant_of(table).first:
        return None
    if hand.exchange is None and table.betting.recorded_acts:  # too late
        return None
    dealt = {*hand.up, *(one.handle for one in hand.dealt)}
    late = [handle for handle in lying(table.cards, seat_zone(seat)) if handle not in dealt]
    if not late or face in up_cards(table, seat):
        return None
    told = stud.exposed_last_card(seat, hand.betting_over, book)
    if told is None:
        return None
    if hand.betting_over:
        return Change(table, findings=(told,))
    exchange = hand.exchange or Exchange(())
    came = tuple(one for one in exchange.came if one[1] != late[-1])
    exchange = replace(exchange, due=(*exchange.due, seat), came=came)
    hand = replace(hand, exchange=exchange, burns=max(1, hand.burns), exposed=(*hand.exposed, late[-1]))
    cards, betting = moved(table.cards, late[-1], BURN), replace(table.betting, actor=None)
    return Change(replace(table, cards=cards, hand=hand, betting=betting), findings=(told,))


def _discards_again(table: Table, exchange: Exchange, book: Rulebook) -> Change:
    """The table of a draw whose stub runs out: the discards go back, but for those of who waits for cards."""
    wait = {seat_zone(seat) for seat in exchange.due}
    told = short_stubs.discards_again(cards_in_the_stub(table), book) if exchange.drew and not exchange.back else None
    if told is None or draw_due(table) is None:
        return Change(table)
    back = tuple(
        card.handle
        for card in table.cards
        if card.zone == MUCK and not (card.handle in exchange.thrown and card.trail[-1:] and card.trail[-1] in wait)
    )
    if not back:
        return Change(table)
    going = replace(table, hand=replace(table.hand, exchange=replace(exchange, back=back)))
    return Change(going, findings=(told,))


def faces_asked(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change, and the bridge is asked for the faces of cards that have come face up to a seat."""
    del event, book
    new = tuple(handle for handle in change.table.hand.up if handle not in before.hand.up)
    return change.then(Change(change.table, requests=(NameCards(new, "up"),))) if new else change


def _waits_for_cards_too_many(table: Table, extra: tuple[Handle, ...]) -> Table:
    """The table whose round begins once these cards are back on the deck; as it is where nobody can bet in it."""
    if not extra or table.betting.actor is None:
        return table
    betting, hand = replace(table.betting, actor=None), replace(table.hand, exchange=Exchange((), extra=extra))
    waiting = replace(table, betting=betting, hand=hand)
    return table if waits_for_a_card_back(waiting) is None else waiting


def goes_on(table: Table, book: Rulebook) -> Change:
    """What follows in a game with draws once a round is closed, or all have their cards."""
    if table.betting.actor is not None:  # a street is played, or the round before a draw once more
        return Change(table)
    exchange = table.hand.exchange
    if exchange is not None and (exchange.drew or stud.dead_hands_get_none(book)):
        due = tuple(seat for seat in exchange.due if seat in live_seats(table))
        if due != exchange.due:
            table = replace(table, hand=replace(table.hand, exchange=replace(exchange, due=due)))
    if exchange is not None:
        if discards_now(table) is not None or draw_due(table) is not None or exchange.for_all or not faces_known(table):
            return _discards_again(table, exchange, book)
        done = replace(table, hand=replace(table.hand, exchange=None))
        change = open_street(done, table.hand.phase, book)
        if waits_for_a_card_back(table) is not None and change.table.betting.actor is not None:
            return Change(table)
        if (waiting := _waits_for_cards_too_many(change.table, exchange.extra)) is not change.table:
            return Change(waiting)
        if change.table.hand.phase == table.hand.phase and change.table.betting.actor is None:
            change = change.then(close_round(change.table, book))  # since the last round nobody is left who can bet
        return change.then(goes_on(change.table, book))
    street = variant_of(table).after(table.hand.phase)
    to_seats = street is not None and (street.draws or street.up or street.down)
    if street is None or not to_seats or table.betting.actor is not None or len(live_seats(table)) <= 1:
        return Change(table)
    return begun(table, street, book)
