"""When the deck is mixed: many different tags over the stub antenna while no other zone holds a card.

The stub antenna reads only the top two or three cards of a pile, so a resting deck, or a pile laid
down on it, shows two or three tags. Mixing brings one card after the other to the top. A read counts
only if no card was read elsewhere after it: so gathering a hand onto the stub, pile after pile, is no riffle.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Mixing(Struct, frozen=True):
    """A riffle shows `tags` different ones within `window_s`; it is over after `quiet_s` without a new one."""

    tags: int = 6
    window_s: float = 6.0
    quiet_s: float = 4.0


class RiffleWatch:
    """Tells each shuffle once, however many riffles it has."""

    __slots__ = ("_last_s", "_mixing", "_reads", "_told")

    def __init__(self, mixing: Mixing) -> None:
        self._mixing = mixing
        self._reads: dict[bytes, float] = {}
        self._last_s = float("-inf")
        self._told = False

    def __repr__(self) -> str:
        """How many tags were read in the window; never a tag."""
        return f"RiffleWatch({len(self._reads)} tags)"

    @property
    def tags(self) -> tuple[bytes, ...]:
        """The different tags read in the window."""
        return tuple(self._reads)

    def look(self, tags: Iterable[bytes], at_s: float) -> None:
        """Take the tags that the stub reads at `at_s`."""
        if at_s - self._last_s > self._mixing.quiet_s:
            self._told = False
            self._reads.clear()
        for tag in tags:
            if tag not in self._reads:
                self._last_s = at_s
            self._reads[tag] = at_s

    def mixed(self, elsewhere_s: float, *, empty: bool, at_s: float) -> bool:
        """Whether the deck was mixed, true once a shuffle.

        `elsewhere_s` is when any other card zone last read a card; `empty` says that none holds one now.
        """
        reads = self._reads
        since_s = at_s - self._mixing.window_s
        for tag in [tag for tag, read_s in reads.items() if read_s <= elsewhere_s or read_s < since_s]:
            del reads[tag]
        if elsewhere_s > self._last_s:
            self._told = False  # cards are dealt: the shuffle is over
        if self._told or not empty or len(reads) < self._mixing.tags:
            return False
        self._told = True
        return True
