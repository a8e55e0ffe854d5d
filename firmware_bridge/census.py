"""Counting a deck: its cards are passed singly over a reader, and what is not read is not there.

No hand is under way, so nothing is hidden: the names of missing cards are told, and of those that are there twice,
though nobody can say which of the two is the wrong one. Of strange cards only the number is, for they have no name.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from msgspec import Struct

from firmware_bridge.bridge import Bridge
from firmware_bridge.hub import Hub
from firmware_bridge.ports.byte_ports import Port
from firmware_bridge.ports.keeper import PortKeeper
from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.service import Clock
from firmware_bridge.vocabulary.cards import DECK, Card
from firmware_bridge.vocabulary.observations import Observation
from firmware_bridge.vocabulary.zones import STUB, Zone
from firmware_bridge.wire.reports import NodeReady, NodeRefused, NodeUnheard, Report, Snapshot

LOOK_S: Final = 0.2
"""How often it is looked whether the counting is over."""


class Count(Struct, frozen=True):
    """What was read so far: `cards` of `deck`, and how many other tags, by what is wrong with them.

    `twice` names a card once for each copy that is too many.
    """

    deck: str | None
    cards: int
    missing: tuple[Card, ...]
    twice: tuple[Card, ...] = ()
    other_deck: int = 0
    foreign: int = 0

    @property
    def whole(self) -> bool:
        """Whether it is the deck, the whole deck and nothing but the deck."""
        return not (self.missing or self.twice or self.other_deck or self.foreign)


class Census:
    """The tags read since the counting began; the deck is the named one, or that of most cards."""

    __slots__ = ("_book", "_deck", "_tags")

    def __init__(self, book: DeckBook, deck: str | None = None) -> None:
        self._book = book
        self._deck = book.deck(deck).name if deck is not None else None
        self._tags: set[bytes] = set()

    def __repr__(self) -> str:
        """How many tags were read; never one of them."""
        return f"Census({len(self._tags)} tags)"

    def read(self, tags: Iterable[bytes]) -> bool:
        """Take tags that a reader reads; whether one of them is new."""
        before = len(self._tags)
        self._tags.update(tags)
        return len(self._tags) > before

    def count(self) -> Count:
        """What has been read so far."""
        found = [self._book.find(tag) for tag in self._tags]
        decks = Counter(one.deck for one in found if one is not None)
        deck = self._deck or (decks.most_common(1)[0][0] if decks else None)
        names = [one.card for one in found if one is not None and one.deck == deck]
        there = Counter(names)
        return Count(
            deck,
            len(there),
            tuple(card for card in DECK if card not in there),
            tuple(card for card in DECK for _ in range(there[card] - 1)),
            sum(number for name, number in decks.items() if name != deck),
            found.count(None),
        )


class NothingToCount(ValueError):
    """Whoever speaks at the ports has no reader of the zone that is counted: says who, and why."""


class CensusBridge(Bridge):
    """A bridge that only counts what one zone reads."""

    def __init__(self, decks: DeckBook, census: Census, zone: Zone = STUB) -> None:
        super().__init__(decks, lambda: "")
        self._census, self._zone = census, zone
        self.fresh = 0
        """How often a tag was read that had not been read before."""
        self.has_zone = False
        """Whether a node that is ready has the zone."""
        self.lacking: dict[str, str] = {}
        """Of each node that has it not, or was not let in, why nothing comes from it."""

    def reports(self, reports: Iterable[Report], now_s: float) -> list[Observation]:
        """Count the tags that the zone reads; nothing is told of them."""
        del now_s
        for report in reports:
            if isinstance(report, NodeReady):
                names = [zone.zone for zone in report.zones]
                if self._zone in names:
                    self.has_zone = True
                    self.lacking.clear()
                else:
                    self.lacking[report.node] = f"has no zone {self._zone}, but {', '.join(names) or 'none at all'}"
            elif isinstance(report, NodeRefused | NodeUnheard):
                self.lacking[report.node] = f"refused {report.reason}"
            if isinstance(report, Snapshot):
                for content in report.cards:
                    if content.zone == self._zone:
                        read = (one.tag for one in content.tags if not one.unread_scans)
                        self.fresh += self._census.read(read)
        return []


class Counting:
    """A census over real ports: what the port keepers call, and when it is over."""

    def __init__(self, census: Census, decks: DeckBook, clock: Clock, tell: Callable[[Count], None]) -> None:
        self._census, self._clock, self._tell = census, clock, tell
        self._bridge = CensusBridge(decks, census)
        self._hub = Hub(self._bridge)
        self._writers: dict[str, Callable[[bytes], None]] = {}
        self._told, self._last_s = 0, 0.0

    async def run(self, ports: Sequence[str | Port], say: Callable[[str], None], quiet_s: float) -> Count:
        """Count until no new card has come for `quiet_s`; before the first one there is no hurry.

        Where none can come, for no node that speaks has a reader of the zone, `NothingToCount` is raised after as long.
        """
        begun_s, said = self._clock.now_s(), dict[str, str]()
        keepers = [asyncio.ensure_future(PortKeeper(port, self, say).keep()) for port in ports]
        try:
            while not self._told or self._clock.now_s() - self._last_s < quiet_s:
                await asyncio.sleep(self._clock.real_s(LOOK_S))
                for keeper in keepers:
                    if keeper.done():
                        keeper.result()  # a fault in it ends the count: nobody else would hear of it
                self._hub.tick(self._clock.now_s())
                self._write()
                lacking = self._bridge.lacking
                for node, why in lacking.items():
                    if said.get(node) != why:
                        said[node] = why
                        say(f"{node}: {why}")
                if lacking and not self._bridge.has_zone and self._clock.now_s() - begun_s >= quiet_s:
                    raise NothingToCount("; ".join(f"{node}: {why}" for node, why in lacking.items()))
        finally:
            for keeper in keepers:
                keeper.cancel()
            await asyncio.gather(*keepers, return_exceptions=True)
        return self._census.count()

    def opened(self, port: Port, write: Callable[[bytes], None]) -> None:
        """A port is open: ask who is behind it."""
        self._writers[port.name] = write
        self._hub.attach(port.name, self._clock.now_s())
        self._write()

    def arrived(self, port: Port, data: bytes) -> None:
        """Bytes came from a port."""
        self._hub.receive(port.name, data, self._clock.now_s())
        if self._bridge.fresh > self._told:
            self._told, self._last_s = self._bridge.fresh, self._clock.now_s()
            self._tell(self._census.count())
        self._write()

    def lost(self, port: Port, reason: str) -> None:
        """A port is gone."""
        self._writers.pop(port.name, None)
        self._hub.detach(port.name, self._clock.now_s(), reason)

    def _write(self) -> None:
        for name, data in self._hub.outgoing():
            if name in self._writers:
                self._writers[name](data)
