"""Who is let in as a node: names of a bounded length, lists of a bounded size, and news of it at a bounded pace.

Whatever is plugged in may say anything, as often as it likes. What a hello is let in with stands on screens, in
messages and for good in the journal; so it is judged here, before it becomes a report. Each bound is far from what a
node needs: the whole table has 47 zones, and one node a few buttons.
"""

from __future__ import annotations

import re
from typing import Final

from firmware_bridge.wire.messages import Hello

LONGEST_NAME: Final = 32
"""Characters of the name of a node, of its firmware or of one of its buttons."""

MOST_ZONES: Final = 64
MOST_BUTTONS: Final = 32
MOST_DENOMINATIONS: Final = 16
"""Of one chip zone."""

MOST_STARTS: Final = 12
"""So many times a node may start anew, or be refused for another reason, as fast as it likes."""

CALM_S: Final = 5.0
"""After those, once in so many seconds."""

SIGNS: Final = "A-Z,a-z,0-9,space,.,_,:,+,-"
"""What a name is made of, as a refusal tells it; its first sign is a letter or a digit."""

_NAME: Final = re.compile(rf"[A-Za-z0-9][A-Za-z0-9 ._:+-]{{0,{LONGEST_NAME - 1}}}", re.ASCII)


def is_name(name: str) -> bool:
    """Whether this can be the name of a node, a firmware or a button."""
    return _NAME.fullmatch(name) is not None


def fault_of(hello: Hello) -> str:
    """Why a node is not let in, as a code with facts; nothing if it is."""
    if hello.node and not is_name(hello.node):
        return f"bad-name length={len(hello.node)} most={LONGEST_NAME} signs={SIGNS}"
    if hello.firmware and not is_name(hello.firmware):
        return f"bad-firmware-name length={len(hello.firmware)} most={LONGEST_NAME} signs={SIGNS}"
    denominations = max((len(zone.denominations) for zone in hello.zones), default=0)
    for what, count, most in (
        ("zones", len(hello.zones), MOST_ZONES),
        ("denominations", denominations, MOST_DENOMINATIONS),
        ("buttons", len(hello.buttons), MOST_BUTTONS),
    ):
        if count > most:
            return f"too-many what={what} count={count} most={most}"
    if not all(not one.button or is_name(one.button) for one in hello.buttons):
        return f"bad-button-name most={LONGEST_NAME} signs={SIGNS}"
    return ""


class Starts:
    """How often the node on one port may make news of itself: `MOST_STARTS` at once, then one in `CALM_S`."""

    __slots__ = ("_at_s", "_left")

    def __init__(self, now_s: float) -> None:
        self._left, self._at_s = float(MOST_STARTS), now_s

    def admit(self, now_s: float) -> bool:
        """One more; False if it has to wait."""
        self._left = min(float(MOST_STARTS), self._left + max(0.0, now_s - self._at_s) / CALM_S)
        self._at_s = now_s
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
