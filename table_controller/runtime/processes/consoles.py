"""The consoles that a table listens to: their file, read whenever one asks, by the controller and by the bridge."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware_bridge.secrets.delay_orders import DelayOrders
from firmware_bridge.vocabulary.signed_commands import Consoles, consoles_in
from firmware_bridge.vocabulary.whole_files import UnusableFileError, read_setting_bytes, rights_trouble
from table_controller.broadcast.credentials import CONSOLES
from table_controller.broadcast.topics import Topics
from table_controller.runtime.processes.broker_process import broker_settings
from table_controller.runtime.processes.places import BROKER
from table_controller.runtime.settings.settings import Settings

LOG: Final = logging.getLogger(__name__)


def consoles_of(config: Path, settings: Settings, state: Path) -> Callable[[], Consoles]:
    """What reads the file: the one that the settings name, else the one that the table's own broker has written."""
    named = broker_settings(config, settings).consoles
    path = Path(named) if named is not None else state / BROKER / CONSOLES

    def read() -> Consoles:
        try:
            if wrong := rights_trouble(path):
                LOG.warning("%s: %s; until then no console is listened to", path, wrong)
                return {}
            return consoles_in(read_setting_bytes(path))
        except UnusableFileError as problem:
            LOG.warning("%s: cannot be read: %s; until then no console is listened to", path, problem)
            return {}
        except OSError:
            return {}  # a table without consoles has none

    return read


def delay_orders(config: Path, settings: Settings, state: Path, wall_s: Callable[[], float]) -> DelayOrders:
    """Who may order another delay of this table's bridge."""
    topic = Topics(settings.venue, settings.table).of("cmd", "delay")
    return DelayOrders(topic, consoles_of(config, settings, state), wall_s)
