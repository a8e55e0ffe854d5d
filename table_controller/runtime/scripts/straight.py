"""A player that tells the engine what happens outright: events without sensors, names without a bridge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, Literal

from firmware_bridge.cards import Card
from firmware_bridge.chips import Chips, total_chips
from firmware_bridge.observations import Handle
from firmware_bridge.requests import NameCards
from firmware_bridge.zones import Zone, zone_kind, zone_seat
from table_controller import engine, events
from table_controller.findings import Finding
from table_controller.findings_on_view import finding_views
from table_controller.outcomes import Outcome
from table_controller.record import Happening
from table_controller.rulebooks.model import Rulebook
from table_controller.table import NEW_TABLE, Table
from table_controller.view_of import view_of
from table_controller.views import TableView

TICK_S: Final = 0.001
"""Time between two events: enough to tell their order, too little to meet any limit."""


class _Told:
    """The engine, told event by event; handles are minted and named here."""

    keys_per_hand: tuple[int, ...] | None = None

    def __init__(self, book: Rulebook) -> None:
        self.book, self.now_s = book, 0.0
        self.table: Table = NEW_TABLE
        self._happened: list[Happening] = []
        self._numbered = self._marked = self._riffles = 0
        self._handles: dict[Card, Handle] = {}
        self._view: tuple[Table, int, TableView] | None = None

    @property
    def view(self) -> TableView:
        if self._view is None or self._view[0] is not self.table or self._view[1] != self._numbered:
            drawn = view_of(
                self.table,
                epoch="script",
                as_of=self._numbered,
                findings=finding_views(self._happened, frozenset()),
            )
            self._view = (self.table, self._numbered, drawn)
        return self._view[2]

    @property
    def findings(self) -> tuple[Finding, ...]:
        return tuple(finding for happening in self._since() for finding in happening.findings)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(outcome for happening in self._since() for outcome in happening.outcomes)

    def _since(self) -> list[Happening]:
        return [happening for happening in self._happened if happening.number > self._marked]

    def mark(self) -> None:
        self._marked = self._numbered

    def _tick(self) -> float:
        self.now_s += TICK_S
        return self.now_s

    def _take(self, event: events.Event) -> None:
        """Step the engine; what it asks to be named is named at once."""
        step = engine.step(self.table, event, self.book)
        self._numbered += 1
        self.table = step.table
        self._happened.append(Happening(self._numbered, event, step.outcomes, step.findings, step.requests))
        for request in step.requests:
            if isinstance(request, NameCards):
                for handle in request.handles:
                    self._name(handle)

    def _name(self, handle: Handle) -> None:
        for card, known in self._handles.items():
            if known == handle:
                self._take(events.CardIdentified(handle, card, self._tick()))

    def _begin(self, event: events.Event) -> None:
        """A hand begins or ends: findings on the screen are those of the hand under way."""
        kept = [happening for happening in self._happened if happening.number > self._marked]
        self._happened = kept
        self._take(event)

    def _handle(self, card: Card) -> Handle:
        if card not in self._handles:
            self._handles[card] = Handle(f"c{self._riffles}-{len(self._handles) + 1}")
        return self._handles[card]


class _ToldCards(_Told):
    """Cards by handle: what an antenna would have seen."""

    def riffle(self) -> None:
        self._riffles += 1
        self._handles = {}
        self._begin(events.Riffled(self._tick()))

    def put_away(self) -> None:
        self._begin(events.HandPutAway(self._tick()))

    def deal(self, seat: int, card: Card, *, exposed: bool) -> None:
        after_s = self.now_s
        self._take(events.CardDealt(seat, self._handle(card), after_s, self._tick(), exposed))

    def burn(self, card: Card) -> None:
        after_s = self.now_s
        self._take(events.CardBurned(self._handle(card), after_s, self._tick()))

    def board(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            after_s = self.now_s
            self._take(events.CardBoarded(self._handle(card), after_s, self._tick()))

    def muck(self, seat: int, cards: tuple[Card, ...]) -> None:
        self._take(events.CardsMucked(seat, tuple(self._handle(card) for card in cards), self._tick()))

    def table_hand(self, seat: int) -> None:
        self._take(events.HandTabled(seat, self._tick()))

    def show(self, seat: int, card: Card, *, by_dealer: bool) -> None:
        self._take(events.CardShown(seat, card, self._tick(), by_dealer))


class _ToldChips(_Told):
    """Chips by denomination: what a tray would have counted."""

    def make_change(self, zone: Zone, chips: Chips) -> None:
        seat = zone_seat(zone)
        if zone_kind(zone) == "stack" and seat is not None:
            self._take(events.StackCounted(seat, chips, self._tick()))

    def push(self, seat: int, chips: Chips) -> None:
        began_s = self.now_s
        self._take(events.ChipsPushed(seat, chips, began_s, self._tick()))

    def take_back(self, seat: int, chips: Chips) -> None:
        self._take(events.ChipsTakenBack(seat, chips, self._tick()))

    def gather(self, seat: int, chips: Chips) -> None:
        self._take(events.BetsGathered(seat, chips, self._tick()))

    def push_pot(self, seat: int, chips: Chips) -> None:
        self._take(events.PotPushed(seat, chips, self._tick()))


class _ToldRoom(_Told):
    """What people would have keyed."""

    def open(self, opened: events.TableOpened, stacks: Mapping[int, Chips]) -> None:
        self._take(replace(opened, at_s=self._tick()))
        for seat, chips in stacks.items():
            self._take(events.StackCounted(seat, chips, self._tick()))

    def say(self, seat: int, word: events.Word, amount_chips: int | None, text: str) -> None:
        self._take(events.Declared(seat, word, amount_chips, "before", self._tick(), text))

    def put_puck(self, seat: int) -> None:
        self._take(events.PuckPlaced(seat, self._tick()))

    def wait(self, wait_s: float) -> None:
        self.now_s += wait_s

    def sit(self, seat: int, name: str, chips: Chips, entry: Literal["new", "moved"]) -> None:
        self._take(events.PlayerSat(seat, name, total_chips(chips), entry, self._tick()))
        self._take(events.StackCounted(seat, chips, self._tick()))

    def stand(self, seat: int) -> None:
        self._take(events.PlayerLeft(seat, self._tick()))

    def announce_level(self, small_chips: int, big_chips: int, ante_chips: int) -> None:
        self._take(events.LevelAnnounced(small_chips, big_chips, ante_chips, self._tick()))

    def rule(self, option: str, arguments: tuple[tuple[str, str], ...]) -> None:
        self._take(events.FloorRuled(option, arguments, "floor", "", self._tick()))


class StraightPlayer(_ToldCards, _ToldChips, _ToldRoom):
    """Acts as `Player` on the bare engine; time is a counter that `wait` moves on."""

    silent = False
