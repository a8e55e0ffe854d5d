"""Buttons and lamps wired to the host itself, through gpiozero; a table without them plays on.

gpiozero is imported only here and only when pins are named. It calls back from its own threads, so edges go
to a function that may be called from any thread; what is a press is decided by `Debouncer`, with time given.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

BOUNCE_S: Final = 0.03
"""Contacts chatter for up to this long when they close and when they open."""

Edge: TypeAlias = Callable[[str, bool], None]
"""Takes a button's name and whether it is down now."""


@dataclass(frozen=True, slots=True)
class PanelPins:
    """GPIO numbers of the buttons and of their lamps, by the button's name (``next``, ``check``, ``floor``)."""

    buttons: tuple[tuple[str, int], ...] = ()
    lamps: tuple[tuple[str, int], ...] = ()


class Debouncer:
    """Edges to presses: a press is told at its first edge, if the contact was at rest before."""

    def __init__(self, bounce_s: float = BOUNCE_S) -> None:
        self._bounce_s = bounce_s
        self._last_s: dict[str, float] = {}

    def edge(self, button: str, at_s: float, *, down: bool) -> bool:
        """Take one edge; answer whether it is a press."""
        before_s = self._last_s.get(button)
        self._last_s[button] = at_s
        return down and (before_s is None or at_s - before_s >= self._bounce_s)


class Panel:
    """The host's own buttons and lamps."""

    def __init__(self, pins: PanelPins, on_edge: Edge) -> None:
        """Take the pins; raise whatever gpiozero raises if it cannot."""
        import gpiozero

        self._lamps: dict[str, Any] = {}
        self._buttons: list[Any] = []
        try:
            for name, pin in pins.lamps:
                self._lamps[name] = gpiozero.LED(pin)
            for name, pin in pins.buttons:
                button = gpiozero.Button(pin)
                self._buttons.append(button)
                button.when_pressed = lambda name=name: on_edge(name, True)
                button.when_released = lambda name=name: on_edge(name, False)
        except BaseException:
            self.close()
            raise

    def light(self, button: str, *, lit: bool) -> None:
        """Light or darken the lamp of a button; a button without a lamp is passed over."""
        lamp = self._lamps.get(button)
        if lamp is not None:
            (lamp.on if lit else lamp.off)()

    def close(self) -> None:
        """Let go of the pins; lamps go dark."""
        for device in (*self._buttons, *self._lamps.values()):
            device.close()
        self._buttons.clear()
        self._lamps.clear()


def open_panel(pins: PanelPins, on_edge: Edge, say: Callable[[str], None]) -> Panel | None:
    """The panel, or None on a machine that has none of these pins; `say` is told why, once."""
    if not pins.buttons and not pins.lamps:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # gpiozero warns of each pin library that it does not find
            return Panel(pins, on_edge)
    except Exception as problem:  # noqa: BLE001  # each pin library raises its own kinds; the table plays without
        say(f"panel: no buttons or lamps on this machine: {problem}; keys on the screen do the same")
        return None
