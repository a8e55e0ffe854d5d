"""Cards that a player lets be seen before the hand is over, and who else may see them then."""

from __future__ import annotations

from table_controller.machines.betting import is_live
from table_controller.queries import stand_of
from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import MAY_BE_PENALISED, behaviour, cite, finding, may_be_penalised
from table_controller.table import Table
from table_controller.vocabulary.findings import Finding


@behaviour(())
def with_action_pending(table: Table, seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """A live hand shown with action to come stays live; its player may be penalised. In silence the floor says."""
    slug = "showing_early.with_action_pending"
    if not is_live(stand_of(table, seat)):
        return ()
    silent = slug not in book.cites
    return (finding("exposing-cards", seat, cite(book, slug), (), MAY_BE_PENALISED, stops_play=silent),)


@behaviour(())
def all_may_see(seat: int, book: Rulebook) -> tuple[Finding, ...]:
    """What one player saw of a hand all may see, where the book prints that."""
    slug = "showing_early.all_may_see"
    return (finding("info-access", seat, cite(book, slug)),) if slug in book.cites else ()


@behaviour(())
def shown_then_folded(before: Table, table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """Cards shown when another player was out of the hand, and folded then, where the book has a rule for it."""
    slug = "showing_early.shown_then_folded"
    if slug not in book.cites or not any(stand.status == "folded" for stand in before.betting.stands):
        return ()
    gone = [
        seat
        for seat in table.hand.showed
        if is_live(stand_of(before, seat)) and stand_of(table, seat).status == "folded"
    ]
    return tuple(may_be_penalised("exposing-cards", seat, cite(book, slug)) for seat in gone)
