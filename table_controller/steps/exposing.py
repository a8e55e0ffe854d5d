"""A hand turned up while somebody acts: what that does to the action."""

from __future__ import annotations

from table_controller.machines.custody import names
from table_controller.queries import who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules import exposure
from table_controller.steps.words import read
from table_controller.table import Change, Table, Unread


def on_exposed(table: Table, seat: int, book: Rulebook) -> Change:
    """The seat has tabled its hand, with action to come."""
    actor = who_acts(table)
    if actor is None:
        return Change(table)
    reading = exposure.tabled(table, seat, book) or exposure.answered(table, seat, book)
    if reading is None:
        return Change(table, unread=(Unread("hand-exposed", seat),))
    return read(table, actor, reading, book)


def on_named(before: Table, table: Table, book: Rulebook) -> Change:
    """The cards of tabled hands have become known since `before`: that of the seat to act may be an act."""
    actor = who_acts(table)
    if actor is None or actor not in table.hand.shown or actor in before.hand.shown:
        return Change(table)
    cards = names(table.cards, table.hand.tabled[actor - 1]) or ()
    reading = exposure.named(table, actor, cards, book)
    return Change(table) if reading is None else read(table, actor, reading, book)
