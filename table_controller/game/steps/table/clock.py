"""The clock: asked for, granted or not, stopped by an act, run out. `machines.clocks` has its states.

| option         | effect                                                             |
| -------------- | ------------------------------------------------------------------ |
| too-early      | the clock is taken away, the player thinks on                      |
| no-clock       | the same                                                           |
| clock-stands   | nothing changes                                                    |
| shorter-clock  | the clock ends after `seconds` from now, without them after half   |
| grant-clock    | a clock of `seconds` from now                                      |
| count-inside   | a clock of the printed seconds, the countdown is their end         |
| count-after    | a clock of the printed seconds, and the countdown after them       |
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from firmware_bridge.vocabulary.values import replace
from table_controller.game.queries import floor_stops, who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.table import clocks
from table_controller.game.state.clocks import Clock, Timing, is_lost, is_over
from table_controller.game.state.table import Case, Change, Table, Unexplained
from table_controller.game.steps.floor.option import Effect, number_named, unchanged
from table_controller.game.steps.flow.acts import act
from table_controller.vocabulary.events import ClockAsked, ClockStopped, Event, FloorRuled, TimePassed
from table_controller.vocabulary.findings import Finding

LONGEST_S: Final = 3600
"""The longest clock that the floor can grant."""

USUAL_S: Final = 30
"""What `grant-clock` and `shorter-clock` mean without a number, where there is nothing to halve."""


def on_asked(table: Table, event: ClockAsked, book: Rulebook) -> Change:
    """Somebody wants a clock on the player to act: refused with a finding, or granted from this moment on."""
    actor, asker = who_acts(table), event.seat
    if actor is None or floor_stops(table):
        return Change(table, unexplained=(Unexplained("nobody-thinks", asker),))
    if table.time.clock is not None:
        return Change(_gone_on(table, table.time.clock, event.at_s))
    if asker is not None and (found := _refused(table, asker, actor, event.at_s, book)):
        return Change(table, findings=found)
    by_floor = clocks.called_by_the_floor(table, actor, book) if asker is None else None
    grant = by_floor or clocks.granted(actor, book)
    told = grant.findings
    if asker is not None and grant.seconds_s:
        told = (*told, *clocks.reasonable_time(actor, book), *clocks.called_again(table, actor, book))
    told = (*told, *clocks.slow_play(table, actor, book))
    if not grant.seconds_s:
        return Change(table, findings=told)
    return Change(
        _with_clock(table, event.at_s, grant.seconds_s, grant.counted_s, by_floor=asker is None), (), (), (), told
    )


def on_stopped(table: Table, event: ClockStopped, book: Rulebook) -> Change:
    """The clock stands until the dealer goes on with it: whoever nobody sees is not out of time."""
    del book
    clock = table.time.clock
    if clock is None or clock.left_s is not None:
        return Change(table)
    stopped = replace(clock, left_s=max(0.0, min(event.left_s, clock.ends_s - clock.asked_s)))
    return Change(replace(table, time=replace(table.time, clock=stopped)))


def _gone_on(table: Table, clock: Clock, at_s: float) -> Table:
    """A clock that stood runs on for what was left of it; one that runs is asked for in vain."""
    if clock.left_s is None:
        return table
    runs = replace(clock, asked_s=at_s, ends_s=at_s + clock.left_s, left_s=None)
    return replace(table, time=replace(table.time, clock=runs))


def on_time(table: Table, event: TimePassed, book: Rulebook) -> Change:
    """A moment has come: a clock whose last second is over does what the book says."""
    clock = table.time.clock
    if clock is None or clock.left_s is not None:
        return Change(table)
    gone = _without_clock(table)
    if is_lost(clock, event.at_s):
        return Change(replace(gone, time=replace(gone.time, since_s=event.at_s)))
    if not is_over(clock, event.at_s) or who_acts(table) != clock.seat:
        return Change(table)
    expiry = clocks.out_of_time(gone, clock.seat, book)
    change = Change(gone, findings=expiry.findings)
    return change.then(act(gone, clock.seat, expiry.kind, 0, book, "ruling")) if expiry.kind else change


def after_event(before: Table, change: Change, event: Event, book: Rulebook) -> Change:
    """The change with the time of the turn: it begins when the turn comes, and again when the floor has decided."""
    del book
    table = change.table
    time = table.time
    if table.hand.number != before.hand.number:
        time = Timing(by_floor=time.by_floor)
    new_turn, stopped, stops = _is_another_turn(before, table), floor_stops(before), floor_stops(table)
    if time.clock is not None and (new_turn or stopped or stops):
        time = replace(time, clock=None)
    if new_turn or (stopped and not stops):
        time = replace(time, since_s=time_of(event))
    return change if time is table.time else replace(change, table=replace(table, time=time))


def _is_another_turn(before: Table, table: Table) -> bool:
    seat, hand, then = who_acts(table), table.hand, before.hand
    if seat != who_acts(before):
        return True
    if hand is not then and (hand.phase != then.phase or hand.number != then.number):
        return True
    if seat is None or table.betting is before.betting:
        return False
    new_acts = table.betting.recorded_acts[len(before.betting.recorded_acts) :]
    return any(one.seat == seat and one.turn for one in new_acts) if new_acts else False


def time_of(event: Event) -> float:
    """When it happened by what is told: of a card that came between two scans, the later one."""
    at_s = getattr(event, "at_s", None)
    return float(at_s if at_s is not None else getattr(event, "by_s", 0.0))


def _refused(table: Table, asker: int, actor: int, at_s: float, book: Rulebook) -> tuple[Finding, ...]:
    return (
        clocks.only_when_seated(table, asker, book)
        or clocks.may_not_ask(table, asker, actor, book)
        or clocks.too_soon(table, asker, at_s, book)
    )


def _with_clock(table: Table, at_s: float, seconds_s: int, counted_s: int, *, by_floor: bool = False) -> Table:
    """The table with a clock on the player to act from `at_s` on."""
    actor, time = who_acts(table), table.time
    if actor is None:
        return table
    clock = Clock(actor, at_s, at_s + seconds_s, min(counted_s, seconds_s))
    called = (*time.called, actor)
    return replace(
        table,
        time=replace(time, clock=clock, called=called, by_floor=(*time.by_floor, actor) if by_floor else time.by_floor),
    )


def _without_clock(table: Table) -> Table:
    return replace(table, time=replace(table.time, clock=None))


def _taken_away(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case, event, book
    return Change(_without_clock(table))


def _shortened(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    del case, book
    clock = table.time.clock
    if clock is None:
        return Change(table)
    if clock.left_s is not None:  # it stands: what is left of it is less
        left_s = min(clock.left_s, _seconds(event, clock.left_s / 2))
        return Change(replace(table, time=replace(table.time, clock=replace(clock, left_s=left_s))))
    half = (clock.ends_s - clock.asked_s) / 2
    ends_s = min(clock.ends_s, event.at_s + _seconds(event, half))
    counted_s = min(clock.counted_s, max(0.0, ends_s - clock.asked_s))
    return Change(replace(table, time=replace(table.time, clock=replace(clock, ends_s=ends_s, counted_s=counted_s))))


def _granted(table: Table, case: Case, event: FloorRuled, book: Rulebook) -> Change:
    """The floor grants a clock of its own, from the moment at which it says so."""
    clock_s, counted_s = case.fact("clock_s"), case.fact("counted_s")
    if not clock_s:
        clock_s, counted_s = book.call_time.clock_s.value or USUAL_S, book.call_time.countdown_s.value or 0
    seconds = int(_seconds(event, clock_s + (counted_s if event.option == "count-after" else 0)))
    return Change(_with_clock(table, event.at_s, seconds, counted_s))


def _seconds(event: FloorRuled, otherwise: float) -> float:
    named_s = number_named(event, "seconds", LONGEST_S)
    return otherwise if named_s is None else float(named_s)


EFFECTS: Final[Mapping[str, Effect]] = {
    "too-early": _taken_away,
    "no-clock": _taken_away,
    "clock-stands": unchanged,
    "shorter-clock": _shortened,
    "grant-clock": _granted,
    "count-inside": _granted,
    "count-after": _granted,
}
"""Options about the clock by name."""
