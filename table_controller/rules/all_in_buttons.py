"""The button that the dealer puts in front of a player who is all-in."""

from __future__ import annotations

from table_controller.rulebooks.model import Rulebook
from table_controller.rules.behaviour import behaviour, cite, finding
from table_controller.rules.readings import Acts, Reading
from table_controller.table import Table
from table_controller.vocabulary.findings import Finding

SLUG = "all_in_buttons.missing"


@behaviour(())
def missing(table: Table, seat: int, reading: Reading, book: Rulebook) -> tuple[Finding, ...]:
    """The last chips of a seat went in without a word, and no button tells the table so; `table` is before the act."""
    if SLUG not in book.cites or seat in table.buttons or not isinstance(reading, Acts) or reading.by != "chips":
        return ()
    stack = table.ledger[seat - 1].stack_chips
    all_in = table.betting.stands[seat - 1].bet_chips + stack
    if reading.kind in ("fold", "check") or not stack or reading.to_chips < all_in:
        return ()
    return (finding("all-in-buttons", seat, cite(book, SLUG), (("all_in_chips", all_in),)),)
