"""Cards that moved or became known: custody follows always, the hand only where the card is due."""

from __future__ import annotations

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import NameCards
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, seat_zone
from table_controller.game.queries import cards_by_now, has_tabled, is_with_the_floor, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.betting import is_live
from table_controller.game.state.custody import came_from, located, lying, moved, named, names, swapped
from table_controller.game.state.hand import DEAL, IDLE, SETTLED
from table_controller.game.state.table import Change, Table, Unexplained
from table_controller.game.steps.deal import boards, draws, handing, repairs
from table_controller.game.steps.deal.boards import announce_board
from table_controller.game.steps.deal.handing import at_a_seat
from table_controller.game.steps.flow.acts import hand_label, show_known
from table_controller.game.steps.showdown import showdown
from table_controller.game.steps.showdown.exposing import on_exposed, on_named
from table_controller.vocabulary.events import CardBurned, CardIdentified, CardStrayed, HandTabled, is_told
from table_controller.vocabulary.outcomes import HandShown


def on_strayed(table: Table, event: CardStrayed, book: Rulebook) -> Change:
    """A card lies where the hand has no use for it: custody follows."""
    if (heard := boards.read_too_early(table, event.handle, event.zone, event.at_s)) is not None:
        return boards.on_burned(heard, CardBurned(event.handle, event.at_s, event.at_s), book)
    if (put_right := repairs.moved_away(table, event, book) or draws.went_on(table, event)) is not None:
        return put_right
    if (aside := handing.taken_aside(table, event, book)) is not None:
        return aside
    unburned = boards.before_the_burn(table, event.handle, event.zone)
    unburned = unburned or boards.read_on_its_way(table, event.handle, event.zone, event.at_s)
    if unburned is not None:
        return boards.on_burned(unburned, CardBurned(event.handle, event.at_s, event.at_s), book)
    if event.zone == BURN and (burned := boards.stands_for_the_burn(table, event.handle)) is not None:
        return Change(burned)
    facts = (("zone", event.zone),)
    strayed = replace(table, cards=moved(table.cards, event.handle, event.zone))
    card = located(table.cards, event.handle)
    is_back = event.zone == MUCK and card is not None and MUCK in card.trail
    is_back = is_back or (event.zone == BOARD and event.handle in table.hand.board)
    regular = is_back or table.hand.phase in (IDLE, SETTLED)
    if not regular and (known := at_a_seat(strayed, event, book)) is not None:
        return known
    return Change(strayed, unexplained=() if regular else (Unexplained("card-strayed", None, facts),))


def on_tabled(table: Table, event: HandTabled, book: Rulebook) -> Change:
    """A player turned up the whole hand: the bridge is asked for its cards."""
    seat = event.seat
    if has_tabled(table, seat):
        return Change(table)
    if (again := showdown.shown_after_discard(table, seat, book)) is not None:
        if not is_live(again.table.betting.stands[seat - 1]):
            return again
        return again.then(_turned_up(again.table, seat, book))
    return _turned_up(table, seat, book)


def _turned_up(table: Table, seat: int, book: Rulebook) -> Change:
    """The hand of the seat lies face up, in front of it or where the discards are."""
    hand = table.hand
    held = lying(table.cards, seat_zone(seat)) or came_from(table.cards, MUCK, seat_zone(seat))
    allowed = seat in hand.showing.asked or (hand.phase not in (IDLE, DEAL) and is_live(table.betting.stands[seat - 1]))
    unruled = seat in hand.taken and is_with_the_floor(table, seat)  # in the muck, and nobody's to show until it is
    if not allowed or not held or unruled:
        return Change(table, unexplained=(Unexplained("nothing-to-table", seat),))
    table = showdown.tabled(table, seat)
    hand, size = table.hand, cards_by_now(table, seat)
    plays = held
    if len(held) > size:  # what another player was dealt plays for nobody else
        dealt = {one.handle for one in hand.dealt if one.seat == seat}
        plays = tuple(handle for handle in held if handle in dealt) or held
    tabled = (*hand.tabled[: seat - 1], plays, *hand.tabled[seat:])
    shown = replace(table, hand=replace(hand, tabled=tabled))
    wrong: tuple[Unexplained, ...] = ()
    if len(held) != size:
        wrong = (Unexplained("wrong-card-count", seat, (("cards", len(held)),)),)
    request = NameCards(held, "exposed" if who_acts(table) else "tabled")
    change = Change(shown, requests=(request,), unexplained=wrong)
    change = change.then(on_exposed(change.table, seat, book))
    return _shown_known(change, book)


def on_identified(table: Table, event: CardIdentified, book: Rulebook) -> Change:
    """The bridge named a public card."""
    seen = located(table.cards, event.handle)
    if seen is None:
        return Change(table, unexplained=() if is_told(event.handle) else (Unexplained("unknown-handle"),))
    if seen.card is not None:
        if seen.card == event.card:
            sure = seen.keyed and not event.keyed
            return Change(replace(table, cards=named(table.cards, event.handle, event.card))) if sure else Change(table)
        if (changed := swapped(table.cards, event.handle, event.card)) is not None:
            return Change(replace(table, cards=changed))
        if seen.keyed:  # what a reader sees of it outranks what was keyed
            table = replace(table, cards=named(table.cards, event.handle, event.card))
            told = (Unexplained("card-renamed", None, (("card", event.card),)),)
            renamed = Change(table, _shown_with(table, event.handle), unexplained=told)
            return renamed.then(_shown_known(Change(table), book))
        board = table.hand.board
        place = (("board_card", board.index(event.handle) + 1),) if event.handle in board else ()
        facts = (("card", event.card), *place)
        return Change(table, unexplained=(Unexplained("card-renamed", None, facts),))
    table = replace(table, cards=named(table.cards, event.handle, event.card, keyed=event.keyed))
    return Change(table, _shown_with(table, event.handle)).then(_shown_known(announce_board(table), book))


def _shown_with(table: Table, handle: Handle) -> tuple[HandShown, ...]:
    """The tabled hand that was known before this card of a later street came to it, told with it."""
    hand = table.hand
    seat = next((seat for seat in hand.shown if handle in hand.tabled[seat - 1]), None)
    if seat is None or not (cards := names(table.cards, hand.tabled[seat - 1])):
        return ()
    return (HandShown(seat, cards, hand_label(table, seat)),)


def _shown_known(change: Change, book: Rulebook) -> Change:
    """Hands that have become known are announced, and one shown instead of an act is judged."""
    shown = show_known(change.table, book)
    if shown.table is change.table:
        return change
    known = change.then(shown)
    known = known.then(Change(known.table, unexplained=showdown.not_as_told(change.table, known.table)))
    return known.then(on_named(change.table, known.table, book))
