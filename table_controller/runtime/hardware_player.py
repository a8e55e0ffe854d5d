"""A table script's player that moves the simulated world and keys only what no sensor sees.

The system under it learns of every card and chip from the bytes of the nodes. After each act
simulated time runs until the system has noticed, or `PATIENCE_S` have passed: then it did
not notice, and whatever the script expects next will say so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from firmware_bridge.cards import Card
from firmware_bridge.chips import Chips
from firmware_bridge.observations import NodeSeen
from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.zones import Zone
from table_controller import events
from table_controller.events import Event, TableOpened, Word
from table_controller.findings import Finding
from table_controller.outcomes import Outcome
from table_controller.record import Happening
from table_controller.rulebooks.model import Rulebook
from table_controller.runtime.moves import Moves, Parts
from table_controller.runtime.one_process import OneProcess
from table_controller.table import Table
from table_controller.views import TableView

PATIENCE_S: Final = 2.0
"""How long an act may take to be noticed (table-script.md: at most 2 s through hardware)."""

RIFFLE_PATIENCE_S: Final = 8.0
"""A wash and riffle lasts about four seconds and is recognised when it is over."""

LOOK_S: Final = 0.05
"""How often the hands look whether the system has noticed; as fast as any zone is scanned."""


@dataclass(frozen=True, slots=True)
class HardwareSetup:
    """How the simulated hardware behaves: sensor physics, pace, seed, and whether the nodes' frames are lost."""

    physics: Physics = field(default_factory=Physics)
    timing: Timing = field(default_factory=Timing)
    seed: int = 1
    drop_frames: bool = False


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
        self._since_mark: list[Happening] = []
        self._keys: Counter[int] = Counter()
        self._seen_from = 0

    # What the system made of it.

    @property
    def process(self) -> OneProcess:
        """The running table; a `RuntimeError` before `open` is a mistake of the caller."""
        if self._process is None:
            raise RuntimeError("open the table first")
        return self._process

    @property
    def moves(self) -> Moves:
        """The hands at the table."""
        if self._moves is None:
            raise RuntimeError("open the table first")
        return self._moves

    @property
    def table(self) -> Table:
        """The engine's state."""
        return self.process.controller.desk.table

    @property
    def view(self) -> TableView:
        """What a display would show."""
        return self.process.view()

    @property
    def findings(self) -> tuple[Finding, ...]:
        """Findings since `mark`."""
        self._collect()
        return tuple(finding for happening in self._since_mark for finding in happening.findings)

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Outcomes since `mark`."""
        self._collect()
        return tuple(outcome for happening in self._since_mark for outcome in happening.outcomes)

    @property
    def keys_per_hand(self) -> tuple[int, ...] | None:
        """The dealer's keys in each hand."""
        return tuple(self._keys[hand] for hand in range(1, self.table.hand.number + 1))

    def mark(self) -> None:
        """Count findings and outcomes from here."""
        self._collect()
        self._since_mark = []

    # The table.

    def open(self, opened: TableOpened, stacks: Mapping[int, Chips]) -> None:
        """Build the table and wait until every node is in sight."""
        setup = TableSetup(
            seats=opened.seats,
            denominations=opened.denominations,
            stacks=stacks,
            physics=self._setup.physics,
            timing=self._setup.timing,
            seed=self._setup.seed,
        )
        table = SimulatedTable(setup)
        if self._setup.drop_frames:
            table.set_link_fault("drop_all")
        self._process, self._moves = self._wire_up(table, opened, self._book), Moves(table)
        nodes = len(table.nodes)
        self._until(lambda: sum(seen.status == "ready" for seen in self._sight()) == nodes, PATIENCE_S)
        self.process.table.run_for(0.2)

    def riffle(self) -> None:
        """Gather what lies on the table, move the puck, shuffle."""
        positions = self.table.positions
        self._do(self.moves.riffle(None if positions is None else positions.button))
        self._noticed(events.Riffled, patience_s=RIFFLE_PATIENCE_S)

    def put_away(self) -> None:
        """Gather the cards of the finished hand."""
        self._do(self.moves.put_away())
        self._noticed(events.HandPutAway)

    def deal(self, seat: int, card: Card, *, exposed: bool) -> None:
        """One card off the deck to a seat."""
        self._do(self.moves.deal(seat, card, exposed=exposed))
        self._noticed(events.CardDealt, seat)

    def burn(self, card: Card) -> None:
        """One card to the burn pile."""
        self._do(self.moves.burn(card))
        self._noticed(events.CardBurned)

    def board(self, cards: tuple[Card, ...]) -> None:
        """Cards to the board."""
        self._do(self.moves.board(cards))
        self._noticed(events.CardBoarded, count=len(cards))

    def muck(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Cards of a seat slide into the muck."""
        self._do(self.moves.muck(seat, cards))
        self._noticed(events.CardsMucked)

    def say(self, seat: int, word: Word, amount_chips: int | None, text: str) -> None:
        """A word."""
        self._do(self.moves.say(seat, word, amount_chips, text))

    def table_hand(self, seat: int) -> None:
        """A hand is face up."""
        self._do(self.moves.table_hand(seat))

    def show(self, seat: int, card: Card, *, by_dealer: bool) -> None:  # noqa: ARG002  # one key for both
        """One card is face up."""
        self._do(self.moves.show(seat, card))

    def announce_level(self, small_chips: int, big_chips: int, ante_chips: int) -> None:
        """A new level."""
        self._do(self.moves.announce_level(small_chips, big_chips, ante_chips))

    def rule(self, option: str, arguments: tuple[tuple[str, str], ...]) -> None:
        """The floor's choice."""
        self._do(self.moves.rule(option, arguments))

    def make_change(self, zone: Zone, chips: Chips) -> None:
        """Colours swapped at equal value."""
        self._do(self.moves.make_change(zone, chips))

    def push(self, seat: int, chips: Chips) -> None:
        """Chips forward in one motion."""
        self._do(self.moves.push(seat, chips, posting=self.table.hand.phase == "deal"))
        self._noticed(events.ChipsPushed, seat)

    def take_back(self, seat: int, chips: Chips) -> None:
        """Chips back to the stack."""
        self._do(self.moves.take_back(seat, chips))
        self._noticed(events.ChipsTakenBack, seat)

    def gather(self, seat: int, chips: Chips) -> None:
        """A bet into the pot."""
        self._do(self.moves.gather(seat, chips))
        self._noticed(events.BetsGathered, seat)

    def push_pot(self, seat: int, chips: Chips) -> None:
        """Chips of the pot to a winner."""
        self._do(self.moves.push_pot(seat, chips))
        self._noticed(events.PotPushed, seat)

    def put_puck(self, seat: int) -> None:
        """The dealer button goes to a seat."""
        self._do(self.moves.put_puck(seat))
        self._noticed(events.PuckPlaced, seat)

    def sit(self, seat: int, name: str, chips: Chips, entry: Literal["new", "moved"]) -> None:
        """A player sits down."""
        self._do(self.moves.sit(seat, name, chips, entry))

    def stand(self, seat: int) -> None:
        """A player leaves."""
        self._do(self.moves.stand(seat))

    def wait(self, wait_s: float) -> None:
        """Time passes."""
        self.process.table.run_for(wait_s)

    # How time passes.

    def _do(self, parts: Parts) -> None:
        """Let the movements of an act finish one after the other; what is noticed meanwhile counts for the act."""
        self._collect()
        self._seen_from = len(self._since_mark)
        for part in parts:
            if isinstance(part, float):
                self.process.table.run_until(part)
            else:
                self._keys[self.table.hand.number] += 1
                self.process.key(part)

    def _noticed(
        self, kind: type[Event], seat: int | None = None, count: int = 1, patience_s: float = PATIENCE_S
    ) -> None:
        """Run until `count` events of a kind (of a seat) have come since the movement began."""

        def seen() -> bool:
            self._collect()
            found = [
                happening.event
                for happening in self._since_mark[self._seen_from :]
                if isinstance(happening.event, kind) and seat in (None, getattr(happening.event, "seat", None))
            ]
            return len(found) >= count

        self._until(seen, patience_s)

    def _until(self, done: Callable[[], bool], patience_s: float) -> None:
        table = self.process.table
        limit_s = table.now_s + patience_s
        while not done() and table.now_s < limit_s:
            table.run_for(LOOK_S)

    def _collect(self) -> None:
        for record in self.process.take_records():
            self._since_mark += record.happenings

    def _sight(self) -> tuple[NodeSeen, ...]:
        return tuple(self.process.controller.desk.sight.nodes.values())
