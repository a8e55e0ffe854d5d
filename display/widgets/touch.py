"""A finger or a mouse on the screen: each target stands for keys, and only the keypad knows what they do."""

from __future__ import annotations

from msgspec import Struct
from textual.message import Message

from display.screen.geometry import Box


class Touched(Message):
    """A target was touched; it stands for `keys`."""

    def __init__(self, keys: tuple[str, ...]) -> None:
        super().__init__()
        self.keys = keys


class SeatTouched(Message):
    """A seat was touched."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat


class Target(Struct, frozen=True):
    """Where on a widget a touch stands for `key`."""

    box: Box
    key: str


def touched(targets: tuple[Target, ...], x: int, y: int) -> Touched | None:
    """What a touch of the cell `x`, `y` of a widget stands for."""
    cell = Box(x, y, 1, 1)
    return next((Touched((target.key,)) for target in targets if target.box.overlaps(cell)), None)
