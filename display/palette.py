"""The colours of the screen: dark felt, bone-white text, amber for what the dealer does next.

A colour never carries a meaning alone: beside each stands a word or a sign, so that the screen reads the
same in monochrome (``NO_COLOR=1``) and to every eye.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

NIGHT: Final = "#0d1210"
FELT: Final = "#15382a"
RAIL: Final = "#4a3423"
SEAT: Final = "#1a231f"
BONE: Final = "#ece6d6"
MIST: Final = "#9aa79e"
SHADE: Final = "#6f7b74"
AMBER: Final = "#f0b849"
ALARM: Final = "#ff7a66"
CHIP: Final = "#7fd1a8"

PLAIN: Final = BONE
QUIET: Final = MIST
FAINT: Final = SHADE
STRONG: Final = f"bold {BONE}"
TURN: Final = f"bold {NIGHT} on {AMBER}"
NEXT: Final = f"bold {NIGHT} on {AMBER}"
LOST: Final = f"bold {NIGHT} on {ALARM}"
WARN: Final = f"bold {ALARM}"
KEY: Final = f"bold {AMBER}"
BET: Final = f"bold {CHIP}"
WON: Final = f"bold {AMBER}"
MARK: Final = f"bold {NIGHT} on {BONE}"
BACK: Final = "#8fa6d8 on #2a3c66"

FACES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "s": "bold #14171a on #f4f0e4",
        "h": "bold #b3121f on #f4f0e4",
        "d": "bold #1546a8 on #f4f0e4",
        "c": "bold #0d6b30 on #f4f0e4",
    }
)
"""Four colours for four suits, beside the suits' signs."""
