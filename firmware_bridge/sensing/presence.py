"""Where each card lies: from reads of tags, which miss and bleed, to arrivals and departures.

Per tag the zones that read it are kept apart, and one of them is its home. The rules:

- A tag without a home arrives on its first valid read: reads are checked, a wrong one does not happen. Only a card off
  the deck at a seat that is not due one (`deal_order`) is given `confirm_scans` to be read where it really lies.
- A neighbour that reads it as well (bleed) does not move it. It moves when its home missed it for
  `move_scans` scans in a row and the other zone went on reading it, for longer than a card slides by.
- A zone where cards only pass (the stub, under the dealer's hands) lets go of a card that it misses and
  another zone reads.
- It leaves its home only after `leave_scans` missed scans and `leave_s` seconds: one miss in twenty would
  otherwise make false departures by the hour. If another zone reads it then, it has moved there.
- A card that flies over an antenna may be read there once and not again. It arrives there (a valid read
  is a valid read) and is at its true place one arrival later.
- What was heard elsewhere while its home still read it has not moved because its home went out of sight: it is asked
  for there when it is back.
- Once the deck is mixed, what was read before is no reason for anything: the cards were in the dealer's hands since.
- What lies in a zone when it comes into sight did not arrive: it was found, also if its home shows it no more. When
  a zone goes out of sight its cards keep it as their home: nothing is inferred to have left.

A node lists a tag for some scans after the last read, with how many scans missed it, and speaks when its list
changes: silence means that a tag no longer listed is still not read, until its link is in doubt (`hold`). No I/O.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from msgspec import Struct

from firmware_bridge.sensing.deal_order import DealOrder
from firmware_bridge.sensing.zone_reads import NEVER, Read, Seen, ZoneReads
from firmware_bridge.vocabulary.zones import Zone

__all__ = ["Came", "Found", "Move", "Patience", "Presence", "Seen", "Went"]


class Patience(Struct, frozen=True):
    """How many scans and seconds stand between a missed read and a conclusion.

    `dwell_s` is how long another zone must have read a tag for it to have moved there: a card slid across
    an antenna is over it for less. `confirm_scans` is how many scans a card off the deck must lie at a seat that is not
    due one: more than the node misses before it says so, `pass_s` how long one flies by. `grace_s` is how long word of
    a read may be under way before silence counts. For `beat_s` after its last list a reader that is out of sight by now
    may have read what it listed: a node speaks at least so often.
    """

    move_scans: int = 3
    leave_scans: int = 8
    leave_s: float = 0.8
    dwell_s: float = 0.5
    confirm_scans: int = 4
    pass_s: float = 0.25
    grace_s: float = 0.03
    beat_s: float = 0.5


@dataclass(frozen=True, slots=True)
class Came:
    """A tag came to lie in `zone` between `after_s` and `by_s`; until then it lay at `before`, if anywhere."""

    tag: bytes = field(repr=False)
    zone: Zone
    after_s: float
    by_s: float
    before: Zone | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A tag lay in `zone` when the zone came into sight."""

    tag: bytes = field(repr=False)
    zone: Zone
    at_s: float


@dataclass(frozen=True, slots=True)
class Went:
    """A tag is no longer read in `zone`, nor anywhere else."""

    tag: bytes = field(repr=False)
    zone: Zone
    at_s: float


Move: TypeAlias = Came | Found | Went


class Presence:
    """The homes of all tags on the table."""

    __slots__ = ("_due", "_homes", "_last", "_mixed_s", "_order", "_passing", "_patience", "_waiting", "_zones")

    def __init__(self, patience: Patience, passing: Iterable[Zone] = ()) -> None:
        self._patience, self._passing = patience, frozenset(passing)
        self._zones: dict[Zone, ZoneReads] = {}
        self._homes: dict[bytes, Zone] = {}
        self._last: dict[bytes, tuple[Zone, float]] = {}  # tags without a home: their last one, and when it read them
        self._due: dict[bytes, float] = {}  # tags that their home no longer lists: when they will have left
        self._waiting: dict[bytes, float] = {}  # tags off the deck where none is due: when they count all the same
        self._mixed_s = NEVER
        self._order = DealOrder()

    def __repr__(self) -> str:
        """Zones and how many tags each holds; never a tag."""
        return f"Presence({', '.join(f'{zone}={len(self.tags_at(zone))}' for zone in self._zones)})"

    @property
    def next_wake_s(self) -> float | None:
        """When the next tag leaves, or counts as come, if nothing more is heard of it; None: none does."""
        if not self._due and not self._waiting:
            return None  # as nearly always
        return min((*self._due.values(), *self._waiting.values())) + self._patience.grace_s

    def tags_at(self, zone: Zone) -> tuple[bytes, ...]:
        """The tags that lie in `zone`, in the order of arrival."""
        return tuple(tag for tag, home in self._homes.items() if home == zone)

    def lie(self) -> dict[Zone, list[bytes]]:
        """The tags of every zone in sight, in the order of arrival."""
        lie: dict[Zone, list[bytes]] = {zone: [] for zone in self.in_sight()}
        for tag, home in self._homes.items():
            if home in lie:
                lie[home].append(tag)
        return lie

    def in_sight(self) -> tuple[Zone, ...]:
        """Zones whose reader reports."""
        return tuple(name for name, zone in self._zones.items() if zone.visible)

    def contested(self, tag: bytes) -> bool:
        """Whether its home misses `tag` while another zone reads it: it may be on its way."""
        home = self._homes.get(tag)
        if home is None or self._zones[home].reads_now(tag, 0):
            return False
        return any(zone.reads_now(tag, 0) for name, zone in self._zones.items() if name != home)

    def elsewhere(self, but_for: Zone) -> tuple[bool, bool, float]:
        """Whether any other zone than `but_for` holds a card now, whether one out of sight may, and the last such read.

        A zone out of sight holds what it held.
        """
        away = [(self._zones[home], tag) for tag, home in self._homes.items() if home != but_for]
        holds = any(zone.visible and zone.reads_now(tag, self._patience.move_scans - 1) for zone, tag in away)
        hidden = any(not zone.visible for zone, _ in away)
        others = [zone for name, zone in self._zones.items() if name != but_for]
        return holds, hidden, max((zone.read_s(tag) for zone in others for tag in zone.reads), default=NEVER)

    def vacate(self, but_for: Zone, at_s: float) -> list[Move]:
        """The deck was riffled in `but_for`: every card elsewhere has left."""
        self._order.riffled()
        self._waiting.clear()
        self._mixed_s = at_s
        gone: list[Move] = [Went(tag, home, at_s) for tag, home in self._homes.items() if home != but_for]
        for move in gone:
            self._forget(move.tag, move.zone, at_s)
        return gone

    def gathered(self, but_for: Zone) -> list[bytes]:
        """All cards were in one hand: those that lay in zones out of sight lie there no more. Their tags."""
        gone = {tag: home for tag, home in self._homes.items() if home != but_for and not self._zones[home].visible}
        for tag, home in gone.items():
            self._forget(tag, home, NEVER)
        return list(gone)

    def lose(self, zones: Iterable[Zone]) -> None:
        """These zones are out of sight. Their cards stay where they were."""
        for name in zones:
            self.hold(name)
            if zone := self._zones.get(name):
                zone.lose()

    def hold(self, name: Zone) -> None:
        """A zone has fallen silent: nothing leaves it, nor counts as come, before it is heard again."""
        if zone := self._zones.get(name):
            for tag in zone.listed:
                self._waiting.pop(tag, None)
        for tag in [tag for tag in self._due if self._homes[tag] == name]:
            del self._due[tag]

    def look(self, name: Zone, seen: Sequence[Seen], period_s: float, at_s: float) -> list[Move]:
        """Take what one zone lists at `at_s`; answer what moved by it."""
        zone = self._zones.get(name)
        zone = zone or self._zones.setdefault(name, ZoneReads())
        if zone.calm and len(seen) == len(zone.listed):
            for one, tag in zip(seen, zone.listed, strict=True):
                if one.tag != tag or one.unread_scans:
                    break
            else:
                zone.at_s = at_s
                return []
        before = zone.take(seen, period_s, at_s)
        moves = self._look_again(name, zone, before) if zone.visible else self._first_sight(name, zone)
        zone.calm = len(zone.reads) == len(seen) and all(
            not one.unread_scans and self._homes.get(one.tag) == name for one in seen
        )
        return moves

    def tick(self, now_s: float) -> list[Move]:
        """Tags that their home has not listed for long enough have left; those not due have lain there long enough."""
        by_s = now_s - self._patience.grace_s + 1e-9
        due = [tag for tag, due_s in self._due.items() if due_s <= by_s]
        moves: list[Move | None] = [self._leave(tag, self._homes[tag], now_s) for tag in due]
        confirmed = [tag for tag, due_s in self._waiting.items() if due_s <= by_s]
        for tag in confirmed:
            del self._waiting[tag]
            moves.append(self._decide(tag, now_s))
        return [move for move in moves if move is not None]

    def _first_sight(self, name: Zone, zone: ZoneReads) -> list[Move]:
        zone.show()
        found = [tag for tag in zone.listed if self._is_new(tag, name) and not self._has_home(tag, zone)]
        for tag in found:
            if home := self._homes.get(tag):
                self._forget(tag, home, zone.at_s)
            self._settle(tag, name, zone.at_s)
        for tag, home in self._homes.items():
            if home == name and tag not in zone.reads:  # it is given the full patience from now
                zone.reads[tag] = Read(zone.at_s, zone.at_s, zone.at_s, 0)
                self._due[tag] = zone.at_s + self._leave_after_s(zone)
        return [Found(tag, name, zone.at_s) for tag in found]

    def _has_home(self, tag: bytes, new: ZoneReads) -> bool:
        """Whether a tag that `new` shows at first sight has a home that may still hold it."""
        home = self._homes.get(tag)
        held = None if home is None else self._zones[home]
        return held is not None and (held is new or tag in held.listed or new.reads[tag].unread > 0)

    def _look_again(self, name: Zone, zone: ZoneReads, before: dict[bytes, Read]) -> list[Move]:
        moves: list[Move] = []
        for tag in zone.listed:
            if tag in self._due and self._homes[tag] == name:
                del self._due[tag]
            move = self._decide(tag, zone.at_s)
            if move is not None:
                moves.append(move)
        for tag, read in before.items():
            if tag not in zone.reads and self._homes.get(tag) == name:
                zone.reads[tag] = read
                self._due.setdefault(tag, read.read_s + self._leave_after_s(zone))
                move = self._decide(tag, zone.at_s)
                if move is not None:
                    moves.append(move)
        return moves

    def _leave_after_s(self, zone: ZoneReads) -> float:
        # Half a scan of slack: scans keep their period only nearly.
        return max(self._patience.leave_s, (self._patience.leave_scans - 0.5) * zone.period_s) - 1e-6

    def _decide(self, tag: bytes, at_s: float) -> Move | None:
        home = self._homes.get(tag)
        if home is None:
            return self._arrive(tag, None, at_s)
        zone = self._zones[home]
        read_s = zone.read_s(tag)
        rival = self._rival(tag, home, read_s, at_s)
        if rival is not None:
            self._forget(tag, home, read_s)
            return self._come(tag, rival, home, read_s)
        if zone.visible and zone.at_s - read_s >= self._leave_after_s(zone) and not zone.reads_now(tag, 0):
            return self._leave(tag, home, at_s)
        return None

    def _rival(self, tag: bytes, home: Zone, read_s: float, at_s: float) -> Zone | None:
        """The zone that goes on reading the tag while its home missed it long enough."""
        at_home, patience = self._zones[home], self._patience
        passing = home in self._passing and not at_home.reads_now(tag, 0)
        missed_s = (patience.move_scans - 0.5) * at_home.period_s
        if not passing and at_home.visible and at_home.at_s - read_s < missed_s:
            return None
        for name, zone in self._zones.items():
            if name != home and zone.reads_now(tag, 0) and self._is_new(tag, name):
                if zone.came_after_s(tag) < at_home.held.get(tag, NEVER) + patience.beat_s:
                    continue  # it was heard there while it lay at home, and home is out of sight: only home can tell
                dwelt_s = zone.read_s(tag) - max(read_s, zone.reads[tag].by_s)
                if self._counts(tag, name, at_s) if passing else dwelt_s >= patience.dwell_s:
                    return name
        return None

    def _leave(self, tag: bytes, home: Zone, at_s: float) -> Move:
        read_s = self._zones[home].read_s(tag)
        self._forget(tag, home, read_s)
        return self._arrive(tag, home, at_s) or Went(tag, home, at_s)

    def _forget(self, tag: bytes, home: Zone, last_s: float) -> None:
        """The tag has no home; what was read up to `last_s` is no reason to give it one."""
        zone = self._zones[home]
        self._last[tag] = home, last_s
        if tag not in zone.listed:
            zone.reads.pop(tag, None)
        del self._homes[tag]
        self._due.pop(tag, None)

    def _arrive(self, tag: bytes, before: Zone | None, at_s: float) -> Came | None:
        """The tag has no home: one of the zones that read it becomes it, the one that is due it or read it first.

        A zone that has missed it of late counts only if it was heard there after its last home, and for the first time.
        One that is due it goes before another only if both heard it as it came.
        """
        heard_s = (zone.reads[tag].by_s for zone in self._zones.values() if zone.reads_now(tag, 0))
        passed_s = min(heard_s, default=float("inf")) + self._patience.pass_s
        best: tuple[bool, bool, int, float, Zone] | None = None
        last, last_s = self._last.get(tag, (None, NEVER))
        for name, zone in self._zones.items():
            if tag in zone.listed and self._is_new(tag, name):
                read = zone.reads[tag]
                if not read.unread or (name != last and read.by_s > last_s):
                    due = read.by_s <= passed_s and self._is_due(tag, name)
                    candidate = (read.unread > 0, not due, read.unread, read.by_s, name)
                    best = candidate if best is None or candidate < best else best
        if best is None or not self._counts(tag, best[-1], at_s):
            return None
        return self._come(tag, best[-1], before, last_s)

    def _is_new(self, tag: bytes, name: Zone) -> bool:
        """Whether `name` has read the tag since the deck was mixed; the stub reads it while it is."""
        return name in self._passing or self._zones[name].read_s(tag) > self._mixed_s

    def _is_due(self, tag: bytes, name: Zone) -> bool:
        by_s = self._zones[name].reads[tag].by_s
        return self._order.is_due(tag, name, Counter(self._homes.values()), self.in_sight(), by_s)

    def _counts(self, tag: bytes, name: Zone, at_s: float) -> bool:
        """Whether a card that `name` reads has come there: it is due there, or has been read there for some scans."""
        if self._is_due(tag, name):
            return True
        zone = self._zones[name]
        read = zone.reads[tag]
        due_s = read.by_s + (self._patience.confirm_scans + 0.5) * zone.period_s
        if not read.unread and at_s < due_s:
            self._waiting[tag] = due_s
        return not read.unread and at_s >= due_s

    def _come(self, tag: bytes, name: Zone, before: Zone | None, read_s: float) -> Came:
        """Make `name` the home of a tag that `before` last read at `read_s`."""
        zone = self._zones[name]
        read = zone.reads[tag]
        self._settle(tag, name, read.by_s)
        if read.by_s > read_s:
            return Came(tag, name, zone.came_after_s(tag), read.by_s, before)
        # The new zone heard it from afar before it came: it came after its old home last read it.
        return Came(tag, name, read_s, max(read_s, zone.read_s(tag)), before)

    def _settle(self, tag: bytes, name: Zone, by_s: float) -> None:
        """Make `name` the home of a tag, which is there since `by_s`."""
        self._homes[tag] = name
        self._last.pop(tag, None)
        self._waiting.pop(tag, None)
        if name not in self._passing:
            self._order.lies(tag, name, by_s)
