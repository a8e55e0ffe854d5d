"""A recorder has every event in order, whatever happens between the table and it; and the table does not wait.

Whole hands go through a controller with its journal on disk, a publisher, a line that can be cut, and a real
broker that can be stopped, frozen and killed.
"""

from __future__ import annotations

import os
import signal
import statistics
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from support.counting import counted
from support.mqtt_clients import PATIENCE_S, Recorder
from support.one_hand import BOOK, HEADER, entries_of
from support.proxy import HOST, Proxy

from table_controller.broadcast.broker_configs import Engine
from table_controller.broadcast.courier import Delivery, Told
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.envelope import Identity
from table_controller.broadcast.outbox import Outbox
from table_controller.broadcast.public import PublicFeed
from table_controller.broadcast.publisher import Publisher, told_of_entries
from table_controller.controller.controller import Controller
from table_controller.journal.journal import Journal, entries
from table_controller.runtime.simulated.one_process import NO_BOOT
from table_controller.vocabulary.events import FloorRuled, TableOpened
from table_controller.vocabulary.record import Record, decode_record
from table_controller.vocabulary.views import TableView

pytestmark = pytest.mark.broker

SOAK = os.environ.get("CARDSPEAK_SOAK") == "1"
HANDS = 30 if SOAK else 3
LONGEST_INPUT_S = 2.0
"""Far above what the disk takes, far below what the troubles last."""
Find = Callable[[Engine], Path]
Picture = Callable[..., TableView]
Until = Callable[..., None]


@dataclass
class Scene:
    """A table with its journal, a line to a broker, and a recorder that has a line of its own."""

    folder: Path
    engine: Engine
    program: Path
    delivery: Delivery = field(default_factory=lambda: Delivery(recorder="recorder"))
    password_wrong: bool = False
    backlog: Callable[[], list[Told]] = list

    def __post_init__(self) -> None:
        self.who = Identity("rome", "t7", HEADER.epoch)
        self.broker = self._broker()
        self.line = Proxy(self._address)
        self.recorder = Recorder(lambda: self.broker.endpoint("recorder"), self.who)
        self.publisher = self.begin()
        assert self.publisher.wait_ready(PATIENCE_S), self.publisher.status()
        self.recorder.work()
        self.seen: set[str] = set()

    def _broker(self) -> EmbeddedBroker:
        made = EmbeddedBroker(Place(self.folder / "broker", "rome", "t7"), {self.engine: self.program})
        made.start()
        assert made.wait_ready(PATIENCE_S), made.status()
        return made

    def begin(self) -> Publisher:
        """A publisher that goes on from the mark on disk."""
        made = Publisher(self.who, self._login, self.folder / "mark.json", self.backlog, self.delivery)
        made.start()
        return made

    def _address(self) -> tuple[str, int] | None:
        found = self.broker.endpoint()
        return None if found is None else (found.host, found.port)

    def _login(self) -> Endpoint | None:
        found = self.broker.endpoint()
        if found is None:
            return None
        return Endpoint(HOST, self.line.port, found.username, "wrong" if self.password_wrong else found.password)

    def signal(self, number: signal.Signals) -> None:
        pid = self.broker.pid
        assert pid is not None
        os.kill(pid, number)

    def stop(self) -> None:
        self.broker.stop()

    def start(self) -> None:
        self.broker = self._broker()

    def throttle(self, bytes_per_s: float | None) -> None:
        self.line.bytes_per_s = bytes_per_s

    def silence(self, silent: bool) -> None:
        """Nothing passes; at the end of that the connection is gone."""
        self.line.silent = silent
        if not silent:
            self.line.reset()

    def deafen(self, deaf: bool) -> None:
        """No acknowledgement comes back; at the end of that the connection is gone."""
        self.line.deaf = deaf
        if not deaf:
            self.line.reset()

    def refuse(self, refuse: bool) -> None:
        self.password_wrong = refuse
        self.line.reset()

    def work(self, timeout_s: float = 0.005) -> None:
        self.recorder.work(timeout_s)
        self.seen.add(self.publisher.status().partition(" ")[0])

    def work_until(self, enough: Callable[[], bool], patience_s: float = 90.0) -> None:
        until_s = time.monotonic() + patience_s
        while not enough():
            if time.monotonic() > until_s:
                state = f"{self.publisher.status()}, {self.recorder.early} early, {self.recorder.repeats} repeats"
                raise AssertionError(f"not everything came: the recorder has {self.recorder.last_n}; {state}")
            self.work(0.05)

    def close(self) -> None:
        self.recorder.close()
        self.publisher.stop(0.2)
        self.line.close()
        self.broker.stop()


@pytest.fixture(params=["nats", "mosquitto"])
def scene(request: pytest.FixtureRequest, tmp_path: Path, engine_program: Find) -> Iterator[Scene]:
    made = Scene(tmp_path, request.param, engine_program(request.param))
    yield made
    made.close()


@dataclass
class Play:
    """The same hands again, input by input, through a controller that writes to disk."""

    path: Path
    offer: Callable[[Record, TableView, int], None]
    taken_s: list[float] = field(default_factory=list)

    def hands(self, each: Callable[[float], None]) -> None:
        """Play; after each input `each` hears which part of the whole is over."""
        opening, *rest = [decode_record(entry.payload) for entry in entries_of(HANDS)]
        opened = opening.applied_events[0].event
        assert isinstance(opened, TableOpened)
        journal = Journal.create(self.path, HEADER, boot_id=NO_BOOT)
        try:
            controller = Controller.begin(journal, BOOK, opened, time.time_ns)
            self.offer(opening, controller.view(opening.at_s), controller.last_wall_ns)
            for number, record in enumerate(rest, 1):
                assert record.cause is not None
                began_s = time.perf_counter()
                answer = controller.accept(record.cause, record.at_s)
                assert isinstance(answer, Record)
                self.offer(answer, controller.view(record.at_s), controller.last_wall_ns)
                self.taken_s.append(time.perf_counter() - began_s)
                each(number / len(rest))
        finally:
            journal.close()

    def told(self) -> list[tuple[int, str, Any]]:
        """What the journal says that the public must have heard."""
        feed = PublicFeed()
        every = [one for told in told_of_entries(entries(self.path)) for one in feed.take(told.record)]
        return [
            (one.n, f"cardspeak.{one.message.type}.v1", msgspec.json.decode(msgspec.json.encode(one.message.data)))
            for one in every
            if one.index is None
        ]


def heard(recorder: Recorder) -> list[tuple[int, str, Any]]:
    return [(message["n"], message["type"], message["data"]) for message in recorder.kept]


@dataclass(frozen=True)
class Fault:
    """What goes wrong after a third of the play, how it ends after two thirds, and how we know that it was felt."""

    begin: Callable[[Scene], object]
    end: Callable[[Scene], object]
    felt: Callable[[Scene], bool]


CUTS = (2, 60, 130, 600, 1_500, 2_600, 4_000, 5_500, 7_001, 9_000)
"""Bytes after which connections are cut: in the login, in avail, in the state, and in the middle of events."""


def _cut(scene: Scene) -> None:
    scene.line.cut_after = deque(CUTS)
    scene.line.reset()


FAULTS = {
    "stopped": Fault(Scene.stop, Scene.start, lambda scene: bool(scene.seen & {"absent", "off"})),
    "frozen": Fault(
        lambda scene: scene.signal(signal.SIGSTOP),
        lambda scene: scene.signal(signal.SIGCONT),
        lambda scene: scene.seen <= {"ready", "behind"} and scene.recorder.connections == 1,
    ),
    "killed": Fault(
        lambda scene: scene.signal(signal.SIGKILL), lambda _: None, lambda scene: scene.recorder.connections > 1
    ),
    "line shut": Fault(
        lambda scene: scene.line.shut(), lambda scene: scene.line.open(), lambda scene: "absent" in scene.seen
    ),
    "cut": Fault(_cut, lambda _: None, lambda scene: scene.line.cuts == len(CUTS)),
    "throttled": Fault(
        lambda scene: scene.throttle(4_000.0),
        lambda scene: scene.throttle(None),
        lambda scene: scene.recorder.connections == 1,
    ),
    "silent": Fault(
        lambda scene: scene.silence(True), lambda scene: scene.silence(False), lambda scene: scene.line.connections > 1
    ),
    "refusing": Fault(
        lambda scene: scene.refuse(True), lambda scene: scene.refuse(False), lambda scene: "refused" in scene.seen
    ),
    "unheard": Fault(
        lambda scene: scene.deafen(True), lambda scene: scene.deafen(False), lambda scene: scene.recorder.repeats > 0
    ),
}


def play_under(scene: Scene, fault: Fault, patience_s: float = 90.0) -> Play:
    """Play with the fault in the middle third, heal, and wait until the recorder has everything."""
    due = deque([(1 / 3, fault.begin), (2 / 3, fault.end)])

    def each(part: float) -> None:
        if due and part >= due[0][0]:
            due.popleft()[1](scene)
        scene.work()

    play = Play(scene.folder / "table.journal", scene.publisher.offer)
    play.hands(each)
    told = play.told()
    scene.work_until(lambda: scene.recorder.last_n >= len(told) and fault.felt(scene), patience_s)
    return play


OF_MOSQUITTO = tuple(FAULTS) if SOAK else ("stopped", "killed", "cut")
"""What is the line's or the table's own is tried with one broker in a hurry, with both in a soak."""


@pytest.mark.parametrize(
    ("scene", "name"),
    [*(("nats", name) for name in FAULTS), *(("mosquitto", name) for name in OF_MOSQUITTO)],
    indirect=["scene"],
)
def test_every_event_arrives_at_the_recorder_in_order_without_a_gap(scene: Scene, name: str) -> None:
    play = play_under(scene, FAULTS[name])
    assert heard(scene.recorder) == play.told()
    assert scene.recorder.gaps == []
    check_pace(play)
    counted(len(play.told()), f"events past a broker or line that was {name}")


@pytest.fixture
def nats(tmp_path: Path, engine_program: Find) -> Iterator[Scene]:
    made = Scene(tmp_path, "nats", engine_program("nats"))
    yield made
    made.close()


def test_an_outbox_that_sends_nothing_again_is_caught(nats: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: what was under way when the line was cut counts as sent."""
    monkeypatch.setattr(Outbox, "restart", lambda outbox: outbox._mids.clear())
    with pytest.raises(AssertionError, match="not everything came"):
        play_under(nats, FAULTS["cut"], patience_s=4.0)


def check_pace(play: Play) -> None:
    """No input waited for a broker. The bound is no measurement: a busy disk may take long, a stopped broker longer."""
    assert max(play.taken_s) < LONGEST_INPUT_S, "the table waited for the broker"


def test_a_table_that_waits_for_its_broker_is_caught(nats: Scene) -> None:
    """Planted: one offer waits until the broker has come back."""
    nats.line.shut()
    nats.work_until(lambda: "absent" in nats.seen)
    patience_s = deque([0.0, LONGEST_INPUT_S])

    def patient(record: Record, view: TableView, wall_ns: int) -> None:
        nats.publisher.offer(record, view, wall_ns)
        if patience_s:
            threading.Event().wait(patience_s.popleft())

    play = Play(nats.folder / "table.journal", patient)
    play.hands(lambda _: None)
    with pytest.raises(AssertionError, match="the table waited"):
        check_pace(play)


def test_findings_arrive_with_their_events_past_a_killed_broker(scene: Scene, story: Any, picture: Picture) -> None:
    told: list[Told] = []
    for number in range(1, 61):
        ruling = FloorRuled("complete-call", (("number", str(number)),), "floor", "", 1.0)
        told.append(Told(story.record((ruling, [], [])), 1))
        scene.publisher.offer(told[-1].record, picture(story), 1)
        if number in {20, 40}:
            pid = scene.broker.pid
            scene.signal(signal.SIGKILL)
            scene.work_until(lambda pid=pid: scene.broker.pid not in {None, pid})  # type: ignore[misc]  # a default binds the loop's value
        scene.work()
    scene.work_until(lambda: len(scene.recorder.findings) >= 60)
    assert [message["n"] for message in scene.recorder.findings] == list(range(1, 61))
    assert [message["n"] for message in scene.recorder.kept] == list(range(1, 61))


def test_a_backlog_of_a_long_evening_arrives_whole(scene: Scene, story: Any, picture: Picture) -> None:
    """Nobody hears the table for 1,600 events; it is started again in between, and goes on from its journal."""
    scene.line.shut()
    scene.work_until(lambda: "absent" in scene.seen)
    journal = [Told(story.push(chips=number), 1) for number in range(1, 1_601)]
    for told in journal[:800]:
        scene.publisher.offer(told.record, picture(story), 1)
    scene.publisher.stop(0.1)
    scene.backlog = lambda: journal[:800]
    scene.publisher = scene.begin()
    for told in journal[800:]:
        scene.publisher.offer(told.record, picture(story), 1)
    scene.line.open()
    scene.work_until(lambda: scene.recorder.last_n >= 1_600)
    assert [message["data"]["chips"] for message in scene.recorder.kept] == [[[1000, n]] for n in range(1, 1_601)]
    assert scene.recorder.gaps == []
    counted(1_600, "events of a backlog")


def test_what_a_backlog_could_not_hold_is_said(
    tmp_path: Path, engine_program: Find, story: Any, picture: Picture
) -> None:
    scene = Scene(tmp_path, "nats", engine_program("nats"), Delivery(bound=500, recorder="recorder"))
    scene.line.shut()
    scene.work_until(lambda: "absent" in scene.seen)
    for _ in range(1_500):
        scene.publisher.offer(story.push(), picture(story), 1)
    scene.line.open()
    scene.work_until(lambda: scene.recorder.last_n >= 1_500)
    (first_n, last_n), *more = scene.recorder.gaps
    assert (first_n, more) == (1, [])
    assert [message["n"] for message in scene.recorder.kept] == list(range(last_n + 1, 1_501))
    assert last_n <= 1_001, "no more was dropped than had to be"
    scene.close()


def test_no_input_is_slower_for_a_broker_in_trouble(nats: Scene) -> None:
    """Printed, not asserted: what accepting and offering an input takes, beside the same with a good broker."""
    p99_ms: dict[str, float] = {}
    for trouble in ("none", "throttled", "silent", "shut"):
        nats.throttle(2_000.0 if trouble == "throttled" else None)
        nats.silence(trouble == "silent")
        if trouble == "shut":
            nats.line.shut()
        play = Play(nats.folder / f"{trouble}.journal", nats.publisher.offer)
        play.hands(lambda _: None)
        check_pace(play)
        p99_ms[trouble] = statistics.quantiles(play.taken_s, n=100)[98] * 1e3
    words = ", ".join(f"{name} {ms:.2f} ms ({ms / p99_ms['none']:.2f} times)" for name, ms in p99_ms.items())
    print(f"p99 of accept and offer, by trouble: {words}")  # noqa: T201 - a measurement
