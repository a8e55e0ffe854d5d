"""``cardspeak simulate``: a simulated table on serial ports, moved by hand at a small prompt."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from firmware_bridge.secrets.decks import Deck, demo_deck, save_decks
from firmware_bridge.simulator.hands import Timing
from firmware_bridge.simulator.prompt import HELP
from firmware_bridge.simulator.serve import ServedTable, serve_simulated_table
from firmware_bridge.simulator.table import TableSetup
from firmware_bridge.vocabulary.chips import Chips, chips_of
from firmware_bridge.vocabulary.values import replace
from table_controller.game.variants import VARIANTS
from table_controller.runtime.processes.bridge_process import check_decks
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.settings.settings import Settings, read_settings
from table_controller.scripts.purses import working_stack

CONFIG: Final = Path("config")
DENOMINATIONS: Final = (25, 100, 500, 1000, 5000)
STACK: Final[Chips] = chips_of(((25, 8), (100, 8), (500, 6), (1000, 6)))
"""10,000 in chips that make every usual bet."""

_HERE: Final = """\
        run     the line that starts the system on these ports
        quit    leave; the ports go with it
"""


async def run_simulation(config: Path | None, speed: float, seed: int) -> int:
    """Serve until the prompt is left or its input ends.

    Raises `ValueError` for settings or a deck file that cannot be used, `OSError` for one that cannot be written.
    """
    settings = read_settings(config) if config is not None else None
    # The hands alone are fast: bridge and controller measure time by clocks of their own.
    setup = replace(table_setup(settings, seed), timing=Timing().faster(ClockRate(speed).speed))
    decks = CONFIG / "decks.toml" if config is None or settings is None else config.parent / settings.hardware.decks
    warning = _register(decks, setup.deck)
    run = "cardspeak run" + ("" if config is None else f" --config {config}")
    # Links, as udev makes them: a plug that is pulled and put in again has another number, and keeps its name.
    with tempfile.TemporaryDirectory(prefix="cardspeak-ports-") as links:
        async with serve_simulated_table(setup, links=Path(links)) as served:
            _say("A simulated table. Its nodes are on these serial ports:")
            for node, path in served.ports.items():
                _say(f"  {node:<12} {path}")
            _say(warning or f"The deck is registered in {decks}.")
            run += "".join(f" --port {path}" for path in served.ports.values())
            _say("Start the system in another terminal:")
            _say(f"  {run}")
            _say("help shows the commands, run says that line again, quit leaves.")
            await _prompt(served, run)
    return 0


def _register(path: Path, deck: Deck) -> str:
    """Write the deck's file if there is none; one that is there stays, and what it lacks is said."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        save_decks(path, (deck,))
        return ""
    book = check_decks(path)  # it may be a real table's
    if all(book.find(tag) is not None for tag in deck.tags.values()):
        return ""
    return f"The deck on this table is not in {path}: its cards will be strange. Move the file away and start again."


def table_setup(settings: Settings | None, seed: int) -> TableSetup:
    """What stands on the felt: players and chips of the settings, or six with 10,000 each; the deck is the demo's."""
    deck = demo_deck()
    if settings is None:
        return TableSetup(6, DENOMINATIONS, dict.fromkeys(range(1, 7), STACK), deck=deck, seed=seed)
    game = settings.game
    stacks = {player.seat: working_stack(player.stack_chips, game.denominations) for player in settings.players}
    up_cards = VARIANTS[game.variant].deals_up
    return TableSetup(game.seats, game.denominations, stacks, deck=deck, seed=seed, up_cards=up_cards)


async def _prompt(served: ServedTable, run: str) -> None:
    """Read commands until ``quit`` or the end of the input; a movement ends before the next one begins.

    ``run`` answers with the line `run`, which starts the system: one line without anything before it, to be copied.
    """
    typed = _typed()
    while True:
        if sys.stdin.isatty():
            sys.stdout.write("table> ")
            sys.stdout.flush()
        line = await anext(typed, None)
        if line is None or line.strip() in {"quit", "exit"}:
            return
        match line.strip():
            case "help":
                _say(HELP + _HERE)
            case "run":
                _say(run)
            case command:
                _say(served.perform(command))
        await served.hands_rest()


async def _typed() -> AsyncIterator[str]:
    """Lines of the input, whatever it is: a terminal, a pipe or a file.

    They are read in a thread that ends with the process: one that the loop would wait for would hold up Ctrl-C until
    somebody presses Enter.
    """
    loop, heard = asyncio.get_running_loop(), asyncio.Queue[bytes]()
    threading.Thread(target=_listen, args=(loop, heard), name="prompt", daemon=True).start()
    rest = b""
    while chunk := await heard.get():
        *lines, rest = (rest + chunk).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")


def _listen(loop: asyncio.AbstractEventLoop, heard: asyncio.Queue[bytes]) -> None:
    """Hand on what is typed, and nothing (``b""``) at the end."""
    chunk = b" "
    while chunk:
        try:  # the descriptor itself: a thread that sleeps in `sys.stdin` keeps its lock, and the process from ending
            chunk = os.read(sys.stdin.fileno(), 4096)
        except OSError:
            chunk = b""  # the terminal is gone
        try:
            loop.call_soon_threadsafe(heard.put_nowait, chunk)
        except RuntimeError:
            return  # so is the loop


def _say(text: str) -> None:
    if text:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
