"""The pulse of a child: it beats from its own loop, and a parent that hears no more of it starts another one."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path

import pytest
from support.jumping import in_jumping_time

from firmware_bridge.vocabulary.lines import BEAT_S, LOOK_S
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.pulse import PULSE, STOPPED_LOOKS, Pulse, beating

LIMIT_S = 60.0


async def _stops_within(pulse: Pulse, patience_s: float) -> bool:
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(pulse.stops(), patience_s)
        return True
    return False


@pytest.mark.parametrize(("beats", "then_s", "stops"), [(20, 60.0, True), (0, 600.0, False), (400, 0.0, False)])
def test_only_a_child_that_has_begun_to_beat_is_missed(beats: int, then_s: float, stops: bool) -> None:
    """One that starts for long, or that nobody taught to beat, is left alone."""

    async def story() -> bool:
        pulse = Pulse()
        listening = asyncio.create_task(_stops_within(pulse, beats * BEAT_S + then_s))
        for _ in range(beats):
            os.write(pulse.mouth, b".")
            await asyncio.sleep(BEAT_S)
        try:
            return await listening
        finally:
            pulse.close()

    assert in_jumping_time(story()) is stops


@pytest.mark.parametrize(("held_up_s", "stops"), [(50.0, False), (5.0, True)])
def test_a_child_that_something_else_holds_up_is_missed_only_after_that(held_up_s: float, stops: bool) -> None:
    async def story() -> bool:
        loop = asyncio.get_running_loop()
        free_at_s = loop.time() + held_up_s
        pulse = Pulse(lambda: loop.time() < free_at_s)
        os.write(pulse.mouth, b".")
        try:
            return await _stops_within(pulse, 50.0)
        finally:
            pulse.close()

    assert in_jumping_time(story()) is stops


def test_a_child_that_has_closed_its_end_takes_its_time_to_end() -> None:
    """On a busy machine an interpreter needs seconds for that: killed meanwhile it counted as one that had hung."""

    async def story() -> bool:
        pulse = Pulse()
        os.write(pulse.mouth, b".")
        pulse.close_mouth()
        try:
            return await _stops_within(pulse, 600.0)
        finally:
            pulse.close()

    assert not in_jumping_time(story())


def test_another_one_stands_within_five_seconds() -> None:
    assert BEAT_S + STOPPED_LOOKS * LOOK_S < 4.5


def test_work_beats_while_it_lasts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> tuple[int, int]:
        pulse = Pulse()
        monkeypatch.setenv(PULSE, str(pulse.mouth))
        lasts_s = 10.0
        answer = await beating(asyncio.sleep(lasts_s, 7))
        heard = len(os.read(pulse._ear, 1 << 12))
        pulse.close()
        return answer, heard

    answer, heard = in_jumping_time(story())
    assert answer == 7
    assert heard >= 10.0 / BEAT_S
    assert PULSE not in os.environ, "it is for this process alone"


# it hangs as a loop does that computes for ever, until it is killed
HANGS = """
import asyncio, sys, time
from table_controller.runtime.processes.pulse import beating
async def work():
    await asyncio.sleep(1)
    time.sleep(600)
asyncio.run(beating(work()))
"""


def test_a_real_child_that_hangs_is_killed_and_said_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("table_controller.runtime.processes.children.PROGRAM", ("-c",))
    child = Child("table", [HANGS], tmp_path / "log", restart=False)
    assert asyncio.run(asyncio.wait_for(child.watch(), LIMIT_S)) == -9
    assert "table: has not beaten for some seconds: it is killed" in (tmp_path / "log").read_text()
