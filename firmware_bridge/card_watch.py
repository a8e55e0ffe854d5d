"""Card zones to observations: presence finds where a tag lies, the vault gives the card its handle.

The stub is watched for riffles only. A card there is never reported: what lies on top of the deck
says nothing that the controller may use. A card that goes to the stub has left its zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol, TypeAlias, assert_never

from firmware_bridge.observations import (
    CardArrived,
    CardLeft,
    CardNamed,
    CardWithheld,
    DeckRiffled,
    Handle,
    StrangeCard,
)
from firmware_bridge.presence import Came, Found, Move, Presence, Seen, Went
from firmware_bridge.requests import NameCards
from firmware_bridge.riffles import RiffleWatch
from firmware_bridge.vault import Vault
from firmware_bridge.zones import STUB, Zone

CardNews: TypeAlias = CardArrived | CardLeft | StrangeCard | DeckRiffled
Answer: TypeAlias = CardNamed | CardWithheld


class Content(Protocol):
    """All tags that one card zone shows."""

    @property
    def zone(self) -> Zone:
        """The zone's name."""

    @property
    def tags(self) -> Sequence[Seen]:
        """Its tags, read or missed of late."""

    @property
    def scan_period_s(self) -> float:
        """Seconds from one scan to the next."""


class CardWatch:
    """Every card zone of the table, and the secrets that its observations are made from."""

    __slots__ = ("_asked", "_presence", "_riffles", "_vault")

    def __init__(self, presence: Presence, vault: Vault, riffles: RiffleWatch) -> None:
        self._presence, self._vault, self._riffles = presence, vault, riffles
        self._asked: dict[Handle, None] = {}

    def __repr__(self) -> str:
        """The zones and how many cards each holds; never a tag or a card."""
        return f"CardWatch({self._presence!r}, {self._vault!r})"

    def look(self, contents: Iterable[Content], at_s: float) -> list[CardNews]:
        """Take card zones with their whole content as of `at_s`; answer what it means."""
        news: list[CardNews] = []
        stub: Content | None = None
        look = self._presence.look
        for content in contents:
            moves = look(content.zone, content.tags, content.scan_period_s, at_s)
            if moves:
                news += self._tell(moves)
            if content.zone == STUB:
                stub = content
        if stub is not None and stub.tags:
            self._riffles.look((one.tag for one in stub.tags if not one.unread_scans), at_s)
        if self._riffles.tags:
            news += self._riffled(at_s)
        return news

    @property
    def next_wake_s(self) -> float | None:
        """When `tick` has something to tell though nothing is heard; None: never."""
        return self._presence.next_wake_s

    def tick(self, now_s: float) -> list[CardNews]:
        """Cards that have left by now, if nothing was heard of them."""
        news = self._tell(self._presence.tick(now_s))
        if self._riffles.tags:
            news += self._riffled(now_s)
        return news

    def lose(self, zones: Iterable[Zone]) -> None:
        """These zones are out of sight; nothing is known to have left them."""
        self._presence.lose(zones)

    def hold(self, zones: Iterable[Zone]) -> None:
        """These zones have fallen silent: nothing leaves them before they are heard again."""
        for zone in zones:
            self._presence.hold(zone)

    def lie(self) -> tuple[tuple[Zone, tuple[Handle, ...]], ...]:
        """The cards in every zone in sight, the stub left out; strangers have no handle and are not in it."""
        return tuple(
            (zone, tuple(handle for tag in self._presence.tags_at(zone) if (handle := self._vault.handle_of(tag))))
            for zone in self._presence.in_sight()
            if zone != STUB
        )

    @property
    def vault(self) -> Vault:
        """Handles and hands: what must outlive this process, and how often that changed."""
        return self._vault

    def hand_started(self, hand: int) -> None:
        """Hand number `hand` is under way."""
        self._vault.hand_started(hand)

    def hand_ended(self, hand: int) -> None:
        """It is over; cards taken from the felt from now on lose their handles."""
        self._vault.hand_ended(hand)

    def ask(self, request: NameCards, at_s: float) -> list[Answer]:
        """Name what may be named. A board card that may be sliding by is answered later, by `answer`."""
        answers: list[Answer] = []
        for handle in request.handles:
            if request.why == "board" and self._slides(handle):
                self._asked[handle] = None
            else:
                answers.append(self._vault.name(handle, request.why, at_s))
        return answers

    def answer(self, at_s: float) -> list[Answer]:
        """Answers to earlier questions about board cards of which it is now plain where they lie."""
        if not self._asked:
            return []
        plain = [handle for handle in self._asked if not self._slides(handle)]
        for handle in plain:
            del self._asked[handle]
        return [self._vault.name(handle, "board", at_s) for handle in plain]

    def _slides(self, handle: Handle) -> bool:
        tag = self._vault.tag_of(handle)
        return tag is not None and self._presence.contested(tag)

    def _tell(self, moves: Iterable[Move]) -> list[CardNews]:
        news: list[CardNews] = []
        for move in moves:
            match move:
                case Came():
                    news += self._came(move)
                case Found():
                    news += self._found(move)
                case Went():
                    news += self._went(move.tag, move.zone, move.at_s)
                case _:
                    assert_never(move)
        return news

    def _came(self, move: Came) -> list[CardNews]:
        if move.zone == STUB:
            return self._went(move.tag, move.before, move.by_s)
        handle = self._vault.handle(move.tag)
        if not isinstance(handle, str):
            return [StrangeCard(move.zone, handle.kind, move.by_s)]
        self._vault.lies(move.tag, move.zone)
        return [CardArrived(handle, move.zone, move.after_s, move.by_s)]

    def _found(self, move: Found) -> list[CardNews]:
        """What lay there before anyone looked is in the inventory; only a stranger must be told of."""
        if move.zone == STUB:
            return []
        handle = self._vault.handle(move.tag)
        if not isinstance(handle, str):
            return [StrangeCard(move.zone, handle.kind, move.at_s)]
        self._vault.lies(move.tag, move.zone)
        return []

    def _went(self, tag: bytes, zone: Zone | None, at_s: float) -> list[CardNews]:
        handle = self._vault.handle_of(tag)
        self._vault.taken(tag)
        if handle is None or zone is None or zone == STUB:
            return []
        return [CardLeft(handle, zone, at_s)]

    def _riffled(self, at_s: float) -> list[CardNews]:
        """All handles are void once the deck is mixed; cards not yet missed long enough have left all the same."""
        holds, elsewhere_s = self._presence.elsewhere(STUB)
        if not self._riffles.mixed(elsewhere_s, empty=not holds, at_s=at_s):
            return []
        left = self._tell(self._presence.vacate(STUB, at_s))
        self._vault.riffled(self._riffles.tags)
        return [*left, DeckRiffled(at_s)]
