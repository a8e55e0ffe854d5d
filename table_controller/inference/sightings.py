"""Card sightings to events: dealt, burned, boarded, mucked, strayed, gathered.

Reasons. A card that no zone has shown since the riffle came off the deck; where it first
appears says what it is. A card seen before is only ever *moved*: over the board antenna it is
not dealt there, and at another seat it is not dealt again. A card that stops being read is
somewhere unknown, which says nothing: a fold needs cards at the muck (all of the seat's, or
some with the others gone from the seat). Cards at the stub say nothing at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from firmware_bridge.vocabulary.observations import CardArrived, CardLeft, Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, STUB, Zone, seat_zone, zone_kind, zone_seat
from table_controller.game.state.custody import Cards, where
from table_controller.game.state.hand import Arrival
from table_controller.vocabulary.events import CardBoarded, CardBurned, CardDealt, CardsMucked, CardStrayed, Event

MISREAD_S: Final = 2.1
"""A card that may have come to the place beside so soon after it was first read never lay at the first one: a hand
takes longer to carry it there. Counted to the last moment before it came: an antenna that overhears the place beside it
for a while keeps the card for that while, and presence takes half a second more to move it."""

_NOTHING: Final[Mapping[Handle, Sighting]] = MappingProxyType({})


class Sighting(Struct, frozen=True):
    """Where a card was last read, whether it still is, and the seat it was dealt to (None: burn, board, stray).

    It has `moved` if it was read elsewhere before.
    """

    zone: Zone
    present: bool
    owner: int | None
    since_s: float
    moved: bool = False


class Sightings(Struct, frozen=True):
    """Every card seen since the riffle."""

    cards: Mapping[Handle, Sighting] = field(default_factory=lambda: _NOTHING)
    folded: frozenset[int] = frozenset()

    def with_card(self, handle: Handle, sighting: Sighting) -> Sightings:
        """A copy in which `handle` was seen so."""
        return replace(self, cards={**self.cards, handle: sighting})

    def without(self, handle: Handle) -> Sightings:
        """A copy that never saw `handle`."""
        return replace(self, cards={card: seen for card, seen in self.cards.items() if card != handle})

    def dealt_anew(self, before: Cards, after: Cards) -> Sightings:
        """With the cards that a correction, or its undoing, has told of another seat: there they were dealt to."""
        sightings = self
        for handle, seen in self.cards.items():
            was, now = where(before, handle), where(after, handle)
            if was == now or was != seen.zone or now is None or (seat := zone_seat(Zone(now))) is None:
                continue
            if zone_kind(Zone(now)) == "seat":
                sightings = sightings.with_card(handle, replace(seen, zone=Zone(now), owner=seat))
        return sightings

    def gone_on(self, before: Sequence[Arrival], after: Sequence[Arrival]) -> Sightings:
        """With the cards of a deal that went on to another seat than they were dealt to: they are of its hand."""
        sightings = self
        for old, new in zip(before, after, strict=False):
            if old.handle == new.handle and old.seat != new.seat and (seen := sightings.cards.get(new.handle)):
                sightings = sightings.with_card(new.handle, replace(seen, owner=new.seat))
        return sightings

    @property
    def shows_a_card(self) -> bool:
        """Whether any card is in sight."""
        return any(seen.present for seen in self.cards.values())

    def hand_of(self, seat: int) -> dict[Handle, Sighting]:
        """The cards dealt to a seat, wherever they are now."""
        return {handle: seen for handle, seen in self.cards.items() if seen.owner == seat}

    def fold(self, seat: int, at_s: float) -> tuple[Sightings, tuple[Event, ...]]:
        """A copy in which `seat` has folded, with the event; nothing new if it had before."""
        return (self, ()) if seat in self.folded else self.fold_by_word(seat, at_s)

    def fold_by_word(self, seat: int, at_s: float) -> tuple[Sightings, tuple[Event, ...]]:
        """The same by the dealer's word, which counts once more where its first fold was undone."""
        return replace(self, folded=self.folded | {seat}), (CardsMucked(seat, tuple(self.hand_of(seat)), at_s),)


def arrived(sightings: Sightings, seen: CardArrived) -> tuple[Sightings, tuple[Event, ...]]:
    """What an arrival means."""
    kind = zone_kind(seen.zone)
    if seen.zone == STUB:
        return sightings, ()
    before = sightings.cards.get(seen.handle)
    if before is None or was_misread(sightings, before, seen):
        return _off_the_deck(sightings, seen, kind)
    if _only_heard(before, seen):
        return sightings.with_card(seen.handle, replace(before, present=False, since_s=seen.by_s)), ()
    moved = before.moved or before.zone != seen.zone
    after = sightings.with_card(seen.handle, Sighting(seen.zone, True, before.owner, seen.by_s, moved))
    if before.zone == seen.zone:
        if before.owner not in after.folded or before.present or zone_seat(seen.zone) != before.owner:
            return after, ()
        # its hand was folded without it: nobody had read it in the muck, and it lies where it was dealt
        return after, (CardStrayed(seen.handle, seen.zone, seen.by_s),)
    if seen.zone == MUCK:
        if before.owner in after.folded and before.zone != seat_zone(before.owner):
            return after, (CardStrayed(seen.handle, seen.zone, seen.by_s),)  # it lay at another seat, and is back
        return mucked(after, seen.handle, seen.by_s)
    if before.owner is not None and before.owner == zone_seat(seen.zone):  # given back: it may be folded once more
        after = replace(after, folded=after.folded - {before.owner})
    # a burn that the board heard first may have lain there since then, if the reader of the burns was away
    since_s = max(before.since_s, seen.after_s) if (before.zone, seen.zone) == (BOARD, BURN) else seen.by_s
    return after, (CardStrayed(seen.handle, seen.zone, since_s),)


def _only_heard(before: Sighting, seen: CardArrived) -> bool:
    """Whether the reader of the seat beside heard the card in the moment in which it came back: it may have flown by.

    Where it lies then is asked about, unless the muck shows it.
    """
    beside_it = zone_kind(seen.zone) == "seat" and beside(before.zone, seen.zone)
    return beside_it and before.owner == zone_seat(before.zone) and seen.after_s == seen.by_s


def may_be_overheard(before: Sighting, seen: CardArrived) -> bool:
    """Whether a card that comes out of the muck is heard by the seat beside its owner's: it may lie at its own."""
    return before.zone == MUCK and before.owner is not None and beside(seat_zone(before.owner), seen.zone)


def beside(one: Zone, other: Zone) -> bool:
    """Whether the antennas of two places lie next to each other: one in trouble may hear the other's cards."""
    seats = zone_seat(one), zone_seat(other)
    if seats[0] is not None and seats[1] is not None:
        return zone_kind(one) == zone_kind(other) == "seat" and abs(seats[0] - seats[1]) == 1
    return {one, other} in ({BURN, BOARD}, {BURN, MUCK})


def was_misread(sightings: Sightings, before: Sighting, seen: CardArrived) -> bool:
    """Whether the place beside read the card first and only once, as it flew by: then it came where it lies now.

    A seat that has as many cards as the one beside lacks none: over it a hand flies into the muck. To a hand that was
    folded no card comes. A burn that the muck hears for a while has been told as a burn before.
    """
    if before.moved:
        return False
    here, there = zone_seat(seen.zone), before.owner
    if (
        here is not None
        and there is not None
        and there not in sightings.folded
        and len(sightings.hand_of(here)) >= len(sightings.hand_of(there))
    ):
        return False
    deals = zone_kind(seen.zone) == "seat" or (before.zone, seen.zone) in ((BURN, BOARD), (MUCK, BURN))
    stays = before.present and before.owner == zone_seat(before.zone)  # one that had left was not overheard
    return deals and beside(before.zone, seen.zone) and stays and seen.after_s - before.since_s <= MISREAD_S


def _off_the_deck(sightings: Sightings, seen: CardArrived, kind: str) -> tuple[Sightings, tuple[Event, ...]]:
    seat = zone_seat(seen.zone)
    after = sightings.with_card(seen.handle, Sighting(seen.zone, True, seat, seen.by_s))
    if kind == "seat" and seat is not None:
        return after, (CardDealt(seat, seen.handle, seen.after_s, seen.by_s),)
    if seen.zone == BURN:
        return after, (CardBurned(seen.handle, seen.after_s, seen.by_s),)
    if seen.zone == BOARD:
        return after, (CardBoarded(seen.handle, seen.after_s, seen.by_s),)
    return after, (CardsMucked(None, (seen.handle,), seen.by_s),)


def left(sightings: Sightings, gone: CardLeft) -> tuple[Sightings, tuple[Event, ...]]:
    """What a departure means: at most that a half-seen fold is now whole."""
    before = sightings.cards.get(gone.handle)
    if before is None or before.zone != gone.zone:
        return sightings, ()
    after = sightings.with_card(gone.handle, replace(before, present=False, since_s=gone.at_s))
    if before.owner is not None and zone_kind(gone.zone) == "seat":
        return _whole_fold(after, before.owner, gone.at_s)
    return after, ()


def mucked(sightings: Sightings, handle: Handle, at_s: float) -> tuple[Sightings, tuple[Event, ...]]:
    """A card seen before now lies in the muck."""
    owner = sightings.cards[handle].owner
    if owner is None:
        return sightings, (CardsMucked(None, (handle,), at_s),)
    return _whole_fold(sightings, owner, at_s)


def _whole_fold(sightings: Sightings, seat: int, at_s: float) -> tuple[Sightings, tuple[Event, ...]]:
    """A fold if some of the seat's cards lie in the muck and none is still read elsewhere.

    One that lies with the burns, as an exposed card does that was replaced, is nobody's any more.
    """
    hand = sightings.hand_of(seat)
    in_muck = any(seen.zone == MUCK for seen in hand.values())
    still_out = any(seen.zone not in (MUCK, BURN) and seen.present for seen in hand.values())
    if not in_muck or still_out:
        return sightings, ()
    return sightings.fold(seat, at_s)


def missing_hands(sightings: Sightings) -> tuple[tuple[int, float], ...]:
    """Seats whose cards are read nowhere, with the time since when: the dealer will be asked."""
    since: dict[int, float] = {}
    for seen in sightings.cards.values():
        if seen.owner is not None and seen.owner not in sightings.folded and seen.zone != BURN:
            if seen.present or seen.zone == MUCK:
                since[seen.owner] = float("inf")
            else:
                since[seen.owner] = max(since.get(seen.owner, seen.since_s), seen.since_s)
    return tuple((seat, at_s) for seat, at_s in sorted(since.items()) if at_s != float("inf"))


def all_gathered(sightings: Sightings) -> bool:
    """Whether no card of this hand is read anywhere on the felt."""
    return bool(sightings.cards) and not any(seen.present for seen in sightings.cards.values())
