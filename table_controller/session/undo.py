"""What of a hand can be taken back, and what can stand again afterwards."""

from __future__ import annotations

from typing import Final, get_args

from firmware_bridge.vocabulary.zones import BURN, STUB
from table_controller.vocabulary.events import (
    Asked,
    BetCorrected,
    BoardByKey,
    BoxedCardFound,
    ByKey,
    CardBoarded,
    CardBurned,
    CardCorrected,
    CardDealt,
    CardIdentified,
    CardsDealtByKey,
    CardShown,
    CardsMucked,
    CardsNotThere,
    CardStrayed,
    ChecksDenied,
    ChipsDenied,
    ChipsPushed,
    ChipsTakenBack,
    ClockAsked,
    DeckCounted,
    Declared,
    Event,
    FloorRuled,
    HandTabled,
    HiddenChipsFound,
    PlayerEvent,
    Riffled,
    SeatCorrected,
    StackCorrected,
    StrangeCardFound,
    TurnTold,
    WordCorrected,
    is_implied,
    is_told,
)
from table_controller.vocabulary.record import AppliedEvent

UNDOABLE: Final = (
    *(Declared, Asked, ChipsPushed, ChipsTakenBack, CardsMucked, HandTabled, CardShown, FloorRuled),
    *(StrangeCardFound, BoxedCardFound, DeckCounted),
    *get_args(PlayerEvent),
    ClockAsked,
    HiddenChipsFound,
    ChecksDenied,
    ChipsDenied,
    *(StackCorrected, BetCorrected, CardCorrected, SeatCorrected, WordCorrected, CardsNotThere, TurnTold),
    *get_args(ByKey),
)
"""Readings, words, rulings and corrections: what a dealer can take back. Deals and boards are corrected, not undone."""


_UNDOABLE: Final = frozenset(UNDOABLE)


def may_be_undone(event: Event) -> bool:
    """Whether a dealer can take the event back: of riffles and cards of a wrong board those that keys told of."""
    match event:
        case Riffled():
            return event.amid
        case CardStrayed():
            return is_told(event.handle) and event.zone in (STUB, BURN)
        case CardIdentified():
            return event.keyed
        case _:
            return type(event) in _UNDOABLE and not is_implied(event)


def is_of_the_key_before(event: Event, before: Event) -> bool:
    """Whether one key told of both: cards of a wrong board that went back to the deck together, and the next board."""
    if not (isinstance(before, CardStrayed) and _went_back_by_key(before)):
        return False
    match event:
        case BoardByKey():
            return event.at_s == before.at_s and not event.implied
        case CardStrayed():
            return event.at_s == before.at_s and _went_back_by_key(event)
        case _:
            return False


def _went_back_by_key(event: CardStrayed) -> bool:
    return event.zone == STUB and is_told(event.handle)


def of_the_same_keys(numbers: tuple[int, ...], happened: tuple[AppliedEvent, ...]) -> tuple[int, ...]:
    """The events, and what was keyed with each: they go and come together.

    After a board or a hand these are its faces, after a card that went back to the deck those that went with it.
    """
    if not numbers or not happened:
        return numbers
    chosen, found, last = frozenset(numbers), list[int](), None
    for one in happened[max(0, min(chosen) - happened[0].number) :]:  # they are numbered without holes
        if one.number in chosen:
            found.append(one.number)
            last = one.event
        elif last is not None and _goes_with(one.event, last):
            found.append(one.number)
            last = last if isinstance(one.event, CardIdentified) else one.event
        else:
            last = None
    return tuple(found)


def _goes_with(event: Event, keyed: Event) -> bool:
    if isinstance(keyed, HandTabled | BoardByKey):
        return isinstance(event, CardIdentified) and is_told(event.handle)
    return is_of_the_key_before(event, keyed)


def ends_redo(event: Event, happened: tuple[AppliedEvent, ...], redoable: tuple[int, ...]) -> bool:
    """Whether what was undone cannot stand again after `event`.

    An interpretation ends it, and a card that a reader sees where a keyed one was taken back: it would lie there twice.
    """
    if not redoable:
        return False
    if isinstance(event, CardDealt | CardBoarded | CardBurned):
        return any(isinstance(one.event, CardsDealtByKey | BoardByKey) for one in happened if one.number in redoable)
    return type(event) in _UNDOABLE or may_be_undone(event)
