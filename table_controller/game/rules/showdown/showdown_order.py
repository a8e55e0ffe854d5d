"""Who shows first when the betting is over, who after him, and what must be shown to win."""

from __future__ import annotations

from typing import Final

from table_controller.game.queries import live_from, live_seats, variant_of
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, finding
from table_controller.game.rules.deal import stud
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding

TOPIC: Final = "showdown-order"

BY_THE_FLOOR: Final = ("aggressor-first", "left-first")
"""What the floor may say where the book does not."""


@behaviour(())
def order(table: Table, book: Rulebook) -> tuple[int, ...]:
    """The live seats in the order in which they show; none where the book does not say who begins."""
    match book.showdown_first.value:
        case "last_round_aggressor":
            return at_risk_last(table, clockwise_from(table, table.betting.aggressor, book), book)
        case "last_aggressor_any_street":
            return at_risk_last(table, clockwise_from(table, last_of_the_hand(table), book), book)
        case _:
            return ()


def at_risk_last(table: Table, seats: tuple[int, ...], book: Rulebook) -> tuple[int, ...]:
    """The seats with those who have nothing behind at the end, in an all-in showdown of stud where the book says so."""
    if not (table.hand.betting_over and variant_of(table).deals_up and stud.not_at_risk_shows_first(book)):
        return seats
    return tuple(sorted(seats, key=lambda seat: not table.ledger[seat - 1].stack_chips))


@behaviour(())
def not_said(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """The book is silent: the floor says who shows first, unless all are tabled anyway."""
    if book.showdown_first.value is not None or table.hand.showing.face_up:
        return ()
    return (finding(TOPIC, None, book.showdown_first.cite, (), BY_THE_FLOOR),)


def is_of_the_order(found: Finding) -> bool:
    """Whether the finding is about who shows first."""
    return found.topic == TOPIC


def clockwise_from(table: Table, first: int | None, book: Rulebook) -> tuple[int, ...]:
    """The live seats clockwise from `first`; if it has no live hand, from who acts first in a last round.

    That is the first left of the button, in stud who shows the best board, in razz the lowest (TDA 2019, rule 17-A).
    """
    return live_from(table, first if first in live_seats(table) else stud.speaks_first(table, book))


def last_of_the_hand(table: Table) -> int | None:
    """The last seat that bet or raised, whichever street it was on."""
    return table.betting.aggressor or table.hand.showing.aggressor


@behaviour(())
def waits_for(table: Table, book: Rulebook) -> tuple[int, ...]:
    """Live seats that have not shown all their cards: no pot is awarded before they have, or have discarded."""
    del book
    return tuple(seat for seat in live_seats(table) if seat not in table.hand.shown)


@behaviour(False)
def last_live_hand(book: Rulebook) -> bool:
    """Whether the last live hand takes the pot unseen: so in every book that speaks of it, and nobody can beat it."""
    del book
    return True
