"""What a tabled hand is, who must table, and what follows if he does not; what the dealer may do with a tabled hand.

A single card is taken as told. Whether it is in the hand is not asked before the hand is tabled.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from table_controller.machines.betting import is_live
from table_controller.machines.hand import SHOWDOWN, is_street
from table_controller.machines.pots import pots_of
from table_controller.machines.showing import cards_told
from table_controller.queries import live_seats
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.folds import DEAD_OR_BACK
from table_controller.table import Table
from table_controller.vocabulary.findings import Finding

TOPIC: Final = "tabling"
ORDER: Final = "order-to-show"


@behaviour(False)
def all_hands_up(table: Table, book: Rulebook) -> bool:
    """Whether all live hands are tabled now: somebody is all-in, and nobody can bet any more."""
    del book
    hand = table.hand
    if not (hand.phase == SHOWDOWN or (is_street(hand.phase) and hand.betting_over)):
        return False
    live = live_seats(table)
    return len(live) > 1 and any(table.betting.stands[seat - 1].status == "all-in" for seat in live)


@behaviour(())
def one_card(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """One card shown is no tabled hand: it is not read and wins nothing, where the book prints that."""
    slug = "tabling.one_card"
    return (finding(TOPIC, seat, cite(book, slug)),) if slug in book.cites else ()


@behaviour(())
def must_be_ordered(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """Who shows a part and keeps the rest is ordered to show by the floor, where the book gives him seconds for it."""
    rule = book.refuse_to_show_s
    return () if rule.value is None else (finding(TOPIC, seat, rule.cite, (), (ORDER,)),)


@behaviour(())
def refused(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A player says that he will not show: the floor orders it; where no seconds are printed it may end it at once."""
    rule = book.refuse_to_show_s
    return (finding(TOPIC, seat, rule.cite, (), (ORDER,) if rule.value is not None else (ORDER, "dead-hand")),)


@behaviour(None)
def seconds_to_show(book: Rulebook) -> int | None:
    """How long a player has after the order of the floor; None if the book names no time."""
    return book.refuse_to_show_s.value


@behaviour(())
def out_of_time(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """The seconds are over: the hand is dead and its player is penalised."""
    return (finding(TOPIC, seat, book.refuse_to_show_s.cite, (), ("penalty", "warning"), stops_play=False),)


@behaviour(())
def partly_shown_and_mucked(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A card shown and both thrown away: no claim unless the floor finds cards that can be told."""
    slug = "tabling.partly_shown_and_mucked"
    if slug not in book.cites or not cards_told(table.hand.showing, seat):
        return ()
    return (finding(TOPIC, seat, cite(book, slug), (), DEAD_OR_BACK),)


@behaviour(())
def killed_winner(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """The dealer took in a tabled hand that nobody has beaten: it stays live and goes back to its place."""
    slug = "tabling.killed_winner"
    return (finding(TOPIC, seat, cite(book, slug), (), ("retrieve",), stops_play=False),)


@behaviour(False)
def beaten(table: Table, seat: int, strengths: Mapping[int, int], book: Rulebook) -> bool:
    """Whether a tabled hand has lost every pot that it plays for, so that the dealer may clear it."""
    del book
    if seat not in strengths:
        return False
    mine = [pot for pot in pots_of(table.ledger, table.betting.stands) if seat in pot.seats]
    stands = table.betting.stands
    return bool(mine) and all(
        any(strengths.get(at, -1) > strengths[seat] for at in pot.seats if is_live(stands[at - 1])) for pot in mine
    )
