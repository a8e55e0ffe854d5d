"""Chip races and colour-ups: whose odd chips are raced, who wins a chip, what becomes of chips found later."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card, drawn_height
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import behaviour, cite, finding
from table_controller.game.state.table import Table
from table_controller.vocabulary.findings import Finding

TOPIC: Final = "color-up"
OLD_CHIPS: Final = ("exchange-chips", "remove-chips")
"""What the floor may do with chips of a denomination that is no longer in play, where the book does not say."""
ODD_REST: Final = ("add-chip", "no-chip")
"""What the floor may do with odd chips that together make no whole chip."""
EXCHANGED: Final = "chip_races.exchanged"

Drawn = tuple[tuple[int, Card], ...]


class Exchange(Struct, frozen=True):
    """What a seat keeps of old chips, in current chips, and what is to be said of it."""

    finding: Finding
    kept_chips: int


@behaviour(())
def odd_chips(table: Table, unit_chips: int, book: Rulebook) -> tuple[tuple[int, int], ...]:
    """The seats in the race, and the chips of each that make no whole chip of the lowest denomination left."""
    del book
    odd = ((seat, money.stack_chips % unit_chips) for seat, money in enumerate(table.ledger, 1))
    return tuple((seat, chips) for seat, chips in odd if chips)


@behaviour(())
def at_most_one(racing: tuple[int, ...], drawn: Drawn, to_win: int, book: Rulebook) -> tuple[int, ...]:
    """The seats that win a chip: the highest cards, one chip for a seat at most."""
    del book
    best = {seat: max(drawn_height(card) for at, card in drawn if at == seat) for seat, _ in drawn if seat in racing}
    return tuple(sorted(best, key=lambda seat: best[seat], reverse=True)[:to_win])


@behaviour(0)
def nobody_out(stack_chips: int, unit_chips: int, book: Rulebook) -> int:
    """What a seat gets that the race would leave without a chip: one of the lowest denomination in play."""
    del book
    return 0 if stack_chips else unit_chips


@behaviour(())
def from_seat_one(racing: tuple[int, ...], drawn: Drawn, book: Rulebook) -> tuple[Finding, ...]:
    """The cards are dealt from seat 1 on; a draw that began elsewhere is told."""
    first = next((seat for seat, _ in drawn if seat in racing), None)
    if first is None or first == min(racing):
        return ()
    facts = (("first_seat", min(racing)),)
    return (finding(TOPIC, first, cite(book, "chip_races.from_seat_one"), facts),)


@behaviour(())
def makes_no_chip(rest_chips: int, next_seat: int | None, book: Rulebook) -> tuple[Finding, ...]:
    """Odd chips that are over when whole chips are made of them all: no book says which way they are rounded."""
    if not rest_chips:
        return ()
    facts = (("rest_chips", rest_chips), ("next_seat", next_seat or 0))
    return (finding(TOPIC, None, book.discretion, facts, ODD_REST, stops_play=False),)


@behaviour(None)
def exchanged(seat: int, old_chips: int, unit_chips: int, book: Rulebook) -> Exchange | None:
    """Chips of a raced denomination: whole chips are exchanged, less than one is removed, where the book says so."""
    whole = old_chips - old_chips % unit_chips
    facts = (("old_chips", old_chips), ("exchange_chips", whole))
    if EXCHANGED not in book.cites:
        return Exchange(finding(TOPIC, seat, book.discretion, facts, OLD_CHIPS, stops_play=False), 0)
    return Exchange(finding(TOPIC, seat, cite(book, EXCHANGED), facts), whole)


@behaviour(())
def at_discretion(seat: int | None, book: Rulebook) -> tuple[Finding, ...]:
    """The floor colours a player up, or the whole table: its right at any time, and the table is told."""
    return (finding(TOPIC, seat, cite(book, "chip_races.at_discretion")),)
