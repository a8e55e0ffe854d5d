"""The dead button: both blinds come to everybody in turn, and the button goes where that takes it."""

from __future__ import annotations

from typing import Final

from table_controller.machines.button import HEADS_UP
from table_controller.rulebooks.model import Rulebook
from table_controller.rulebooks.model_table import DeadPuck
from table_controller.rules.behaviour import behaviour, finding
from table_controller.table import Table
from table_controller.vocabulary.findings import Citation, Fact, Finding

TOPIC: Final = "dead-button"
WHERE: Final = ("button-stays", "button-to-empty-seat")
"""Where the button may lie while the seat that is due it is empty."""


@behaviour(False)
def moves_on(book: Rulebook) -> bool:
    """After each hand the button goes on clockwise."""
    del book
    return True


@behaviour(False)
def blinds_go_first(book: Rulebook) -> bool:
    """Everybody posts both blinds in turn: the blinds go on by one, an empty place posts none, the button follows."""
    del book
    return True


@behaviour("moves_to_empty")
def where_it_lies(book: Rulebook) -> DeadPuck | None:
    """Where the button lies while the seat that is due it is empty."""
    return book.dead_button.puck.value


@behaviour(())
def lies_where_nobody_sits(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """The seat that is due the button is empty, and the book does not say where it lies: the floor does."""
    last, rule = table.last_positions, book.dead_button.puck
    if last is None or rule.value is not None or not _nobody_at(table, last.small_place):
        return ()
    return (_asks(last.small_place, table, rule.cite),)


@behaviour(())
def both_blinds_out(table: Table, book: Rulebook) -> tuple[Finding, ...]:
    """Both blinds went out in one hand, of which no book speaks."""
    last = table.last_positions
    if last is None or last.small_blind is None or book.dead_button.puck.value is None:
        return ()
    if not _nobody_at(table, last.small_place) or not _nobody_at(table, last.big_blind):
        return ()
    return (_asks(last.small_place, table, book.discretion),)


def _asks(place: int, table: Table, rule: Citation) -> Finding:
    lies = table.positions.button if table.positions else place
    facts: tuple[Fact, ...] = (("due_seat", place), ("button_seat", lies))
    return finding(TOPIC, None, rule, facts, WHERE, stops_play=False)


def _nobody_at(table: Table, seat: int) -> bool:
    return len(table.hand.seats) > HEADS_UP and seat not in table.hand.seats
