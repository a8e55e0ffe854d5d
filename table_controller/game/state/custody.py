"""Where each card of the hand is and has been, whatever the game makes of it.

| what happens | the card                                    | why |
|--------------|---------------------------------------------|-----|
| seen         | lies in that zone and in no other           | a card is in one place |
| named        | keeps its name                              | what was public stays public |
| swapped      | has the name of another one of its zone     | people named both at once        |
| shuffled     | is forgotten                                | handles are void after a shuffle |
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.observations import Handle


class Located(Struct, frozen=True):
    """One card: where it is, where it was before in this hand, and its name once it is public.

    `keyed`: the dealer told the name, and no reader has yet.
    """

    handle: Handle
    zone: str
    trail: tuple[str, ...] = ()
    card: Card | None = None
    keyed: bool = False


Cards: TypeAlias = tuple[Located, ...]
"""All cards seen this hand, in the order in which they first appeared."""


def moved(cards: Cards, handle: Handle, zone: str) -> Cards:
    """The cards with one in a new place."""
    for at, card in enumerate(cards):
        if card.handle == handle:
            if card.zone == zone:
                return cards
            there = Located(handle, zone, (*card.trail, card.zone), card.card, card.keyed)
            return (*cards[:at], there, *cards[at + 1 :])
    return (*cards, Located(handle, zone))


def arrived(cards: Cards, handle: Handle, zone: str) -> Cards:
    """The cards with one that was not seen before."""
    return (*cards, Located(handle, zone))


def forgotten(cards: Cards, handles: Collection[Handle]) -> Cards:
    """The cards without those that were shuffled in again."""
    return tuple(card for card in cards if card.handle not in handles)


def named(cards: Cards, handle: Handle, name: Card, *, keyed: bool = False) -> Cards:
    """The cards with one named, by a reader or by key; an unknown handle names nothing."""
    for at, card in enumerate(cards):
        if card.handle == handle:
            return (*cards[:at], Located(handle, card.zone, card.trail, name, keyed), *cards[at + 1 :])
    return cards


def swapped(cards: Cards, handle: Handle, name: Card) -> Cards | None:
    """The cards with the names of two of one zone exchanged, so that `handle` has this one; None if it cannot be.

    Keys name the cards of a zone in the order of their faces; readers came to see them in another one.
    """
    own = next((card for card in cards if card.handle == handle), None)
    other = next((card for card in cards if card.card == name and own is not None and card.zone == own.zone), None)
    if own is None or other is None or own.card is None:
        return None
    return named(named(cards, handle, name), other.handle, own.card)


def lying(cards: Cards, zone: str) -> tuple[Handle, ...]:
    """The cards in a zone, in the order in which they first appeared."""
    return tuple([card.handle for card in cards if card.zone == zone])


def came_from(cards: Cards, zone: str, before: str) -> tuple[Handle, ...]:
    """The cards in a zone that lay in `before` until they came there."""
    return tuple([card.handle for card in cards if card.zone == zone and card.trail[-1:] == (before,)])


def located(cards: Cards, handle: Handle) -> Located | None:
    """All that is known of a card, None if it was not seen this hand."""
    for card in cards:
        if card.handle == handle:
            return card
    return None


def where(cards: Cards, handle: Handle) -> str | None:
    """The zone of a card, None if it was not seen this hand."""
    seen = located(cards, handle)
    return None if seen is None else seen.zone


def names(cards: Cards, handles: tuple[Handle, ...]) -> tuple[Card, ...] | None:
    """The names of these cards, None unless all are known."""
    if not handles:
        return ()
    known = {card.handle: card.card for card in cards if card.card is not None}
    found = tuple([known[handle] for handle in handles if handle in known])
    return found if len(found) == len(handles) else None
