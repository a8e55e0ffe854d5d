"""A disk without room for a hand: the one under way is finished, no other begins, and replay decides the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID

import pytest
from support.one_hand import BOOK, HEADER, entries_of
from support.simulated_disk import SimulatedDisk

from firmware_bridge.vocabulary.observations import DeckRiffled, NodeSeen
from table_controller.controller.controller import Controller, ReplayDiffers, fold
from table_controller.controller.disk_watch import JOURNAL, NO_NEW_HAND, DiskWatch, was_held_back
from table_controller.journal.journal import Journal
from table_controller.journal.log import MemoryJournal
from table_controller.session.session import handle_input
from table_controller.session.state import Session
from table_controller.vocabulary.commands import MarkRiffle, Say
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.record import Input, Record, decode_record
from table_controller.vocabulary.views import Refused

BOOT = UUID(int=7)
LOG = Path("/j.log")


class Tight(MemoryJournal):
    """A journal in memory whose room is what the test says."""

    room = True
    told = ""

    def room_for_a_hand(self) -> bool:
        return self.room

    def trouble(self) -> str:
        return self.told


@dataclass
class Evening:
    """Two real hands, input by input."""

    journal: Tight = field(default_factory=lambda: Tight(HEADER, boot_id=BOOT))
    refused: list[Refused] = field(default_factory=list)

    def __post_init__(self) -> None:
        opening = decode_record(entries_of(2)[0].payload).applied_events[0].event
        assert isinstance(opening, TableOpened)
        self.controller = Controller.begin(self.journal, BOOK, opening, lambda: 0)
        self.inputs: Iterator[tuple[Input, float]] = (
            (record.cause, record.at_s)
            for record in (decode_record(entry.payload) for entry in entries_of(2)[1:])
            if record.cause is not None
        )

    @property
    def session(self) -> Session:
        return self.controller.session

    def take(self, cause: Input, at_s: float) -> Record | Refused:
        answer = self.controller.accept(cause, at_s)
        if isinstance(answer, Refused):
            self.refused.append(answer)
        return answer

    def up_to_riffle(self) -> tuple[DeckRiffled, float]:
        """Play until the next riffle, which is not taken yet."""
        for cause, at_s in self.inputs:
            if isinstance(cause, DeckRiffled):
                return cause, at_s
            self.take(cause, at_s)
        raise AssertionError("no riffle came")

    def to_the_end(self) -> None:
        for cause, at_s in self.inputs:
            self.take(cause, at_s)

    def replayed(self) -> Session:
        return fold(self.journal, BOOK)


def test_a_hand_under_way_is_finished_and_the_riffle_after_it_begins_no_other() -> None:
    evening = Evening()
    evening.take(*evening.up_to_riffle())
    evening.journal.room, evening.journal.told = False, "no-reserve reason=full free_bytes=0 reserve_bytes=9"
    riffle, at_s = evening.up_to_riffle()
    table = evening.session.table
    assert (table.hand.number, table.hand.phase) == (1, "idle"), "the whole hand was played and put away"
    taken = evening.take(riffle, at_s)
    assert isinstance(taken, Record)
    assert (taken.cause, taken.applied_events) == (riffle, ()), "it has happened, and begins nothing"
    assert was_held_back(evening.session, taken)
    assert evening.session.table.hand == table.hand
    view = evening.controller.view(at_s)
    assert view.next.code == "call-floor"
    assert [(node.node, node.status, node.reason) for node in view.nodes if node.node == JOURNAL] == [
        (JOURNAL, "degraded", "no-new-hand reason=full free_bytes=0 reserve_bytes=9")
    ]
    assert evening.take(MarkRiffle(), at_s + 1) == Refused("no-new-hand")
    assert evening.replayed() == evening.session


def test_cards_dealt_after_a_riffle_that_began_no_hand_are_told_and_replayed_the_same() -> None:
    evening = Evening()
    evening.journal.room = False
    evening.take(*evening.up_to_riffle())
    for cause, at_s in evening.inputs:
        if isinstance(cause, DeckRiffled):
            break
        evening.take(cause, at_s)
    assert evening.session.table.hand.number == 0
    causes = {dict(found.facts).get("cause") for applied in evening.session.happened for found in applied.findings}
    assert causes, "cards without a hand are an irregularity"
    assert evening.replayed() == evening.session


def test_when_there_is_room_again_the_next_riffle_begins_the_hand() -> None:
    evening = Evening()
    evening.journal.room = False
    riffle, at_s = evening.up_to_riffle()
    evening.take(riffle, at_s)
    evening.take(riffle, at_s + 1)
    evening.journal.room = True
    evening.take(riffle, at_s + 2)
    assert evening.session.table.hand.number == 1
    words = [
        (word.status, word.reason)
        for word in (decode_record(entry.payload).cause for entry in evening.journal.entries())
        if isinstance(word, NodeSeen) and word.node == JOURNAL
    ]
    assert words == [("degraded", NO_NEW_HAND), ("ready", "")], "said once, and once taken back"
    evening.to_the_end()
    assert evening.replayed() == evening.session
    assert not [node for node in evening.controller.view(1e9).nodes if node.node == JOURNAL]


def test_a_refusal_that_only_the_disk_knew_of_would_be_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: the riffle is held back, and the journal does not say why."""
    evening = Evening()
    evening.journal.room = False
    with monkeypatch.context() as planted:
        planted.setattr(
            Controller,
            "accept",
            lambda self, cause, at_s: self._take(
                (self.session, Record(at_s, 0, self.session.live_n, cause, ()))
                if isinstance(cause, DeckRiffled)
                else handle_input(self.session, cause, at_s, BOOK)
            ),
        )
        evening.take(*evening.up_to_riffle())
    with pytest.raises(ReplayDiffers):
        evening.replayed()


def test_a_word_and_a_fold_are_never_refused_for_the_disks_sake() -> None:
    evening = Evening()
    evening.take(*evening.up_to_riffle())
    evening.journal.room = False
    evening.to_the_end()
    assert [refused for refused in evening.refused if refused.reason == "no-new-hand"] == []
    assert isinstance(evening.controller.accept(Say("call"), 1e6), Record | Refused)


def test_on_a_real_journal_the_low_water_mark_decides() -> None:
    """The disk fills, hands use up what is set aside beyond the mark, then the next riffle begins none."""
    disk = SimulatedDisk(64 << 20, remembers=False)
    journal = Journal.create(LOG, HEADER, boot_id=BOOT, storage=disk)
    evening = Evening()
    opening = decode_record(entries_of(2)[0].payload).applied_events[0].event
    assert isinstance(opening, TableOpened)
    controller = Controller.begin(journal, BOOK, opening, lambda: 0)
    riffle, at_s = evening.up_to_riffle()
    disk.fill()
    while journal.room_for_a_hand():
        controller.accept(NodeSeen("centre", "ready", "x" * 60_000, at_s), at_s)
    record = controller.accept(riffle, at_s)
    assert isinstance(record, Record)
    assert was_held_back(controller.session, record)
    assert controller.disk.code == NO_NEW_HAND
    disk.capacity_bytes *= 4
    controller.accept(riffle, at_s + 1)
    assert controller.session.table.hand.number == 1
    assert controller.disk.trouble == ""
    journal.close()
    again = Journal.open(LOG, boot_id=BOOT, storage=disk)
    assert fold(again, BOOK) == controller.session
    again.close()


def test_what_is_kept_beside_the_journal_is_said_where_the_journal_is_well() -> None:
    journal = Tight(HEADER, boot_id=BOOT)
    watch = DiskWatch(journal)
    watch.also(lambda: "no-snapshot reason=full")
    assert watch.look()
    assert watch.trouble == "no-snapshot reason=full"
    assert not watch.look(), "the same is no news"
    journal.told = "disk-full free_bytes=1 reserve_bytes=2"
    assert watch.look()
    assert watch.code == "disk-full"
    journal.room = False
    watch.look()
    assert watch.trouble == "no-new-hand free_bytes=1 reserve_bytes=2"
    journal.told = "journal-failed reason=EIO"
    watch.look()
    assert watch.trouble == "journal-failed reason=EIO"
