"""``cardspeak run`` and ``cardspeak demo``: start the table's processes, watch them, and draw the screen.

The display is in the foreground: the Textual screen in a terminal, the plain log without one. It is
a separate process like the others; if it dies it is started again on the same view (see `front`).
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from firmware_bridge.simulator.profiles import profile_named
from firmware_bridge.vocabulary.values import replace
from table_controller.broadcast.brokers import broker_for
from table_controller.game.rulebooks.known import FOLDER
from table_controller.runtime.cli.usage import make_state_folder
from table_controller.runtime.demo.table_process import PLAYED, evening
from table_controller.runtime.processes.broker_process import broker_children
from table_controller.runtime.processes.children import Child, wait_for_socket, who_listens
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.delayed_process import delayed_children
from table_controller.runtime.processes.finishing import FAILED, UNUSABLE
from table_controller.runtime.processes.folder_lock import runs_already
from table_controller.runtime.processes.front import display_in_front
from table_controller.runtime.processes.logs import SUPERVISOR, supervisors_log
from table_controller.runtime.processes.panel_process import panel_children, panel_ended
from table_controller.runtime.processes.places import BROKER, Places
from table_controller.runtime.settings.kept_books import lay_books
from table_controller.vocabulary.events import SeatSetUp, TableOpened

SETTINGS: Final = "table.toml"

LOG_SPEED: Final = 4.0
"""How many times faster than people the demonstration plays when nobody watches a screen."""

LAST_LINES_S: Final = 1.0
"""The last lines are on their way to the log for so long, on a busy machine."""

START_PATIENCE_S: Final = 120.0
ENDING_LOOKS: Final = 10
ENDING_LOOK_S: Final = 0.3
"""How often, and how long after one another, another table in the folder is looked for: it may be about to end."""
MOST_STARTS: Final = 4
"""A process that ended so often before the table stood, within five seconds or so, will not start at all."""

NAMES: Final = ("Anna", "Bruno", "Chiara", "Dario", "Elena", "Franco", "Gaia", "Hugo", "Irene", "Jan")


def bridge_child(places: Places, settings: Path, ports: Sequence[str], decks: Path, clock: ClockRate) -> Child:
    """The bridge as a watched process."""
    arguments = ["bridge", "--config", str(settings), "--socket", str(places.bridge), "--decks", str(decks)]
    arguments += [word for port in ports for word in ("--port", port)]
    return Child("bridge", [*arguments, "--clock", clock.argument()], places.log("bridge"))


def controller_child(places: Places, settings: Path, clock: ClockRate) -> Child:
    """The controller as a watched process."""
    arguments = ["controller", "--config", str(settings), "--state", str(places.state)]
    return Child("controller", [*arguments, "--clock", clock.argument()], places.log("controller"))


@contextlib.asynccontextmanager
async def watched(*children: Child, on_exit: Callable[[Child, int], None] | None = None) -> AsyncIterator[None]:
    """Keep these processes running while the body lasts; `on_exit` is told of each that ends, with its status."""
    tasks = [asyncio.create_task(child.watch(on_exit), name=child.name) for child in children]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def run_table(settings: Path, state: Path, ports: Sequence[str], decks: Path, *, screen: bool) -> int:
    """A real table: bridge and controller behind, the display in front, the panel beside it if there is one.

    Its own status: 2 if bridge or controller cannot begin (another release's journal, a damaged one …), 1 if they fail.
    Nor do they where another table runs in the folder: its screen would be taken for that of this one. Who calls holds
    the folder's lock (`folder_lock`); what listens in it all the same is a demonstration's, or was left behind.
    """
    make_state_folder(state)
    places, clock = Places(state), ClockRate()
    if (other := await _still_listens(places.display)) is not None:
        sys.stderr.write(f"cardspeak: {runs_already(state, other)}\n")
        return UNUSABLE
    supervisors_log(places.log("supervisor"))
    SUPERVISOR.info("begins; the table's folder is %s", state)
    begun_at = {name: _size(places.log(name)) for name in ("bridge", "controller")}
    hopeless: asyncio.Future[tuple[str, int]] = asyncio.get_running_loop().create_future()

    def ended(child: Child, status: int) -> None:
        if (status == UNUSABLE or child.starts >= MOST_STARTS) and not hopeless.done():
            hopeless.set_result((child.name, status))

    children = bridge_child(places, settings, ports, decks, clock), controller_child(places, settings, clock)
    panel, broker = panel_children(settings, places.display, places.log("panel")), broker_children(settings, places)
    # the broker ends last: it hands out what the controller says at its end
    delayed = delayed_children(settings, places, clock)
    async with watched(*broker, *delayed), watched(*children, on_exit=ended), watched(*panel, on_exit=panel_ended):
        listening = asyncio.create_task(wait_for_socket(places.display, START_PATIENCE_S))
        await asyncio.wait((listening, hopeless), return_when=asyncio.FIRST_COMPLETED)
        if not listening.done():
            listening.cancel()
            name, status = hopeless.result()
            sys.stderr.write(f"cardspeak: the {name} did not start; the end of {places.log(name)}:\n")
            sys.stderr.write(_tail(places.log(name), begun_at[name]))
            return UNUSABLE if status == UNUSABLE else FAILED
        try:
            listening.result()
        except TimeoutError as problem:
            sys.stderr.write(f"cardspeak: {problem}\n{_tail(places.log('controller'), begun_at['controller'])}")
            return FAILED
        return await display_in_front(places.display, screen=screen, demo=False)


async def _still_listens(path: Path) -> int | None:
    """The process that listens there, unless it is just ending, as after a `run` that was killed."""
    for _ in range(ENDING_LOOKS):
        if (other := await who_listens(path)) is None:
            return None
        await asyncio.sleep(ENDING_LOOK_S)
    return other


async def run_demo(
    script: Path | None,
    *,
    screen: bool,
    speed: float | None,
    broker: str = "auto",
    faults: str | None = None,
    language: str = "",
    theme: str = "",
) -> int:
    """The demonstration: a simulated table, played through the whole system. 0 if all was seen as it should be.

    A script that fails is played up to there, its failure is said at the end, and the status is 1.

    The table speaks `language` and wears `theme`, left out those of the script and the default.

    Raises `UnreadableError` or `ValueError` for a script that cannot be played, `ValueError` for a speed, a broker or
    faults that cannot be.
    """
    sheet = evening(script)
    if faults is not None:
        profile_named(faults)
    rate = ClockRate.from_now(speed if speed is not None else 1.0 if screen else LOG_SPEED)
    with tempfile.TemporaryDirectory(prefix="cardspeak-") as folder:
        places = Places(Path(folder))
        supervisors_log(places.log("supervisor"))
        settings = places.state / SETTINGS
        opened = replace(sheet.opened, language=language or sheet.opened.language)
        reveal = f"\n[reveal]\ndelay_minutes = {DEMO_DELAY_MINUTES}\n"
        settings.write_text(settings_text(opened, theme) + reveal, encoding="utf-8")
        lay_books(settings.parent / FOLDER, opened.rulebook)
        broker_for(broker, places.state / BROKER)  # a wrong name is said before anything starts
        (places.state / "broker.toml").write_text(f'broker = "{broker}"\n', encoding="utf-8")
        words = ["demo-table", "--state", folder, "--clock", rate.argument(), *(["--pauses"] if screen else [])]
        words += ["--script", str(script)] if script is not None else []
        words += ["--faults", faults] if faults is not None else []
        table = Child("table", words, places.log("table"), restart=False)
        playing = asyncio.create_task(table.watch())
        try:
            status = await _demo(places, settings, rate, playing, screen=screen)
        finally:
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
    if sheet.failure and not status:
        sys.stderr.write(f"demo: {sheet.failure}\n")
        return FAILED
    return status


async def _demo(places: Places, settings: Path, rate: ClockRate, playing: asyncio.Task[int], *, screen: bool) -> int:
    ports = await simulated_ports(places.state / "table.json")
    bridge = bridge_child(places, settings, ports, places.state / "decks.toml", rate)
    beside = *broker_children(settings, places), *delayed_children(settings, places, rate)
    async with watched(*beside), watched(bridge, controller_child(places, settings, rate)):
        await wait_for_socket(places.display, START_PATIENCE_S)
        front = asyncio.create_task(display_in_front(places.display, screen=screen, demo=True))
        played = asyncio.create_task(_appears(places.state / PLAYED))
        waiting = {front} if screen else {front, playing, played}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        played.cancel()
        if not front.done():
            await asyncio.sleep(LAST_LINES_S)
            front.cancel()
            await asyncio.gather(front, return_exceptions=True)
    if not playing.done():
        return 0  # the person left, or all was played
    status = playing.result()
    if status:
        sys.stderr.write(_tail(places.log("table")))
    return status


async def simulated_ports(path: Path) -> tuple[str, ...]:
    """The serial ports that the simulated table announces."""
    try:
        await asyncio.wait_for(_appears(path), START_PATIENCE_S)
    except TimeoutError as problem:
        raise TimeoutError(f"the simulated table did not start: see {path.with_name('table.log')}") from problem
    return tuple(json.loads(path.read_text(encoding="utf-8"))["ports"].values())


async def _appears(path: Path) -> None:
    """Wait until another process has written this file."""
    while not await asyncio.to_thread(path.exists):  # noqa: ASYNC110 - another process has no event of ours
        await asyncio.sleep(0.05)


def named(players: Sequence[SeatSetUp]) -> tuple[SeatSetUp, ...]:
    """The players of the demonstration with names."""
    return tuple(replace(player, name=name) for name, player in zip(NAMES, players, strict=False))


def settings_text(opened: TableOpened, theme: str = "") -> str:
    """A settings file for a table as `opened`, with names for the players; its displays wear `theme`."""
    lines = ['venue = "demo"', 'table = "t1"', "", "[game]"]
    game = {
        "rulebook": opened.rulebook,
        "variant": opened.variant,
        "seats": opened.seats,
        "button": opened.button,
        "small_blind_chips": opened.bring_in_chips or opened.small_blind_chips,
        "big_blind_chips": opened.small_bet_chips if opened.bring_in_chips else opened.big_blind_chips,
        "ante_chips": opened.ante_chips,
        "denominations": list(opened.denominations),
    } | ({"ante_mode": opened.ante_mode} if opened.ante_mode else {})
    lines += [f"{key} = {msgspec.json.encode(value).decode()}" for key, value in game.items()]
    screen = {"language": opened.language, "theme": theme}
    if any(screen.values()):
        lines += ["", "[screen]", *(f'{key} = "{value}"' for key, value in screen.items() if value)]
    if opened.house:
        lines += ["", "[house]", *(f'"{key}" = {msgspec.json.encode(value).decode()}' for key, value in opened.house)]
    for player in named(opened.players):
        lines += ["", "[[players]]", f"seat = {player.seat}", f'name = "{player.name}"']
        lines += [f"stack_chips = {player.stack_chips}"]
    return "\n".join(lines) + "\n"


def _size(path: Path) -> int:
    """How many bytes a log has; 0 for one that is not there yet."""
    return path.stat().st_size if path.exists() else 0


def _tail(path: Path, since: int = 0, lines: int = 12) -> str:
    """The end of a log, for a person who must find out why: what was written after its first `since` bytes."""
    if not path.exists():
        return ""
    written = path.read_bytes()
    if len(written) >= since:  # else it was cut, and all of it is new
        written = written[since:]
    return "\n".join(written.decode("utf-8", "replace").splitlines()[-lines:]) + os.linesep


DEMO_DELAY_MINUTES: Final = 0.5
"""So long after a hand of the demonstration its hidden cards are told again (class `delayed`), in table time."""
