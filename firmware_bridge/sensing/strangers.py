"""Cards that the deck in play cannot have: each is told once, and only when its zone has read it for some scans.

A read is checked, so a tag that is read is there. But what flies over an antenna, or is held near it for a moment,
does not lie there; and a strange card voids a hand. So a stranger counts when it has been read for as many scans as a
card off the deck at a seat that is not due one (`Patience.confirm_scans`) and for `STRANGE_S`, and its zone still reads
it then. That is counted from when it was first told of: a node in trouble may say of a tag that it has lain there since
it started.

A card known to be strange is told again when its twin comes up later: then there are two of one name; and when another
seat's antenna reads it than the one that did first. It is told
anew after the next riffle, if it still lies at the stub: it may be in the next deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from firmware_bridge.secrets.vault import StrangerKind, Vault
from firmware_bridge.sensing.zone_reads import Seen
from firmware_bridge.vocabulary.observations import StrangeCard
from firmware_bridge.vocabulary.zones import STUB, Zone, zone_kind

STRANGE_S: Final = 1.4
"""A moment's interference, and the second within which a node repeats what it sees: the word that it is over may get
lost once."""
_HELD_BACK_S: Final = 0.6
"""A read may be told of so late: where the deal sends no card, presence has waited for it to be confirmed."""
_SLACK: Final = 1e-9


@dataclass(slots=True)
class _Lying:
    """A tag without a handle at its zone: whether that read it of late, and when it counts; None: it is told."""

    tag: bytes = field(repr=False)
    zone: Zone
    period_s: float
    due_s: float | None
    read: bool = True


class Strangers:
    """The strange cards on the table and at the stub, and which of them were told."""

    __slots__ = ("_confirm_scans", "_grace_s", "_lying", "_told", "_vault")

    def __init__(self, vault: Vault, confirm_scans: int, grace_s: float) -> None:
        self._vault, self._confirm_scans, self._grace_s = vault, confirm_scans, grace_s
        self._lying: dict[bytes, _Lying] = {}
        self._told: dict[bytes, tuple[StrangerKind, Zone]] = {}

    def __repr__(self) -> str:
        """How many there are; never a tag."""
        return f"Strangers({len(self._lying)} lying, {len(self._told)} told)"

    @property
    def next_wake_s(self) -> float | None:
        """When the next one counts if its zone goes on reading it; None: none does."""
        if not self._lying:
            return None  # as nearly always
        due = [one.due_s for one in self._lying.values() if one.due_s is not None and one.read]
        return min(due) + self._grace_s if due else None

    def came(self, tag: bytes, zone: Zone, period_s: float, by_s: float, told_s: float) -> None:
        """A tag without a handle lies in `zone` since `by_s`, as is told now: at the stub any, elsewhere a stranger."""
        since_s = by_s if told_s - by_s <= _HELD_BACK_S else told_s
        self._lying[tag] = _Lying(tag, zone, period_s, since_s + self._wait_s(period_s))

    def _wait_s(self, period_s: float) -> float:
        return max(STRANGE_S, (self._confirm_scans + 0.5) * period_s)

    def went(self, tag: bytes) -> None:
        """It lies there no more."""
        self._lying.pop(tag, None)

    def hold(self, zones: Iterable[Zone]) -> None:
        """These zones have fallen silent: nothing counts there before it is heard of again."""
        silent = frozenset(zones)
        for one in self._lying.values():
            one.read = one.read and one.zone not in silent

    def look(self, zone: Zone, tags: Sequence[Seen]) -> None:
        """What `zone` lists now."""
        for tag, one in self._lying.items():
            if one.zone == zone:
                one.read = any(seen.tag == tag and not seen.unread_scans for seen in tags)

    def riffled(self, at_s: float) -> None:
        """The deck was mixed: what lies at the stub may be in the next deal and is told again."""
        self._told.clear()
        self._lying = {tag: one for tag, one in self._lying.items() if one.zone == STUB}
        for one in self._lying.values():
            one.due_s = at_s + self._wait_s(one.period_s)

    def tell(self, at_s: float) -> list[StrangeCard]:
        """Those that count by now and were not told as what they are."""
        by_s = at_s - self._grace_s + _SLACK
        news: list[StrangeCard] = []
        for one in self._lying.values():
            if one.due_s is not None and one.read and one.due_s <= by_s:
                one.due_s = None
            kind = self._kind(one) if one.due_s is None else None
            if kind is not None and self._is_news(one, kind):
                news.append(StrangeCard(one.zone, kind, at_s))
                self._told[one.tag] = kind, one.zone
        return news

    def _is_news(self, one: _Lying, kind: StrangerKind) -> bool:
        """Whether it was not told as this; nor at this seat: the antenna of the one beside may have read it first."""
        was, zone = self._told.get(one.tag, (None, one.zone))
        return kind != was or (zone != one.zone and zone_kind(zone) == zone_kind(one.zone) == "seat")

    def cleared(self) -> list[tuple[bytes, Zone]]:
        """Tags that can be cards of the deck in play after all, and where they lie; they are strange no more."""
        fine = [
            (tag, one.zone)
            for tag, one in self._lying.items()
            if one.zone != STUB and self._vault.stranger(tag, one.zone) is None
        ]
        for tag, _ in fine:
            del self._lying[tag]
        return fine

    def _kind(self, one: _Lying) -> StrangerKind | None:
        found = self._vault.stranger(one.tag, one.zone)
        return found.kind if found is not None else None
