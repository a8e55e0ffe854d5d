"""Observations to events: the one way in which the sensors speak to the engine.

Pure: the same observations give the same events. What is not certain becomes no event; it stays in
the state as a doubt (`doubts`) that a later observation or the dealer resolves.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TypeAlias, assert_never

from firmware_bridge.observations import (
    AllInButtonSeen,
    ButtonPressed,
    CardArrived,
    CardLeft,
    CardNamed,
    CardWithheld,
    ChipsMoved,
    DeckRiffled,
    Inventory,
    NodeSeen,
    Observation,
    PuckSeen,
    StrangeCard,
    ZoneSeen,
)
from table_controller.events import AllInButtonPlaced, CardIdentified, Event, HandPutAway, PuckPlaced, Riffled
from table_controller.inference import chip_flow, sightings
from table_controller.inference.chip_flow import ChipFlow
from table_controller.inference.doubts import Doubt, answered, doubts
from table_controller.inference.sightings import Sightings


@dataclass(frozen=True, slots=True)
class Inference:
    """All that the inference remembers: cards seen since the riffle, and chips not explained yet."""

    sightings: Sightings = field(default_factory=Sightings)
    flow: ChipFlow = field(default_factory=ChipFlow)

    def doubts(self) -> tuple[Doubt, ...]:
        """The questions that the dealer may have to answer."""
        return doubts(self.sightings, self.flow)


Inferred: TypeAlias = tuple[Inference, tuple[Event, ...]]


def infer(state: Inference, seen: Observation, *, settled: bool) -> Inferred:
    """What `seen` means; `settled` says that the hand is over, so that gathering the cards puts it away."""
    match seen:
        case CardArrived():
            cards, events = sightings.arrived(state.sightings, seen)
            return replace(state, sightings=cards), events
        case CardLeft():
            return _left(state, seen, settled=settled)
        case ChipsMoved():
            flow, events = chip_flow.moved(state.flow, seen, settled=settled)
            return replace(state, flow=flow), events
        case DeckRiffled():
            return replace(state, sightings=Sightings()), (Riffled(seen.at_s),)
        case PuckSeen():
            return state, () if seen.seat is None else (PuckPlaced(seen.seat, seen.at_s),)
        case AllInButtonSeen():
            return state, (AllInButtonPlaced(seen.seat, seen.down, seen.at_s),)
        case CardNamed():
            return state, (CardIdentified(seen.handle, seen.card, seen.at_s),)
        case CardWithheld() | StrangeCard() | ButtonPressed() | ZoneSeen() | NodeSeen() | Inventory():
            return state, ()
        case _:
            assert_never(seen)


def _left(state: Inference, gone: CardLeft, *, settled: bool) -> Inferred:
    cards, events = sightings.left(state.sightings, gone)
    if settled and not sightings.all_gathered(state.sightings) and sightings.all_gathered(cards):
        events = (*events, HandPutAway(gone.at_s))
    return replace(state, sightings=cards), events


def answer(state: Inference, prompt: str, reply: str, at_s: float) -> Inferred:
    """What the dealer's answer to a doubt means."""
    cards, flow, events = answered(state.sightings, state.flow, prompt, reply, at_s)
    return replace(state, sightings=cards, flow=flow), events
