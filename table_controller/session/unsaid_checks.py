"""Checks that nobody keyed: bets were swept or cards dealt, and all that was missing were the last free checks.

A tap on the table leaves no trace that a sensor could see. So the dealer is asked whether they came in time, before
anything is told of what the book makes of the cards; "yes" tells the checks before them, and all that followed anew.

| what happens meanwhile               | the question                                              |
| ------------------------------------ | --------------------------------------------------------- |
| bets come in, cards are burned, dealt | stays                                                     |
| a check is keyed, too late            | stays: with "yes" that key was one of these checks        |
| anything else that somebody does      | goes: the table has moved on from there                   |
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import floor_stops, is_turn_unwatched, to_call_chips, who_acts
from table_controller.game.state.betting import with_act
from table_controller.game.state.hand import is_street
from table_controller.game.state.table import Table
from table_controller.inference.doubt import UNSAID_CHECK, UNSAID_CHECKS, Doubt
from table_controller.vocabulary.events import (
    BetsGathered,
    BoardByKey,
    CardBoarded,
    CardBurned,
    CardIdentified,
    CardRecognised,
    ChipsMovedByKey,
    Declared,
    Event,
    PotCounted,
    TimePassed,
    TraysOutOfSight,
    WordCorrected,
)
from table_controller.vocabulary.outcomes import Corrected

_CARDS: Final = (CardBurned, CardBoarded, BoardByKey)
_SWEEPS: Final = (BetsGathered, ChipsMovedByKey)
_NOBODYS: Final = (CardIdentified, CardRecognised, TimePassed, TraysOutOfSight, PotCounted)


class UnsaidCheck(Struct, frozen=True):
    """The free checks of `seats`, in turn, that were missing when event `number` came; `late` keys said one since.

    Asked once a card has come (`cards`), until the dealer has said no (`let_be`).
    """

    seats: tuple[int, ...]
    number: int
    cards: bool = False
    let_be: bool = False
    late: tuple[int, ...] = ()


def noted(so_far: UnsaidCheck | None, event: Event, before: Table, number: int) -> UnsaidCheck | None:
    """What is missing after `event`, number `number`, on the table `before` it."""
    if isinstance(event, _NOBODYS):
        return so_far
    if isinstance(event, (*_CARDS, *_SWEEPS)):
        if so_far is None and (seats := _lacking_checks(before)):
            so_far = UnsaidCheck(seats, number)
        return None if so_far is None else replace(so_far, cards=so_far.cards or isinstance(event, _CARDS))
    if so_far is not None and isinstance(event, Declared) and event.word == "check" and event.seat in so_far.seats:
        return replace(so_far, late=(*so_far.late, number)) if so_far.cards else None
    return None


def _lacking_checks(table: Table) -> tuple[int, ...]:
    """The seats that could all check for nothing, in turn, and end the round so; none if anybody has more to do."""
    if not is_street(table.hand.phase) or floor_stops(table) or is_turn_unwatched(table):
        return ()
    seats: list[int] = []
    while (seat := who_acts(table)) is not None:
        if seat in seats or to_call_chips(table) or table.ledger[seat - 1].loose_chips:
            return ()
        seats.append(seat)
        bet = table.betting.stands[seat - 1].bet_chips
        table = replace(table, betting=with_act(table.betting, seat, "check", bet, all_in=False))
    return tuple(seats)


def doubt(check: UnsaidCheck | None, table: Table) -> tuple[Doubt, ...]:
    """The question whether the checks came in time."""
    if check is None or not check.cards or check.let_be or not (check.late or who_acts(table) == check.seats[0]):
        return ()
    kind = UNSAID_CHECK if len(check.seats) == 1 else UNSAID_CHECKS
    return (Doubt(f"{kind}:{check.seats[0]}", kind, check.seats[0], ("yes", "no"), 0.0),)


def told(check: UnsaidCheck, at_s: float) -> tuple[WordCorrected, tuple[Corrected, ...]]:
    """The checks, said before what came of their missing."""
    *first, last = check.seats
    word = WordCorrected(last, "check", None, check.number, at_s, moot=check.late, checked=tuple(first))
    return word, tuple(Corrected("word", seat, now="check") for seat in check.seats)
