"""Nodes and hosts that do not fit together part with a reason that a person understands."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from docs.protocol_words import EXAMPLES
from support.node_pair import BOOT, Pair, node_end, told_by_host

from firmware_bridge.node.session import GREETING, REFUSED
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.admission import SIGNS, is_name
from firmware_bridge.wire.frames import Deframer, encode_frame
from firmware_bridge.wire.messages import Hello, HostHello, ZoneSpec, encode
from firmware_bridge.wire.nodes import NodeLost, NodeReady, NodeRefused, NodeSession, Report

# Refusals.

HELLO = next(example for example in EXAMPLES if isinstance(example, Hello))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"protocol_major": 2}, "protocol-mismatch node=2.0 host=1.0"),
        ({"schema_crc": 0x1A2B3C4D}, f"schema-mismatch node=1a2b3c4d host={specs.SCHEMA_CRC:08x}"),
        ({"zones": (ZoneSpec("seat:11", 1, 50, 6, ()),)}, "bad-inventory zone='seat:11' problem=unknown-zone"),
        ({"zones": (ZoneSpec("board", 1, 50, 6, ()),) * 2}, "bad-inventory zone=board problem=listed-twice"),
        ({"zones": (ZoneSpec("board", 9, 50, 6, ()),)}, "bad-inventory zone=board problem=sensor-kind-9"),
        ({"zones": (ZoneSpec("board", 2, 50, 6, (5,)),)}, "bad-inventory zone=board problem=sensor-kind-2"),
        ({"zones": (ZoneSpec("pot", 2, 50, 0, ()),)}, "bad-inventory zone=pot problem=denominations"),
        ({"zones": (ZoneSpec("pot", 2, 50, 0, (25, 25)),)}, "bad-inventory zone=pot problem=denominations"),
        ({"zones": (ZoneSpec("pot", 3, 50, 0, (0,)),)}, "bad-inventory zone=pot problem=denominations"),
        ({"zones": (ZoneSpec("board", 1, 50, 6, (25,)),)}, "bad-inventory zone=board problem=denominations"),
        ({"buttons": (("next",), ("next",))}, "bad-inventory buttons problem=unnamed-or-listed-twice"),
    ],
)
def test_a_node_we_cannot_work_with_is_refused_once_with_a_reason(change: dict[str, Any], reason: str) -> None:
    host = NodeSession("port", 7, 0.0)
    seq = itertools.count()

    def hear(boot_id: int, now_s: float) -> list[Report]:
        hello = replace(HELLO, boot_id=boot_id, **change)
        return host.receive(encode_frame(encode(hello, next(seq))), now_s)

    assert hear(1, 0.0) == [NodeRefused("centre", reason)]
    assert told_by_host(host)[-1] == HostHello(specs.REFUSE, 1, 0, specs.SCHEMA_CRC, 7, 1, reason)
    assert hear(1, 5.0) == []
    assert told_by_host(host)[-1] == HostHello(specs.REFUSE, 1, 0, specs.SCHEMA_CRC, 7, 1, reason)
    assert hear(2, 9.0) == [NodeRefused("centre", reason)]
    assert host.next_wake_s() == float("inf")
    (ready,) = host.receive(encode_frame(encode(replace(HELLO, boot_id=3), 0)), 12.0)
    assert isinstance(ready, NodeReady)
    assert hear(4, 13.0) == [NodeLost("centre", "rebooted"), NodeRefused("centre", reason)]


def test_a_name_that_is_none_is_refused_with_the_signs_that_names_are_made_of() -> None:
    host = NodeSession("port", 7, 0.0)
    hello = replace(HELLO, node="lesér")
    assert host.receive(encode_frame(encode(hello, 0)), 0.0) == [
        NodeRefused("port", f"bad-name length=5 most=32 signs={SIGNS}")
    ]
    for sign in SIGNS.replace("space", " ").split(","):
        assert all(is_name(f"a{one}") for one in sign.split("-") if one) or is_name(f"a{sign}"), sign


def test_a_refused_node_keeps_quiet_but_for_a_hello_every_five_seconds() -> None:
    pair = Pair()
    refusal = HostHello(specs.REFUSE, 1, 0, 5, 1, BOOT, "schema-mismatch node=1 host=5")
    pair.node.tick(pair.us())
    pair.node.outgoing()
    pair.node.receive(encode_frame(encode(refusal, 0)), pair.us())
    assert (pair.node.state, pair.node.refusal) == (REFUSED, "schema-mismatch node=1 host=5")
    hellos = []
    for _ in range(150):
        pair.now_s += 0.1
        pair.node.tick(pair.us())
        hellos += [
            round(pair.now_s - 100.0, 1)
            for payload in Deframer().feed(pair.node.outgoing())
            if payload[0] == specs.HELLO
        ]
    assert hellos == [5.0, 10.0, 15.0]
    # A host that asks is perhaps a newer one.
    assert [type(report).__name__ for report in pair.settle()] == ["NodeReady", "Snapshot"]


def test_a_node_does_not_work_for_a_host_of_another_schema() -> None:
    node = node_end()
    for words in ((2, 0, specs.SCHEMA_CRC), (1, 0, 0x0BAD)):
        node.receive(encode_frame(encode(HostHello(specs.ACCEPT, *words, 1, BOOT, ""), 0)), 0)
        assert node.state == REFUSED
        assert node.refusal.startswith("schema-mismatch host=")


def test_an_answer_meant_for_the_boot_before_is_ignored() -> None:
    node = node_end()
    node.receive(encode_frame(encode(HostHello(specs.ACCEPT, 1, 0, specs.SCHEMA_CRC, 1, BOOT - 1, ""), 0)), 0)
    assert node.state == GREETING
