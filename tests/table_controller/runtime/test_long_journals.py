"""A day's journal, and its controller killed again and again: the screen has its view back, and it is the same view."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest
from support.counting import counted, measured, spread
from support.evening import Evening
from support.guard import FiledJournal
from support.said import first_view

from firmware_bridge.simulator.profiles import FaultProfile
from table_controller.controller.snapshots import SnapshotKeeper
from table_controller.game.engine import ENGINE_VERSION
from table_controller.game.rulebooks.shipped import rulebook_hash
from table_controller.journal.journal import entries
from table_controller.journal.records import Header
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.places import JOURNAL, Places
from table_controller.runtime.processes.supervise import SETTINGS, controller_child, settings_text, watched
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Record, decode_record
from table_controller.vocabulary.views import TableView

SOAK: Final = os.environ.get("CARDSPEAK_SOAK") == "1"
RECORDS: Final = 20_000 if SOAK else 400
"""A day of play."""
KILLS: Final = 200 if SOAK else 5
SEED: Final = 7

pytestmark = pytest.mark.usefixtures("quick_restarts")


def play_a_day(path: Path) -> TableOpened:
    """Write a journal of so many records, with snapshots beside it as the controller's process takes them."""
    header = Header("LONGDAY", ENGINE_VERSION, rulebook_hash("tda-2019", ()), time.time_ns())
    journal = FiledJournal.create(path, header, boot_id=UUID(int=24))
    evening = Evening(SEED, FaultProfile("none"), journal=journal)
    evening.open()
    keeper, guarded = SnapshotKeeper(journal), evening.process.on_record
    assert guarded is not None

    def on_record(record: Record) -> None:
        guarded(record)
        keeper.offer(evening.process.controller.session, record)

    evening.process.on_record = on_record
    while journal.last_sequence < RECORDS:
        evening.hand()
        evening.buy_in()
    evening.close()
    journal.close()
    opened = decode_record(next(iter(entries(path))).payload).applied_events[0].event
    assert isinstance(opened, TableOpened)
    return opened


def shown(view: TableView) -> tuple[object, ...]:
    """What play has made of the table."""
    return view.epoch, view.hand, view.street, view.seats, view.pots, view.bets, view.stacks, view.findings


async def killed_again_and_again(controller: Child, socket: Path) -> tuple[list[float], set[tuple[object, ...]]]:
    """How long the screen was without a view after each kill, and what the views showed."""
    loop, back_s = asyncio.get_running_loop(), list[float]()
    async with watched(controller):
        views = {shown(await first_view(socket))}
        for _ in range(KILLS):
            assert controller.process is not None
            os.kill(controller.process.pid, signal.SIGKILL)
            began_s = loop.time()
            await controller.process.wait()
            views.add(shown(await first_view(socket)))
            back_s.append(loop.time() - began_s)
    return back_s, views


@pytest.mark.timeout(1800)
def test_a_days_journal_is_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = Places(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(os, "fdatasync", lambda _: None)
        patched.setattr(os, "fsync", lambda _: None)
        opened = play_a_day(places.state / JOURNAL)
    settings = places.state / SETTINGS
    settings.write_text(settings_text(opened), encoding="utf-8")
    (places.state / "broker.toml").write_text('broker = "off"\n', encoding="utf-8")
    controller = controller_child(places, settings, ClockRate.from_now(1.0))
    back_s, views = asyncio.run(killed_again_and_again(controller, places.display))
    assert len(views) == 1, places.log("controller").read_text()
    counted(KILLS, f"kill -9 of a controller with a journal of {RECORDS:,} records")
    measured(f"{RECORDS:,} records: a view again after {spread(back_s)}")
