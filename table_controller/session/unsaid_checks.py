"""Checks that nobody keyed: cards, a bet or a fold came, and all that was missing before them were free checks.

A tap on the table leaves no trace that a sensor could see. So the dealer is asked whether they came in time, before
anything is told of what the book makes of the cards, or of an act out of turn; "yes" tells the checks before it, and
all that followed anew.

| what happens meanwhile                | after cards                                        | after an act |
| ------------------------------------- | -------------------------------------------------- | ------------ |
| bets come in, cards are dealt         | stays                                              | goes         |
| a card is burned                      | stays                                              | stays        |
| a check is keyed, too late            | stays: with "yes" that key was one of these checks | the same     |
| players act                           | stays: play goes faster than the dealer's eyes     | the same     |
| the floor rules, a hand ends          | goes                                               | goes         |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import floor_stops, is_turn_unwatched, to_call_chips, variant_of, who_acts
from table_controller.game.state.betting import with_act
from table_controller.game.state.hand import is_street
from table_controller.game.state.table import Table
from table_controller.inference.doubt import UNSAID, Doubt
from table_controller.session.replay import Folded, is_retelling
from table_controller.vocabulary.events import (
    BetsGathered,
    BoardByKey,
    CardBoarded,
    CardBurned,
    CardIdentified,
    CardRecognised,
    CardsMucked,
    ChecksDenied,
    ChipsMovedByKey,
    ChipsPushed,
    ChipsTakenBack,
    Declared,
    Event,
    PotCounted,
    Redone,
    TimePassed,
    TraysOutOfSight,
    Undone,
    WordCorrected,
)
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import Corrected
from table_controller.vocabulary.record import AppliedEvent

_CARDS: Final = (CardBurned, CardBoarded, BoardByKey)
_SWEEPS: Final = (BetsGathered, ChipsMovedByKey)
_ACTS: Final = (Declared, ChipsPushed, ChipsTakenBack, CardsMucked)
_NOBODYS: Final = (CardIdentified, CardRecognised, TimePassed, TraysOutOfSight, PotCounted)


_KINDS: Final = dict(zip((("cards", False), ("cards", True), ("bet", False), ("bet", True)), UNSAID, strict=True))
"""By what came, and whether it came before several checks."""


class UnsaidCheck(Struct, frozen=True):
    """The free checks of `seats`, in turn, that were missing when event `number` came; `late` keys said one since.

    Asked once a card or a bet `came`, until event `answered` tells what the dealer said, and again if that is undone.
    """

    seats: tuple[int, ...]
    number: int
    came: Literal["cards", "bet"] | None = None
    answered: int = 0
    late: tuple[int, ...] = ()


def noted(
    so_far: UnsaidCheck | None,
    event: Event,
    before: Table,
    after: Table,
    number: int,
    earlier: Sequence[AppliedEvent],
) -> UnsaidCheck | None:
    """What is missing after `event`, number `number`, between these tables; of an answered question, what was.

    `earlier` is what happened in the hand before it.
    """
    if isinstance(event, _NOBODYS):
        return so_far
    waits = None if so_far is None or so_far.answered else so_far
    if isinstance(event, CardBurned) and _is_of_this_street(event, earlier):
        return so_far
    if isinstance(event, (*_CARDS, *_SWEEPS)):
        noticed = _before_cards(so_far, waits, event, before, number)
        if noticed is None or noticed is so_far or noticed.came is None or noticed.late:
            return noticed
        return noticed if who_acts(after) == noticed.seats[0] else None  # a card too many of a flop is no next street
    if waits is None and (seats := _skipped_checks(before, event)):
        return UnsaidCheck(seats, number, "bet")
    if so_far is None or so_far.came is None or not isinstance(event, _ACTS):
        return None
    if waits is not None and isinstance(event, Declared) and event.word == "check" and event.seat in waits.seats:
        return replace(waits, late=(*waits.late, number))
    return so_far


def _is_of_this_street(burn: CardBurned, earlier: Sequence[AppliedEvent]) -> bool:
    """Whether the burn, told late, was burned before the board card that opened the street."""
    boarded = (one.event for one in reversed(earlier) if isinstance(one.event, CardBoarded))
    last = next(boarded, None)
    return last is not None and burn.by_s < last.after_s


def _before_cards(
    so_far: UnsaidCheck | None, waits: UnsaidCheck | None, event: Event, before: Table, number: int
) -> UnsaidCheck | None:
    """What is missing after a card or a sweep: a question about a bet that `waits` goes with the round."""
    if waits is None or waits.came == "bet":
        seats = _lacking_checks(before) if _has_a_street_to_come(before) else ()
        if not seats and waits is not None and isinstance(event, CardBurned):
            return waits  # a burn alone ends no round
        if not seats:
            return so_far if waits is None else None
        waits = UnsaidCheck(seats, number)
    return replace(waits, came="cards") if isinstance(event, _CARDS) else waits


def _has_a_street_to_come(table: Table) -> bool:
    """Whether cards may come after this street: beyond the last one they are too many, whoever has checked."""
    return not is_street(table.hand.phase) or variant_of(table).after(table.hand.phase) is not None


def _lacking_checks(table: Table) -> tuple[int, ...]:
    """The seats that could all check for nothing, in turn, and end the round so; none if anybody has more to do."""
    seats, after = _checked_through(table, None)
    return seats if after is None else ()


def _skipped_checks(table: Table, event: Event) -> tuple[int, ...]:
    """The seats that could all check for nothing, in turn, before it is the turn of who bets, speaks or folds."""
    if not isinstance(event, ChipsPushed | Declared | CardsMucked) or event.seat is None:
        return ()
    seats, after = _checked_through(table, event.seat)
    return seats if after == event.seat else ()


def _checked_through(table: Table, until: int | None) -> tuple[tuple[int, ...], int | None]:
    """The seats that could check for nothing, in turn, up to seat `until`; and whose turn it is then."""
    turn = who_acts(table)
    if not is_street(table.hand.phase) or floor_stops(table) or is_turn_unwatched(table):
        return (), turn
    seats: list[int] = []
    while (turn := who_acts(table)) is not None and turn not in (until, *seats):
        if to_call_chips(table) or table.ledger[turn - 1].loose_chips:
            break
        seats.append(turn)
        bet = table.betting.stands[turn - 1].bet_chips
        table = replace(table, betting=with_act(table.betting, turn, "check", bet, all_in=False))
    return tuple(seats), turn


def anew(folded: Iterable[Folded], undone: frozenset[int]) -> UnsaidCheck | None:
    """What is missing in a hand as it is told now: after an answer, or once a word is taken back.

    A dealer may be two streets ahead of his answers; then one answer brings the next question to light.
    """
    so_far: UnsaidCheck | None = None
    told = tuple(folded)
    words = [one.told for one in told if isinstance(one.told, WordCorrected) and one.applied.number not in undone]
    answered = {word.number for word in words}
    earlier: list[AppliedEvent] = []
    for at, one in enumerate(told):
        event, number = one.told, one.applied.number
        earlier += [told[at - 1].applied] if at else []
        if number in undone or one.moot or is_retelling(event) or isinstance(event, Undone | Redone):
            continue
        if number in answered:
            so_far = None  # the checks before it were told with it
            continue
        if isinstance(event, ChecksDenied):
            if so_far is not None and so_far.number == event.number:
                so_far = replace(so_far, answered=number)
        else:
            so_far = noted(so_far, event, one.before, one.after, number, earlier)
    return so_far


def asked(check: UnsaidCheck | None, undone: frozenset[int]) -> UnsaidCheck | None:
    """What the dealer is asked; None once it is answered, or what came is taken back."""
    if check is None or check.came is None or check.number in undone:
        return None
    return None if check.answered and check.answered not in undone else check


def doubt(check: UnsaidCheck | None, undone: frozenset[int]) -> tuple[Doubt, ...]:
    """The question whether the checks came in time, if it is asked."""
    if (check := asked(check, undone)) is None:
        return ()
    kind = _KINDS[check.came or "cards", len(check.seats) > 1]
    return (Doubt(f"{kind}:{check.seats[0]}", kind, check.seats[0], ("yes", "no"), 0.0),)


def unsettled(check: UnsaidCheck, undone: frozenset[int], happened: Iterable[AppliedEvent]) -> Iterator[Finding]:
    """The findings that would be none if the checks about which the dealer is asked had come in time."""
    if (open_one := asked(check, undone)) is None:
        return
    check = open_one
    for applied in happened:
        if applied.number >= check.number:
            yield from (one for one in applied.findings if check.came == "cards" or one.topic == "out-of-turn")


def told(check: UnsaidCheck, at_s: float) -> tuple[WordCorrected, tuple[Corrected, ...]]:
    """The checks, said before what came of their missing."""
    *first, last = check.seats
    word = WordCorrected(last, "check", None, check.number, at_s, moot=check.late, checked=tuple(first))
    before = "bet" if check.came == "bet" else ""
    return word, tuple(Corrected("word", seat, before=before, now="check") for seat in check.seats)
