"""A bridge with one node whose card zones a test fills, tag by tag, as snapshots in memory."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Final

from firmware_bridge.bridge import Bridge
from firmware_bridge.secrets.decks import Deck, DeckBook, generate_deck
from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.observations import Observation, StrangeCard
from firmware_bridge.vocabulary.requests import HandEnded, HandStarted
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, STUB, Zone, seat_zone
from firmware_bridge.wire.reports import NodeReady, Snapshot, TagSeen, ZoneCards

SEAT_1, SEAT_2 = seat_zone(1), seat_zone(2)
ZONES: Final = (SEAT_2, BOARD, BURN, MUCK, STUB)
"""One zone of each kind where a card can be read."""

SCAN_S: Final = 0.1
TOLD_SCANS: Final = 18
"""After so many scans a strange card that lies there has been told of."""
RED = generate_deck("red", 1)
BLUE = generate_deck("blue", 2)
SPARES: Mapping[Card, bytes] = {card: b"spare-" + card.encode() for card in DECK}
DECKS = DeckBook((dataclasses.replace(RED, spares=SPARES), BLUE))


class Felt:
    """A bridge that saw the red deck riffled, and one node whose zones a test fills."""

    def __init__(self) -> None:
        numbers = count(1)
        self.bridge = Bridge(DECKS, lambda: f"#{next(numbers)}")
        self.lists: dict[Zone, dict[bytes, TagSeen]] = {zone: {} for zone in (SEAT_1, *ZONES)}
        self.now_s, self.generation = 10.0, 0
        self.told: list[Observation] = []
        self.bridge.reports([NodeReady("n", b"n", 1, (), True, "1.0", "power", ())], self.now_s)
        self.show()
        self.riffle(RED)
        self.begin(1)
        self.told.clear()

    def riffle(self, deck: Deck) -> None:
        """A dozen cards of the deck pass the stub antenna."""
        for tag in tuple(deck.tags.values())[:12]:
            self.lay(STUB, tag)
            self.show()
            self.lift(STUB, tag)
        self.show(4.0)

    def begin(self, hand: int) -> None:
        self.bridge.request(HandStarted(hand), self.now_s)

    def end(self, hand: int) -> Sequence[Observation]:
        return self.bridge.request(HandEnded(hand), self.now_s)

    def lay(self, zone: Zone, tag: bytes, since_s: float | None = None) -> None:
        """A tag is listed from the next scan on; its node says that it lies there since then, or `since_s`."""
        since_s = self.now_s + SCAN_S if since_s is None else since_s
        self.lists[zone][tag] = TagSeen(tag, since_s - SCAN_S, since_s, 0)

    def lift(self, zone: Zone, tag: bytes) -> None:
        del self.lists[zone][tag]

    def clear(self) -> None:
        """All cards are taken from the felt, and missed for long enough."""
        for tags in self.lists.values():
            tags.clear()
        self.scan(20)

    def show(self, after_s: float = SCAN_S) -> None:
        self.now_s += after_s
        self.generation += 1
        zones = tuple(ZoneCards(zone, tuple(tags.values()), SCAN_S) for zone, tags in self.lists.items())
        self.told += self.bridge.reports(
            [Snapshot("n", self.generation, self.now_s, zones, (), None, (), ())], self.now_s
        )

    def scan(self, times: int) -> list[StrangeCard]:
        """So many scans go by; the strange cards that were told meanwhile."""
        before = len(self.told)
        for _ in range(times):
            self.show()
        return [seen for seen in self.told[before:] if isinstance(seen, StrangeCard)]
