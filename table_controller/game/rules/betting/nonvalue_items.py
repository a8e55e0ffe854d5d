"""Things without a denomination: bounty chips and cards put forward as a bet, the all-in button."""

from __future__ import annotations

from typing import Final

from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.rules.betting.readings import Acts, Leaves, Reading
from table_controller.game.state.table import Table
from table_controller.vocabulary.events import Declared
from table_controller.vocabulary.findings import Finding

ITEMS: Final = ("bounty", "time bank", "time-bank")
"""Words by which the dealer keys such a thing."""


@behaviour(None)
def put_forward(table: Table, event: Declared, book: Rulebook) -> Reading | None:
    """Such a thing in front of the seat to act: a call or an all-in; in silence it may also be no act at all."""
    del table
    if event.word != "other" or not any(item in event.text.lower() for item in ITEMS):
        return None
    rule = book.nonvalue_items
    match rule.value:
        case "house_policy_or_rule_1":
            options: tuple[str, ...] = ("call", "all-in")
        case None:
            options = ("call", "all-in", "take-back")
    return Leaves((finding("nonvalue-chips", event.seat, rule.cite, (), options),))


SLUG = "nonvalue_items.missing"


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
