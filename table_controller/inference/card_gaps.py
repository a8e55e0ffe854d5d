"""Cards that moved while nobody looked: where the felt differs from the last word, each a question to the dealer.

| the felt shows                                  | the question                     | the answer makes |
|-------------------------------------------------|----------------------------------|------------------|
| a card never seen before, at a seat             | dealt?                           | `CardDealt`      |
| … at the burn, on the board                     | burned? dealt to the board?      | `CardBurned`, `CardBoarded` |
| … there, more than one street (`street_gaps`)    | dealt, each in its turn?         | the same, street by street |
| cards of a seat in the muck                     | folded?                          | `CardsMucked`    |
| a card without a seat in the muck               | put into the muck?               | `CardsMucked`    |
| a card where it did not lie                     | does it lie there?               | `CardStrayed`    |
| a card of a seat nowhere, others still there    | folded?                          | `CardsMucked`    |
| a card of the board or the burn nowhere         | taken away?                      | `CardStrayed`    |
| no card, and the hand is over                   | gathered?                        | `HandPutAway`    |
| the deck was riffled                            | new hand?                        | `Riffled`        |

What is found is level: a later look, or the card itself where it comes to lie, takes the question away. A card whose
zone comes back into sight is missed some scans later only: what leaves within `RETURN_S` of that was taken unseen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from firmware_bridge.vocabulary.observations import CardArrived, CardLeft, Handle, Inventory
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, BURN, MUCK, STUB, Zone, seat_zone, zone_kind, zone_seat
from table_controller.inference.doubt import GAP_PATIENCE_S, PATIENCE_S, Doubt
from table_controller.inference.sensor_status import SILENT_AFTER_S
from table_controller.inference.sightings import Sighting, Sightings, all_gathered, was_misread
from table_controller.vocabulary.events import (
    CardBoarded,
    CardBurned,
    CardDealt,
    CardsMucked,
    CardStrayed,
    Event,
    HandPutAway,
    Riffled,
)

YES_NO: Final = ("yes", "no")
NO_YES: Final = ("no", "yes")
"""Where a wrong yes kills a hand."""
RIFFLED, GATHERED = "gap-riffled", "gap-gathered-hand"
TAKEN: Final = MappingProxyType({BOARD: "gap-unboarded", BURN: "gap-unburned"})
"""Questions about cards that are missing from the middle, by zone."""

RETURN_S: Final = 1.5
"""How long after a zone came back a card may still turn out to be missing: its leave time (8 scans and 0.8 s), one
scan more, and the way of the news."""

READ_S: Final = 0.2
"""How long a card may lie until its reader has told of it: two scans."""


class Found(Struct, frozen=True):
    """Where a card was found that should not lie there, since when that is known, and since when its zone may be dark.

    `dark_s` is 0 if that is not known.
    """

    zone: Zone
    since_s: float
    dark_s: float = 0.0


_NOBODY: Final[Mapping[Handle, Found]] = MappingProxyType({})
_ALLOWED: Final[Mapping[Handle, Zone]] = MappingProxyType({})
_ALWAYS: Final[Mapping[Zone, float]] = MappingProxyType({})


class CardGap(Struct, frozen=True):
    """What gaps left open: cards `found`, cards `missing`, and those the dealer let be.

    `returned` says when zones came back into sight, `dark` which are out of it, and since when, `cut` those of them
    that were read until then, `was_dark` since when those may have been that are back; `shuffles` counts the riffles
    that the bridge has told of; `riffled_s` and `gathered_s` are when it was found that one was missed, and that a
    finished hand is gone.
    """

    found: Mapping[Handle, Found] = field(default_factory=lambda: _NOBODY)
    missing: frozenset[Handle] = frozenset()
    let_be: Mapping[Handle, Zone] = field(default_factory=lambda: _ALLOWED)
    shuffles: int | None = None
    riffled_s: float | None = None
    gathered_s: float | None = None
    returned: Mapping[Zone, float] = field(default_factory=lambda: _ALWAYS)
    dark: Mapping[Zone, float] = field(default_factory=lambda: _ALWAYS)
    cut: frozenset[Zone] = frozenset()
    was_dark: Mapping[Zone, float] = field(default_factory=lambda: _ALWAYS)

    def without(self, handle: Handle) -> CardGap:
        """A copy in which nothing is open about a card: it was seen."""
        if handle not in self.found and handle not in self.missing and handle not in self.let_be:
            return self
        return replace(
            self,
            found={card: found for card, found in self.found.items() if card != handle},
            missing=self.missing - {handle},
            let_be={card: zone for card, zone in self.let_be.items() if card != handle},
        )

    def with_found(self, handle: Handle, zone: Zone, at_s: float) -> CardGap:
        """A copy in which a card was found at `zone`."""
        old = self.found.get(handle)
        if old is not None and old.zone == zone:
            return self
        found = Found(zone, at_s, self.was_dark.get(zone, 0.0))
        return replace(self, found={**self.found, handle: found}, missing=self.missing - {handle})

    def letting_be(self, cards: Mapping[Handle, Zone]) -> CardGap:
        """A copy in which the dealer has said that these cards mean nothing where they lie."""
        return replace(self, let_be={**self.let_be, **cards})

    def came_back(self, zone: Zone, at_s: float) -> CardGap:
        """A copy in which `zone` came into sight at `at_s`."""
        return replace(self, returned={**self.returned, zone: at_s}).without_dark((zone,))

    def went_dark(self, zone: Zone, at_s: float) -> CardGap:
        """A copy in which `zone` is out of sight, since `at_s` if it was not before."""
        return replace(self, dark={zone: at_s, **self.dark})

    def cut_off(self, at_s: float) -> CardGap:
        """A copy after a plug was pulled at `at_s`: the readers behind it read until then."""
        return replace(self, cut=self.cut | {zone for zone, dark_s in self.dark.items() if dark_s == at_s})

    def without_dark(self, zones: Collection[Zone]) -> CardGap:
        """A copy in which these zones are in sight."""
        left = {zone: at_s for zone, at_s in self.dark.items() if zone not in zones}
        if len(left) == len(self.dark):
            return self
        back = {zone: max(0.0, at_s - SILENT_AFTER_S) for zone, at_s in self.dark.items() if zone in zones}
        return replace(self, dark=left, cut=self.cut.difference(zones), was_dark={**self.was_dark, **back})

    def unread_since(self, *, silent: bool) -> Mapping[Zone, float]:
        """Since when cards may have come unread to the zones that are dark.

        Where a node may have been `silent`, that is before it was noted.
        """
        late_s = SILENT_AFTER_S if silent else 0.0
        return {zone: at_s - (READ_S if zone in self.cut else late_s) for zone, at_s in self.dark.items()}

    def may_have_missed(self, seen: CardArrived, before: Sighting) -> bool:
        """Whether a card went to the place beside while nobody saw that from which it came, if it went at all.

        That one is out of sight; or its reader had only just come back as the card went from its seat, or has not shown
        it since. One that comes back to its own seat is where it was dealt.
        """
        if before.zone in self.dark:
            return True
        seat = zone_seat(seen.zone)
        if zone_kind(seen.zone) != "seat" or seat == before.owner:
            return False
        back_s = self.returned.get(before.zone, float("-inf"))
        return seen.handle in self.missing or (before.since_s < back_s and seen.after_s < back_s + RETURN_S)

    def after_leaving(self, sightings: Sightings, gone: CardLeft) -> CardGap:
        """A copy in which a card is missing, if it left a zone that has only just come back into sight."""
        if gone.at_s - self.returned.get(gone.zone, float("-inf")) > RETURN_S or not _is_missed(sightings, gone.handle):
            return self
        return replace(self, missing=self.missing | {gone.handle})

    def riffled(self) -> CardGap:
        """After a riffle that was seen: nothing is open about the cards before it."""
        return CardGap(shuffles=None if self.shuffles is None else self.shuffles + 1, dark=self.dark, cut=self.cut)

    def begun(self) -> CardGap:
        """After a riffle that the dealer told of: cards found since are of this hand, nothing is open of the last."""
        return replace(self, missing=frozenset(), riffled_s=None, gathered_s=None)


def compare(sightings: Sightings, gap: CardGap, seen: Inventory, *, settled: bool) -> tuple[Sightings, CardGap]:
    """What differs between the last word on the cards and all that is in sight now."""
    gap = _count_riffles(gap, seen)
    in_sight = {zone for zone, _ in seen.cards}
    for zone in in_sight & gap.dark.keys():
        gap = gap.came_back(zone, seen.at_s)
    lies = {handle: zone for zone, handles in seen.cards for handle in handles}
    had_cards = bool(sightings.cards) and not all_gathered(sightings)
    for handle, before in sightings.cards.items():
        if handle in lies or not before.present or before.zone not in in_sight:
            continue
        sightings = sightings.with_card(handle, replace(before, present=False, since_s=seen.at_s))
        if _is_missed(sightings, handle):
            gap = replace(gap, missing=gap.missing | {handle})
    for handle, found in gap.found.items():
        if found.zone in in_sight and lies.get(handle) != found.zone:
            gap = replace(gap, found={card: at for card, at in gap.found.items() if card != handle})
    for handle, zone in lies.items():
        known = sightings.cards.get(handle)
        if known is not None and known.zone == zone:
            sightings = sightings.with_card(handle, replace(known, present=True))
            gap = gap.without(handle)
        elif gap.let_be.get(handle) != zone:
            gap = gap.with_found(handle, zone, seen.at_s)
    if settled and had_cards and all_gathered(sightings) and not gap.found:
        gap = replace(gap, gathered_s=seen.at_s)
    return sightings, gap


def _is_missed(sightings: Sightings, handle: Handle) -> bool:
    """Whether a card that is not read any more is asked about; of a pile that grows, readers see the top."""
    card = sightings.cards.get(handle)
    if card is None or card.present:
        return False
    return card.zone in TAKEN or (card.owner is not None and zone_kind(card.zone) == "seat")


def _count_riffles(gap: CardGap, seen: Inventory) -> CardGap:
    if seen.shuffles is None:
        return gap
    missed = gap.shuffles is not None and seen.shuffles > gap.shuffles
    return replace(gap, shuffles=seen.shuffles, riffled_s=seen.at_s if missed else gap.riffled_s)


def card_doubts(sightings: Sightings, gap: CardGap) -> tuple[Doubt, ...]:
    """Questions about cards, one for each place and what may have happened there."""
    doubts: dict[str, Doubt] = {}
    if gap.riffled_s is not None:
        return (Doubt(RIFFLED, RIFFLED, None, NO_YES, gap.riffled_s),)
    if gap.gathered_s is not None:
        doubts[GATHERED] = Doubt(GATHERED, GATHERED, None, YES_NO, gap.gathered_s + GAP_PATIENCE_S)
    for handle, found in gap.found.items():
        kind, zone = _kind(sightings, handle, found.zone)
        prompt = f"{kind}:{zone}"
        due_s = _not_before(doubts, prompt, found.since_s + GAP_PATIENCE_S)
        answers = NO_YES if kind == "gap-folded" else YES_NO
        doubts[prompt] = Doubt(prompt, kind, zone_seat(zone), answers, due_s)
    for handle in sorted(gap.missing):
        card = sightings.cards.get(handle)
        if card is not None and card.zone in TAKEN:
            prompt = f"{TAKEN[card.zone]}:{card.zone}"
            due_s = _not_before(doubts, prompt, card.since_s + PATIENCE_S)
            doubts[prompt] = Doubt(prompt, TAKEN[card.zone], None, YES_NO, due_s)
            continue
        if card is None or card.owner is None or card.owner in sightings.folded or _whole_hand(sightings, card.owner):
            continue  # of a hand that is missing whole, `doubts` asks
        prompt = f"gap-card:{seat_zone(card.owner)}"
        due_s = card.since_s + PATIENCE_S
        doubts.setdefault(prompt, Doubt(prompt, "gap-card", card.owner, ("still-there", "folded"), due_s))
    return tuple(doubts.values())


def _not_before(doubts: Mapping[str, Doubt], prompt: str, due_s: float) -> float:
    """When a question that asks about several cards is due: when the last of them is."""
    return max(due_s, doubts[prompt].due_s) if prompt in doubts else due_s


def _whole_hand(sightings: Sightings, seat: int) -> bool:
    return not any(seen.present or seen.zone == MUCK for seen in sightings.hand_of(seat).values())


def _kind(sightings: Sightings, handle: Handle, zone: Zone) -> tuple[str, Zone]:
    """What a card found at `zone` looks like, and the place that the question is about."""
    known = sightings.cards.get(handle)
    if zone == MUCK:
        owner = known.owner if known is not None else None
        return ("gap-mucked", MUCK) if owner is None else ("gap-folded", seat_zone(owner))
    if known is not None:
        return "gap-strayed", zone
    if zone == BURN:
        return "gap-burned", zone
    return ("gap-boarded" if zone == BOARD else "gap-dealt"), zone


def answered_cards(
    sightings: Sightings, gap: CardGap, prompt: str, answer: str, at_s: float, due: Zone | None = None
) -> tuple[Sightings, CardGap, tuple[Event, ...]]:
    """What the dealer's answer to a question about cards changes; the next card of the deal is `due` at that seat.

    Where no other can have come meanwhile it is known when a card of the deal came that is found now: if all seats are
    in sight, or the one whose turn it was is, for past that one nothing has been dealt in turn.
    """
    yes = answer in ("yes", "folded")
    if prompt == RIFFLED:
        return (Sightings(), gap.begun(), (Riffled(at_s),)) if yes else (sightings, replace(gap, riffled_s=None), ())
    if prompt == GATHERED:
        return sightings, replace(gap, gathered_s=None), (HandPutAway(at_s),) if yes else ()
    kind, _, place = prompt.partition(":")
    if kind in TAKEN.values():
        return _taken_answered(sightings, gap, Zone(place), at_s, taken=yes)
    if kind == "gap-card":
        return hand_answered(sightings, gap, zone_seat(Zone(place)) or 0, at_s, folded=yes)
    cards = {
        handle: found for handle, found in gap.found.items() if _kind(sightings, handle, found.zone) == (kind, place)
    }
    dark_seats = [zone for zone in gap.dark if zone_kind(zone) == "seat"]
    if gap.found.keys() - cards.keys() or (dark_seats and (due is None or due in dark_seats)):
        cards = {handle: replace(found, dark_s=0.0) for handle, found in cards.items()}
    for handle in cards:
        gap = gap.without(handle)
    if not yes:
        let_be = {handle: found.zone for handle, found in cards.items()}
        return sightings, gap.letting_be(let_be), ()
    sightings, events = _accepted(sightings, kind, cards)
    return sightings, gap, events


def hand_answered(
    sightings: Sightings, gap: CardGap, seat: int, at_s: float, *, folded: bool
) -> tuple[Sightings, CardGap, tuple[Event, ...]]:
    """The dealer's word on a seat's cards that nobody reads: the seat folded them by `at_s`, or they lie there."""
    hand = sightings.hand_of(seat)
    gap = replace(gap, missing=gap.missing - frozenset(hand))
    if folded:
        sightings, told = sightings.fold_by_word(seat, at_s)
        return sightings, gap, told
    for handle, seen in hand.items():
        sightings = sightings.with_card(handle, replace(seen, present=True))
    return sightings, gap, ()


def _taken_answered(
    sightings: Sightings, gap: CardGap, zone: Zone, at_s: float, *, taken: bool
) -> tuple[Sightings, CardGap, tuple[Event, ...]]:
    """Cards of the middle went back to the dealer's hand, from which they may come again; or they lie there unread."""
    events: list[Event] = []
    for handle in sorted(gap.missing):
        card = sightings.cards.get(handle)
        if card is None or card.zone != zone:
            continue
        gap = gap.without(handle)
        if taken:
            card = replace(card, zone=STUB)
            events.append(CardStrayed(handle, STUB, at_s))
        sightings = sightings.with_card(handle, replace(card, present=not taken))
    return sightings, gap, tuple(events)


def burned_unseen(sightings: Sightings, gap: CardGap) -> tuple[Sightings, CardGap, tuple[Event, ...]]:
    """The one card that was found at the burn, as the cards of the street come: it is their burn."""
    burns = {handle: found for handle, found in gap.found.items() if found.zone == BURN}
    if len(burns) != 1:
        return sightings, gap, ()
    sightings, events = _accepted(sightings, "gap-burned", burns)
    return sightings, gap.without(*burns), events


def _accepted(sightings: Sightings, kind: str, cards: Mapping[Handle, Found]) -> tuple[Sightings, tuple[Event, ...]]:
    """The cards lie where they were found: the events that nobody saw."""
    events: list[Event] = []
    owners: dict[int | None, list[Handle]] = {}
    for handle, found in cards.items():
        known, meant = sightings.cards.get(handle), kind
        if known is not None and _flew_by(sightings, known, handle, found):
            known, meant = None, "gap-dealt"
        seat = zone_seat(found.zone) if known is None else known.owner
        sightings = sightings.with_card(handle, Sighting(found.zone, True, seat, found.since_s))
        if found.zone == MUCK:
            owners.setdefault(seat, []).append(handle)
        else:
            events.append(_event(meant, handle, found))
    for seat, handles in owners.items():
        sightings, told = _mucked(sightings, seat, handles, max(cards[handle].since_s for handle in handles))
        events += told
    return sightings, tuple(events)


def _flew_by(sightings: Sightings, known: Sighting, handle: Handle, found: Found) -> bool:
    """Whether a card of the deal was read at the seat beside as it flew by, just before both readers went.

    A line that is cut may have been silent for a while before: so long the card may have been read there.
    """
    if not found.dark_s or known.since_s > found.dark_s + SILENT_AFTER_S:
        return False
    return was_misread(sightings, known, CardArrived(handle, found.zone, found.dark_s, found.since_s))


def _mucked(
    sightings: Sightings, seat: int | None, handles: Iterable[Handle], at_s: float
) -> tuple[Sightings, tuple[Event, ...]]:
    if seat is None:
        return sightings, (CardsMucked(None, tuple(handles), at_s),)
    return sightings.fold_by_word(seat, at_s)


def _event(kind: str, handle: Handle, found: Found) -> Event:
    """A card's event; it came at any time before it was found, or since its zone had gone dark."""
    seat, by_s = zone_seat(found.zone), found.since_s
    if kind == "gap-strayed":
        return CardStrayed(handle, found.zone, by_s)
    if kind == "gap-burned":
        return CardBurned(handle, 0.0, by_s)
    if kind == "gap-boarded" or seat is None:
        return CardBoarded(handle, 0.0, by_s)
    return CardDealt(seat, handle, found.dark_s, by_s)
