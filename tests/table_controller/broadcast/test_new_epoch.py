"""A journal that lost its end goes on as another epoch: no number that a recorder has is given to another event."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest
from support.one_hand import BOOK, HEADER, entries_of

from table_controller.broadcast.courier import Courier, Delivery
from table_controller.broadcast.envelope import Identity, Moment
from table_controller.broadcast.marks import MARK, Mark, MarkFile, outrun, read_mark
from table_controller.broadcast.publisher import Publisher, told_of_entries
from table_controller.controller.controller import Controller, fold
from table_controller.game.engine import ENGINE_VERSION
from table_controller.game.rulebooks.shipped import rulebook_hash
from table_controller.journal.journal import Header, Journal, JournalDamaged, entries
from table_controller.journal.rescue import default_target, rescue
from table_controller.journal.scan import head_path
from table_controller.runtime.cli.journal_tools import OK
from table_controller.runtime.cli.rescue_tool import rescue as rescue_tool
from table_controller.runtime.processes.controller_process import open_controller
from table_controller.runtime.processes.places import JOURNAL
from table_controller.runtime.processes.supervise import settings_text
from table_controller.runtime.settings.settings import read_settings
from table_controller.vocabulary.commands import AnnounceLevel
from table_controller.vocabulary.record import Record

BOOT = UUID(int=7)
MOMENT = Moment(5_000, 1_700_000_000_000_000_000)
OWN = Header(HEADER.epoch, ENGINE_VERSION, rulebook_hash("tda-2019"), 0)


class RenumberedError(AssertionError):
    """A number that means two things."""


@dataclass
class Recorder:
    """Keeps every event for ever, under its epoch and number."""

    kept: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    ids: dict[str, dict[str, Any]] = field(default_factory=dict)
    epochs: list[str] = field(default_factory=list)
    conns: list[int] = field(default_factory=list)

    def hear(self, topic: str, payload: bytes) -> None:
        said = msgspec.json.decode(payload)
        if topic.endswith("/avail"):
            self.epochs.append(said["epoch"])
            self.conns.append(said["data"]["conn"])
        if not topic.endswith("/ev"):
            return
        assert said["epoch"] == self.epochs[-1], "avail comes first and names the epoch"
        place, what = (said["epoch"], said["n"]), {"type": said["type"], "data": said["data"], "hand": said["hand"]}
        for known in (self.kept.setdefault(place, what), self.ids.setdefault(said["id"], what)):
            if known != what:
                raise RenumberedError(f"{place} was {known} and is {what}")

    def numbers(self, epoch: str) -> list[int]:
        return [n for known, n in self.kept if known == epoch]


def publish(folder: Path, recorder: Recorder) -> Courier:
    """One life of the controller's MQTT side over the journal of a folder, all of it acknowledged."""
    journal = Journal.open(folder / JOURNAL, boot_id=BOOT)
    epoch = journal.header.epoch
    controller = Controller(journal, BOOK, fold(journal, BOOK), lambda: 0)
    mark = MarkFile(folder / MARK, epoch)
    courier = Courier(Identity("rome", "t7", epoch), mark.position, Delivery(recorder="recorder"))
    courier.recall(told_of_entries(entries(folder / JOURNAL)))
    courier.offer(None, controller.view(1.0))
    courier.up(mark.next_conn(), MOMENT, 1.0)
    mid = 0
    while (message := courier.next()) is not None:
        recorder.hear(message.topic, message.payload)
        if message.numbered:
            mid += 1
            courier.sent(mid)
            courier.acknowledged(mid)
            if message.topic.endswith("/ev"):
                n = msgspec.json.decode(message.payload)["n"]
                courier.confirmed(msgspec.json.encode({"epoch": epoch, "n": n}))
    mark.save(courier.outbox.mark)
    journal.close()
    return courier


def played(folder: Path, count: int | None = None) -> list[int]:
    """One hand in a journal, up to so many records; where each ends."""
    journal = Journal.create(folder / JOURNAL, OWN, boot_id=BOOT)
    ends = [journal._last.end]
    for entry in entries_of(1)[:count]:
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
        ends.append(journal._last.end)
    journal.close()
    return ends


def damage_and_rescue(folder: Path, at: int, epoch: str) -> None:
    """The disk flips a bit of one record; a person does what the message says."""
    path = folder / JOURNAL
    content = bytearray(path.read_bytes())
    content[at] ^= 1
    path.write_bytes(content)
    rescue(path, default_target(path), epoch=epoch, now_ns=5)
    default_target(path).replace(path)


def go_on_otherwise(folder: Path) -> int:
    """After the rescue the table does something else than before; the last number of its events."""
    journal = Journal.open(folder / JOURNAL, boot_id=BOOT)
    controller = Controller(journal, BOOK, fold(journal, BOOK), lambda: 0)
    for at in range(60):
        assert isinstance(controller.accept(AnnounceLevel(100 * (at + 1), 200 * (at + 1), 0), 1e6 + at), Record)
    journal.close()
    return controller.session.live_n


def an_evening(folder: Path, epoch: str) -> tuple[Recorder, int, int]:
    """Publish a hand, lose its second half, go on under `epoch`; the recorder and the two last numbers."""
    recorder = Recorder()
    ends = played(folder)
    before = publish(folder, recorder).outbox.mark[0]
    damage_and_rescue(folder, ends[len(ends) // 2] + 90, epoch)
    after = go_on_otherwise(folder)
    publish(folder, recorder)
    return recorder, before, after


def test_after_a_rescue_a_recorder_has_both_epochs_whole_and_apart(tmp_path: Path) -> None:
    recorder, before, after = an_evening(tmp_path, "NEXT")
    assert recorder.epochs == [HEADER.epoch, "NEXT"]
    assert recorder.conns[0] < recorder.conns[1], "a late will of the old connection is known as old"
    assert recorder.numbers(HEADER.epoch) == list(range(1, before + 1)), "what was lost at the table is kept here"
    assert recorder.numbers("NEXT") == list(range(1, after + 1)), "from 1, without a hole"
    same = [n for n in range(1, min(before, after) + 1) if recorder.kept[HEADER.epoch, n] == recorder.kept["NEXT", n]]
    assert same == list(range(1, len(same) + 1)), "first what verified, as it was"
    assert 0 < len(same) < before, "then something else"


def test_a_rescue_that_kept_the_epoch_would_be_caught(tmp_path: Path) -> None:
    """Planted: the same name, and so the numbers of events that recorders have already."""
    recorder, _, _ = an_evening(tmp_path, HEADER.epoch)
    with pytest.raises(RenumberedError):
        _all_published(tmp_path, recorder)


def _all_published(folder: Path, recorder: Recorder) -> None:
    """Every event of the journal is what the recorder has under its number."""
    fresh = Recorder()
    (folder / MARK).unlink()
    publish(folder, fresh)
    for place, what in fresh.kept.items():
        if recorder.kept[place] != what:
            raise RenumberedError(f"{place} was {recorder.kept[place]} and is {what}")


# A disk that lied: the journal is sound, and shorter than what was published out of it.


def cut_short(folder: Path, ends: list[int]) -> None:
    path = folder / JOURNAL
    path.write_bytes(path.read_bytes()[: ends[len(ends) // 2]])
    head_path(path).unlink()


def settings(folder: Path) -> Path:
    path = folder / "settings.toml"
    opened = next(
        applied.event for told in told_of_entries(entries_of(1)[:1]) for applied in told.record.applied_events
    )
    path.write_text(settings_text(opened), encoding="utf-8")  # type: ignore[arg-type]  # the first event opens the table
    return path


def test_a_sound_journal_that_knows_less_than_was_published_is_refused_and_rescued(tmp_path: Path) -> None:
    recorder = Recorder()
    ends = played(tmp_path)
    before = publish(tmp_path, recorder).outbox.mark[0]
    cut_short(tmp_path, ends)
    config = read_settings(settings(tmp_path))
    with pytest.raises(JournalDamaged, match=rf"messages up to {before} of epoch .* were published.*journal rescue"):
        open_controller(config, tmp_path, 1e6)
    status, text = rescue_tool(tmp_path / JOURNAL)
    assert status == OK
    assert "nobody knows whether more was acknowledged" in text
    default_target(tmp_path / JOURNAL).replace(tmp_path / JOURNAL)
    controller = open_controller(config, tmp_path, 1e6)
    assert controller.journal.header.epoch != HEADER.epoch
    controller.journal.close()
    after = go_on_otherwise(tmp_path)
    publish(tmp_path, recorder)
    assert recorder.numbers(HEADER.epoch) == list(range(1, before + 1))
    assert recorder.numbers(recorder.epochs[-1]) == list(range(1, after + 1))


def test_going_on_with_it_would_swallow_events_and_be_caught(tmp_path: Path) -> None:
    """Planted: nobody compares the journal with the mark."""
    recorder = Recorder()
    ends = played(tmp_path)
    publish(tmp_path, recorder)
    cut_short(tmp_path, ends)
    go_on_otherwise(tmp_path)
    publish(tmp_path, recorder)
    with pytest.raises(RenumberedError):
        _all_published(tmp_path, recorder)


def test_a_journal_that_was_not_rescued_is_opened_as_ever(tmp_path: Path) -> None:
    played(tmp_path)
    publish(tmp_path, Recorder())
    open_controller(read_settings(settings(tmp_path)), tmp_path, 1e6).journal.close()
    assert rescue_tool(tmp_path / JOURNAL) == (
        OK,
        f"{tmp_path / JOURNAL} verifies, {len(entries_of(1))} records: there is nothing to rescue",
    )


def test_marks_that_say_nothing_hold_nothing_up(tmp_path: Path) -> None:
    assert outrun(None, "E", 0) == ""
    assert outrun(Mark("OTHER", (9, -1)), "E", 3) == ""
    assert outrun(Mark("E", (3, 2)), "E", 3) == ""
    assert outrun(Mark("E", (4, -1)), "E", 3)
    (tmp_path / MARK).write_bytes(b"\xffnonsense")
    assert read_mark(tmp_path / MARK) is None


def test_a_recorder_that_has_more_than_the_journal_moves_no_mark_and_is_told_of(tmp_path: Path) -> None:
    """The mark knew too little to see it at the start, the recorder does."""
    ends = played(tmp_path)
    cut_short(tmp_path, ends)
    courier = publish(tmp_path, Recorder())
    last = courier.outbox.last_n
    courier.confirmed(msgspec.json.encode({"epoch": HEADER.epoch, "n": last + 9}))
    assert (courier.ahead_n, courier.outbox.mark[0]) == (last + 9, last)
    message = courier.next()
    assert message is not None
    assert message.topic.endswith("/health"), "at once"
    assert msgspec.json.decode(message.payload)["data"]["facts"]["recorder"] == f"ahead n={last + 9}"


def test_the_screen_says_that_a_recorder_has_more(tmp_path: Path) -> None:
    publisher = Publisher(Identity("rome", "t7", "E"), lambda: None, tmp_path / MARK, list)
    publisher._pump._reason = "ready"
    assert publisher.status() == "ready"
    publisher._pump._courier.confirmed(msgspec.json.encode({"epoch": "OTHER", "n": 7}))
    assert publisher.status() == "ready", "of another epoch"
    publisher._pump._courier.confirmed(msgspec.json.encode({"epoch": "E", "n": 7}))
    assert publisher.status() == "ahead 7"
    publisher.stop(0.0)
