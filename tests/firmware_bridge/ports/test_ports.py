"""Ports: one behaviour for a pair in memory and for a pty with a serial device at the other end."""

from __future__ import annotations

import select
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from firmware_bridge.node.session import NodeEnd
from firmware_bridge.ports import byte_ports
from firmware_bridge.ports.byte_ports import Port, PortLost, find_usb, memory_pair, open_port, open_pty
from firmware_bridge.wire.nodes import CommandDone, NodeSession, Report, SoundBuzzer


@dataclass
class Ends:
    """Two joined ports; `wait` returns once something can be read at `port`, or fails."""

    host: Port
    node: Port

    @staticmethod
    def wait(port: Port) -> None:
        descriptor = port.fileno()
        if descriptor is not None:
            assert select.select([descriptor], [], [], 5.0)[0]

    def read(self, port: Port, size: int) -> bytes:
        data = b""
        while len(data) < size:
            self.wait(port)
            data += port.read()
        return data


def memory_ends() -> Ends:
    return Ends(*memory_pair("test"))


def pty_ends() -> Ends:
    node, path = open_pty()
    try:
        return Ends(open_port(path), node)
    except BaseException:
        node.close()
        raise


@pytest.fixture(params=[memory_ends, pty_ends], ids=["memory", "pty"])
def ends(request: pytest.FixtureRequest) -> Iterator[Ends]:
    make: Callable[[], Ends] = request.param
    made = make()
    yield made
    made.host.close()
    made.node.close()


EVERY_BYTE = bytes(range(256))


def test_every_byte_goes_through_unchanged_both_ways(ends: Ends) -> None:
    ends.host.write(EVERY_BYTE)
    ends.node.write(EVERY_BYTE[::-1])
    assert ends.read(ends.node, 256) == EVERY_BYTE
    assert ends.read(ends.host, 256) == EVERY_BYTE[::-1]


def test_nothing_there_is_no_bytes_and_no_waiting(ends: Ends) -> None:
    assert ends.host.read() == b""
    assert ends.node.read() == b""
    ends.host.write(b"")
    assert ends.node.read() == b""


def test_writes_keep_their_order(ends: Ends) -> None:
    pieces = [bytes([at]) * (at + 1) for at in range(40)]
    for piece in pieces:
        ends.node.write(piece)
    assert ends.read(ends.host, sum(map(len, pieces))) == b"".join(pieces)


def test_a_closed_port_says_so_and_closing_twice_is_nothing(ends: Ends) -> None:
    ends.host.close()
    ends.host.close()
    assert ends.host.closed
    assert ends.host.fileno() is None
    for use in (ends.host.read, lambda: ends.host.write(b"x")):
        with pytest.raises(PortLost, match="closed") as caught:
            use()
        assert caught.value.path == ends.host.name


def test_the_host_learns_that_the_node_is_unplugged(ends: Ends) -> None:
    ends.node.write(b"last words")
    assert ends.read(ends.host, 10) == b"last words"
    ends.node.close()
    with pytest.raises(PortLost):
        ends.host.read()
    assert ends.host.closed


def test_a_whole_conversation_runs_over_it(ends: Ends) -> None:
    host = NodeSession(ends.host.name, 1, 0.0)
    zones = (("board", 1, 50, 8, ()),)
    node = NodeEnd(("centre", b"\x01" * 8, 1, "test", 0, True), zones, (), 0)
    told: list[Report] = []
    for round_ in range(200):
        now_s = round_ * 0.01
        told += host.tick(now_s)
        ends.host.write(host.outgoing())
        node.receive(ends.node.read(), round_ * 10_000)
        ends.node.write(node.outgoing())
        told += host.receive(ends.host.read(), now_s)
        if round_ == 100:
            host.command(SoundBuzzer(3), now_s)
    assert [type(report).__name__ for report in told] == ["NodeReady", "Snapshot", "CommandDone"]
    assert told[-1] == CommandDone("centre", 1)
    assert not any(host.counts.values())


# What only a pair in memory has.


def test_the_hook_decides_what_arrives_and_when() -> None:
    under_way: list[bytes] = []

    def hold(data: bytes, arrive: Callable[[bytes], None]) -> None:
        under_way.append(data)
        if len(under_way) == 2:
            for piece in reversed(under_way):
                arrive(piece)

    host, node = memory_pair("held", to_node=hold)
    host.write(b"first")
    assert node.read() == b""
    host.write(b"second")
    assert node.read() == b"secondfirst"
    node.write(b"the other way has no hook")
    assert host.read() == b"the other way has no hook"


def test_what_was_under_way_when_a_port_closed_is_lost() -> None:
    held: list[Callable[[], None]] = []
    host, node = memory_pair("late", to_host=lambda data, arrive: held.append(lambda: arrive(data)))
    node.write(b"late")
    host.close()
    held[0]()
    with pytest.raises(PortLost, match="closed"):
        host.read()


# What only a pty has.


def test_a_serial_device_has_one_owner() -> None:
    node, path = open_pty()
    first = open_port(path)
    with pytest.raises(PortLost, match="another program has it open"):
        open_port(path)
    first.close()
    again = open_port(path)
    node.write(b"still here")
    assert Ends(again, node).read(again, 10) == b"still here"
    again.close()
    node.close()


def test_a_node_nobody_reads_loses_whole_writes_and_keeps_bounded_memory() -> None:
    node, path = open_pty()
    host = open_port(path)  # what waits before the opening is thrown away by it
    message = bytes(range(1, 251))
    for _ in range(400):
        node.write(message)
        assert len(node._pending) <= byte_ports.PENDING_BYTES
    heard = b""
    while True:
        node.write(b"")
        piece = host.read()
        if not piece and not node._pending:
            break
        heard += piece
    node.write(b"after")
    Ends.wait(host)
    heard += host.read()
    assert heard.endswith(b"after")
    assert heard[:-5] == message * (len(heard) // 250)
    assert len(heard) < 400 * 250
    host.close()
    node.close()


def test_the_pty_counts_its_descriptors_back() -> None:
    before = set(Path("/proc/self/fd").iterdir())
    node, path = open_pty()
    host = open_port(path)
    assert node.name == host.name == path
    host.close()
    node.close()
    assert set(Path("/proc/self/fd").iterdir()) == before


# Opening and finding.


@pytest.mark.parametrize(
    ("error", "advice"),
    [
        (OSError(13, "Permission denied"), "group dialout"),
        (OSError(2, "No such file or directory"), "check the cable"),
        (ValueError("a strange setting"), "cannot open it: a strange setting"),
    ],
)
def test_a_device_that_does_not_open_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, error: Exception, advice: str
) -> None:
    def fail(_: object) -> None:
        raise error

    monkeypatch.setattr("serial.Serial.open", fail)
    with pytest.raises(PortLost, match=advice):
        open_port("/dev/ttyACM0")


def test_a_device_that_is_not_there_is_named() -> None:
    with pytest.raises(PortLost, match="/dev/cards-speak-none: there is no such device"):
        open_port("/dev/cards-speak-none")


@dataclass
class Device:
    device: str
    serial_number: str | None


PLUGGED = (
    Device("/dev/ttyACM0", "E6614103E7452D2F"),
    Device("/dev/ttyACM1", "E6614103E7452D30"),
    Device("/dev/ttyUSB0", None),
    Device("/dev/ttyACM7", "clone"),
    Device("/dev/ttyACM8", "clone"),
)


def test_a_usb_device_is_found_by_its_serial_number() -> None:
    assert find_usb("e6614103e7452d30", PLUGGED) == "/dev/ttyACM1"
    with pytest.raises(PortLost, match=r"usb:nobody: no device .* there are: E6614103E7452D2F \(/dev/ttyACM0\)"):
        find_usb("nobody", PLUGGED)
    with pytest.raises(PortLost, match="several devices have this serial number: /dev/ttyACM7, /dev/ttyACM8"):
        find_usb("clone", PLUGGED)
    with pytest.raises(PortLost, match="there are: none"):
        find_usb("nobody", ())


def test_an_address_with_usb_asks_for_the_devices_plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    node, path = open_pty()
    monkeypatch.setattr("serial.tools.list_ports.comports", lambda: [Device(path, "ABC123")])
    host = open_port("usb:abc123")
    assert host.name == path
    host.close()
    node.close()
