"""What a node senses now, packed zone by zone, so that a snapshot costs only what changed.

Runs under CPython and MicroPython. Zones are named as in the node's inventory; a zone that
was never set, or was lost, is left out of the snapshot and so is unknown to the host.
"""

from firmware_bridge.wire import frames
from firmware_bridge.wire import message_specs as specs

_CARDS = specs.record_plan(specs.CARDS_RECORD)
_COUNTS = specs.record_plan(specs.COUNTS_RECORD)
_GRAMS = specs.record_plan(specs.GRAMS_RECORD)

_TAGS_PER_RECORD = 14  # three such records fill a frame; a zone with more tags has several records
_U32 = 0xFFFFFFFF


def _pack_tag(uid: bytes, absent_us: int | None, present_us: int, unread_scans: int) -> tuple[bytes, int, int, int]:
    """One tag as the wire has it: the gap instead of the scan before, its end as it does not fit."""
    gap_us = specs.NEVER_ABSENT if absent_us is None else min(present_us - absent_us, specs.NEVER_ABSENT)
    return uid, present_us, gap_us, min(unread_scans, 255)


class Contents:
    """The zones, puck, all-in buttons and dealer's buttons of one node.

    `zones` are ``(name, kind, scan_period_ms, max_tags, denominations)`` as in HELLO, `buttons` names.
    `generation` grows with every change.
    """

    def __init__(self, zones: tuple[tuple[str, int, int, int, tuple[int, ...]], ...], buttons: tuple[str, ...]) -> None:
        self.zones = zones
        self.buttons = buttons
        self.generation = 0
        self._index = {zone[0]: at for at, zone in enumerate(zones)}
        self._periods_ms = [zone[2] for zone in zones]
        self._set: dict[int, object] = {}  # zone index: the values last set, to see a change
        self._records: dict[int, tuple[int, list[bytes]]] = {}  # zone index: (place among the lists, records)
        self._puck_seat = specs.PUCK_UNSENSED
        self._allin: tuple[int, ...] = ()
        self._presses = [0] * len(buttons)
        self._parts: tuple[int, list[tuple[list[bytes], list[bytes], list[bytes]]]] = (-1, [])

    def set_cards(self, zone: str, tags: tuple[tuple[bytes, int | None, int, int], ...]) -> None:
        """The tags at a card zone: ``(uid, absent_us, present_us, unread_scans)`` each.

        A tag came between the scan at `absent_us` (None: no scan was without it) and that at `present_us`.
        """
        at = self._index[zone]
        key = (self._periods_ms[at], tags)
        if self._is_new(at, key):
            packed = [_pack_tag(*tag) for tag in tags]
            records = []
            for start in range(0, max(len(packed), 1), _TAGS_PER_RECORD):
                some = packed[start : start + _TAGS_PER_RECORD]
                records.append(specs.pack_record(_CARDS, (at, self._periods_ms[at], some)))
            self._records[at] = (0, records)

    def set_counts(self, zone: str, counts: tuple[int, ...], confidence: int = 255) -> None:
        """The chips counted at a zone, one count for each denomination of its inventory."""
        at = self._index[zone]
        if self._is_new(at, (counts, confidence)):
            self._records[at] = (1, [specs.pack_record(_COUNTS, (at, confidence, counts))])

    def set_grams(self, zone: str, centigrams: tuple[int, ...], confidence: int = 255) -> None:
        """The chips weighed at a zone, hundredths of a gram for each denomination of its inventory."""
        at = self._index[zone]
        if self._is_new(at, (centigrams, confidence)):
            self._records[at] = (2, [specs.pack_record(_GRAMS, (at, confidence, centigrams))])

    def lose(self, zone: str) -> None:
        """The reader of a zone fails: leave the zone out until it is set again."""
        at = self._index[zone]
        if at in self._records:
            del self._records[at]
            del self._set[at]
            self._change()

    def set_puck(self, seat: int) -> None:
        """The dealer button lies at `seat`, or nowhere (0)."""
        if seat != self._puck_seat:
            self._puck_seat = seat
            self._change()

    def set_allin(self, seats: tuple[int, ...]) -> None:
        """The all-in buttons of these seats are down."""
        if seats != self._allin:
            self._allin = seats
            self._change()

    def press(self, button: str) -> None:
        """A wired dealer's button was pressed once."""
        at = self.buttons.index(button)
        self._presses[at] = (self._presses[at] + 1) & 0xFFFF
        self._change()

    def set_period(self, zone_index: int, period_ms: int) -> str:
        """From now the zone is scanned with this period; returns its name."""
        self._periods_ms[zone_index] = period_ms
        name = self.zones[zone_index][0]
        kept = self._set.get(zone_index)
        if self.zones[zone_index][1] == specs.CARDS_ZONE and isinstance(kept, tuple):
            self.set_cards(name, kept[1])
        return name

    def snapshots(self, clock_us: int) -> list[tuple[object, ...]]:
        """The values of the SNAPSHOT messages that together tell everything, mostly one."""
        generation, parts = self._parts
        if generation != self.generation:
            parts = self._split()
            self._parts = (self.generation, parts)
        out = []
        for at, (cards, counts, grams) in enumerate(parts):
            head = (self.generation & _U32, clock_us, at, len(parts), cards, counts, grams)
            out.append(head + self._tail())
        return out

    def _tail(self) -> tuple[object, ...]:
        return self._puck_seat, self._allin, tuple(self._presses)

    def _split(self) -> list[tuple[list[bytes], list[bytes], list[bytes]]]:
        """All records, in as few parts as fit their frames."""
        empty = specs.pack_message(specs.SNAPSHOT, 0, 0, (0, 0, 0, 1, (), (), ()) + self._tail())  # noqa: RUF005  # no * in a MicroPython tuple
        room = frames.MAX_PAYLOAD_BYTES - len(empty)
        parts: list[tuple[list[bytes], list[bytes], list[bytes]]] = [([], [], [])]
        left = room
        for at in sorted(self._records):
            place, records = self._records[at]
            for record in records:
                if len(record) > left:
                    parts.append(([], [], []))
                    left = room
                left -= len(record)
                parts[-1][place].append(record)
        return parts

    def _is_new(self, at: int, values: object) -> bool:
        if self._set.get(at) == values:
            return False
        self._set[at] = values
        self._change()
        return True

    def _change(self) -> None:
        self.generation += 1
