"""The bridge process: which ports, which decks, which clock; and what leaves it when something is wrong."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any, Final

from firmware_bridge.bridge import BridgeSettings
from firmware_bridge.secrets.core_files import leave_no_core_file
from firmware_bridge.secrets.decks import DeckBook, DeckError, load_decks
from firmware_bridge.secrets.faults import Say, keep_back_in, keep_messages_back, kind_of
from firmware_bridge.secrets.sealing import LEAST_DELAY_S, Reveal
from firmware_bridge.sensing.motions import Settling
from firmware_bridge.service import CannotServe, PortTwice, run_bridge
from table_controller.runtime.cli.usage import UsageError
from table_controller.runtime.processes.clock import ClockRate
from table_controller.runtime.processes.consoles import delay_orders
from table_controller.runtime.processes.finishing import FAILED
from table_controller.runtime.settings.settings import SettingsError, read_settings

LOG: Final = logging.getLogger(__name__)

HANDLES: Final = "bridge.handles"
"""The bridge's own small store, beside its socket in the state folder."""

OURS: Final = (SettingsError, UsageError, DeckError, PortTwice, CannotServe)
"""What may be said word for word where tags are: sentences of ours, for people, that have no room for one."""


def among_tags(work: Coroutine[Any, Any, int | None], say: Say) -> Coroutine[Any, Any, int | None]:
    """The `work` of a process that is about to hold tags, which are then in no core file and in no message of a fault.

    Raises what is in `OURS`, and nothing else: of any other exception kind and place are said.
    """
    leave_no_core_file()
    keep_messages_back(say)
    return _without_messages(work, say)


async def _without_messages(work: Coroutine[Any, Any, int | None], say: Say) -> int | None:
    keep_back_in(asyncio.get_running_loop(), say)
    try:
        return await work
    except OURS:
        raise
    except Exception as fault:  # noqa: BLE001  # whatever it is, its message may hold a tag
        say("a fault ends it", fault)
        return FAILED


def check_decks(path: Path) -> DeckBook:
    """The decks of a file, for a process that only looks into it; raise `DeckError` whatever is wrong."""
    leave_no_core_file()
    try:
        return load_decks(path)
    except DeckError:
        raise
    except Exception as fault:  # noqa: BLE001  # whatever it is, its message may hold a tag
        raise DeckError(f"{path}: cannot be read: {kind_of(fault)}") from None


def say_to_log(what: str, fault: BaseException | None) -> None:
    """Log it; the log knows what may be said of the fault."""
    LOG.critical("%s", what, exc_info=fault)


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
