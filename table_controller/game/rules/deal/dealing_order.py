"""The order of the deal: which seat the next card is due to, and what a card at another one is.

Order is judged only of cards that were seen to come, and only where the intervals in which they came do not
overlap: of others nobody can say which came first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from table_controller.game.queries import (
    acting_order,
    cards_had,
    deal_due,
    dealt_cards,
    face_up_cards,
    had_by,
    last_of_a_round,
    variant_of,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.deal import decks
from table_controller.game.rules.deal.deal_rulings import (
    ASKED,
    Ruling,
    asks,
    cards_of_a_hand,
    in_one_motion,
    together,
    voids,
    watched,
)
from table_controller.game.state.button import HEADS_UP
from table_controller.game.state.hand import DEAL, Arrival
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding

STUCK: Final = "stuck-cards"
PASSED_ON: Final = "pass-on"
"""What the floor may do with the second of two stuck cards where the book is silent on them."""

ROUND: Final = "hand-flow"
WRONG_SEAT: Final = "wrong-seat"
"""Topic and cause of a card of the round at another seat than the one that it was due to."""

SLUG: Final = "dealing_order.out_of_the_round"


def judged(before: Table, table: Table, arrival: Arrival, book: Rulebook) -> tuple[Ruling, ...]:
    """All that is wrong with where a card of the deal came to; `table` has it already, `before` not yet."""
    if stuck := stuck_together(before, arrival, book):
        return (stuck,)
    return judged_apart(before, table, arrival, book)


def judged_apart(before: Table, table: Table, arrival: Arrival, book: Rulebook) -> tuple[Ruling, ...]:
    """The same of a card that came by itself, as the dealer says or the readers saw."""
    if entitled := not_entitled(before, arrival, book):
        return (entitled,)
    rulings = [rule(before, arrival, book) for rule in _OF_A_CARD]
    rulings.append(left_out(table, False, book))
    found = tuple(ruling for ruling in rulings if ruling is not None)
    return found or _noted(one_too_many(table, arrival, book) or out_of_the_round(before, arrival, book))


@behaviour(None)
def stuck_together(before: Table, arrival: Arrival, book: Rulebook) -> Ruling | None:
    """Two cards came to one seat at once: whether they were stuck together, only the dealer can say."""
    answer = book.misdeal.stuck_cards
    last = before.hand.dealt[-1] if before.hand.dealt else None
    if last is None or last.seat != arrival.seat or not watched(arrival) or not in_one_motion(last, arrival):
        return None
    too_many = last.handle in before.hand.amiss.aside and last.handle not in face_up_cards(before)
    if answer.value is False or too_many or had_by(before, arrival.seat) > cards_of_a_hand(before):
        return None  # a hand that has too many already is judged by their count
    silent = () if answer.value else (PASSED_ON,)
    return asks(arrival.seat, answer.cite, STUCK, (*ASKED, *silent))


def asks_only_the_dealer(found: Finding) -> bool:
    """Whether no more is open than what the dealer saw: two cards that were stuck are a misdeal, others are none."""
    offered = {option.name for option in found.options}
    return dict(found.facts).get("cause") == STUCK and bool(offered) and PASSED_ON not in offered


@behaviour(None)
def not_entitled(before: Table, arrival: Arrival, book: Rulebook) -> Ruling | None:
    """A card came to a seat that is not in the hand."""
    if before.hand.phase != DEAL or arrival.seat in before.hand.seats:
        return None
    return voids(arrival.seat, cite(book, "dealing_order.not_entitled"), "card-to-empty-seat")


@behaviour(None)
def wrong_position(before: Table, arrival: Arrival, book: Rulebook) -> Ruling | None:
    """A card came to a seat to which none was due: the first card of the deal, or any, by the book."""
    if not watched(arrival) or (due := _due(before)) is None or due == arrival.seat:
        return None
    answer = book.misdeal.wrong_position
    match answer.value:
        case "first_card" if before.hand.dealt:
            return None
        case "first_card" | "any_card":
            return voids(arrival.seat, answer.cite, "wrong-seat", ("due_seat", due))
        case _:
            return asks(arrival.seat, answer.cite, "wrong-seat")


@behaviour(None)
def two_running_to_the_button(before: Table, arrival: Arrival, book: Rulebook) -> Ruling | None:
    """Two cards in a row came to the button, at a table of three or more: irregular, and mostly allowed."""
    button = last_of_a_round(before)
    if arrival.seat != button or before.hand.phase != DEAL or len(before.hand.seats) <= HEADS_UP:
        return None
    if not before.hand.dealt:
        return None
    last = before.hand.dealt[-1]
    if not arrival.seat == last.seat == button or not watched(arrival) or not watched(last):
        return None
    answer = book.misdeal.two_to_button_ok
    if answer.value:
        facts = (("cause", "two-to-the-button"), ("allowed", 1))
        return Ruling(finding("misdeal", arrival.seat, answer.cite, facts))
    return (asks if answer.value is None else voids)(arrival.seat, answer.cite, "two-to-the-button")


@behaviour(None)
def left_out(table: Table, over: bool, book: Rulebook) -> Ruling | None:
    """Everybody else has a hand, and a seat that is in the hand got no card; the button's may still come.

    `over` says that the dealer took the deal for done.
    """
    seats, dealt = table.hand.seats, dealt_cards(table)
    button = None if over else last_of_a_round(table)
    out = [seat for seat in seats if seat not in dealt and seat != button]
    if not out or table.hand.phase != DEAL or table.hand.boxed:
        return None
    need = cards_of_a_hand(table)
    if any(dealt.get(seat, 0) < need for seat in seats if seat not in out):
        return None
    return voids(out[0], cite(book, "dealing_order.left_out"), "left-out")


@behaviour(None)
def out_of_the_round(before: Table, arrival: Arrival, book: Rulebook) -> Ruling | None:
    """A card did not come where the round was, and the deal counts all the same: told in every book, printed or not."""
    if not watched(arrival) or (due := _due(before)) is None or due == arrival.seat:
        return None
    facts = (("cause", WRONG_SEAT), ("due_seat", due))
    return Ruling(finding(ROUND, arrival.seat, cite(book, SLUG), facts))


@behaviour(None)
def one_too_many(table: Table, arrival: Arrival, book: Rulebook) -> Ruling | None:
    """A card more than a hand has came to a seat while others wait for theirs: told at once, judged after the deal."""
    count = had_by(table, arrival.seat)
    if count <= cards_of_a_hand(table):
        return None
    facts = (("cards", count), ("cause", "deal-not-over"))
    return Ruling(finding("wrong-card-count", arrival.seat, book.discretion, facts))


@behaviour(())
def button_lies_elsewhere(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """The hand begins and the dealer button lies at another seat: where the dealer has to check it."""
    button = table.positions.button if table.positions else None
    if table.puck in (None, button) or SLUG not in book.cites:
        return ()
    facts = (("puck_seat", table.puck or 0), ("belongs_seat", button or 0))
    return (finding("hand-flow", table.puck, cite(book, SLUG), facts),)


def is_the_boxed_card(before: Table, seat: int, book: Rulebook) -> bool:
    """Whether the next card to come to the seat is the one that lay face up in the deck and was due to it.

    By the books that deal such a card and replace it after the round: FIGP 47, TDA Hold'em (unnumbered block).
    """
    return decks.is_dealt_to(before, seat, book) and _comes_next_to_a_boxed(before, seat)


def replaced_at_once(before: Table, seat: int, book: Rulebook) -> bool:
    """Whether the next card to come to the seat replaces one that lay face up, before the deal goes on.

    Where no book says when that is to be done, the dealer may.
    """
    if book.single_exposed_card.value == "replace_and_burn" or before.hand.phase != DEAL or before.hand.fate:
        return False
    last = before.hand.dealt[-1] if before.hand.dealt else None
    faced = last is not None and last.seat == seat and last.handle in face_up_cards(before)
    return (faced and seat in before.hand.amiss.later) or _comes_next_to_a_boxed(before, seat)


def _comes_next_to_a_boxed(before: Table, seat: int) -> bool:
    """Whether a card to the seat came in its turn, if none had lain face up in the deck, and none has come since."""
    hand = before.hand
    if seat not in hand.boxed or hand.phase != DEAL or hand.fate:
        return False
    order = acting_order(before)
    last = hand.dealt[-1].seat if hand.dealt else order[-1]
    if last not in order or order[(order.index(last) + 1) % len(order)] != seat:
        return False
    after = order[(order.index(seat) + 1) % len(order)]
    first = int(seat == order[-1])  # the first seat's next card is one of the next round
    return had_by(before, after) - first == had_by(before, seat) + hand.boxed.count(seat) - 1


def reopened(table: Table, arrival: Arrival, book: Rulebook) -> Ruling | None:
    """A card that may have come before the one whose place voided the deal: the dealer is asked which came first."""
    doubted = next((one for one in table.hand.dealt if one.handle == table.hand.amiss.doubt), None)
    if doubted is None or doubted.seat == arrival.seat or not together(doubted, arrival):
        return None
    return asks(doubted.seat, book.misdeal.wrong_position.cite, "wrong-seat")


def _due(before: Table) -> int | None:
    """The seat that the next card of the round is due to; None if it may be any."""
    hand, need = before.hand, cards_of_a_hand(before)
    if hand.phase != DEAL or (not hand.dealt and variant_of(before).deals_up):  # in stud the deal begins anywhere
        return None
    if len(hand.dealt) >= need * len(hand.seats):
        dealt = cards_had(before)
        if all(dealt.get(seat, 0) >= need for seat in hand.seats):
            return None
    return deal_due(before)


def _noted(ruling: Ruling | None) -> tuple[Ruling, ...]:
    return () if ruling is None else (ruling,)


_OF_A_CARD: Final[tuple[Callable[[Table, Arrival, Rulebook], Ruling | None], ...]] = (
    wrong_position,
    two_running_to_the_button,
)
