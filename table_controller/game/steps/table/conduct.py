"""What people see of players and what the room tells the table: devices, cards out of sight, penalties, the bubble."""

from __future__ import annotations

from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table import conducts, early_collection
from table_controller.game.state.table import Change, Due, Table, without_due
from table_controller.game.steps.floor.ruled_acts import dead_hand
from table_controller.game.steps.table import levels, placing
from table_controller.vocabulary.events import ConductSeen, TableTold


def on_seen(table: Table, event: ConductSeen, book: Rulebook) -> Change:
    """The dealer saw something of a player: what the book says of it is for the floor."""
    match event.what:
        case "device":
            found = conducts.device_in_a_hand(table, event.seat, book)
        case "cards-off":
            found = (*conducts.out_of_sight(table, event.seat, book), *conducts.off_the_table(table, event.seat, book))
        case "review":
            found = conducts.review_asked(table, event.seat, book)
        case "picks-up":
            found = conducts.picked_up(table, event.seat, book)
            if found:
                return Change(table, findings=found).then(dead_hand(table, event.seat, book))
    return Change(table, findings=found)


def on_told(table: Table, event: TableTold, book: Rulebook) -> Change:
    """The bubble or a break begins or ends, or one is near; another dealer is told what he must know."""
    match event.what:
        case "bubble" | "bubble-over":
            return Change(replace(table, bubble=event.what == "bubble"))
        case "new-dealer":
            early = early_collection.dealer_changed(table, event.at_s, book)
            told = (*early, *conducts.handed_over(table, book))
            return Change(levels.begins(table, "dealer_push", book), findings=told)
        case "shuffler":
            return Change(levels.begins(table, "shuffler", book))
        case "break" | "break-over":
            come = without_due(table, "break")
            return Change(replace(come, on_break=event.what == "break", change_due_s=None))
        case "break-due" | "level-due":
            due = Due("break" if event.what == "break-due" else "level", event.at_s + event.in_s)
            others = without_due(table, due.what).due
            return Change(replace(table, change_due_s=due.at_s, due=(*others, due)))
        case "button-draw":
            return placing.on_drawing(table)
