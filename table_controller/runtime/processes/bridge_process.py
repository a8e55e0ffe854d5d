"""The bridge process: which ports, which decks, which clock."""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from firmware_bridge.bridge import BridgeSettings
from firmware_bridge.secrets.decks import DeckBook, load_decks
from firmware_bridge.secrets.sealing import LEAST_DELAY_S, Reveal
from firmware_bridge.sensing.motions import Settling
from firmware_bridge.service import run_bridge
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.consoles import delay_orders
from table_controller.runtime.settings.settings import read_settings

LOG: Final = logging.getLogger(__name__)

HANDLES: Final = "bridge.handles"
"""The bridge's own small store, beside its socket in the state folder."""


async def run(config: Path, socket: Path, decks: Path, ports: Sequence[str], clock: str) -> None:
    """Run until terminated; ports on the command line go before those of the settings."""
    settings = read_settings(config)
    chosen = tuple(ports) or settings.hardware.ports
    mass_g = dict.fromkeys(settings.game.denominations, settings.hardware.chip_mass_g)
    bridge = BridgeSettings(settling=Settling(mass_g=mass_g))
    store = socket.with_name(HANDLES)
    book = load_decks(decks) if chosen or decks.exists() else DeckBook(())  # a table dealt by keys alone needs none
    told = settings.reveal
    orders = delay_orders(config, settings, socket.parent, time.time)
    reveal = Reveal(f"{settings.venue}/{settings.table}", told.policy, told.delay_minutes * 60, orders)
    if reveal.delay_s < LEAST_DELAY_S and not book.is_public:
        least = f"{LEAST_DELAY_S / 60:.0f} minutes after a hand, not {told.delay_minutes:g}"
        LOG.warning("reveal: hidden cards of a real deck are released %s", least)
    await run_bridge(chosen, socket, book, bridge, ClockRate.parse(clock), store=store, reveal=reveal)
