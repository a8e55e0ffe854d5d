"""The commands of ``cardspeak`` that `supervise` starts: one for each process of a table. People need none of them."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

from table_controller.runtime.cli.guarded import log_what_can_be_logged
from table_controller.runtime.processes.finishing import FAILED, finish, unusable


def bridge_process(*, config: Path, socket: Path, decks: Path, port: tuple[str, ...] = (), clock: str = "1.0") -> None:
    """The bridge process of `run` and `demo`."""
    from table_controller.runtime.processes.bridge_process import among_tags, run, say_to_log
    from table_controller.runtime.processes.pulse import beating

    log_what_can_be_logged("bridge", tags=True)
    finish(among_tags(beating(run(config, socket, decks, port, clock)), say_to_log))


def controller_process(*, config: Path, state: Path, clock: str = "1.0") -> None:
    """The controller process of `run` and `demo`."""
    gc.disable()  # until it stands (`warm_up`): what the start makes stays, and to look through it all costs half of it
    from table_controller.controller.controller import ReplayDiffers
    from table_controller.journal.journal import JournalDamaged, JournalLocked
    from table_controller.runtime.processes.clock import ClockRate
    from table_controller.runtime.processes.controller_process import run_controller
    from table_controller.runtime.processes.places import Places
    from table_controller.runtime.processes.pulse import beating

    log_what_can_be_logged("controller")
    places = Places(state)

    async def work() -> int:
        try:
            await run_controller(config, state, places.bridge, places.display, ClockRate.parse(clock))
        except (JournalDamaged, ReplayDiffers) as problem:
            return unusable(problem)
        except JournalLocked as problem:  # perhaps only until the one before has ended: another start may find it free
            sys.stderr.write(f"controller: {problem}\n")
            return FAILED
        return 0

    finish(beating(work()))


def broker_process(*, config: Path, state: Path) -> None:
    """The table's own broker of `run` and `demo`."""
    from table_controller.runtime.processes.broker_process import run_broker
    from table_controller.runtime.processes.pulse import beating

    log_what_can_be_logged("broker")
    finish(beating(run_broker(config, state)))


def delayed_process(*, config: Path, state: Path, clock: str = "1.0") -> None:
    """The delayed feed of `run`."""
    from table_controller.runtime.processes.clock import ClockRate
    from table_controller.runtime.processes.delayed_process import run_delayed
    from table_controller.runtime.processes.pulse import beating

    log_what_can_be_logged("delayed")
    finish(beating(run_delayed(config, state, ClockRate.parse(clock))))


def panel_process(*, config: Path, socket: Path) -> None:
    """The dealer's panel of `run`."""
    from table_controller.runtime.processes.panel_process import run_panel
    from table_controller.runtime.processes.pulse import beating

    log_what_can_be_logged("panel")
    finish(beating(run_panel(config, socket)))


def demo_table(
    *, state: Path, script: Path | None = None, clock: str = "1.0", pauses: bool = False, faults: str | None = None
) -> None:
    """The simulated table of the demonstration."""
    from firmware_bridge.simulator.profiles import profile_named
    from table_controller.game.rulebooks.known import FOLDER, take_books
    from table_controller.runtime.demo.table_process import play_evening
    from table_controller.runtime.processes.clock import ClockRate
    from table_controller.runtime.processes.places import Places

    async def work() -> int:
        rate, profile = ClockRate.parse(clock), None if faults is None else profile_named(faults)
        return await play_evening(state, Places(state).display, script, speed=rate.speed, pauses=pauses, faults=profile)

    take_books(state / FOLDER)
    log_what_can_be_logged("table")
    finish(work())
