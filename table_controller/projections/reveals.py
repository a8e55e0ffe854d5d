"""What a journal says of hidden cards: which were sealed, which were released, and whether each is what was promised.

A seal is in the journal from the moment at which its card was read. So whoever holds a journal, or a copy of it from
before, can prove every card that is released later against it: nobody has exchanged one.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import (
    CardArrived,
    CardNamed,
    CardsSealed,
    Handle,
    KeysReleased,
    Seal,
)
from firmware_bridge.vocabulary.seals import SealBroken, open_seal, proves
from table_controller.vocabulary.record import Record


class Released(Struct, frozen=True):
    """A hidden card that lay at `seat` in `hand`, by the key or the salt that proves it."""

    hand: int
    seat: int
    handle: Handle
    card: Card


class Reveals:
    """Take the records of a journal in their order."""

    def __init__(self) -> None:
        self._seals: dict[tuple[str, int], list[tuple[Handle, Seal]]] = {}
        self._of_card: dict[Handle, list[Seal]] = {}
        self.released: dict[tuple[int, int], tuple[Released, ...]] = {}
        """By hand and seat, those whose key was given out."""
        self._opened: dict[str, list[Released]] = {}
        self.deals: dict[str, int] = {}
        """The hands of this journal of which cards were sealed: number by deal."""
        self.named = 0
        """Cards that were turned up and proved at once."""
        self.unproved = 0
        """Cards that were turned up without a proof: the bridge had begun anew since it sealed them."""
        self.broken: list[str] = []
        """What does not hold, each in a sentence."""

    @property
    def seals(self) -> int:
        """How many cards were sealed; one whose bridge began anew may have two seals, and counts once."""
        return sum(len(_cards(seals)) for seals in self._seals.values())

    @property
    def sealed(self) -> int:
        """How many of them no key has opened yet."""
        waits = (seals for (deal, seat), seals in self._seals.items() if (self.deals[deal], seat) not in self.released)
        return sum(len(_cards(seals)) for seals in waits)

    def take(self, record: Record) -> None:
        """One record more."""
        match record.cause:
            case CardArrived(handle=handle, seal=Seal() as seal):
                self._sealed(handle, seal)
            case CardsSealed(seals=seals):
                for handle, seal in seals:
                    self._sealed(handle, seal)
            case CardNamed() as named:
                self._named(named)
            case KeysReleased() as released if released.deal in self.deals:
                self._open(released)
            case _:
                pass

    def _sealed(self, handle: Handle, seal: Seal) -> None:
        self.deals[seal.deal] = seal.hand
        known = self._seals.setdefault((seal.deal, seal.seat), [])
        if (handle, seal) in known:
            return  # told again
        if any(other.number == seal.number for _, other in known):
            self.broken.append(f"hand {seal.hand}, seat {seal.seat}: seal {seal.number} was exchanged for another one")
        known.append((handle, seal))
        self._of_card.setdefault(handle, []).append(seal)

    def _named(self, named: CardNamed) -> None:
        seals = self._of_card.get(named.handle, [])
        if not seals:
            return  # of the board, or turned up on its way
        if not named.salt:
            self.unproved += 1
        elif any(proves(seal, named.card, bytes.fromhex(named.salt)) for seal in seals):
            self.named += 1
        else:
            self.broken.append(
                f"hand {seals[-1].hand}, seat {seals[-1].seat}: {named.card} is not what was sealed there"
            )

    def _open(self, told: KeysReleased) -> None:
        for seat, key in told.keys:
            cards: dict[Handle, Released] = {}
            for handle, seal in self._seals.get((told.deal, seat), []):
                try:
                    cards[handle] = Released(told.hand, seat, handle, open_seal(seal, bytes.fromhex(key)))
                except SealBroken as problem:
                    self.broken.append(str(problem))
            if cards:
                self.released[told.hand, seat] = tuple(cards.values())
        self._opened[told.deal] = [
            one for (hand, _), cards in self.released.items() if hand == told.hand for one in cards
        ]

    def released_of(self, deal: str) -> Iterable[Released]:
        """The hidden cards of one hand that were released."""
        return self._opened.get(deal, ())


def _cards(seals: Iterable[tuple[Handle, Seal]]) -> set[Handle]:
    return {handle for handle, _ in seals}


def reveals_of(records: Iterable[Record]) -> Reveals:
    """What all these records say."""
    found = Reveals()
    for record in records:
        found.take(record)
    return found
