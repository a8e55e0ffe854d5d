"""From the parts of a snapshot on the wire to one report in host time, checked against the inventory.

A node's clock may jump, and is wrong until the next answer to a ping. What its last report did not have came after that
one and before now, whatever the clock says.
"""

from __future__ import annotations

from typing import Final

from firmware_bridge.vocabulary.chips import chips_of
from firmware_bridge.vocabulary.zones import CARD_KINDS, CHIP_KINDS, MAX_SEATS, parse_zone, zone_kind
from firmware_bridge.wire import message_specs as specs
from firmware_bridge.wire.admission import fault_of
from firmware_bridge.wire.clock_sync import ClockSync
from firmware_bridge.wire.messages import (
    CardsRecord,
    CountsRecord,
    GramsRecord,
    Hello,
    SnapshotPart,
    TagRecord,
    ZoneSpec,
)
from firmware_bridge.wire.reports import NodeZone, Snapshot, TagSeen, ZoneCards, ZoneChips, ZoneSensor

_SENSORS: Final[dict[int, tuple[ZoneSensor, frozenset[str]]]] = {
    specs.CARDS_ZONE: ("cards", CARD_KINDS),
    specs.COUNTS_ZONE: ("counts", CHIP_KINDS),
    specs.GRAMS_ZONE: ("grams", CHIP_KINDS),
    specs.PUCK_ZONE: ("puck", frozenset({"puck"})),
    specs.ALLIN_ZONE: ("allin", frozenset({"allin"})),
}
"""What a kind of zone on the wire is called, and the zones that it can sense."""


JUMP_S: Final = 0.2
"""By so much a clock that is known and only drifts is never wrong: it has jumped."""


class Unfit(ValueError):
    """What a node says contradicts its own inventory, or makes no sense; says what."""


def inventory(hello: Hello) -> tuple[NodeZone, ...]:
    """The zones of a hello, checked; raise `Unfit` with a reason code and facts."""
    if fault := fault_of(hello):
        raise Unfit(fault)
    zones = tuple(_node_zone(spec) for spec in hello.zones)
    names = [zone.zone for zone in zones]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise Unfit(f"bad-inventory zone={twice[0]} problem=listed-twice")
    buttons = [button.button for button in hello.buttons]
    if "" in buttons or len(set(buttons)) != len(buttons):
        raise Unfit("bad-inventory buttons problem=unnamed-or-listed-twice")
    return zones


def _node_zone(spec: ZoneSpec) -> NodeZone:
    try:
        zone = parse_zone(spec.zone)
    except ValueError:
        raise Unfit(f"bad-inventory zone={spec.zone!r} problem=unknown-zone") from None
    sensor, places = _SENSORS.get(spec.kind, (None, frozenset[str]()))
    if sensor is None or zone_kind(zone) not in places:
        raise Unfit(f"bad-inventory zone={zone} problem=sensor-kind-{spec.kind}")
    denominations = spec.denominations
    if (sensor in {"counts", "grams"}) != bool(denominations):
        raise Unfit(f"bad-inventory zone={zone} problem=denominations")
    if len(set(denominations)) != len(denominations) or 0 in denominations:
        raise Unfit(f"bad-inventory zone={zone} problem=denominations")
    return NodeZone(zone, sensor, spec.scan_period_ms / 1e3, spec.max_tags, denominations)


class SnapshotReader:
    """Puts parts together and turns them into reports, for one boot of one node."""

    def __init__(self, node: str, zones: tuple[NodeZone, ...], buttons: tuple[str, ...]) -> None:
        self._node, self._zones, self._buttons = node, zones, buttons
        self._parts: list[SnapshotPart] = []
        self._generation: int | None = None
        self._presses: tuple[int, ...] | None = None
        self._chips: dict[int, tuple[CountsRecord | GramsRecord, ZoneChips]] = {}
        self._told_s = 0.0
        self._listed: dict[int, frozenset[bytes]] = {}
        """The tags of each zone by its index, as they were told last."""

    def take(self, part: SnapshotPart) -> tuple[SnapshotPart, ...]:
        """All parts of one snapshot once the last has come, if it tells something new; else nothing.

        Parts of a snapshot that misses one are thrown away: it is repeated within a second.
        """
        if not self._is_news(part.generation):
            return ()
        held = self._parts
        if held and (held[0].generation, held[0].clock_us) != (part.generation, part.clock_us):
            held.clear()
        if part.part != len(held):
            held.clear()
            return ()
        held.append(part)
        if len(held) < part.parts:
            return ()
        self._parts = []
        return tuple(held)

    def report(self, parts: tuple[SnapshotPart, ...], clock: ClockSync, now_s: float) -> Snapshot:
        """The report of a whole snapshot; raise `Unfit` if it contradicts the inventory."""
        last = parts[-1]
        if len(last.presses) != len(self._buttons):
            raise Unfit(f"bad-snapshot presses={len(last.presses)} buttons={len(self._buttons)}")
        if any(not 1 <= seat <= MAX_SEATS for seat in last.allin_seats):
            raise Unfit("bad-snapshot allin-seats")
        if last.puck_seat > MAX_SEATS and last.puck_seat != specs.PUCK_UNSENSED:
            raise Unfit(f"bad-snapshot puck={last.puck_seat}")
        snapshot = Snapshot(
            self._node,
            last.generation,
            min(max(clock.host_interval(last.clock_us, last.clock_us)[1], self._told_s), now_s),
            self._cards([record for part in parts for record in part.cards], clock, now_s),
            tuple(
                self._zone_chips(record)
                for part in parts
                for records in (part.counts, part.grams)
                for record in records
            ),
            None if last.puck_seat == specs.PUCK_UNSENSED else last.puck_seat,
            last.allin_seats,
            self._pressed(last.presses),
        )
        self._generation, self._told_s = last.generation, snapshot.at_s
        return snapshot

    def _is_news(self, generation: int) -> bool:
        """Whether `generation` is later than the last one told, over the wrap at 32 bits."""
        if self._generation is None:
            return True
        return 0 < (generation - self._generation) & 0xFFFFFFFF < 1 << 31

    def _zone(self, index: int, sensor: ZoneSensor) -> NodeZone:
        if index >= len(self._zones) or self._zones[index].sensor != sensor:
            raise Unfit(f"bad-snapshot zone-index={index} sensor={sensor}")
        return self._zones[index]

    def _cards(self, records: list[CardsRecord], clock: ClockSync, now_s: float) -> tuple[ZoneCards, ...]:
        """Card zones in the node's order; a zone with many tags may come in several records."""
        zones: dict[int, ZoneCards] = {}
        for index, period_ms, records_tags in records:
            listed = self._listed.get(index, frozenset())
            tags = tuple(
                _tag_seen(tag, clock, 0.0 if tag[0] in listed else self._told_s, now_s) for tag in records_tags
            )
            if index in zones:
                tags = zones[index].tags + tags
            zones[index] = ZoneCards(self._zone(index, "cards").zone, tags, period_ms / 1e3)
        self._listed = {index: frozenset(seen.tag for seen in zone.tags) for index, zone in zones.items()}
        return tuple(zones.values())

    def _zone_chips(self, record: CountsRecord | GramsRecord) -> ZoneChips:
        """Chips of one zone; most zones say what they said before, so the last answer is kept."""
        kept = self._chips.get(record.zone)
        if kept is not None and kept[0] == record:
            return kept[1]
        counted = isinstance(record, CountsRecord)
        zone = self._zone(record.zone, "counts" if counted else "grams")
        amounts = record.counts if isinstance(record, CountsRecord) else record.centigrams
        if len(amounts) != len(zone.denominations):
            raise Unfit(f"bad-snapshot zone={zone.zone} amounts={len(amounts)} of={len(zone.denominations)}")
        pairs = tuple(zip(zone.denominations, amounts, strict=True))
        chips = ZoneChips(
            zone.zone,
            chips_of(pairs) if counted else None,
            None if counted else tuple((denomination, centigrams / 100) for denomination, centigrams in pairs),
            record.confidence / 255,
        )
        self._chips[record.zone] = (record, chips)
        return chips

    def _pressed(self, presses: tuple[int, ...]) -> tuple[tuple[str, int], ...]:
        before, self._presses = self._presses, presses
        if before is None or before == presses:
            return ()
        news = ((now - then) & 0xFFFF for now, then in zip(presses, before, strict=True))
        return tuple((button, times) for button, times in zip(self._buttons, news, strict=True) if times)


def _tag_seen(tag: TagRecord, clock: ClockSync, since_s: float, now_s: float) -> TagSeen:
    """One tag in host time: it came after `since_s`, never in the future; always there if never seen absent."""
    uid, present_us, gap_us, unread_scans = tag
    after_s, by_s = clock.host_interval(present_us - gap_us, present_us)
    if by_s < since_s - JUMP_S or after_s > now_s:  # the clock has jumped
        after_s, by_s = since_s, now_s
    by_s = min(by_s, now_s)
    return TagSeen(uid, 0.0 if gap_us == specs.NEVER_ABSENT else min(after_s, by_s), by_s, unread_scans)
