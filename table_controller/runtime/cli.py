"""The command ``cardspeak``: one entry for people, and the processes that it starts."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any, Final

from cyclopts import App, Parameter

from table_controller import __version__
from table_controller.runtime import rulebook_commands
from table_controller.runtime.scripts.unreadable import UnreadableError

STATE: Final = Path(".state")
CONFIG: Final = Path("config/table.toml")
INTERRUPTED: Final = 130
TERMINATED: Final = 143
"""Exit statuses after Ctrl-C and after a terminate signal, as shells count them."""

app = App(name="cardspeak", version=__version__, help="An instrumented poker table.")
journal_app = App(name="journal", help="Read a table's journal.")
broker_app = App(name="broker", help="Configuration for MQTT brokers.")
app.command(journal_app)
app.command(broker_app)
for find in (
    rulebook_commands.explain,
    rulebook_commands.rules,
    rulebook_commands.compare,
    rulebook_commands.coverage,
):
    app.command(find)


def main() -> None:
    """Run the command line."""
    app()


def _finish(work: Coroutine[Any, Any, int | None]) -> None:
    """Run to the end, or to Ctrl-C or a terminate signal, without a traceback; exit with the status."""
    try:
        status = asyncio.run(_until_terminated(work))
    except KeyboardInterrupt:
        status = INTERRUPTED
    except (OSError, ValueError, TimeoutError, UnreadableError) as problem:
        sys.stderr.write(f"cardspeak: {problem}\n")
        status = 1
    sys.exit(status or 0)


async def _until_terminated(work: Coroutine[Any, Any, int | None]) -> int | None:
    """Let `work` clean up when this process is asked to end: say `lost`, stop the broker, close the journal."""
    task, asked = asyncio.ensure_future(work), False

    def terminate() -> None:
        nonlocal asked
        asked = True
        task.cancel()

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, terminate)
    try:
        return await task
    except asyncio.CancelledError:
        if not asked:
            raise  # Ctrl-C
        return TERMINATED


def _terminal() -> bool:
    # All three: Textual draws on the error output.
    streams = (sys.stdin, sys.stdout, sys.stderr)
    return all(stream.isatty() for stream in streams) and os.environ.get("TERM", "dumb") != "dumb"


@app.command(name="demo")
def play_demo(
    *, script: Path | None = None, log: bool = False, speed: float | None = None, broker: str = "auto"
) -> None:
    """Play six hands on a simulated table: on the dealer's screen in a terminal, else as a log.

    Parameters
    ----------
    script
        A table script to play instead.
    log
        Write the log even in a terminal.
    speed
        Table seconds per real second.
    broker
        MQTT broker: auto, nats, mosquitto, off, or a URL.

    """
    from table_controller.runtime.supervise import run_demo

    _finish(run_demo(script, screen=_terminal() and not log, speed=speed, broker=broker))


@app.command
def run(*, config: Path = CONFIG, state: Path = STATE, port: tuple[str, ...] = (), log: bool = False) -> None:
    """Run a table: bridge, controller, and the dealer's screen (or the log) in front.

    Parameters
    ----------
    config
        The table's settings.
    state
        Folder of journal, sockets and logs.
    port
        Serial ports of the nodes, instead of those in the settings.
    log
        Write the log instead of the screen.

    """
    from table_controller.runtime.settings import read_settings
    from table_controller.runtime.supervise import run_table

    async def work() -> int:
        settings = read_settings(config)
        decks = config.parent / settings.hardware.decks
        ports = port or settings.hardware.ports
        return await run_table(config, state, ports, decks, screen=_terminal() and not log)

    _finish(work())


@app.command
def simulate(*, config: Path | None = None, speed: float = 1.0, seed: int = 1) -> None:
    """Start a simulated table, print its serial ports, and move cards and chips by hand at a prompt.

    Parameters
    ----------
    config
        Settings whose players and chips stand on the table; six players with 10,000 each if left out.
    speed
        Table seconds per real second.
    seed
        Where the sensors' chance begins.

    """
    from table_controller.runtime.simulate import run_simulation

    _finish(run_simulation(config, speed, seed))


@app.command(name="script")
def play_script(*paths: Path, through: str = "engine", seed: int = 1, faults: str | None = None) -> None:
    """Play table scripts; exit 0 if all pass, 1 if one fails, 2 if a file cannot be read.

    Parameters
    ----------
    paths
        Files or folders.
    through
        engine, or hardware: through simulated readers, trays and the serial protocol.
    seed
        Where the simulated sensors' chance begins.
    faults
        A profile of faults of the simulated hardware: noisy or storm.

    """
    from table_controller.runtime.playing import play_scripts

    sys.exit(play_scripts(paths, through, seed, faults))


@app.command
def replay(
    *paths: Path,
    through: str = "engine",
    jobs: int | None = None,
    seed: int = 1,
    drop_frames: bool = False,
    faults: str | None = None,
) -> None:
    """Replay PHH hands and compare the final stacks; exit 0 if none differs.

    Parameters
    ----------
    paths
        Files or folders.
    through
        engine or hardware.
    jobs
        Processes; as many as there are cores if left out.
    seed
        Where the simulated sensors' chance begins.
    drop_frames
        Lose every frame of the nodes: then every hand must differ.
    faults
        A profile of faults of the simulated hardware: noisy or storm.

    """
    from table_controller.runtime.playing import replay_hands

    sys.exit(replay_hands(paths, through, jobs, seed, drop_frames=drop_frames, faults=faults))


@journal_app.command
def show(file: Path) -> None:
    """Print every record of a journal, one a line."""
    from table_controller.runtime import journal_tools

    sys.exit(journal_tools.print_all(file))


@journal_app.command
def verify(file: Path) -> None:
    """Check every record of a journal, the chain between them and the head file."""
    from table_controller.runtime import journal_tools

    status, text = journal_tools.check(file)
    sys.stdout.write(text + "\n")
    sys.exit(status)


@journal_app.command(name="replay")
def replay_journal(file: Path) -> None:
    """Fold a journal again and compare each record with what is written."""
    from table_controller.runtime import journal_tools

    status, text, _ = journal_tools.replay(file)
    sys.stdout.write(text + "\n")
    sys.exit(status)


@journal_app.command
def rescue(file: Path, *, into: Path | None = None) -> None:
    """Copy the verified part of a damaged journal into a new file and epoch; the old file stays as it is.

    Parameters
    ----------
    file
        The damaged journal.
    into
        The new file; FILE.rescued if left out.

    """
    from table_controller.runtime import journal_tools

    status, text = journal_tools.rescue(file, into)
    sys.stdout.write(text + "\n")
    sys.exit(status)


@broker_app.command(name="config")
def broker_config(engine: str, *, venue: str = "home", table: str = "t1") -> None:
    """Print the configuration of a broker: mosquitto or nats."""
    from table_controller.runtime.broker_config import print_config

    sys.exit(print_config(engine, venue, table))


Hidden = Parameter(show=False)


@app.command(name="bridge", show=False)
def bridge_process(
    *, config: Path, socket: Path, decks: Path, port: Annotated[tuple[str, ...], Hidden] = (), clock: str = "1.0"
) -> None:
    """The bridge process of `run` and `demo`."""
    from table_controller.runtime.bridge_process import run

    _finish(run(config, socket, decks, port, clock))


@app.command(name="controller", show=False)
def controller_process(*, config: Path, state: Path, clock: str = "1.0") -> None:
    """The controller process of `run` and `demo`."""
    from table_controller.runtime.clock import ClockRate
    from table_controller.runtime.controller_process import run_controller
    from table_controller.runtime.supervise import Places

    places = Places(state)

    async def work() -> None:
        await run_controller(config, state, places.bridge, places.display, ClockRate.parse(clock))

    _finish(work())


@app.command(name="demo-table", show=False)
def demo_table(*, state: Path, script: Path | None = None, clock: str = "1.0", pauses: bool = False) -> None:
    """The simulated table of the demonstration."""
    from table_controller.runtime.clock import ClockRate
    from table_controller.runtime.demo.table_process import play_evening
    from table_controller.runtime.supervise import Places

    rate = ClockRate.parse(clock)
    _finish(play_evening(state, Places(state).display, script, speed=rate.speed, pauses=pauses))


@app.command
def screen(*, socket: Path = STATE / "display.sock", demo: bool = False) -> None:
    """Show the dealer's screen of a running table.

    Parameters
    ----------
    socket
        The controller's socket.
    demo
        The leave key ends the whole demonstration.

    """
    from display.run import run_screen_sync

    sys.exit(run_screen_sync(str(socket), demo=demo))


@app.command
def log(*, socket: Path = STATE / "display.sock", demo: Annotated[bool, Hidden] = False) -> None:
    """Write the log of a running table, line by line.

    Parameters
    ----------
    socket
        The controller's socket.
    demo
        End when the controller does.

    """
    from display.run import run_log

    _finish(run_log(str(socket), sys.stdout, follow=not demo))
