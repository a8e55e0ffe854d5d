"""Hands with too few or too many cards, found when the deal has ended or later.

Counted is what was dealt to a seat: a card that is lifted or not read at the moment is still the seat's.
"""

from __future__ import annotations

from typing import Final

from table_controller.game.queries import (
    acting_order,
    held_by,
    last_of_a_round,
    variant_of,
    who_posts,
)
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.deal.deal_rulings import Remedy, Ruling, acted, asks, cards_of_a_hand
from table_controller.game.rules.deal.substantial import TWO, Verdict
from table_controller.game.state.betting import is_live
from table_controller.game.state.hand import DEAL, is_street
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Citation, Fact

TOPIC: Final = "wrong-card-count"


def judged(table: Table, seat: int, book: Rulebook) -> tuple[Ruling, ...]:
    """What a live hand with a wrong number of cards is now, by its book."""
    wrong = held_by(table, seat) - cards_of_a_hand(table)
    if (
        not wrong
        or (seat, held_by(table, seat)) in table.hand.amiss.accepted
        or not is_live(table.betting.stands[seat - 1])
    ):
        return ()
    if wrong < 0 and seat in table.hand.amiss.later and not _has_acted(table, seat):
        return _only(button_short(table, seat, book))  # the missing card is on its way
    for rule in (button_short, until_the_big_blind, one_to_the_first):
        if (ruling := rule(table, seat, book)) is not None:
            return (ruling,)
    if many := more_than_one(table, seat, book):
        return many
    return _only(after_substantial_action(table, seat, book) or fouled_hand(table, seat, book))


@behaviour(None)
def button_short(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """The button lacks a card: it is supplied, also after substantial action, until the button has acted."""
    rule = book.button_short
    if seat != last_of_a_round(table) or _wrong(table, seat) >= 0 or rule.value != "complete_unless_acted":
        return None
    return _ruling(table, seat, rule.cite, "dead" if _has_acted(table, seat) else "supply")


@behaviour(None)
def until_the_big_blind(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """Any wrong number of cards voids the deal until the big blind has acted."""
    rule = book.misdeal.wrong_count_until
    if rule.value != "bb_first_action" or _big_blind_acted(table):
        return None
    return _ruling(table, seat, rule.cite, "misdeal")


@behaviour(None)
def one_to_the_first(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """One card too many, to the first player: back on the deck, and the next burn."""
    rule = book.extra_card.one_to_first
    if rule.value != "return_as_burn" or not _is_one_to_the_first(table, seat):
        return None
    return _ruling(table, seat, rule.cite, "return")


@behaviour(())
def more_than_one(table: Table, seat: int, book: Rulebook) -> tuple[Ruling, ...]:
    """More than one card too many at the table: the deal is void, until it is too late for that by the book."""
    rule = book.extra_card.more
    if _wrong(table, seat) <= 0 or _extra(table) < TWO or rule.value is None:
        return ()
    late = _late_for_extra_cards(table, book)
    void = (_ruling(table, seat, rule.cite, "misdeal"),)
    match rule.value:
        case "misdeal_unless_two_acted":
            return (_taken_away(table, seat, rule.cite, book),) if late else void
        case "misdeal_until_bb" if _big_blind_acted(table):
            return ()
        case "misdeal_until_bb" | "misdeal":
            return _found_too_late(table, seat, book) if late else void


@behaviour(None)
def after_substantial_action(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """Once played on, the hand is dead; what was bet on it may go back where the book says so."""
    rule = book.wrong_count.after_sa
    if acted(table, book) is not Verdict.YES and not (_wrong(table, seat) > 0 and _late_for_extra_cards(table, book)):
        return None
    match rule.value:
        case "dead":
            return _ruling(table, seat, rule.cite, "dead")
        case "dead_refund_optional" if _extra(table) >= TWO:
            return _taken_away(table, seat, rule.cite, book)
        case "dead_refund_optional":  # printed of more than one card too many: of anything else nothing is said
            return _asked(table, seat, book.discretion, book)
        case _:
            return _asked(table, seat, rule.cite, book)


@behaviour(None)
def fouled_hand(table: Table, seat: int, book: Rulebook) -> Ruling | None:
    """Such a hand cannot be played: what becomes of it, or of the deal, the floor decides."""
    slug = "card_counts.fouled_hand"
    printed = _wrong(table, seat) > 0 and slug in book.cites
    return _asked(table, seat, cite(book, slug) if printed else book.discretion, book)


def _found_too_late(table: Table, seat: int, book: Rulebook) -> tuple[Ruling, ...]:
    """No misdeal any more: that is said, and the hand itself is judged; or the floor decides about the deal."""
    deadline = book.misdeal.deadline
    if deadline.value is None:
        return (asks(seat, book.discretion, "extra-cards", ("misdeal", "dead-hand", "play-on")),)
    facts: tuple[Fact, ...] = (("cause", "extra-cards"), ("too_late", 1))
    hand = after_substantial_action(table, seat, book)
    return (Ruling(finding("misdeal", seat, deadline.cite, facts)), *_only(hand))


def _taken_away(table: Table, seat: int, rule: Citation, book: Rulebook) -> Ruling:
    """Play goes on without that hand; its bet may be given back."""
    match book.wrong_count.after_sa.value:
        case "dead_refund_optional" if table.betting.stands[seat - 1].bet_chips:
            facts: tuple[Fact, ...] = (("cards", held_by(table, seat)),)
            return Ruling(finding(TOPIC, seat, rule, facts, ("return-bet", "bet-stays")), "dead")
        case None:
            return _asked(table, seat, rule, book)
        case _:
            return _ruling(table, seat, rule, "dead")


def _asked(table: Table, seat: int, rule: Citation, book: Rulebook) -> Ruling:
    """The floor's case: what the book leaves open is offered, with what other books do."""
    wrong, late = _wrong(table, seat), acted(table, book) is Verdict.YES
    options: list[str] = []
    if wrong < 0:
        options.append("complete-hand")
    elif _is_one_to_the_first(table, seat) and book.extra_card.one_to_first.value is None:
        options.append("return-as-burn")
    if not late and book.misdeal.wrong_count_until.value is None:
        options.append("misdeal")
    if late or wrong < 0 or book.late_threshold.extra_card.value is None:
        options.append("dead-hand")
    facts: tuple[Fact, ...] = (("cards", held_by(table, seat)),)
    return Ruling(finding(TOPIC, seat, rule, facts, (*options, "play-on")))


def _ruling(table: Table, seat: int, rule: Citation, remedy: Remedy) -> Ruling:
    return Ruling(finding(TOPIC, seat, rule, (("cards", held_by(table, seat)),)), remedy)


def _only(ruling: Ruling | None) -> tuple[Ruling, ...]:
    return () if ruling is None else (ruling,)


def _wrong(table: Table, seat: int) -> int:
    return held_by(table, seat) - cards_of_a_hand(table)


def _extra(table: Table) -> int:
    """Cards too many at the table, one put back on the deck included."""
    need = cards_of_a_hand(table)
    over = sum(max(0, held_by(table, seat) - need) for seat in table.hand.seats)
    return over + len(table.hand.amiss.returned)


def _is_one_to_the_first(table: Table, seat: int) -> bool:
    """Whether one card too many lies at the table, at the seat that is dealt to first, and no street was burned for."""
    first = variant_of(table).first.name
    before_the_burn = table.hand.phase in (DEAL, first) and not table.hand.burns
    return before_the_burn and _wrong(table, seat) == 1 and _extra(table) == 1 and seat == acting_order(table)[0]


def _late_for_extra_cards(table: Table, book: Rulebook) -> bool:
    """Whether it is too late to void the deal for cards too many."""
    if acted(table, book) is Verdict.YES:
        return True
    return book.late_threshold.extra_card.value == "two_players_acted" and len(table.betting.recorded_acts) >= TWO


def _big_blind_acted(table: Table) -> bool:
    """Whether the big blind has acted, or a further street was dealt."""
    if table.hand.phase != variant_of(table).first.name:
        return is_street(table.hand.phase)
    posts = who_posts(table)
    return posts is not None and _has_acted(table, posts.big_blind)


def _has_acted(table: Table, seat: int) -> bool:
    return table.hand.phase not in (DEAL, variant_of(table).first.name) or any(
        recorded_act.seat == seat for recorded_act in table.betting.recorded_acts
    )
