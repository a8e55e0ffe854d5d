"""The host's own buttons: chatter is one press, and a machine without pins plays on."""

from __future__ import annotations

from collections.abc import Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.panel import BOUNCE_S, Debouncer, PanelPins, open_panel

PINS = PanelPins(buttons=(("next", 17), ("floor", 27)), lamps=(("next", 22),))


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """A machine with pins, all of them in memory."""
    factory = MockFactory()
    before, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, factory
    yield factory
    gpiozero.Device.pin_factory = before
    factory.reset()


def test_buttons_tell_their_edges_and_lamps_light(pins: MockFactory) -> None:
    edges: list[tuple[str, bool]] = []
    said: list[str] = []
    panel = open_panel(PINS, lambda button, down: edges.append((button, down)), said.append)
    assert panel is not None
    pins.pin(17).drive_low()  # the button connects its pin to ground
    pins.pin(17).drive_high()
    pins.pin(27).drive_low()
    assert edges == [("next", True), ("next", False), ("floor", True)]
    panel.light("next", lit=True)
    assert pins.pin(22).state == 1
    panel.light("next", lit=False)
    panel.light("floor", lit=True)  # it has no lamp
    assert pins.pin(22).state == 0
    panel.close()
    assert said == []
    assert open_panel(PINS, lambda *_: None, said.append) is not None  # the pins are free again


def test_a_pin_used_twice_is_said_and_nothing_is_held(pins: MockFactory) -> None:
    said: list[str] = []
    twice = PanelPins(buttons=(("next", 17), ("floor", 17)))
    assert open_panel(twice, lambda *_: None, said.append) is None
    assert len(said) == 1
    assert open_panel(PanelPins(buttons=(("next", 17),)), lambda *_: None, said.append) is not None
    assert pins.pin(17).state == 1


def test_a_machine_without_pins_says_so_once_and_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    said: list[str] = []
    assert open_panel(PINS, lambda *_: None, said.append) is None
    (line,) = said
    assert line.startswith("panel: no buttons or lamps on this machine: ")
    assert line.endswith("; keys on the screen do the same")


def test_no_pins_named_is_no_panel_and_no_word() -> None:
    said: list[str] = []
    assert open_panel(PanelPins(), lambda *_: None, said.append) is None
    assert said == []


def test_chatter_of_a_contact_is_one_press() -> None:
    debouncer = Debouncer()
    chatter = [(0.0, True), (0.002, False), (0.003, True), (0.4, False), (0.401, True), (0.402, False)]
    assert [debouncer.edge("next", at_s, down=down) for at_s, down in chatter] == [True] + 5 * [False]
    assert debouncer.edge("floor", 0.402, down=True)  # another button has its own contact
    assert debouncer.edge("next", 1.0, down=True)


@given(st.lists(st.lists(st.floats(0.0001, BOUNCE_S * 0.9), max_size=6), min_size=1, max_size=8))
def test_every_press_is_told_once_whatever_the_contact_does(presses: list[list[float]]) -> None:
    debouncer, now_s, told = Debouncer(), 0.0, 0
    for chatter in presses:
        for first in (True, False):  # going down, and coming up 0.1 s later
            now_s += 0.1
            told += debouncer.edge("next", now_s, down=first)
            for gap_s, down in zip(chatter, [not first, first] * 3, strict=False):
                now_s += gap_s
                told += debouncer.edge("next", now_s, down=down)
    assert told == len(presses)


def test_without_debouncing_one_press_is_several() -> None:
    debouncer = Debouncer(bounce_s=0.0)
    assert sum(debouncer.edge("next", at_s, down=True) for at_s in (0.0, 0.002, 0.004)) == 3
