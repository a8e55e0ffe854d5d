"""Card zones to observations: presence finds where a tag lies, the vault gives the card its handle.

The stub is watched for riffles, and for cards that the deck in play cannot have (`strangers`). Any other card there is
never reported: what lies on top of the deck says nothing that the controller may use. A card that goes to the stub
has left its zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal, Protocol, TypeAlias, assert_never

from firmware_bridge.secrets.sealing import Sealing
from firmware_bridge.secrets.vault import Vault
from firmware_bridge.sensing.presence import Came, Found, Move, Patience, Presence, Seen, Went
from firmware_bridge.sensing.riffles import RiffleWatch
from firmware_bridge.sensing.strangers import Strangers
from firmware_bridge.sensing.unseen import Unseen
from firmware_bridge.vocabulary.observations import (
    CardArrived,
    CardLeft,
    CardNamed,
    CardsSealed,
    CardsUnseen,
    CardWithheld,
    DeckRiffled,
    Handle,
    Seal,
    StrangeCard,
)
from firmware_bridge.vocabulary.requests import ForgetCards, NameCards
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import STUB, Zone, zone_kind, zone_seat

DEALT_IN_THE_DECK: Final = 3
"""Cards of the hand before that a riffle shows, where a reader is out: in the middle of a hand none is in the stub."""

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

    __slots__ = (
        "_asked",
        "_hand",
        "_periods_s",
        "_presence",
        "_riffles",
        "_sealing",
        "_strangers",
        "_unseen",
        "_vault",
    )

    def __init__(
        self,
        presence: Presence,
        vault: Vault,
        riffles: RiffleWatch,
        patience: Patience | None = None,
        sealing: Sealing | None = None,
    ) -> None:
        patience = patience or Patience()
        self._sealing = sealing
        self._presence, self._vault, self._riffles = presence, vault, riffles
        self._strangers = Strangers(vault, patience.confirm_scans, patience.grace_s)
        self._unseen = Unseen(vault.book)
        self._hand: int | None = None
        self._periods_s: dict[Zone, float] = {}
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
            self._periods_s[content.zone] = content.scan_period_s
            moves = look(content.zone, content.tags, content.scan_period_s, at_s)
            if moves:
                news += self._tell(moves, at_s)
            self._strangers.look(content.zone, content.tags)
            if content.zone == STUB:
                stub = content
        if stub is not None and stub.tags:
            self._riffles.look((one.tag for one in stub.tags if not one.unread_scans), at_s)
        if self._riffles.tags:
            news += self._riffled(at_s)
        return news + self._strangers.tell(at_s)

    @property
    def next_wake_s(self) -> float | None:
        """When `tick` has something to tell though nothing is heard; None: never."""
        cards_s, strangers_s = self._presence.next_wake_s, self._strangers.next_wake_s
        if cards_s is None or strangers_s is None:
            return strangers_s if cards_s is None else cards_s
        return min(cards_s, strangers_s)

    def tick(self, now_s: float) -> list[CardNews]:
        """Cards that have left by now, if nothing was heard of them."""
        news = self._tell(self._presence.tick(now_s), now_s)
        if self._riffles.tags:
            news += self._riffled(now_s)
        return news + self._strangers.tell(now_s)

    def lose(self, zones: Iterable[Zone]) -> None:
        """These zones are out of sight; nothing is known to have left them."""
        zones = tuple(zones)
        self._presence.lose(zones)
        self._strangers.hold(zones)

    def hold(self, zones: Iterable[Zone]) -> None:
        """These zones have fallen silent: nothing leaves them before they are heard again."""
        zones = tuple(zones)
        for zone in zones:
            self._presence.hold(zone)
        self._strangers.hold(zones)

    def lie(self) -> tuple[tuple[Zone, tuple[Handle, ...]], ...]:
        """The cards in every zone in sight, the stub left out; strangers have no handle and are not in it."""
        return tuple(
            (zone, tuple(handle for tag in tags if (handle := self._vault.handle_of(tag))))
            for zone, tags in self._presence.lie().items()
            if zone != STUB
        )

    @property
    def vault(self) -> Vault:
        """Handles and hands: what must outlive this process, and how often that changed."""
        return self._vault

    def hand_started(self, hand: int) -> None:
        """Hand number `hand` is under way; if it is another one, all cards were gathered for it."""
        if hand != self._vault.hand:
            for tag in self._presence.gathered(STUB):
                self._vault.taken(tag)
        self._hand = hand
        self._vault.hand_started(hand)

    def hand_ended(self, hand: int, at_s: float) -> list[CardsUnseen]:
        """It is over; cards taken from the felt from now on lose their handles. Cards unseen for long are told of."""
        self._vault.hand_ended(hand)
        if self._hand != hand:
            return []
        self._hand = None
        lacking = self._unseen.hand_over()
        return [CardsUnseen(lacking, self._unseen.hands, at_s)] if lacking else []

    def forget(self, request: ForgetCards) -> None:
        """These cards go back into the deck in the middle of a hand: their handles are void."""
        self._vault.forget(request.handles)

    def ask(self, request: NameCards, at_s: float) -> list[Answer]:
        """Name what may be named. A board card that may be sliding by is answered later, by `answer`."""
        answers: list[Answer] = []
        for handle in request.handles:
            if request.why == "board" and self._slides(handle):
                self._asked[handle] = None
            else:
                answers.append(self._named(handle, request.why, at_s))
        return answers

    def answer(self, at_s: float) -> list[Answer]:
        """Answers to earlier questions about board cards of which it is now plain where they lie."""
        if not self._asked:
            return []
        plain = [handle for handle in self._asked if not self._slides(handle)]
        for handle in plain:
            del self._asked[handle]
        return [self._named(handle, "board", at_s) for handle in plain]

    def _named(self, handle: Handle, why: Literal["board", "up", "tabled", "exposed"], at_s: float) -> Answer:
        """The card, with the salt that proves one that was sealed."""
        answer = self._vault.name(handle, why, at_s)
        if self._sealing is None or isinstance(answer, CardWithheld):
            return answer
        return replace(answer, salt=self._sealing.salt_of_shown(handle))

    def _sealed(self, handle: Handle, zone: Zone) -> Seal | None:
        """The seal of a card that lies at a seat."""
        if self._sealing is None or zone_kind(zone) != "seat":
            return None
        card, seat = self._vault.card_of(handle), zone_seat(zone)
        return self._sealing.seal(handle, card, seat) if card is not None and seat is not None else None

    def sealed(self, at_s: float) -> list[CardsSealed]:
        """The seals of the hand under way, those of all cards that lie at a seat now among them."""
        if self._sealing is None:
            return []
        for zone, handles in self.lie():
            for handle in handles:
                self._sealed(handle, zone)
        return self._sealing.sealed(at_s)

    def _slides(self, handle: Handle) -> bool:
        tag = self._vault.tag_of(handle)
        return tag is not None and self._presence.contested(tag)

    def _tell(self, moves: Iterable[Move], at_s: float) -> list[CardNews]:
        news: list[CardNews] = []
        for move in moves:
            match move:
                case Came():
                    news += self._came(move, at_s)
                case Found():
                    news += self._found(move)
                case Went():
                    news += self._went(move.tag, move.zone, move.at_s)
                case _:
                    assert_never(move)
        return news

    def _came(self, move: Came, at_s: float) -> list[CardNews]:
        """A tag came, as is told at `at_s`."""
        self._strangers.went(move.tag)
        self._unseen.read(move.tag)
        if move.zone == STUB:
            left = self._went(move.tag, move.before, move.by_s)
            self._strangers.came(move.tag, STUB, self._period_s(STUB), move.by_s, at_s)
            return left
        handle = self._vault.handle(move.tag)
        if isinstance(handle, str):
            self._vault.lies(move.tag, move.zone)
            seal = self._sealed(handle, move.zone)
            return [*self._other_deck(move.by_s), CardArrived(handle, move.zone, move.after_s, move.by_s, seal)]
        self._strangers.came(move.tag, move.zone, self._period_s(move.zone), move.by_s, at_s)
        return []

    def _found(self, move: Found) -> list[CardNews]:
        """What lay there before anyone looked is in the inventory; only a stranger must be told of."""
        if move.zone != STUB and isinstance(self._vault.handle(move.tag), str):
            self._vault.lies(move.tag, move.zone)
            return self._other_deck(move.at_s)
        self._strangers.came(move.tag, move.zone, self._period_s(move.zone), move.at_s, move.at_s)
        return []

    def _other_deck(self, at_s: float) -> list[CardNews]:
        """Most cards on the felt turned out to be of another deck than was taken to be in play: all is told anew."""
        news: list[CardNews] = []
        dropped = dict(self._vault.dropped)
        if not dropped:
            return news
        self._vault.dropped.clear()
        for zone in self._presence.in_sight():
            for tag in self._presence.tags_at(zone):
                if tag in dropped and zone != STUB:
                    news.append(CardLeft(dropped[tag], zone, at_s))
                    self._strangers.came(tag, zone, self._period_s(zone), at_s, at_s)
        for tag, zone in self._strangers.cleared():
            handle = self._vault.handle(tag)
            if isinstance(handle, str):
                self._vault.lies(tag, zone)
                news.append(CardArrived(handle, zone, at_s, at_s, self._sealed(handle, zone)))
        return news

    def _period_s(self, zone: Zone) -> float:
        return self._periods_s.get(zone, 0.1)

    def _went(self, tag: bytes, zone: Zone | None, at_s: float) -> list[CardNews]:
        handle = self._vault.handle_of(tag)
        self._vault.taken(tag)
        self._strangers.went(tag)
        if handle is None or zone is None or zone == STUB:
            return []
        return [CardLeft(handle, zone, at_s)]

    def _riffled(self, at_s: float) -> list[CardNews]:
        """All handles are void once the deck is mixed; cards not yet missed long enough have left all the same."""
        holds, hidden, elsewhere_s = self._presence.elsewhere(STUB)
        empty = not holds and (not hidden or self._is_gathered_deck())
        if not self._riffles.mixed(elsewhere_s, empty=empty, at_s=at_s):
            return []
        left = self._tell(self._presence.vacate(STUB, at_s), at_s)
        for tag in self._riffles.tags:
            self._unseen.read(tag)
        self._vault.riffled(self._riffles.tags)
        self._strangers.riffled(at_s)
        return [*left, DeckRiffled(at_s)]

    def _is_gathered_deck(self) -> bool:
        """Whether cards that lay on the felt are mixed with the rest: then those that lay out of sight are, too."""
        return sum(self._vault.handle_of(tag) is not None for tag in self._riffles.tags) >= DEALT_IN_THE_DECK
