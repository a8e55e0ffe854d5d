"""Fault profiles: how much of which fault a table plays, as data.

Three measures, because faults come in three ways: a chance for each scan (missed reads), a chance for each
frame, and a number of occasions in a hand (a plug pulled, a reader that dies for some seconds).
"""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from firmware_bridge.simulator.faults import FAULTS
from firmware_bridge.simulator.zone_faults import ZONE_FAULTS
from firmware_bridge.vocabulary.values import replace

MISS: Final = "miss"
FRAME_FAULTS: Final = tuple(name for name in FAULTS if name != "drop_all")
NODE_FAULTS: Final = (
    "stall",
    "unplug",
    "replug-elsewhere",
    "reboot",
    "clock-step",
    "clock-drift",
    "wrong-schema",
    "stale-boot",
)
"""What befalls a whole node or its line; after `replug-elsewhere` the port has another name."""

OCCASIONS: Final = (*ZONE_FAULTS, *NODE_FAULTS)
KINDS: Final = (MISS, *FRAME_FAULTS, *OCCASIONS)
"""Every kind of fault by name."""


class FaultProfile(Struct, frozen=True):
    """`miss` is a chance for each scan, `frames` are chances for each frame either way, `occasions` numbers a hand.

    Occasions of a hand come within `spread_s` of its riffle.
    """

    name: str
    miss: float = 0.0
    frames: tuple[tuple[str, float], ...] = ()
    occasions: tuple[tuple[str, float], ...] = ()
    spread_s: float = 25.0

    def __post_init__(self) -> None:
        for fault, chance in self.frames:
            if fault not in FRAME_FAULTS or not 0 <= chance < 1:
                raise ValueError(f"profile {self.name}: frames: {fault} {chance}: one of {FRAME_FAULTS}, below 1")
        for fault, times in self.occasions:
            if fault not in OCCASIONS or times < 0:
                raise ValueError(f"profile {self.name}: occasions: {fault} {times}: one of {OCCASIONS}, 0 or more")
        if not 0 <= self.miss < 1:
            raise ValueError(f"profile {self.name}: miss: {self.miss}: a chance below 1")

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of fault that this profile plays."""
        missed = (MISS,) if self.miss else ()
        frames = tuple(fault for fault, chance in self.frames if chance)
        return (*missed, *frames, *(fault for fault, times in self.occasions if times))

    def only(self, kinds: frozenset[str]) -> FaultProfile:
        """The same profile with these kinds of fault and no others."""
        return replace(
            self,
            miss=self.miss if MISS in kinds else 0.0,
            frames=tuple(entry for entry in self.frames if entry[0] in kinds),
            occasions=tuple(entry for entry in self.occasions if entry[0] in kinds),
        )


NOISY: Final = FaultProfile(
    "noisy",
    miss=0.05,
    frames=(("drop", 0.005), ("flip", 0.005)),
    occasions=(("reboot", 0.1), ("replug-elsewhere", 0.1)),
)
"""An ordinary bad day: one read in twenty missed, one frame in a hundred lost or flipped, and in ten hands one node
that starts again and one plug pulled and put in elsewhere."""

STORM: Final = FaultProfile(
    "storm",
    miss=0.08,
    frames=(("drop", 0.01), ("flip", 0.01), ("duplicate", 0.01), ("burst", 0.005)),
    occasions=tuple((fault, 0.15) for fault in OCCASIONS),
)
"""Everything at once: every kind of fault, each about once in seven hands."""

PROFILES: Final = {profile.name: profile for profile in (NOISY, STORM)}
"""The profiles by name."""


def profile_named(name: str) -> FaultProfile:
    """The profile of that name, or for an occasion's name that fault once in every hand.

    Raises `ValueError` that lists the names there are.
    """
    if name in OCCASIONS:
        return FaultProfile(name, occasions=((name, 1.0),))
    if name not in PROFILES:
        raise ValueError(
            f"no fault profile {name!r}: there are {', '.join(PROFILES)}, "
            f"and one fault in every hand: {', '.join(OCCASIONS)}"
        )
    return PROFILES[name]
