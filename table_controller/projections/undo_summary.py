"""What a dealer takes back or lets stand again, as facts: the act that an event was ruled to be, else the event."""

from __future__ import annotations

from collections.abc import Iterable

from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.zones import BURN
from table_controller.vocabulary.events import (
    BoardByKey,
    CardIdentified,
    CardStrayed,
    ChipsPushed,
    ChipsTakenBack,
    Declared,
    FloorRuled,
    PenaltyGiven,
    Redone,
    Undone,
)
from table_controller.vocabulary.findings import Fact
from table_controller.vocabulary.outcomes import ActRuled, CardsDrawn
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import Notice


def acts_of(happened: Iterable[AppliedEvent], numbers: Iterable[int]) -> tuple[tuple[Fact, ...], ...]:
    """The facts of these events, the youngest first.

    Faces belong to the board or hand that they were keyed with; cards that went to the deck together are one act.
    """
    wanted, together_s = frozenset(numbers), set[float]()
    acts = list[AppliedEvent]()
    for one in happened:
        if one.number not in wanted or (isinstance(one.event, CardIdentified) and not one.event.keyed):
            continue
        if isinstance(one.event, CardStrayed):
            if one.event.at_s in together_s:
                continue
            together_s.add(one.event.at_s)
        acts.append(one)
    return tuple(_facts(one) for one in sorted(acts, key=lambda one: one.number, reverse=True))


def _facts(applied: AppliedEvent) -> tuple[Fact, ...]:
    """``event``, and where it has them ``seat``, ``chips`` and ``word``."""
    for outcome in applied.outcomes:
        if isinstance(outcome, ActRuled):
            return _told("ActRuled", outcome.seat, outcome.to_chips, outcome.kind)
        if isinstance(outcome, CardsDrawn) and isinstance(applied.event, Declared):
            return _told("CardsDrawn", outcome.seat, outcome.count, "" if outcome.count else "pat")
    event = applied.event
    seat = getattr(event, "seat", None)
    match event:
        case ChipsPushed(chips=chips) | ChipsTakenBack(chips=chips):
            return _told(type(event).__name__, seat, total_chips(chips), "")
        case Declared(word=word):
            return _told("Declared", seat, 0, word)
        case BoardByKey(cards=()):
            return _told("CardBurned", None, 0, "")
        case CardStrayed(zone=zone) if zone == BURN:
            return _told("CardBurned", None, 0, "")
        case FloorRuled(option=option):
            return _told("FloorRuled", None, 0, option)
        case PenaltyGiven(hands=0, rounds=0):
            return _told("WarningGiven", seat, 0, "")
        case _:
            return _told(type(event).__name__, seat, 0, "")


def _told(event: str, seat: int | None, chips: int, word: str) -> tuple[Fact, ...]:
    more: tuple[Fact, ...] = (("seat", seat),) if seat is not None else ()
    amount: tuple[Fact, ...] = (("chips", chips),) if chips else ()
    return (("event", event), *more, *amount, *((("word", word),) if word else ()))


def taken_up(event: Undone | Redone, before: tuple[AppliedEvent, ...], after: tuple[AppliedEvent, ...]) -> Notice:
    """What was taken back, or stands again: how many acts, and the youngest of them as it was told while it stood."""
    acts = acts_of(before if isinstance(event, Undone) else after, event.numbers)
    return Notice(type(event).__name__.lower(), (("acts", len(acts)), *(acts[0] if acts else ())))
