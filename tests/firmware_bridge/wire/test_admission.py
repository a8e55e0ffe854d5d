"""What a node may say of itself, and how often: at, under and over each bound; and what comes of too much."""

from __future__ import annotations

from collections import Counter

import pytest
from support.counting import counted

from firmware_bridge.bridge import Bridge
from firmware_bridge.hub import Hub
from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.vocabulary.observations import LONGEST_REASON, MOST_NODES, NodeSeen
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.admission import (
    CALM_S,
    LONGEST_NAME,
    MOST_BUTTONS,
    MOST_DENOMINATIONS,
    MOST_STARTS,
    MOST_ZONES,
    Starts,
    fault_of,
)
from firmware_bridge.wire.frames import encode_frame
from firmware_bridge.wire.messages import ButtonSpec, Hello, ZoneSpec, encode
from table_controller.inference.sensor_status import SensorStatus

PORT = "/dev/ttyACM0"
HELLO = Hello(
    specs.PROTOCOL_MAJOR, specs.PROTOCOL_MINOR, specs.SCHEMA_CRC, 1, b"\x01" * 8, "centre", "1.0", 0, 0, (), ()
)


def zones(count: int) -> tuple[ZoneSpec, ...]:
    return tuple(ZoneSpec(f"seat:{at}", specs.CARDS_ZONE, 100, 5, ()) for at in range(count))


def chip_zone(denominations: int) -> tuple[ZoneSpec, ...]:
    return (ZoneSpec("rack", specs.COUNTS_ZONE, 100, 0, tuple(range(1, denominations + 1))),)


def buttons(count: int, length: int = 3) -> tuple[ButtonSpec, ...]:
    return tuple(ButtonSpec(f"{at:0{length}}") for at in range(count))


@pytest.mark.parametrize(
    ("hello", "fits"),
    [
        (replace(HELLO, node=""), True),
        (replace(HELLO, node="x"), True),
        (replace(HELLO, node="x" * LONGEST_NAME), True),
        (replace(HELLO, node="x" * (LONGEST_NAME + 1)), False),
        (replace(HELLO, node="centre\x1b[2J"), False),
        (replace(HELLO, node="c\u202eertne"), False),
        (replace(HELLO, firmware=""), True),
        (replace(HELLO, firmware="1.0 (2026-11-25)"), False),
        (replace(HELLO, firmware="1.0-" + "x" * (LONGEST_NAME - 4)), True),
        (replace(HELLO, firmware="1.0-" + "x" * (LONGEST_NAME - 3)), False),
        (replace(HELLO, zones=zones(MOST_ZONES - 1)), True),
        (replace(HELLO, zones=zones(MOST_ZONES)), True),
        (replace(HELLO, zones=zones(MOST_ZONES + 1)), False),
        (replace(HELLO, zones=chip_zone(MOST_DENOMINATIONS)), True),
        (replace(HELLO, zones=chip_zone(MOST_DENOMINATIONS + 1)), False),
        (replace(HELLO, buttons=buttons(MOST_BUTTONS)), True),
        (replace(HELLO, buttons=buttons(MOST_BUTTONS + 1)), False),
        (replace(HELLO, buttons=buttons(2, LONGEST_NAME)), True),
        (replace(HELLO, buttons=buttons(2, LONGEST_NAME + 1)), False),
    ],
)
def test_the_bounds_of_a_hello(hello: Hello, fits: bool) -> None:
    assert (fault_of(hello) == "") is fits, fault_of(hello)


def test_starts_are_let_in_as_fast_as_they_like_and_then_at_a_pace() -> None:
    starts = Starts(0.0)
    assert [starts.admit(0.0) for _ in range(MOST_STARTS + 1)] == [True] * MOST_STARTS + [False]
    assert [starts.admit(CALM_S * (1 + half / 2)) for half in range(5)] == [True, False, True, False, True]
    assert [starts.admit(1000.0) for _ in range(MOST_STARTS + 1)] == [True] * MOST_STARTS + [False]


class Flood:
    """A hub with one port into which hellos are poured, and what it made of them."""

    def __init__(self) -> None:
        self.hub = Hub(Bridge(DeckBook(()), lambda: "#"))
        self.hub.attach(PORT, 0.0)
        self.now_s, self.sent = 0.0, 0
        self.told: list[NodeSeen] = []
        self.sensors = SensorStatus()

    def pour(self, hello: Hello, after_s: float = 0.001) -> None:
        self.now_s, self.sent = self.now_s + after_s, self.sent + 1
        data = encode_frame(encode(hello, self.sent & 0xFFFF))
        for seen in (*self.hub.receive(PORT, data, self.now_s), *self.hub.tick(self.now_s)):
            if isinstance(seen, NodeSeen):
                self.told.append(seen)
                self.sensors = self.sensors.seen(seen)
        self.hub.outgoing()


def test_a_node_that_changes_its_name_makes_no_more_news_than_a_sick_one() -> None:
    """22 hellos with long names filled the view over the limit of its line; they are in the journal for good."""
    flood = Flood()
    for number in range(10_000):
        name = f"node-{number}" if number % 2 else "n" * 253
        flood.pour(replace(HELLO, boot_id=number + 2, unique_id=number.to_bytes(8, "little"), node=name))
    most = 2 * (MOST_STARTS + flood.now_s / CALM_S + 1)
    assert 0 < len(flood.told) <= most
    assert max(len(one.node) for one in flood.told) <= LONGEST_NAME + 1 + len(PORT)
    assert max(len(one.reason) for one in flood.told) <= LONGEST_REASON
    counted(10_000, "hellos of a node that changes its name")


def test_names_that_came_in_the_course_of_an_evening_are_forgotten_again() -> None:
    flood = Flood()
    for number in range(100):
        flood.pour(replace(HELLO, boot_id=number + 2, node=f"node-{number}"), after_s=60.0)
    assert len(flood.hub.nodes()) <= MOST_NODES
    assert len(flood.sensors.views()) <= MOST_NODES
    assert len(flood.sensors.silent(flood.now_s)) <= MOST_NODES
    assert Counter(view.status for view in flood.sensors.views())["ready"] == 1
    assert "node-99" in flood.sensors.nodes


def test_a_node_that_starts_anew_too_often_is_out_of_sight_until_it_is_calm() -> None:
    flood = Flood()
    for number in range(MOST_STARTS + 3):
        flood.pour(replace(HELLO, boot_id=number + 2), after_s=0.05)
    assert (flood.told[-1].status, flood.told[-1].reason) == ("down", "restless")
    flood.pour(replace(HELLO, boot_id=999), after_s=2 * CALM_S)
    assert flood.told[-1].status == "ready"
