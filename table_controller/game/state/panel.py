"""What the dealer's panel has to remember: whether the floor is called, and whether the buzzer is muted.

| state  | what happens                       | becomes | why                                              |
| ------ | ---------------------------------- | ------- | ------------------------------------------------ |
| any    | the dealer calls the floor         | called  | play may go on where the book lets it            |
| called | the floor rules                    | quiet   | he is here                                       |
| called | the dealer takes the call back     | quiet   | settled without him                              |
| called | another hand begins                | called  | he has not come yet                              |
| any    | the dealer mutes, or lets it sound | so      | the players of this hand have heard it           |
| muted  | the deck is shuffled               | sounds  | a buzzer that nobody turns on again is no buzzer |
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.events import BuzzerMuted, Event, FloorCalled, FloorRuled, Riffled


class Panel(Struct, frozen=True):
    """`floor_called`: the floor is on its way; `muted`: the buzzer is silent until the next hand."""

    floor_called: bool = False
    muted: bool = False


NO_PANEL = Panel()
"""Nobody is called, and the buzzer may sound."""


HEARS: Final[frozenset[type[Event]]] = frozenset({FloorCalled, FloorRuled, BuzzerMuted, Riffled})
"""The events that change it."""


def after(panel: Panel, event: Event) -> Panel:
    """The panel after an event of whatever kind."""
    match event:
        case FloorCalled(calling=calling):
            return replace(panel, floor_called=calling)
        case FloorRuled():
            return replace(panel, floor_called=False)
        case BuzzerMuted(muted=muted):
            return replace(panel, muted=muted)
        case Riffled():
            return replace(panel, muted=False)
        case _:
            return panel
