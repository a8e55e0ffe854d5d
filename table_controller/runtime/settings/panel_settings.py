"""The settings of the dealer's panel, ``panel.toml`` beside the table's: read strictly, like those."""

from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from typing import Annotated, Final

import msgspec

from firmware_bridge.panel.debounce import Times
from firmware_bridge.panel.panel import PanelPins
from firmware_bridge.vocabulary.whole_files import read_setting_toml
from table_controller.runtime.settings.settings import Settings, SettingsError
from table_controller.vocabulary.settings_faults import settings_fault

LAST_PIN: Final = 27
"""The header of a Pi has GPIO 0 to 27, as the Broadcom chip numbers them."""

SPOKEN_FOR: Final = {
    **dict.fromkeys((0, 1), "the Pi reads the EEPROM of a board on top there as it starts"),
    **dict.fromkeys((2, 3), "I2C, with pull-ups of 1.8 kilo-ohm on the board"),
    **dict.fromkeys((14, 15), "the serial console (UART)"),
}
"""Pins that work, and that something else may be using."""

_MS: Final = 1000


class Buttons(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pins of the buttons; one that is left out is not there."""

    next: int | None = None
    check: int | None = None
    floor: int | None = None


class PanelSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether there is a panel, its pins by BCM number, and how long a contact must be steady, or held."""

    enabled: bool = False
    lamp: int | None = None
    buzzer: int | None = None
    bounce_ms: Annotated[int, msgspec.Meta(ge=5, le=200)] = 30
    hold_ms: Annotated[int, msgspec.Meta(ge=300, le=5000)] = 1000
    buttons: Buttons = msgspec.field(default_factory=Buttons)

    @property
    def pins(self) -> PanelPins:
        """The pins that are named, buttons by name."""
        named = ((name, pin) for name, pin in msgspec.structs.asdict(self.buttons).items() if pin is not None)
        return PanelPins(tuple(named), self.lamp, self.buzzer)

    @property
    def times(self) -> Times:
        """The times of the buttons."""
        return Times(self.bounce_ms / _MS, self.hold_ms / _MS)


def panel_beside(config: Path, settings: Settings) -> PanelSettings:
    """The panel of a table whose settings are the file `config`; none, if there is no such file beside it.

    Raises `SettingsError` that says what to change.
    """
    path = config.parent / settings.panel
    return read_panel(path) if path.exists() else PanelSettings()


def read_panel(path: Path) -> PanelSettings:
    """Read a panel's settings; raise `SettingsError` that says what to change."""
    try:
        panel = msgspec.convert(read_setting_toml(path), PanelSettings)
    except OSError as problem:
        raise SettingsError(f"{path}: cannot be read: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, msgspec.ValidationError) as problem:
        raise SettingsError(f"{path}: {settings_fault(problem)}") from None
    used = _used(panel)
    for name, pin in used.items():
        if not 0 <= pin <= LAST_PIN:
            raise SettingsError(
                f"{path}: {name}: GPIO {pin} is not on the header: BCM numbers go from 0 to {LAST_PIN}; "
                f"the command pinout prints them"
            )
    for pin, times in Counter(used.values()).items():
        if times > 1:
            names = " and ".join(name for name, one in used.items() if one == pin)
            raise SettingsError(f"{path}: {names} are both on GPIO {pin}: each needs a pin of its own")
    if panel.enabled and not used:
        raise SettingsError(f"{path}: enabled, and no pin is named: name pins, or write enabled = false")
    return panel


def doubts_about(panel: PanelSettings) -> tuple[str, ...]:
    """What may be meant otherwise, one line each: pins that something else may be using."""
    return tuple(
        f"{name}: GPIO {pin} may be taken: {SPOKEN_FOR[pin]}; another pin is safer"
        for name, pin in _used(panel).items()
        if panel.enabled and pin in SPOKEN_FOR
    )


def _used(panel: PanelSettings) -> dict[str, int]:
    """The pins by the name that they have in the file."""
    named = {f"buttons.{name}": pin for name, pin in panel.pins.buttons}
    named |= {name: pin for name, pin in (("lamp", panel.lamp), ("buzzer", panel.buzzer)) if pin is not None}
    return named
