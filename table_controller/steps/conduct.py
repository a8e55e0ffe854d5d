"""What people see of players and what the room tells the table: devices, cards out of sight, penalties, the bubble."""

from __future__ import annotations

from dataclasses import replace

from table_controller.deck_events import ConductSeen, PenaltyGiven, TableTold
from table_controller.rulebooks.model import Rulebook
from table_controller.rules import conducts
from table_controller.table import Change, Penalty, Table


def on_seen(table: Table, event: ConductSeen, book: Rulebook) -> Change:
    """The dealer saw something of a player: what the book says of it is for the floor."""
    match event.what:
        case "device":
            found = conducts.device_in_a_hand(table, event.seat, book)
        case "cards-off":
            found = (*conducts.out_of_sight(table, event.seat, book), *conducts.off_the_table(table, event.seat, book))
        case "review":
            found = conducts.review_asked(table, event.seat, book)
    return Change(table, findings=found)


def on_told(table: Table, event: TableTold, book: Rulebook) -> Change:
    """The bubble begins or ends; another dealer is told what he must know."""
    match event.what:
        case "bubble" | "bubble-over":
            return Change(replace(table, bubble=event.what == "bubble"))
        case "new-dealer":
            return Change(table, findings=conducts.handed_over(table, book))


def on_penalty(table: Table, event: PenaltyGiven) -> Change:
    """A penalty or a warning is on record; its hands begin with the next one."""
    return Change(replace(table, penalties=(*table.penalties, Penalty(event.seat, max(0, event.hands)))))
