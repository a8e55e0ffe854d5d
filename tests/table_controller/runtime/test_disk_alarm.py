"""Whatever a disk does, the dealer's screen and the broker know it within a second of the table's time.

The controller's service is the real one with a real socket to a display; the event loop's clock is not: it
jumps to the next timer as soon as nothing is to be read, so nobody waits and every moment is known exactly.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from uuid import UUID

import pytest
from support.jumping import LoopClock, in_jumping_time
from support.no_broker import NoBroker
from support.one_hand import BOOK, HEADER, entries_of
from support.said import said
from support.simulated_disk import Fault, SimulatedDisk, SimulatedFile

from firmware_bridge.vocabulary.lines import MAX_LINE_BYTES
from firmware_bridge.vocabulary.observations import DeckRiffled
from table_controller.broadcast.courier import Glance, drawn_of
from table_controller.controller.controller import Controller
from table_controller.controller.disk_watch import DiskWatch
from table_controller.controller.snapshots import SnapshotKeeper
from table_controller.journal.journal import Journal, JournalFailed
from table_controller.runtime.processes.controller_service import ControllerService
from table_controller.vocabulary.commands import COMMANDS, AnnounceLevel, Command, MarkRiffle
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Record, decode_record
from table_controller.vocabulary.views import FEED, Feed, Notice, Refused, TableView

WITHIN_S = 1.0
LOG = Path("/j.log")


@dataclass
class Voice(NoBroker):
    """The MQTT side: what it was told, and when."""

    healths: list[tuple[float, dict[str, int | str]]] = field(default_factory=list)
    views: list[tuple[float, TableView]] = field(default_factory=list)

    def offer(self, record: Record | None, view: TableView | Glance, wall_ns: int) -> None:
        del record, wall_ns
        self.views.append((asyncio.get_running_loop().time(), drawn_of(view, 0.0)))

    def health(self, facts: Mapping[str, int | str]) -> None:
        self.healths.append((asyncio.get_running_loop().time(), dict(facts)))


class Table:
    """One running service with one display that listens."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.disk, self.voice = folder, SimulatedDisk(64 << 20, remembers=False), Voice()
        opening = decode_record(entries_of(1)[0].payload).applied_events[0].event
        assert isinstance(opening, TableOpened)
        self.journal = Journal.create(LOG, HEADER, boot_id=UUID(int=7), storage=self.disk)
        controller = Controller.begin(self.journal, BOOK, opening, lambda: 0)
        self.keeper = SnapshotKeeper(self.journal, storage=self.disk)
        self.service = ControllerService(controller, self.voice, LoopClock(), self.keeper)
        self.heard: list[tuple[float, Feed]] = []
        self.writer: asyncio.StreamWriter | None = None
        self.serving: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        socket = self.folder / "display.sock"
        self.serving = asyncio.create_task(self.service.serve(self.folder / "bridge.sock", socket))
        while not socket.exists():  # noqa: ASYNC110  # a socket that comes has no event
            await asyncio.sleep(0.01)
        reader, self.writer = await asyncio.open_unix_connection(str(socket), limit=MAX_LINE_BYTES)
        self.listening = asyncio.create_task(self._listen(reader))
        await asyncio.sleep(5)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self.serving is not None
        assert self.writer is not None
        for task in (self.serving, self.listening):
            task.cancel()
        await asyncio.gather(self.serving, self.listening, return_exceptions=True)
        self.writer.close()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        with contextlib.suppress(ConnectionError):
            async for line in said(reader):
                self.heard.append((asyncio.get_running_loop().time(), FEED.decode(line)))

    def key(self) -> None:
        """The dealer keys something that is journalled."""
        self.write(AnnounceLevel(100, 200, 0))

    def write(self, command: Command) -> None:
        assert self.writer is not None
        self.writer.write(COMMANDS.encode(command))

    def late_alarms(self, began_s: float, code: str) -> list[str]:
        """Who of screen, view and broker was not told `code` within a second of `began_s`, or was before."""
        told = {
            "notice": [at for at, one in self.heard if one == Notice("journal", (("trouble", code),))],
            "view": [at for at, one in self.heard if isinstance(one, TableView) and _says(one, code)],
            "broker's view": [at for at, view in self.voice.views if _says(view, code)],
            "health": [at for at, facts in self.voice.healths if code in (facts["journal"], facts["snapshots"])],
        }
        late = []
        for where, moments in told.items():
            if not moments:
                late.append(f"{where}: never told of {code}")
            elif not began_s <= moments[0] <= began_s + WITHIN_S:
                late.append(f"{where}: {moments[0] - began_s} s after {code}")
        return late


def _says(view: TableView, code: str) -> bool:
    return any(node.node == "journal" and node.reason.partition(" ")[0] == code for node in view.nodes)


async def fills_up(folder: Path, seed: int) -> list[str]:
    """The alarms that were late when the disk filled up, when no hand had room any more, and when both were over."""
    async with Table(folder) as table:
        await asyncio.sleep(random.Random(seed).uniform(0, 3))  # noqa: S311  # a moment like any other
        began_s = asyncio.get_running_loop().time()
        table.disk.fill()
        await asyncio.sleep(3)
        late = table.late_alarms(began_s, "disk-full")
        while table.journal.room_for_a_hand():
            table.journal.append(b"x" * 60_000, 0, 0)
        began_s = asyncio.get_running_loop().time()
        await asyncio.sleep(3)
        late += table.late_alarms(began_s, "no-new-hand")
        table.disk.capacity_bytes *= 4
        began_s = asyncio.get_running_loop().time()
        await asyncio.sleep(3)
        well = [at for at, one in table.heard if one == Notice("journal", (("trouble", "none"),))]
        if not well or not began_s <= well[-1] <= began_s + WITHIN_S:
            late.append(f"that all is well again was told at {well}, and is since {began_s}")
        latest = [one for _, one in table.heard if isinstance(one, TableView)][-1]
        return late + [f"the screen still says {node}" for node in latest.nodes if node.node == "journal"]


async def refuses(folder: Path, call: str, fault: Fault) -> list[str]:
    """The disk refuses `call` from now on, and the dealer keys something a moment later."""
    async with Table(folder) as table:
        table.disk.plan[call] = fault
        began_s = asyncio.get_running_loop().time()
        table.key()
        assert table.serving is not None
        with pytest.raises(JournalFailed):
            await table.serving
        await asyncio.sleep(1)
        return table.late_alarms(began_s, "journal-failed")


@pytest.mark.parametrize("seed", range(5))
def test_a_disk_that_fills_up_is_on_the_screen_within_a_second(tmp_path: Path, seed: int) -> None:
    assert in_jumping_time(fills_up(tmp_path, seed)) == []


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        ("write", errno.EIO),
        ("write", errno.ENOSPC),
        ("fdatasync", errno.EIO),
        ("fdatasync", errno.ENOSPC),
    ],
)
def test_a_disk_that_refuses_is_on_the_screen_before_the_process_ends(tmp_path: Path, call: str, fault: Fault) -> None:
    assert in_jumping_time(refuses(tmp_path, call, fault)) == []


def test_a_disk_that_takes_nothing_is_on_the_screen_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with Table(tmp_path) as table:
            monkeypatch.setattr(SimulatedFile, "write", lambda *_: 0)
            began_s = asyncio.get_running_loop().time()
            table.key()
            assert table.serving is not None
            with pytest.raises(JournalFailed, match="took 0 of"):
                await table.serving
            await asyncio.sleep(1)
            assert table.late_alarms(began_s, "journal-failed") == []

    in_jumping_time(story())


def test_a_riffle_that_begins_no_hand_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with Table(tmp_path) as table:
            monkeypatch.setattr(Journal, "room_for_a_hand", lambda _: False)
            table.service.take(DeckRiffled(1000.0))
            await asyncio.sleep(1)
            assert [one for _, one in table.heard if one == Notice("no-new-hand")]
            latest = [one for _, one in table.heard if isinstance(one, TableView)][-1]
            assert (latest.hand, latest.next.code) == (0, "call-floor")
            table.write(MarkRiffle())
            await asyncio.sleep(1)
            assert [one for _, one in table.heard if one == Refused("no-new-hand")]

    in_jumping_time(story())


def test_a_short_write_is_gone_on_with(tmp_path: Path) -> None:
    async def short() -> None:
        async with Table(tmp_path) as table:
            table.disk.plan["write"] = "short"
            before = table.journal.last_sequence
            table.key()
            await asyncio.sleep(2)
            assert table.journal.last_sequence == before + 1, "what was not taken was written behind it"
            assert not [one for _, one in table.heard if isinstance(one, Notice)]

    in_jumping_time(short())


def test_a_snapshot_that_cannot_be_taken_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with Table(tmp_path) as table:
            table.keeper.trouble = "no-snapshot reason=full"
            began_s = asyncio.get_running_loop().time()
            await asyncio.sleep(2)
            assert table.late_alarms(began_s, "no-snapshot") == []

    in_jumping_time(story())


def test_a_service_that_did_not_look_would_be_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nobody asks the disk unless something is written."""
    monkeypatch.setattr(DiskWatch, "look", lambda _: False)
    late = in_jumping_time(fills_up(tmp_path, 1))
    assert "notice: never told of disk-full" in late
