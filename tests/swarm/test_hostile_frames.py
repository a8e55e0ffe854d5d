"""A stranger on a port pours forged frames into a table, and a bad line noise: nothing grows, and play goes on.

What a stranger says of itself is bounded where it enters (`wire/admission`, the table in security.md). Here a whole
table is besieged, from the bytes to the view, the log and MQTT.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from functools import partial
from typing import Final

import pytest
from support.counting import counted
from support.felt_prompt import Evening
from support.hostile_frames import FREE, forgery, guest, held_bytes, lie, noise, told

from display.widgets.panel import panel_lines
from display.widgets.shown import Shown
from display.wording.wording import ENGLISH
from firmware_bridge.simulator.wire import Wire
from firmware_bridge.vocabulary.lines import MAX_LINE_BYTES
from firmware_bridge.vocabulary.observations import MOST_NODES
from firmware_bridge.wire import admission
from firmware_bridge.wire.admission import CALM_S, MOST_STARTS
from firmware_bridge.wire.frames import Deframer
from table_controller.broadcast.courier import Courier
from table_controller.broadcast.envelope import MAX_STATE_BYTES, Identity, Moment
from table_controller.vocabulary.commands import Say
from table_controller.vocabulary.record import encode_record
from table_controller.vocabulary.views import FEED, TableView, plainly

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
FRAMES: Final = 1_000_000 if SOAK else 100_000
BATCH: Final = 100
A_BATCH_S: Final = 0.02
BRIDGE_BYTES: Final = 1_500_000
"""What the bridge may keep, of cards, chips and nodes."""
RECORDS_A_START: Final = 6
"""A node that is let in, or refused, is news once; what is in sight is compared then; its end is news again."""
RECORD_BYTES: Final = 3_000


class Besieged:
    """Six players before the flop, a stranger on a port of its own, and a line that hears noise."""

    def __init__(self, seed: int) -> None:
        self.evening = Evening()
        self.process = self.evening.felt.process
        self.table = self.process.table
        self.rng = random.Random(seed)  # noqa: S311  # told again by its seed
        self.stranger = Wire(self.table.scheduler, random.Random(seed), port="/dev/ttyACM9")  # noqa: S311 - the same
        self.stranger.host = partial(self.process._from_node, "stranger", self.stranger)
        self.stranger.on_plug = partial(self.process._plugged, self.stranger)
        self.process._attach(self.stranger)
        self.began_s = self.table.now_s
        self.process.take_records()

    def pour(self, frames: int) -> None:
        """From the stranger: what it says that it sees, with one hello in five seconds; then all that it can think of.

        Between the two, noise on the line of a node that is honest.
        """
        honest, rng = self.table.wires["seats-1-4"], self.rng
        for at in range(frames // BATCH):
            if at % 2:
                chaos = at > frames // BATCH // 2
                said = [rng.choice((lie, forgery))(rng) if chaos else told(rng, at + no) for no in range(BATCH)]
                if not chaos and at % 250 == 1:
                    said[0] = guest(at)
                self.stranger.to_host(b"".join(said))
            else:
                heard = (noise(rng) + b"\0" for _ in range(BATCH))
                honest.to_host(b"".join(one for one in heard if not Deframer().feed(one)))
            self.table.run_for(A_BATCH_S)

    def view(self) -> TableView:
        return plainly(self.process.view())

    def honest(self) -> dict[str, str]:
        """How the nodes of the table are, as the screen has it."""
        nodes = {node.node: node.status for node in self.view().nodes}
        return {name: nodes[name] for name in self.table.wires}

    def most_records(self) -> float:
        """What the bounds let into the journal."""
        return RECORDS_A_START * (MOST_STARTS + (self.table.now_s - self.began_s) / CALM_S + 1)


def check_all_speak(view: TableView) -> None:
    """Screen, log and MQTT take the view: no line, row or message is over its limit."""
    assert len(FEED.encode(view)) < MAX_LINE_BYTES / 2
    rows = panel_lines(Shown(view), ENGLISH, 80, 24)
    assert all(sum(len(text) for text, _ in row) <= 80 for row in rows)
    courier = Courier(Identity("rome", "t7", "E"))
    courier.offer(None, view)
    courier.up(1, Moment(0, 0), 0.0)
    said = {}
    while (message := courier.next()) is not None:
        said[message.topic.rpartition("/")[2]] = len(message.payload)
    assert said.keys() == {"avail", "state", "health"}
    assert max(said.values()) <= MAX_STATE_BYTES


def besiege(seed: int, frames: int) -> Besieged:
    besieged = Besieged(seed)
    besieged.pour(frames)
    records = besieged.process.take_records()
    assert len(records) <= besieged.most_records(), Counter(type(one.cause).__name__ for one in records)
    assert max((len(encode_record(one)) for one in records), default=0) <= RECORD_BYTES
    assert not [finding for one in records for made in one.applied_events for finding in made.findings]
    assert len(besieged.process.hub.nodes()) <= MOST_NODES
    assert besieged.honest() == dict.fromkeys(besieged.table.wires, "ready")
    assert besieged.process.controller.session.sensors.unknown <= {zone.zone for zone in FREE}
    assert held_bytes(besieged.process.hub) < BRIDGE_BYTES
    check_all_speak(besieged.view())
    besieged.stranger.unplug()
    besieged.table.run_for(8.0)
    return besieged


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """The same in each `make test`; a soak draws from its own."""
    return 1 + (int(request.config.getoption("--hypothesis-seed", default=None) or 0) if SOAK else 0)


def test_a_flood_of_hostile_frames_leaves_a_table_that_plays_on(seed: int) -> None:
    besieged = besiege(seed, FRAMES)
    evening = besieged.evening
    assert besieged.view().prompts == ()
    evening.do(*(f"{seat}: mucks" for seat in (4, 5, 6, 1)), "2: pushes 2x25", "wait 1")
    evening.key(Say("check"))
    evening.do("sweep", "flop 2c 7d 9h", "wait 2", "2: pushes 2x100", "wait 2", "3: mucks", "wait 2")
    view = besieged.view()
    assert view.board == ("2c", "7d", "9h")
    assert view.street == "settled"
    assert view.findings == ()
    counted(FRAMES, "hostile frames poured into a table")


def test_a_bridge_that_lets_every_start_in_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nobody bounds how often a node may begin anew."""
    monkeypatch.setattr(admission.Starts, "admit", lambda *_: True)
    with pytest.raises(AssertionError):
        besiege(1, FRAMES // 10)
