"""A whole table in one process whose bridge and controller die and come back, on simulated time.

    journal (survives) ─ controller ✝ ─ observations ─ bridge ✝ ─ store (survives)
                                                          │
                                    nodes, cards and chips go on

A dead controller hears nothing and its journal keeps what was appended; it comes back by `Controller.resume`. A
dead bridge hears no node; it comes back with its store's memory. People go on moving what they hold, and the dealer
answers the questions on the screen.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial
from itertools import count

from firmware_bridge.bridge import Bridge, BridgeSettings
from firmware_bridge.hub import Hub
from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.secrets.handle_store import _memory_of, _of_memory
from firmware_bridge.secrets.vault import Memory
from firmware_bridge.sensing.motions import Settling
from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.vocabulary.observations import NodeSeen, Observation
from firmware_bridge.vocabulary.values import replace
from table_controller.controller.controller import Controller
from table_controller.game.rulebooks.model import Rulebook
from table_controller.inference.sensor_status import BRIDGE
from table_controller.journal.journal import Entry, MemoryJournal
from table_controller.runtime.simulated.attending import Attending
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.runtime.simulated.one_process import NO_BOOT, OneProcess, memory_header
from table_controller.vocabulary.commands import Command
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Record, decode_record, encode_record
from table_controller.vocabulary.views import NodeView, Refused, TableView


class Killed(BaseException):
    """The process is gone at this very instruction: nothing in it may catch this."""


class DyingLog(MemoryJournal):
    """A journal in memory that outlives its controller, and kills it at chosen writes.

    `dies` says for the number of a write whether the controller dies ``before`` it or ``after`` it (then the record
    is on the disk and nobody has heard of it). `drops` is a write that is acknowledged and lost: a planted fault.
    """

    def __init__(self, dies: Callable[[int], str] = lambda _: "", drops: int = 0) -> None:
        super().__init__(memory_header("fragile"), boot_id=NO_BOOT)
        self.dies, self.drops, self.writes = dies, drops, 0

    def append(self, payload: bytes, mono_ns: int, wall_ns: int) -> Entry:
        self.writes += 1
        fate = self.dies(self.writes)
        if fate == "before":
            raise Killed
        if self.writes == self.drops:
            return Entry(self.last_sequence + 1, NO_BOOT, mono_ns, wall_ns, payload)
        entry = super().append(payload, mono_ns, wall_ns)
        if fate == "after":
            raise Killed
        return entry


class EagerController(Controller):
    """Planted: it lets a record be published before the journal has it."""

    published: Callable[[Record, int], None]

    def _write(self, record: Record) -> None:
        self.published(record, self.journal.last_sequence + 1)
        super()._write(record)


class FragileTable(OneProcess):
    """One table whose processes can be killed; they come back after `outage_s`."""

    controller_type: type[Controller] = Controller
    controller_up = bridge_up = True
    memory: Memory | None = None
    outage_s = 1.0
    kills = 0

    def __init__(self, table: SimulatedTable, opened: TableOpened, book: Rulebook, log: DyingLog | None = None) -> None:
        self.log = log or DyingLog()
        self.acknowledged: list[tuple[int, bytes]] = []
        self._mint, self._book = count(1), book
        super().__init__(table, opened, book, self.log)
        self._prepare()
        self._shown_to = self.log.last_sequence
        self._restart_hub(None)

    # The controller.

    def kill_controller(self) -> None:
        """``kill -9`` now."""
        if self.controller_up:
            self.controller_up = False
            self.kills += 1
            self.table.scheduler.call_after(self.outage_s, self._resume)

    def _resume(self) -> None:
        self.controller = Controller.resume(self.log, self._book, lambda: 0)
        self._prepare()
        self.controller_up = True
        for entry in self.log.entries(self._shown_to + 1):  # what the screen shows again
            self.records.append(decode_record(entry.payload))
        self._shown_to = self.log.last_sequence
        now_s = self.table.now_s
        if self.controller.session.sensors.known:
            self._observe((NodeSeen(BRIDGE, "down", "controller-started", now_s),))
        if self.bridge_up:
            self._meet()
        self._send()

    def _prepare(self) -> None:
        """Make the controller one of this table's type."""
        if self.controller_type is EagerController:
            self.controller.__class__ = EagerController
            self.controller.published = self.acknowledge  # type: ignore[attr-defined]

    def _meet(self) -> None:
        """Controller and bridge have found each other, as their services do."""
        now_s = self.table.now_s
        self._observe((NodeSeen(BRIDGE, "ready", "", now_s),))
        asked = self.controller.session.open_requests()
        self._observe(self.hub.bridge.greeting(now_s))
        for request in asked:
            self._observe(self.hub.request(request, now_s))

    def _observe(self, seen: Iterable[Observation]) -> None:
        told = tuple(seen)
        if not self.controller_up:
            return
        try:
            super()._observe(told)
        except Killed:
            self.kill_controller()

    def _follow(self, record: Record) -> list[Observation]:
        self._shown_to = self.log.last_sequence
        if not isinstance(self.controller, EagerController):
            self.acknowledge(record)
        return super()._follow(record)

    def acknowledge(self, record: Record, sequence: int | None = None) -> None:
        """Somebody outside has heard of a record."""
        self.acknowledged.append((sequence or self.log.last_sequence, encode_record(record)))

    def key(self, command: Command) -> Record | Refused:
        """The dealer waits for the screen, keys, and looks afterwards whether it was taken."""
        self._wait()
        before = self.log.last_sequence
        try:
            answer = super().key(command)
        except Killed:
            self.kill_controller()
        else:
            self._wait()
            return answer
        self._wait()
        for entry in self.log.entries(before + 1):
            record = decode_record(entry.payload)
            if record.cause == command:
                return record
        return self.key(command)

    def view(self) -> TableView:
        """The screen; without a controller it says so and asks nothing."""
        view = super().view()
        if self.controller_up:
            return view
        return replace(view, prompts=(), nodes=(NodeView("controller", "down", "gone"),))

    def _wait(self) -> None:
        while not self.controller_up:
            self.table.run_for(0.05)

    # The bridge.

    def kill_bridge(self) -> None:
        """``kill -9`` now."""
        if not self.bridge_up:
            return
        self.bridge_up = False
        self.kills += 1
        for wire in self.table.wires.values():
            wire.host = None
        if self._wake is not None:
            self._wake.cancel()
        self.hub = Hub(Bridge(DeckBook((self.table.setup.deck,)), lambda: "nobody"))
        self._wires = {}
        self._observe((NodeSeen(BRIDGE, "down", "bridge-gone", self.table.now_s),))
        self.table.scheduler.call_after(self.outage_s, self._start_bridge)

    def _start_bridge(self) -> None:
        self.bridge_up = True
        self._restart_hub(self.memory)
        if self.controller_up:
            self._meet()
        self._send()

    def _restart_hub(self, memory: Memory | None) -> None:
        """A bridge as a fresh process makes it, with what its store holds."""
        if self._wake is not None:
            self._wake.cancel()
        found = _memory_of(_of_memory(memory, 1)) if memory is not None else None
        kept = found[1] if found is not None else None
        mass_g = dict.fromkeys(self.table.setup.denominations, self.table.setup.physics.chip_mass_g)
        settings = BridgeSettings(settling=Settling(mass_g=mass_g))
        bridge = Bridge(DeckBook((self.table.setup.deck,)), lambda: f"c{next(self._mint)}", settings, kept)
        self.hub = Hub(bridge, count(1 + self.kills * 1000))
        self._wires = {}
        for name, wire in self.table.wires.items():
            wire.host = partial(self._from_node, name, wire)
            self._attach(wire)
        self._send()

    def _send(self) -> None:
        memory = self.hub.bridge.memory_if_new()
        if memory is not None and self.bridge_up:
            self.memory = memory
        super()._send()

    # The promises.

    def broken_promises(self) -> list[str]:
        """What of an acknowledged record the journal does not have, or has twice."""
        kept = {entry.sequence: entry.payload for entry in self.log.entries()}
        faults = [f"record {at} was acknowledged and is lost" for at, what in self.acknowledged if kept.get(at) != what]
        numbers = [at for at, _ in self.acknowledged]
        if len(set(numbers)) != len(numbers):
            faults.append("a record was acknowledged twice")
        events = [one.number for payload in kept.values() for one in decode_record(payload).applied_events]
        if events != list(range(1, len(events) + 1)):
            faults.append("the numbers of the events have holes")
        return faults


class PatientPlayer(HardwarePlayer):
    """Plays acts like the hardware player; its dealer answers what the screen asks, and trouble strikes at moments."""

    def __init__(
        self,
        book: Rulebook,
        strikes: Callable[[FragileTable, random.Random], None],
        *,
        seed: int = 1,
        log: DyingLog | None = None,
        table_type: type[FragileTable] = FragileTable,
    ) -> None:
        super().__init__(book, wire_up=lambda table, opened, rules: table_type(table, opened, rules, log))
        self._strikes, self._rng = strikes, random.Random(seed)  # noqa: S311  # a seed that repeats is the point

    @property
    def fragile(self) -> FragileTable:
        process = self.process
        assert isinstance(process, FragileTable)
        return process

    @property
    def _patience_s(self) -> float:
        return 20.0  # several outages in a row

    def open(self, opened: TableOpened, stacks: object, *, deals_up: bool = False) -> None:
        super().open(opened, stacks, deals_up=deals_up)  # type: ignore[arg-type]  # handed on as it came
        self._dealer = Attending(self.process)
        self._strikes(self.fragile, self._rng)
