"""Observations to events: the one way in which the sensors speak to the engine.

Pure: the same observations give the same events. What is not certain becomes no event; it stays in
the state as a doubt (`doubts`) that a later observation or the dealer resolves.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias, assert_never

from msgspec import Struct, field

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.observations import (
    AllInButtonSeen,
    ButtonPressed,
    CardArrived,
    CardLeft,
    CardNamed,
    CardsSealed,
    CardsUnseen,
    CardWithheld,
    ChipsMoved,
    DeckRiffled,
    DelayAnswered,
    Handle,
    Inventory,
    KeysReleased,
    NodeSeen,
    Observation,
    PuckSeen,
    RevealPolicy,
    StrangeCard,
    ZoneSeen,
)
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import BOARD, MUCK, STUB, UP, Zone, seat_zone, zone_kind, zone_seat
from table_controller.inference import card_gaps, chip_flow, sightings, thing_gaps, told_cards, told_chips
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.doubts import NONE_UP, Doubt, Open, answered, doubts
from table_controller.inference.sensor_status import BRIDGE, PORT_CLOSED
from table_controller.inference.sightings import Sighting, Sightings, beside, may_be_overheard
from table_controller.inference.told_cards import ALL_READ, ToldCards, Unread
from table_controller.vocabulary.events import (
    AllInButtonPlaced,
    CardIdentified,
    CardsMucked,
    CardStrayed,
    ChipsPushed,
    Event,
    HandPutAway,
    PuckPlaced,
    Riffled,
)


class Inference(Open, frozen=True):
    """All that the inference remembers: cards seen since the riffle, chips not explained yet, what gaps left open.

    `waiting` are pushes of which nobody can say what they are before a question is answered: see `waiting_pushes`.
    """

    waiting: tuple[ChipsPushed, ...] = ()

    def doubts(self) -> tuple[Doubt, ...]:
        """The questions that the dealer may have to answer."""
        return doubts(self)

    def begun_by_key(self, hidden: Collection[Zone] = ()) -> Inference:
        """The dealer keyed the riffle that nobody saw: cards that are in no zone in sight belong to the hand before."""
        cards = {
            handle: seen for handle, seen in self.sightings.cards.items() if seen.present and seen.zone not in hidden
        }
        flow = told_chips.settled(self.flow)
        up = {handle: since_s for handle, since_s in self.up.items() if handle in cards}
        return replace(self, sightings=Sightings(cards), cards=self.cards.begun(), flow=flow, strange=(), up=up)

    def with_puck(self, seat: int) -> Inference:
        """The dealer keyed where the button lies: nothing is open about it."""
        return replace(self, things=replace(self.things, puck=seat, puck_found=None))

    def with_told(self, told: ToldCards, at_s: float) -> Inferred:
        """After keys told of cards about which the dealer was to be asked."""
        seen, gap, events = told_cards.found(self.sightings, self.cards, told, at_s)
        return (replace(self, sightings=seen, cards=gap), events) if events else (self, ())


Inferred: TypeAlias = tuple[Inference, tuple[Event, ...]]
NO_EVENTS: Final[tuple[Event, ...]] = ()
NO_CARDS: Final[Mapping[Handle, int]] = MappingProxyType({})


class ChipsDue(Struct, frozen=True):
    """Stacks that are about to be exchanged, filled or cut, with what they hold then; seats that still owe chips."""

    recounts: Mapping[Zone, int] = field(default_factory=lambda: MappingProxyType({}))
    debtors: Collection[int] = ()


NOTHING_DUE: Final = ChipsDue()


def infer(  # noqa: PLR0913 - one observation, and what the table knows of it
    state: Inference,
    seen: Observation,
    *,
    settled: bool,
    begun: bool = False,
    returning: Collection[Handle] = (),
    taken_up: Mapping[Handle, int] = NO_CARDS,
    due: ChipsDue = NOTHING_DUE,
    unread: Unread = ALL_READ,
    drawing: Collection[int] | None = None,
) -> Inferred:
    """What `seen` means.

    `settled` says that the hand is over, so that gathering the cards puts it away; `begun` that it was riffled for and
    no card has come off the deck: a dealer who riffles on, or again, begins no other hand.
    `due` says where chips come or go for other reasons than play, or late. Cards `returning` go back to the deck: off
    the felt they are in it. So are cards of the deal that are `taken_up` by the dealer, with the seats where they lay.
    `unread` is what no reader has seen of the hand, `drawing` the seats that have discarded while players draw.
    """
    state, seen = _face_up(state, seen), _at_the_seat(seen)
    match seen:
        case CardArrived():
            away = _discarded(state, seen, drawing)
            return away or _put_down(state, seen, taken_up) or _arrived(state, seen, unread)
        case CardLeft():
            thrown = None if seen.handle in returning else _discarded(state, seen, drawing)
            back = thrown or _off_the_felt(state, seen, returning, taken_up)
            return back or _left(state, seen, settled=settled)
        case ChipsMoved():
            return _chips_moved(state, seen, due, settled=settled)
        case DeckRiffled():
            return _riffled(state, seen, begun=begun)
        case PuckSeen() | AllInButtonSeen():
            return replace(state, things=thing_gaps.moved(state.things, seen)), _placed(seen)
        case CardNamed():
            return state, (CardIdentified(seen.handle, seen.card, seen.at_s),)
        case Inventory():
            return _compared(state, seen, unread.told, due.recounts, settled=settled, begun=begun)
        case ZoneSeen() | NodeSeen():
            return _sight_changed(state, seen), ()
        case StrangeCard() | CardsUnseen():
            return _of_the_deck(state, seen)
        case CardWithheld() | ButtonPressed() | CardsSealed() | KeysReleased() | RevealPolicy() | DelayAnswered():
            return state, ()
        case _:
            assert_never(seen)


def _face_up(state: Inference, seen: Observation) -> Inference:
    """Which cards lie among those that are face up before a seat in stud: an antenna of its own reads them."""
    match seen:
        case CardArrived() | CardLeft():
            up = {handle: since_s for handle, since_s in state.up.items() if handle != seen.handle}
            if isinstance(seen, CardArrived) and zone_kind(seen.zone) == UP:
                up[seen.handle] = seen.by_s
        case Inventory():
            lie = [handle for zone, cards in seen.cards if zone_kind(zone) == UP for handle in cards]
            up = {handle: state.up.get(handle, seen.at_s) for handle in lie}
        case _:
            return state
    return state if up == state.up else replace(state, up=up)


def _at_the_seat(seen: Observation) -> Observation:
    """The same of the cards that lie face up before a seat in stud: they are of its hand."""
    match seen:
        case CardArrived() | CardLeft() | ZoneSeen() if zone_kind(seen.zone) == UP:
            return replace(seen, zone=seat_zone(zone_seat(seen.zone) or 0))
        case Inventory() if any(zone_kind(zone) == UP for zone, _ in seen.cards):
            lie: dict[Zone, tuple[Handle, ...]] = {}
            for zone, cards in seen.cards:
                at = seat_zone(zone_seat(zone) or 0) if zone_kind(zone) == UP else zone
                lie[at] = (*lie.get(at, ()), *cards)
            return replace(seen, cards=tuple(lie.items()))
        case _:
            return seen


def _riffled(state: Inference, seen: DeckRiffled, *, begun: bool) -> Inferred:
    events = () if begun and not state.sightings.cards else (Riffled(seen.at_s),)
    flow = told_chips.settled(replace(state.flow, dismissed={}))
    gap = state.cards.riffled()
    return replace(state, sightings=Sightings(), flow=flow, cards=gap, strange=(), up=NONE_UP), events


def _chips_moved(state: Inference, seen: ChipsMoved, due: ChipsDue, *, settled: bool) -> Inferred:
    if due.recounts.get(seen.zone) == total_chips(seen.lie):
        flow, moved = chip_flow.recounted(state.flow, seen.zone, seen.lie, seen.at_s)
    else:
        flow, moved = chip_flow.moved(state.flow, seen, settled=settled, debtors=due.debtors)
    return replace(state, flow=flow), moved


def _of_the_deck(state: Inference, seen: StrangeCard | CardsUnseen) -> Inferred:
    """Of a strange card that was read often enough, and of cards that nobody reads, the dealer is asked."""
    if isinstance(seen, CardsUnseen):
        return replace(state, unseen=(seen.cards, seen.at_s)), ()
    return replace(state, strange=(*(one for one in state.strange if one.zone != seen.zone), seen)), ()


def _sight_changed(state: Inference, seen: ZoneSeen | NodeSeen) -> Inference:
    cards = state.cards
    if isinstance(seen, ZoneSeen):
        changed = cards.came_back if seen.status == "ok" else cards.went_dark
        cards = changed(seen.zone, seen.at_s)
    elif seen.reason == PORT_CLOSED:
        cards = cards.cut_off(seen.at_s)
    return replace(state, flow=_out_of_sight(state.flow, seen), cards=cards)


def _placed(seen: PuckSeen | AllInButtonSeen) -> tuple[Event, ...]:
    if isinstance(seen, AllInButtonSeen):
        return (AllInButtonPlaced(seen.seat, seen.down, seen.at_s),)
    return () if seen.seat is None else (PuckPlaced(seen.seat, seen.at_s),)


def _compared(
    state: Inference,
    seen: Inventory,
    told: ToldCards,
    expected_recounts: Mapping[Zone, int],
    *,
    settled: bool,
    begun: bool,
) -> Inferred:
    """All that is in sight beside the last word on it: differences are kept as questions, nothing is concluded.

    What lies there as keys have told it is no difference, nor is a stack that was to be brought to just that, nor one
    riffle more of a deck of which no card has come since the first.
    """
    chips = dict(seen.chips)
    flow, counted = chip_flow.changed_unseen(state.flow, chips, expected_recounts, seen.at_s)
    known, events = told_cards.looked(state.sightings, seen, told)
    cards, gap = card_gaps.compare(known, state.cards, seen, settled=settled)
    if begun and not cards.cards and not gap.found:
        gap = gap.begun()
    after = replace(
        state,
        sightings=cards,
        flow=chip_flow.in_sight(flow, chips, seen.at_s),
        cards=gap,
        things=thing_gaps.compare(state.things, seen),
    )
    return after, (*counted, *events)


def _out_of_sight(flow: ChipFlow, seen: ZoneSeen | NodeSeen) -> ChipFlow:
    """Which chip zones cannot be seen: all of them while the bridge is gone."""
    match seen:
        case ZoneSeen(status="ok"):
            return replace(flow, unseen={zone: at_s for zone, at_s in flow.unseen.items() if zone != seen.zone})
        case ZoneSeen():
            return chip_flow.out_of_sight(flow, (seen.zone,), seen.at_s)
        case NodeSeen(node=node, status="down" | "refused") if node == BRIDGE:
            return chip_flow.out_of_sight(replace(flow, unseen={}), flow.lies, seen.at_s)
        case NodeSeen():
            return flow


def _arrived(state: Inference, seen: CardArrived, unread: Unread) -> Inferred:
    """A card where it was not; after a riffle that was missed, a card of a deal that nobody has confirmed yet.

    A card that lay beside it, where nobody looks now or nobody did as it came, may lie there still, and only be heard
    from there; so may one that comes out of the muck lie at its own seat. One that is read for the first time in the
    muck is of the hand that nobody could read, if it is the turn of that hand. A card that was found at the burn is the
    burn of the street that comes.
    """
    told, overhears, hand = unread.told, unread.overhears, unread.to_act
    if seen.zone == MUCK and hand is not None and told.get(hand) and seen.handle not in state.sightings.cards:
        cards, recognised = told_cards.recognised(state.sightings, seen.handle, hand, told[hand][0], seen.by_s)
        cards, folded = sightings.arrived(cards, seen)
        return replace(state, sightings=cards, cards=state.cards.without(seen.handle)), (*recognised, *folded)
    if (known := told_cards.arrived(state.sightings, seen, told)) is not None:
        return replace(state, sightings=known[0], cards=state.cards.without(seen.handle)), known[1]
    if seen.zone in overhears and seen.handle not in state.sightings.cards:
        if overhears[seen.zone] or state.cards.let_be.get(seen.handle) == seen.zone:
            return state, ()
        return replace(state, cards=state.cards.with_found(seen.handle, seen.zone, seen.by_s)), ()
    before = state.sightings.cards.get(seen.handle)
    if before is not None and (
        may_be_overheard(before, seen) or (beside(before.zone, seen.zone) and state.cards.may_have_missed(seen, before))
    ):
        return replace(state, cards=state.cards.with_found(seen.handle, seen.zone, seen.by_s)), ()
    if state.cards.riffled_s is not None and seen.handle not in state.sightings.cards and seen.zone != STUB:
        return replace(state, cards=state.cards.with_found(seen.handle, seen.zone, seen.by_s)), ()
    read, gap, burned = state.sightings, state.cards, NO_EVENTS
    if seen.zone == BOARD and unread.burn_due and seen.handle not in read.cards:
        read, gap, burned = card_gaps.burned_unseen(read, gap)
    cards, events = sightings.arrived(read, seen)
    return replace(state, sightings=cards, cards=gap.without(seen.handle)), (*burned, *events)


def _left(state: Inference, gone: CardLeft, *, settled: bool) -> Inferred:
    cards, events = sightings.left(state.sightings, gone)
    if settled and not sightings.all_gathered(state.sightings) and sightings.all_gathered(cards):
        events = (*events, HandPutAway(gone.at_s))
    gap = state.cards
    if gone.handle in gap.found and gap.found[gone.handle].zone == gone.zone:
        gap = gap.without(gone.handle)
    return replace(state, sightings=cards, cards=gap.after_leaving(cards, gone)), events


def _discarded(state: Inference, seen: CardArrived | CardLeft, drawing: Collection[int] | None) -> Inferred | None:
    """Cards of a hand that a player throws away in a draw; None for any other.

    One of them is seen in the muck, of which a reader sees the top: what has left the seat with it lies under it.
    """
    before = state.sightings.cards.get(seen.handle)
    if drawing is None or before is None or before.owner is None:
        return None
    seat = before.owner
    if isinstance(seen, CardArrived) and seen.zone == MUCK:
        hand, at_s = state.sightings.hand_of(seat), seen.by_s
        gone = tuple(handle for handle, one in hand.items() if handle == seen.handle or not one.present)
    elif isinstance(seen, CardLeft) and seat in drawing and seen.zone == before.zone == seat_zone(seat):
        gone, at_s = (seen.handle,), seen.at_s
    else:
        return None
    cards = state.sightings
    for handle in gone:
        cards = cards.with_card(handle, Sighting(MUCK, handle == seen.handle, None, at_s, moved=True))
    return replace(state, sightings=cards), (CardsMucked(seat, gone, at_s),)


def _off_the_felt(
    state: Inference, gone: CardLeft, returning: Collection[Handle], taken_up: Mapping[Handle, int]
) -> Inferred | None:
    """A card that was to go back to the deck has left the felt, or one that the dealer takes up; None for others."""
    on_the_deck = (CardStrayed(gone.handle, STUB, gone.at_s),)
    if gone.handle in returning:
        cards = state.sightings.without(gone.handle)
    elif (before := state.sightings.cards.get(gone.handle)) is None or before.zone != gone.zone:
        return None
    elif gone.handle in taken_up and gone.zone == seat_zone(taken_up[gone.handle]):
        cards = state.sightings.with_card(gone.handle, Sighting(STUB, False, None, gone.at_s, moved=True))
    else:
        return None
    return replace(state, sightings=cards, cards=state.cards.without(gone.handle)), on_the_deck


def _put_down(state: Inference, seen: CardArrived, taken_up: Mapping[Handle, int]) -> Inferred | None:
    """A card that the dealer took up is in the muck, where it is no fold, or at its seat again; None elsewhere."""
    seat, before = taken_up.get(seen.handle), state.sightings.cards.get(seen.handle)
    if seat is None or before is None or before.zone == seen.zone or seen.zone not in (MUCK, seat_zone(seat)):
        return None
    owner = None if seen.zone == MUCK else seat
    cards = state.sightings.with_card(seen.handle, Sighting(seen.zone, True, owner, seen.by_s, moved=True))
    after = replace(state, sightings=cards, cards=state.cards.without(seen.handle))
    return after, (CardStrayed(seen.handle, seen.zone, seen.by_s),)


def answer(state: Inference, prompt: str, reply: str, at_s: float, due: Zone | None = None) -> Inferred:
    """What the dealer's answer to a doubt means; the next card of the deal is `due` at that seat.

    An all-in button that was found beside the chips of a push came with them: nobody is told that it is missing.
    """
    after, events = answered(state, prompt, reply, at_s, due)
    things, buttons = after.things, NO_EVENTS
    for seat in {event.seat for event in events if isinstance(event, ChipsPushed)}:
        if seat not in things.down:
            things, placed = thing_gaps.answered_things(things, f"gap-allin:{seat}", "yes")
            buttons = (*buttons, *placed)
    read = after.sightings, after.flow, after.cards, things, after.unseen, after.up, after.strange
    return Inference(*read, state.waiting), (*buttons, *events)
