"""A hand turned up while somebody acts: what that does to the action."""

from __future__ import annotations

from table_controller.machines.custody import names
from table_controller.queries import who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules import exposure
from table_controller.rules.readings import Acts, Leaves, Reading
from table_controller.steps.acts import act
from table_controller.table import Change, Table, Unread


def on_exposed(table: Table, seat: int, book: Rulebook) -> Change:
    """The seat has tabled its hand, with action to come."""
    actor = who_acts(table)
    if actor is None:
        return Change(table)
    reading = exposure.tabled(table, seat, book) or exposure.answered(table, seat, book)
    if reading is None:
        return Change(table, unread=(Unread("hand-exposed", seat),))
    return _carried_out(table, actor, reading, book)


def on_named(before: Table, table: Table, book: Rulebook) -> Change:
    """The cards of tabled hands have become known since `before`: that of the seat to act may be an act."""
    actor = who_acts(table)
    if actor is None or actor not in table.hand.shown or actor in before.hand.shown:
        return Change(table)
    cards = names(table.cards, table.hand.tabled[actor - 1]) or ()
    reading = exposure.named(table, actor, cards, book)
    return Change(table) if reading is None else _carried_out(table, actor, reading, book)


def _carried_out(table: Table, actor: int, reading: Reading, book: Rulebook) -> Change:
    match reading:
        case Acts():
            told = Change(table, findings=reading.findings)
            return told.then(act(table, actor, reading.kind, reading.to_chips, book, reading.by))
        case Leaves():
            return Change(table, findings=reading.findings)
        case _:
            return Change(table)
