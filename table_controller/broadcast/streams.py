"""The streams of a table: what each is called in topics and messages, and what travels in it beside events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle

NOTHING_RELEASED: Final[Mapping[Handle, Card]] = {}
StreamName: TypeAlias = Literal["live", "delayed"]


class Stream(Struct, frozen=True):
    """One stream: its name is its secrecy class, and the counter `n` is its own.

    Each says by its `avail`, in the class `said_in`, whether it is there, and by a message of type `state` how the
    table is. Who publishes the one that `speaks` for the table also says how it does and where its journal ended;
    `findings` travel beside events. `released` are hidden cards by handle, which only the delayed one has: the mapping
    grows.
    """

    name: StreamName
    findings: bool
    speaks: bool
    said_in: str
    state: str
    has_hole_cards: bool
    released: Mapping[Handle, Card] = NOTHING_RELEASED


LIVE: Final = Stream("live", findings=True, speaks=True, said_in="sys", state="state", has_hole_cards=False)
"""What the public may know, as it happens."""

DELAYED: Final = Stream(
    "delayed", findings=False, speaks=False, said_in="delayed", state="delayed_state", has_hole_cards=True
)
"""The same hand with the hidden cards that were released, after its end and the delay."""
