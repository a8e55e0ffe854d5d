"""A table script's player that moves the simulated world and keys only what no sensor sees.

The system under it learns of every card and chip from the bytes of the nodes. After each act
simulated time runs until the system has noticed, or `PATIENCE_S` have passed: then it did
not notice, and whatever the script expects next will say so.

Under faults the dealer has more patience: he waits while a reader is out of sight, answers prompts with what
he sees on the felt (`attending`), does again what nobody saw, and keys what has a key.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import Struct, field

from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.simulator.profiles import FaultProfile
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.simulator.trouble import Trouble
from firmware_bridge.simulator.world import WorldError
from firmware_bridge.vocabulary.chips import Chips, total_chips
from firmware_bridge.vocabulary.observations import Handle, NodeSeen
from firmware_bridge.vocabulary.tally import Tally
from firmware_bridge.vocabulary.zones import BURN, bet_zone, seat_zone
from table_controller.game.queries import is_turn_unwatched
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.state.custody import lying
from table_controller.game.state.table import Table
from table_controller.game.steps.table.chip_counts import owed_in_vain
from table_controller.game.steps.table.clock import time_of
from table_controller.game.variants import VARIANTS
from table_controller.runtime.simulated.attending import Attending
from table_controller.runtime.simulated.fault_watch import FaultWatch
from table_controller.runtime.simulated.moves import Moves, Parts, again
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts import acts
from table_controller.scripts.table_driver import StepError
from table_controller.session.state import Session
from table_controller.vocabulary import events
from table_controller.vocabulary.commands import Command
from table_controller.vocabulary.events import Event, TableOpened
from table_controller.vocabulary.findings import Finding
from table_controller.vocabulary.outcomes import Outcome
from table_controller.vocabulary.record import AppliedEvent
from table_controller.vocabulary.views import TableView

PUT_RIGHT: Final = (events.SeatCorrected, events.CardsNotThere)
"""By these a dealer has told otherwise what a reader, or the lack of one, made the table believe."""

PATIENCE_S: Final = 2.0
"""How long an act may take to be noticed (hardware_docs/table-script.md: at most 2 s through hardware)."""

RIFFLE_PATIENCE_S: Final = 8.0
"""A wash and riffle lasts about four seconds and is recognised when it is over."""

FAULTY_PATIENCE_S: Final = 6.0
"""Under faults: zones heal within two seconds, a question comes after two and a half, and then the dealer answers."""

OUT_OF_SIGHT_S: Final = 30.0
"""How long a dealer waits for readers out of sight before he goes on without them."""

LOOK_S: Final = 0.05
"""How often the hands look whether the system has noticed; as fast as any zone is scanned."""


GLANCE_S: Final = 0.5
"""How often a dealer looks at the screen while nothing moves."""


class Due(Struct, frozen=True):
    """By which event an act is noticed: its kind, whether its seat must be the act's, how long that may take."""

    kind: type[Event] | tuple[type[Event], ...]
    of_seat: bool = False
    patience_s: float = PATIENCE_S


DUE: Final[Mapping[type[acts.Act], Due]] = {
    acts.Riffle: Due(events.Riffled, patience_s=RIFFLE_PATIENCE_S),
    acts.PutAway: Due(events.HandPutAway),
    acts.DealCard: Due(events.CardDealt, of_seat=True),
    acts.DealStuck: Due(events.CardDealt, of_seat=True),
    acts.LayStrange: Due(events.StrangeCardFound),
    acts.Burn: Due(events.CardBurned),
    acts.Board: Due(events.CardBoarded),
    acts.ReturnCards: Due(events.CardStrayed),
    acts.LayWithBurns: Due(events.CardStrayed),
    acts.Muck: Due((events.CardsMucked, events.Declared), of_seat=True),  # the cards, or the dealer's key for them
    acts.HandOver: Due(events.CardStrayed),
    acts.Push: Due(events.ChipsPushed, of_seat=True),
    acts.TakeBack: Due(events.ChipsTakenBack, of_seat=True),
    acts.Gather: Due(events.BetsGathered, of_seat=True),
    acts.PushPot: Due(events.PotPushed, of_seat=True),
    acts.PutPuck: Due(events.PuckPlaced, of_seat=True),
}
"""What the system must notice of an act before the next; a keyed act is taken at once, change settles by itself."""


def _tells_of(event: Event, due: Due, seat: int | None) -> bool:
    """Whether the event is what an act is noticed by; of a card that was read beside its seat, the correction is.

    A hand that slides to a seat is noticed where it lies there, not beside it.
    """
    if isinstance(event, events.SeatCorrected) and due.kind is events.CardDealt:
        return event.right_seat == seat
    if isinstance(event, events.CardStrayed) and seat is not None:
        return isinstance(event, due.kind) and event.zone == seat_zone(seat)
    return isinstance(event, due.kind) and (seat is None or getattr(event, "seat", seat) in (None, seat))


class HardwareSetup(Struct, frozen=True):
    """How the simulated hardware behaves: sensor physics, pace, seed, faults, and whether all frames are lost."""

    physics: Physics = field(default_factory=Physics)
    timing: Timing = field(default_factory=Timing)
    seed: int = 1
    drop_frames: bool = False
    faults: FaultProfile | None = None


class HardwarePlayer:
    """Acts on a simulated table; one player plays one script."""

    silent = True

    def __init__(
        self,
        book: Rulebook,
        setup: HardwareSetup | None = None,
        wire_up: Callable[[SimulatedTable, TableOpened, Rulebook], OneProcess] = OneProcess,
    ) -> None:
        self._book, self._setup, self._wire_up = book, setup or HardwareSetup(), wire_up
        self._process: OneProcess | None = None
        self._moves: Moves | None = None
        self._dealer: Attending | None = None
        self._trouble: Trouble | None = None
        self._since_mark: list[AppliedEvent] = []
        self._burned: set[Handle] = set()
        self._view: TableView | None = None
        self._asked: tuple[float, Session | None] = (0.0, None)
        """When and of which session `_view` was asked last."""
        self._keys: Counter[int] = Counter()
        self._acted_s = 0.0
        """When the last act was done, noticed or not."""

    @property
    def process(self) -> OneProcess:
        """The running table; a `RuntimeError` before `open` is a mistake of the caller."""
        if self._process is None:
            raise RuntimeError("open the table first")
        return self._process

    @property
    def table(self) -> Table:
        """The engine's state."""
        return self.process.controller.session.table

    @property
    def view(self) -> TableView:
        """What a display would show; asked again when nothing has happened since, the same view."""
        process = self.process
        asked = (process.table.now_s, process.controller.session)
        if self._view is None or self._asked[0] != asked[0] or self._asked[1] is not asked[1]:
            self._view, self._asked = process.view(), asked
        return self._view

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings since `mark`, but for those that were gone when the dealer had put right what was read wrong."""
        self._collect()
        found = tuple(finding for applied in self._since_mark for finding in applied.findings)
        if self._dealer is None or not any(isinstance(applied.event, PUT_RIGHT) for applied in self._since_mark):
            return found
        happened = self.process.controller.session.happened
        stands = [finding for applied in happened for finding in applied.findings]
        of_the_hand = {applied.number for applied in happened}
        return tuple(
            finding
            for applied in self._since_mark
            for finding in applied.findings
            if applied.number not in of_the_hand or finding in stands
        )

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Outcomes since `mark`."""
        self._collect()
        return tuple(outcome for applied in self._since_mark for outcome in applied.outcomes)

    @property
    def keys_per_hand(self) -> tuple[int, ...] | None:
        """The dealer's keys in each hand."""
        return tuple(self._keys[hand] for hand in range(1, self.table.hand.number + 1))

    @property
    def prompts_per_hand(self) -> tuple[int, ...] | None:
        """The prompts that the dealer answered in each hand, None where no faults are played."""
        if self._dealer is None:
            return None
        answered = self._dealer.answered
        return tuple(answered[hand] for hand in range(1, self.table.hand.number + 1))

    @property
    def faults(self) -> Tally | None:
        """The faults so far, None where none are played."""
        if self._trouble is None:
            return None
        self._trouble.count_frames()
        return self._trouble.tally

    def mark(self) -> None:
        """Count findings and outcomes from here."""
        self._collect()
        self._since_mark = []

    def open(self, opened: TableOpened, stacks: Mapping[int, Chips], *, deals_up: bool = False) -> None:
        """Build the table and wait until every node is in sight."""
        faults, physics = self._setup.faults, self._setup.physics
        setup = TableSetup(
            seats=opened.seats,
            denominations=opened.denominations,
            stacks=stacks,
            physics=physics.with_miss(faults.miss) if faults is not None and faults.miss else physics,
            timing=self._setup.timing,
            seed=self._setup.seed,
            up_cards=deals_up or VARIANTS[opened.variant].deals_up,
        )
        table = SimulatedTable(setup)
        if self._setup.drop_frames:
            table.set_link_fault("drop_all")
        self._process, self._moves = self._wire_up(table, opened, self._book), Moves(table)
        if faults is not None:
            self._trouble = Trouble(table, faults, self._setup.seed)
            FaultWatch(self._process, self._trouble)
            self._dealer = Attending(self._process)
        nodes = len(table.nodes)
        self._until(lambda: sum(seen.status == "ready" for seen in self._sight()) == nodes, self._patience_s)
        self.process.table.run_for(0.2)
        self._acted_s = self.process.table.now_s

    def do(self, act: acts.Act) -> None:
        """Let the movements of an act finish one after the other, and wait until the system has noticed.

        What is noticed while hands still move counts for the act. Raises `StepError` if it is not noticed at all:
        a script must not pass because nothing was expected of what nobody saw.
        """
        self._look_up()
        if isinstance(act, acts.Wait) and self._dealer is not None:
            self._wait(act.wait_s, self._dealer)
            return
        before, moved, due = self._count(), False, DUE.get(type(act))
        if self._trouble is not None and isinstance(act, acts.Riffle):
            self._trouble.hand_began()
        try:
            for part in self._parts_of(act):
                if isinstance(part, float):
                    moved = True
                    self.process.table.run_until(part)
                else:
                    if due is not None and moved:  # a dealer keys what he sees happen when it has happened
                        self._until_seen(due, act, before, self._patience_s)
                    self._key(part)
        except WorldError as problem:  # hands cannot do it: the script's mistake, at its line
            raise StepError(str(problem)) from problem
        self._acted_s = self.process.table.now_s
        self._before_going_on(act)
        if due is None or not moved:
            return
        self._until_seen(due, act, before, max(due.patience_s, self._patience_s))
        if not self._has_seen(due, act, before):  # else its events say when it was: waiting for readers is no act
            self._acted_s = self.process.table.now_s
        if self._dealer is not None:
            self._acted_s = max([self._acted_s, *(time_of(event) for event in self._seen(due, act, before))])
            self._dealer.tell_of(act)
            self._wait_for_what_lies_there(act, self._dealer)
        asked = isinstance(act, acts.HandOver) and self._dealer is not None  # what came back unseen is a question
        if not asked and not self._has_seen(due, act, before) and not self._lies_there(act):
            raise StepError(f"the system did not notice {act} within {due.patience_s:g} s")

    def _before_going_on(self, act: acts.Act) -> None:
        """Under faults the dealer waits for the trays; asked whether a strange card lies there, he always looks."""
        if self._dealer is not None:
            self._trays_tell(act, self._dealer)
        elif isinstance(act, acts.LayStrange):
            dealer = Attending(self.process)
            self._until(lambda: bool(dealer.asked()), PATIENCE_S)
            dealer.answer()
            self._keys += dealer.answered

    def _trays_tell(self, act: acts.Act, dealer: Attending) -> None:
        """Under faults the dealer waits until change is counted, and until a stack that is short is known to be.

        Chips lost just before their trays went out of sight are taken to be a bet that was owed until they are back.
        """
        match act:
            case acts.MakeChange(zone=zone):
                self._until(lambda: dealer.shows_truth(zone), FAULTY_PATIENCE_S)
            case acts.CountStacks(stacks=stacks):
                self._until(lambda: not owed_in_vain(self.table, dict(stacks)), OUT_OF_SIGHT_S)
            case acts.Lose(seat=seat):
                self._until(lambda: self._bet_lies_there(seat), OUT_OF_SIGHT_S)
            case _:
                pass

    @property
    def _patience_s(self) -> float:
        return PATIENCE_S if self._dealer is None else FAULTY_PATIENCE_S

    def _key(self, command: Command) -> None:
        self._keys[self.table.hand.number] += 1
        self.process.key(command)

    def _wait(self, wait_s: float, dealer: Attending) -> None:
        """Let so much time pass since the last act, as the engine dates it: readers may be slow to tell of it.

        While a clock stands no time passes for its player.
        """
        until_s, stood_s = self._acted_s + wait_s, 0.0
        while (stands := self._clock_stands() and stood_s < OUT_OF_SIGHT_S) or self.process.table.now_s < until_s:
            if stands:
                stood_s, until_s = stood_s + GLANCE_S, max(until_s, self.process.table.now_s) + GLANCE_S
            self.process.table.run_for(min(until_s - self.process.table.now_s, GLANCE_S))
            dealer.answer()
        self._acted_s = until_s

    def _clock_stands(self) -> bool:
        clock = self.table.time.clock
        return clock is not None and clock.left_s is not None

    def _look_up(self) -> None:
        """Under faults the dealer looks at the screen before an act: readers in sight, no question open."""
        if self._dealer is None:
            return
        dealer = self._dealer
        self._until(lambda: dealer.in_sight() and not dealer.asked(), OUT_OF_SIGHT_S)

    def _wait_for_what_lies_there(self, act: acts.Act, dealer: Attending) -> None:
        """The dealer waits for what comes late under faults.

        That is an all-in button that is not read yet, a card that is read beside the seat where it lies, the question
        about one that did not come, and the seats past
        which somebody acted and that nobody sees: before they are in sight again he is not told whose turn it was.
        """
        self._until(lambda: not is_turn_unwatched(self.table), OUT_OF_SIGHT_S)
        if isinstance(act, acts.Push) and act.allin_button:
            self._until(lambda: act.seat in self.table.buttons, OUT_OF_SIGHT_S)
        if isinstance(act, acts.DealCard):
            self._until(lambda: not dealer.sees_too_many(), OUT_OF_SIGHT_S)
        if dealer.misses_a_card():
            self._until(lambda: not dealer.misses_a_card(), OUT_OF_SIGHT_S)

    def _until_seen(self, due: Due, act: acts.Act, before: int, patience_s: float) -> None:
        """Wait until the system has noticed the act; under faults the dealer helps where it has not."""
        self._until(lambda: self._has_seen(due, act, before), patience_s)
        if not self._has_seen(due, act, before):
            self._help(due, act, before)

    def _help(self, due: Due, act: acts.Act, before: int) -> None:
        """Nobody saw it: the dealer waits for readers and questions, then does it again or keys it, where one can."""
        if self._dealer is None:
            return
        dealer = self._dealer
        self._until(lambda: self._has_seen(due, act, before) or dealer.nothing_open(), OUT_OF_SIGHT_S)
        self._until(lambda: self._has_seen(due, act, before), PATIENCE_S)  # a reader that is just back tells of it soon
        parts = again(act, self.process.table)
        while not self._has_seen(due, act, before):  # asked first: with the next part its movement begins
            part = next(parts, None)
            if part is None:
                return
            if isinstance(part, float):
                self.process.table.run_until(part)
                self._until(lambda: self._has_seen(due, act, before), self._patience_s)
            else:
                self._key(part)

    def _parts_of(self, act: acts.Act) -> Parts:
        if self._moves is None:
            raise RuntimeError("open the table first")
        return self._moves.parts_of(act)

    def _has_seen(self, due: Due, act: acts.Act, before: int) -> bool:
        """Whether the events of an act have come since there were `before` applied events."""
        several = acts.Board | acts.ReturnCards | acts.DealStuck | acts.HandOver
        return len(self._seen(due, act, before)) >= (len(act.cards) if isinstance(act, several) else 1)

    def _seen(self, due: Due, act: acts.Act, before: int) -> list[Event]:
        """What has come of an act since there were `before` applied events, but for what the dealer took back."""
        self._collect()
        undone = self.process.controller.session.undone
        seat = act.to_seat if isinstance(act, acts.HandOver) else getattr(act, "seat", None) if due.of_seat else None
        return [
            applied.event
            for applied in self._since_mark[before:]
            if applied.number not in undone and _tells_of(applied.event, due, seat) and not self._is_burn(applied.event)
        ]

    def _is_burn(self, event: Event) -> bool:
        """Whether the muck's reader heard a burned card, which lies beside it: no act of anybody."""
        return isinstance(event, events.CardsMucked) and self._burned.issuperset(event.handles)

    def _lies_there(self, act: acts.Act) -> bool:
        """Whether what came to its place lies there by what is told, though nothing told of it.

        Under faults a card may have been read beside its place first, or one that nobody saw taken for it; of an
        all-in the button may have told before the trays were in sight again, and chips that were owed follow the words.
        """
        if self._dealer is not None and isinstance(act, acts.Push):
            told = act.allin_button or act.seat in self.table.tray_coverage.seats
            return told and self._bet_lies_there(act.seat)
        if self._dealer is None or not isinstance(act, acts.DealCard | acts.DealStuck | acts.Burn):
            return False
        zone = BURN if isinstance(act, acts.Burn) else seat_zone(act.seat)
        return len(lying(self.table.cards, zone)) == len(self.process.table.world.cards.pile(zone))

    def _bet_lies_there(self, seat: int) -> bool:
        """Whether as many chips lie in front of the seat as the books have there."""
        lies = self.process.table.world.chips.at(bet_zone(seat))
        return total_chips(self.table.chips.bets[seat - 1]) == total_chips(lies)

    def _until(self, done: Callable[[], bool], patience_s: float) -> None:
        table = self.process.table
        limit_s = table.now_s + patience_s
        while not done() and table.now_s < limit_s:
            table.run_for(LOOK_S)
            if self._dealer is not None:
                self._dealer.answer()

    def _count(self) -> int:
        self._collect()
        return len(self._since_mark)

    def _collect(self) -> None:
        for record in self.process.take_records():
            self._since_mark += record.applied_events
            burned = (told.event for told in record.applied_events if isinstance(told.event, events.CardBurned))
            self._burned.update(event.handle for event in burned)

    def _sight(self) -> tuple[NodeSeen, ...]:
        return tuple(self.process.controller.session.sensors.nodes.values())
