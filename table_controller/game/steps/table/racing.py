"""A denomination leaves play: the race for the odd chips, old chips that turn up later, a colour-up of the floor."""

from __future__ import annotations

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.behaviour import cite, finding
from table_controller.game.rules.table import chip_races
from table_controller.game.state import chip_custody
from table_controller.game.state.hand import IDLE, SETTLED
from table_controller.game.state.ledger import Ledger, put
from table_controller.game.state.table import Change, Table, Unexplained
from table_controller.game.steps.floor.option import number_named
from table_controller.game.steps.table.chip_counts import expects
from table_controller.vocabulary.events import ChipsRaced, FloorRuled, HiddenChipsFound
from table_controller.vocabulary.findings import Finding


def on_raced(table: Table, event: ChipsRaced, book: Rulebook) -> Change:
    """Odd chips are raced for, all others exchanged at equal value; the denomination is in play no longer."""
    left = tuple(chip for chip in table.setup.denominations if chip != event.denomination)
    if table.hand.phase not in (IDLE, SETTLED):
        return Change(table, unexplained=(Unexplained("hand-under-way"),))
    if len(left) == len(table.setup.denominations) or not left or min(left) < event.denomination:
        return Change(table, unexplained=(Unexplained("no-such-race", None, (("denomination", event.denomination),)),))
    unit, odd = min(left), chip_races.odd_chips(table, min(left), book)
    racing, sum_chips = tuple(seat for seat, _ in odd), sum(chips for _, chips in odd)
    to_win = sum_chips // unit
    order = chip_races.at_most_one(racing, event.drawn, len(racing), book)
    if len({seat for seat, _ in event.drawn if seat in racing}) < to_win:
        return Change(
            table, unexplained=(Unexplained("race-cards-missing", None, (("denomination", event.denomination),)),)
        )
    winners = order[:to_win]
    ledger, told = _raced(table.ledger, odd, winners, unit, book)
    after = replace(
        table,
        setup=replace(table.setup, denominations=left),
        ledger=ledger,
        raced=(*table.raced, event.denomination),
    )
    next_seat = next((seat for seat in order if seat not in winners), None)
    told = (*told, *chip_races.from_seat_one(racing, event.drawn, book))
    told = (*told, *chip_races.makes_no_chip(sum_chips - to_win * unit, next_seat, book))
    return Change(expects(after, *(seat for seat, money in enumerate(ledger, 1) if money.stack_chips)), findings=told)


def _raced(
    ledger: Ledger, odd: tuple[tuple[int, int], ...], winners: tuple[int, ...], unit_chips: int, book: Rulebook
) -> tuple[Ledger, tuple[Finding, ...]]:
    """The stacks after the race, and what each seat in it gets for its odd chips."""
    told: list[Finding] = []
    for seat, odd_chips in odd:
        money = ledger[seat - 1]
        gets = unit_chips if seat in winners else 0
        gets += chip_races.nobody_out(money.stack_chips - odd_chips + gets, unit_chips, book)
        ledger = put(ledger, seat, replace(money, stack_chips=money.stack_chips - odd_chips + gets))
        facts = (("odd_chips", odd_chips), ("gets_chips", gets))
        told.append(finding(chip_races.TOPIC, seat, cite(book, "chip_races.odd_chips"), facts))
    return ledger, tuple(told)


def old_chips(table: Table, event: HiddenChipsFound, book: Rulebook) -> Change | None:
    """Chips of a denomination that is out of play came to light; None if all are current ones, or no rule is on."""
    seat = event.seat
    old = sum(chip * count for chip, count in event.chips if chip in table.raced)
    light = chip_races.exchanged(seat, old, min(table.setup.denominations), book) if old else None
    if light is None:
        return None
    money, all_chips = table.ledger[seat - 1], total_chips(event.chips)
    more = replace(money, stack_chips=money.stack_chips + all_chips - old + light.kept_chips)
    board = chip_custody.brought(table.chips, seat, all_chips)
    found = replace(table, chips=board, ledger=put(table.ledger, seat, more))
    return Change(expects(found, seat), findings=(light.finding,))


def on_color_up(table: Table, event: FloorRuled, book: Rulebook) -> Change:
    """The floor colours chips up at equal value: of the seat that it names, or of all."""
    seat = number_named(event, "seat", table.setup.seats + 1)
    if seat is not None and not 1 <= seat <= table.setup.seats:
        return Change(table, unexplained=(Unexplained("no-such-seat", None, (("seat", seat),)),))
    seats = (seat,) if seat is not None else range(1, table.setup.seats + 1)
    return Change(expects(table, *seats), findings=chip_races.at_discretion(seat, book))
