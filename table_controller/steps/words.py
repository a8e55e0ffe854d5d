"""Words, answers and the all-in button: acts that move no chips."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from firmware_bridge.zones import MAX_SEATS
from table_controller.events import AllInButtonPlaced, Answered, Declared
from table_controller.queries import stand_of, who_acts
from table_controller.rulebooks.model import Rulebook
from table_controller.rules import plain, registry
from table_controller.rules.readings import Acts, Announces, Pays, Reading
from table_controller.steps.acts import act
from table_controller.table import Change, Table, Unread


def on_word(table: Table, event: Declared, book: Rulebook) -> Change:
    """A player said something."""
    return read(table, event.seat, registry.read_word(table, event, book), book)


def on_button(table: Table, event: AllInButtonPlaced, book: Rulebook) -> Change:
    """The all-in button came down, or went: before the seat to act it says all-in."""
    others = tuple(seat for seat in table.buttons if seat != event.seat)
    placed = replace(table, buttons=tuple(sorted((*others, event.seat))) if event.down else others)
    if not event.down or who_acts(table) != event.seat:
        return Change(placed)
    return read(placed, event.seat, plain.read_all_in(placed, event.seat), book)


def on_answer(table: Table, event: Answered, book: Rulebook) -> Change:
    """The dealer answered a prompt; ``folded`` folds the seat that the prompt's id ends with (``gone:3``)."""
    if event.answer != "folded":
        return Change(table)
    number = event.prompt.rpartition(":")[2]
    named = number.isascii() and number.isdigit() and len(number) <= len(str(MAX_SEATS))
    seat = int(number) if named else who_acts(table)
    if seat is None or stand_of(table, seat).status == "folded":
        return Change(table)
    return fold(table, seat, book)


def fold(table: Table, seat: int, book: Rulebook) -> Change:
    """The seat gives up its hand: an act if it is its turn."""
    if seat == who_acts(table):
        return act(table, seat, "fold", 0, book)
    return Change(table, unread=(Unread("fold-out-of-turn", seat, (("turn", who_acts(table) or 0),)),))


def read(table: Table, seat: int, reading: Reading, book: Rulebook) -> Change:
    """Carry out a reading."""
    match reading:
        case Acts():
            return act(table, seat, reading.kind, reading.to_chips, book)
        case Announces():
            return Change(replace(table, betting=replace(table.betting, announced=reading.word)))
        case Pays():
            return Change(table)
        case Unread():
            return Change(table, unread=(reading,))
        case _:
            assert_never(reading)
