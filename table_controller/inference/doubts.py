"""What the system does not know, as questions to the dealer; and what an answer changes.

A doubt is a pure reading of the unexplained sightings at a moment: it appears when something has
stayed unexplained long enough (`PATIENCE_S`) and goes away by itself when a sensor explains it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from firmware_bridge.zones import Zone, zone_seat
from table_controller.events import CardsMucked, Event
from table_controller.inference.chip_flow import ChipFlow, forget
from table_controller.inference.sightings import Sightings, missing_hands

PATIENCE_S: Final = 2.5
"""How long a sensor may take to explain a change before the dealer is asked: the slowest zone's leave time
(8 scans and 0.8 s) plus a settle window and a slide to the muck, with room to spare."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A question: its id (stable while it lasts), kind, seat, the answers it takes and the time it becomes due."""

    prompt: str
    kind: str
    seat: int | None
    answers: tuple[str, ...]
    due_s: float


def doubts(sightings: Sightings, flow: ChipFlow) -> tuple[Doubt, ...]:
    """Every doubt there is, due or not yet due."""
    hands = (
        Doubt(f"cards-gone:{seat}", "cards-gone", seat, ("folded", "still-there"), since_s + PATIENCE_S)
        for seat, since_s in missing_hands(sightings)
    )
    chips = (
        Doubt(f"chips-adrift:{zone}", "chips-adrift", zone_seat(zone), ("ignore",), account.since_s + PATIENCE_S)
        for zone, account in sorted(flow.adrift.items())
    )
    return (*hands, *chips)


def answered(
    sightings: Sightings, flow: ChipFlow, prompt: str, answer: str, at_s: float
) -> tuple[Sightings, ChipFlow, tuple[Event, ...]]:
    """What the dealer's answer changes; an answer to a doubt that is gone changes nothing."""
    kind, _, name = prompt.partition(":")
    if kind == "cards-gone" and answer == "folded":
        seat = int(name)
        folded = replace(sightings, folded=sightings.folded | {seat})
        return folded, flow, (CardsMucked(seat, tuple(sightings.hand_of(seat)), at_s),)
    if kind == "cards-gone":
        cards = {
            handle: replace(seen, present=True) if seen.owner == int(name) else seen
            for handle, seen in sightings.cards.items()
        }
        return replace(sightings, cards=cards), flow, ()
    return sightings, forget(flow, Zone(name)), ()
