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
from firmware_bridge.chips import Chips, holds_chips, subtract_chips, total_chips
from firmware_bridge.observations import NodeSeen
from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.physics import Physics
from firmware_bridge.simulator.table import SimulatedTable, TableSetup
from firmware_bridge.simulator.world import DEALER
from firmware_bridge.zones import MUCK, Zone, bet_zone, seat_zone, stack_zone
from table_controller import events
from table_controller.commands import AnnounceLevel, Command, Rule, Say, SeatPlayer, TurnUp, UnseatPlayer
from table_controller.events import Event, TableOpened, Word
from table_controller.findings import Finding
from table_controller.outcomes import Outcome
from table_controller.record import Happening
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

    def __init__(self, setup: HardwareSetup | None = None) -> None:
        self._setup = setup or HardwareSetup()
        self._process: OneProcess | None = None
        self._since_mark: list[Happening] = []
        self._keys: Counter[int] = Counter()
        self._allin: set[int] = set()

    # What the system made of it.

    @property
    def process(self) -> OneProcess:
        """The running table; an `AssertionError` before `open` is a mistake of the caller."""
        assert self._process is not None, "open the table first"
        return self._process

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
        return tuple(self._keys[hand] for hand in range(1, max(self._keys, default=0) + 1))

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
        self._process = OneProcess(table, opened)
        nodes = len(table.nodes)
        self._until(lambda: sum(seen.status == "ready" for seen in self._sight()) == nodes, PATIENCE_S)
        self.process.table.run_for(0.2)

    def riffle(self) -> None:
        """Gather what lies on the table, move the puck, shuffle."""
        self._clear_felt()
        positions = self.table.positions
        if positions is not None and self.process.table.world.things.puck != positions.button:
            self._wait(self.process.table.things.puck(positions.button))
        self._wait(self.process.table.cards.riffle())
        self._noticed(events.Riffled, patience_s=RIFFLE_PATIENCE_S)

    def put_away(self) -> None:
        """Gather the cards of the finished hand."""
        self._clear_felt()
        self._noticed(events.HandPutAway)

    def _clear_felt(self) -> None:
        table = self.process.table
        for seat in sorted(self._allin):
            self._wait(table.things.allin(seat, down=False))
        self._allin.clear()
        if len(table.world.cards.pile(DEALER)) < len(table.setup.deck.tags):
            self._wait(table.cards.gather())

    def deal(self, seat: int, card: Card, *, exposed: bool) -> None:
        """One card off the deck to a seat; that it turned up on the way, the dealer keys."""
        self._wait(self.process.table.cards.deal(seat, card))
        self._noticed(events.CardDealt, seat)
        if exposed:
            self._key(TurnUp(seat, card))

    def burn(self, card: Card) -> None:
        """One card to the burn pile."""
        self._wait(self.process.table.cards.burn(card))
        self._noticed(events.CardBurned)

    def board(self, cards: tuple[Card, ...]) -> None:
        """Cards to the board, spread in one motion."""
        self._wait(self.process.table.cards.board(cards))
        self._noticed(events.CardBoarded, count=len(cards))

    def muck(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Cards of a seat slide into the muck."""
        table = self.process.table
        whole = len(table.world.cards.pile(seat_zone(seat))) == len(cards)
        self._wait(table.cards.fold(seat) if whole else table.cards.carry(cards, MUCK))
        self._noticed(events.CardsMucked)

    # Words and keys.

    def say(self, seat: int, word: Word, amount_chips: int | None, text: str) -> None:
        """The dealer keys a word; the seat only where it is not the seat to act."""
        self._key(Say(word, seat, amount_chips, "before", text))

    def table_hand(self, seat: int) -> None:
        """The dealer keys that a hand is face up."""
        self._key(TurnUp(seat))

    def show(self, seat: int, card: Card, *, by_dealer: bool) -> None:
        """The dealer keys one card that is face up."""
        self._key(TurnUp(seat, card))

    def announce_level(self, small_chips: int, big_chips: int, ante_chips: int) -> None:
        """The floor keys a new level."""
        self._key(AnnounceLevel(small_chips, big_chips, ante_chips))

    def rule(self, option: str, arguments: tuple[tuple[str, str], ...]) -> None:
        """The floor picks an option."""
        self._key(Rule(option, arguments))

    # Chips.

    def make_change(self, zone: Zone, chips: Chips) -> None:
        """Swap colours at equal value; the sensors see other chips of the same worth."""
        lies = self.process.table.world.chips.at(zone)
        if lies == chips:
            return
        out = tuple((d, n) for d, n in subtract_chips(lies, chips) if n > 0)
        back = tuple((d, n) for d, n in subtract_chips(chips, lies) if n > 0)
        self._wait(self.process.table.chips.change(zone, out, back))
        self.process.table.run_for(0.6)

    def push(self, seat: int, chips: Chips) -> None:
        """Chips forward in one motion; with the last of them the all-in button comes down first."""
        table = self.process.table
        stack = table.world.chips.at(stack_zone(seat))
        if total_chips(stack) == total_chips(chips) and self.table.hand.phase != "deal":
            self._wait(table.things.allin(seat))
            self._allin.add(seat)
            self._noticed(events.AllInButtonPlaced, seat)
        self._wait(table.chips.push(seat, chips))
        self._noticed(events.ChipsPushed, seat)

    def take_back(self, seat: int, chips: Chips) -> None:
        """Chips in front of a seat back to its stack."""
        self._wait(self.process.table.chips.take_back(seat, chips))
        self._noticed(events.ChipsTakenBack, seat)

    def gather(self, seat: int, chips: Chips) -> None:
        """A bet into the pot."""
        table = self.process.table
        if not holds_chips(chips, table.world.chips.at(bet_zone(seat))):
            self._wait(table.chips.carry(chips, bet_zone(seat), Zone("pot")))
        else:
            self._wait(table.chips.gather_bets((seat,)))
        self._noticed(events.BetsGathered, seat)

    def push_pot(self, seat: int, chips: Chips) -> None:
        """Chips of the pot to a winner."""
        self._wait(self.process.table.chips.push_pot(seat, chips))
        self._noticed(events.PotPushed, seat)

    # Seats and time.

    def put_puck(self, seat: int) -> None:
        """The dealer button goes to a seat."""
        self._wait(self.process.table.things.puck(seat))
        self._noticed(events.PuckPlaced, seat)

    def sit(self, seat: int, name: str, chips: Chips, entry: Literal["new", "moved"]) -> None:
        """A player sits down with chips; the floor keys who."""
        self.process.table.chips.buy_in(seat, chips)
        self.process.table.run_for(1.0)
        self._key(SeatPlayer(seat, name, total_chips(chips), entry))

    def stand(self, seat: int) -> None:
        """A player leaves with the chips; the floor keys it."""
        self.process.table.chips.cash_out(seat)
        self.process.table.run_for(1.0)
        self._key(UnseatPlayer(seat))

    def wait(self, wait_s: float) -> None:
        """Time passes."""
        self.process.table.run_for(wait_s)

    # How time passes.

    def _key(self, command: Command) -> None:
        self._keys[self.table.hand.number] += 1
        self.process.key(command)

    def _wait(self, until_s: float) -> None:
        """Let a movement finish; what is noticed meanwhile counts for the act."""
        self._collect()
        self._seen_from = len(self._since_mark)
        self.process.table.run_until(until_s)

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
