"""The table in real time on ptys: a program that opens the ports sees the cards that a hand moves."""

from __future__ import annotations

import asyncio
import select
import time
from dataclasses import replace

from firmware_bridge.chips import Chips
from firmware_bridge.nodes import NodeSession
from firmware_bridge.ports import Port, open_port
from firmware_bridge.reports import Snapshot
from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.serve import ServedTable, serve_simulated_table
from firmware_bridge.simulator.table import TableSetup
from firmware_bridge.zones import bet_zone, seat_zone

STACK: Chips = ((1000, 5), (100, 10))
SETUP = TableSetup(2, (100, 1000), {1: STACK, 2: STACK})
LIMIT_S = 20.0


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
