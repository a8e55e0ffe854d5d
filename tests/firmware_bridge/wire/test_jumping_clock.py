"""A node whose clock jumps: until an answer to a ping says so, its times are no earlier than what it told before."""

from __future__ import annotations

import pytest

from firmware_bridge.vocabulary.zones import seat_zone
from firmware_bridge.wire.clock_sync import ClockSync
from firmware_bridge.wire.messages import CardsRecord, ClockReply, SnapshotPart, TagRecord
from firmware_bridge.wire.reports import NodeZone, Snapshot
from firmware_bridge.wire.snapshots import SnapshotReader

FIRST, SECOND = b"\xe0tag-a--", b"\xe0tag-b--"


def us(at_s: float) -> int:
    return round(at_s * 1e6)


class Reader:
    """A node's snapshots as the host reports them; its clock is the host's own, plus what it has jumped."""

    def __init__(self) -> None:
        self.clock, self.jumped_s, self.generation = ClockSync(0.0), 0.0, 0
        ping = self.clock.ping(1.0)
        assert self.clock.hear(ClockReply(ping.host_us, us(1.001), us(1.001)), 1.002)
        self._reader = SnapshotReader("seats", (NodeZone(seat_zone(3), "cards", 0.1, 8, ()),), ())

    def tells(self, at_s: float, **tags: float) -> Snapshot:
        """What it tells at `at_s` of these tags, each read first then."""
        self.generation += 1
        listed = {"first": FIRST, "second": SECOND}
        records = tuple(TagRecord(listed[tag], us(by_s + self.jumped_s), us(0.1), 0) for tag, by_s in tags.items())
        cards = (CardsRecord(0, 100, records),)
        part = SnapshotPart(self.generation, us(at_s + self.jumped_s), 0, 1, cards, (), (), 255, (), ())
        return self._reader.report((part,), self.clock, at_s + 0.01)


@pytest.mark.parametrize("jumped_s", [-3.0, 5.0])
def test_a_card_that_comes_after_the_jump_came_since_the_last_word(jumped_s: float) -> None:
    reader = Reader()
    reader.tells(10.0, first=9.8)
    reader.jumped_s = jumped_s
    told = reader.tells(11.0, first=9.8 - jumped_s, second=10.9)
    assert 10.0 <= told.at_s <= 11.01
    (_, second) = told.cards[0].tags
    assert 9.99 <= second.after_s <= 10.8
    assert 10.9 <= second.by_s <= 11.01


def test_times_of_a_clock_that_only_drifts_are_its_own() -> None:
    reader = Reader()
    reader.tells(10.0)
    told = reader.tells(10.2, first=9.95)  # its scan ended after the list was made
    (first,) = told.cards[0].tags
    assert first.after_s == pytest.approx(9.85, abs=0.01)
    assert first.by_s == pytest.approx(9.95, abs=0.01)
