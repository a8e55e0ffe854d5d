"""What the public may know of a journal record, and under which numbers it is told.

Pure, so that the messages of a record are the same when it happens and when the outbox reads it
from the journal again after a restart. No handle leaves here. A card is published by an outcome
(`BoardNamed`, `HandShown`, `Corrected`) only: the bridge's answers and what a dealer keyed never are. The answers
to prompts stay inside, because a prompt may name a handle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias, assert_never

import msgspec
from msgspec import Struct

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips, total_chips
from firmware_bridge.vocabulary.observations import Handle, Inventory, NodeSeen
from table_controller.broadcast import payloads
from table_controller.broadcast.streams import NOTHING_RELEASED
from table_controller.game.steps.flow.by_key import events_of
from table_controller.vocabulary import events, findings, outcomes
from table_controller.vocabulary.events import (
    BoardByKey,
    BuzzerMuted,
    CardsDealtByKey,
    ChipEvent,
    CorrectionEvent,
    DeckEvent,
    FloorCalled,
    KeyEvent,
    Move,
    Redone,
    TimeEvent,
)
from table_controller.vocabulary.record import AppliedEvent, Record

TakenBack: TypeAlias = Mapping[int, tuple[int, ...]]
"""For each event number, the numbers `n` of the messages that told it."""

NOTHING_TOLD: Final[TakenBack] = {}
LONGEST_NUMBER: Final = 9
"""Digits of the number of a case."""
LONGEST_TEXT: Final = 200
"""Characters of a player's words that are published."""


class PublicMessage(Struct, frozen=True):
    """One thing the public may know: its type in snake_case and its fields, JSON-ready."""

    type: str
    data: dict[str, Any]


class PublicFinding(Struct, frozen=True):
    """A finding or ruling; `n` is the number of its event's message (the last before it, if it has none)."""

    n: int
    message: PublicMessage


def public_messages(
    record: Record, told: TakenBack = NOTHING_TOLD, released: Mapping[Handle, Card] = NOTHING_RELEASED
) -> tuple[PublicMessage, ...]:
    """The messages of topic ``ev`` for a record, numbered `record.live_n` + 1, + 2, … in this order.

    `told` is needed only to fill in what an undo takes back; the count does not depend on it, nor on the hidden cards
    that were `released`, which only the delayed stream gives.
    """
    return tuple(message for applied in record.applied_events for message in _of_happening(applied, told, released))


def message_count(record: Record) -> int:
    """How many messages of topic ``ev`` the record has, without making them."""
    return sum(map(_count_of, record.applied_events))


def public_findings(
    record: Record, handles: frozenset[str] = frozenset(), titles: payloads.Titles = payloads.untitled
) -> tuple[PublicFinding, ...]:
    """The messages of topic ``finding`` for a record, in order; facts that are one of `handles` are left out."""
    if not any(applied.findings or isinstance(applied.event, events.FloorRuled) for applied in record.applied_events):
        return ()  # as of most records
    found: list[PublicFinding] = []
    n, secret = record.live_n, handles | handles_in(record)
    for applied in record.applied_events:
        messages = _count_of(applied)
        event_n = n + 1 if messages else n
        found.extend(PublicFinding(event_n, _message(data)) for data in _findings_of(applied, secret, titles))
        n += messages
    return tuple(found)


def _count_of(applied: AppliedEvent) -> int:
    """How many messages come of the event, whatever an undo takes back and whatever hidden card was released."""
    told = (_event_payload(event, NOTHING_TOLD) is not None for event in _as_single(applied.event))
    return sum(told) + len(applied.outcomes)


def _of_happening(
    applied: AppliedEvent, told: TakenBack, released: Mapping[Handle, Card] = NOTHING_RELEASED
) -> Iterator[PublicMessage]:
    for event in _as_single(applied.event):
        data: payloads.EventPayload | payloads.HoleCardDealt | None = _event_payload(event, told)
        if isinstance(event, events.CardDealt) and (card := released.get(event.handle)) is not None:
            data = payloads.HoleCardDealt(event.seat, event.exposed, card)
        if data is not None:
            yield _message(data)
    for outcome in applied.outcomes:
        yield _message(_of_outcome(outcome))


def _as_single(event: events.Event) -> tuple[events.Event, ...]:
    """What a key of several cards stands for, card by card; of chips that nobody saw, outcomes and dues tell."""
    if not isinstance(event, CardsDealtByKey | BoardByKey):
        return (event,)
    return tuple(one for one in events_of(event) if not isinstance(one, Move))


def _message(data: payloads.EventPayload | payloads.HoleCardDealt | payloads.FindingPayload) -> PublicMessage:
    return PublicMessage(payloads.type_name(type(data)), msgspec.to_builtins(data))


def _event_payload(event: events.Event, told: TakenBack) -> payloads.EventPayload | None:
    """The public side of an event; None if it has none."""
    match event:
        case (
            events.TableOpened()
            | events.PlayerSat()
            | events.PlayerLeft()
            | events.LevelAnnounced()
            | events.GameChosen()
        ):
            return _of_house(event)
        case _ if isinstance(event, _ChipsEvent):
            return _of_chips(event)
        case events.Declared() | events.Asked() | events.FloorRuled() | events.Undone() | Redone():
            return _of_people(event, told)
        case events.PuckPlaced(seat=seat):
            return payloads.PuckPlaced(seat)
        case events.AllInButtonPlaced(seat=seat, down=down):
            return payloads.AllInButtonPlaced(seat, down)
        case FloorCalled(calling=calling):
            return payloads.FloorCalled(calling)
        case events.CardIdentified() | events.Answered() | BuzzerMuted():
            return None
        case _ if isinstance(event, KeyEvent | DeckEvent | ChipEvent | TimeEvent | CorrectionEvent):
            return None  # its findings and outcomes say all that the public may know
        case _:
            return _of_cards(event)


_ChipsEvent: TypeAlias = (
    events.ChipsPushed
    | events.ChipsTakenBack
    | events.BetsGathered
    | events.PotPushed
    | events.StackCounted
    | events.HiddenChipsFound
)


def _of_chips(event: _ChipsEvent) -> payloads.EventPayload:
    """Chips of a seat that moved or were counted."""
    seat, chips = event.seat, event.chips
    match event:
        case events.ChipsPushed():
            return payloads.ChipsPushed(seat, *_counted(chips))
        case events.ChipsTakenBack():
            return payloads.ChipsTakenBack(seat, *_counted(chips))
        case events.BetsGathered():
            return payloads.BetsGathered(seat, *_counted(chips))
        case events.PotPushed():
            return payloads.PotPushed(seat, *_counted(chips))
        case events.StackCounted():
            return payloads.StackCounted(seat, *_counted(chips))
        case events.HiddenChipsFound():
            return payloads.HiddenChipsFound(seat, *_counted(chips))


_CardEvent: TypeAlias = (
    events.Riffled
    | events.HandPutAway
    | events.CardDealt
    | events.CardBurned
    | events.CardBoarded
    | events.CardsMucked
    | events.CardStrayed
    | events.HandTabled
    | events.CardShown
)


def _of_cards(event: _CardEvent) -> payloads.EventPayload:
    match event:
        case events.Riffled():
            return payloads.Riffled()
        case events.HandPutAway():
            return payloads.HandPutAway()
        case events.CardDealt(seat=seat, exposed=exposed):
            return payloads.CardDealt(seat, exposed)
        case events.CardBurned():
            return payloads.CardBurned()
        case events.CardBoarded():
            return payloads.CardBoarded()
        case events.CardsMucked(seat=mucker, handles=handles):
            return payloads.CardsMucked(mucker, len(handles))
        case events.CardStrayed(zone=zone):
            return payloads.CardStrayed(zone)
        case events.HandTabled(seat=seat):
            return payloads.HandTabled(seat)
        case events.CardShown(seat=seat, by_dealer=by_dealer):
            return payloads.CardShown(seat, by_dealer)
        case _:
            assert_never(event)


def _of_house(
    event: events.TableOpened | events.PlayerSat | events.PlayerLeft | events.LevelAnnounced | events.GameChosen,
) -> payloads.EventPayload:
    match event:
        case events.TableOpened():
            return payloads.TableOpened(
                event.rulebook,
                event.variant,
                event.seats,
                tuple(
                    payloads.PlayerAt(player.seat, payloads.player_id(player.name), player.name, player.stack_chips)
                    for player in event.players
                ),
                event.denominations,
                event.small_blind_chips,
                event.big_blind_chips,
                event.ante_chips,
                event.button,
            )
        case events.PlayerSat(seat=seat, name=name, stack_chips=stack, entry=entry):
            return payloads.PlayerSat(seat, payloads.player_id(name), name, stack, entry)
        case events.PlayerLeft(seat=seat):
            return payloads.PlayerLeft(seat)
        case events.LevelAnnounced():
            return payloads.LevelAnnounced(event.small_blind_chips, event.big_blind_chips, event.ante_chips)
        case events.GameChosen():
            return payloads.GameChosen(event.variant, event.ante_chips, event.bring_in_chips)
        case _:
            assert_never(event)


def _of_people(
    event: events.Declared | events.Asked | events.FloorRuled | events.Undone | Redone, told: TakenBack
) -> payloads.EventPayload:
    match event:
        case events.Asked(seat=seat, what=what, about=about):
            return payloads.Asked(seat, what, about)
        case events.Declared(seat=seat, word=word, amount_chips=amount, when=when, text=text):
            return payloads.Declared(seat, word, amount, when, text[:LONGEST_TEXT])
        case events.FloorRuled(option=option, arguments=arguments, role=role):
            return payloads.FloorRuled(option, *_named(arguments, role))
        case events.Undone(numbers=numbers):
            return payloads.Undone(tuple(n for number in numbers for n in told.get(number, ())))
        case Redone(numbers=numbers):
            return payloads.Redone(tuple(n for number in numbers for n in told.get(number, ())))
        case _:
            assert_never(event)


def _counted(chips: Chips) -> tuple[Chips, int]:
    return chips, total_chips(chips)


def _of_outcome(outcome: outcomes.Outcome) -> payloads.EventPayload:  # noqa: C901, PLR0911 - one case a type
    """What the engine made of an event, under the names that the public reads."""
    match outcome:
        case outcomes.HandBegan():
            return payloads.HandBegan(
                outcome.hand,
                outcome.button,
                outcome.small_blind,
                outcome.big_blind,
                outcome.seats,
                _stacks(outcome.stacks),
            )
        case outcomes.ForcedBetPosted(seat=seat, kind=kind, chips=chips):
            return payloads.ForcedBetPosted(seat, kind, chips)
        case outcomes.ActRuled(seat=seat, kind=act, to_chips=to_chips, all_in=all_in):
            return payloads.ActRuled(seat, act, to_chips, all_in)
        case outcomes.StreetOpened(street=street):
            return payloads.StreetOpened(street)
        case outcomes.BoardNamed(cards=cards):
            return payloads.BoardNamed(cards)
        case outcomes.BetReturned(seat=seat, chips=chips):
            return payloads.BetReturned(seat, chips)
        case outcomes.HandShown(seat=seat, cards=cards, label=label):
            return payloads.HandShown(seat, cards, label)
        case outcomes.CardsDrawn(seat=seat, count=count):
            return payloads.CardsDrawn(seat, count)
        case outcomes.PotAwarded(pot=pot, seat=seat, chips=chips, label=label, half=half):
            return payloads.PotAwarded(pot, seat, chips, label, half)
        case outcomes.HandSettled(hand=hand, stacks=stacks):
            return payloads.HandSettled(hand, _stacks(stacks))
        case outcomes.DealVoided(hand=hand):
            return payloads.DealVoided(hand)
        case outcomes.HandVoided(hand=hand):
            return payloads.HandVoided(hand)
        case outcomes.Corrected():
            return payloads.Corrected(
                outcome.what,
                outcome.seat,
                outcome.before_chips,
                outcome.chips,
                outcome.before,
                outcome.now,
                outcome.place,
                outcome.to_seat,
            )
        case _:
            assert_never(outcome)


def _stacks(stacks: tuple[tuple[int, int], ...]) -> tuple[payloads.SeatStack, ...]:
    return tuple(payloads.SeatStack(seat, chips) for seat, chips in stacks)


def _findings_of(
    applied: AppliedEvent, handles: frozenset[str], titles: payloads.Titles
) -> Iterator[payloads.FindingPayload]:
    for finding in applied.findings:
        yield _finding(finding, handles, titles)
    if isinstance(applied.event, events.FloorRuled):
        ruled = applied.event
        yield payloads.Ruling(ruled.option, *_named(ruled.arguments, ruled.role))


def _named(arguments: tuple[tuple[str, str], ...], role: str) -> tuple[dict[str, str], str, int | None]:
    """What a ruling names: its arguments, who ruled, and apart from them the case."""
    named = dict(arguments)
    case = named.pop("case", "")
    return named, role, int(case) if case.isascii() and case.isdigit() and len(case) <= LONGEST_NUMBER else None


def _finding(finding: findings.Finding, handles: frozenset[str], titles: payloads.Titles) -> payloads.Finding:
    options = tuple(
        payloads.FloorOption(option.name, public_facts(option.facts, handles)) for option in finding.options
    )
    return payloads.Finding(
        finding.topic,
        titles(finding.topic),
        finding.seat,
        finding.cite.book,
        finding.cite.ref,
        public_facts(finding.facts, handles),
        options,
        finding.stops_play,
    )


def public_facts(facts: tuple[findings.Fact, ...], handles: frozenset[str] = frozenset()) -> dict[str, int | str]:
    """Facts without those that name a card by its handle: a rule may reason with handles, the public may not.

    `chips` alone are physical chips everywhere else: as a fact they are an amount, and are called so.
    """
    named = (("amount_chips" if name == "chips" else name, value) for name, value in facts)
    return {name: value for name, value in named if "handle" not in name and value not in handles}


def handles_in(record: Record) -> frozenset[str]:
    """All handles of cards that a record's events speak of."""
    return frozenset(handle for applied in record.applied_events for handle in _handles_of(applied.event))


def _handles_of(event: events.Event) -> frozenset[str]:
    match event:
        case (
            events.CardDealt(handle=handle)
            | events.CardBurned(handle=handle)
            | events.CardBoarded(handle=handle)
            | events.CardStrayed(handle=handle)
            | events.CardIdentified(handle=handle)
        ):
            return frozenset({handle})
        case events.CardsMucked(handles=handles):
            return frozenset(handles)
        case _:
            return frozenset()


class Numbered(Struct, frozen=True):
    """A message with its place in the stream; `index` counts the findings of one `n`, None for an event."""

    n: int
    index: int | None
    hand: int
    message: PublicMessage


class PublicFeed:
    """Turns records, in journal order, into numbered messages; remembers what an undo must name.

    A record that was told already (by its event numbers) gives nothing, so the backlog from the journal
    and the records of the present may overlap.
    """

    REMEMBERED: Final = 5000
    """Events an undo can reach back to: far more than one hand has."""

    def __init__(
        self, titles: payloads.Titles = payloads.untitled, released: Mapping[Handle, Card] = NOTHING_RELEASED
    ) -> None:
        """Hidden cards that were `released` are for the delayed stream alone; the mapping may grow."""
        self.simulated = False
        self._titles, self._released = titles, released
        self._told: dict[int, tuple[int, ...]] = {}
        self._last_number = 0
        self._findings_at = (0, 0)
        self._handles: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())

    def learn(self, record: Record) -> None:
        """Note whether the hardware says that it is simulated."""
        if isinstance(record.cause, NodeSeen | Inventory):
            self.simulated = self.simulated or record.cause.simulated

    def take(self, record: Record) -> tuple[Numbered, ...]:
        """The messages of one record: each event before its findings."""
        self.learn(record)
        if not record.applied_events or record.applied_events[-1].number <= self._last_number:
            return ()
        self._last_number = record.applied_events[-1].number
        self._remember(record)
        taken = [
            Numbered(n, None, record.hand, message)
            for n, message in enumerate(public_messages(record, self._told, self._released), record.live_n + 1)
        ]
        secret = self._handles[0] | self._handles[1]
        taken.extend(self._index(finding, record.hand) for finding in public_findings(record, secret, self._titles))
        return tuple(sorted(taken, key=lambda one: (one.n, -1 if one.index is None else one.index)))

    def _remember(self, record: Record) -> None:
        """Note which messages tell which event, and the handles of this shuffle and the one before."""
        if any(isinstance(applied.event, events.Riffled) for applied in record.applied_events):
            self._handles = (frozenset(), self._handles[0])
        self._handles = (self._handles[0] | handles_in(record), self._handles[1])
        n = record.live_n
        for applied in record.applied_events:
            count = _count_of(applied)
            self._told[applied.number] = tuple(range(n + 1, n + count + 1))
            n += count
        while len(self._told) > self.REMEMBERED:
            del self._told[next(iter(self._told))]

    def _index(self, finding: PublicFinding, hand: int) -> Numbered:
        n, index = self._findings_at
        index = index + 1 if n == finding.n else 0
        self._findings_at = (finding.n, index)
        return Numbered(finding.n, index, hand, finding.message)
