"""The end of a hand: who was told to show, hands thrown away there, what is said and asked, and the floor's word on it.

| option          | effect                                                                     |
| --------------- | -------------------------------------------------------------------------- |
| order-to-show   | the seat must show, within the seconds of the book if it names any         |
| show-hand       | the hand that was asked for must be shown                                  |
| turn-up         | a hand thrown away in an all-in is live and turned up                      |
| retrieve        | a hand thrown away is live again                                           |
| dead-hand       | the hand cannot win any more                                               |
| aggressor-first | who bet or raised last in the hand shows first                             |
| left-first      | the first live hand left of the button shows first                         |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import MUCK, seat_zone
from table_controller.game.queries import has_tabled, stand_of, variant_of, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.showdown import asking_to_see, boards_played, discards, showdown_order, tabling
from table_controller.game.state.betting import Status, is_live, with_stand
from table_controller.game.state.custody import came_from, names
from table_controller.game.state.hand import DEAL, SETTLED, SHOWDOWN, is_street
from table_controller.game.state.showing import Showing, answered, asked, cards_told, claimed, seen
from table_controller.game.state.table import Case, Change, Table, Unexplained
from table_controller.game.steps.floor.option import Effect
from table_controller.game.steps.floor.ruled_acts import dead_hand
from table_controller.game.steps.flow.acts import board_cards, lows_of, strengths_of, try_award
from table_controller.vocabulary.events import Asked, CardShown, Declared, FloorRuled, TimePassed


def is_open(table: Table) -> bool:
    """Whether hands are being shown: at the showdown, or all face up while the board still comes."""
    return table.hand.phase == SHOWDOWN or (table.hand.showing.face_up and is_street(table.hand.phase))


def discarded(table: Table, seat: int, book: Rulebook) -> Change | None:
    """The whole live hand of a seat lies in the muck, custody done; None where no hand is being shown."""
    if table.hand.showing.face_up and is_open(table):
        found = (*discards.in_an_all_in(table, seat, book), *discards.penalised(seat, book))
        change = Change(table, findings=found) if found else None
        if change is None or discards.stays_live(table, book):
            return change
        return change.then(_out(table, seat, book))
    if stand_of(table, seat).status == "all-in":
        found = discards.in_an_all_in(table, seat, book) if is_street(table.hand.phase) else ()
        return Change(table, findings=found) if found else None
    if table.hand.phase != SHOWDOWN:
        return None
    found = tabling.partly_shown_and_mucked(table, seat, book) or tabling.thrown_away(table, seat, book)
    if found:  # what it is, the floor says: no pot goes out before
        return Change(table, findings=found)
    return _out(table, seat, book) if discards.gives_up_the_pot(book) else Change(table)


def taken_in(table: Table, seat: int, book: Rulebook) -> Change | None:
    """The dealer takes a tabled hand in: cleared if it is beaten, else it stays live; None if it was not tabled."""
    if not has_tabled(table, seat) or not is_open(table):
        return None
    if table.hand.phase == SHOWDOWN and _is_beaten(table, seat, book):
        return _out(table, seat, book)
    found = tabling.killed_winner(seat, book)
    return Change(table, findings=found) if found else None


def _is_beaten(table: Table, seat: int, book: Rulebook) -> bool:
    return tabling.beaten(table, seat, strengths_of(table, book), lows_of(table), book)


def shown_after_discard(table: Table, seat: int, book: Rulebook) -> Change | None:
    """A player turns up the hand that he discarded: live again or not; None if nothing was discarded."""
    if table.hand.phase != SHOWDOWN or stand_of(table, seat).status != "mucked":
        return None
    reading = discards.shown_again(book)
    if reading is None or not came_from(table.cards, MUCK, seat_zone(seat)):
        return None
    if seat in table.hand.showing.asked and not reading.live:  # it is only looked at
        return None
    told = tuple(replace(found, seat=seat) for found in reading.findings)
    return Change(with_status(table, seat, "in") if reading.live else table, findings=told)


def tabled(table: Table, seat: int) -> Table:
    """The seat has tabled its hand: nobody has to ask for it any more."""
    return _with(table, answered(table.hand.showing, seat))


def one_card(table: Table, event: CardShown, book: Rulebook) -> Change | None:
    """One card of a hand was shown, as told; None while nobody has to show."""
    seat = event.seat
    if not is_open(table) or not is_live(stand_of(table, seat)) or has_tabled(table, seat):
        return None
    board = board_cards(table)
    found = (
        *tabling.one_card(seat, book),
        *discards.one_card_wins(table, seat, event.card, book),
        *boards_played.one_card(variant_of(table), seat, event.card, board, book),
        *tabling.must_be_ordered(seat, book),
    )
    return Change(table, findings=found)


def as_told(table: Table, event: CardShown) -> Table:
    """The table, knowing which card somebody says was shown."""
    return _with(table, seen(table.hand.showing, event.seat, event.card))


def not_as_told(before: Table, table: Table) -> tuple[Unexplained, ...]:
    """Hands that have become known since `before` and hold no such card as was told of them."""
    wrong: list[Unexplained] = []
    for seat in table.hand.shown:
        if seat in before.hand.shown:
            continue
        known = names(table.cards, table.hand.tabled[seat - 1]) or ()
        told = cards_told(table.hand.showing, seat)
        wrong.extend(Unexplained("card-not-as-told", seat, (("card", card),)) for card in told if card not in known)
    return tuple(wrong)


def on_said(table: Table, event: Declared, book: Rulebook) -> Change | None:
    """Words while hands are shown; None if they are no such words."""
    seat = event.seat
    if event.word != "other" or not event.text or not is_open(table) or who_acts(table) is not None:
        return None
    if not is_live(stand_of(table, seat)) or has_tabled(table, seat):
        return None
    if tabling.refuses(event.text):
        partly = bool(cards_told(table.hand.showing, seat))
        found = discards.one_card_refused(seat, book) if partly else ()
        return Change(table, findings=found or tabling.refused(seat, book))
    if tabling.names_the_board(event.text):
        return Change(table, findings=boards_played.said(seat, book))
    return Change(_with(table, claimed(table.hand.showing, seat)), findings=tabling.claimed(seat, book))


def on_asked(table: Table, event: Asked, book: Rulebook) -> Change | None:
    """A player wants to see another one's hand; None where there is no showdown or nothing to see."""
    seat, about = event.seat, event.about or 0
    if table.hand.phase not in (SHOWDOWN, SETTLED) or about == seat or about not in table.hand.seats:
        return None
    if has_tabled(table, about) or stand_of(table, about).status == "folded":
        return None
    if lost := asking_to_see.right_lost(table, seat, about, book):
        return Change(table, findings=lost)
    if right := asking_to_see.has_the_right(table, seat, about, book):
        return Change(_with(table, asked(table.hand.showing, about)), findings=right)
    return Change(table, findings=asking_to_see.for_the_floor(seat, about, book))


def on_time(table: Table, event: TimePassed, book: Rulebook) -> Change:
    """The seconds of a player who was ordered to show may be over."""
    change = Change(table)
    for seat, from_s, by_s in table.hand.showing.due:
        now = change.table
        if event.at_s < from_s:  # begun in another life of the machine: the order stands, without a limit
            left = tuple(limit for limit in now.hand.showing.due if limit[0] != seat)
            change = change.then(Change(_with(now, replace(now.hand.showing, due=left))))
        elif event.at_s >= by_s and is_live(stand_of(now, seat)) and is_open(now):
            change = change.then(Change(now, findings=tabling.out_of_time(seat, book))).then(_killed(now, seat, book))
        elif event.at_s >= by_s:
            change = change.then(Change(_with(now, answered(now.hand.showing, seat))))
    return change


def ruled(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change | None:
    """What the floor chose in a case of the showdown; None if it is no such case."""
    effect = EFFECTS.get(event.option) if case.finding.topic in TOPICS else None
    return effect(table, case, event, book) if effect else None


def with_status(table: Table, seat: int, status: Status) -> Table:
    """The table with another standing of a seat in the hand."""
    stand = replace(table.betting.stands[seat - 1], status=status)
    return replace(table, betting=with_stand(table.betting, seat, stand))


def _with(table: Table, showing: Showing) -> Table:
    return replace(table, hand=replace(table.hand, showing=showing)) if showing != table.hand.showing else table


def _out(table: Table, seat: int, book: Rulebook) -> Change:
    """The hand cannot win any more; the pots go out if that was the last thing open."""
    return try_award(with_status(table, seat, "mucked"), book)


def _killed(table: Table, seat: int, book: Rulebook) -> Change:
    """The hand is dead by the floor or by the clock."""
    begun = is_street(table.hand.phase) or table.hand.phase == DEAL  # a card of the deal may be replaced meanwhile
    if not (is_open(table) or begun) or not is_live(stand_of(table, seat)):
        return Change(table)
    table = _with(table, answered(table.hand.showing, seat))
    return _out(table, seat, book) if table.hand.phase == SHOWDOWN else dead_hand(table, seat, book)


def _ordered(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    seat = case.seat or 1
    if not is_live(stand_of(table, seat)) or has_tabled(table, seat):
        return Change(table)
    showing, seconds = asked(table.hand.showing, seat), tabling.seconds_to_show(book)
    if seconds is not None:
        others = tuple(limit for limit in showing.due if limit[0] != seat)
        showing = replace(showing, due=(*others, (seat, event.at_s, event.at_s + seconds)))
    return Change(_with(table, showing))


def _must_be_seen(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event, book
    seat = case.fact("about_seat")
    shown = seat not in table.hand.seats or has_tabled(table, seat)
    return Change(table if shown else _with(table, asked(table.hand.showing, seat)))


def _retrieved(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del book
    seat = case.seat or 1
    if not is_open(table) or stand_of(table, seat).status == "out":
        return Change(table)
    live = with_status(table, seat, "in") if stand_of(table, seat).status == "mucked" else table
    return Change(_with(live, asked(live.hand.showing, seat)) if event.option == "turn-up" else live)


def _dead(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del event
    return _killed(table, case.seat or 1, book)


def _first(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case
    if table.hand.phase != SHOWDOWN:
        return Change(table)
    first = showdown_order.last_of_the_hand(table) if event.option == "aggressor-first" else None
    order = showdown_order.clockwise_from(table, first, book)
    return Change(_with(table, replace(table.hand.showing, order=order)))


TOPICS: Final = frozenset(
    {"all-in-showdown", "ask-to-see", "cards-speak", "showdown-discard", "showdown-order", "tabling"}
)
"""Topics of the cases that are ruled here."""

EFFECTS: Final[Mapping[str, Effect]] = {
    "order-to-show": _ordered,
    "show-hand": _must_be_seen,
    "turn-up": _retrieved,
    "retrieve": _retrieved,
    "dead-hand": _dead,
    "aggressor-first": _first,
    "left-first": _first,
}
"""Options of the showdown by name."""
