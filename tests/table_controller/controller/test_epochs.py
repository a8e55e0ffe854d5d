"""Another release, another engine, other rules: who goes on with a journal, and how the table gets a new epoch."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import msgspec
import pytest
from support.one_hand import BOOK, HAND, UNDERCALL, journalled_player
from support.script_text import script_text

from firmware_bridge.vocabulary.values import replace
from table_controller import __version__
from table_controller.broadcast.marks import MARK, Mark, MarkFile
from table_controller.controller.controller import Controller, fold
from table_controller.controller.epochs import NoNewEpoch, next_opening
from table_controller.controller.snapshots import snapshot_path
from table_controller.game.engine import ENGINE_VERSION, Table
from table_controller.game.rulebooks.shipped import rulebook_hash
from table_controller.journal.journal import Entry, Header, Journal, JournalDamaged, MemoryJournal, verify
from table_controller.journal.scan import head_path
from table_controller.journal.succession import kept_path
from table_controller.runtime.processes.controller_process import open_controller
from table_controller.runtime.processes.places import JOURNAL
from table_controller.runtime.processes.supervise import settings_text
from table_controller.runtime.settings.settings import SettingsError, opening, read_settings
from table_controller.scripts.interpret import play
from table_controller.scripts.parse import parse_script
from table_controller.vocabulary.events import TableOpened
from table_controller.vocabulary.outcomes import HandBegan, HandSettled
from table_controller.vocabulary.record import decode_record, encode_record

BOOT = UUID(int=7)
RULES = rulebook_hash("tda-2019")
ONE_HAND = HAND.format(button=1, small=2, big=3)
PAID = ONE_HAND + "push 1\n"
PUT_AWAY = ONE_HAND + "next hand\n"
IN_A_HAND = PUT_AWAY + "deal\n2: raises to 700\n"


def entries_after(steps: str) -> tuple[Entry, ...]:
    """The records of a table at which this was played."""
    journal = MemoryJournal(Header("OLD", ENGINE_VERSION, RULES, 0), boot_id=BOOT)
    player = journalled_player(journal)
    assert play(parse_script("steps.toml", script_text("steps", steps)), lambda _: player).failure is None
    return tuple(journal.entries())


def state_after(folder: Path, steps: str, engine: str) -> Path:
    """The state folder of a table at which this was played, its journal written by `engine`; settings lie there too."""
    written = entries_after(steps)
    journal = Journal.create(folder / JOURNAL, Header("OLD", engine, RULES, 0), boot_id=BOOT)
    for entry in written:
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
    journal.close()
    opened = decode_record(written[0].payload).applied_events[0].event
    assert isinstance(opened, TableOpened)
    (folder / "table.toml").write_text(settings_text(opened), encoding="utf-8")
    return folder


def started(folder: Path) -> Controller:
    controller = open_controller(read_settings(folder / "table.toml"), folder, 1e6)
    controller.journal.close()
    return controller


def table_of(steps: str) -> Table:
    journal = MemoryJournal(Header("OLD", ENGINE_VERSION, RULES, 0), boot_id=BOOT)
    for entry in entries_after(steps):
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
    return fold(journal, BOOK).table


def files(folder: Path) -> dict[str, bytes]:
    """Every file but the head file, which each opening writes."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path != head_path(folder / JOURNAL)}


def test_a_new_journal_names_the_engine_and_not_the_release(tmp_path: Path) -> None:
    folder = state_after(tmp_path, "deal\n", ENGINE_VERSION)
    (folder / JOURNAL).unlink()
    head_path(folder / JOURNAL).unlink()
    header = started(folder).journal.header
    assert (header.engine, header.rulebook_hash) == (ENGINE_VERSION, RULES)
    assert header.engine != __version__


def test_the_same_engine_goes_on_in_the_middle_of_a_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the release is called."""
    monkeypatch.setattr("table_controller.__version__", "99.0.0")
    controller = started(state_after(tmp_path, IN_A_HAND, ENGINE_VERSION))
    assert (controller.journal.header.epoch, controller.session.table.hand.number) == ("OLD", 2)
    assert not kept_path(tmp_path / JOURNAL, "OLD").exists()


@pytest.mark.parametrize("steps", [PAID, PUT_AWAY, PUT_AWAY + "level 200 400 50\n"])
def test_another_engine_goes_on_between_two_hands_in_a_new_epoch(
    steps: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = state_after(tmp_path, steps, "3")
    before, old = files(folder), table_of(steps)
    controller = started(folder)
    epoch, table = controller.journal.header.epoch, controller.session.table
    assert epoch != "OLD"
    assert controller.journal.header.engine == ENGINE_VERSION
    # Nobody's chips have changed, and all lie where they lay.
    assert [money.stack_chips for money in table.ledger] == [money.stack_chips for money in old.ledger]
    assert [player and player.name for player in table.players] == [player and player.name for player in old.players]
    assert table.level == (old.coming or old.level)
    # The button goes on: the small blind of the hand before has it now.
    assert table.positions is not None
    assert (table.positions.button, table.positions.small_blind, table.positions.big_blind) == (2, 3, 1)
    # The old journal lies beside it byte for byte, and is a journal like any other.
    kept = kept_path(folder / JOURNAL, "OLD")
    assert kept.read_bytes() == before[JOURNAL]
    assert verify(kept).damage == verify(folder / JOURNAL).damage == ""
    resumed = Journal.open(kept, boot_id=BOOT)
    assert resumed.recovery.head_known
    resumed.close()
    assert f"kept as {kept}" in caplog.text
    # The next start resumes the new one.
    assert started(folder).journal.header.epoch == epoch


@pytest.mark.parametrize(
    ("steps", "why"),
    [
        (IN_A_HAND, "hand 2 is under way"),
        (ONE_HAND.removesuffix("1: shows\n"), "hand 1 is under way"),
        (UNDERCALL, "hand 1 is under way"),
        (ONE_HAND, "after hand 1 chips lie elsewhere"),
    ],
)
def test_another_engine_finishes_no_hand(steps: str, why: str, tmp_path: Path) -> None:
    folder = state_after(tmp_path, steps, "3")
    before = files(folder)
    with pytest.raises(SettingsError, match=rf"written by engine 3 .* this is engine {ENGINE_VERSION} .* but {why}"):
        started(folder)
    assert files(folder) == before, "nothing is touched"
    Journal.open(folder / JOURNAL, boot_id=BOOT).close()


def test_other_rules_of_the_house_begin_a_new_epoch_too(tmp_path: Path) -> None:
    folder = state_after(tmp_path, PUT_AWAY, ENGINE_VERSION)
    settings = (folder / "table.toml").read_text("utf-8")
    (folder / "table.toml").write_text('house = "house.toml"\n' + settings, "utf-8")
    (folder / "house.toml").write_text('early_call = "silent"\n', "utf-8")
    controller = started(folder)
    assert controller.journal.header.epoch != "OLD"
    assert controller.session.table.setup.house == (("early_call", "silent"),)
    assert sum(money.stack_chips for money in controller.session.table.ledger) == sum(
        money.stack_chips for money in table_of(PUT_AWAY).ledger
    )


def retold(steps: str, *, chips: int) -> MemoryJournal:
    """The journal of an engine that told a hand's end with fewer questions, and `chips` more for the first stack."""
    journal = MemoryJournal(Header("OLD", "3", RULES, 0), boot_id=BOOT)
    for entry in entries_after(steps):
        record, applied_events = decode_record(entry.payload), []
        for one in record.applied_events:
            outcomes = tuple(
                replace(outcome, stacks=((1, outcome.stacks[0][1] + chips), *outcome.stacks[1:]))
                if isinstance(outcome, HandSettled)
                else outcome
                for outcome in one.outcomes
            )
            other = () if any(isinstance(outcome, HandBegan) for outcome in outcomes) else one.requests
            applied_events.append(replace(one, outcomes=outcomes, requests=other))
        payload = encode_record(replace(record, applied_events=tuple(applied_events)))
        journal.append(payload, entry.mono_ns, entry.wall_ns)
    return journal


def test_an_engine_may_have_asked_otherwise_but_not_have_paid_otherwise(tmp_path: Path) -> None:
    state_after(tmp_path, PUT_AWAY, "3")
    told = opening(read_settings(tmp_path / "table.toml"), 1e6)
    opened, _ = next_opening(retold(PUT_AWAY, chips=0), told, BOOK)
    assert opened.at_s == 1e6
    # Planted: it paid one chip more to seat 1. Whose stacks those are nobody can say.
    with pytest.raises(NoNewEpoch, match="comes out differently now"):
        next_opening(retold(PUT_AWAY, chips=1), told, BOOK)


def test_a_journal_without_a_table_or_of_unknown_words_is_no_beginning(tmp_path: Path) -> None:
    state_after(tmp_path, PUT_AWAY, "3")
    told = opening(read_settings(tmp_path / "table.toml"), 1e6)
    with pytest.raises(NoNewEpoch, match="no records"):
        next_opening(MemoryJournal(Header("OLD", "3", RULES, 0), boot_id=BOOT), told, BOOK)
    strange = MemoryJournal(Header("OLD", "3", RULES, 0), boot_id=BOOT)
    strange.append(entries_after(PUT_AWAY)[1].payload, 0, 0)
    with pytest.raises(NoNewEpoch, match="does not open the table"):
        next_opening(strange, told, BOOK)
    strange = MemoryJournal(Header("OLD", "3", RULES, 0), boot_id=BOOT)
    strange.append(entries_after(PUT_AWAY)[0].payload.replace(b"TableOpened", b"TableUnfolded"), 0, 0)
    with pytest.raises(NoNewEpoch, match="cannot be read by these rules"):
        next_opening(strange, told, BOOK)


def test_a_journal_of_another_engine_that_was_never_opened_begins_as_the_settings_say(tmp_path: Path) -> None:
    folder = state_after(tmp_path, "deal\n", "3")
    (folder / JOURNAL).unlink()
    Journal.create(folder / JOURNAL, Header("OLD", "3", RULES, 0), boot_id=BOOT).close()
    controller = started(folder)
    assert (controller.journal.header.engine, controller.session.table.hand.number) == (ENGINE_VERSION, 0)


def test_a_power_cut_before_the_new_journal_has_its_name_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = state_after(tmp_path, PUT_AWAY, "3")
    before = (folder / JOURNAL).read_bytes()

    def cut(*_: object) -> None:
        raise OSError("the power is gone")

    with monkeypatch.context() as patched:
        patched.setattr("table_controller.runtime.processes.controller_process.Controller.begin", cut)
        with pytest.raises(OSError, match="the power is gone"):
            started(folder)
    assert (folder / JOURNAL).read_bytes() == before
    assert started(folder).journal.header.epoch != "OLD"
    assert kept_path(folder / JOURNAL, "OLD").read_bytes() == before


def test_marks_of_mqtt_take_the_new_epoch_as_any_other(tmp_path: Path) -> None:
    folder = state_after(tmp_path, PUT_AWAY, "3")
    (folder / MARK).write_bytes(msgspec.json.encode(Mark("OLD", (7, -1), conn=12)))
    epoch = started(folder).journal.header.epoch
    mark = MarkFile(folder / MARK, epoch)
    assert mark.position == MarkFile(folder / "none", epoch).position, "numbers begin anew"
    assert mark.next_conn() > 12, "connections do not: a late will of the old one is known as old"


def test_a_journal_that_knows_less_than_was_published_gets_no_new_epoch(tmp_path: Path) -> None:
    folder = state_after(tmp_path, PUT_AWAY, "3")
    (folder / MARK).write_bytes(msgspec.json.encode(Mark("OLD", (100_000, -1))))
    before = files(folder)
    with pytest.raises(JournalDamaged, match="messages up to 100000 of epoch OLD were published"):
        started(folder)
    assert files(folder) == before


@pytest.mark.parametrize("left", ["head", "snapshot", "mark"])
def test_a_journal_that_is_lost_is_no_new_table(tmp_path: Path, left: str) -> None:
    """It began one in silence, with everybody's stacks as on the first evening."""
    folder = state_after(tmp_path, PUT_AWAY, ENGINE_VERSION)
    started(folder)
    journal = folder / JOURNAL
    named = {"head": head_path(journal), "snapshot": snapshot_path(journal), "mark": folder / MARK}
    named[left].touch()
    for one in (journal, *(path for name, path in named.items() if name != left)):
        one.unlink(missing_ok=True)
    with pytest.raises(
        SettingsError, match=f"is missing, though {named[left].name} beside it tells of it: put it back"
    ):
        started(folder)
    named[left].unlink()
    assert started(folder).session.table.hand.number == 0, "with nothing left of it, it is a new table"


def test_a_head_that_is_gone_is_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = state_after(tmp_path, PUT_AWAY, ENGINE_VERSION)
    started(folder)
    assert "missing or damaged" not in caplog.text
    head_path(folder / JOURNAL).unlink()
    started(folder)
    assert f"{head_path(folder / JOURNAL)} was missing or damaged" in caplog.text
