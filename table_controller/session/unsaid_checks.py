"""A check that nobody keyed: bets were swept or cards dealt, and all that was missing was the last player's free check.

A tap on the table leaves no trace that a sensor could see. So the dealer is asked whether it came in time, before
anything is told of what the book makes of the cards; "yes" tells the check before them, and all that followed anew.

| what happens meanwhile               | the question                                              |
| ------------------------------------ | --------------------------------------------------------- |
| bets come in, cards are burned, dealt | stays                                                     |
| the check is keyed, too late          | stays: with "yes" that key was this check                 |
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
from table_controller.inference.doubt import UNSAID_CHECK, Doubt
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
    """The free check of `seat` that was missing when event `number` came; `late` are the keys that said it since.

    Asked once a card has come (`cards`), until the dealer has said no (`let_be`).
    """

    seat: int
    number: int
    cards: bool = False
    let_be: bool = False
    late: tuple[int, ...] = ()


def noted(so_far: UnsaidCheck | None, event: Event, before: Table, number: int) -> UnsaidCheck | None:
    """What is missing after `event`, number `number`, on the table `before` it."""
    if isinstance(event, _NOBODYS):
        return so_far
    if isinstance(event, (*_CARDS, *_SWEEPS)):
        if so_far is None and (seat := _lacks_a_check(before)) is not None:
            so_far = UnsaidCheck(seat, number)
        return None if so_far is None else replace(so_far, cards=so_far.cards or isinstance(event, _CARDS))
    if so_far is not None and isinstance(event, Declared) and (event.seat, event.word) == (so_far.seat, "check"):
        return replace(so_far, late=(*so_far.late, number)) if so_far.cards else None
    return None


def _lacks_a_check(table: Table) -> int | None:
    """The seat that could check for nothing and end the round with it."""
    seat = who_acts(table)
    if seat is None or not is_street(table.hand.phase) or floor_stops(table) or is_turn_unwatched(table):
        return None
    if to_call_chips(table) or table.ledger[seat - 1].loose_chips:
        return None
    bet = table.betting.stands[seat - 1].bet_chips
    return seat if with_act(table.betting, seat, "check", bet, all_in=False).actor is None else None


def doubt(check: UnsaidCheck | None, table: Table) -> tuple[Doubt, ...]:
    """The question whether the check came in time."""
    if check is None or not check.cards or check.let_be or not (check.late or who_acts(table) == check.seat):
        return ()
    return (Doubt(f"{UNSAID_CHECK}:{check.seat}", UNSAID_CHECK, check.seat, ("yes", "no"), 0.0),)


def told(check: UnsaidCheck, at_s: float) -> tuple[WordCorrected, Corrected]:
    """The check, said before what came of its missing."""
    word = WordCorrected(check.seat, "check", None, check.number, at_s, moot=check.late)
    return word, Corrected("word", check.seat, now="check")
