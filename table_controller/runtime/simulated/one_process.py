"""A whole table in one process on simulated time: the same parts as the real processes, no sleeps.

    world ─ nodes ─ frames ─▶ hub (bridge) ─ observations ─▶ controller ─ requests ─▶ hub ─ frames ─▶ nodes

Every byte travels as frames of the node protocol; only the sockets between bridge and controller and
the threads of the operating system are left out. Tests, replays and scripts `--through hardware` use it.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count
from typing import Final
from uuid import UUID

from firmware_bridge.bridge import Bridge, BridgeSettings
from firmware_bridge.hub import Hub
from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.secrets.sealing import Sealing
from firmware_bridge.sensing.motions import Settling
from firmware_bridge.simulator.clock import Timer
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.simulator.wire import Wire
from firmware_bridge.vocabulary.observations import Observation
from table_controller.controller.controller import Controller
from table_controller.game.engine import ENGINE_VERSION
from table_controller.game.rulebooks.known import rulebook_hash, table_rulebook
from table_controller.game.rulebooks.model import Rulebook
from table_controller.journal.journal import Header, Log, MemoryJournal
from table_controller.session.state import Session
from table_controller.vocabulary.commands import Command
from table_controller.vocabulary.events import TableOpened, TimePassed
from table_controller.vocabulary.record import Record, requests_of
from table_controller.vocabulary.views import Refused, TableView

NO_BOOT = UUID(int=0)
"""The boot id of simulated time: there is no machine behind it."""


LEAST_WAIT_S: Final = 1e-6
"""Sums of seconds are rounded: a wake-up that comes too early by that would find nothing to do, for ever."""


class OneProcess:
    """Simulated table, bridge and controller wired together on the table's scheduler.

    `records` collects what the controller accepted since `take_records`; `keys` counts the dealer's commands.
    """

    def __init__(
        self,
        table: SimulatedTable,
        opened: TableOpened,
        book: Rulebook | None = None,
        journal: Log | None = None,
        sealing: Sealing | None = None,
    ) -> None:
        self.table = table
        book = book if book is not None else table_rulebook(opened.rulebook, opened.house)
        numbers = count(1)
        mass_g = dict.fromkeys(table.setup.denominations, table.setup.physics.chip_mass_g)
        settings = BridgeSettings(settling=Settling(mass_g=mass_g))
        decks = DeckBook((table.setup.deck, table.setup.spare))
        self.hub = Hub(Bridge(decks, lambda: f"c{next(numbers)}", settings, sealing=sealing))
        log = (
            journal
            if journal is not None
            else MemoryJournal(memory_header(rulebook_hash(opened.rulebook, opened.house)), boot_id=NO_BOOT)
        )
        self.controller = Controller.begin(log, book, opened, lambda: 0)
        self.records: list[Record] = []
        self.refused: list[Refused] = []
        self.keys = 0
        self.on_observation: Callable[[Observation], None] | None = None
        """Called with each observation before the controller has it."""
        self.on_record: Callable[[Record], None] | None = None
        """Called with each record that the controller accepted, before the bridge is asked what it wants to know."""
        self.on_bytes: Callable[[str], None] | None = None
        """Called with a node's name after bytes of its line were taken."""
        self._wake: Timer | None = None
        self._deadline: Timer | None = None
        self._waits: Session | None = None
        """As of which the table waits for its deadline."""
        self._wires: dict[str, Wire] = {}
        for name, wire in table.wires.items():
            wire.host = partial(self._from_node, name, wire)
            wire.on_plug = partial(self._plugged, wire)
            self._attach(wire)
        self._observe((self.hub.inventory(table.now_s),))
        self._send()

    def key(self, command: Command) -> Record | Refused:
        """The dealer keys a command on the display."""
        self.keys += 1
        answer = self.controller.accept(command, self.table.now_s)
        if isinstance(answer, Record):
            self._observe(self._follow(answer))
        else:
            self.refused.append(answer)
        self._send()
        return answer

    def view(self) -> TableView:
        """The table as a display would show it now."""
        return self.controller.view(self.table.now_s)

    def take_records(self) -> tuple[Record, ...]:
        """The records since the last call."""
        taken, self.records = tuple(self.records), []
        return taken

    def _attach(self, wire: Wire) -> None:
        self._wires[wire.port] = wire
        self.hub.attach(wire.port, self.table.now_s)

    def _plugged(self, wire: Wire, there: bool) -> None:
        """A port has gone, or come under whatever name."""
        if there:
            self._attach(wire)
        else:
            del self._wires[wire.port]
            self._observe(self.hub.detach(wire.port, self.table.now_s))
        self._send()

    def _from_node(self, name: str, wire: Wire, data: bytes) -> None:
        self._observe(self.hub.receive(wire.port, data, self.table.now_s))
        if self.on_bytes is not None:
            self.on_bytes(name)
        self._send()

    def _tick(self) -> None:
        self._wake = None
        self._observe(self.hub.tick(self.table.now_s))
        self._send()

    def _observe(self, seen: Iterable[Observation]) -> None:
        """Give observations to the controller, and what the bridge answers to its requests, in order."""
        waiting = deque(seen)
        while waiting:
            observation = waiting.popleft()
            if self.on_observation is not None:
                self.on_observation(observation)
            answer = self.controller.accept(observation, self.table.now_s)
            if isinstance(answer, Record):
                waiting.extendleft(reversed(self._follow(answer)))

    def _follow(self, record: Record) -> list[Observation]:
        """Keep a record and ask the bridge what it wants to know; return the answers."""
        self.records.append(record)
        if self.on_record is not None:
            self.on_record(record)
        answers: list[Observation] = []
        for request in requests_of(record):
            answers += self.hub.request(request, self.table.now_s)
        return answers

    def _send(self) -> None:
        """Put what the hub has for the nodes on their wires, and wake up when it wants to, or the table."""
        self._wait_for_deadline()
        for port, data in self.hub.outgoing():
            self._wires[port].to_node(data)
        wake_s = self.hub.next_wake_s
        if wake_s is not None:
            wake_s = max(wake_s, self.table.now_s + LEAST_WAIT_S)
        if self._wake is not None and self._wake.waiting:
            if wake_s is not None and self._wake.at_s <= wake_s:
                return
            self._wake.cancel()
        if wake_s is not None:
            self._wake = self.table.scheduler.call_at(wake_s, self._tick)

    def _wait_for_deadline(self) -> None:
        """Tell the table when the moment comes that it waits for."""
        if self.controller.session is self._waits and (self._deadline is None or self._deadline.waiting):
            return  # nothing has happened: it waits for the same moment
        self._waits = self.controller.session
        due_s = self.controller.deadline_s(self.table.now_s)
        if self._deadline is not None and self._deadline.waiting:
            if due_s == self._deadline.at_s:
                return
            self._deadline.cancel()
        self._deadline = self.table.scheduler.call_at(due_s, self._time_has_come) if due_s is not None else None

    def _time_has_come(self) -> None:
        self._deadline = None
        answer = self.controller.accept(TimePassed(self.table.now_s), self.table.now_s)
        if isinstance(answer, Record):
            self._observe(self._follow(answer))
        self._send()


def memory_header(rulebook_hash: str) -> Header:
    """The header of a journal that lives as long as its process."""
    return Header(f"m{time.monotonic_ns():x}", ENGINE_VERSION, rulebook_hash, 0)
