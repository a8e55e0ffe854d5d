"""Who may know which card: handles, where each was seen, and what may be named.

A handle stands for one card from its first read until the next shuffle that could include it: the
riffle that the stub antenna saw, or, once the hand has ended, the moment at which the card was taken
from the felt (from then on the dealer may mix it in, seen or not). So no handle joins two deals: a
card tabled in one hand tells nothing of the next. Cards that go back into the stub in the middle of a hand
(`ForgetCards`) lose theirs as they leave the felt.

Cards at the stub get no handle: what lies on top of the deck is nobody's business, and a handle given
there could be followed to a seat.

Registered decks alternate. The one that was riffled is in play. Where the riffle was not seen, the cards on the felt
decide, as they come: most of them are of the deck in play, and what is of another one is strange.

What a vault must not forget when its process dies (`Memory`) is the handles, where each lay, and how many riffles
it saw. Where the cards lie now is not part of it: the readers say so when they return.

A card is named only when asked for. For the board it is refused if its handle ever lay at a seat, in the
muck or at the burn, because a fold may slide over the board antenna.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import CardNamed, CardWithheld, Handle
from firmware_bridge.vocabulary.zones import BOARD, STUB, Zone, zone_kind

StrangerKind: TypeAlias = Literal["foreign", "other-deck", "duplicate"]

_HIDING: Final = ("seat", "muck", "burn")
"""Kinds of zone where a card lies face down."""

_MINT_TRIES: Final = 100


class Stranger(Struct, frozen=True):
    """Why a tag can have no handle."""

    kind: StrangerKind


@dataclass(frozen=True, slots=True)
class Kept:
    """One handle that is out: its tag, and the kinds of zone where its card lay."""

    tag: bytes = field(repr=False)
    handle: Handle
    lay_at: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Memory:
    """What outlives the process of a vault; a secret as a whole, for it holds tags."""

    deck: str | None = None
    hand: int | None = None
    shuffles: int = 0
    cards: tuple[Kept, ...] = field(default=(), repr=False)


@dataclass(slots=True)
class _Known:
    """One card of the deck in play since its first read: its handle and the kinds of zone where it lay."""

    handle: Handle
    tag: bytes = field(repr=False)
    card: Card = field(repr=False)
    lay_at: set[str] = field(default_factory=set)
    on_felt: bool = False
    returns: bool = False


class Vault:
    """Tag ids, cards and handles of one table."""

    __slots__ = (
        "_began_after",
        "_by_handle",
        "_by_tag",
        "_deck",
        "_hand",
        "_met",
        "_mint",
        "_tag_of_card",
        "book",
        "changes",
        "dropped",
        "shuffles",
    )

    def __init__(self, book: DeckBook, mint: Callable[[], str], memory: Memory | None = None) -> None:
        self._mint = mint
        self.book = book
        """The registered decks."""
        self._deck: str | None = book.names[0] if len(book.names) == 1 else None
        self._hand: int | None = None
        self._by_tag: dict[bytes, _Known] = {}
        self._by_handle: dict[Handle, _Known] = {}
        self._tag_of_card: dict[Card, bytes] = {}
        self._met: dict[bytes, str] | None = None if self._deck else {}
        """Cards met since it became doubtful which deck is in play, and their decks; None while there is no doubt."""
        self._began_after = -1
        self.dropped: list[tuple[bytes, Handle]] = []
        """Tags whose handles are void since another deck turned out to be in play, for the watch to take."""
        self.shuffles = 0
        """How many riffles were told, in this process and those before it."""
        self.changes = 0
        """How often what must outlive this process has changed."""
        if memory is not None:
            self._remember(memory)

    def __repr__(self) -> str:
        """The deck in play and how many handles are out; never a tag or a card."""
        return f"Vault(deck={self._deck}, hand={self._hand}, handles={len(self._by_handle)})"

    def handle(self, tag: bytes, zone: Zone = BOARD) -> Handle | Stranger:
        """The handle of `tag`, minted now if it is read for the first time, in `zone`; or why it can have none."""
        known = self._by_tag.get(tag)
        if known is not None:
            return known.handle
        registered = self.book.find(tag)
        if registered is None:
            return Stranger("foreign")
        self._meet(tag, registered.deck)
        stranger = self.stranger(tag, zone)
        if stranger is not None:
            return stranger
        self._know(_Known(self._fresh_handle(), tag, registered.card))
        return self._by_tag[tag].handle

    def stranger(self, tag: bytes, zone: Zone) -> Stranger | None:
        """Why `tag` can be no card of the deck in play; None if it can, or if no deck is in play yet.

        At the stub the other deck may lie to be shuffled: it is strange there only while a hand is played from this
        one, and never called a duplicate.
        """
        registered = self.book.find(tag)
        if registered is None:
            return Stranger("foreign")
        if self._deck is None or tag in self._by_tag:
            return None
        other = registered.deck != self._deck
        if zone == STUB and (other or self._hand is None):
            return Stranger("other-deck") if other and self._hand is not None and self._met is None else None
        if registered.card in self._tag_of_card:
            return Stranger("duplicate")
        return Stranger("other-deck") if other else None

    def _meet(self, tag: bytes, deck: str) -> None:
        """A card of `deck` lies on the felt: where the riffle was not seen, most cards decide which deck is in play."""
        if self._met is None:
            return
        self._met[tag] = deck
        decks = Counter(self._met.values())
        if deck == self._deck or decks[deck] <= decks[self._deck or ""]:
            return
        for known in tuple(self._by_tag.values()):
            self.dropped.append((known.tag, known.handle))
            self._void(known)
        self._deck = deck
        self.changes += 1

    def _doubt(self) -> None:
        """The hand is over and no riffle was seen since it began: the next deal may come from another deck."""
        self._met = {} if len(self.book.names) > 1 else None

    def handle_of(self, tag: bytes) -> Handle | None:
        """The handle of `tag` if it has one."""
        known = self._by_tag.get(tag)
        return known.handle if known is not None else None

    def tag_of(self, handle: Handle) -> bytes | None:
        """The tag that `handle` stands for, None for a void handle."""
        known = self._by_handle.get(handle)
        return known.tag if known is not None else None

    def card_of(self, handle: Handle) -> Card | None:
        """The card that `handle` stands for, to be sealed where it lies; None for a void handle."""
        known = self._by_handle.get(handle)
        return known.card if known is not None else None

    def lies(self, tag: bytes, zone: Zone) -> None:
        """The card lies in `zone` now: remembered for as long as its handle lives."""
        known = self._by_tag.get(tag)
        if known is not None:
            self.changes += zone_kind(zone) not in known.lay_at
            known.lay_at.add(zone_kind(zone))
            known.on_felt = True

    def taken(self, tag: bytes) -> None:
        """The card was taken from the felt, to the stub or out of sight."""
        known = self._by_tag.get(tag)
        if known is not None:
            known.on_felt = False
            if self._hand is None or known.returns:
                self._void(known)

    def forget(self, handles: Iterable[Handle]) -> None:
        """These cards go back into the deck: their handles are void as soon as they are off the felt."""
        for known in [known for handle in handles if (known := self._by_handle.get(handle)) is not None]:
            known.returns = True
            if not known.on_felt:
                self._void(known)

    def riffled(self, tags: Iterable[bytes]) -> None:
        """The deck was mixed, and these tags were read meanwhile: all handles are void; whose deck it is plays on."""
        self._by_tag.clear()
        self._by_handle.clear()
        self._tag_of_card.clear()
        self.shuffles += 1
        self.changes += 1
        self._met = None
        self.dropped.clear()
        decks = Counter(found.deck for tag in tags if (found := self.book.find(tag)) is not None)
        if decks:
            self._deck = decks.most_common(1)[0][0]
        elif self._deck is None:
            self._met = {}

    @property
    def hand(self) -> int | None:
        """The hand under way, None between hands."""
        return self._hand

    def hand_started(self, hand: int) -> None:
        """Hand number `hand` is under way; what is left of an earlier one is over."""
        if self._hand == hand:
            self._began_after = self.shuffles
            return
        if self._hand is not None and self._began_after == self.shuffles:
            self._doubt()
        self._hand, self._began_after = hand, self.shuffles
        self._void_all_off_the_felt()

    def hand_ended(self, hand: int) -> None:
        """That hand, if it is the present one, is over: handles of cards no longer on the felt are void."""
        if self._hand != hand:
            return
        self._hand = None
        if self._began_after == self.shuffles:
            self._doubt()
        self._void_all_off_the_felt()

    def name(
        self, handle: Handle, why: Literal["board", "up", "tabled", "exposed"], at_s: float
    ) -> CardNamed | CardWithheld:
        """The card of `handle`, or the reason why it stays hidden."""
        known = self._by_handle.get(handle)
        if known is None:
            return CardWithheld(handle, "unknown-handle", at_s)
        if why in ("board", "up"):
            for kind in _HIDING:
                if kind in known.lay_at:
                    return CardWithheld(handle, f"seen-at-{kind}", at_s)
        return CardNamed(handle, known.card, at_s)

    def memory(self) -> Memory:
        """What must outlive this process."""
        cards = tuple(Kept(known.tag, known.handle, tuple(sorted(known.lay_at))) for known in self._by_tag.values())
        return Memory(self._deck, self._hand, self.shuffles, cards)

    def _remember(self, memory: Memory) -> None:
        """Take up what an earlier process knew; cards that are not registered any more are forgotten."""
        if memory.deck in self.book.names:
            self._deck = memory.deck
            self._met = None
        self._hand, self.shuffles, self._began_after = memory.hand, memory.shuffles, memory.shuffles
        for kept in memory.cards:
            registered = self.book.find(kept.tag)
            if registered is not None and registered.deck == self._deck:
                self._know(_Known(kept.handle, kept.tag, registered.card, set(kept.lay_at)))

    def _know(self, known: _Known) -> None:
        self._by_tag[known.tag] = self._by_handle[known.handle] = known
        self._tag_of_card[known.card] = known.tag
        self.changes += 1

    def _void_all_off_the_felt(self) -> None:
        self.changes += 1
        for known in [known for known in self._by_tag.values() if not known.on_felt]:
            self._void(known)

    def _void(self, known: _Known) -> None:
        self.changes += 1
        del self._by_tag[known.tag]
        del self._by_handle[known.handle]
        del self._tag_of_card[known.card]

    def _fresh_handle(self) -> Handle:
        for _ in range(_MINT_TRIES):
            handle = Handle(self._mint())
            if handle not in self._by_handle:
                return handle
        raise RuntimeError(f"the mint gave {_MINT_TRIES} handles that are in use: it must give new ones")
