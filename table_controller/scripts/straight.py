"""A player that tells the engine what happens outright: events without sensors, names without a bridge."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy

from firmware_bridge.vocabulary.cards import Card
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.observations import Handle
from firmware_bridge.vocabulary.requests import NameCards
from firmware_bridge.vocabulary.tally import Tally
from firmware_bridge.vocabulary.values import replace
from table_controller.game import engine
from table_controller.game.queries import deadline_s
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.table import NEW_TABLE, Step, Table
from table_controller.game.steps.floor.rulings import (
    counts_from,
    has_lost_its_turn,
    is_overtaken,
    left_behind,
    not_blamed,
)
from table_controller.projections.effects import late_choices
from table_controller.projections.findings import finding_views
from table_controller.projections.table_view import Around, view_of
from table_controller.scripts import acts
from table_controller.scripts.telling import Teller
from table_controller.vocabulary import events
from table_controller.vocabulary.events import TimePassed
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import Outcome
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import TableView


class StraightPlayer:
    """Acts as `Player` on the bare engine; handles are minted and named here."""

    silent = False
    keys_per_hand: tuple[int, ...] | None = None
    prompts_per_hand: tuple[int, ...] | None = None
    faults: Tally | None = None

    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.table: Table = NEW_TABLE
        self._teller = Teller()
        self._happened: list[AppliedEvent] = []
        self._tables: list[Table] = []  # after each of them
        self._numbered = self._marked = 0
        self._view: tuple[Table, float, TableView] | None = None

    def copied(self) -> StraightPlayer:
        """One that goes on from here without this one; cheap, for the table is a frozen value."""
        twin = copy(self)
        twin._teller, twin._happened = self._teller.copied(), list(self._happened)  # noqa: SLF001 - its own kind
        twin._tables = list(self._tables)  # noqa: SLF001 - the same
        return twin

    def put_in_play(self, denominations: Iterable[int]) -> None:
        """Chips of these denominations are in play from here, too: somebody uses them."""
        setup = self.table.setup
        in_play = tuple(sorted({*setup.denominations, *denominations}))
        self.table = replace(self.table, setup=replace(setup, denominations=in_play))

    def hides(self, card: Card) -> bool:
        """Whether the card lies on the table and nobody has seen its face."""
        if card not in self._teller.known:
            return False
        handle = self._teller.handle(card)
        if any(lies.card is not None for lies in self.table.cards if lies.handle == handle):
            return False
        shown = (applied.event for applied in self._happened)
        return not any(isinstance(event, events.CardShown) and event.card == card for event in shown)

    def rename(self, old: Card, new: Card) -> None:
        """A card whose face nobody has seen is another one than was thought."""
        self._teller.rename(old, new)

    def name_of(self, handle: Handle) -> Card | None:
        """The card behind a handle, None if none has it."""
        return self._teller.card_of(handle)

    @property
    def view(self) -> TableView:
        """What a display would show; drawn again only if something happened."""
        if self._view is None or self._view[0] is not self.table or self._view[1] != self._teller.now_s:
            drawn = view_of(
                self.table,
                Around(
                    epoch="script",
                    as_of=self._numbered,
                    book=self.book,
                    late=late_choices(self.table, self.told_in_time),
                    findings=finding_views(self._happened, frozenset(), cases=self.table.cases),
                    now_s=self._teller.now_s,
                ),
            )
            self._view = (self.table, self._teller.now_s, drawn)
        return self._view[2]

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings since `mark`."""
        return tuple(finding for applied in self._since() for finding in applied.findings)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Outcomes since `mark`."""
        return tuple(outcome for applied in self._since() for outcome in applied.outcomes)

    def mark(self) -> None:
        """Count findings and outcomes from here."""
        self._marked = self._numbered

    def open(self, opened: events.TableOpened, stacks: Mapping[int, Chips], *, deals_up: bool = False) -> None:
        """Tell the engine of the table and of each stack."""
        del deals_up  # nothing is read here
        self._take(replace(opened, at_s=self._teller.tick()))
        for seat, chips in stacks.items():
            self._take(events.StackCounted(seat, chips, self._teller.tick()))

    def do(self, act: acts.Act) -> None:
        """Tell the engine of an act."""
        if isinstance(act, acts.Riffle | acts.PutAway):  # findings on the screen are those of the hand under way
            self._happened = self._since()
            self._tables = self._tables[len(self._tables) - len(self._happened) :]
        if isinstance(act, acts.Wait):
            self._wait(act.wait_s)
            return
        for event in self._teller.tell(act):
            self._take(event)

    def _wait(self, wait_s: float) -> None:
        """Time passes; what the table waits for comes in its time."""
        until_s = self._teller.now_s + wait_s
        while (due_s := deadline_s(self.table, self._teller.now_s)) is not None and due_s <= until_s:
            self._teller.now_s = due_s
            self._take(TimePassed(due_s))
        self._teller.now_s = until_s

    def _since(self) -> list[AppliedEvent]:
        return [applied for applied in self._happened if applied.number > self._marked]

    def _take(self, event: events.Event) -> None:
        """Step the engine; what it asks to be named is named at once."""
        step = self.stepped(event)
        self._numbered += 1
        self.table = step.table
        self._happened.append(AppliedEvent(self._numbered, event, step.outcomes, step.findings, step.requests))
        self._tables.append(step.table)
        for request in step.requests:
            if isinstance(request, NameCards):
                for handle in request.handles:
                    self._name(handle)

    def stepped(self, event: events.Event) -> Step:
        """What the event makes of the table."""
        early = self.told_in_time(event) if isinstance(event, events.FloorRuled) else None
        return engine.step(self.table, event, self.book) if early is None else early

    def told_in_time(self, event: events.FloorRuled) -> Step | None:
        """A ruling on an act that others have acted behind, from where the floor was asked; None of any other."""
        if (case := left_behind(self.table, event)) is None:
            return None
        at = next((at for at, table in enumerate(self._tables) if case in table.cases), None)
        if at is None:
            return None
        since = [applied.event for applied in self._happened[at + 1 :]]
        if not counts_from(self._tables[at], self.table, since, event, case, self.book):
            return None
        made = engine.step(self._tables[at], event, self.book)
        for applied in self._happened[at + 1 :]:
            if has_lost_its_turn(made.table, applied.event):
                made = replace(made, table=engine.let_lie(made.table, applied.event))
                continue
            more = engine.step(made.table, applied.event, self.book)
            then = Step(more.table, applied.outcomes, applied.findings)
            if is_overtaken(applied.event, then, more):
                made = replace(made, table=engine.let_lie(made.table, applied.event))
                continue
            more = not_blamed(then, more)
            made = Step(more.table, (*made.outcomes, *more.outcomes), (*made.findings, *more.findings), more.requests)
        return made

    def _name(self, handle: Handle) -> None:
        card = self._teller.card_of(handle)
        if card is not None:
            self._take(events.CardIdentified(handle, card, self._teller.tick()))
