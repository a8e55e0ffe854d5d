"""What of a hand can be taken back, and what can stand again afterwards."""

from __future__ import annotations

from typing import Final, get_args

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
    """Whether a dealer can take the event back: a riffle only that was keyed in the middle of a hand."""
    kind = type(event)
    return (kind in _UNDOABLE or (kind is Riffled and isinstance(event, Riffled) and event.amid)) and not is_implied(
        event
    )


def with_faces(numbers: tuple[int, ...], happened: tuple[AppliedEvent, ...]) -> tuple[int, ...]:
    """The events, and after each keyed board or hand the faces that were keyed with it: they go and come with it."""
    if not numbers or not happened:
        return numbers
    chosen, found, follows = frozenset(numbers), list[int](), False
    for one in happened[max(0, min(chosen) - happened[0].number) :]:  # they are numbered without holes
        face = isinstance(one.event, CardIdentified) and is_told(one.event.handle)
        if one.number in chosen or (face and follows):
            found.append(one.number)
        follows = (face and follows) or (one.number in chosen and isinstance(one.event, HandTabled | BoardByKey))
    return tuple(found)


def ends_redo(event: Event, happened: tuple[AppliedEvent, ...], redoable: tuple[int, ...]) -> bool:
    """Whether what was undone cannot stand again after `event`.

    An interpretation ends it, and a card that a reader sees where a keyed one was taken back: it would lie there twice.
    """
    if not redoable:
        return False
    if isinstance(event, CardDealt | CardBoarded | CardBurned):
        return any(isinstance(one.event, CardsDealtByKey | BoardByKey) for one in happened if one.number in redoable)
    return type(event) in _UNDOABLE or may_be_undone(event)
