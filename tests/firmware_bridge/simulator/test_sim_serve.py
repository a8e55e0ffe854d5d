"""The table in real time on ptys: a program that opens the ports sees the cards that a hand moves."""

from __future__ import annotations

import asyncio
import contextlib
import select
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from support.bridge_ear import Ear

from firmware_bridge.bridge import BridgeSettings
from firmware_bridge.ports.byte_ports import Port, PortLost, open_port
from firmware_bridge.secrets.decks import DeckBook
from firmware_bridge.service import run_bridge
from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.serve import ServedTable, serve_simulated_table
from firmware_bridge.simulator.table import TableSetup
from firmware_bridge.vocabulary.chips import Chips
from firmware_bridge.vocabulary.lines import MAX_LINE_BYTES
from firmware_bridge.vocabulary.observations import CardArrived, NodeSeen, Observation
from firmware_bridge.vocabulary.values import replace
from firmware_bridge.vocabulary.zones import bet_zone, seat_zone
from firmware_bridge.wire.nodes import NodeSession
from firmware_bridge.wire.reports import Snapshot

STACK: Chips = ((1000, 5), (100, 10))
SETUP = TableSetup(2, (100, 1000), {1: STACK, 2: STACK})
LIMIT_S = 60.0


class Reader:
    """A host in a thread of its own, as a bridge in another process would be: it polls its port."""

    def __init__(self, path: str) -> None:
        self._port: Port = open_port(path)
        self._session = NodeSession(path, 1, time.monotonic())
        self.latest: Snapshot | None = None

    def read_until(self, zone: str, content: object) -> bool:
        """Poll until a snapshot shows `content` at `zone`, the number of cards or the chips."""
        ends_s = time.monotonic() + LIMIT_S
        descriptor = self._port.fileno()
        assert descriptor is not None
        while time.monotonic() < ends_s:
            wait_s = max(0.0, min(ends_s, self._session.next_wake_s()) - time.monotonic())
            select.select([descriptor], [], [], wait_s)
            self._listen()
            if self.latest is not None:
                lots = {lot.zone: len(lot.tags) for lot in self.latest.cards}
                chips = {lot.zone: lot.counts for lot in self.latest.chips}
                if content in (lots.get(zone), chips.get(zone)):  # type: ignore[call-overload]  # zones are strings
                    return True
        return False

    def _listen(self) -> None:
        data = self._port.read()
        now_s = time.monotonic()
        reports = self._session.receive(data, now_s) if data else self._session.tick(now_s)
        for report in reports:
            if isinstance(report, Snapshot):
                self.latest = report
        out = self._session.outgoing()
        if out:
            self._port.write(out)

    def close(self) -> None:
        self._port.close()


async def read_in_thread(reader: Reader, zone: str, content: object) -> bool:
    return await asyncio.to_thread(reader.read_until, zone, content)


def test_a_pty_shows_the_cards_and_chips_that_the_prompt_moves() -> None:
    async def story(served: ServedTable) -> None:
        assert served.ports.keys() == {"seats-1-4", "centre"}
        reader = Reader(served.ports["seats-1-4"])
        try:
            assert await read_in_thread(reader, seat_zone(2), 0)
            assert not served.perform("card 2 Ah").startswith("error")
            await served.hands_rest()
            assert not served.perform("card 2 Kd").startswith("error")
            assert await read_in_thread(reader, seat_zone(2), 2)
            assert not served.perform("1: pushes 1000 2x100").startswith("error")
            assert await read_in_thread(reader, bet_zone(1), ((1000, 1), (100, 2)))
            assert served.perform("card 2 Ah").startswith("error: Ah is not in the deck")
            served.table.set_link_fault("drop_all")
            served.perform("card 1 Qs")
            served.perform("wait 0.3")
            await served.hands_rest()
            assert served.table.fault_counts()["drop_all"] > 0
        finally:
            reader.close()

    async def main() -> None:
        async with serve_simulated_table(replace(SETUP, timing=Timing().faster(10))) as served:
            await story(served)

    asyncio.run(main())


def test_a_table_that_breaks_says_so_instead_of_hanging() -> None:
    async def main() -> str:
        try:
            async with serve_simulated_table(SETUP) as served:
                served.scheduler.call_after(0.0, lambda: 1 // 0)
                served.perform("wait 60")
                await served.hands_rest()
        except ZeroDivisionError as problem:
            return str(problem)
        return ""

    assert "zero" in asyncio.run(main())


# The plug of a node that is on a pty.


class WallClock:
    def now_s(self) -> float:
        return time.monotonic()

    def real_s(self, table_s: float) -> float:
        return table_s


class Listener(Ear):
    """A controller that only listens."""

    async def node(self, status: str) -> NodeSeen:
        """The next word on the seats' node with this status."""

        def as_wanted(one: Observation) -> bool:
            return isinstance(one, NodeSeen) and (one.node, one.status) == ("seats-1-4", status)

        found = await self.until(as_wanted)
        assert isinstance(found, NodeSeen)
        return found


@contextlib.asynccontextmanager
async def bridged(folder: Path, ports: tuple[str, ...]) -> AsyncIterator[Listener]:
    """The real bridge on real serial ports, and somebody at its socket."""
    path, decks = folder / "bridge.sock", DeckBook((SETUP.deck,))
    bridge = asyncio.create_task(run_bridge(ports, path, decks, BridgeSettings(), WallClock(), say=lambda _: None))
    try:
        async with asyncio.timeout(LIMIT_S):
            while not path.exists():  # noqa: ASYNC110  # a socket that comes has no event
                await asyncio.sleep(0.01)
            reader, writer = await asyncio.open_unix_connection(str(path), limit=MAX_LINE_BYTES)
        yield Listener(reader, LIMIT_S)
        writer.close()
    finally:
        bridge.cancel()
        await asyncio.gather(bridge, return_exceptions=True)


def test_a_node_that_is_plugged_in_elsewhere_is_found_by_its_link_and_what_came_meanwhile_is_seen(
    tmp_path: Path,
) -> None:
    async def main() -> None:
        links = tmp_path / "by-id"
        links.mkdir()
        async with serve_simulated_table(replace(SETUP, timing=Timing().faster(10)), links=links) as served:
            plug = served.plugs["seats-1-4"]
            first = plug.device
            async with bridged(tmp_path, tuple(served.ports.values())) as ear:
                await ear.node("ready")
                assert not served.perform("unplug seats-1-4").startswith("error")
                gone = await ear.node("down")
                assert gone.reason.startswith("port-lost"), gone
                assert not (links / "seats-1-4").is_symlink()
                assert not served.perform("card 2 Ah").startswith("error")
                await served.hands_rest()
                assert not served.perform("plug seats-1-4").startswith("error")
                assert plug.device != first, "another number"
                assert str((links / "seats-1-4").readlink()) == plug.device
                began_s = time.monotonic()
                await ear.node("ready")
                assert time.monotonic() - began_s < 5.0, "two seconds, on a machine with nothing else to do"
                assert not served.perform("card 2 Kd").startswith("error")
                await ear.until(lambda one: isinstance(one, CardArrived) and one.zone == seat_zone(2))

    asyncio.run(main())


def test_planted_a_port_named_by_its_pty_is_not_found_again(tmp_path: Path) -> None:
    """Without a link nothing leads to the new number: so it is the link that the test above proves."""

    async def main() -> None:
        async with serve_simulated_table(SETUP) as served:
            wire, plug = served.table.wires["seats-1-4"], served.plugs["seats-1-4"]
            async with bridged(tmp_path, tuple(served.ports.values())) as ear:
                await ear.node("ready")
                wire.unplug()
                await ear.node("down")
                wire.replug("elsewhere")
                assert served.ports["seats-1-4"] != plug.device
                with pytest.raises(PortLost):
                    open_port(served.ports["seats-1-4"])

    asyncio.run(main())


def test_a_line_that_stalls_delivers_everything_at_once_and_in_order() -> None:
    async def main() -> None:
        async with serve_simulated_table(replace(SETUP, timing=Timing().faster(10))) as served:
            reader = Reader(served.ports["seats-1-4"])
            try:
                assert await read_in_thread(reader, seat_zone(2), 0)
                began_s = time.monotonic()
                served.table.wires["seats-1-4"].stall(0.8)
                assert not served.perform("card 2 Ah").startswith("error")
                assert await read_in_thread(reader, seat_zone(2), 1)
                assert time.monotonic() - began_s >= 0.75, "not before the stall was over"
            finally:
                reader.close()

    asyncio.run(main())
