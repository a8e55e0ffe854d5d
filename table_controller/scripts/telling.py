"""Acts told as events: what sensors that miss nothing, and a dealer who keys everything, would make of them."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Final, assert_never

from msgspec.structs import asdict

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import total_chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.zones import BURN, POT, STUB, seat_zone, zone_kind, zone_seat
from table_controller.scripts import acts
from table_controller.vocabulary import events

TICK_S: Final = 0.001
"""Time between two events: enough to tell their order, too little to meet any limit."""


class Teller:
    """Tells acts event by event: a clock that only events and waits move on, and new handles after each riffle.

    `allin` are the seats at which an all-in button lies.
    """

    def __init__(self) -> None:
        self.now_s = 0.0
        self.allin: set[int] = set()
        self._riffles = self._minted = 0
        self._handles: dict[Card, Handle] = {}

    def copied(self) -> Teller:
        """One that goes on from here without this one."""
        twin = copy(self)
        twin.allin, twin._handles = set(self.allin), dict(self._handles)  # noqa: SLF001 - its own kind
        return twin

    def rename(self, old: Card, new: Card) -> None:
        """A card whose face nobody has seen is another one than was thought."""
        self._handles[new] = self._handles.pop(old)

    def tick(self) -> float:
        """The time of the next event."""
        self.now_s += TICK_S
        return self.now_s

    def handle(self, card: Card) -> Handle:
        """What an antenna calls a card since the last riffle."""
        if card not in self._handles:
            self._minted += 1
            self._handles[card] = Handle(f"c{self._riffles}-{self._minted}")
        return self._handles[card]

    @property
    def known(self) -> frozenset[Card]:
        """Cards that an antenna has read since the last riffle."""
        return frozenset(self._handles)

    def card_of(self, handle: Handle) -> Card | None:
        """The card behind a handle, None if no card has it since the last riffle."""
        return next((card for card, known in self._handles.items() if known == handle), None)

    def shuffle(self) -> None:
        """No antenna knows any card any more."""
        self._riffles += 1
        self._minted, self._handles = 0, {}

    def forget(self, card: Card) -> None:
        """The card is shuffled into the stub: no antenna knows it any more."""
        self._handles.pop(card, None)

    def tell(self, act: acts.Act) -> Iterator[events.Event]:
        """The events of an act, in order; each is made when it is asked for, after what the last one led to."""
        if isinstance(act, acts.CardAct):
            return _cards(self, act)
        if isinstance(act, acts.ChipAct):
            return _chips(self, act)
        return _room(self, act)


def _cards(teller: Teller, act: acts.CardAct) -> Iterator[events.Event]:
    """Cards by handle: what an antenna would have seen."""
    after_s = teller.now_s
    match act:
        case acts.Riffle():
            yield from _lift_buttons(teller)
            teller.shuffle()
            yield events.Riffled(teller.tick())
        case acts.PutAway():
            yield from _lift_buttons(teller)
            if act.stacks:
                yield events.TraysCounted(act.stacks, act.middle_chips, teller.tick())
            yield events.HandPutAway(teller.tick())
        case acts.DealCard():
            yield events.CardDealt(act.seat, teller.handle(act.card), after_s, teller.tick())
            if act.exposed:
                yield events.CardShown(act.seat, act.card, teller.tick(), by_dealer=True)
        case (
            acts.Burn()
            | acts.Board()
            | acts.ReturnCards()
            | acts.LayWithBurns()
            | acts.ShuffleIn()
            | acts.ShuffleStub()
        ):
            yield from _middle(teller, act)
        case acts.Muck() | acts.HandOver() | acts.TableHand() | acts.ShowCard():
            yield from _hands(teller, act)
        case _:
            yield from _deck(teller, act)


def _middle(teller: Teller, act: acts.BoardAct) -> Iterator[events.Event]:
    """Cards in the middle of the table, and back into the deck."""
    after_s = teller.now_s
    match act:
        case acts.Burn():
            yield events.CardBurned(teller.handle(act.card), after_s, teller.tick())
        case acts.Board():
            for card in act.cards:  # laid in one motion: before it none of them lay there
                yield events.CardBoarded(teller.handle(card), after_s, teller.tick())
        case acts.ReturnCards():
            for card in act.cards:
                yield events.CardStrayed(teller.handle(card), STUB, teller.tick())
                teller.forget(card)
        case acts.ShuffleIn():
            for card in act.cards:
                teller.forget(card)
            yield events.Riffled(teller.tick(), amid=True)
        case acts.ShuffleStub():
            yield events.Riffled(teller.tick())
        case acts.LayWithBurns():
            yield events.CardStrayed(teller.handle(act.card), BURN, teller.tick())
        case _:
            assert_never(act)


def _hands(teller: Teller, act: acts.HandAct) -> Iterator[events.Event]:
    """Cards of a hand: given up, taken, given away, turned up."""
    match act:
        case acts.Muck():
            if act.by_dealer:
                yield events.HandTaken(act.seat, teller.tick())
            yield events.CardsMucked(act.seat, tuple(teller.handle(card) for card in act.cards), teller.tick())
        case acts.HandOver():
            for card in act.cards:
                yield events.CardStrayed(teller.handle(card), seat_zone(act.to_seat), teller.tick())
        case acts.TableHand():
            yield events.HandTabled(act.seat, teller.tick())
        case acts.ShowCard():
            yield events.CardShown(act.seat, act.card, teller.tick(), act.by_dealer)
        case _:
            assert_never(act)


def _deck(teller: Teller, act: acts.DeckAct) -> Iterator[events.Event]:
    """Cards that are not as they should be: seen by an antenna, or told by the dealer."""
    after_s = teller.now_s
    match act:
        case acts.DealStuck():
            by_s = teller.tick()  # one motion: both arrive in one interval
            for card in act.cards:
                yield events.CardDealt(act.seat, teller.handle(card), after_s, by_s)
        case acts.LayStrange():
            kind: events.Strangeness = "foreign"
            if act.card is not None:
                kind = "duplicate" if act.card in teller.known else "other-deck"
            yield events.StrangeCardFound(seat_zone(act.seat), kind, teller.tick())
        case acts.FindBoxed():
            yield events.BoxedCardFound(act.seat, act.card, teller.tick())
        case acts.CountDeck():
            yield events.DeckCounted(act.missing, teller.tick())
        case _:
            assert_never(act)


def _lift_buttons(teller: Teller) -> Iterator[events.Event]:
    for seat in sorted(teller.allin):
        yield events.AllInButtonPlaced(seat, down=False, at_s=teller.tick())
    teller.allin.clear()


def _chips(teller: Teller, act: acts.ChipAct) -> Iterator[events.Event]:
    """Chips by denomination: what a tray would have counted."""
    match act:
        case acts.MakeChange():
            seat = zone_seat(act.zone)
            if zone_kind(act.zone) == "stack" and seat is not None:
                yield events.StackCounted(seat, act.chips, teller.tick())
            elif act.zone == POT:
                yield events.PotCounted(act.chips, teller.tick())
        case acts.Push():
            if act.allin_button:
                teller.allin.add(act.seat)
                yield events.AllInButtonPlaced(act.seat, down=True, at_s=teller.tick())
            began_s = teller.now_s
            yield events.ChipsPushed(act.seat, act.chips, began_s, teller.tick())
        case acts.Race() | acts.Restack() | acts.Lose() | acts.CountStacks():
            yield from _stacks(teller, act)
        case acts.Find():
            yield events.HiddenChipsFound(act.seat, act.chips, teller.tick())
        case acts.TakeBack():
            yield events.ChipsTakenBack(act.seat, act.chips, teller.tick())
        case acts.Gather():
            yield events.BetsGathered(act.seat, act.chips, teller.tick())
        case acts.PushPot():
            yield events.PotPushed(act.seat, act.chips, teller.tick())
        case _:
            assert_never(act)


def _stacks(teller: Teller, act: acts.StackAct) -> Iterator[events.Event]:
    """Stacks that change outside a bet; of lost chips nobody is told."""
    match act:
        case acts.Race():
            yield events.ChipsRaced(act.denomination, act.drawn, teller.tick())
        case acts.Restack():
            yield events.StackCounted(act.seat, act.chips, teller.tick())
        case acts.Lose():
            return
        case acts.CountStacks():
            yield events.TraysCounted(act.stacks, None, teller.tick())
        case _:
            assert_never(act)


def _room(teller: Teller, act: acts.RoomAct) -> Iterator[events.Event]:
    """What people would have keyed."""
    match act:
        case acts.Say():
            yield events.Declared(act.seat, act.word, act.amount_chips, "before", teller.tick(), act.text)
        case acts.Ask():
            yield events.Asked(act.seat, act.what, act.about, teller.tick())
        case acts.PutPuck():
            yield events.PuckPlaced(act.seat, teller.tick())
        case acts.Wait():
            teller.now_s += act.wait_s
        case acts.Sit():
            yield events.PlayerSat(act.seat, act.name, total_chips(act.chips), act.entry, teller.tick())
            yield events.StackCounted(act.seat, act.chips, teller.tick())
        case acts.Stand():
            yield events.PlayerLeft(act.seat, teller.tick())
        case acts.AnnounceLevel():
            yield events.LevelAnnounced(act.small_chips, act.big_chips, act.ante_chips, teller.tick())
        case acts.ChooseGame():
            yield events.GameChosen(at_s=teller.tick(), **asdict(act))
        case acts.FloorPicks():
            yield events.FloorRuled(act.option, act.arguments, act.role, "", teller.tick())
        case _:
            yield from _people(teller, act)


def _people(teller: Teller, act: acts.PeopleAct) -> Iterator[events.Event]:
    """What people see of each other."""
    match act:
        case acts.ComeOrGo():
            if act.here:
                yield events.PlayerCameBack(act.seat, teller.tick())
            else:
                yield events.PlayerWentAway(act.seat, teller.tick(), act.near)
        case acts.Behave():
            yield events.ConductSeen(act.seat, act.what, teller.tick())
        case acts.Tell():
            yield events.TableTold(act.what, teller.tick(), act.in_s)
        case acts.Punish():
            yield events.PenaltyGiven(act.seat, act.hands, teller.tick())
        case acts.AskClock():
            yield events.ClockAsked(act.seat, teller.tick())
        case _:
            assert_never(act)
