"""``cardspeak simulate``: a simulated table on serial ports, moved by hand at a small prompt."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Final

from firmware_bridge.chips import Chips, chips_of, fewest_chips
from firmware_bridge.decks import generate_deck, save_decks
from firmware_bridge.simulator.prompt import HELP
from firmware_bridge.simulator.serve import ServedTable, serve_simulated_table
from firmware_bridge.simulator.table import TableSetup
from table_controller.runtime.settings import Settings, read_settings

DENOMINATIONS: Final = (25, 100, 500, 1000, 5000)
STACK: Final[Chips] = chips_of(((25, 8), (100, 8), (500, 6), (1000, 6)))
"""10,000 in chips that make every usual bet."""


async def run_simulation(config: Path | None, speed: float, seed: int) -> int:
    """Serve until the prompt is left or its input ends."""
    setup = _setup(read_settings(config) if config is not None else None, seed)
    decks = Path("config/decks.toml") if config is None else config.parent / "decks.toml"
    async with serve_simulated_table(setup, speed) as served:
        _say("A simulated table. Its nodes are on these serial ports:")
        for node, path in served.ports.items():
            _say(f"  {node:<12} {path}")
        if not decks.exists():  # once, before anybody plays
            decks.parent.mkdir(parents=True, exist_ok=True)  # as above
            save_decks(decks, (setup.deck,))
        _say(f"The deck is registered in {decks}. Start the system in another terminal:")
        _say("  cardspeak run " + " ".join(f"--port {path}" for path in served.ports.values()))
        _say("help shows the commands, quit leaves.")
        await _prompt(served)
    return 0


def _setup(settings: Settings | None, seed: int) -> TableSetup:
    deck = generate_deck("demo", 1)
    if settings is None:
        return TableSetup(6, DENOMINATIONS, dict.fromkeys(range(1, 7), STACK), deck=deck, seed=seed)
    game = settings.game
    stacks = {player.seat: fewest_chips(player.stack_chips, game.denominations) for player in settings.players}
    return TableSetup(game.seats, game.denominations, stacks, deck=deck, seed=seed)


async def _prompt(served: ServedTable) -> None:
    """Read commands until ``quit`` or the end of the input; a movement ends before the next one begins."""
    while True:
        if sys.stdin.isatty():
            sys.stdout.write("table> ")
            sys.stdout.flush()
        line = await asyncio.to_thread(sys.stdin.readline)
        if not line or line.strip() in {"quit", "exit"}:
            return
        _say(HELP if line.strip() == "help" else served.perform(line))
        await served.hands_rest()


def _say(text: str) -> None:
    if text:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()
