"""One hand of six, moved and not judged: for measuring and for tests that need a busy table."""

from __future__ import annotations

from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.zones import stack_zone


def play_sample_hand(table: SimulatedTable) -> None:
    """Some fifty movements in 48 s: blinds, a raise, folds, three streets, an all-in, the pot pushed, all gathered.

    Seats 3 and 6 must have 3,600 each, in whatever chips: change is made unseen.
    """

    def do(done_s: float) -> None:
        table.run_until(done_s)

    def push(seat: int, lot: Chips) -> None:
        do(chips.provide(stack_zone(seat), lot))
        do(chips.push(seat, lot))

    cards, chips, things = table.cards, table.chips, table.things
    do(things.puck(1))
    do(cards.shuffle())
    for seat, blind in ((2, ((100, 1),)), (3, ((100, 2),))):
        push(seat, blind)
    for seat in (2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6, 1):
        do(cards.deal(seat))
    for seat in (4, 5):
        table.run_for(0.5)
        do(cards.fold(seat))
    push(6, ((500, 1), (100, 1)))
    table.run_for(2.0)
    for seat in (1, 2):
        do(cards.fold(seat))
        table.run_for(0.5)
    push(3, ((100, 4),))
    for street in ((None,) * 3, (None,), (None,)):
        do(chips.gather_bets())
        do(cards.street(street))
        table.run_for(2.0)
        for seat in (3, 6):
            push(seat, ((1000, 1),))
            table.run_for(1.5)
    do(things.allin(6))
    do(chips.gather_bets())
    table.run_for(3.0)
    do(cards.fold(3))
    do(chips.push_pot(6))
    do(things.allin(6, down=False))
    do(cards.gather())
