"""The dealer's panel on the Pi's header: buttons, a lamp, a buzzer, through gpiozero; a table without them plays on.

gpiozero is imported only here and only when a panel is opened. It calls back from its own threads, so edges go to a
function that may be called from any thread. gpiozero's own debouncing stays off: what is a press is decided by
`debounce`, with time given, and when the lamp is lit by `panel_patterns`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

Edge: TypeAlias = Callable[[str, bool], None]
"""Takes a button's name and whether it is down now."""


class PanelPins(Struct, frozen=True):
    """GPIO numbers (BCM) of the buttons by name, of the lamp and of the buzzer; None: there is none."""

    buttons: tuple[tuple[str, int], ...] = ()
    lamp: int | None = None
    buzzer: int | None = None


class PanelHardware(Protocol):
    """What drives a panel: `Panel` is one."""

    def is_down(self, button: str) -> bool:
        """The level of a button's pin now."""

    def show(self, *, lamp: bool, buzzer: bool) -> None:
        """Bring lamp and buzzer to these levels."""

    def close(self) -> None:
        """Let go of the pins; lamp and buzzer go off."""


class Panel:
    """The pins of this machine's header."""

    def __init__(self, pins: PanelPins, on_edge: Edge) -> None:
        """Take the pins; raise whatever gpiozero raises if it cannot."""
        import gpiozero

        self._buttons: dict[str, Any] = {}
        self._outputs: list[Any] = []
        self._lamp = self._buzzer = None
        try:
            if pins.lamp is not None:
                self._lamp = self._output(gpiozero.LED(pins.lamp))
            if pins.buzzer is not None:
                self._buzzer = self._output(gpiozero.Buzzer(pins.buzzer))
            for name, pin in pins.buttons:
                button = self._buttons[name] = gpiozero.Button(pin)  # the pin is pulled up, the button closes to ground
                button.when_pressed = lambda name=name: on_edge(name, True)
                button.when_released = lambda name=name: on_edge(name, False)
        except BaseException:
            self.close()
            raise

    def is_down(self, button: str) -> bool:
        """The level of a button's pin now; False for a button that is not there."""
        return button in self._buttons and bool(self._buttons[button].is_pressed)

    def show(self, *, lamp: bool, buzzer: bool) -> None:
        """Bring lamp and buzzer to these levels; one that is not there is passed over."""
        for output, on in ((self._lamp, lamp), (self._buzzer, buzzer)):
            if output is not None:
                (output.on if on else output.off)()

    def close(self) -> None:
        """Let go of the pins; lamp and buzzer go off."""
        for output in self._outputs:
            output.off()  # closing alone leaves the pin as it was
        for device in (*self._buttons.values(), *self._outputs):
            device.close()
        self._buttons.clear()
        self._outputs.clear()
        self._lamp = self._buzzer = None

    def _output(self, device: Any) -> Any:
        self._outputs.append(device)
        return device


def open_panel(pins: PanelPins, on_edge: Edge, say: Callable[[str], None]) -> Panel | None:
    """The panel, or None on a machine that has none of these pins; `say` is told why, once."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # gpiozero warns of each pin library that it does not find
            return Panel(pins, on_edge)
    except Exception as problem:  # noqa: BLE001  # each pin library raises its own kinds; the table plays without
        say(f"panel: none on this machine: {problem}; keys on the screen do the same")
        return None
