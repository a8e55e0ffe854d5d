"""Bets stay where they lie until the round is over, and dealers stay until a change that is near."""

from __future__ import annotations

from typing import Final

from table_controller.game.queries import who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding

NEAR_S: Final = 90
"""Before a break or a new level no dealer is changed for so long, as TDA RP-7 prints it."""


@behaviour(())
def bets_drawn_in(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """The dealer draws in a bet while its round goes on: only for a count that the player to act asked for."""
    slug = "early_collection.bets_drawn_in"
    actor = who_acts(table)
    if slug not in book.cites or actor is None:
        return ()
    if not table.betting.stands[seat - 1].bet_chips:  # of a round that is over, or chips that no act explains
        return ()
    if any(one.seat == actor and one.after_acts == len(table.betting.recorded_acts) for one in table.asked):
        return ()
    return (finding("bringing-in-bets", seat, cite(book, slug), (("turn", actor),)),)


@behaviour(())
def dealer_changed(table: Table, at_s: float, book: Rulebook) -> tuple[Finding, ...]:
    """Another dealer sits down shortly before a break or a new level: that could have waited."""
    slug = "early_collection.dealer_changed"
    due_s = table.change_due_s
    if slug not in book.cites or due_s is None or not 0 <= due_s - at_s < NEAR_S:
        return ()
    return (finding("dealer-push", None, cite(book, slug), (("seconds", int(due_s - at_s)),)),)
