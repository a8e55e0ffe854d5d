"""The hand stepped again from its riffle: without what was undone, with corrections in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, TypeAlias, TypeVar, get_args

from msgspec import Struct

from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import Zone
from table_controller.game import engine
from table_controller.game.queries import who_acts
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rules.deal.deal_rulings import PITCH_S
from table_controller.game.state import panel
from table_controller.game.state.table import Step, Table
from table_controller.game.state.tray_coverage import ALL_IN_SIGHT
from table_controller.game.steps.floor.rulings import has_lost_its_turn, is_overtaken, not_blamed
from table_controller.inference.implied import for_the_bridge, unseen_changes
from table_controller.inference.infer import Inference
from table_controller.inference.told_chips import told, untold
from table_controller.vocabulary.events import (
    BetCorrected,
    BoardByKey,
    CardCorrected,
    CardDealt,
    CardIdentified,
    CardRecognised,
    CardsDealtByKey,
    CardsNotThere,
    ChipsMovedByKey,
    ChipsNotMoved,
    ChipsPushed,
    ChipsTakenBack,
    Declared,
    Event,
    FloorRuled,
    PotPushed,
    Redone,
    RuledInTime,
    SeatCorrected,
    TraysOutOfSight,
    TurnOutOfSight,
    TurnTold,
    Undone,
    WordCorrected,
)
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.record import AppliedEvent

Retelling: TypeAlias = (
    BetCorrected
    | CardCorrected
    | SeatCorrected
    | WordCorrected
    | CardsNotThere
    | ChipsNotMoved
    | TurnTold
    | RuledInTime
)
"""A correction of what an earlier event of the hand tells."""

T = TypeVar("T")

MEANT_OF_A_SEAT: Final = (Declared, ChipsPushed, ChipsTakenBack, PotPushed, CardDealt)
"""What can have been another seat's: words, chips that moved, and a card that the antenna beside it read."""

RETELLINGS: Final = get_args(Retelling)


class Folded(Struct, frozen=True):
    """One event of the hand as the fold tells it: the table before it, what came of it, the table after it."""

    before: Table
    applied: AppliedEvent
    after: Table
    told: Event
    moot: bool = False


class Changed(Struct, frozen=True):
    """What a fold tells, and in `more` what the one before did not tell."""

    table: Table
    happened: tuple[AppliedEvent, ...]
    more: AppliedEvent


def is_retelling(event: Event) -> bool:
    """Whether the event tells an earlier one otherwise."""
    return isinstance(event, RETELLINGS) and event.number > 0


def folding(
    base: Table, happened: Iterable[AppliedEvent], undone: frozenset[int], book: Rulebook, *, seeking: bool = False
) -> Iterator[Folded]:
    """The events of a hand, folded again one by one; `seeking` leaves out rulings that have no case any more."""
    told = tuple(happened)
    retold = _retold(told, undone)
    moot, in_time = _moot(told, undone), _ruled_in_time(told, retold)
    told_anew = tuple(_told_anew(retold))
    seen = frozenset(one.event.told for one in told if isinstance(one.event, CardRecognised))
    table = base
    bets: dict[int, str] = {}
    unruled: Table | None = None
    stay = set(seen)
    for old in told:
        corrections = retold.get(old.number, ())
        event = _as_told(old.event, corrections)
        left = _as_seen(event, seen) if old.number in undone and seen else None
        early = old.number in in_time
        behind = any(first < old.number < last for first, last in told_anew)
        then = _unruled_step(unruled if behind else None, event, corrections, old.number in undone, book)
        lost = old.number in moot or (seeking and not early and _is_moot(old, table, book))
        if left is not None:
            event, made = left, engine.step(table, left, book)
            stay |= _cards_of(left)
        elif isinstance(event, CardIdentified) and event.handle in stay:  # its face is undone with the cards unseen
            made = engine.step(table, event, book)
        elif old.number in undone or lost:
            made = Step(table if lost else engine.lay(table, event))
        elif isinstance(event, TurnOutOfSight):
            made = _turn_told(table, event, [one for one in told if _tells_turn(one.event, old.number)], undone, book)
        elif isinstance(event, Undone | Redone) or is_retelling(event):
            made = Step(table, old.outcomes)
        elif early:  # told where its case arose; the floor that was called has come now
            made = Step(replace(table, panel=panel.after(table.panel, event)))
        elif _is_of_the_wrong_bet(table, event, bets) or (behind and has_lost_its_turn(table, event)):
            made = Step(engine.let_lie(table, event))
        else:
            made = _made_behind(then, table, event, _told(table, event, corrections, book))
            unruled, made = made.table, _ruled_then(made, corrections, in_time, book)
        if any(isinstance(one, BetCorrected) for one in corrections):
            bets[getattr(event, "seat", 0)] = table.hand.phase
        unruled = unruled if then is None else then.table
        applied = AppliedEvent(old.number, old.event, made.outcomes, made.findings, for_the_bridge(made.requests))
        yield Folded(table, applied, made.table, event, lost)
        table = made.table


def _unruled_step(
    table: Table | None, event: Event, corrections: tuple[Retelling, ...], undone: bool, book: Rulebook
) -> Step | None:
    """What comes of an event behind a ruling that counts from before it, at the table that its player sat at."""
    if table is None:
        return None
    if undone:
        return Step(engine.lay(table, event))
    if isinstance(event, Undone | Redone) or is_retelling(event):
        return Step(table)
    return _told(table, event, corrections, book)


def _made_behind(unruled: Step | None, table: Table, event: Event, made: Step) -> Step:
    """What an event comes to: behind a ruling that counts from before it no more than it was `unruled`."""
    if unruled is None:
        return made
    if is_overtaken(event, unruled, made):
        return Step(engine.let_lie(table, event))
    return not_blamed(unruled, made)


def _ruled_in_time(
    happened: tuple[AppliedEvent, ...], retold: Mapping[int, tuple[Retelling, ...]]
) -> Mapping[int, FloorRuled]:
    """The rulings, by number, that count from an earlier event on."""
    numbers = {one.ruling for several in retold.values() for one in several if isinstance(one, RuledInTime)}
    return {one.number: one.event for one in happened if one.number in numbers and isinstance(one.event, FloorRuled)}


def _told_anew(retold: Mapping[int, tuple[Retelling, ...]]) -> Iterator[tuple[int, int]]:
    """Between which events others acted behind what a ruling is about: its case and the ruling itself."""
    for number, several in retold.items():
        for one in several:
            if isinstance(one, RuledInTime):
                yield number, one.ruling


def _ruled_then(made: Step, retold: tuple[Retelling, ...], rulings: Mapping[int, FloorRuled], book: Rulebook) -> Step:
    """The step, and after it the rulings that count from there: one that has no case there any more has no effect."""
    for one in retold:
        if isinstance(one, RuledInTime) and one.ruling in rulings:
            ruled = engine.step(made.table, rulings[one.ruling], book)
            made = made if _without_case(ruled.findings) else _then(made, ruled)
    return made


def _tells_turn(event: Event, number: int) -> bool:
    return isinstance(event, TurnTold) and event.number == number


def _turn_told(
    table: Table, event: TurnOutOfSight, later: Iterable[AppliedEvent], undone: frozenset[int], book: Rulebook
) -> Step:
    """What was done in turns that nobody saw, as far as it is known by now; the rest stays out of sight.

    What is undone of it still lies where it lies.
    """
    made, known = Step(table), False
    for one in later:
        match one.event:
            case TurnTold(act=None):
                known = one.number not in undone
            case TurnTold(act=act) if act is not None and one.number in undone:
                made = _then(made, Step(engine.lay(made.table, act)))
            case TurnTold(act=act) if act is not None:
                made = _then(made, engine.step(made.table, act, book))
            case _:
                pass
    return made if known else _then(made, engine.step(made.table, event, book))


class Again(Struct, frozen=True):
    """A fold: the table after it, what came of each of its events, and the table before each."""

    table: Table
    happened: tuple[AppliedEvent, ...]
    tables: tuple[Table, ...]


def replay_hand(base: Table, happened: Iterable[AppliedEvent], undone: frozenset[int], book: Rulebook) -> Again:
    """The events folded again from the table before them."""
    folded = tuple(folding(base, happened, undone, book))
    table = folded[-1].after if folded else base
    return Again(table, tuple([one.applied for one in folded]), tuple([one.before for one in folded]))


def corrected(base: Table, happened: tuple[AppliedEvent, ...], undone: frozenset[int], book: Rulebook) -> Changed:
    """The hand with its last applied event, a correction, in force; `more` is that one with all that it tells anew."""
    *earlier, note = happened
    table, again, moot = base, list[AppliedEvent](), list[int]()
    for folded in folding(base, happened, undone, book, seeking=True):
        table = folded.after
        again.append(folded.applied)
        if folded.moot:
            moot.append(folded.applied.number)
    event = _with_moot(note.event, tuple(moot))
    again[-1] = replace(again[-1], event=event)
    rest = again[:-1]
    more = AppliedEvent(
        note.number,
        event,
        (*note.outcomes, *_new((one.outcomes for one in rest), (one.outcomes for one in earlier))),
        tuple(_new((one.findings for one in rest), (one.findings for one in earlier))),
        tuple(_new((one.requests for one in rest), (one.requests for one in earlier))),
        tuple(_new((one.findings for one in earlier if one.number not in undone), (one.findings for one in rest))),
    )
    return Changed(table, tuple(again), more)


def _with_moot(event: Event, moot: tuple[int, ...]) -> Event:
    return replace(event, moot=moot) if isinstance(event, RETELLINGS) else event


def _new(told: Iterable[tuple[T, ...]], before: Iterable[tuple[T, ...]]) -> Iterator[T]:
    """What is told now and was not told before, in order."""
    known = Counter(one for several in before for one in several)
    for one in (one for several in told for one in several):
        if known[one]:
            known[one] -= 1
        else:
            yield one


def _retold(happened: tuple[AppliedEvent, ...], undone: frozenset[int]) -> Mapping[int, tuple[Retelling, ...]]:
    """The corrections in force, by the number of the event that they tell otherwise."""
    found: dict[int, tuple[Retelling, ...]] = {}
    for one in happened:
        if isinstance(one.event, RETELLINGS) and one.event.number and _is_in_force(one, undone):
            found[one.event.number] = (*found.get(one.event.number, ()), one.event)
    return found


def _is_in_force(one: AppliedEvent, undone: frozenset[int]) -> bool:
    """Whether neither the correction is undone, nor the ruling that it tells otherwise."""
    return one.number not in undone and not (isinstance(one.event, RuledInTime) and one.event.ruling in undone)


def _moot(happened: tuple[AppliedEvent, ...], undone: frozenset[int]) -> frozenset[int]:
    """Rulings that a correction in force has left without their case."""
    return frozenset(
        number
        for one in happened
        if isinstance(one.event, RETELLINGS) and _is_in_force(one, undone)
        for number in one.event.moot
    )


def _is_moot(old: AppliedEvent, table: Table, book: Rulebook) -> bool:
    """Whether a ruling that had a case has none on this table."""
    if not isinstance(old.event, FloorRuled):
        return False
    return _without_case(engine.step(table, old.event, book).findings) and not _without_case(old.findings)


def _without_case(findings: Iterable[Finding]) -> bool:
    return any(
        dict(found.facts).get("cause") in ("no-such-option", "no-open-case", "no-part-in-a-pot") for found in findings
    )


def _as_told(event: Event, retold: tuple[Retelling, ...]) -> Event:
    """The event with the seat, the cards and the trays that it really was about."""
    for one in retold:
        if isinstance(one, SeatCorrected) and isinstance(event, MEANT_OF_A_SEAT):
            event = replace(_heard_beside(event) if isinstance(event, CardDealt) else event, seat=one.right_seat)
        elif isinstance(one, CardCorrected) and isinstance(event, CardIdentified):
            event = replace(event, card=one.card)
        elif isinstance(one, CardsNotThere):
            event = _without(event, one.cards)
        elif isinstance(one, ChipsNotMoved) and isinstance(event, TraysOutOfSight):
            event = replace(event, seats=(), pot=False)
    return event


def _heard_beside(event: CardDealt) -> CardDealt:
    """A card that its own reader missed, and the one beside it hears now and then: it may have come some scans before.

    Not long before: of two cards that a dealer pitched one after the other it is known.
    """
    return replace(event, after_s=event.after_s - PITCH_S) if event.after_s > PITCH_S else event


def _without(event: Event, cards: Collection[Handle]) -> Event:
    """A keyed deal or board without these cards."""
    match event:
        case CardsDealtByKey():
            return replace(event, cards=tuple(one for one in event.cards if one[1] not in cards))
        case BoardByKey(burned=burned) if burned in cards:
            return replace(event, burned=None)
        case _:
            return event


def _told(table: Table, event: Event, retold: tuple[Retelling, ...], book: Rulebook) -> Step:
    """The event, stepped as its corrections have it; of chips that have not come, none."""
    if isinstance(event, ChipsPushed) and any(isinstance(one, ChipsNotMoved) for one in retold):
        return Step(table)
    bets = [one for one in retold if isinstance(one, BetCorrected)]
    made = Step(table)
    for one in retold:
        if isinstance(one, WordCorrected):
            at_s = event.began_s if isinstance(event, ChipsPushed) else one.at_s
            checks = (Declared(seat, "check", None, "before", at_s) for seat in one.checked)
            for word in (*checks, Declared(one.seat, one.word, one.amount_chips, "before", at_s, one.text)):
                made = _then(made, engine.step(made.table, word, book))
    if not bets:
        return _then(made, engine.step(made.table, event, book))
    seat = getattr(event, "seat", bets[-1].seat)
    laid = engine.lay(made.table, event)
    return _then(made, engine.step(laid, replace(bets[-1], seat=seat), book))


def _as_seen(event: Event, seen: frozenset[Handle]) -> Event | None:
    """What readers have seen of a keyed deal, though it is undone: up to its last card seen, for a deal has an order.

    None if they have seen none of it.
    """
    match event:
        case CardsDealtByKey():
            last = max((at for at, (_, handle) in enumerate(event.cards, 1) if handle in seen), default=0)
            return replace(event, cards=event.cards[:last]) if last else None
        case BoardByKey():
            last = max((at for at, handle in enumerate(event.cards, 1) if handle in seen), default=0)
            return replace(event, cards=event.cards[:last]) if last or event.burned in seen else None
        case _:
            return None


def _cards_of(event: Event) -> frozenset[Handle]:
    return frozenset(event.cards) if isinstance(event, BoardByKey) else frozenset()


def _then(made: Step, more: Step) -> Step:
    return Step(
        more.table,
        (*made.outcomes, *more.outcomes),
        (*made.findings, *more.findings),
        (*made.requests, *more.requests),
    )


def _is_of_the_wrong_bet(table: Table, event: Event, bets: Mapping[int, str]) -> bool:
    """Whether chips moved for a bet that was really another one: after it, in its round, and not the seat's turn."""
    if not isinstance(event, ChipsPushed | ChipsTakenBack):
        return False
    return bets.get(event.seat) == table.hand.phase and who_acts(table) != event.seat


class Telling(Struct, frozen=True):
    """A hand as it was, or is, told: the table at its riffle, its applied events, and which of them are undone."""

    base: Table
    happened: tuple[AppliedEvent, ...]
    undone: frozenset[int]


def after_fold(inference: Inference, before: Telling, now: Telling, at_s: float, book: Rulebook) -> Inference:
    """What the trays are to show at `at_s`, now that the hand is told otherwise than `before`."""
    if not inference.flow.lies or not (_may_tell(before) or _may_tell(now)):
        return inference  # no tray has ever told of chips, or all of them tell of all
    old, new = _unseen(before, book), _unseen(now, book)
    changed = [number for number in sorted({*old, *new}) if old.get(number) != new.get(number)]
    flow = inference.flow
    for number in changed:
        for zone, value in old.get(number, {}).items():
            flow = untold(flow, zone, value, at_s)
    for number in changed:
        for zone, value in new.get(number, {}).items():
            flow = told(flow, zone, value)
    return inference if flow is inference.flow else replace(inference, flow=flow)


def _may_tell(hand: Telling) -> bool:
    """Whether anything of the hand can have moved chips that no tray was seen to move."""
    kinds = (ChipsMovedByKey, TraysOutOfSight)
    return hand.base.tray_coverage != ALL_IN_SIGHT or any(isinstance(one.event, kinds) for one in hand.happened)


def _unseen(hand: Telling, book: Rulebook) -> Mapping[int, Mapping[Zone, int]]:
    """By event number, what its step moved that no tray had told."""
    found: dict[int, Mapping[Zone, int]] = {}
    pushed = _pushed_in_the_dark(hand.happened)
    for one in folding(hand.base, hand.happened, hand.undone, book):
        if changes := unseen_changes(one.before, one.told, one.after, pushed.get(one.applied.number, ())):
            found[one.applied.number] = changes
    return found


def _pushed_in_the_dark(happened: tuple[AppliedEvent, ...]) -> Mapping[int, list[ChipsPushed]]:
    """By the number of a turn that nobody saw, the chips that the trays showed later and the dealer said were its."""
    found: dict[int, list[ChipsPushed]] = {}
    for one in happened:
        if isinstance(one.event, TurnTold) and one.event.pushed is not None:
            found.setdefault(one.event.number, []).append(one.event.pushed)
    return found
