"""Pushes that wait for an answer: what else the same seat did before, and nobody saw it.

Until that is known nobody can say what the seat did: the rest of a call looks like less than the call, and an all-in
behind its button like one that still needs it.

| it turns out                                      | and what was seen is             |
| ------------------------------------------------- | -------------------------------- |
| those chips were pushed                           | one push together with them      |
| the all-in button was put there                   | a push behind it                 |
| they were not, have gone back, or the books       | a push of its own                |
| explain them                                      |                                  |
| the dealer draws the bet in, or the hand is over  | a push of its own, before that   |
| the player takes some of it back                  | so much less                     |
"""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.vocabulary.chips import add_chips, total_chips
from firmware_bridge.vocabulary.values import replace
from table_controller.inference.chip_gaps import asked_of
from table_controller.inference.chip_values import without_value
from table_controller.inference.infer import Inference
from table_controller.inference.thing_gaps import buttons_in_doubt
from table_controller.vocabulary.events import (
    AllInButtonPlaced,
    BetsGathered,
    ChipsPushed,
    ChipsTakenBack,
    Event,
    HandPutAway,
    Riffled,
)


def held_back(state: Inference, events: tuple[Event, ...]) -> tuple[Inference, tuple[Event, ...]]:
    """The inference and the events without pushes that have to wait, and with those that have waited long enough."""
    if not state.waiting and (not (state.flow.gaps or state.things.turned) or not events):
        return state, events  # as nearly always
    asked = asked_of(state.flow) | buttons_in_doubt(state.things)
    waiting = tuple(push for push in state.waiting if push.seat in asked)
    told: list[Event] = [push for push in state.waiting if push.seat not in asked]
    for event in events:
        if isinstance(event, ChipsPushed) and event.seat in asked:
            waiting = (*waiting, event)
        elif isinstance(event, ChipsTakenBack) and _chips_of(waiting, event.seat) >= total_chips(event.chips):
            waiting = _less(waiting, event)
        else:
            told.append(event)
    return replace(state, waiting=waiting), tuple(told)


def before(state: Inference, events: Iterable[Event]) -> tuple[Inference, tuple[ChipsPushed, ...]]:
    """The inference without the pushes that can wait no longer as these events happen, and those."""
    if not state.waiting:
        return state, ()
    told = tuple(events)
    over = any(isinstance(event, Riffled | HandPutAway) for event in told)
    swept = {event.seat for event in told if isinstance(event, BetsGathered)}
    first = tuple(push for push in state.waiting if over or push.seat in swept)
    return replace(state, waiting=tuple(push for push in state.waiting if push not in first)), first


def with_answer(state: Inference, events: tuple[Event, ...]) -> tuple[Inference, tuple[Event, ...]]:
    """The same after the dealer has answered what came of `events`: what he told of and what was seen is one push."""
    told: list[Event] = []
    for event in events:
        later = tuple(push for push in state.waiting if isinstance(event, ChipsPushed) and push.seat == event.seat)
        state = replace(state, waiting=tuple(push for push in state.waiting if push not in later))
        told.append(_together(event, later) if isinstance(event, ChipsPushed) and later else event)
    state, due = held_back(state, tuple(told)) if state.waiting else (state, tuple(told))
    return state, tuple(sorted(due, key=lambda event: not isinstance(event, AllInButtonPlaced)))  # it lay there first


def _together(first: ChipsPushed, later: tuple[ChipsPushed, ...]) -> ChipsPushed:
    chips = first.chips
    for push in later:
        chips = add_chips(chips, push.chips)
    return replace(first, chips=chips, at_s=max(first.at_s, *(push.at_s for push in later)))


def _chips_of(waiting: tuple[ChipsPushed, ...], seat: int) -> int:
    return sum(total_chips(push.chips) for push in waiting if push.seat == seat)


def _less(waiting: tuple[ChipsPushed, ...], back: ChipsTakenBack) -> tuple[ChipsPushed, ...]:
    """The pushes without what went back, of the last first."""
    left, value = list[ChipsPushed](), total_chips(back.chips)
    for push in reversed(waiting):
        gone = min(value, total_chips(push.chips)) if push.seat == back.seat else 0
        value -= gone
        chips = without_value(push.chips, gone) if gone else push.chips
        left += [replace(push, chips=chips)] if chips else []
    return tuple(reversed(left))
