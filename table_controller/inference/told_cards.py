"""Cards that keys told of, as readers come to see them: the same cards, not more of them.

`Told` are those in the books, by zone, that no reader has seen yet. A card that is read there for the first time is
one of them, whether its reader has woken up or was only slower than the dealer's key.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct

from firmware_bridge.vocabulary.observations import CardArrived, Handle, Inventory
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BURN, Zone, seat_zone, zone_kind, zone_seat
from table_controller.game.state.custody import Cards, Located, lying
from table_controller.inference.card_gaps import YES_NO, CardGap
from table_controller.inference.doubt import PATIENCE_S, Doubt
from table_controller.inference.sightings import Sighting, Sightings
from table_controller.vocabulary.events import CardRecognised, is_told, told_handle

ToldCards: TypeAlias = Mapping[Zone, tuple[Handle, ...]]
Overhearing: TypeAlias = Mapping[Zone, bool]
"""Zones that may hear cards beside them; whether such a card is surely heard from there."""
NO_OVERHEARING: Final[Overhearing] = MappingProxyType({})
NOTHING_TOLD: Final[ToldCards] = MappingProxyType({})


class Unread(Struct, frozen=True):
    """What the hand holds that no reader has seen, as it bears on the next card that is read.

    `told` are cards that only keys have told of; a zone that `overhears` may hear those beside it. The seat to act has
    its hand in `to_act` if its reader is out and has never seen a card of it. `burn_due`: the next street has no burn.
    """

    told: ToldCards = NOTHING_TOLD
    overhears: Overhearing = NO_OVERHEARING
    to_act: Zone | None = None
    burn_due: bool = False


ALL_READ: Final = Unread()

_IMPLIED_FROM: Final = 100
"""Where the numbers of implied cards begin: an event that a key stands for tells of fewer."""

ABSENT: Final = ("gap-not-dealt", "gap-not-burned")
"""Questions whether a card came at all that was taken to have come where no reader lived."""


def told_cards(cards: Cards, gap: CardGap) -> ToldCards:
    """The cards that only keys have told of, by the zone in which they lie.

    Not those that lie there by the dealer's word while their reader shows none: what it reads next is another card.
    """
    told: dict[Zone, tuple[Handle, ...]] = {}
    for card in cards:
        if is_told(card.handle) and card.handle not in gap.let_be:
            zone = Zone(card.zone)
            told[zone] = (*told.get(zone, ()), card.handle)
    return told or NOTHING_TOLD


def implied_handle(number: int, at: int) -> Handle:
    """The handle of a card that nobody keyed: it must have come where no reader lived, before event `number`."""
    return told_handle(number, _IMPLIED_FROM + at)


def _is_implied(handle: Handle) -> bool:
    return is_told(handle) and int(handle.rpartition("-")[2]) >= _IMPLIED_FROM


def unconfirmed(cards: Cards, gap: CardGap) -> Mapping[Zone, tuple[Handle, ...]]:
    """Cards that were taken to have come where no reader lived and of which nobody has told since, by zone.

    Of the burn pile only the last one counts: of a pile, readers see the top.
    """
    found: dict[Zone, tuple[Handle, ...]] = {}
    for card in cards:
        if _is_implied(card.handle) and _may_lack(card, cards, gap):
            zone = Zone(card.zone)
            found[zone] = (*found.get(zone, ()), card.handle)
    return found


def not_shown(cards: Cards, gap: CardGap) -> Mapping[Zone, tuple[Handle, ...]]:
    """Those of them that lie in zones whose readers are back and do not show them."""
    found = unconfirmed(cards, gap)
    return {zone: found[zone] for zone in found if zone in gap.returned and zone not in gap.dark}


def _may_lack(card: Located, cards: Cards, gap: CardGap) -> bool:
    """Whether nothing else says that it came: it was not moved, its face is not known, the dealer did not say so."""
    if card.trail or card.card is not None or card.handle in gap.let_be:
        return False
    return zone_kind(Zone(card.zone)) == "seat" or lying(cards, BURN)[-1:] == (card.handle,)


def absence_doubts(cards: Cards, gap: CardGap) -> tuple[Doubt, ...]:
    """The questions whether such cards came at all."""
    doubts = []
    for zone in not_shown(cards, gap):
        kind = "gap-not-burned" if zone == BURN else "gap-not-dealt"
        due_s = gap.returned[zone] + PATIENCE_S
        doubts.append(Doubt(f"{kind}:{zone}", kind, zone_seat(zone), YES_NO, due_s))
    return tuple(doubts)


def let_be(gap: CardGap, handles: Collection[Handle], zone: Zone) -> CardGap:
    """The gap after the dealer said that these cards lie at `zone`, though nobody reads them."""
    return replace(gap, let_be={**gap.let_be, **dict.fromkeys(handles, zone)})


def overhearing(told: ToldCards, due: Collection[int], next_seen: int | None, seats: int) -> Overhearing:
    """Seats whose antenna may hear a card of the seat beside it, whose own reader is dead.

    A card that is heard first at a seat to which none is due, while one is due beside it, is taken for that. Later
    it may be that one, or one too many: the dealer is asked. He is asked as well of a card at a seat whose turn has
    not come; `next_seen` is the seat at which the next card of the deal will be read.
    """
    dead = [seat for zone in told if (seat := zone_seat(zone)) is not None]
    heard: dict[Zone, bool] = {}
    for one in dead:
        for seat in (one - 1, one + 1):
            if 1 <= seat <= seats and seat != next_seen:
                heard[seat_zone(seat)] = heard.get(seat_zone(seat), False) or (one in due and seat not in due)
    return heard


def arrived(
    sightings: Sightings, seen: CardArrived, told: ToldCards
) -> tuple[Sightings, tuple[CardRecognised, ...]] | None:
    """What an arrival means if it is a card that was told of; None if it is none."""
    if seen.handle in sightings.cards or not told.get(seen.zone):
        return None
    return recognised(sightings, seen.handle, seen.zone, told[seen.zone][0], seen.by_s)


def looked(sightings: Sightings, seen: Inventory, told: ToldCards) -> tuple[Sightings, tuple[CardRecognised, ...]]:
    """What a look at the whole felt finds of the cards that were told of."""
    events: tuple[CardRecognised, ...] = ()
    for zone, handles in seen.cards if told else ():
        new = [handle for handle in handles if handle not in sightings.cards]
        for handle, name in zip(new, told.get(zone, ()), strict=False):
            sightings, more = recognised(sightings, handle, zone, name, seen.at_s)
            events = (*events, *more)
    return sightings, events


def found(
    sightings: Sightings, gap: CardGap, told: ToldCards, at_s: float
) -> tuple[Sightings, CardGap, tuple[CardRecognised, ...]]:
    """Cards about which the dealer was to be asked, and of which he has told by now."""
    events: tuple[CardRecognised, ...] = ()
    left = {zone: list(names) for zone, names in told.items()}
    for handle, lies in gap.found.items() if told else ():
        if handle not in sightings.cards and left.get(lies.zone):
            sightings, more = recognised(sightings, handle, lies.zone, left[lies.zone].pop(0), at_s)
            gap, events = gap.without(handle), (*events, *more)
    return sightings, gap, events


def recognised(
    sightings: Sightings, handle: Handle, zone: Zone, told: Handle, at_s: float
) -> tuple[Sightings, tuple[CardRecognised, ...]]:
    """A card that is read for the first time is the one that keys told of as `told`, and lies in `zone`."""
    seen = sightings.with_card(handle, Sighting(zone, True, zone_seat(zone), at_s))
    return seen, (CardRecognised(told, handle, at_s),)
