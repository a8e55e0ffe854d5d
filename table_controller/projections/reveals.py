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
        self._seals: dict[tuple[int, int], list[tuple[Handle, Seal]]] = {}
        self._of_card: dict[Handle, list[Seal]] = {}
        self.released: dict[tuple[int, int], tuple[Released, ...]] = {}
        """By hand and seat, those whose key was given out."""
        self.named = 0
        """Cards that were turned up and proved at once."""
        self.unproved = 0
        """Cards that were turned up without a proof: the bridge had begun anew since it sealed them."""
        self.broken: list[str] = []
        """What does not hold, each in a sentence."""

    @property
    def seals(self) -> int:
        """How many seals there are."""
        return sum(map(len, self._seals.values()))

    @property
    def sealed(self) -> int:
        """How many seals no key has opened yet."""
        return sum(len(seals) for place, seals in self._seals.items() if place not in self.released)

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
            case KeysReleased(hand=hand, keys=keys):
                self._opened(hand, keys)
            case _:
                pass

    def _sealed(self, handle: Handle, seal: Seal) -> None:
        known = self._seals.setdefault((seal.hand, seal.seat), [])
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

    def _opened(self, hand: int, keys: Iterable[tuple[int, str]]) -> None:
        for seat, key in keys:
            cards: dict[Handle, Released] = {}
            for handle, seal in self._seals.get((hand, seat), []):
                try:
                    cards[handle] = Released(hand, seat, handle, open_seal(seal, bytes.fromhex(key)))
                except SealBroken as problem:
                    self.broken.append(str(problem))
            if cards:
                self.released[hand, seat] = tuple(cards.values())


def reveals_of(records: Iterable[Record]) -> Reveals:
    """What all these records say."""
    found = Reveals()
    for record in records:
        found.take(record)
    return found
