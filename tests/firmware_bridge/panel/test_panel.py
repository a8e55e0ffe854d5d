"""The panel's pins: buttons tell their edges, lamp and buzzer obey, and a machine without pins plays on."""

from __future__ import annotations

from collections.abc import Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from firmware_bridge.panel.panel import PanelPins, open_panel

PINS = PanelPins(buttons=(("next", 17), ("check", 27), ("floor", 22)), lamp=23, buzzer=24)


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """A machine with pins, all of them in memory."""
    factory = MockFactory()
    before, gpiozero.Device.pin_factory = gpiozero.Device.pin_factory, factory
    yield factory
    gpiozero.Device.pin_factory = before
    factory.reset()


def test_buttons_tell_their_edges_and_their_level(pins: MockFactory) -> None:
    edges: list[tuple[str, bool]] = []
    said: list[str] = []
    panel = open_panel(PINS, lambda button, down: edges.append((button, down)), said.append)
    assert panel is not None
    pins.pin(17).drive_low()  # the button connects its pin to ground
    assert (panel.is_down("next"), panel.is_down("check"), panel.is_down("nothing")) == (True, False, False)
    pins.pin(17).drive_high()
    pins.pin(27).drive_low()
    pins.pin(22).drive_low()
    assert edges == [("next", True), ("next", False), ("check", True), ("floor", True)]
    panel.close()
    assert said == []


def test_every_bounce_reaches_us_for_gpiozero_takes_none_away(pins: MockFactory) -> None:
    edges: list[bool] = []
    panel = open_panel(PINS, lambda _, down: edges.append(down), lambda _: None)
    for _ in range(3):
        pins.pin(17).drive_low()
        pins.pin(17).drive_high()
    assert panel is not None
    assert edges == [True, False] * 3


def test_lamp_and_buzzer_obey_and_go_off_in_the_end(pins: MockFactory) -> None:
    panel = open_panel(PINS, lambda *_: None, lambda _: None)
    assert panel is not None
    shown = []
    for lamp, buzzer in ((True, False), (True, True), (False, True), (False, False)):
        panel.show(lamp=lamp, buzzer=buzzer)
        shown.append((bool(pins.pin(23).state), bool(pins.pin(24).state)))
    assert shown == [(True, False), (True, True), (False, True), (False, False)]
    panel.show(lamp=True, buzzer=True)
    panel.close()
    assert (pins.pin(23).state, pins.pin(24).state) == (0, 0)
    assert open_panel(PINS, lambda *_: None, lambda _: None) is not None  # the pins are free again


def test_a_panel_of_two_buttons_alone_has_nothing_to_light(pins: MockFactory) -> None:
    panel = open_panel(PanelPins((("next", 17), ("floor", 22))), lambda *_: None, lambda _: None)
    assert panel is not None
    panel.show(lamp=True, buzzer=True)
    assert pins.pin(23).state == 0


def test_a_pin_used_twice_is_said_and_nothing_is_held(pins: MockFactory) -> None:
    said: list[str] = []
    assert open_panel(PanelPins((("next", 17), ("floor", 17))), lambda *_: None, said.append) is None
    assert len(said) == 1
    assert open_panel(PanelPins((("next", 17),)), lambda *_: None, said.append) is not None
    assert pins.pin(17).state == 1


def test_a_machine_without_pins_says_so_once_and_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gpiozero.Device, "pin_factory", None)
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    said: list[str] = []
    assert open_panel(PINS, lambda *_: None, said.append) is None
    (line,) = said
    assert line.startswith("panel: none on this machine: ")
    assert line.endswith("; keys on the screen do the same")
