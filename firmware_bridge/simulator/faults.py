"""Faults of a link by name: what can happen to a frame, drawn from a seed and counted.

`FAULTS` is the list of those that strike single frames; another name is refused. A new fault
is one more entry: a function from the frame and the link's random source to the pieces that arrive.
What befalls the whole line or its node (a stall, a pulled plug, a reboot) is in `wire`, `node` and `trouble`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Final, TypeAlias

Frame: TypeAlias = bytes
Strike: TypeAlias = Callable[[Frame, random.Random], tuple[Frame, ...]]

_DELIMITER: Final = b"\x00"
_LONGEST_BURST_BYTES: Final = 48


def _drop(frame: Frame, rng: random.Random) -> tuple[Frame, ...]:
    """The frame is lost."""
    del frame, rng
    return ()


def _flip(frame: Frame, rng: random.Random) -> tuple[Frame, ...]:
    """One bit of the frame is turned over, its delimiter included."""
    place = rng.randrange(len(frame) * 8)
    bent = bytearray(frame)
    bent[place >> 3] ^= 1 << (place & 7)
    return (bytes(bent),)


def _duplicate(frame: Frame, rng: random.Random) -> tuple[Frame, ...]:
    """The frame arrives twice."""
    del rng
    return (frame, frame)


def _burst(frame: Frame, rng: random.Random) -> tuple[Frame, ...]:
    """A stretch of the frame arrives as noise, as near a motor or a phone; it may reach over the delimiter."""
    start = rng.randrange(len(frame))
    length = rng.randint(2, _LONGEST_BURST_BYTES)
    return (frame[:start] + rng.randbytes(length) + frame[start + length :],)


FAULTS: Final[dict[str, Strike]] = {
    "drop_all": _drop,
    "drop": _drop,
    "flip": _flip,
    "duplicate": _duplicate,
    "burst": _burst,
}
"""Faults of a link. `drop_all` strikes every frame, the others by the chance they are set to."""


class LinkFaults:
    """What one direction of one link does to the frames on it."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._chances: dict[str, float] = {}
        self._rest = b""
        self.counts: Counter[str] = Counter()
        """Frames struck, by the name of the fault; ``frames`` counts all that were sent."""

    def set(self, name: str, chance: float = 1.0) -> None:
        """Let the fault `name` strike each frame with `chance`; 0 ends it. Raise `ValueError` for an unknown name."""
        if name not in FAULTS:
            raise ValueError(f"no link fault {name!r}: this table can play {', '.join(FAULTS)}")
        if not 0 <= chance <= 1:
            raise ValueError(f"a chance lies between 0 and 1, not {chance}")
        if name == "drop_all" and chance not in (0.0, 1.0):
            raise ValueError("drop_all drops every frame or none: for a share of them use drop")
        self._chances.pop(name, None)
        if chance:
            self._chances[name] = chance

    def pass_on(self, data: bytes) -> bytes:
        """What arrives of `data`; a frame that is not whole yet is held back while any fault is set."""
        if self._rest:
            data, self._rest = self._rest + data, b""
        if not self._chances:
            self.counts["frames"] += data.count(_DELIMITER)
            return data
        arrived: list[Frame] = []
        *bodies, self._rest = data.split(_DELIMITER)
        for body in bodies:
            self.counts["frames"] += 1
            arrived.extend(self._strike(body + _DELIMITER))
        return b"".join(arrived)

    def _strike(self, frame: Frame) -> tuple[Frame, ...]:
        for name, chance in self._chances.items():
            if chance >= 1.0 or self._rng.random() < chance:
                self.counts[name] += 1
                return FAULTS[name](frame, self._rng)
        return (frame,)
