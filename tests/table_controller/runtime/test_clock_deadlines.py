"""A deadline of the table becomes an event in the journal, by monotonic time alone: the wall clock may jump by days."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from itertools import cycle
from uuid import UUID

import pytest
from support.dealt_tables import Felt
from support.no_broker import NoBroker
from support.script_text import script_text

from firmware_bridge.vocabulary.observations import NodeSeen
from table_controller.broadcast.courier import Glance
from table_controller.controller import controller as controllers
from table_controller.controller.controller import Controller
from table_controller.game.queries import who_acts
from table_controller.game.rulebooks.shipped import package_rulebook
from table_controller.game.state.betting import is_live
from table_controller.inference import implied
from table_controller.inference.sensor_status import BRIDGE, STARTED
from table_controller.journal.journal import Header, MemoryJournal
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.controller_service import ControllerService
from table_controller.runtime.simulated.hardware_player import HardwarePlayer
from table_controller.runtime.simulated.one_process import OneProcess
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.commands import AskClock, Confirm, Undo
from table_controller.vocabulary.events import TimePassed
from table_controller.vocabulary.record import Record, decode_record
from table_controller.vocabulary.views import TableView

BOOK = package_rulebook("tda-2019")
DAY_NS = 86_400 * 10**9
STACKS = {1: 5000, 2: 5000, 3: 5000, 4: 5000}
ASKED = """
deal
4: raises to 600
wait 60
2: clock
"""
RUN_OUT = (
    ASKED
    + """
wait 27
expect turn 1
wait 5
expect action 1 fold
expect turn 2
2: calls
"""
)


def played(text: str, wall_ns: Callable[[], int] = lambda: 0) -> tuple[Controller, list[Record]]:
    """A table through simulated hardware whose wall clock is `wall_ns`, and its records."""
    log = MemoryJournal(Header("TESTEPOCH", "test", "rules", 0), boot_id=UUID(int=7))

    def wire(table: object, opened: object, book: object) -> OneProcess:
        process = OneProcess(table, opened, book, log)  # type: ignore[arg-type]
        process.controller._wall_ns = wall_ns
        return process

    player = HardwarePlayer(BOOK, wire_up=wire)
    done = play(parse_script("clock.toml", script_text("clock", text, STACKS)), lambda _: player)
    assert done.failure is None, done.failure
    return player.process.controller, [decode_record(entry.payload) for entry in log.entries(1)]


def test_the_end_of_the_clock_is_a_record_of_its_own() -> None:
    _, records = played(RUN_OUT)
    ends = [record for record in records if isinstance(record.cause, TimePassed)]
    assert len(ends) == 1
    assert [type(outcome).__name__ for one in ends[0].applied_events for outcome in one.outcomes] == ["ActRuled"]


def test_clock_steps_of_a_day_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the wall clock says, forwards and backwards, the same acts fall at the same moments."""
    _, steady = played(RUN_OUT)
    jumps: Iterator[int] = cycle((0, DAY_NS, -DAY_NS, 5 * DAY_NS))
    monkeypatch.setattr(time, "time", lambda: next(jumps) / 1e9)
    monkeypatch.setattr(time, "time_ns", lambda: next(jumps))
    _, moved = played(RUN_OUT, lambda: next(jumps))
    assert moved == steady


def test_a_step_of_the_tables_own_time_would_be_seen() -> None:
    """The planted failure: were the deadline read off a clock that steps, the hand would be folded at once."""
    controller, _ = played(ASKED)
    clock = controller.session.table.time.clock
    assert clock is not None
    due_s = clock.asked_s
    controller.accept(TimePassed(due_s + 86_400.0), due_s + 86_400.0)
    assert not is_live(controller.session.table.betting.stands[0])


def test_a_controller_that_comes_back_has_the_same_clock() -> None:
    live, _ = played(ASKED)
    back = Controller.resume(live.journal, BOOK, lambda: 0)
    assert back.session == live.session
    assert (
        back.deadline_s(live.session.table.time.since_s) == live.deadline_s(live.session.table.time.since_s) is not None
    )


def test_after_a_new_boot_the_clock_is_gone_and_nobody_is_folded() -> None:
    """Monotonic time begins anew with the machine: how much of the clock is over nobody can tell."""
    live, _ = played(ASKED)
    back = Controller.resume(live.journal, BOOK, lambda: 0)
    assert back.deadline_s(5.0) == 5.0
    back.accept(TimePassed(5.0), 5.0)
    assert back.deadline_s(5.0) is None
    assert is_live(back.session.table.betting.stands[0])
    again = back.accept(AskClock(2), 6.0)
    assert isinstance(again, Record)
    assert back.session.table.time.clock is not None


def test_a_table_that_is_started_anew_keeps_what_was_left_of_the_clock() -> None:
    """After a reboot, whose time begins anew: it stands until the dealer goes on with it, and ends then."""
    now_s = 5.0
    live, _ = played(ASKED)
    back = Controller.resume(live.journal, BOOK, lambda: 0)
    back.accept(NodeSeen(BRIDGE, "down", STARTED, now_s), now_s)
    shown = back.view(now_s + 100.0).clock
    assert shown is not None
    assert (shown.seat, shown.stopped, shown.left_s) == (1, True, 30.0), "nothing was told since it was granted"
    assert back.deadline_s(now_s + 100.0) is None
    back.accept(AskClock(2), now_s + 100.0)
    due_s = back.deadline_s(now_s + 100.0)
    assert due_s == now_s + 130.0
    back.accept(TimePassed(due_s), due_s)
    assert not is_live(back.session.table.betting.stands[0])


def moments_of_an_hour(controller: Controller, at_most: int) -> int:
    """How often the table is told in the next hour that time has passed, if nothing else happens."""
    now_s, told = controller.session.table.time.since_s, 0
    until_s = now_s + 3600.0
    while (due_s := controller.deadline_s(now_s)) is not None and due_s <= until_s and told < at_most:
        now_s = max(now_s, due_s)
        assert isinstance(controller.accept(TimePassed(now_s), now_s), Record)
        told += 1
    return told


def test_a_moment_that_stays_due_does_not_fill_the_journal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted failure: a moment that is due whatever the table is told. It waits longer each time."""
    monkeypatch.setattr(controllers, "watched_again_s", lambda _: 0.0)
    live, _ = played(ASKED)
    assert moments_of_an_hour(live, at_most=1000) < 100
    monkeypatch.setattr(controllers, "MOMENTS_IN_A_ROW", 10**6)
    assert moments_of_an_hour(live, at_most=1000) == 1000, "without the bound it has no end"


def test_whatever_else_happens_ends_the_pauses_of_time(monkeypatch: pytest.MonkeyPatch) -> None:
    live, _ = played(ASKED)
    with monkeypatch.context() as planted:
        planted.setattr(controllers, "watched_again_s", lambda _: 0.0)
        moments_of_an_hour(live, at_most=60)
    now_s = live.session.table.time.since_s + 7200.0
    assert isinstance(live.accept(AskClock(2), now_s), Record)
    assert live.deadline_s(now_s) == now_s + 30.0


class Clocked:
    """Seat 4 is to act, with a clock on it."""

    def __init__(self) -> None:
        self.felt = Felt()
        self.felt.told("shuffle", "2: pushes 2x25", "3: pushes 100", *(f"card {at}" for at in (2, 3, 4, 5, 6, 1) * 2))
        assert isinstance(self.felt.take(AskClock(5)), Record)

    def told(self, *lines: str) -> tuple[int | None, bool]:
        """Who acts, and whether the clock stands."""
        view = self.felt.told(*lines)
        return (view.action.seat if view.action else None), view.clock is not None and view.clock.stopped


def test_a_clock_does_not_run_out_on_a_player_whose_reader_failed_meanwhile() -> None:
    """He may have acted: the dealer keys it, answers what is asked, or goes on with the clock, whose time is over."""
    table = Clocked()
    assert table.told("wait 20", "unplug seats-1-4", "wait 15") == (4, True)
    assert table.told("plug seats-1-4", "wait 5") == (4, True)
    table.felt.take(AskClock(5))
    assert table.told("wait 1") == (5, False)
    assert table.felt.view().seats[3].status == "folded"


def test_chips_that_he_pushed_meanwhile_are_his_act() -> None:
    table = Clocked()
    assert table.told("wait 20", "unplug seats-1-4", "wait 2", "4: pushes 100", "wait 15") == (4, True)
    (asked,) = table.felt.told("plug seats-1-4", "wait 5").prompts
    table.felt.take(Confirm(asked.prompt, "yes"))
    assert table.told("wait 1") == (5, False)
    assert table.felt.view().seats[3].last_act == "call"


def test_a_reader_that_is_back_in_time_changes_nothing() -> None:
    table = Clocked()
    assert table.told("wait 10", "unplug seats-1-4", "wait 2", "plug seats-1-4", "wait 20") == (5, False)


def test_a_clock_that_folds_whoever_is_out_of_sight_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: nobody asks whether he could be seen."""
    monkeypatch.setattr(implied, "is_lost_since", lambda *_: False)
    assert Clocked().told("wait 20", "unplug seats-1-4", "wait 15") == (5, False)


def test_undo_takes_the_clock_back_and_what_its_end_did() -> None:
    controller, _ = played(ASKED)
    clock = controller.session.table.time.clock
    assert clock is not None
    due_s = clock.ends_s
    controller.accept(TimePassed(due_s), due_s)
    assert who_acts(controller.session.table) == 2
    controller.accept(Undo(), due_s + 1.0)
    assert who_acts(controller.session.table) == 1
    assert controller.session.table.time.clock is None


class Listening(NoBroker):
    """Only notes the causes of the records."""

    def __init__(self) -> None:
        self.came = asyncio.Event()

    def offer(self, record: Record | None, view: TableView | Glance, wall_ns: int) -> None:
        """Note the end of a clock."""
        del view, wall_ns
        if record is not None and isinstance(record.cause, TimePassed):
            self.came.set()


def test_the_running_controller_tells_the_table_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service's own timer, a thousand times faster, while the wall clock is set back and forth."""
    controller, _ = played("deal\n4: raises to 600\n")
    jumps: Iterator[int] = cycle((0, DAY_NS, -DAY_NS))
    monkeypatch.setattr(time, "time", lambda: next(jumps) / 1e9)
    rate = ClockRate.from_now(1000.0)

    async def run() -> float:
        voice = Listening()
        service = ControllerService(controller, voice, rate)
        asked_s = rate.now_s()
        service.take(AskClock(2))
        await asyncio.wait_for(voice.came.wait(), 20.0)
        return rate.now_s() - asked_s

    assert asyncio.run(run()) >= 30.0
    assert who_acts(controller.session.table) == 2
