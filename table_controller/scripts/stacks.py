"""Stacks of a script's table that change outside a bet: raced, exchanged, filled from the rack, cut, and lost chips."""

from __future__ import annotations

from collections.abc import Iterator

from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.zones import POT, bet_zone, stack_zone
from table_controller.game.queries import behind_chips
from table_controller.game.steps.table.chip_counts import owed_in_vain
from table_controller.scripts import acts, steps
from table_controller.scripts.ladder import make_chips
from table_controller.scripts.purses import working_stack
from table_controller.scripts.table_driver import StepError, TableDriver


def race(stage: TableDriver, step: steps.Race) -> None:
    """One card for each odd chip is drawn from seat 1 on, then chips are exchanged."""
    if stage.player.table.hand.phase not in {"idle", "settled"}:
        raise StepError("chips are raced between two hands")
    stage.settle()
    left = tuple(chip for chip in stage.purses.denominations if chip != step.denomination)
    if len(left) == len(stage.purses.denominations) or not left:
        raise StepError(f"no chips of {step.denomination} are in play, or no others")
    stage.player.do(acts.Race(step.denomination, tuple(_drawn(stage, step, min(left)))))
    if step.denomination in stage.player.table.raced:
        stage.purses.denominations = left
    restack(stage)


def _drawn(stage: TableDriver, step: steps.Race, unit_chips: int) -> Iterator[tuple[int, Card]]:
    """The cards that the script names, in its order; else the next ones of a deck, a card for each odd chip."""
    if step.drawn:
        yield from step.drawn
        return
    deck = list(DECK)
    for seat, money in enumerate(stage.player.table.ledger, 1):
        odd = money.stack_chips % unit_chips // step.denomination
        if odd > len(deck):
            raise StepError(f"a deck has too few cards for a race of so many chips of {step.denomination}")
        for _ in range(odd):
            yield seat, deck.pop()


def restack(stage: TableDriver, *, fewest: bool = False, fills: bool = True, only: int | None = None) -> None:
    """Stacks that are to be exchanged, filled or cut get their chips; chips in front that are theirs go back first.

    Where nothing `fills` them, a stack that holds less than it is cut to was short before, and stays so. With `only`
    a seat, nobody touches the others.
    """
    for seat in stage.player.table.recount:
        if only in (None, seat) and behind_chips(stage.player.table, seat) < 0:
            stage.take_up(seat)
    table = stage.player.table
    for seat in table.recount:
        if only not in (None, seat):
            continue
        value, chips_in_play = max(0, behind_chips(table, seat)), stage.purses.denominations
        lies = total_chips(stage.purses.lying(stack_zone(seat)))
        value = max(0, value - max(0, table.chips.stacks[seat - 1] - lies)) if fills else min(value, lies)
        chips = make_chips(value, chips_in_play) if fewest else working_stack(value, chips_in_play)
        stage.purses.restack(seat, chips)
        stage.player.do(acts.Restack(seat, chips))


def will_post(stage: TableDriver, step: steps.Change) -> None:
    """The seat's next chips are these, out of what lies behind it."""
    stage.seat(step.seat)
    behind, chips = total_chips(stage.purses.lying(stack_zone(step.seat))), total_chips(step.chips)
    if chips > behind:
        raise StepError(f"seat {step.seat} has {behind} chips behind, not {chips}")
    stage.posting[step.seat] = step.chips


def lose(stage: TableDriver, step: steps.Lost) -> None:
    """Chips of a stack are gone from the table, and nobody says so."""
    stage.seat(step.seat)
    zone = stack_zone(step.seat)
    if (change := stage.purses.change(zone, step.chips)) is not None:
        stage.player.do(acts.MakeChange(zone, change))
    stage.purses.lose(step.seat, step.chips)
    stage.player.do(acts.Lose(step.seat, step.chips))


def look_at_debts(stage: TableDriver) -> None:
    """Everybody sees when a stack cannot pay what its seat owes, and when it can again."""
    stacks = {
        player.seat: total_chips(stage.purses.lying(stack_zone(player.seat)))
        for player in stage.player.table.players
        if player is not None
    }
    if counted := owed_in_vain(stage.player.table, stacks):
        stage.player.do(acts.CountStacks(counted))


def put_away(stage: TableDriver) -> acts.PutAway:
    """The finished hand is gathered; what lies on the table then is what trays count."""
    seats = tuple(player.seat for player in stage.player.table.players if player is not None)
    stacks = tuple((seat, total_chips(stage.purses.lying(stack_zone(seat)))) for seat in seats)
    bets = sum(total_chips(stage.purses.lying(bet_zone(seat))) for seat in stage.seats)
    return acts.PutAway(stacks, total_chips(stage.purses.lying(POT)) + bets)
