"""The process of the table's own broker: it starts the server, proves it, and starts it again.

It stands beside the controller and not below it. A controller that dies takes no consumer's session with it, and the
broker delivers its last will.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Final

from table_controller.broadcast.broker_settings import BrokerSettings, read_broker_settings
from table_controller.broadcast.embedded import EmbeddedBroker
from table_controller.runtime.processes.children import Child
from table_controller.runtime.processes.places import BROKER, Places
from table_controller.runtime.settings.settings import Settings, SettingsError, read_settings

HANDING_OUT_S: Final = 0.3
"""The last word of a controller that ends with the table has this long to reach those who listen."""


def broker_settings(config: Path, settings: Settings) -> BrokerSettings:
    """The MQTT settings beside the table's; without the file, what it would say if it stood there unchanged."""
    path = config.parent / settings.broker
    return read_broker_settings(path) if path.exists() else BrokerSettings()


def own_broker(config: Path, state: Path) -> EmbeddedBroker | None:
    """The broker that the table of a settings file starts for itself, if any; raise `SettingsError`, `OSError`."""
    settings = read_settings(config)
    mqtt = broker_settings(config, settings)
    try:
        return mqtt.own_broker(state / BROKER, settings.venue, settings.table)
    except ValueError as problem:
        raise SettingsError(f"{config.parent / settings.broker}: {problem}") from None


def broker_children(config: Path, places: Places) -> tuple[Child, ...]:
    """The broker as a watched process, if the table has one of its own; raise `SettingsError` for wrong settings."""
    made = own_broker(config, places.state)
    if made is None:
        return ()
    made.stop()  # only asked whether it can be
    return (
        Child("broker", ["broker-process", "--config", str(config), "--state", str(places.state)], places.log(BROKER)),
    )


async def run_broker(config: Path, state: Path) -> int:
    """Keep the table's own broker running until cancelled."""
    made = own_broker(config, state)
    if made is None:
        return 0
    made.start()
    try:
        await asyncio.Event().wait()
    finally:
        if made.endpoint() is not None:
            await asyncio.sleep(HANDING_OUT_S)
        await asyncio.to_thread(made.stop)
    return 0
