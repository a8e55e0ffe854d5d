"""What the dealer tells with the panel, or the same keys, that is no act of the game.

Part of the vocabulary of `events`. Both are keyed, and taken back by their opposite, so undo leaves them alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class FloorCalled:
    """The dealer calls the floor to the table, or (`calling` false) needs it no more."""

    calling: bool
    at_s: float


@dataclass(frozen=True, slots=True)
class BuzzerMuted:
    """The dealer mutes the panel's buzzer, or lets it sound again."""

    muted: bool
    at_s: float


PanelEvent: TypeAlias = FloorCalled | BuzzerMuted
