"""A view with what a command would change, as the controller answers before the command is given."""

from __future__ import annotations

from typing import overload

from display.keys.pad import Keypad
from firmware_bridge.vocabulary.values import replace
from table_controller.vocabulary.commands import preview_asked
from table_controller.vocabulary.views import Effect, PreviewView, TableView


@overload
def told_beforehand(view: TableView, pad: Keypad, *effects: Effect, refused: str = "") -> TableView: ...
@overload
def told_beforehand(view: None, pad: Keypad, *effects: Effect, refused: str = "") -> None: ...
def told_beforehand(view: TableView | None, pad: Keypad, *effects: Effect, refused: str = "") -> TableView | None:
    """The view with the answer to what the keypad asks, if it asks for something."""
    if view is None or pad.held is None:
        return view
    name = type(pad.held).__name__
    return replace(view, preview=PreviewView(preview_asked(pad.held).asked, name, effects, refused))
