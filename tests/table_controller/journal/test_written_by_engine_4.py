"""A journal that release 0.1.0 wrote, engine 4: a hand through simulated hardware; it is read as it is."""

from __future__ import annotations

import shutil
from pathlib import Path
from uuid import UUID

import pytest

from firmware_bridge.vocabulary.values import replace
from table_controller.controller.controller import ReplayDiffers, fold
from table_controller.controller.epochs import engine_of, goes_on, next_opening
from table_controller.game.engine import ENGINE_VERSION
from table_controller.game.rulebooks.known import table_rulebook
from table_controller.game.rulebooks.shipped import rulebook_hash
from table_controller.journal.journal import Entry, Journal, JournalDamaged, MemoryJournal, entries, verify
from table_controller.journal.scan import head_path
from table_controller.runtime.cli import journal_tools
from table_controller.vocabulary.events import Event, TableOpened
from table_controller.vocabulary.record import decode_record, encode_record

OLD = Path(__file__).with_name("written-by-engine-4.journal")
BOOT = UUID(int=8)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """The old journal and its head file, in a folder of its own."""
    path = tmp_path / "table.journal"
    shutil.copy(OLD, path)
    shutil.copy(head_path(OLD), head_path(path))
    return path


def opened(path: Path) -> TableOpened:
    events: list[Event] = [one.event for one in decode_record(next(entries(path)).payload).applied_events]
    assert isinstance(events[0], TableOpened)
    return events[0]


def test_every_record_folds_to_the_bytes_that_were_written(old: Path) -> None:
    told = opened(old)
    journal = Journal.open(old, boot_id=BOOT)
    assert (journal.header.engine, engine_of(journal.header)) == ("0.1.0", "4")
    assert journal.recovery.head_known
    assert journal.recovery.cut_bytes == 0
    session = fold(journal, table_rulebook(told.rulebook, told.house))
    assert (session.table.hand.number, session.table.hand.phase) == (1, "idle")
    assert sum(money.stack_chips for money in session.table.ledger) == sum(one.stack_chips for one in told.players)
    journal.close()


def test_a_table_goes_on_from_it_in_a_new_epoch(old: Path) -> None:
    """Engine 5 rules on cases, refunds and odd chips otherwise: it adds no record to what engine 4 has begun."""
    told, journal = opened(old), Journal.open(old, boot_id=BOOT)
    assert not goes_on(journal.header, rulebook_hash(told.rulebook, told.house))
    anew, live_n = next_opening(journal, told, table_rulebook(told.rulebook, told.house))
    assert live_n > 0
    assert sum(player.stack_chips for player in anew.players) == sum(player.stack_chips for player in told.players)
    mine = replace(journal.header, engine=ENGINE_VERSION, rulebook_hash="this text")
    assert goes_on(mine, "this text")
    assert not goes_on(mine, "another text")
    journal.close()


def test_the_tools_show_it(old: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = verify(old).records
    assert journal_tools.check(old)[0] == journal_tools.OK
    assert journal_tools.replay(old)[:2] == (
        journal_tools.OK,
        f"{old}: {records} records replayed, every one as written",
    )
    status, hands = journal_tools.hands(old, "en")
    assert (status, hands.count("Hand 1")) == (journal_tools.OK, 1)
    assert journal_tools.print_all(old) == journal_tools.OK
    assert len(capsys.readouterr().out.splitlines()) == records


def test_damage_in_it_is_refused(old: Path) -> None:
    """Planted: one bit in the middle of the file."""
    content = bytearray(old.read_bytes())
    content[len(content) // 2] ^= 1
    old.write_bytes(content)
    with pytest.raises(JournalDamaged):
        Journal.open(old, boot_id=BOOT)
    assert journal_tools.check(old)[0] == journal_tools.BAD
    assert journal_tools.replay(old)[0] == journal_tools.BAD


def test_a_record_that_says_something_else_is_seen(old: Path) -> None:
    """Planted: one number of one record, with every checksum made anew."""
    told = opened(old)
    written = list(entries(old))
    last = decode_record(written[-1].payload)
    written[-1] = replace(written[-1], payload=encode_record(replace(last, live_n=last.live_n + 1)))
    with pytest.raises(ReplayDiffers, match=f"record {written[-1].sequence} "):
        fold(_journal_of(written), table_rulebook(told.rulebook, told.house))


def _journal_of(written: list[Entry]) -> MemoryJournal:
    report = verify(OLD)
    assert report.header is not None
    journal = MemoryJournal(report.header, boot_id=BOOT)
    for entry in written:
        journal.append(entry.payload, entry.mono_ns, entry.wall_ns)
    return journal
