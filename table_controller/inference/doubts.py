"""What the system does not know, as questions to the dealer; and what an answer changes.

A doubt is a pure reading of what is unexplained at a moment: it appears when something has stayed unexplained long
enough (`PATIENCE_S`), or was found different after a gap, and goes away by itself when a sensor explains it.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from msgspec import Struct, field

from firmware_bridge.vocabulary.observations import Handle, StrangeCard
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import Zone, zone_seat
from table_controller.inference.card_gaps import NO_YES, CardGap, answered_cards, card_doubts, hand_answered
from table_controller.inference.chip_accounts import ChipFlow
from table_controller.inference.chip_flow import dismiss
from table_controller.inference.chip_gaps import answered_adrift, answered_chips, chip_doubts
from table_controller.inference.doubt import GAP_PATIENCE_S, PATIENCE_S, Doubt
from table_controller.inference.sightings import Sightings, missing_hands
from table_controller.inference.street_gaps import answered_streets
from table_controller.inference.thing_gaps import ThingGap, answered_things, thing_doubts
from table_controller.vocabulary.events import CardShown, Event, Riffled, StrangeCardFound

__all__ = ["GAP_PATIENCE_S", "PATIENCE_S", "Doubt", "Open", "answered", "doubts"]


NONE_UP: Final[Mapping[Handle, float]] = MappingProxyType({})


class Open(Struct, frozen=True):
    """All that may be doubtful: cards and chips as they were seen, and what gaps left open."""

    sightings: Sightings = field(default_factory=Sightings)
    flow: ChipFlow = field(default_factory=ChipFlow)
    cards: CardGap = field(default_factory=CardGap)
    things: ThingGap = field(default_factory=ThingGap)
    unseen: tuple[int, float] | None = None
    """Cards that have not been read for many hands, and since when that is known."""
    up: Mapping[Handle, float] = field(default_factory=lambda: NONE_UP)
    """Cards that lie where those lie face up that a seat has in stud, and since when."""
    strange: tuple[StrangeCard, ...] = ()
    """Cards that the deck in play cannot have, as readers told of them: nobody has confirmed that they lie there."""


Answered: TypeAlias = tuple[Open, tuple[Event, ...]]


def doubts(state: Open) -> tuple[Doubt, ...]:
    """Every doubt there is, due or not yet due."""
    cards = card_doubts(state.sightings, state.cards)
    in_the_muck = {doubt.seat for doubt in cards if doubt.kind == "gap-folded"}  # the same fold, and more is known
    hands = (
        Doubt(f"cards-gone:{seat}", "cards-gone", seat, ("still-there", "folded"), since_s + PATIENCE_S)
        for seat, since_s in missing_hands(state.sightings)
        if seat not in in_the_muck
    )
    asked = cards if state.cards.riffled_s is not None else (*cards, *hands)  # first of all, which hand is it?
    return (*asked, *chip_doubts(state.flow), *thing_doubts(state.things), *_unseen(state), *_strange(state))


def _unseen(state: Open) -> tuple[Doubt, ...]:
    if state.unseen is None:
        return ()
    cards, since_s = state.unseen
    return (Doubt("cards-unseen", "cards-unseen", None, ("noted",), since_s, cards),)


def _strange(state: Open) -> tuple[Doubt, ...]:
    """Whether a card that may void the hand really lies where a reader shows it: no sensor alone decides that."""
    return tuple(
        [
            Doubt(f"strange-card:{seen.zone}", f"strange-{seen.kind}", zone_seat(seen.zone), NO_YES, seen.at_s)
            for seen in state.strange
        ]
    )


def answered(state: Open, prompt: str, answer: str, at_s: float, due: Zone | None = None) -> Answered:
    """What the dealer's answer changes; an answer to a doubt that is gone changes nothing.

    The next card of the deal is `due` at that seat.
    """
    kind, _, name = prompt.partition(":")
    match kind:
        case "cards-gone":
            sightings, cards, events = hand_answered(
                state.sightings, state.cards, int(name), at_s, folded=answer == "folded"
            )
            return replace(state, sightings=sightings, cards=cards), events
        case "cards-unseen":  # a count, if there is one, is keyed
            return replace(state, unseen=None), ()
        case "strange-card":
            asked = [seen for seen in state.strange if seen.zone == name]
            found = tuple([StrangeCardFound(seen.zone, seen.kind, at_s) for seen in asked if answer == "yes"])
            return replace(state, strange=tuple([seen for seen in state.strange if seen.zone != name])), found
        case "lies-up":
            seen = state.sightings.cards.get(Handle(name))
            left = replace(state, up={handle: since_s for handle, since_s in state.up.items() if handle != name})
            if answer != "yes" or seen is None or seen.owner is None:
                return left, ()
            return left, (CardShown(seen.owner, None, at_s, by_dealer=True, handle=Handle(name)),)
        case "chips-adrift":
            flow, events = answered_adrift(state.flow, Zone(name), answer, at_s)
            return replace(state, flow=flow), events
        case "gap-chips" if ":from:" not in name:
            return replace(state, flow=dismiss(state.flow, Zone(name))), ()
        case "gap-chips" | "chips-handed":
            flow, events = answered_chips(state.flow, prompt, answer)
            return replace(state, flow=flow), events
        case "gap-streets":
            sightings, cards, events = answered_streets(state.sightings, state.cards, name, dealt=answer == "yes")
            return replace(state, sightings=sightings, cards=cards), events
        case "gap-puck" | "gap-allin":
            things, events = answered_things(state.things, prompt, answer)
            return replace(state, things=things), events
        case _:
            sightings, cards, events = answered_cards(state.sightings, state.cards, prompt, answer, at_s, due)
            if any(isinstance(event, Riffled) for event in events):
                state = replace(state, strange=())
            return replace(state, sightings=sightings, cards=cards), events
